"""The decisions of a match as the report shows them: those that count, each with what goes with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tavla.analysis.annotate import Annotated, Judgement
from tavla.analysis.rating import grade
from tavla.analysis.themes import explain, sentences
from tavla.engine.decision import Choice
from tavla.match.annotation import Candidate
from tavla.notation import Situation, encode_gnu_id, encode_xgid
from tavla.rules import Phase, Roll
from tavla.rules.facts import Played

CANDIDATES = 5
"""Choices that are shown of each decision."""


@dataclass(frozen=True)
class Entry:
    """One decision, its place in the report, and the luck that came before it, for the player in seat 0."""

    place: int
    judgement: Judgement
    luck: float

    @property
    def roll(self) -> Roll | None:
        """The roll that was played, if it was a play."""
        state = self.judgement.state
        return state.roll if state.phase is Phase.PLAY else None

    @property
    def grade(self) -> str:
        """The class of the error; `sound` without one."""
        return grade(self.judgement.loss) or "sound"

    @property
    def chance(self) -> float:
        """What the player in seat 0 may hope for with the best choice: to win the match, or the game for money."""
        best = self.judgement.decision.best
        chance = best.chances.win if best.match_chance is None else best.match_chance
        return chance if self.judgement.seat == 0 else 1.0 - chance

    @property
    def opinion(self) -> tuple[str, float, Candidate] | None:
        """The program that the file came from, what the decision lost in its eyes, and what it would have done."""
        told = self.judgement.opinion
        return None if told is None or told.loss is None else (told.program, told.loss, told.best)

    @property
    def candidates(self) -> list[Choice]:
        """The best choices, and the one that was made."""
        shown = list(self.judgement.decision.choices[:CANDIDATES])
        return shown if self.judgement.chosen in shown else [*shown, self.judgement.chosen]

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        """The moves of the best play."""
        action = self.judgement.decision.best.action
        return tuple((move.source, move.target) for move in action.moves) if isinstance(action, Played) else ()

    @property
    def cube(self) -> tuple[int, int | None] | None:
        """The cube and its owner's seat; an offered cube lies with its new value before who answers."""
        state = self.judgement.state
        if not state.rules.cube:
            return None
        return (state.cube.value, state.cube.owner) if state.offer is None else (state.offer.value, 1 - state.offer.by)

    @cached_property
    def ids(self) -> tuple[str, str]:
        """XGID and GNU ID."""
        situation = Situation.of(self.judgement.state)
        return encode_xgid(situation), encode_gnu_id(situation)

    def why(self, language: str) -> list[str]:
        """The themes of the decision in words; nothing where nothing was lost."""
        judgement = self.judgement
        if judgement.loss <= 0.0:
            return []
        return sentences(language, explain(judgement.state, judgement.chosen, judgement.decision.best))


def entries_of(annotated: Annotated) -> list[Entry]:
    """The decisions that count, in the order of the match."""
    counted = [judgement for judgement in annotated.judgements if judgement.counts]
    return [
        Entry(place, judgement, luck)
        for place, (judgement, luck) in enumerate(zip(counted, _lucks(annotated, counted), strict=True))
    ]


def _lucks(annotated: Annotated, counted: list[Judgement]) -> Iterator[float]:
    """The luck of the rolls between a decision and the one before it, summed, for the player in seat 0."""
    waiting = sorted(annotated.luck, reverse=True)
    for judgement in counted:
        luck = 0.0
        while waiting and waiting[-1].version < judgement.version:
            each = waiting.pop()
            luck += each.luck if each.seat == 0 else -each.luck
        yield luck
