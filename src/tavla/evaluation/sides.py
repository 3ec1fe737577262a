"""How many rolls a side needs that meets nobody any more: exact, for all sides whose checkers stand near enough.

A side is known by the numbers t(p) of its checkers on point p or higher; its place among all sides of up to 15
checkers on the points 1 to N is the sum over p of C(t(p) + N - p, N + 1 - p). Moving a checker from p to q makes t
smaller by one on the points between, so a successor's place is a difference of running sums. In a race every die can
be played, so the best of a roll is the best first move before the best second one, and rolls need no lists of plays.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int32]
Floats = NDArray[np.float64]

CHECKERS = 15
KEPT = 32
"""Numbers of rolls that a distribution holds: 0 to 31."""


@dataclass(frozen=True)
class Sides:
    """All sides of up to 15 checkers on the points up to `points`."""

    points: int

    @cached_property
    def terms(self) -> NDArray[np.int64]:
        """What t checkers on point p or higher add to a place: (points + 1, 16), row 0 unused."""
        n = self.points
        rows = [[0] * (CHECKERS + 1)]
        rows += [[comb(t + n - p, n + 1 - p) for t in range(CHECKERS + 1)] for p in range(1, n + 1)]
        return np.array(rows, np.int64)

    @property
    def count(self) -> int:
        """How many sides there are."""
        return comb(CHECKERS + self.points, self.points)

    @property
    def whole(self) -> int:
        """How many of them, the last ones, have all fifteen checkers."""
        return comb(CHECKERS + self.points - 1, self.points - 1)

    def place(self, counts: NDArray[np.integer]) -> Places:
        """The places of sides whose checkers by point, from point 1, are the rows of `counts`: (n, points)."""
        above = np.cumsum(counts[:, ::-1], axis=1)[:, ::-1].astype(np.int64)
        return np.asarray(self.terms[np.arange(1, self.points + 1), above].sum(axis=1), np.int32)

    @cached_property
    def above(self) -> NDArray[np.int8]:
        """t(1) to t(points) of every side: (count, points)."""
        rest = np.arange(self.count, dtype=np.int64)
        found = np.empty((self.count, self.points), np.int8)
        for p in range(1, self.points + 1):
            t = np.searchsorted(self.terms[p], rest, side="right") - 1
            found[:, p - 1] = t
            rest -= self.terms[p][t]
        return found

    def moves(self, places: Places, die: int) -> Places:
        """For each side the places after each single move of a die, from point 1 up; `count` where there is none."""
        t = self.above[places].astype(np.int64)
        columns = np.arange(1, self.points + 1)
        steps = self.terms[columns, t] - self.terms[columns, np.maximum(t - 1, 0)]
        running = np.concatenate([np.zeros((len(places), 1), np.int64), np.cumsum(steps, axis=1)], axis=1)
        higher = np.concatenate([t[:, 1:], np.zeros((len(places), 1), np.int64)], axis=1)
        found = places[:, None] - (running[:, 1:] - running[:, np.maximum(columns - die, 0)])
        is_home = t[:, 6] == 0 if self.points > 6 else np.ones(len(places), bool)
        allowed = t > higher
        allowed[:, :die] &= is_home[:, None]
        allowed[:, : die - 1] &= higher[:, : die - 1] == 0
        return np.where(allowed, found, self.count).astype(np.int32)


class _Plays:
    """Where the best moves of one, two and three equal dice lead, as far as the sides have been worked out."""

    def __init__(self, sides: Sides) -> None:
        self.after = np.full((6, 3, sides.count + 1), sides.count, np.int32)
        self.after[:, :, 0] = 0
        self.means = np.full(sides.count + 1, np.inf)
        self.means[0] = 0.0

    def best(self, options: Places) -> Places:
        """The one with the least mean of each row."""
        return np.take_along_axis(options, self.means[options].argmin(axis=1)[:, None], axis=1)[:, 0]


def rolls_needed(sides: Sides, done: NDArray[np.bool_] | None = None) -> NDArray[np.float32]:
    """How likely each side needs 0 to 31 rolls until all its checkers are off, or until it is one of those `done`
    (count,), when it plays to make the mean small: (count, 32)."""
    plays, found = _Plays(sides), np.zeros((sides.count + 1, KEPT), np.float32)
    found[0, 0] = 1.0
    pips = sides.above.sum(axis=1, dtype=np.int64)
    if done is not None:
        plays.means[:-1][done] = 0.0
        plays.after[:, :, :-1][:, :, done] = np.flatnonzero(done)
        found[:-1][done, 0] = 1.0
        pips[done] = 0
    order = np.argsort(pips, kind="stable").astype(np.int32)
    ends = np.searchsorted(pips[order], np.arange(1, pips.max() + 2))
    for first, last in pairwise(ends):
        if last > first:
            _work_out(sides, order[first:last], plays, found)
    return found[:-1]


def _work_out(sides: Sides, places: Places, plays: _Plays, found: NDArray[np.float32]) -> None:
    """All rolls of the sides of one pip count, whose successors are known."""
    moves = [sides.moves(places, die) for die in range(1, 7)]
    rows, mean = np.zeros((len(places), KEPT), np.float32), np.ones(len(places))
    for high in range(6):
        for low in range(high):
            options = [plays.after[low, 0][moves[high]], plays.after[high, 0][moves[low]]]
            best = plays.best(np.concatenate(options, axis=1))
            mean += plays.means[best] / 18.0
            rows[:, 1:] += found[best, :-1] / 18.0
        chain = [plays.best(moves[high])]
        chain += [plays.best(plays.after[high, i][moves[high]]) for i in range(3)]
        mean += plays.means[chain[3]] / 36.0
        rows[:, 1:] += found[chain[3], :-1] / 36.0
        for i in range(3):
            plays.after[high, i][places] = chain[i]
    plays.means[places] = mean
    found[places] = rows
