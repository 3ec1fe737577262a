"""Which format a file has, told by what it holds and never by its name, and the one door through which all are read.

The names mean nothing: match text comes as `.txt`, `.mat` and even `.xg`, and `.gam` stands for three formats.
"""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from tavla.errors import InvalidText, TavlaError
from tavla.formats import mat
from tavla.formats.compose import compose
from tavla.formats.diagnostics import Diagnostics
from tavla.formats.encoding import MAX_FILE, check_size, decode
from tavla.formats.found import Entry, FoundMatch, Reading
from tavla.formats.jellyfish import decode_pos, is_jellyfish
from tavla.formats.native import FORMAT, loads
from tavla.formats.position import FoundPosition, as_matches, is_position_text, read_positions
from tavla.formats.sgf import read_sgf
from tavla.formats.sgf_tree import is_sgf
from tavla.formats.xg import read_xg
from tavla.formats.xg_archive import is_xg
from tavla.match.match import History

MAX_HEAD = 20_000
"""So much of a text is looked at to tell its format."""


class TextForm(NamedTuple):
    """A format of text: its name, how it is recognised, and how its matches are read."""

    name: str
    fits: Callable[[str], bool]
    read: Callable[[str, Diagnostics], Iterable[FoundMatch]]


TEXT_FORMS = (
    TextForm("sgf", is_sgf, read_sgf),
    TextForm("mat", mat.is_match_text, mat.read_matches),
    TextForm("gam", mat.is_single_game, mat.read_game),
)
"""In the order in which they are tried."""


def read(data: bytes, encoding: str | None = None) -> Reading:
    """The matches of a file, whatever format it has.

    `encoding` overrules the guess for text. Raises `InvalidText` for what is no match and no position; anything
    odd that can be lived with is a diagnostic.
    """
    check_size(len(data))
    if not data.strip():
        raise InvalidText("formats.empty")
    if is_xg(data):
        diagnostics = Diagnostics()
        return Reading("xg", compose(read_xg(data, diagnostics), diagnostics, stem(data)), diagnostics)
    if is_jellyfish(data):
        jellyfish = decode_pos(data)
        found = FoundPosition(jellyfish.situation, jellyfish.names)
        return _positions("pos", [found], Diagnostics(), stem(data))
    return _read_text(data, encoding)


def read_file(file: Path, encoding: str | None = None) -> Reading:
    """The matches in a file, of which no more is taken into memory than may be read."""
    with file.open("rb") as stream:
        return read(stream.read(MAX_FILE + 1), encoding)


def _read_text(data: bytes, encoding: str | None) -> Reading:
    text, found = decode(data, encoding)
    if text.lstrip().startswith("{") and FORMAT in text[:MAX_HEAD]:
        return _read_native(text, found)
    diagnostics = Diagnostics()
    form = next((form for form in TEXT_FORMS if form.fits(text[:MAX_HEAD])), None)
    if form is None:
        if not is_position_text(text[:MAX_HEAD]):
            raise InvalidText("formats.unknown")
        return _positions("position", read_positions(text, diagnostics), diagnostics, stem(data), found)
    entries = compose(form.read(text, diagnostics), diagnostics, stem(data))
    return Reading(form.name, entries, diagnostics, found)


def _positions(
    form: str, positions: list[FoundPosition], diagnostics: Diagnostics, name: str, encoding: str | None = None
) -> Reading:
    entries = compose(as_matches(positions), diagnostics, name)
    return Reading(form, entries, diagnostics, encoding, tuple(each.situation for each in positions))


def _read_native(text: str, encoding: str) -> Reading:
    record = loads(text)
    if not record.events:
        raise InvalidText("record.empty")
    history = History()
    for event in record.events:
        try:
            history.append(event)
        except TavlaError as error:
            raise InvalidText("record.bad_event", line=event.version + 1, reason=str(error)) from error
    entry = Entry(record, history, {}, {})
    return Reading("native", (entry,), Diagnostics(), encoding)


def stem(data: bytes) -> str:
    """What the names of the records of a file begin with: the same for the same bytes."""
    return "f" + hashlib.sha256(data).hexdigest()[:9]
