"""Races nearly without error: the chance to be done first, from how many rolls each side needs.

A table holds all sides on seven points. A side with checkers beyond is played one roll on, by every roll; checkers that
are beyond even then count as if drawn in to the last point, so many rolls later as the pips to it take in the mean. The
table is made when the first race is asked about, in about a second, and kept as the others are.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from tavla.evaluation.base import ChancesArray
from tavla.evaluation.boards import Counts, Words, counts_of
from tavla.evaluation.cache import Floats, kept
from tavla.evaluation.network import standard
from tavla.evaluation.sides import KEPT, Sides, rolls_needed
from tavla.kernel import native

FILE = "race-1"
POINTS = 7
ROOM = 1 << 16
PER_ROLL = 49 / 6
"""Pips of a roll in the mean."""
SPREAD = 0.05
"""Rolls that a checker beyond the table wastes less than one that stands on its last point, by deeper looks."""

DICE = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.int8)
WEIGHTS = (np.where(DICE[:, 0] == DICE[:, 1], 1.0, 2.0) / 36.0).astype(np.float32)


def is_race(counts: Counts) -> npt.NDArray[np.bool_]:
    """For boards (n, 2, 26) whether both sides still play and neither can meet the other any more."""
    rearmost = np.where(counts > 0, np.arange(26), 0).max(axis=2)
    return np.asarray((rearmost.min(axis=1) > 0) & (rearmost.sum(axis=1) < 25))


def race_chances(words: Words) -> ChancesArray:
    """The chances of the player on roll in races: winning by the tables, gammons by the net's estimate."""
    found, counts = standard().chances(words), counts_of(words)
    beyond = counts[:, :, 7:].any(axis=(1, 2))
    if beyond.any():
        mine, theirs = rolls(counts[beyond, 0]), rolls(counts[beyond, 1])
        left = 1.0 - np.cumsum(theirs, axis=1)
        win = mine[:, 0] + (mine[:, 1:] * left[:, :-1]).sum(axis=1)
        found[beyond, 0] = win
        found[beyond, 1:3] = np.minimum(found[beyond, 1:3], win[:, None])
        found[beyond, 3:] = np.minimum(found[beyond, 3:], 1.0 - win[:, None])
    return found


def rolls(sides: Counts) -> Floats:
    """How likely each side (n, 26) needs 0 to 31 rolls to bear off all its checkers: (n, 32)."""
    different, places = np.unique(sides, axis=0, return_inverse=True)
    found = np.empty((len(different), KEPT), np.float32)
    far = different[:, POINTS + 1 :].any(axis=1)
    found[~far] = _near(different[~far])
    if far.any():
        found[far] = _one_roll_on(different[far])
    return np.asarray(found[places.ravel()])


@cache
def _table() -> tuple[Floats, Floats]:
    """The distributions of all sides on the table's points, and their means."""
    sides = Sides(POINTS)
    numbers = kept(FILE, sides.count * KEPT, lambda: rolls_needed(sides).ravel()).reshape(-1, KEPT)
    return numbers, np.asarray(numbers @ np.arange(KEPT), np.float32)


def _places(sides: Counts) -> npt.NDArray[np.int32]:
    """The places of sides in the table, checkers beyond as if on its last point."""
    near = sides[:, 1 : POINTS + 1].copy()
    near[:, -1] += sides[:, POINTS + 1 :].sum(axis=1, dtype=np.int8)
    return Sides(POINTS).place(near)


def _near(sides: Counts) -> Floats:
    return _table()[0][_places(sides)]


def _lag(sides: Counts) -> Floats:
    """How many rolls later sides are off than if their checkers beyond stood on the table's last point."""
    return np.asarray(sides[:, POINTS + 1 :] @ (np.arange(1, 26 - POINTS) / PER_ROLL - SPREAD), np.float32)


def _one_roll_on(sides: Counts) -> Floats:
    """The distributions of sides by those after the play of each roll that leaves the smallest mean."""
    boards = np.zeros((len(DICE) * len(sides), 2, 26), np.int8)
    boards[:, 0] = np.repeat(sides, len(DICE), axis=0)
    boards[:, 1, :2] = 14, 1
    after = _quickest(boards, np.tile(DICE, (len(sides), 1)))
    followed = _later(_near(after), 1.0 + _lag(after)).reshape(len(sides), len(DICE), KEPT)
    return np.asarray(np.einsum("r,nrk->nk", WEIGHTS, followed))


def _quickest(boards: Counts, dice: Counts) -> Counts:
    """The first side of each board after the play of its roll that leaves the fewest rolls: (n, 26)."""
    words, ends, room = np.zeros((len(boards), 4), np.int64), np.zeros(len(boards), np.int64), np.empty((ROOM, 4), "i8")
    native.pack(boards, words)
    chosen, first = [], 0
    while first < len(words):
        done = native.legal_plays(words, dice, first, ends, room)
        after = counts_of(room[: ends[done - 1]])[:, 1]
        starts = np.concatenate([[0], ends[first : done - 1]])
        owner = np.repeat(np.arange(done - first), ends[first:done] - starts)
        order = np.lexsort((_table()[1][_places(after)] + _lag(after), owner))
        chosen.append(after[order[starts]])
        first = done
    return np.concatenate(chosen)


def _later(found: Floats, lag: Floats) -> Floats:
    """Distributions put off by so many rolls; between two whole numbers by both in proportion."""
    whole, part = lag.astype(np.int64)[:, None], (lag % 1.0)[:, None]
    at = np.arange(KEPT) - whole
    early = np.where(at >= 0, np.take_along_axis(found, at.clip(0), axis=1), 0.0)
    late = np.where(at >= 1, np.take_along_axis(found, (at - 1).clip(0), axis=1), 0.0)
    return np.asarray((1.0 - part) * early + part * late, np.float32)
