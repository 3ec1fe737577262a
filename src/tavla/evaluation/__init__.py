"""What a position is worth if nobody thinks: chances from a network and from exact tables.

    from tavla.evaluation import best_play, evaluate
    evaluate([Position.start()])          # array (1, 5): win, gammon, backgammon, lost gammon, lost backgammon
    best_play(Position.start(), Roll(3, 1)).play

`evaluate` takes positions or an array of counts (n, 2, 26); both may be called from several threads at once.
"""

from tavla.evaluation.base import Evaluator, equities
from tavla.evaluation.batches import Plays, legal_plays, random_boards
from tavla.evaluation.boards import positions_of, words_of
from tavla.evaluation.environment import Environment
from tavla.evaluation.network import Choice, Network, best_play, evaluate, standard
from tavla.evaluation.router import Source, source

__all__ = [
    "Choice",
    "Environment",
    "Evaluator",
    "Network",
    "Plays",
    "Source",
    "best_play",
    "equities",
    "evaluate",
    "legal_plays",
    "positions_of",
    "random_boards",
    "source",
    "standard",
    "words_of",
]
