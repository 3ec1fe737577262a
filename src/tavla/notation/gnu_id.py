"""The position ID and the match ID of GNU Backgammon.

The position ID writes the board of the player on roll in 80 bits: for the opponent, then for the player on roll,
every own point from 1 to 24 and the bar as that many ones and a zero. The match ID packs cube, score and moment
into 72 bits, lowest bit first. Both are Base64 without padding.
"""

import base64
import re
from dataclasses import replace
from typing import NamedTuple

from tavla.errors import InvalidInput, InvalidText
from tavla.notation.situation import Situation, Stage
from tavla.rules import Cube, Kind, Position, Roll
from tavla.rules.position import Side

POSITION_CHARACTERS = 14
MATCH_CHARACTERS = 12
_POSITION_BYTES = 10
_SLOTS = 25
_CENTRED = 3


# The board


def encode_position(position: Position) -> str:
    """The position ID of a board, 14 characters.

    >>> encode_position(Position.start())
    '4HPwATDgc/ABMA'
    """
    bits, place = 0, 0
    for counts in (position.theirs, position.mine):
        for count in counts[1:]:
            bits |= ((1 << count) - 1) << place
            place += count + 1
    if place > 8 * _POSITION_BYTES:
        raise InvalidInput("notation.does_not_fit.gnu_position")
    return _to_base64(bits, _POSITION_BYTES)


def decode_position(text: str, checkers: int = 15) -> Position:
    """The board of a position ID; what is missing to `checkers` a side has been borne off.

    Raises `InvalidText` for a wrong length or alphabet or bits that mean nothing, `InvalidInput` for a board that
    cannot be.
    """
    bits = _from_base64(text, POSITION_CHARACTERS, _POSITION_BYTES)
    theirs, bits = _take_side(bits, checkers)
    mine, bits = _take_side(bits, checkers)
    if bits:
        raise InvalidText("notation.gnu_bits", text=text)
    return Position(mine, theirs).checked()


def _take_side(bits: int, checkers: int) -> tuple[Side, int]:
    """One player's counts from the lowest bits, and the bits that follow."""
    counts = [0]
    for _ in range(_SLOTS):
        count = (~bits & (bits + 1)).bit_length() - 1
        counts.append(count)
        bits >>= count + 1
    if sum(counts) > checkers:
        raise InvalidInput("position.too_many", count=sum(counts), checkers=checkers)
    counts[0] = checkers - sum(counts)
    return tuple(counts), bits


# The match


class _Field(NamedTuple):
    """Where a number stands in the match ID."""

    place: int
    width: int

    def read(self, bits: int) -> int:
        return bits >> self.place & (1 << self.width) - 1

    def write(self, value: int) -> int:
        if not 0 <= value < 1 << self.width:
            raise InvalidInput("notation.does_not_fit.gnu_match")
        return value << self.place


_LOG_CUBE = _Field(0, 4)
_OWNER = _Field(4, 2)
_ON_ROLL = _Field(6, 1)
_CRAWFORD = _Field(7, 1)
_STAGE = _Field(8, 3)
_TO_ACT = _Field(11, 1)
_DOUBLED = _Field(12, 1)
_RESIGNED = _Field(13, 2)
_FIRST_DIE = _Field(15, 3)
_SECOND_DIE = _Field(18, 3)
_LENGTH = _Field(21, 15)
_SCORES = (_Field(36, 15), _Field(51, 15))
_JACOBY_OFF = _Field(66, 1)
_REST = _Field(67, 5)


def encode_match(situation: Situation) -> str:
    """The match ID of a situation, 12 characters; what it does not hold is written as at the start of a game.

    The larger die is written first. Raises `InvalidInput` for a number that is too large for its field.
    """
    cube = situation.cube or Cube()
    turn = 1 if situation.turn is None else situation.turn
    roll = situation.roll or (0, 0)
    numbers = {
        _LOG_CUBE: cube.value.bit_length() - 1,
        _OWNER: _CENTRED if cube.owner is None else cube.owner,
        _ON_ROLL: turn,
        _CRAWFORD: int(bool(situation.crawford)),
        _STAGE: Stage.PLAYING if situation.stage is None else situation.stage,
        _TO_ACT: turn if situation.to_act is None else situation.to_act,
        _DOUBLED: int(situation.offer is not None),
        _RESIGNED: situation.resignation or 0,
        _FIRST_DIE: roll[0],
        _SECOND_DIE: roll[1],
        _LENGTH: situation.length or 0,
        _JACOBY_OFF: int(not situation.jacoby),
        **dict(zip(_SCORES, situation.score or (0, 0), strict=True)),
    }
    return _to_base64(sum(field.write(number) for field, number in numbers.items()), 9)


