"""A match as a file tells it, before the rules have looked at it: the common ground of all readers.

A reader knows one format and no rules; `compose` knows the rules and no format.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tavla.formats.diagnostics import Diagnostics, Place
from tavla.formats.native import Record
from tavla.match.events import Setup
from tavla.match.match import History
from tavla.notation.situation import Situation
from tavla.rules import Position, Roll, Seat


class Note(NamedTuple):
    """What a file says about an event beside the event itself, word for word: a name and its values."""

    name: str
    values: tuple[str, ...]


Notes = tuple[Note, ...]


class Deed(NamedTuple):
    """One thing that a file says was done: `kind` is roll, double, beaver, take, drop or board.

    `play` is the written play of a roll, None when the file does not say how it was played; `after` the board that
    the file gives after it, seen by the next player; `value` the value of an offered cube, 0 if it is not told.
    A `board` puts up a `setup` in the middle of a game.
    """

    kind: str
    seat: Seat
    place: Place = Place()
    roll: Roll | None = None
    play: str | None = None
    after: Position | None = None
    value: int = 0
    setup: Setup | None = None
    notes: Notes = ()


class Ending(NamedTuple):
    """How a file says that a game ended: the points (0 if not told), and who won or gave up as far as it tells.

    `column` is the seat in whose column a result stands that names nobody; `how` is empty, resigned or forfeit.
    """

    points: int = 0
    winner: Seat | None = None
    loser: Seat | None = None
    column: Seat | None = None
    how: str = ""
    place: Place = Place()


@dataclass(slots=True)
class FoundGame:
    """One game of a file. `score` is the score before it, `setup` a board on which it begins."""

    place: Place = field(default_factory=Place)
    score: tuple[int, int] | None = None
    crawford: bool | None = None
    setup: Setup | None = None
    deeds: list[Deed] = field(default_factory=list)
    ending: Ending | None = None
    notes: Notes = ()


@dataclass(slots=True)
class FoundMatch:
    """One match of a file; None stands for what the file does not tell. A `length` of 0 is money."""

    names: tuple[str, str] = ("", "")
    length: int = 0
    games: list[FoundGame] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    variant: str = "backgammon"
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    cube: bool | None = None
    cube_max: int | None = None
    time: float = 0.0
    place: Place = field(default_factory=Place)


@dataclass(frozen=True)
class Entry:
    """One match read: its record, the same as a history, the tags of the file, and notes by version of the event."""

    record: Record
    history: History
    tags: Mapping[str, str]
    notes: Mapping[int, Notes]

    @property
    def players(self) -> tuple[str, str]:
        """The names of both players, by seat."""
        first, second = self.history.match.started.players
        return first.name, second.name


@dataclass(frozen=True)
class Reading:
    """A file read: which format it has, its matches, its positions, and everything that is odd about it.

    A file of positions gives each both as a `Situation` and as a match that begins on it.
    """

    form: str
    entries: tuple[Entry, ...]
    diagnostics: Diagnostics
    encoding: str | None = None
    positions: tuple[Situation, ...] = ()
