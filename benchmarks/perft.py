"""perft: the sum over the 21 rolls of distinct resulting positions, by our rules and by PyPI's gnubg-nn beside them.

    python -m benchmarks.perft [depth]

gnubg-nn is for development only: `pip install --pre gnubg-nn`.
"""

import importlib
import sys
from collections.abc import Callable, Iterable

from tavla.rules import ROLLS, Position, Roll, legal_plays
from tavla.rules.position import Side


def ours(position: Position, roll: Roll) -> Iterable[Position]:
    """The results of a roll by `tavla.rules`; a dance leaves the board and passes the turn."""
    return legal_plays(position, roll) or [position.flip()]


def theirs(position: Position, roll: Roll) -> Iterable[Position]:
    """The results of a roll by gnubg-nn, as our positions."""
    gnubg_nn = importlib.import_module("gnubg_nn")
    board = [list(position.theirs[1:]), list(position.mine[1:])]
    keys = gnubg_nn.moves(board, roll.high, roll.low)
    return [Position(*map(_side, gnubg_nn.board_from_position_key(key))) for key in keys] or [position.flip()]


def _side(points: tuple[int, ...]) -> Side:
    return (15 - sum(points), *points)


def perft(position: Position, depth: int, results: Callable[[Position, Roll], Iterable[Position]]) -> int:
    """How many distinct results all rolls have, `depth` turns deep; a dance counts for nothing at the last turn."""
    total = 0
    for roll in ROLLS:
        found = set(results(position, roll)) - {position.flip()}
        total += len(found) if depth == 1 else sum(perft(after, depth - 1, results) for after in found)
    return total


def main() -> None:
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    for level in range(1, depth + 1):
        print(level, perft(Position.start(), level, ours), perft(Position.start(), level, theirs))


if __name__ == "__main__":
    main()
