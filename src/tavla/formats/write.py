"""Matches into the form that is asked for, and what each form cannot hold."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tavla.errors import InvalidInput
from tavla.formats.found import Entry, Reading
from tavla.formats.jellyfish import encode_pos
from tavla.formats.mat_write import names_in_text, write_mat
from tavla.formats.native import dumps, event_to_json
from tavla.formats.ogid import encode_ogid
from tavla.formats.outline import Turn, outline, steps_lead_to, what_is_lost
from tavla.formats.sgf import TAGS
from tavla.formats.sgf_write import write_sgf
from tavla.formats.snowie import encode_snowie
from tavla.notation import Situation, encode_fibs, encode_gnu_id, encode_xgid
from tavla.rules import Reason

GNUBG_CUBE = 4096
"""The largest cube that gnubg knows."""

SGF_NOTES = 2
"""The longest name of a property of SGF: longer names of notes are no SGF."""


class Form(NamedTuple):
    """A form that can be written: its writer, the endings of file names, and whether a file holds several matches."""

    write: Callable[[Entry], str]
    endings: tuple[str, ...]
    several: bool


def _sgf(entry: Entry) -> str:
    notes = {
        version: tuple(note for note in notes if len(note.name) <= SGF_NOTES) for version, notes in entry.notes.items()
    }
    return write_sgf(entry.history, entry.tags, notes)


def _json(entry: Entry) -> str:
    row = {
        "match": entry.record.match,
        "tags": dict(entry.tags),
        "events": [event_to_json(event) for event in entry.record.events],
        "notes": {
            str(version): [[note.name, *note.values] for note in notes] for version, notes in entry.notes.items()
        },
    }
    return json.dumps(row, ensure_ascii=False) + "\n"


FORMS: Mapping[str, Form] = {
    "mat": Form(lambda entry: write_mat(entry.history, entry.tags), (".mat",), True),
    "xg-text": Form(lambda entry: write_mat(entry.history, entry.tags, "xg"), (".txt",), True),
    "sgf": Form(_sgf, (".sgf",), True),
    "native": Form(lambda entry: dumps(entry.record), (".jsonl", ".tavla"), False),
    "json": Form(_json, (".json",), True),
}


POSITION_FORMS: Mapping[str, Callable[[Situation, tuple[str, str]], str]] = {
    "xgid": lambda situation, names: encode_xgid(situation),
    "gnubg-id": lambda situation, names: encode_gnu_id(situation),
    "ogid": lambda situation, names: encode_ogid(situation),
    "snowie": encode_snowie,
    "fibs": lambda situation, names: encode_fibs(situation, *(name or "?" for name in names[::-1])),
}
"""Forms of one position, a line each: those of a file of positions, else the last one of each match."""

POSITION_FILE = "pos"
"""The form of a position that is a file by itself, and no text."""


def positions(reading: Reading, form: str) -> str:
    """The positions of a file as lines: its own, else where each of its matches stands."""
    return "".join(f"{POSITION_FORMS[form](situation, names)}\n" for situation, names in _told(reading))


def position_file(reading: Reading) -> bytes:
    """The one position of a file as a file of Jellyfish; raises `InvalidInput` for several."""
    told = _told(reading)
    if len(told) != 1:
        raise InvalidInput("formats.several_positions", n=len(told))
    return encode_pos(*told[0])


def _told(reading: Reading) -> list[tuple[Situation, tuple[str, str]]]:
    if reading.positions:
        names = reading.entries[0].players if len(reading.entries) == len(reading.positions) == 1 else ("", "")
        return [(situation, names) for situation in reading.positions]
    return [(Situation.of(entry.history.match.state), entry.players) for entry in reading.entries]


def form_of(name: str) -> str:
    """The form that a file name asks for; raises `InvalidInput` if it asks for none that is written here."""
    if name.casefold().endswith(f".{POSITION_FILE}"):
        return POSITION_FILE
    found = next((key for key, form in FORMS.items() if name.casefold().endswith(form.endings)), None)
    if found is None:
        raise InvalidInput("formats.no_form", name=name[-64:], forms=", ".join(FORMS))
    return found


def write(entries: Sequence[Entry], form: str) -> str:
    """Matches as one text; raises `InvalidInput` for several where the form holds one."""
    if len(entries) != 1 and not FORMS[form].several:
        raise InvalidInput("formats.several", n=len(entries), form=form)
    return "\n".join(FORMS[form].write(entry) for entry in entries)


def lost(entry: Entry, form: str) -> tuple[Reason, ...]:
    """What of a match a form cannot hold."""
    return tuple(_lost(entry, form))


def _lost(entry: Entry, form: str) -> Iterator[Reason]:
    if form == "json":
        return
    if form == "native":
        if entry.tags:
            yield Reason("formats.lost.tags", {"tags": ", ".join(entry.tags)})
        if entry.notes:
            yield Reason("formats.lost.analysis", {})
        return
    yield from what_is_lost(entry.history)
    if form != "sgf" and names_in_text(entry.history) != entry.players:
        yield Reason("formats.lost.names", {})
    if form in ("mat", "sgf"):
        yield from _lost_in_gnubg(entry, form)
    if form == "sgf":
        known = {tag.casefold() for tag in (*TAGS.values(), *_RULE_TAGS)}
        unknown = [tag for tag in entry.tags if tag.casefold() not in known]
        if unknown:
            yield Reason("formats.lost.tags", {"tags": ", ".join(unknown)})
        yield from _lost_in_sgf(entry)
    if any(form != "sgf" or len(note.name) > SGF_NOTES for notes in entry.notes.values() for note in notes):
        yield Reason("formats.lost.analysis", {})


def _lost_in_gnubg(entry: Entry, form: str) -> Iterator[Reason]:
    """What stands in the file and what gnubg, for which these forms are, takes another way."""
    games = list(outline(entry.history))
    if any(turn.value > GNUBG_CUBE for game in games for turn in game.turns):
        yield Reason("formats.lost.cube", {"most": GNUBG_CUBE})
    if form == "mat" and any(game.was_resigned and _is_forced(game.turns[-1:]) for game in games):
        yield Reason("formats.lost.forced", {})


def _is_forced(last: Sequence[Turn]) -> bool:
    """Whether a game ended on a roll that was not played and could have been played in one way only."""
    turns = [turn.before.continuations for turn in last if turn.kind == "roll" and turn.play is None]
    return any(each is not None and len(each.plays()) == 1 for each in turns)


def _lost_in_sgf(entry: Entry) -> Iterator[Reason]:
    rules = entry.history.match.rules
    options = [name for name, told in (("cube_max", rules.cube_max), ("beavers", rules.beavers)) if told]
    if options:
        yield Reason("formats.lost.rules", {"options": ", ".join(options)})
    if entry.record.events[0].time % 86_400:
        yield Reason("formats.lost.hour", {})
    turns = [turn for game in outline(entry.history) for turn in game.turns if turn.after is not None]
    if any(steps_lead_to(turn) != turn.after for turn in turns):
        yield Reason("formats.lost.steps", {})


_RULE_TAGS = ("Player 1", "Player 2", "EventDate", "EventTime", "Variation", "Crawford", "Jacoby")
"""Tags that an SGF says in its own way; of the time, what is lost is told beside."""
