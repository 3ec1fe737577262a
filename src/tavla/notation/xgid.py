"""The XGID of eXtreme Gammon: a board drawn from the bottom player and the stakes, separated by colons.

    XGID=<board>:<cube>:<owner>:<turn>:<dice>:<score X>:<score O>:<flag>:<length>:<max cube>

X is the bottom player (seat 1, capital letters), O the top one (seat 0, small letters). The board never turns;
cube and cube limit are powers of two. A double on offer is written `D`, with the doubler as `turn`.
"""

import re

from tavla.errors import InvalidInput, InvalidText
from tavla.notation.situation import Situation
from tavla.rules import BAR, OFF, Cube, Position, Roll, Seat
from tavla.rules.position import side

_FIELDS = (
    ("board", r"[-A-Pa-p]{26}", ""),
    ("cube", r"[0-9]{1,2}", "0"),
    ("owner", r"-1|[01]", "0"),
    ("turn", r"-1|[01]", "1"),
    ("dice", r"[0-6]{2}|[DBR]", "00"),
    ("score", r"[0-9]{1,5}", "0"),
    ("score", r"[0-9]{1,5}", "0"),
    ("flag", r"[0-3]", "0"),
    ("length", r"[0-9]{1,5}", "0"),
    ("max", r"[0-9]{1,2}", "0"),
)
_OFFERS = {"D": "double", "B": "beaver", "R": "raccoon"}
_SEATS: dict[str, Seat | None] = {"1": 1, "-1": 0, "0": None}
MAX_EXPONENT = 15


def is_xgid(text: str) -> bool:
    """Whether a text holds an XGID, or is one without its prefix."""
    return "XGID=" in text.upper() or re.match(r"\s*[-A-Pa-p]{26}(?:[:\s]|$)", text) is not None


def encode_xgid(situation: Situation) -> str:
    """The XGID of a situation that holds a board; what it does not hold is written as at the start of a game."""
    board = situation.bottom
    if board is None:
        raise InvalidInput("notation.no_position")
    cube, score = situation.cube or Cube(), situation.score or (0, 0)
    jacoby_and_beavers = bool(situation.jacoby) + 2 * bool(situation.beavers)
    fields = (
        _write_board(board),
        cube.value.bit_length() - 1,
        0 if cube.owner is None else (-1, 1)[cube.owner],
        -1 if situation.turn == 0 else 1,
        _write_dice(situation),
        score[1],
        score[0],
        int(bool(situation.crawford)) if situation.length else jacoby_and_beavers,
        situation.length or 0,
        (situation.cube_max or 1024).bit_length() - 1,
    )
    return "XGID=" + ":".join(map(str, fields))


def _write_board(board: Position) -> str:
    def cell(place: int) -> str:
        mine = board.mine[place] if place else 0
        theirs = board.theirs[BAR - place] if place < BAR else 0
        if max(mine, theirs) > 16:
            raise InvalidInput("notation.does_not_fit.xgid")
        return chr(ord("A") + mine - 1) if mine else chr(ord("a") + theirs - 1) if theirs else "-"

    return "".join(cell(place) for place in range(26))


def _write_dice(situation: Situation) -> str:
    for letter, offer in _OFFERS.items():
        if situation.offer == offer:
            return letter
    return "00" if situation.roll is None else str(situation.roll)


def decode_xgid(text: str, checkers: int = 15) -> Situation:
    """The situation that an XGID tells; fields missing at the end stand for the start of a money game.

    The prefix may be missing, and the XGID may stand within a longer text. A board alone tells nothing of cube and
    score. Raises `InvalidText` for a field that cannot be read, `InvalidInput` for a board that cannot be.
    """
    fields = _split(text)
    values = [_read(name, pattern, field) for (name, pattern, _), field in zip(_FIELDS, fields, strict=False)]
    board = _read_board(values[0], checkers)
    if len(values) == 1:
        return Situation(board, 1)
    values += [default for _, _, default in _FIELDS[len(values) :]]
    _, cube, owner, turn, dice, score, other, flag, length, most = values
    seat = 0 if turn == "-1" else 1
    offer = _OFFERS.get(dice)
    money = int(length) == 0
    if not money and int(flag) > 1:
        raise InvalidText("notation.xgid_field", field="flag", text=flag)
    return Situation(
        position=board if seat else board.flip(),
        turn=seat,
        roll=None if offer or dice == "00" else Roll.of(int(dice[0]), int(dice[1])),
        cube=Cube(_power("cube", cube), _SEATS[owner]),
        score=(int(other), int(score)),
        length=int(length),
        crawford=not money and flag == "1",
        jacoby=money and flag in "13",
        beavers=money and flag in "23",
        cube_max=_power("max", most) if int(most) else None,
        offer=offer,
        to_act=1 - seat if offer in ("double", "raccoon") else seat,
    ).checked()


def _split(text: str) -> list[str]:
    start = text.upper().find("XGID=")
    line = (text[start + 5 :] if start >= 0 else text).strip().splitlines() or [""]
    words = line[0].split()
    fields = words[0].split(":") if words else [""]
    if len(fields) > len(_FIELDS):
        raise InvalidText("notation.xgid_fields", n=len(fields), most=len(_FIELDS))
    return fields


def _read(name: str, pattern: str, field: str) -> str:
    if not re.fullmatch(pattern, field):
        raise InvalidText("notation.xgid_field", field=name, text=field[:32])
    return field


def _read_board(cells: str, checkers: int) -> Position:
    mine: dict[int, int] = {}
    theirs: dict[int, int] = {}
    for place, letter in enumerate(cells):
        if letter == "-":
            continue
        owner, own_place = (mine, place) if letter.isupper() else (theirs, BAR - place)
        if own_place == OFF:
            raise InvalidText("notation.xgid_bar", text=letter)
        owner[own_place] = ord(letter.upper()) - ord("A") + 1
    return Position(side(mine, checkers), side(theirs, checkers)).checked()


def _power(name: str, exponent: str) -> int:
    if int(exponent) > MAX_EXPONENT:
        raise InvalidText("notation.xgid_field", field=name, text=exponent)
    return 1 << int(exponent)
