"""What the program that wrote a file thought of the match: the notes of an entry read as opinions.

gnubg says it in properties of SGF (`A` plays, `DA` the cube, `LU` luck), XG in notes named `XG.`. Of the cube in a
match gnubg gives chances to win the match, where everything else is normalised equity.
"""

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tavla.errors import InvalidInput
from tavla.formats.found import Entry, Note, Notes
from tavla.formats.sgf import point_of
from tavla.match.annotation import Candidate, Opinion, Opinions
from tavla.match.events import AnyFact
from tavla.match.verdict import Step, board_after
from tavla.notation import format_play
from tavla.notation.plays import read_steps
from tavla.rules import BAR, Chances, Move, Position, State, facts

XG_LEVELS = {
    12: "3-ply red",
    100: "rollout",
    998: "book",
    999: "book",
    1000: "Roller",
    1001: "Roller+",
    1002: "Roller++",
}
"""How XG calls its levels; 0 to 6 are 1-ply to 7-ply, counted from 1."""

PROGRAMS = {"gnu backgammon": "gnubg"}
"""Programs that go by a shorter name than their files give them."""

MOST = 1000.0
"""No equity is as large as this; XG writes it where it did not look."""

Candidates = tuple[Candidate, ...]

_PLIES = re.compile(r"(\d{1,2})C?")
_HOPS = re.compile(r"(?:[a-yA-Y][a-zA-Z]){1,8}")


def opinions(entry: Entry) -> Opinions:
    """All that the notes of an entry say; what makes no sense is passed over."""
    return _Reader(entry).read()


class _Reader:
    """Event after event; an opinion about a roll stands in the notes of the play that followed."""

    def __init__(self, entry: Entry) -> None:
        self._history, self._notes = entry.history, entry.notes
        self._in_match = entry.history.match.rules.length.target is not None
        self._program = "gnubg"
        self._decisions: dict[int, Opinion] = {}
        self._luck: dict[int, float] = {}

    def read(self) -> Opinions:
        rolled = 0
        doubled: Notes = ()
        for before, event in pairwise(self._history.live_events()):
            notes = self._notes.get(event.version, ())
            self._name(notes)
            state = self._history.at(before.version).state
            match event.fact:
                case facts.Thrown() | facts.Rolled():
                    rolled = event.version
                    self._rolled(rolled, event.fact, notes)
                case facts.Played() | facts.Found():
                    self._rolled(rolled, self._history.events[rolled - 1].fact, notes)
                    self._played(event.version, state, event.fact, notes)
                case facts.Doubled():
                    doubled = notes
                    self._cube(event.version, "double", 1, notes)
                case facts.Taken() | facts.Dropped() if state.offer is not None and not state.offer.beavers:
                    self._cube(event.version, "take", int(isinstance(event.fact, facts.Dropped)), doubled + notes)
        return Opinions(self._decisions, self._luck)

    def _name(self, notes: Notes) -> None:
        for name, values in notes:
            if name == "AP" and values:
                self._program = PROGRAMS.get(said := values[0].partition(":")[0].strip().casefold(), said[:32])

    def _rolled(self, version: int, fact: AnyFact, notes: Notes) -> None:
        """Whether to roll was right, and how lucky the roll was."""
        if isinstance(fact, facts.Rolled):
            self._cube(version, "double", 0, notes)
        for name, values in notes:
            place = {"LU": 0, "XG.move": 1}.get(name)
            luck = None if place is None or len(values) <= place else _number(values[place])
            if luck is not None:
                self._luck[version] = luck

    def _cube(self, version: int, kind: str, chosen: int, notes: Notes) -> None:
        for note in notes:
            seen = self._cube_seen(note)
            if seen:
                program = "XG" if note.name == "XG.cube" else self._program
                self._decisions[version] = Opinion(program, kind, seen if kind == "double" else _answers(seen), chosen)

    def _cube_seen(self, note: Note) -> Candidates:
        """No double, double and take, double and drop, for whoever may double; nothing if the note tells none."""
        if note.name == "DA" and note.values:
            return _gnubg_cube(note.values[0], in_match=self._in_match)
        return _xg_cube(note.values) if note.name == "XG.cube" else ()

    def _played(self, version: int, state: State, fact: facts.Played | facts.Found, notes: Notes) -> None:
        after = fact.after if isinstance(fact, facts.Found) else _after(state, _steps(fact))
        gnubg = next((note.values for note in notes if note.name == "A"), ())
        xg = [note.values for note in notes if note.name == "XG.candidate"]
        seen = [_gnubg_play(value, state) for value in gnubg] + [_xg_play(values, state) for values in xg]
        candidates = tuple(each for each in seen if each is not None)
        if candidates:
            chosen = next((place for place, each in enumerate(candidates) if each.after == after), None)
            self._decisions[version] = Opinion("XG" if xg else self._program, "play", candidates, chosen)


def _steps(played: facts.Played) -> list[Step]:
    return [(move.source, move.target) for move in played.moves]


def _after(state: State, steps: list[Step]) -> Position | None:
    try:
        return board_after(state.position, steps)
    except InvalidInput:
        return None


def _answers(seen: Candidates) -> Candidates:
    """A double in the eyes of whoever answers it: to take or to drop."""
    _, taken, dropped = seen
    return _turned(taken, "take"), _turned(dropped, "drop")


