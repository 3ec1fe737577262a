"""The position line of Snowie: forty fields, each ended by a semicolon.

The same forty fields stand in match text where a play was illegal, as the board after it.
"""

import re
from typing import NamedTuple

from tavla.errors import InvalidInput, InvalidText
from tavla.notation.situation import Situation
from tavla.rules import BAR, Cube, Position, Roll, Seat
from tavla.rules.position import side

FIELDS = 40
_LINE = re.compile(r"\s*\d{1,5}\s*;\s*[01]\s*;")


class SnowieLine(NamedTuple):
    """A line read: the name of the player on roll, of the other one, and the situation by seats."""

    on_roll: str
    other: str
    situation: Situation

    @property
    def names(self) -> tuple[str, str]:
        """Both names by seat."""
        return (self.on_roll, self.other) if self.situation.turn == 0 else (self.other, self.on_roll)


def is_snowie(text: str) -> bool:
    """Whether a text begins like a Snowie line."""
    return _LINE.match(text) is not None and text.count(";") >= FIELDS - 1


def decode_snowie(text: str, checkers: int = 15) -> SnowieLine:
    """What a Snowie line tells; the player whose number the line gives sits in that seat.

    Raises `InvalidText` for a line that is none, `InvalidInput` for a board that cannot be.
    """
    fields = text.strip().rstrip(";").split(";")
    if len(fields) != FIELDS:
        raise InvalidText("formats.snowie_fields", n=len(fields), expected=FIELDS)
    numbers = [_number(fields[place]) for place in range(FIELDS) if place not in (5, 6)]
    length, jacoby, _, _, turn, crawford, score, other, cube, owner, *cells = numbers
    dice = cells[-2:]
    seat = int(bool(turn))
    position = board_of(cells[:26], checkers)
    situation = Situation(
        position=position,
        turn=seat,
        roll=Roll.of(*dice) if any(dice) else None,
        cube=Cube(cube, None if owner == 0 or cube == 1 else seat if owner > 0 else 1 - seat),
        score=(score, other) if seat == 0 else (other, score),
        length=length,
        crawford=bool(crawford) and length > 0,
        jacoby=bool(jacoby) and length == 0,
        to_act=seat,
    ).checked()
    return SnowieLine(fields[5].strip(), fields[6].strip(), situation)


def board_of(cells: list[int], checkers: int) -> Position:
    """The board of 26 cells: a bar, points 1 to 24 of the player on roll, a bar; the other's counts are negative.

    Programs do not agree on which bar stands first; the sign tells.
    """
    first, *points, last = cells
    mine = {point: count for point, count in enumerate(points, start=1) if count > 0}
    theirs = {BAR - point: -count for point, count in enumerate(points, start=1) if count < 0}
    mine[BAR] = sum(count for count in (first, last) if count > 0)
    theirs[BAR] = -sum(count for count in (first, last) if count < 0)
    return Position(side(mine, checkers), side(theirs, checkers)).checked()


def board_in_line(text: str, checkers: int = 15) -> Position:
    """The board of a Snowie line, whatever the rest of it says: seen by the player who is named first."""
    fields = text.strip().rstrip(";").split(";")
    if len(fields) != FIELDS:
        raise InvalidText("formats.snowie_fields", n=len(fields), expected=FIELDS)
    return board_of([_number(field) for field in fields[12:38]], checkers)


def _number(field: str) -> int:
    if not re.fullmatch(r"\s*-?\d{1,6}\s*", field):
        raise InvalidText("formats.snowie_number", text=field[:32])
    return int(field.strip())


def encode_snowie(situation: Situation, names: tuple[str, str] = ("", "")) -> str:
    """The Snowie line of a situation that holds a board; `names` by seat, without their semicolons."""
    if situation.position is None:
        raise InvalidInput("notation.no_position")
    seat: Seat = 0 if situation.turn is None else situation.turn
    cube, score = situation.cube or Cube(), situation.score or (0, 0)
    mine, theirs = situation.position
    plain = [name.replace(";", ",").replace("\n", " ") for name in names]
    fields = (
        situation.length or 0,
        int(bool(situation.jacoby)),
        0,
        0,
        seat,
        plain[seat],
        plain[1 - seat],
        int(bool(situation.crawford)),
        score[seat],
        score[1 - seat],
        cube.value,
        0 if cube.owner is None else 1 if cube.owner == seat else -1,
        mine[BAR],
        *(mine[point] - theirs[BAR - point] for point in range(1, BAR)),
        -theirs[BAR],
        *(situation.roll or (0, 0)),
    )
    return "".join(f"{field};" for field in fields)
