"""One match of a file as JSON and back: its record, its tags and its notes, for whoever sends or keeps it."""

from collections.abc import Mapping
from typing import Any

from tavla.formats.found import Entry, Note
from tavla.formats.native import dumps, loads
from tavla.match.match import History

Json = Any


def entry_to_json(entry: Entry) -> dict[str, Json]:
    """Everything that was read of a match."""
    return {
        "record": dumps(entry.record),
        "tags": dict(entry.tags),
        "notes": {version: [[note.name, *note.values] for note in notes] for version, notes in entry.notes.items()},
    }


def entry_from_json(row: Mapping[str, Json]) -> Entry:
    """The match of what `entry_to_json` made, once it went through JSON."""
    record = loads(row["record"])
    notes = {
        int(version): tuple(Note(name, tuple(values)) for name, *values in notes)
        for version, notes in row["notes"].items()
    }
    return Entry(record, History(record.events), row["tags"], notes)
