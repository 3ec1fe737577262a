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
from tavla.evaluation.sides import CHECKERS, KEPT, Sides, rolls_needed
from tavla.kernel import native

FILE = "race-2"
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
    """The chances of the player on roll in races: by the tables; backgammons, and gammons of a side with checkers
    beyond the table or with fewer than fifteen, by the net's estimate."""
    found, counts = standard().chances(words), counts_of(words)
    outside = counts[:, :, 7:].any(axis=(1, 2))
    if outside.any():
        found[outside] = _by_rolls(counts[outside], found[outside])
    return found


def _by_rolls(counts: Counts, found: ChancesArray) -> ChancesArray:
    """The chances with those put in that follow from the rolls needed by each side."""
    mine, theirs = rolls(counts[:, 0]), rolls(counts[:, 1])
    win = _done_first(mine, theirs, 1)
    mine_whole, theirs_whole = (whole_and_near(counts[:, side]) for side in (0, 1))
    won, lost = found[:, 1].copy(), found[:, 3].copy()
    won[theirs_whole] = _done_first(mine[theirs_whole], rolls(counts[theirs_whole, 1], first=True), 1)
    lost[mine_whole] = _done_first(theirs[mine_whole], rolls(counts[mine_whole, 0], first=True), 0)
    won, lost = np.minimum(won, win), np.minimum(lost, 1.0 - win)
    return np.stack([win, won, np.minimum(found[:, 2], won), lost, np.minimum(found[:, 4], lost)], axis=1)


def whole_and_near(sides: Counts) -> npt.NDArray[np.bool_]:
    """Which sides (n, 26) have all their checkers on the table's points, so that it tells the gammons that they lose.

    With one beyond, those drawn in take far too long to the first: by rollouts such gammons came out .13 too likely,
    where the net errs by .02, and by .01 if it looks two plies ahead.
    """
    return np.asarray(sides[:, 1 : POINTS + 1].sum(axis=1) == CHECKERS)


def _done_first(doer: Floats, other: Floats, behind: int) -> Floats:
    """How likely `doer` is done with its roll k before `other` with its roll k - behind: (n,)."""
    left = 1.0 - np.cumsum(other, axis=1)
    if behind:
        left = np.concatenate([np.ones((len(left), 1), np.float32), left[:, :-1]], axis=1)
    return np.asarray((doer * left).sum(axis=1).clip(0.0, 1.0))


def rolls(sides: Counts, *, first: bool = False) -> Floats:
    """How likely each side (n, 26) needs 0 to 31 rolls to bear off all its checkers, or `first` of fifteen that all
    stand on the table's points: (n, 32)."""
    different, places = np.unique(sides, axis=0, return_inverse=True)
    found = np.empty((len(different), KEPT), np.float32)
    far = different[:, POINTS + 1 :].any(axis=1)
    found[~far] = _near(different[~far], first)
    if far.any():
        found[far] = _one_roll_on(different[far])
    return np.asarray(found[places.ravel()])


@cache
def _table(first: bool) -> tuple[Floats, Floats]:
    """The distributions of all sides on the table's points, or of all fifteen to the first, and their means."""
    sides = Sides(POINTS)
    numbers = kept(FILE, (sides.count + sides.whole) * KEPT, _build).reshape(-1, KEPT)
    part = numbers[sides.count :] if first else numbers[: sides.count]
    return part, np.asarray(part @ np.arange(KEPT), np.float32)


def _build() -> Floats:
    sides = Sides(POINTS)
    done = sides.above[:, 0] < CHECKERS
    return np.concatenate([rolls_needed(sides), rolls_needed(sides, done)[~done]]).ravel()


def _places(sides: Counts) -> npt.NDArray[np.int32]:
    """The places of sides in the table, checkers beyond as if on its last point."""
    near = sides[:, 1 : POINTS + 1].copy()
    near[:, -1] += sides[:, POINTS + 1 :].sum(axis=1, dtype=np.int8)
    return Sides(POINTS).place(near)


def _looked_up(sides: Counts, first: bool, column: int) -> Floats:
    """The distributions (column 0) or means (1) of sides; those that have one off already are done with the first."""
    places = _places(sides)
    if not first:
        return np.asarray(_table(False)[column][places])
    at = places - Sides(POINTS).count + Sides(POINTS).whole
    found = _table(True)[column][at.clip(0)]
    found[at < 0] = np.eye(1, KEPT, dtype=np.float32)[0] if column == 0 else 0.0
    return np.asarray(found)


def _near(sides: Counts, first: bool) -> Floats:
    return _looked_up(sides, first, 0)


def _lag(sides: Counts) -> Floats:
    """How many rolls later sides are off than if their checkers beyond stood on the table's last point."""
    return np.asarray(sides[:, POINTS + 1 :] @ (np.arange(1, 26 - POINTS) / PER_ROLL - SPREAD), np.float32)


def _one_roll_on(sides: Counts) -> Floats:
    """The distributions of sides by those after the play of each roll that leaves the smallest mean."""
    boards = np.zeros((len(DICE) * len(sides), 2, 26), np.int8)
    boards[:, 0] = np.repeat(sides, len(DICE), axis=0)
    boards[:, 1, :2] = 14, 1
    after = _quickest(boards, np.tile(DICE, (len(sides), 1)))
    followed = _later(_near(after, False), 1.0 + _lag(after)).reshape(len(sides), len(DICE), KEPT)
    return np.asarray(np.einsum("r,nrk->nk", WEIGHTS, followed))


def _quickest(boards: Counts, dice: Counts) -> Counts:
    """The first side of each board after the play of its roll that leaves the fewest rolls: (n, 26)."""
    words, ends, room = np.zeros((len(boards), 4), np.int64), np.zeros(len(boards), np.int64), np.empty((ROOM, 4), "i8")
    native.pack(boards, words)
    chosen, at = [], 0
    while at < len(words):
        done = native.legal_plays(words, dice, at, ends, room)
        after = counts_of(room[: ends[done - 1]])[:, 1]
        starts = np.concatenate([[0], ends[at : done - 1]])
        owner = np.repeat(np.arange(done - at), ends[at:done] - starts)
        order = np.lexsort((_looked_up(after, False, 1) + _lag(after), owner))
        chosen.append(after[order[starts]])
        at = done
    return np.concatenate(chosen)


def _later(found: Floats, lag: Floats) -> Floats:
    """Distributions put off by so many rolls; between two whole numbers by both in proportion."""
    whole, part = lag.astype(np.int64)[:, None], (lag % 1.0)[:, None]
    at = np.arange(KEPT) - whole
    early = np.where(at >= 0, np.take_along_axis(found, at.clip(0), axis=1), 0.0)
    late = np.where(at >= 1, np.take_along_axis(found, (at - 1).clip(0), axis=1), 0.0)
    return np.asarray((1.0 - part) * early + part * late, np.float32)
