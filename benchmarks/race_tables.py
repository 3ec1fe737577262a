"""Exact bear-off and race tables made with numpy alone, to judge the engine by: nothing here comes from the engine.

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


def rolls_needed(sides: Sides, until_first: bool = False) -> NDArray[np.float32]:
    """How likely each side needs 0 to 31 rolls to bear off all its checkers, or (`until_first`) the first of fifteen,
    when it plays to make the mean small: (count, 32)."""
    plays, found = _Plays(sides), np.zeros((sides.count + 1, KEPT), np.float32)
    found[0, 0] = 1.0
    pips = sides.above.sum(axis=1, dtype=np.int64)
    if until_first:
        done = sides.above[:, 0] < CHECKERS
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


def pair_equities(most: int) -> NDArray[np.float32]:
    """The exact equity of every pair of sides of up to so many checkers at home, the roller's side first.

    Step i works out the row in which side i rolls, from the columns before it, and then the column in which it waits.
    """
    sides = Sides(6)
    count = comb(most + 6, 6)
    plays = _plays_at_home(sides, count)
    leads = np.concatenate([each for of_side in plays for each in of_side])
    sizes = np.array([len(each) for of_side in plays for each in of_side])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    weights = np.array([1.0 if high == low else 2.0 for high in range(6) for low in range(high + 1)], np.float32) / 36
    rolling, waiting = np.zeros((count, count), np.float32), np.zeros((count, count), np.float32)
    rolling[:, 0] = waiting[0] = -1.0
    for i in range(1, count):
        rolling[i, 1:] = sum(
            w * -waiting[after, 1:].min(axis=0) for w, after in zip(weights, plays[i - 1], strict=True)
        )
        waiting[i, 1:] = -np.minimum.reduceat(rolling[i][leads], starts).reshape(-1, 21) @ weights
        rolling[1:, i] = waiting[i, 1:]
        waiting[:, i] = rolling[i]
    return rolling


def _plays_at_home(sides: Sides, count: int) -> list[list[Places]]:
    """For each side but the empty one and each of the 21 rolls the places that it can lead to."""

    def moved(places: Places, die: int) -> Places:
        found = sides.moves(places[places > 0], die + 1)
        return np.unique(np.concatenate([found[found < sides.count], places[places == 0]]))

    plays = []
    for i in range(1, count):
        start = np.array([i], np.int32)
        once = [moved(start, die) for die in range(6)]
        of_side = []
        for high in range(6):
            for low in range(high):
                both = np.concatenate([moved(once[high], low), moved(once[low], high)])
                of_side.append(np.unique(both).astype(np.int32))
            after = once[high]
            for _ in range(3):
                after = moved(after, high)
            of_side.append(after.astype(np.int32))
        plays.append(of_side)
    return plays
