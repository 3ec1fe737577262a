"""What a game is played for, seen by the player on roll: the cube, the score, and what each result is worth.

A worth is points for money and match-winning chances (as twice the chance less one) in a match, so that all
of the engine adds and compares one kind of number. `Stake.normal` turns it into points of a cube of this size.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tavla.engine.match_equity import MatchEquityTable, kazaross_xg2
from tavla.rules.ruleset import RuleSet
from tavla.rules.state import State

Worths = NDArray[np.float64]
"""Three numbers: tek, mars, katmerli mars."""

MINE, THEIRS = 1, -1
CENTRE = 0
DEEPEST = 10
"""How many more doublings are looked at in a match or under a limit; money without a limit has a closed form."""


@dataclass(frozen=True)
class Stake:
    """The stake of one game. `owner` is MINE, THEIRS or CENTRE; `away` is None for money.

    `table` gives the match-winning chances; `crawford` is this game's, `post_crawford` says it is behind.
    """

    cube: int = 1
    owner: int = CENTRE
    away: tuple[int, int] | None = None
    crawford: bool = False
    post_crawford: bool = False
    has_cube: bool = True
    cube_max: int | None = None
    jacoby: bool = False
    beavers: int = 0
    most: int = 3
    table: MatchEquityTable | None = None

    @classmethod
    def of(cls, state: State, table: MatchEquityTable | None = None) -> "Stake":
        """The stake of a state, for the player in seat `state.turn`."""
        rules, score, seat = state.rules, state.score, state.turn
        mine, theirs = score.away(seat, rules), score.away(1 - seat, rules)
        owner = CENTRE if state.cube.owner is None else (MINE if state.cube.owner == seat else THEIRS)
        return cls(
            cube=state.cube.value,
            owner=owner,
            away=None if mine is None or theirs is None else (mine, theirs),
            crawford=score.crawford,
            post_crawford=score.post_crawford,
            has_cube=rules.cube,
            cube_max=rules.cube_max,
            jacoby=rules.jacoby,
            beavers=rules.beavers,
            most=_most(rules),
            table=None if mine is None else table or kazaross_xg2(),
        )

    def flip(self) -> "Stake":
        """The same stake seen by the other player."""
        away = None if self.away is None else (self.away[1], self.away[0])
        return replace(self, owner=-self.owner, away=away)

    def turned(self, owner: int) -> "Stake":
        """The stake after a double that was taken: twice the cube, owned by `owner`."""
        return replace(self, cube=self.cube * 2, owner=owner)

    def may_double(self, side: int, cube: int) -> bool:
        """Whether a player who has access to a cube of this value could still turn it to some purpose."""
        if not self.has_cube or self.crawford or (self.cube_max is not None and cube * 2 > self.cube_max):
            return False
        return self.away is None or self.away[0 if side == MINE else 1] > cube

    def counts(self, cube: int, owner: int) -> int:
        """The highest kind of win that counts with such a cube (Jacoby: only tek until it is turned)."""
        return 1 if self.jacoby and owner == CENTRE and cube == self.cube else self.most

    def wins(self, cube: int, most: int = 3) -> Worths:
        """What winning tek, mars and katmerli mars is worth with a cube of this value."""
        return np.array([self._worth(min(kind, most) * cube, 0) for kind in (1, 2, 3)])

    def losses(self, cube: int, most: int = 3) -> Worths:
        """What losing tek, mars and katmerli mars is worth with a cube of this value."""
        return np.array([self._worth(0, min(kind, most) * cube) for kind in (1, 2, 3)])

    def _worth(self, won: int, lost: int) -> float:
        if self.away is None or self.table is None:
            return float(won - lost)
        mine, theirs = self.away[0] - won, self.away[1] - lost
        return 2.0 * self.table.chance(mine, theirs, self.crawford or self.post_crawford) - 1.0

    @cached_property
    def scale(self) -> tuple[float, float]:
        """The worth of losing and of winning one game at the cube as it is: -1 and +1 of a normalised equity."""
        return float(self.losses(self.cube)[0]), float(self.wins(self.cube)[0])

    def normal(self, worth: float) -> float:
        """A worth as equity: -1 for losing and +1 for winning the game at the present cube."""
        low, high = self.scale
        return 2.0 * (worth - low) / (high - low) - 1.0 if high > low else 0.0

    def match_chance(self, worth: float) -> float | None:
        """The chance to win the match that a worth stands for; None for money."""
        return None if self.away is None else (worth + 1.0) / 2.0


def _most(rules: RuleSet) -> int:
    return 1 if rules.mars == 1 else (3 if rules.triple else 2)
