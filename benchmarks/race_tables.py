"""The exact equity of every pair of small sides at home, made with numpy alone, to judge the engine's own tables by."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from tavla.evaluation.sides import Places, Sides


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
