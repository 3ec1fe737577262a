"""What another program thought of a decision or a roll: the second opinion that its file brought along.

Everything is the decider's, and equities are normalised to the cube as it stood before the decision, as our own are.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tavla.rules.outcome import Chances
from tavla.rules.position import Position

Step = tuple[int, int]
"""A checker moved from one point to another."""


class Candidate(NamedTuple):
    """One thing that the other program looked at.

    `name` is play, roll (not to double), double (and be taken), take or drop; a drop stands among the candidates of a
    double too, as the last: the other's answer. `play` is in notation, `steps` are its moves one by one, `after` is
    the board after it, the opponent on roll; `level` as the program calls it. A file may give only `match_chance`, the
    chance to win the match: `equity` is None then, until `analysis`, which knows what a score is worth, fills it in.
    """

    name: str
    equity: float | None
    match_chance: float | None = None
    chances: Chances | None = None
    level: str = ""
    play: str = ""
    after: Position | None = None
    steps: tuple[Step, ...] = ()

    @property
    def text(self) -> str:
        """What it is as text: a play in notation (empty where nothing can be played), all else by its name."""
        return self.play if self.name == "play" else self.name

    @property
    def worth(self) -> float:
        """What candidates of one decision are compared by: the equity, or less than any while it is not known."""
        return -math.inf if self.equity is None else self.equity


@dataclass(frozen=True, slots=True)
class Opinion:
    """The judgement of another program on one decision: of `kind` play, double or take, as `analysis` calls them.

    `chosen` is the place of what was done among the candidates, None where the program did not look at it.
    """

    program: str
    kind: str
    candidates: tuple[Candidate, ...]
    chosen: int | None = None

    @property
    def best(self) -> Candidate:
        """What the program would have done; a double that would be dropped is worth what the drop gives."""
        return max(self.choices, key=lambda each: each.worth)

    @property
    def made(self) -> Candidate | None:
        """What was done, with its worth."""
        return None if self.chosen is None else self.choices[self.chosen]

    @property
    def choices(self) -> tuple[Candidate, ...]:
        """The candidates that the decider himself can choose; a double gets the worth of the better answer to it."""
        if self.kind != "double":
            return self.candidates
        drop = next((each for each in self.candidates if each.name == "drop"), None)
        return tuple(_answered(each, drop) for each in self.candidates if each.name != "drop")

    @property
    def loss(self) -> float | None:
        """What the decision lost in the eyes of the program, 0 or more; None if it did not look at what was done."""
        made = self.made
        if made is None or made.equity is None:
            return None
        return max(self.best.worth - made.equity, 0.0)

    @property
    def level(self) -> str:
        """How far the program looked at its best choice."""
        return self.best.level


def _answered(candidate: Candidate, drop: Candidate | None) -> Candidate:
    if candidate.name != "double" or drop is None or candidate.worth <= drop.worth:
        return candidate
    return candidate._replace(equity=drop.equity, match_chance=drop.match_chance)


@dataclass(frozen=True, slots=True)
class Opinions:
    """All that a file says, by version of the event: opinions on decisions, and the luck of rolls as equity."""

    decisions: Mapping[int, Opinion] = field(default_factory=dict)
    luck: Mapping[int, float] = field(default_factory=dict)
