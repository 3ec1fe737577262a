"""The position file of Jellyfish, `.pos`: small numbers one after another, two names among them.

Player 1, the upper one, sits in seat 0; on the board his checkers are negative and the points are his own.
"""

import struct
from typing import NamedTuple

from tavla.errors import InvalidInput, InvalidText
from tavla.notation.situation import Situation
from tavla.rules import BAR, Cube, Position, Roll
from tavla.rules.position import side

_VERSIONS = (124, 125, 126)
_EMPTY = 20
MAX_SIZE = 1024


class JellyfishPosition(NamedTuple):
    """A position file read: both names by seat, and the situation."""

    names: tuple[str, str]
    situation: Situation


def is_jellyfish(data: bytes) -> bool:
    """Whether bytes begin like a position file."""
    return len(data) > 2 and data[0] in _VERSIONS and data[1] == 0


class _Numbers:
    """The numbers of a file, taken one after another."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def next(self) -> int:
        return int(self._take("<h")[0])

    def byte(self) -> int:
        return int(self._take("<B")[0])

    def name(self) -> str:
        length = self.byte()
        raw = self._data[self._at : self._at + length]
        self._at += length
        return raw.decode("cp1252", errors="replace")

    def _take(self, form: str) -> tuple[int, ...]:
        try:
            found = struct.unpack_from(form, self._data, self._at)
        except struct.error:
            raise InvalidText("formats.pos_cut", size=len(self._data)) from None
        self._at += struct.calcsize(form)
        return found


def decode_pos(data: bytes, checkers: int = 15) -> JellyfishPosition:
    """What a position file tells; raises `InvalidText` for one that is cut, `InvalidInput` for an impossible board."""
    numbers = _Numbers(data[:MAX_SIZE])
    version = numbers.next()
    for _ in range(2 if version == 126 else 0):
        numbers.next()
    cube_in_use, jacoby, beavers = (numbers.next() for _ in range(3)) if version >= 125 else (1, 0, 0)
    value, owner, on_roll = (numbers.next() for _ in range(3))
    for _ in range(3):
        numbers.next()
    kind, _, _, length, *score = (numbers.next() for _ in range(6))
    names = numbers.name(), numbers.name()
    _, crawford, _ = (numbers.next() for _ in range(3))
    numbers.name()
    dice = numbers.next(), numbers.next()
    cells = [numbers.next() for _ in range(2 * (BAR + 1))][1::2]
    turn = 1 if on_roll in (2, 4) else 0
    board = _board([cell - _EMPTY for cell in cells], checkers)
    is_match = kind == 1 and length > 0
    situation = Situation(
        position=board if turn == 0 else board.flip(),
        turn=turn,
        roll=Roll.of(*dice) if on_roll in (1, 2) and any(dice) else None,
        cube=Cube(max(value, 1), owner - 1 if cube_in_use and owner in (1, 2) and value > 1 else None),
        score=(score[0], score[1]),
        length=length if is_match else 0,
        crawford=is_match and crawford == 2,
        jacoby=bool(jacoby) and not is_match,
        beavers=bool(beavers) and not is_match,
        to_act=turn,
    )
    return JellyfishPosition(names, situation.checked())


def _board(cells: list[int], checkers: int) -> Position:
    """The board as player 1 sees it."""
    if any(abs(cell) > checkers for cell in cells):
        raise InvalidInput("position.too_many", count=max(map(abs, cells)), checkers=checkers)
    upper = {point: -count for point, count in enumerate(cells) if count < 0}
    lower = {BAR - point: count for point, count in enumerate(cells) if count > 0}
    return Position(side(upper, checkers), side(lower, checkers)).checked()


def encode_pos(situation: Situation, names: tuple[str, str] = ("", "")) -> bytes:
    """The position file of a situation that holds a board, of version 126."""
    if situation.position is None:
        raise InvalidInput("notation.no_position")
    turn = 0 if situation.turn is None else situation.turn
    board = situation.position if turn == 0 else situation.position.flip()
    cube, score, roll = situation.cube or Cube(), situation.score or (0, 0), situation.roll or (0, 0)
    owner = 0 if cube.owner is None else cube.owner + 1
    on_roll = turn + (1 if situation.roll else 3)
    length = situation.length or 0
    head = (126, 0, 0, 1, int(bool(situation.jacoby)), int(bool(situation.beavers)), cube.value, owner, on_roll)
    rest = (0, 0, 0, 1 if length else 3, 2, 7, length, *score)
    plain = [name.encode("cp1252", errors="replace")[:255] for name in names]
    written = b"".join(bytes([len(name)]) + name for name in plain)
    cells = [board.theirs[BAR - point] - board.mine[point] if point else board.theirs[BAR] for point in range(BAR)]
    cells.append(-board.mine[BAR])
    doubled = [cell + _EMPTY for cell in cells for _ in range(2)]
    tail = struct.pack("<hhhBhh", 0, 2 if situation.crawford else 1, 0, 0, *roll)
    return struct.pack(f"<{len(head) + len(rest)}h", *head, *rest) + written + tail + struct.pack("<52h", *doubled)
