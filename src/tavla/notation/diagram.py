"""The board in plain characters, for terminals and reports.

It is drawn from the player of `position.mine`, who sits at the bottom; `Position.flip` draws it the other way up.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tavla.rules import BAR, OFF, Position

ROWS = 5
"""How many checkers of a point are drawn; a larger number is written on the last."""

_GUTTER = 5


class Labels(NamedTuple):
    """The words of a diagram, in the reader's language: lines beside the board, and the names of bar and off."""

    top: Sequence[str] = ()
    middle: Sequence[str] = ()
    bottom: Sequence[str] = ()
    bar: str = "BAR"
    off: str = "off"


_NO_LABELS = Labels()


def draw(
    position: Position, labels: Labels = _NO_LABELS, *, symbols: tuple[str, str] = ("X", "O"), home: str = "right"
) -> str:
    """The board as lines of text; `symbols` are those of the bottom and the top player, `home` the side that the
    home boards are drawn on.

    >>> print(draw(Position.start()).splitlines()[1])
    | X  .  .  .  O  . |     | O  .  .  .  .  X |
    """
    upper, lower = list(range(13, 25)), list(range(12, 0, -1))
    if home == "left":
        upper, lower = upper[::-1], lower[::-1]
    top = [
        _row(position, upper, depth, symbols, _bar_cell(position.theirs[BAR], ROWS - 1 - depth, symbols[1]))
        for depth in range(ROWS)
    ]
    bottom = [
        _row(position, lower, depth, symbols, _bar_cell(position.mine[BAR], ROWS - 1 - depth, symbols[0]))
        for depth in reversed(range(ROWS))
    ]
    middle = f"|{'':18}|{labels.bar[:_GUTTER].center(_GUTTER)}|{'':18}|"
    board = [_numbers(upper), *top, middle, *bottom, _numbers(lower)]
    return "\n".join(_beside(board, position, labels, symbols))


def _numbers(points: list[int]) -> str:
    halves = ["".join(f"{point:>2}-" for point in half).replace(" ", "-") for half in (points[:6], points[6:])]
    return f"+{halves[0]}+{'-' * _GUTTER}+{halves[1]}+"


def _row(position: Position, points: list[int], depth: int, symbols: tuple[str, str], bar: str) -> str:
    cells = [_cell(position, point, depth, symbols) for point in points]
    return f"|{''.join(cells[:6])}|{bar.center(_GUTTER)}|{''.join(cells[6:])}|"


def _cell(position: Position, point: int, depth: int, symbols: tuple[str, str]) -> str:
    mine, theirs = position.mine[point], position.theirs[BAR - point]
    count, symbol = (mine, symbols[0]) if mine else (theirs, symbols[1])
    if count > ROWS and depth == ROWS - 1:
        return f"{count:>2} "
    return f" {symbol} " if depth < count else " . "


def _bar_cell(count: int, height: int, symbol: str) -> str:
    """What the bar shows at a height above the middle line."""
    if count > ROWS and height == ROWS - 1:
        return str(count)
    return symbol if height < count else ""


def _beside(board: list[str], position: Position, labels: Labels, symbols: tuple[str, str]) -> list[str]:
    """The board with its notes on the right: players and checkers off at the edges, the rest at the middle line."""
    off = [f"{symbol} {labels.off} {counts[OFF]}" for symbol, counts in zip(symbols, position, strict=True)]
    notes = dict(enumerate([*labels.top, *([off[1]] if position.theirs[OFF] else [])]))
    below = [*([off[0]] if position.mine[OFF] else []), *labels.bottom]
    notes |= {len(board) - len(below) + place: text for place, text in enumerate(below)}
    start = (len(board) - len(labels.middle)) // 2
    notes |= {start + place: text for place, text in enumerate(labels.middle)}
    return [f"{line}   {notes[place]}".rstrip() if place in notes else line for place, line in enumerate(board)]