def _turned(candidate: Candidate, name: str) -> Candidate:
    chance, equity, chances = candidate.match_chance, candidate.equity, candidate.chances
    return candidate._replace(
        name=name,
        equity=None if equity is None else -equity,
        match_chance=None if chance is None else 1.0 - chance,
        chances=None if chances is None else chances.flip(),
    )


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and abs(value) < MOST else None


def _numbers(texts: Sequence[str]) -> list[float] | None:
    found = [value for text in texts if (value := _number(text)) is not None]
    return found if len(found) == len(texts) else None


def _chances(numbers: Sequence[float]) -> Chances | None:
    """Five chances in our order; None if no chances can be so."""
    found = Chances(*numbers)
    return found if all(0.0 <= each <= 1.0 for each in found) else None


class _Seen(NamedTuple):
    """What gnubg says of one choice: how far it looked, what it is worth as it says, and the chances."""

    level: str
    worth: float
    chances: Chances | None


def _gnubg_evaluations(words: Sequence[str], count: int) -> list[_Seen]:
    """`count` evaluations: `E ver 3`, seven numbers each after the level for the cube and six before it for a play; or
    a rollout, `X ver 3`, with `Output` before the seven numbers of each."""
    if not words or words[0] not in ("E", "X"):
        return []
    rest = list(words[3:] if words[1:2] == ["ver"] else words[1:])
    if words[0] == "X":
        return _rolled_out(rest, count)
    place = 6 if count == 1 else 0
    if len(rest) <= place or not _PLIES.fullmatch(rest[place]):
        return []
    level = f"{rest[place].rstrip('C')}-ply"
    starts = [0] if count == 1 else range(4, 4 + 7 * count, 7)
    shift = 5 if count == 1 else 6
    rows = [(_numbers(rest[at : at + 5]), _numbers(rest[at + shift : at + shift + 1])) for at in starts]
    return [_Seen(level, worth[0], _chances(chances)) for chances, worth in rows if chances and worth]


def _rolled_out(words: list[str], count: int) -> list[_Seen]:
    trials = words[words.index("Trials") + 1] if "Trials" in words[:-1] else ""
    level = f"rollout {trials}" if trials.isdecimal() else "rollout"
    starts = [place + 1 for place, word in enumerate(words) if word == "Output"]
    rows = [_numbers(words[at : at + 7]) for at in starts]
    score = _numbers(words[1:2]) if words[:1] == ["Score"] else None
    seen = [_Seen(level, row[6], _chances(row[:5])) for row in rows if row and len(row) == 7]
    if score and seen:
        seen[0] = seen[0]._replace(worth=score[0])
    return seen if len(seen) == count else []


def _gnubg_cube(value: str, *, in_match: bool) -> Candidates:
    seen = _gnubg_evaluations(value.split(), 2)
    if len(seen) != 2:
        return ()
    named = [
        Candidate(name, None, each.worth, each.chances, each.level)
        if in_match
        else Candidate(name, each.worth, None, each.chances, each.level)
        for name, each in zip(("roll", "double"), seen, strict=True)
    ]
    return (*named, Candidate("drop", 1.0, None, None, named[1].level))


def _gnubg_play(value: str, state: State) -> Candidate | None:
    hops, _, rest = value.partition(" ")
    seen = _gnubg_evaluations(rest.split(), 1)
    if not seen or not _HOPS.fullmatch(hops):
        return None
    points = [point_of(letter, state.turn) for letter in hops]
    steps = list(zip(points[::2], points[1::2], strict=True))
    return _play(state, steps, seen[0].worth, seen[0].chances, seen[0].level)


def _play(state: State, steps: list[Step], worth: float, chances: Chances | None, level: str) -> Candidate | None:
    after = _after(state, steps)
    if after is None:
        return None
    blots = {BAR - point for point in range(1, BAR) if state.position.theirs[point] == 1}
    moves = tuple(Move(source, target, 0, target in blots) for source, target in steps)
    return Candidate("play", worth, None, chances, level, format_play(moves), after, tuple(steps))


def _xg_level(text: str) -> str:
    number = int(text) if re.fullmatch(r"\d{1,4}", text) else -1
    return f"{number + 1}-ply" if 0 <= number <= 6 else XG_LEVELS.get(number, "")


def _xg_chances(text: str) -> tuple[Chances | None, float | None]:
    """XG's seven numbers: lose bg, lose gammon, lose, win, win gammon, win bg, equity."""
    numbers = _numbers(text.split())
    if numbers is None or len(numbers) != 7:
        return None, None
    lost_backgammon, lost_gammon, _, win, gammon, backgammon, equity = numbers
    return _chances((win, gammon, backgammon, lost_gammon, lost_backgammon)), equity


def _xg_cube(values: Sequence[str]) -> Candidates:
    if len(values) < 8:
        return ()
    equities = _numbers(values[2:5])
    if equities is None:
        return ()
    level = _xg_level(values[5])
    chances = [_xg_chances(text)[0] for text in values[6:8]] + [None]
    names = ("roll", "double", "drop")
    return tuple(
        Candidate(name, equity, None, each, level) for name, equity, each in zip(names, equities, chances, strict=True)
    )


def _xg_play(values: Sequence[str], state: State) -> Candidate | None:
    if len(values) != 3:
        return None
    chances, equity = _xg_chances(values[2])
    try:
        steps = [hop for step in read_steps(values[0], forwards=False) for hop in step.hops]
    except InvalidInput:
        return None
    return None if equity is None else _play(state, steps, equity, chances, _xg_level(values[1]))
