"""The socket of the store: what a table needs of whatever keeps its log."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from tavla.formats.native import Record
from tavla.match.events import Event
from tavla.rules.stakes import Seat


class Kept(NamedTuple):
    """Everything kept of one match: the record, and what only the server may see.

    `tokens` are hashes of the seats' tokens, `secret` is the seed of its dice, `commands` maps the id of every
    command that was carried out to the version of the last event that it made.
    """

    record: Record
    tokens: Mapping[Seat, str]
    secret: str
    commands: Mapping[str, int]


class Summary(NamedTuple):
    """A line of the list of matches. `about` is what the last writer said of it, as JSON text."""

    match: str
    created: float
    updated: float
    events: int
    about: str


class Store(Protocol):
    """Append and load. Every call is one transaction: when it returns, what it wrote survives a crash."""

    def create(self, match: str, events: Sequence[Event], tokens: Mapping[Seat, str], secret: str, about: str) -> None:
        """Keep a new match with all its events so far, at least one; raises `IllegalAction` if the name is taken."""
        ...

    def append(self, match: str, events: Sequence[Event], about: str, command: str | None = None) -> None:
        """Keep further events, all or none; raises `IllegalAction` if one with that version is there already."""
        ...

    def load(self, match: str) -> Kept:
        """Everything kept of a match; raises `NotFound`."""
        ...

    def matches(self, limit: int = 100, offset: int = 0) -> list[Summary]:
        """The matches, the last changed first."""
        ...

    def close(self) -> None:
        """Let go of the database."""
        ...
