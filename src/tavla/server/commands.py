"""What is asked of a table: actions and the commands that carry them, read strictly before any rule is asked."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tavla.errors import InvalidInput
from tavla.rules.stakes import Seat

Json = Any
"""A value of the json module."""

Step = tuple[int, int]
"""One checker moved: the point that it leaves and the die that it uses."""

MAX_TEXT = 200
MAX_ARGUMENTS = 8
MAX_VERSION = 1 << 31
_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_NAME = re.compile(r"[a-z_]{1,32}")

PLAIN = frozenset(
    (
        "roll",
        "double",
        "take",
        "drop",
        "beaver",
        "pass",
        "accept",
        "refuse",
        "settle",
        "takeback",
        "next_game",
        "end_session",
    )
)
"""The actions that are said with one word."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat wants to do. `moves` or `text` belong to a play, `value` to a resignation; `arguments` are
    those of the acts at a table with real dice."""

    type: str
    moves: tuple[Step, ...] | None = None
    text: str | None = None
    value: int = 0
    arguments: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Command:
    """An action with the name that makes it happen once only, and the version of the match it was meant for."""

    id: str
    version: int
    seat: Seat
    action: Action


def read_command(row: Mapping[str, Json]) -> Command:
    """The command of a JSON object; raises `InvalidInput` naming the field that is wrong."""
    return Command(
        read_id(row),
        _integer(row, "version", 0, MAX_VERSION),
        _integer(row, "seat", 0, 1),
        read_action(row.get("action")),
    )


def read_id(row: Mapping[str, Json]) -> str:
    """The `id` by which a message is answered."""
    name = row.get("id")
    if not is_id(name):
        raise _bad("id", name)
    return str(name)


def is_id(name: Json) -> bool:
    """Whether a value can name a message."""
    return isinstance(name, str) and _ID.fullmatch(name) is not None


def read_action(row: Json) -> Action:
    """The action of a JSON object. A type that we do not know is left to the table, which may be one for real dice."""
    if not isinstance(row, Mapping):
        raise _bad("action", row)
    name = row.get("type")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise _bad("type", name)
    return _READERS.get(name, _other)(name, row)


def read_steps(value: Json) -> tuple[Step, ...]:
    """The moves of a play: [[source, die], ...], at most four."""
    if not isinstance(value, list) or len(value) > 4:
        raise _bad("moves", value)
    return tuple(_step(pair) for pair in value)


def _step(pair: Json) -> Step:
    if not isinstance(pair, list) or len(pair) != 2:
        raise _bad("moves", pair)
    source, die = pair
    if type(source) is not int or type(die) is not int or not 1 <= source <= 25 or not 1 <= die <= 6:
        raise _bad("moves", pair)
    return source, die


def _plain(name: str, row: Mapping[str, Json]) -> Action:
    return Action(name)


def _play(name: str, row: Mapping[str, Json]) -> Action:
    text = row.get("text")
    if text is None:
        return Action(name, moves=read_steps(row.get("moves")))
    if not isinstance(text, str) or len(text) > MAX_TEXT or "moves" in row:
        raise _bad("text", text)
    return Action(name, text=text)


def _resign(name: str, row: Mapping[str, Json]) -> Action:
    return Action(name, value=_integer(row, "value", 1, 3))


def _other(name: str, row: Mapping[str, Json]) -> Action:
    arguments = {key: value for key, value in row.items() if key != "type"}
    if len(arguments) > MAX_ARGUMENTS:
        raise _bad("action", ", ".join(map(str, arguments)))
    return Action(name, arguments=MappingProxyType(arguments))


_READERS: Mapping[str, Callable[[str, Mapping[str, Json]], Action]] = {
    **dict.fromkeys(PLAIN, _plain),
    "play": _play,
    "resign": _resign,
}


def _integer(row: Mapping[str, Json], name: str, least: int, most: int) -> int:
    value = row.get(name)
    if type(value) is not int or not least <= value <= most:
        raise _bad(name, value)
    return value


def _bad(name: str, value: Json) -> InvalidInput:
    return InvalidInput("server.field", field=name, value=str(value)[:64])
