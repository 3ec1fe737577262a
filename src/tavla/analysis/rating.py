"""Figures for a player: errors by kind, the performance rating (PR), luck, and the result without it.

PR is 500 times the mean normalised loss of the decisions that count: unforced plays, and cube decisions that were
close or wrong. The figure and its use were made common by eXtreme Gammon; lower is better.
"""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tavla.analysis.annotate import Annotated, Judgement
from tavla.rules.stakes import Seat

BLUNDER, ERROR, DOUBTFUL = 0.08, 0.04, 0.02
"""From which loss on a decision is a blunder (büyük hata), an error (hata) or doubtful (kuşkulu)."""

GRADES = (
    ("champion", 2.5),
    ("master", 5.0),
    ("expert", 7.5),
    ("advanced", 12.5),
    ("intermediate", 17.5),
    ("casual", 22.5),
    ("beginner", 30.0),
)
"""Names of strengths by the PR up to which they go; above the last one stands `learning`."""


def grade(loss: float) -> str | None:
    """The class of an error, or None for a sound decision."""
    for name, least in (("blunder", BLUNDER), ("error", ERROR), ("doubtful", DOUBTFUL)):
        if loss >= least:
            return name
    return None


def strength(rating: float) -> str:
    """What a PR is called."""
    return next((name for name, most in GRADES if rating <= most), "learning")


@dataclass(frozen=True)
class Tally:
    """The sum of some decisions: how many, what they lost, and how many of each class."""

    decisions: int
    loss: float
    match_loss: float | None
    doubtful: int
    errors: int
    blunders: int


@dataclass(frozen=True)
class Rating:
    """One player's figures. `rating` is the PR with its standard error, None without a decision that counts."""

    seat: Seat
    plays: Tally
    doubles: Tally
    takes: Tally
    rating: float | None
    standard_error: float | None
    luck: float

    @property
    def loss(self) -> float:
        """All that was lost, in normalised equity."""
        return self.plays.loss + self.doubles.loss + self.takes.loss


def rate(annotated: Annotated, seat: Seat, game: int | None = None) -> Rating:
    """The figures of a player in a match, or in one game of it."""
    own = [each for each in annotated.judgements if each.seat == seat and game in (None, each.game)]
    losses = [each.loss for each in own if each.counts]
    luck = sum(each.luck for each in annotated.luck if each.seat == seat and game in (None, each.game))
    return Rating(
        seat,
        _tally(each for each in own if each.kind == "play"),
        _tally(each for each in own if each.kind == "double" and each.counts),
        _tally(each for each in own if each.kind == "take" and each.counts),
        500.0 * statistics.fmean(losses) if losses else None,
        500.0 * statistics.stdev(losses) / math.sqrt(len(losses)) if len(losses) > 1 else None,
        luck,
    )


def _tally(judgements: Iterable[Judgement]) -> Tally:
    found = list(judgements)
    classes = [grade(each.loss) for each in found]
    in_match = [each.match_loss for each in found if each.match_loss is not None]
    return Tally(
        len(found),
        sum(each.loss for each in found),
        sum(in_match) if in_match else None,
        classes.count("doubtful"),
        classes.count("error"),
        classes.count("blunder"),
    )


def worst(judgements: Sequence[Judgement], most: int = 10) -> list[Judgement]:
    """The decisions that lost most, the worst first."""
    return sorted((each for each in judgements if each.loss > 0), key=lambda each: (-each.loss, each.version))[:most]