def decode_match(text: str) -> Situation:
    """What a match ID tells, without a board. Raises `InvalidText` for anything that cannot be."""
    bits = _from_base64(text, MATCH_CHARACTERS, 9)
    owner, stage, length = _OWNER.read(bits), _STAGE.read(bits), _LENGTH.read(bits)
    if owner == 2 or stage > max(Stage) or _REST.read(bits):
        raise InvalidText("notation.gnu_bits", text=text)
    resigned = _RESIGNED.read(bits)
    return Situation(
        turn=_ON_ROLL.read(bits),
        roll=_roll(_FIRST_DIE.read(bits), _SECOND_DIE.read(bits)),
        cube=Cube(1 << _LOG_CUBE.read(bits), None if owner == _CENTRED else owner),
        score=(_SCORES[0].read(bits), _SCORES[1].read(bits)),
        length=length,
        crawford=bool(_CRAWFORD.read(bits)),
        jacoby=length == 0 and not _JACOBY_OFF.read(bits),
        offer="double" if _DOUBLED.read(bits) else None,
        resignation=Kind(resigned) if resigned else None,
        to_act=_TO_ACT.read(bits),
        stage=Stage(stage),
    ).checked()


def _roll(first: int, second: int) -> Roll | None:
    return None if first == second == 0 else Roll.of(first, second)


# Both together


def encode_gnu_id(situation: Situation) -> str:
    """`PositionID:MatchID` of a situation that holds a board."""
    if situation.position is None:
        raise InvalidInput("notation.no_position")
    return f"{encode_position(situation.position)}:{encode_match(situation)}"


_RUN = r"[A-Za-z0-9+/]+"
_LABEL_POSITION = r"(?:position|pozisyon|konum)[ -]?id[ \t]*[:=]?[ \t]*"
_LABEL_MATCH = r"(?:match|maç)[ -]?id[ \t]*[:=]?[ \t]*"
_LABEL_PAIR = r"gnubg[ -]?id[ \t]*[:=]?[ \t]*"
_LABELLED_POSITION = re.compile(rf"{_LABEL_POSITION}({_RUN})", re.IGNORECASE)
_LABELLED_MATCH = re.compile(rf"{_LABEL_MATCH}({_RUN})", re.IGNORECASE)
_PLAIN = re.compile(rf"(?:{_LABEL_PAIR})?({_RUN})(?:\s*[:;,\s]\s*({_RUN}))?", re.IGNORECASE)


def find_gnu_ids(text: str) -> tuple[str | None, str | None]:
    """The position ID and the match ID in a text: alone, paired in either order, or labelled within prose.

    Both are None when the text has neither; a lone word of another length is taken for a damaged position ID.
    """
    position, match = _LABELLED_POSITION.search(text), _LABELLED_MATCH.search(text)
    if position or match:
        return position and position[1], match and match[1]
    found = _PLAIN.fullmatch(text.strip())
    if found is None:
        return None, None
    first, second = found.groups()
    if second is None:
        return (None, first) if len(first) == MATCH_CHARACTERS else (first, None)
    if len(first) == MATCH_CHARACTERS and len(second) == POSITION_CHARACTERS:
        first, second = second, first
    return first, second


def decode_gnu_id(text: str, checkers: int = 15) -> Situation:
    """The situation that a position ID, a match ID or both together tell, labelled or not."""
    position, match = find_gnu_ids(text)
    if position is None and match is None:
        raise InvalidText("notation.unreadable", text=text.strip()[:48])
    situation = Situation() if match is None else decode_match(match)
    if position is None:
        return situation
    return replace(situation, position=decode_position(position, checkers))


def _to_base64(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")


def _from_base64(text: str, characters: int, size: int) -> int:
    if len(text) != characters:
        code = "notation.gnu_length.position" if characters == POSITION_CHARACTERS else "notation.gnu_length.match"
        raise InvalidText(code, text=text[:32], n=len(text), characters=characters)
    if not re.fullmatch(_RUN, text):
        raise InvalidText("notation.gnu_alphabet", text=text)
    raw = base64.b64decode(text + "=" * (-characters % 4))
    if base64.b64encode(raw).decode().rstrip("=") != text:
        raise InvalidText("notation.gnu_bits", text=text)
    return int.from_bytes(raw[:size], "little")
