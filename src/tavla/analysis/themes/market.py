"""What a cube decision hangs on: the take point at this score and with these mars, and how often the market is lost.

The player who may double is meant by "the doubler", the other by "the taker"; boards are seen by the doubler before
his roll.
"""

import numpy as np
from numpy.typing import NDArray

from tavla.engine.cubeful import worth
from tavla.engine.search import WEIGHTS, Array, best_replies, efficiency, look, static_doubles
from tavla.engine.stake import THEIRS, Stake
from tavla.evaluation.boards import Words, words_of
from tavla.rules import Position
from tavla.rules.outcome import Chances

STEPS = 2001


def taker_needs(position: Position, chances: Chances, stake: Stake) -> float | None:
    """The least chance to win with which the taker may take, if mars stay the same share of wins and of losses.

    None where he may always take. The chances are the doubler's.
    """
    win = np.linspace(0.0, 1.0, STEPS)
    lose = 1.0 - win
    won, lost = max(chances.win, 1e-9), max(1.0 - chances.win, 1e-9)
    shares = [chances.win_gammon / won, chances.win_backgammon / won]
    shares += [chances.lose_gammon / lost, chances.lose_backgammon / lost]
    grid = np.stack([win, win * shares[0], win * shares[1], lose * shares[2], lose * shares[3]], axis=1)
    live = efficiency(np.repeat(words_of([position]), STEPS, axis=0), grid)
    taken = worth(grid, stake.turned(THEIRS), live)
    dropped = float(stake.wins(stake.cube)[0])
    passing = np.flatnonzero(taken > dropped)
    return float(1.0 - win[passing[0]]) if len(passing) else None


def lost_markets(position: Position, stake: Stake) -> float | None:
    """The share of all pairs of rolls, the doubler's and the reply, after which the double would be dropped.

    Plays and worths are those of the static judge. None where it would be dropped already.
    """
    if _is_dropped(look(words_of([position]), 0, stake).chances, words_of([position]), stake)[0]:
        return None
    theirs = best_replies(words_of([position]), stake)
    again = best_replies(theirs, stake.flip())
    dropped = _is_dropped(look(again, 0, stake).chances, again, stake)
    return float(np.outer(WEIGHTS, WEIGHTS).ravel() @ dropped)


def _is_dropped(chances: Array, words: Words, stake: Stake) -> NDArray[np.bool_]:
    found = static_doubles(words, chances, efficiency(words, chances), stake)
    return np.asarray(found.double_take > found.double_drop)
