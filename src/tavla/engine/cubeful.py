"""From chances to cubeful worth: Janowski's interpolation between a dead and a perfectly live cube.

Rick Janowski, "Take-Points in Money Games" (1993). With a live cube the worth as a function of the winning
chance is a broken line: it bends where the cube is turned, at the point where the other side is indifferent
between taking and dropping. Those points follow from the worth with the cube at twice its value, so a line is
built from the last cube that can be turned back to the present one; scores, limits and Crawford only decide who
can still turn it. All functions take arrays: chances (n, 5) in, n worths out.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavla.engine.stake import CENTRE, DEEPEST, MINE, THEIRS, Stake

Array = NDArray[np.float64]

CONTACT = np.array([0.72, 0.72, 0.72])
"""How much of a live cube's advantage is realised while there is contact: in the middle, one's own, the other's (at
`owner`, the last being -1). Fitted on own rollouts: `benchmarks/cube_efficiency.py`."""


BEHIND, LEADING = 0.2, 0.6
AHEAD, DOUBLED = 0.4, 0.65
"""Chances of the player on roll between which the use of his own cube and of the other's changes in a race."""


def race_efficiency(pips: NDArray[np.int64], win: Array) -> Array:
    """The same in races by the pips of the player on roll and his chance to win: (n, 3).

    Near the doubling point set by what decisions lose by the exact two-sided table, elsewhere by its worths; the
    longer the race, the nearer to own rollouts. A cube is of more use to who leads: the other's has .7 to .8 while he
    does, as after a turn in which he kept it, and much less where he has just been doubled; one's own has little of it
    in a short race that goes badly.
    """
    taken, behind = np.clip(0.22 + 0.007 * pips, 0.3, 0.72), np.clip(0.0126 * pips - 0.25, 0.2, 0.63)
    mine = 0.63 + (behind - 0.63) * np.interp(win, (BEHIND, LEADING), (1.0, 0.0))
    theirs = 0.75 + (taken - 0.75) * np.interp(win, (AHEAD, DOUBLED), (0.0, 1.0))
    return np.stack([np.full(len(pips), 0.78), mine, theirs], axis=1)


class Line(NamedTuple):
    """A rising broken line for each position: the winning chances of its corners and the worths there."""

    chances: tuple[Array, ...]
    worths: tuple[Array, ...]

    def at(self, win: Array) -> Array:
        """The worth at a winning chance."""
        worth = _between(win, self.chances[0], self.chances[1], self.worths[0], self.worths[1])
        for corner in range(1, len(self.chances) - 1):
            further = _between(
                win, self.chances[corner], self.chances[corner + 1], self.worths[corner], self.worths[corner + 1]
            )
            worth = np.where(win > self.chances[corner], further, worth)
        return worth

    def where(self, worth: Array) -> Array:
        """The winning chance at which the line reaches a worth."""
        win = _between(worth, self.worths[0], self.worths[1], self.chances[0], self.chances[1])
        for corner in range(1, len(self.worths) - 1):
            further = _between(
                worth, self.worths[corner], self.worths[corner + 1], self.chances[corner], self.chances[corner + 1]
            )
            win = np.where(worth > self.worths[corner], further, win)
        return np.asarray(np.clip(win, 0.0, 1.0))


def _between(x: Array, x0: Array, x1: Array, y0: Array, y1: Array) -> Array:
    """Linear from (x0, y0) to (x1, y1); a step where both x are the same."""
    width = x1 - x0
    share = np.divide(x - x0, width, out=np.full(np.broadcast(x, width).shape, 0.5), where=width > 1e-12)
    return np.asarray(y0 + share * (y1 - y0))


class Shares(NamedTuple):
    """How wins and losses divide into tek, mars and katmerli mars: (n, 3) each, rows adding up to 1."""

    wins: Array
    losses: Array

    @classmethod
    def of(cls, chances: Array) -> "Shares":
        win, gammon, backgammon = chances[:, 0], chances[:, 1], chances[:, 2]
        lose, lost_gammon, lost_backgammon = 1.0 - win, chances[:, 3], chances[:, 4]
        return cls(_shares(win, gammon, backgammon), _shares(lose, lost_gammon, lost_backgammon))


def _shares(total: Array, gammon: Array, backgammon: Array) -> Array:
    parts = np.stack([total - gammon, gammon - backgammon, backgammon], axis=1)
    single = np.broadcast_to(np.array([1.0, 0.0, 0.0]), parts.shape)
    return np.asarray(np.divide(parts, total[:, None], out=single.copy(), where=total[:, None] > 1e-9))


