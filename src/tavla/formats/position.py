"""Positions in files: the texts that programs copy, lines of IDs, and how a position becomes a match.

Whatever language a position text is in, the IDs in it are the same: only they are read.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tavla.errors import InvalidInput, InvalidText
from tavla.formats.diagnostics import Diagnostics, Place, quoted
from tavla.formats.found import Deed, FoundGame, FoundMatch
from tavla.formats.ogid import decode_ogid, is_ogid
from tavla.formats.snowie import decode_snowie, is_snowie
from tavla.match.events import Setup
from tavla.notation.fibs import decode_fibs
from tavla.notation.reading import read_position
from tavla.notation.situation import Situation
from tavla.rules import Cube, Reason

MAX_POSITIONS = 1000
_XGID = re.compile(r"XGID=[^\s,\"]+", re.IGNORECASE)
_OFFERS = {None: 0, "double": 1, "beaver": 2, "raccoon": 3}


class FoundPosition(NamedTuple):
    """A position of a file: the situation, the names by seat as far as they are told, and the line."""

    situation: Situation
    names: tuple[str, str] = ("", "")
    place: Place = Place()


def is_position_text(text: str) -> bool:
    """Whether a text holds an ID of a position."""
    if _XGID.search(text) or "board:" in text or is_ogid(text) or is_snowie(text):
        return True
    try:
        return read_position(text[:4096]).position is not None
    except InvalidInput:
        return False


def read_positions(text: str, diagnostics: Diagnostics) -> list[FoundPosition]:
    """Every position of a text; raises as the notation does where the only one is wrong."""
    lines = list(enumerate(text.split("\n"), start=1))
    marked = [(number, line) for number, line in lines if _is_marked(line)]
    if not marked:
        return [FoundPosition(read_position(text))]
    found: list[FoundPosition] = []
    for number, line in marked[:MAX_POSITIONS]:
        try:
            found.append(_of_line(line, Place(number, 1)))
        except InvalidInput as error:
            if len(marked) == 1:
                raise
            diagnostics.add(
                Reason("formats.bad_position", {"text": quoted(line)}),
                Place(number, 1),
                Reason(error.code, error.values),
            )
    if not found:
        raise InvalidText("formats.unknown")
    return found


def _is_marked(line: str) -> bool:
    return bool(_XGID.search(line)) or line.lstrip().startswith("board:") or is_snowie(line) or is_ogid(line)


def _of_line(line: str, place: Place) -> FoundPosition:
    xgid = _XGID.search(line)
    if xgid is not None:
        return FoundPosition(read_position(xgid[0]), place=place)
    if line.lstrip().startswith("board:"):
        board = decode_fibs(line)
        return FoundPosition(board.situation, (board.opponent, board.you), place)
    if is_snowie(line):
        snowie = decode_snowie(line)
        return FoundPosition(snowie.situation, snowie.names, place)
    return FoundPosition(decode_ogid(line), place=place)


def as_matches(positions: list[FoundPosition]) -> Iterator[FoundMatch]:
    """Each position as a match that begins on it; none for a game that is over."""
    for each in positions:
        position = each.situation.position
        if position is not None and not position.winner_is_known:
            yield _match(each)


def _match(found: FoundPosition) -> FoundMatch:
    situation, place = found.situation, found.place
    position = situation.position
    assert position is not None
    turn = 0 if situation.turn is None else situation.turn
    deeds = [
        Deed("double" if number == 0 else "beaver", turn if number % 2 == 0 else 1 - turn, place)
        for number in range(_OFFERS[situation.offer])
    ]
    if situation.roll is not None and not deeds:
        deeds = [Deed("roll", turn, place, situation.roll)]
    setup = Setup(position, turn, None, situation.cube or Cube())
    game = FoundGame(place, situation.score or (0, 0), setup=setup, deeds=deeds)
    length = situation.length or 0
    if length > 1:
        game.crawford = bool(situation.crawford)
    return FoundMatch(
        found.names,
        length,
        [game],
        jacoby=bool(situation.jacoby),
        beavers=bool(situation.beavers),
        cube_max=situation.cube_max,
        place=place,
    )
