"""Our own record: one JSON object a line, the first a header, then every event of the match.

    {"format": "tavla-match", "format_version": 1, "match": "..."}
    {"version": 1, "time": 1700000000.0, "seat": null, "type": "match_started", ...}

The same encoding of a fact is used by the store and on the wire. Reading is strict: a field that is missing,
unknown or of another type is refused with the line it stands on. docs/record.md describes every field.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tavla.errors import InvalidInput, InvalidText, TavlaError
from tavla.match import events
from tavla.match import table_facts as table
from tavla.match.events import AnyFact, Event, MatchStarted, Player, Setup
from tavla.match.table_facts import REASONS, Sides
from tavla.rules import facts
from tavla.rules.dice import Roll
from tavla.rules.plays import Move, Play
from tavla.rules.position import Position
from tavla.rules.ruleset import RuleSet, profile
from tavla.rules.stakes import Cube, Score

FORMAT = "tavla-match"
FORMAT_VERSION = 1
MAX_LINE = 16_384
MAX_EVENTS = 200_000
MAX_SIZE = 64 * 1024 * 1024
MAX_NAME = 64

Json = Any
"""A value of the json module."""


class Record(NamedTuple):
    """A match as it is kept: its name and its log."""

    match: str
    events: tuple[Event, ...]


def dumps(record: Record) -> str:
    """The whole record as text, each line ended."""
    header = {"format": FORMAT, "format_version": FORMAT_VERSION, "match": record.match}
    return "".join(_line(row) + "\n" for row in (header, *map(event_to_json, record.events)))


def loads(text: str) -> Record:
    """The record that a text holds; raises `InvalidText` with the line number if it is not one, or is cut short."""
    if len(text) > MAX_SIZE:
        raise InvalidText("record.too_large", size=len(text), most=MAX_SIZE)
    lines = text.split("\n")
    if lines and lines[-1]:
        raise InvalidText("record.cut", line=len(lines))
    rows = list(_rows(lines[:-1]))
    if not rows:
        raise InvalidText("record.empty")
    name = _header(rows[0])
    return Record(name, tuple(_numbered_event(row, line) for line, row in enumerate(rows[1:], start=2)))


def _rows(lines: Iterable[str]) -> Iterator[Mapping[str, Json]]:
    for number, line in enumerate(lines, start=1):
        if number > MAX_EVENTS:
            raise InvalidText("record.too_many", most=MAX_EVENTS)
        yield parse_line(line, number)


def parse_line(line: str, number: int) -> Mapping[str, Json]:
    """One JSON object; raises `InvalidText` for anything else."""
    if len(line) > MAX_LINE:
        raise InvalidText("record.long_line", line=number, most=MAX_LINE)
    try:
        row = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise InvalidText("record.not_json", line=number) from None
    if not isinstance(row, dict):
        raise InvalidText("record.not_json", line=number)
    return row


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _header(row: Mapping[str, Json]) -> str:
    if row.get("format") != FORMAT:
        raise InvalidText("record.no_header", expected=FORMAT)
    version = row.get("format_version")
    if version != FORMAT_VERSION:
        raise InvalidText("record.version", version=str(version)[:32], known=FORMAT_VERSION)
    return _Fields(row).text("match", MAX_NAME)


def _numbered_event(row: Mapping[str, Json], line: int) -> Event:
    try:
        return event_from_json(row)
    except TavlaError as error:
        raise InvalidText("record.bad_event", line=line, reason=str(error)) from error


def _line(row: Mapping[str, Json]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def event_to_json(event: Event) -> dict[str, Json]:
    """An event as a JSON object: its stamp, its type, and the fields of its fact."""
    stamp = {"version": event.version, "time": event.time, "seat": event.seat}
    return stamp | fact_to_json(event.fact)


def event_from_json(row: Mapping[str, Json]) -> Event:
    """The event of a JSON object; raises `InvalidInput` naming the field that is wrong."""
    fields = _Fields(row)
    stamp = fields.integer("version", 1, MAX_EVENTS), fields.seconds("time"), fields.seat_or_none("seat")
    return Event(*stamp, fact_from_json(row))


def fact_to_json(fact: AnyFact) -> dict[str, Json]:
    """A fact as a JSON object with its `type`."""
    codec = _CODECS[type(fact)]
    return {"type": codec.name} | codec.write(fact)


def fact_from_json(row: Mapping[str, Json]) -> AnyFact:
    """The fact of a JSON object; raises `InvalidInput` naming the field that is wrong."""
    codec = _BY_NAME.get(row["type"]) if isinstance(row.get("type"), str) else None
    if codec is None:
        raise InvalidInput("record.no_type", type=str(row.get("type"))[:32])
    return codec.read(_Fields(row))


class _Fields:
    """Strict access to the fields of one JSON object."""

    def __init__(self, row: Mapping[str, Json]) -> None:
        self._row = row

    def _bad(self, name: str) -> InvalidInput:
        return InvalidInput("record.field", field=name, value=str(self._row.get(name))[:64])

    def integer(self, name: str, least: int, most: int) -> int:
        value = self._row.get(name)
        if type(value) is not int or not least <= value <= most:
            raise self._bad(name)
        return value

    def seconds(self, name: str) -> float:
        value = self._row.get(name)
        if type(value) is not int and type(value) is not float:
            raise self._bad(name)
        if not math.isfinite(value) or not 0 <= value < 1e12:
            raise self._bad(name)
        return float(value)

    def seat(self, name: str) -> int:
        return self.integer(name, 0, 1)

    def seat_or_none(self, name: str) -> int | None:
        return None if self._row.get(name) is None else self.seat(name)

    def text(self, name: str, longest: int) -> str:
        value = self._row.get(name)
        if not isinstance(value, str) or len(value) > longest:
            raise self._bad(name)
        return value

    def integers(self, name: str, count: int, least: int, most: int) -> tuple[int, ...]:
        return self._integers(name, self._row.get(name), count, least, most)

    def _integers(self, name: str, value: Json, count: int, least: int, most: int) -> tuple[int, ...]:
        if not isinstance(value, list) or len(value) != count:
            raise self._bad(name)
        if not all(type(number) is int and least <= number <= most for number in value):
            raise self._bad(name)
        return tuple(value)

    def pair(self, name: str, least: int, most: int) -> tuple[int, int]:
        first, second = self.integers(name, 2, least, most)
        return first, second

    def roll(self, name: str) -> Roll:
        return Roll.of(*self.pair(name, 1, 6))

    def moves(self, name: str) -> Play:
        value = self._row.get(name)
        if not isinstance(value, list) or len(value) > 4:
            raise self._bad(name)
        rows = [self._integers(name, move, 4, 0, 25) for move in value]
        return tuple(Move(source, target, die, bool(hit)) for source, target, die, hit in rows)

    def position(self, name: str) -> Position:
        return Position(*self.sides(name))

    def sides(self, name: str) -> Sides:
        value = self._row.get(name)
        if not isinstance(value, list) or len(value) != 2:
            raise self._bad(name)
        first, second = (self._integers(name, side, 26, 0, 15) for side in value)
        if sum(first) > 15 or sum(second) > 15:
            raise self._bad(name)
        Position(first, second).checked()
        return first, second

    def word(self, name: str, words: tuple[str, ...]) -> str:
        value = self.text(name, 32)
        if value not in words:
            raise self._bad(name)
        return value

    def object(self, name: str) -> "_Fields | None":
        value = self._row.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self._bad(name)
        return _Fields(value)

    def rules(self, name: str) -> RuleSet:
        row = self._row.get(name)
        if not isinstance(row, dict):
            raise self._bad(name)
        options = row.get("options")
        if not isinstance(options, dict) or len(options) > 64:
            raise self._bad(name)
        if not all(isinstance(text, str) for text in options.values()):
            raise self._bad(name)
        return profile(_Fields(row).text("profile", 32), options)

    def players(self, name: str) -> tuple[Player, Player]:
        rows = self._row.get(name)
        if not isinstance(rows, list) or len(rows) != 2 or not all(isinstance(row, dict) for row in rows):
            raise self._bad(name)
        first, second = (_player(_Fields(row)) for row in rows)
        return first, second


def _player(fields: _Fields) -> Player:
    bot = None if fields._row.get("bot") is None else fields.text("bot", MAX_NAME)
    return Player(fields.text("name", MAX_NAME), bot)


class _Codec(NamedTuple):
    name: str
    write: Callable[[Any], dict[str, Json]]
    read: Callable[[_Fields], AnyFact]


def _position_to_json(position: Position) -> list[list[int]]:
    return [list(position.mine), list(position.theirs)]


def _setup_to_json(setup: Setup) -> dict[str, Json]:
    return {
        "position": _position_to_json(setup.position),
        "turn": setup.turn,
        "roll": setup.roll and list(setup.roll),
        "cube": {"value": setup.cube.value, "owner": setup.cube.owner},
        "score": {
            "points": list(setup.score.points),
            "crawford": setup.score.crawford,
            "post_crawford": setup.score.post_crawford,
        },
    }


def _setup(fields: _Fields | None) -> Setup | None:
    if fields is None:
        return None
    roll = None if fields._row.get("roll") is None else fields.roll("roll")
    return Setup(fields.position("position"), fields.seat("turn"), roll, _cube(fields), _score(fields))


def _cube(fields: _Fields) -> Cube:
    cube = fields.object("cube")
    if cube is None:
        return Cube()
    value = cube.integer("value", 1, 1 << 30)
    if value & (value - 1):
        raise cube._bad("value")
    return Cube(value, cube.seat_or_none("owner"))


def _score(fields: _Fields) -> Score:
    score = fields.object("score")
    if score is None:
        return Score()
    flags = [score._row.get(name) is True for name in ("crawford", "post_crawford")]
    return Score(score.pair("points", 0, 1 << 30), *flags)


def _rules_to_json(rules: RuleSet) -> dict[str, Json]:
    return {"profile": rules.profile, "options": rules.texts()}


def _started_to_json(fact: MatchStarted) -> dict[str, Json]:
    return {
        "players": [{"name": player.name, "bot": player.bot} for player in fact.players],
        "rules": _rules_to_json(fact.rules),
        "mode": fact.mode,
        "setup": fact.setup and _setup_to_json(fact.setup),
    }


def _started(fields: _Fields) -> MatchStarted:
    mode = fields.text("mode", 16)
    if mode not in ("play", "table"):
        raise fields._bad("mode")
    setup = _setup(fields.object("setup"))
    return MatchStarted(fields.players("players"), fields.rules("rules"), mode, setup)


def _game_to_json(fact: events.GameStarted) -> dict[str, Json]:
    """A game that begins in the usual way needs no `setup`."""
    plain = {"number": fact.number, "starter": fact.starter}
    return plain if fact.setup is None else plain | {"setup": _setup_to_json(fact.setup)}


def _game(fields: _Fields) -> events.GameStarted:
    number, starter = fields.integer("number", 1, MAX_EVENTS), fields.seat_or_none("starter")
    return events.GameStarted(number, starter, _setup(fields.object("setup")))


def _moves_to_json(fact: facts.Played | table.ForgottenPlayed) -> dict[str, Json]:
    return {"moves": [[move.source, move.target, move.die, int(move.hit)] for move in fact.moves]}


def _nothing(fact: AnyFact) -> dict[str, Json]:
    return {}


def _plain(name: str, kind: type[Any]) -> _Codec:
    return _Codec(name, _nothing, lambda fields: kind())


def _by(name: str, kind: type[Any]) -> _Codec:
    return _Codec(name, lambda fact: {"by": fact.seat}, lambda fields: kind(fields.seat("by")))


def _by_referee(name: str, kind: type[Any]) -> _Codec:
    return _Codec(name, lambda fact: {"by": fact.seat}, lambda fields: kind(fields.seat_or_none("by")))


def _board(name: str, kind: type[Any]) -> _Codec:
    return _Codec(
        name,
        lambda fact: {"by": fact.seat, "sides": [list(side) for side in fact.sides]},
        lambda fields: kind(fields.seat("by"), fields.sides("sides")),
    )


_CODECS: dict[type, _Codec] = {
    facts.Thrown: _Codec(
        "thrown", lambda fact: {"dice": list(fact.dice)}, lambda fields: facts.Thrown(fields.pair("dice", 1, 6))
    ),
    facts.Rolled: _Codec(
        "rolled", lambda fact: {"dice": list(fact.roll)}, lambda fields: facts.Rolled(fields.roll("dice"))
    ),
    facts.Played: _Codec("played", _moves_to_json, lambda fields: facts.Played(fields.moves("moves"))),
    facts.Found: _Codec(
        "found",
        lambda fact: {"after": _position_to_json(fact.after)},
        lambda fields: facts.Found(fields.position("after")),
    ),
    facts.Passed: _plain("passed", facts.Passed),
    facts.Doubled: _plain("doubled", facts.Doubled),
    facts.Beavered: _plain("beavered", facts.Beavered),
    facts.Taken: _plain("taken", facts.Taken),
    facts.Dropped: _plain("dropped", facts.Dropped),
    facts.Resigned: _Codec(
        "resigned",
        lambda fact: {"by": fact.seat, "value": int(fact.value)},
        lambda fields: facts.Resigned(fields.seat("by"), fields.integer("value", 1, 3)),
    ),
    facts.Accepted: _plain("accepted", facts.Accepted),
    facts.Refused: _plain("refused", facts.Refused),
    facts.Settled: _Codec("settled", lambda fact: {"by": fact.seat}, lambda fields: facts.Settled(fields.seat("by"))),
    MatchStarted: _Codec("match_started", _started_to_json, _started),
    events.GameStarted: _Codec(
        "game_started",
        _game_to_json,
        _game,
    ),
    events.TakebackAsked: _Codec(
        "takeback_asked", lambda fact: {"by": fact.seat}, lambda fields: events.TakebackAsked(fields.seat("by"))
    ),
    events.TakebackRefused: _plain("takeback_refused", events.TakebackRefused),
    events.TakenBack: _Codec(
        "taken_back",
        lambda fact: {"to": fact.version},
        lambda fields: events.TakenBack(fields.integer("to", 1, MAX_EVENTS)),
    ),
    events.TimeExpired: _Codec(
        "time_expired", lambda fact: {"by": fact.seat}, lambda fields: events.TimeExpired(fields.seat("by"))
    ),
    events.Interrupted: _Codec(
        "interrupted",
        lambda fact: {"seconds": fact.seconds},
        lambda fields: events.Interrupted(fields.seconds("seconds")),
    ),
    events.DiceCommitted: _Codec(
        "dice_committed",
        lambda fact: {"scheme": fact.scheme, "commitment": fact.commitment},
        lambda fields: events.DiceCommitted(fields.text("scheme", MAX_NAME), fields.text("commitment", MAX_NAME)),
    ),
    events.DiceRevealed: _Codec(
        "dice_revealed",
        lambda fact: {"seed": fact.seed},
        lambda fields: events.DiceRevealed(fields.text("seed", MAX_NAME)),
    ),
    events.SessionEnded: _Codec(
        "session_ended", lambda fact: {"by": fact.seat}, lambda fields: events.SessionEnded(fields.seat("by"))
    ),
    table.Cocked: _Codec(
        "cocked",
        lambda fact: {"by": fact.seat, "reason": fact.reason},
        lambda fields: table.Cocked(fields.seat("by"), fields.word("reason", REASONS)),
    ),
    table.DieOnChecker: _by("die_on_checker", table.DieOnChecker),
    table.EarlyRoll: _Codec(
        "early_roll",
        lambda fact: {"by": fact.seat, "dice": list(fact.roll)},
        lambda fields: table.EarlyRoll(fields.seat("by"), fields.roll("dice")),
    ),
    table.Lifted: _by("lifted", table.Lifted),
    table.Demanded: _by_referee("demanded", table.Demanded),
    table.Claimed: _by_referee("claimed", table.Claimed),
    table.LetStand: _by("let_stand", table.LetStand),
    table.ForgottenPlayed: _Codec(
        "forgotten_played",
        lambda fact: {"by": fact.seat} | _moves_to_json(fact),
        lambda fields: table.ForgottenPlayed(fields.seat("by"), fields.moves("moves")),
    ),
    table.PutBack: _by("put_back", table.PutBack),
    table.MixAsked: _by("mix_asked", table.MixAsked),
    table.MixAgreed: _by("mix_agreed", table.MixAgreed),
    table.MixRefused: _by("mix_refused", table.MixRefused),
    table.DieChosen: _Codec(
        "die_chosen",
        lambda fact: {"by": fact.seat, "die": fact.die},
        lambda fields: table.DieChosen(fields.seat("by"), fields.integer("die", 1, 4)),
    ),
    table.SetupFound: _board("setup_found", table.SetupFound),
    table.SetupMended: _by("setup_mended", table.SetupMended),
    table.BoardProposed: _board("board_proposed", table.BoardProposed),
    table.BoardAgreed: _by("board_agreed", table.BoardAgreed),
    table.BoardRefused: _by("board_refused", table.BoardRefused),
    table.CubeVoided: _by("cube_voided", table.CubeVoided),
    table.CubeCentred: _Codec(
        "cube_centred",
        lambda fact: {"by": fact.seat, "value": fact.value},
        lambda fields: table.CubeCentred(fields.seat("by"), fields.integer("value", 2, 1 << 15)),
    ),
}

_BY_NAME: dict[str, _Codec] = {codec.name: codec for codec in _CODECS.values()}

EVENT_TYPES = tuple(_BY_NAME)
"""Every `type` of event that a record can hold."""