class _Model:
    """The broken lines of one stake for a set of positions, each cube value once."""

    def __init__(self, chances: Array, stake: Stake) -> None:
        self.shares = Shares.of(chances)
        self.stake = stake
        self._zero, self._one = np.zeros(len(chances)), np.ones(len(chances))
        self._owned: dict[tuple[int, int], Line] = {}

    def ends(self, cube: int, owner: int) -> tuple[Array, Array]:
        """The mean worth of a loss and of a win."""
        most = self.stake.counts(cube, owner)
        return self.shares.losses @ self.stake.losses(cube, most), self.shares.wins @ self.stake.wins(cube, most)

    def dead(self, cube: int, owner: int) -> Line:
        """The line if nobody ever turns the cube again."""
        return Line((self._zero, self._one), self.ends(cube, owner))

    def live(self, cube: int, owner: int, depth: int = DEEPEST) -> Line:
        """The line if the cube is always turned at the very point where it should be."""
        if (cube, owner) not in self._owned:
            self._owned[cube, owner] = self._live(cube, owner, depth)
        return self._owned[cube, owner]

    def _live(self, cube: int, owner: int, depth: int) -> Line:
        low, high = self.ends(cube, owner)
        corners: list[tuple[Array, Array]] = [(self._zero, low)]
        if owner != MINE and depth and self.stake.may_double(THEIRS, cube):
            drop = self._one * self.stake.losses(cube)[0]
            point = self._endless[0] if self._is_endless else self.live(cube * 2, MINE, depth - 1).where(drop)
            corners.append((point, drop))
        if owner != THEIRS and depth and self.stake.may_double(MINE, cube):
            cash = self._one * self.stake.wins(cube)[0]
            point = self._endless[1] if self._is_endless else self.live(cube * 2, THEIRS, depth - 1).where(cash)
            corners.append((point, cash))
        corners.append((self._one, high))
        return Line(tuple(win for win, _ in corners), tuple(worth for _, worth in corners))

    @property
    def _is_endless(self) -> bool:
        """Money without a limit: every cube is like the one before, and the points have a closed form."""
        return self.stake.away is None and self.stake.cube_max is None

    @cached_property
    def _endless(self) -> tuple[Array, Array]:
        """Janowski's live take point and cash point, from the mean values of a win and of a loss."""
        values = np.arange(1.0, 4.0).clip(max=self.stake.most)
        wins, losses = self.shares.wins @ values, self.shares.losses @ values
        total = wins + losses + 0.5
        return (losses - 0.5) / total, (losses + 1.0) / total

    def worth(self, win: Array, cube: int, owner: int, efficiency: Array) -> Array:
        """Janowski's mixture of both lines."""
        dead, mixed = self.dead(cube, owner).at(win), efficiency[..., owner] if efficiency.ndim == 2 else efficiency
        return dead + mixed * (self.live(cube, owner).at(win) - dead)


def worth(chances: Array, stake: Stake, efficiency: Array) -> Array:
    """The cubeful worth of positions for the player whose chances they are; chances (n, 5).

    The efficiency is (n,), or (n, 3) for a cube in the middle, his own and the other's.
    """
    return _Model(chances, stake).worth(chances[:, 0], stake.cube, stake.owner, efficiency)


class CubeWorths(NamedTuple):
    """What a cube decision is about, n worths each, for the player who may double."""

    no_double: Array
    double_take: Array
    double_drop: Array


def cube_worths(chances: Array, stake: Stake, efficiency: Array) -> CubeWorths:
    """The worths of not doubling, of a double that is taken and of one that is dropped."""
    model = _Model(chances, stake)
    win = chances[:, 0]
    drop = np.full(len(chances), stake.wins(stake.cube)[0])
    taken = model.worth(win, stake.cube * 2, THEIRS, efficiency)
    return CubeWorths(model.worth(win, stake.cube, stake.owner, efficiency), taken, drop)


def take_point(stake: Stake, shares: tuple[float, float] = (0.0, 0.0), efficiency: float = 0.0) -> float:
    """The least winning chance with which a double of `stake` is taken, for the player who answers it.

    `shares` are the parts of the taker's wins and losses that are mars. 0.25 for money without gammons and a
    dead cube, 0.20 with a live one; between them the efficiency interpolates.
    """
    wins, losses = shares
    chances = np.array([[0.5, 0.5 * losses, 0.0, 0.5 * wins, 0.0]])
    model = _Model(chances, stake)
    cash = np.array([stake.wins(stake.cube)[0]])
    dead = model.dead(stake.cube * 2, THEIRS).where(cash)[0]
    live = model.live(stake.cube * 2, THEIRS).where(cash)[0]
    return float(1.0 - (dead + efficiency * (live - dead)))


def gammon_value(stake: Stake) -> tuple[float, float]:
    """What a mars is worth beyond a tek, for winning and for losing, relative to half a game's swing (money: 0.5)."""
    wins, losses = stake.wins(stake.cube, stake.most), stake.losses(stake.cube, stake.most)
    swing = wins[0] - losses[0]
    return float((wins[1] - wins[0]) / swing), float((losses[0] - losses[1]) / swing)


__all__ = ["CENTRE", "CONTACT", "CubeWorths", "cube_worths", "gammon_value", "race_efficiency", "take_point", "worth"]
