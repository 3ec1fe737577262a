"""What can happen in a game. A fact is complete: dice are in it, and nothing about it is left to chance."""

from dataclasses import dataclass

from tavla.rules.dice import Roll
from tavla.rules.plays import Play
from tavla.rules.position import Position
from tavla.rules.stakes import Seat


@dataclass(frozen=True, slots=True)
class Thrown:
    """The opening throw: one die each, by seat. Equal dice are thrown again."""

    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rolled:
    """The player on roll has thrown both dice."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Played:
    """The player on roll has made a whole play; no moves when nothing could be played (gele)."""

    moves: Play


@dataclass(frozen=True, slots=True)
class Found:
    """A turn that ended on a board which no legal play leads to, and was let stand: seen by the next player."""

    after: Position


@dataclass(frozen=True, slots=True)
class Passed:
    """A closed-out player did not roll."""


@dataclass(frozen=True, slots=True)
class Doubled:
    """The player on roll offers the cube at twice its value."""


@dataclass(frozen=True, slots=True)
class Beavered:
    """The player who was doubled (or beavered) doubles again at once."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The offered cube is accepted."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The offered cube is refused: the game is lost at its value before the offer."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player offers to lose the game as tek, mars or katmerli mars (1, 2, 3)."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """The offered resignation is accepted."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The offered resignation is refused; the game goes on."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A race that is decided for certain is ended without playing it out ("oyun belli")."""

    seat: Seat


Fact = (
    Thrown
    | Rolled
    | Played
    | Found
    | Passed
    | Doubled
    | Beavered
    | Taken
    | Dropped
    | Resigned
    | Accepted
    | Refused
    | Settled
)
