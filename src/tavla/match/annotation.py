"""What another program thought of a decision or a roll: the second opinion that its file brought along.

Everything is the decider's, and equities are normalised to the cube as it stood before the decision, as our own are.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tavla.rules.outcome import Chances
from tavla.rules.position import Position


class Candidate(NamedTuple):
    """One thing that the other program looked at.

    `name` is play, roll (not to double), double, take, drop or beaver; `play` its notation and `after` the board after
    it, the opponent on roll; `level` in the program's own words.
    """

    name: str
    equity: float
    chances: Chances | None = None
    level: str = ""
    play: str = ""
    after: Position | None = None


@dataclass(frozen=True, slots=True)
class Opinion:
    """The judgement of another program on one decision; `chosen` is None where it did not look at what was done."""

    program: str
    candidates: tuple[Candidate, ...]
    chosen: Candidate | None = None

    @property
    def best(self) -> Candidate:
        """What the program would have done."""
        return max(self.candidates, key=lambda each: each.equity)

    @property
    def loss(self) -> float | None:
        """What the decision lost in the eyes of the program, 0 or more."""
        return None if self.chosen is None else max(self.best.equity - self.chosen.equity, 0.0)

    @property
    def level(self) -> str:
        """How far the program looked at its best choice."""
        return self.best.level


@dataclass(frozen=True, slots=True)
class Opinions:
    """All that a file says, by version of the event: opinions on decisions, and the luck of rolls as equity."""

    decisions: Mapping[int, Opinion] = field(default_factory=dict)
    luck: Mapping[int, float] = field(default_factory=dict)
