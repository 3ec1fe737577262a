"""Figures for a player: errors by kind, the performance rating (PR), luck, and the result without it.

PR is 500 times the mean normalised loss of the decisions that count: unforced plays, and cube decisions that were
close or wrong. The figure and its use were made common by eXtreme Gammon; lower is better.
"""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tavla.analysis.annotate import CLOSE, Annotated, Judgement
from tavla.match.annotation import Opinion
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

ENOUGH = 20
"""Of fewer decisions that count a PR is a bare figure: most of them lose nothing, so that a name for it, or a standard
error taken from so few, would say more than is known."""


def grade(loss: float) -> str | None:
    """The class of an error, or None for a sound decision."""
    for name, least in (("blunder", BLUNDER), ("error", ERROR), ("doubtful", DOUBTFUL)):
        if loss >= least:
            return name
    return None


def strength(rating: float | None, decisions: int) -> str | None:
    """What a PR over so many decisions is called; None where they are too few for a name."""
    if rating is None or decisions < ENOUGH:
        return None
    return next((name for name, most in GRADES if rating <= most), "learning")


def _standard_error(variance: float, decisions: int) -> float | None:
    """The standard error of a PR from the variance of the losses; None where it would not be honest: from too few
    decisions, or from such as lose all the same."""
    return 500.0 * math.sqrt(variance / decisions) if decisions >= ENOUGH and variance > 0.0 else None


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
    """One player's figures. `rating` is the PR, None without a decision that counts; its error needs some of them."""

    seat: Seat
    plays: Tally
    doubles: Tally
    takes: Tally
    rating: float | None
    standard_error: float | None
    luck: float

    @property
    def decisions(self) -> int:
        """How many decisions count."""
        return self.plays.decisions + self.doubles.decisions + self.takes.decisions

    @property
    def strength(self) -> str | None:
        """What the PR is called, if the decisions are enough."""
        return strength(self.rating, self.decisions)

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
        _tally(each for each in own if each.kind == "play" and each.counts),
        _tally(each for each in own if each.kind == "double" and each.counts),
        _tally(each for each in own if each.kind == "take" and each.counts),
        500.0 * statistics.fmean(losses) if losses else None,
        _standard_error(statistics.variance(losses), len(losses)) if len(losses) > 1 else None,
        luck,
    )


def adjusted(annotated: Annotated, seat: Seat) -> float | None:
    """The result of a player without the luck of both: what is left is skill.

    In chances to win the match beyond an even start (a win is 0.5), or in points for money; None while a match or a
    single game is open.
    """
    match = annotated.history.match
    mine = sum(each.worth if each.seat == seat else -each.worth for each in annotated.luck)
    if not (match.is_over or match.rules.is_money):
        return None
    if in_points(annotated):
        points = match.score.points
        return points[seat] - points[1 - seat] - mine
    won = 0.0 if match.winner is None else 0.5 if match.winner == seat else -0.5
    return won - mine


def in_points(annotated: Annotated) -> bool:
    """Whether a result is counted in points: there is no match to be won, but money or a single game."""
    match = annotated.history.match
    return match.score.away(0, match.rules) is None


def rated_by_file(annotated: Annotated, seat: Seat, game: int | None = None) -> float | None:
    """The PR that follows from the losses that the file itself brought, by the same formula; None without any."""
    own = (each for each in annotated.judgements if each.seat == seat and game in (None, each.game))
    told = (each.opinion for each in own if each.opinion is not None)
    losses = [each.loss for each in told if each.loss is not None and opinion_counts(each, each.loss)]
    return 500.0 * statistics.fmean(losses) if losses else None


def opinion_counts(opinion: Opinion, loss: float) -> bool:
    if opinion.kind == "play" or loss > 0.0:
        return True
    worths = sorted((each.worth for each in opinion.choices), reverse=True)
    return len(worths) > 1 and worths[0] - worths[1] <= CLOSE


KINDS = ("play", "missed_double", "wrong_double", "wrong_take", "wrong_drop", "wrong_beaver")
"""What a decision can be wrong as."""


def kind_of_error(judgement: Judgement) -> str:
    """As what a decision is wrong, or would be if it were."""
    chosen = judgement.chosen.name
    if judgement.kind == "play":
        return "play"
    if judgement.kind == "double":
        return "wrong_double" if chosen == "double" else "missed_double"
    best = judgement.decision.best.name
    return "wrong_beaver" if "beaver" in (chosen, best) else f"wrong_{chosen}"


class Totals:
    """What one player did in several matches. Losses are summed, so that any number of matches weighs little."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.matches = self.won = self.decisions = 0
        self.luck = 0.0
        self.kinds = {kind: Faults() for kind in KINDS}
        self._sum = self._squares = 0.0

    def add(self, annotated: Annotated, seat: Seat) -> None:
        """Count a match."""
        self.matches += 1
        self.won += annotated.history.match.winner == seat
        self.luck += sum(each.luck for each in annotated.luck if each.seat == seat)
        for each in annotated.judgements:
            if each.seat == seat and each.counts:
                self.decisions += 1
                self._sum += each.loss
                self._squares += each.loss**2
                self.kinds[kind_of_error(each)].add(each.loss)

    @property
    def loss(self) -> float:
        """All that was lost, in normalised equity."""
        return self._sum

    @property
    def rating(self) -> float | None:
        """The PR over all matches."""
        return 500.0 * self._sum / self.decisions if self.decisions else None

    @property
    def standard_error(self) -> float | None:
        """The standard error of the PR, if the decisions are enough for one."""
        count = self.decisions
        if count < 2:
            return None
        return _standard_error(max(self._squares - self._sum**2 / count, 0.0) / (count - 1), count)


@dataclass(slots=True)
class Faults:
    """The errors of one kind: how many decisions could have been it, how many of each class were, and the loss."""

    decisions: int = 0
    doubtful: int = 0
    errors: int = 0
    blunders: int = 0
    loss: float = 0.0

    def add(self, loss: float) -> None:
        """Count a decision."""
        self.decisions += 1
        self.loss += loss
        found = grade(loss)
        self.doubtful += found == "doubtful"
        self.errors += found == "error"
        self.blunders += found == "blunder"


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
