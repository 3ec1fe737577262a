"""The evaluator of the standard game: exact tables where they reach, the network everywhere else."""

from functools import cache
from struct import Struct

import numpy as np

from tavla.errors import InvalidInput
from tavla.evaluation.base import ChancesArray
from tavla.evaluation.bearoff import tables
from tavla.evaluation.boards import Boards, Counts, Words, words_of
from tavla.evaluation.weights import Weights, load_shipped
from tavla.kernel import native
from tavla.rules import Chances, Move, Play, Position, Roll

_COUNTS = Struct("52B")
_MOVES = Struct("3B?")


class Choice:
    """A play, the position it leads to (the opponent on roll), and the mover's chances there.

    It holds the kernel's answer and makes each value when it is asked for: whoever wants the play alone does not
    wait for the board, and the other way round.
    """

    __slots__ = ("_after", "_chances", "_moves")

    def __init__(self, after: bytes, moves: bytes, chances: tuple[float, float, float, float, float]) -> None:
        self._after, self._moves, self._chances = after, moves, chances

    @property
    def play(self) -> Play:
        """The moves, in an order in which they can be made; none for a dance."""
        return tuple(map(Move._make, _MOVES.iter_unpack(self._moves)))

    @property
    def after(self) -> Position:
        """The board after the play, the opponent on roll."""
        counts = _COUNTS.unpack(self._after)
        return Position(counts[:26], counts[26:])

    @property
    def chances(self) -> Chances:
        """The mover's chances after the play."""
        return Chances(*self._chances)


class Network:
    """A net with the tables beside it; `plies` 0 asks it once, 1 takes the mean over the replies to all rolls."""

    def __init__(self, weights: Weights, plies: int = 0) -> None:
        self.weights = weights
        self.plies = plies
        self._prepared = weights.prepared
        self._tables = tables()

    def chances(self, words: Words) -> ChancesArray:
        """See `Evaluator`; the interpreter's lock is released while it works."""
        found = np.empty((len(words), 5), np.float32)
        native.evaluate(self._prepared, self._tables, words, self.plies, found)
        return found

    def evaluate_plays(
        self, words: Words, dice: Counts, first: int, ends: Words, after: Words, chances: ChancesArray
    ) -> int:
        """The kernel's `evaluate_plays` with this net: the plays of many boards with the chances after each."""
        return native.evaluate_plays(self._prepared, self._tables, words, dice, first, ends, after, chances)

    def best_play(self, position: Position, roll: Roll) -> Choice:
        """The play that the net likes best by itself (0 plies), in microseconds; an empty play for a dance.

        InvalidInput when the position is no board of up to fifteen checkers a side.
        """
        try:
            board = bytes(position.mine + position.theirs)
        except ValueError as error:
            raise InvalidInput("boards.row", row=0) from error
        found = native.best_play(self._prepared, self._tables, board, *roll)
        if found is None:
            raise InvalidInput("boards.row", row=0)
        return Choice(*found)


@cache
def standard(plies: int = 0) -> Network:
    """The shipped net, loaded once."""
    return Network(load_shipped(), plies)


def evaluate(positions: Boards, plies: int = 0) -> ChancesArray:
    """The chances of the player on roll: positions, or counts of shape (n, 2, 26), to an array (n, 5).

    InvalidInput when a row is no board.

    >>> float(evaluate([Position.start()])[0, 0]) > 0.5
    True
    """
    return standard(plies).chances(words_of(positions))


def best_play(position: Position, roll: Roll) -> Choice:
    """The shipped net's own choice for a roll."""
    return standard().best_play(position, roll)
