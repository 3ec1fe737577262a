"""Exact play when all checkers are home: tables made at first use.

One-sided: for every side of up to 15 checkers on its six home points, how likely bearing off takes so many rolls when
their mean is made as small as it can be; and when the first checker goes off, which decides gammons. Two-sided: for
every pair of sides of up to six checkers the exact equity, without a cube and with it in the middle, with the roller
or with the other.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from tavla.errors import InvalidInput
from tavla.evaluation.boards import Words
from tavla.evaluation.cache import Floats, kept
from tavla.kernel import native

FILE = "bearoff-1"
SIDES, ROLLS = 54_264, 32
PAIRS, CUBES = 924 * 924, 4
SMALL = 6
"""The most checkers of a side in the two-sided table."""
NO_TABLES: Floats = np.zeros(0, np.float32)
"""What the kernel takes when it shall do without."""


@cache
def tables() -> Floats:
    """All tables as the one array that the kernel takes (22 MB, not to be written), from the cache or built anew."""
    return kept(FILE, native.TABLE_SIZE, _build)


def _build() -> Floats:
    numbers = np.zeros(native.TABLE_SIZE, np.float32)
    native.build_bearoff(numbers)
    return numbers


def rolls_to_bear_off(words: Words) -> npt.NDArray[np.float32]:
    """For boards whose player on roll is all home: the chances of needing 0, 1 ... 31 rolls, (n, 32)."""
    places = np.zeros(len(words), np.int32)
    native.home_place(words, places)
    if (places < 0).any():
        raise InvalidInput("bearoff.not_home", row=int(np.argmax(places < 0)))
    return tables()[: SIDES * ROLLS].reshape(SIDES, ROLLS)[places]


def small_pairs(words: Words) -> npt.NDArray[np.bool_]:
    """Which boards the two-sided table holds and nobody can lose a gammon on: (n,)."""
    low = words[:, [0, 2]]
    left = sum((low >> (4 * point)) & 15 for point in range(1, 7))
    home = (words[:, [1, 3]] == 0) & (low >> 28 == 0)
    return np.asarray((home & (left > 0) & (left <= SMALL) & (low & 15 > 0)).all(axis=1))


def pair_equities(words: Words) -> Floats:
    """For boards with at most six checkers a side, all home: equities (n, 4) of the player on roll, before the roll
    and if he does not double: no cube, cube in the middle, his cube, the other's cube (in units of the cube)."""
    found = np.zeros((len(words), CUBES), np.float32)
    done = native.small_pairs(words, tables(), found)
    if done < len(words):
        raise InvalidInput("bearoff.not_small", row=done)
    return found
