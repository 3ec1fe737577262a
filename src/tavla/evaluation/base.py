"""What every judge of positions can do."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from tavla.evaluation.boards import Words

ChancesArray = npt.NDArray[np.float32]
"""(n, 5): for each board the chances of the player on roll before the roll, in the order of `rules.Chances`."""


class Evaluator(Protocol):
    """Boards in, chances out. Deterministic, safe to call from several threads, nothing remembered between calls."""

    def chances(self, words: Words) -> ChancesArray:
        """The chances of the player on roll for each board (n, 4) of the kernel's words."""
        ...


def equities(chances: ChancesArray) -> npt.NDArray[np.float32]:
    """Expected points (n,) of a game without the cube.

    Summed column by column: some builds of BLAS read past the end of a small float32 matrix and warn of what they find.
    """
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances.T
    points: npt.NDArray[np.float32] = 2 * win + gammon + backgammon - lost_gammon - lost_backgammon - np.float32(1)
    return points
