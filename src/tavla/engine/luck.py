"""How lucky a roll was: what it is worth with the best play, less what a roll is worth in the mean.

By the static judge, so that the luck of a whole match costs less than one deep decision. The same figure for every
roll of a turn adds up to nothing over the 21 rolls.
"""

import numpy as np
from numpy.typing import NDArray

from tavla.engine.search import WEIGHTS, best_replies, look, value
from tavla.engine.stake import Stake
from tavla.evaluation.boards import words_of
from tavla.rules.dice import ROLLS, Roll
from tavla.rules.position import Position

Array = NDArray[np.float64]

OPENING = np.array([0.0 if roll.is_double else roll.weight / 30.0 for roll in ROLLS])
"""How likely each roll is where equal dice are thrown again."""


def worth_of_rolls(position: Position, stake: Stake) -> Array:
    """What each of the 21 rolls (in the order of `ROLLS`) is worth for the player on roll, with the best play."""
    theirs = stake.flip()
    return np.asarray(-value(look(best_replies(words_of([position]), stake), 0, theirs), theirs))


def luck_of(position: Position, roll: Roll, stake: Stake, opening: bool = False) -> float:
    """The luck of a roll as normalised equity of its player; `opening` leaves the doubles out."""
    worths = worth_of_rolls(position, stake)
    mean = float(worths @ (OPENING if opening else WEIGHTS))
    low, high = stake.scale
    return float((worths[ROLLS.index(roll)] - mean) * 2.0 / (high - low)) if high > low else 0.0
