"""An analysis as properties of SGF, as gnubg reads them: `A` plays, `DA` the cube, `LU` luck, and marks of errors.

    A[0][qtst E ver 3 0.55 0.16 0.01 0.13 0.006 0.155 2C 0 1 0.000000 0]

In a match gnubg wants the cube as chances to win it, everything else as normalised equity. Only levels that are plies
can be said so, and of the answers to a double no beaver; what else there is, is left out, and `left_out` names it.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from tavla.formats.found import Note, Notes
from tavla.formats.sgf import letter_of
from tavla.match.annotation import Candidate, Opinion, Opinions
from tavla.match.events import Event
from tavla.match.match import History
from tavla.rules import Seat, facts

REPLACED = frozenset(("A", "DA", "LU", "GB", "GW", "BM", "DO", "BC", "DC", "IT", "TE", "MR", "CR", "GS", "AP"))
"""What of an analysis that came with a file goes when another takes its place."""

DOUBTFUL, BAD, VERY_BAD = 0.02, 0.04, 0.08
"""From which loss on a decision is marked."""

LUCKY, VERY_LUCKY = 0.3, 0.6
"""From which luck on a roll is marked, and from which misfortune."""

MOST_PLAYS = 250
"""So many plays of one roll are written."""


def with_analysis(history: History, notes: Mapping[int, Notes], said: Opinions) -> dict[int, Notes]:
    """The notes of a match with an analysis in the place of whatever analysis was among them."""
    kept = {version: tuple(each for each in told if not _is_analysis(each)) for version, told in notes.items()}
    for version, told, _ in _analysis(history, said):
        kept[version] = (*kept.get(version, ()), *told)
    return {version: told for version, told in kept.items() if told}


def left_out(history: History, said: Opinions) -> set[int]:
    """The decisions that cannot be said in SGF, by version of the event."""
    return set(said.decisions) - {decided for *_, some in _analysis(history, said) for decided in some}


def brings_analysis(notes: Mapping[int, Notes]) -> bool:
    """Whether an analysis is among the notes of a match."""
    return any(_is_analysis(note) and note.name != "AP" for told in notes.values() for note in told)


def _is_analysis(note: Note) -> bool:
    return note.name in REPLACED or note.name.startswith("XG.")


class _Node(NamedTuple):
    """The properties of a node by the version of the event that it tells (a roll and its play have one), and which
    decisions they say, each by its own."""

    version: int
    notes: Notes
    decided: tuple[int, ...]


def _analysis(history: History, said: Opinions) -> Iterator[_Node]:
    doubled = 0
    events = history.live_events()
    ends = {before.version: event.version for before, event in pairwise(events) if _is_play(event)}
    for event in events:
        version = event.version
        match event.fact:
            case facts.Thrown() | facts.Rolled():
                seat, end = history.at(version).state.turn, ends.get(version, version)
                cube, plays = tuple(_cube(said, version, version)), tuple(_plays(said.decisions.get(end), seat))
                decided = (*((version,) if cube else ()), *((end,) if plays else ()))
                yield _Node(end, (*cube, *plays, *_luck(said.luck.get(version), seat)), decided)
            case facts.Doubled():
                doubled = version
                yield _cube_node(said, doubled, doubled)
            case facts.Taken() | facts.Dropped():
                yield _cube_node(said, doubled, version)


def _cube_node(said: Opinions, offered: int, decided: int) -> _Node:
    notes = tuple(_cube(said, offered, decided))
    return _Node(decided, notes, (decided,) if notes else ())


def _is_play(event: Event) -> bool:
    return isinstance(event.fact, facts.Played | facts.Found)


def _plays(opinion: Opinion | None, seat: Seat) -> Iterator[Note]:
    if opinion is None or opinion.kind != "play":
        return
    shown = list(opinion.candidates[:MOST_PLAYS])
    made = opinion.made
    if made is not None and made not in shown:
        shown[-1] = made
    told = [text for each in shown if (text := _play(each, seat)) is not None]
    if len(told) == len(shown):
        yield Note("A", (str(shown.index(made)) if made is not None else "0", *told))
        yield from _mark(opinion.loss, "BM", "DO")


def _play(candidate: Candidate, seat: Seat) -> str | None:
    plies = _plies(candidate.level)
    if candidate.equity is None or candidate.chances is None or plies is None:
        return None
    letters = "".join(letter_of(point, seat) for step in candidate.steps for point in step)
    numbers = " ".join(_number(each) for each in (*candidate.chances, candidate.equity))
    return f"{letters} E ver 3 {numbers} {plies}C 0 1 0.000000 0"


def _cube(said: Opinions, offered: int, decided: int) -> Iterator[Note]:
    """The cube, by the numbers of whoever may double: beside a roll, a double, and the answer to it."""
    opinion, decision = said.decisions.get(offered), said.decisions.get(decided)
    if opinion is None or decision is None or opinion.kind != "double" or len(opinion.candidates) < 2:
        return
    held, doubled = opinion.candidates[:2]
    rows, plies = [_seven(each) for each in (held, doubled)], _plies(held.level)
    if plies is not None and None not in rows:
        yield Note("DA", (f"E ver 3 {plies}C 1 0.000000 0 {rows[0]} {rows[1]}",))
        yield from _mark(decision.loss, "BC", "DC")


def _seven(candidate: Candidate) -> str | None:
    """Five chances, the equity without the cube, and the worth with it."""
    worth = candidate.equity if candidate.match_chance is None else candidate.match_chance
    if candidate.chances is None or worth is None:
        return None
    return " ".join(_number(each) for each in (*candidate.chances, candidate.chances.equity(), worth))


def _luck(luck: float | None, seat: Seat) -> Iterator[Note]:
    if luck is None:
        return
    yield Note("LU", (f"{luck:.5f}",))
    if abs(luck) >= LUCKY:
        name = "GW" if (luck > 0) == (seat == 0) else "GB"
        yield Note(name, ("2" if abs(luck) >= VERY_LUCKY else "1",))


def _mark(loss: float | None, bad: str, doubtful: str) -> Iterator[Note]:
    if loss is not None and loss >= BAD:
        yield Note(bad, ("2" if loss >= VERY_BAD else "1",))
    elif loss is not None and loss >= DOUBTFUL:
        yield Note(doubtful, ("",))


def _plies(level: str) -> int | None:
    found = re.fullmatch(r"(\d)-ply", level)
    return None if found is None else int(found[1])


def _number(value: float) -> str:
    return f"{value:.6f}"
