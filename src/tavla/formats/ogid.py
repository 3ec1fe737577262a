"""The OGID of OpenGammon and HedgeHog: both sides as the points of their checkers in one absolute frame.

    white:black:cube:dice:colour:state:scoreW:scoreB:length

White (seat 0) moves up from 1 to 24 and has its bar at 0, Black (seat 1) moves down and has it at 25; digits run from
0 to p. The colour is who reached the position, so that the other one acts; a string without a state comes from a
program that writes the player on roll instead.
"""

import re
from collections import Counter

from tavla.errors import InvalidInput, InvalidText
from tavla.notation.situation import Situation
from tavla.rules import BAR, OFF, Cube, Position, Roll, Seat
from tavla.rules.position import Side, side

_DIGITS = "0123456789abcdefghijklmnop"
_COLORS = "WB"
_OGID = re.compile(
    r"(?P<white>[0-9a-p]{0,15}):(?P<black>[0-9a-p]{0,15}):(?P<owner>[NWBD?])(?P<cube>\d{1,2})(?P<action>[NOTP])"
    r":(?P<dice>[1-6]{2})?:(?P<color>[WB]?):(?P<state>[A-Z]{0,2})"
    r"(?::(?P<score>\d{1,5})?(?::(?P<other>\d{1,5})?(?::(?P<length>\d{1,5})?(?P<mode>[CL]|G\d{1,4})?)?)?)?(?::\S*)?"
)
_PREFIX = re.compile(r"\s*(?:OGID\s*[=:]\s*)?(?=[0-9a-p]*:[0-9a-p]*:[NWBD?]\d)")
MAX_EXPONENT = 15


def is_ogid(text: str) -> bool:
    """Whether a text is an OGID, with or without its name before it."""
    return _PREFIX.match(text[:200]) is not None


def decode_ogid(text: str, checkers: int = 15) -> Situation:
    """What an OGID tells; fields missing at the end stand for a money game.

    Raises `InvalidText` for what cannot be read, `InvalidInput` for a board that cannot be.
    """
    prefix = _PREFIX.match(text[:200])
    words = text[prefix.end() :].split() if prefix else []
    found = _OGID.fullmatch(words[0][:200]) if words else None
    if found is None:
        raise InvalidText("formats.ogid", text=text.strip()[:64])
    white = _side(found["white"], checkers, upwards=True)
    black = _side(found["black"], checkers, upwards=False)
    offered = found["action"] == "O"
    turn = _turn(found, offered)
    exponent = int(found["cube"])
    if exponent > MAX_EXPONENT:
        raise InvalidText("formats.ogid", text=text.strip()[:64])
    length = int(found["length"] or 0)
    sides = (white, black)
    return Situation(
        position=Position(sides[turn], sides[1 - turn]).checked(),
        turn=turn,
        roll=Roll.of(*map(int, found["dice"])) if found["dice"] and not offered else None,
        cube=Cube(1 << exponent, {"W": 0, "B": 1}.get(found["owner"]) if exponent else None),
        score=(int(found["score"] or 0), int(found["other"] or 0)),
        length=length,
        crawford=found["mode"] == "C" and length > 0,
        offer="double" if offered else None,
        to_act=1 - turn if offered else turn,
    ).checked()


def _turn(found: "re.Match[str]", offered: bool) -> Seat:
    """Who is on roll, or has doubled: the colour itself where nothing was done yet or another program wrote it."""
    color = _COLORS.index(found["color"] or "W")
    starts = found["state"].startswith("I") and not found["dice"]
    return color if offered or starts or not found["state"] else 1 - color


def _side(points: str, checkers: int, *, upwards: bool) -> Side:
    places = Counter(BAR - _DIGITS.index(digit) if upwards else _DIGITS.index(digit) for digit in points)
    if places[OFF]:
        raise InvalidText("formats.ogid", text=points)
    return side({point: count for point, count in places.items() if count}, checkers)


def encode_ogid(situation: Situation) -> str:
    """The OGID of a situation that holds a board, as HedgeHog writes it."""
    if situation.position is None:
        raise InvalidInput("notation.no_position")
    turn = 1 if situation.turn is None else situation.turn
    mine, theirs = situation.position
    sides = (mine, theirs) if turn == 0 else (theirs, mine)
    cube, score = situation.cube or Cube(), situation.score or (0, 0)
    owner = "N" if cube.owner is None else _COLORS[cube.owner]
    offered = situation.offer is not None
    length = f"{situation.length or 0}{'C' if situation.crawford else ''}"
    fields = (
        _points(sides[0], upwards=True),
        _points(sides[1], upwards=False),
        f"{owner}{cube.value.bit_length() - 1}{'O' if offered else 'N'}",
        "" if situation.roll is None else f"{situation.roll.low}{situation.roll.high}",
        _COLORS[turn if offered else 1 - turn],
        "D" if offered else "C" if situation.roll is None else "R",
        *score,
        length,
    )
    return ":".join(map(str, fields))


def _points(counts: Side, *, upwards: bool) -> str:
    digits = (_DIGITS[BAR - point if upwards else point] * counts[point] for point in range(1, BAR + 1))
    return "".join(sorted("".join(digits)))
