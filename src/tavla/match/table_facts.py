"""What can happen at a table with real dice, beside the facts of the game itself: the acts that a referee hears of.

A `seat` is who did it, or whom it concerns; None is the referee. Points are counted in their owner's numbering, and a
board is the checkers by seat.
"""

from dataclasses import dataclass

from tavla.rules.dice import Roll
from tavla.rules.plays import Play
from tavla.rules.position import Side
from tavla.rules.stakes import Seat

Sides = tuple[Side, Side]
"""The checkers by seat, each in their owner's numbering."""

REASONS = ("tilted", "on_checker", "outside")
"""Why dice do not count: they lean or cannot be read, lie on a checker, or left the playing half."""


@dataclass(frozen=True, slots=True)
class Cocked:
    """A throw did not count: both dice are thrown again."""

    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class DieOnChecker:
    """A die lies flat on a checker, and counts at this table: the roll that follows stands."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EarlyRoll:
    """A player threw before the other had ended his turn."""

    seat: Seat
    roll: Roll


@dataclass(frozen=True, slots=True)
class Lifted:
    """A player took his dice up: his turn is over, the roll stands, and what he has played is entered next."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Demanded:
    """A play that left a number out has to be completed."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Claimed:
    """An illegal play was pointed out in time: it is made anew with the same roll."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class LetStand:
    """A player lets the other's play stand, although something is wrong with it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ForgottenPlayed:
    """A player plays, with his own checkers and before his roll, the number that the other forgot."""

    seat: Seat
    moves: Play


@dataclass(frozen=True, slots=True)
class PutBack:
    """What could never be played (backwards, another's checker, off too early) is put right later."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MixAsked:
    """A player wants the four dice mixed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MixAgreed:
    """The other player agrees; the four dice go into one cup."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MixRefused:
    """The other player does not agree; everybody keeps his dice."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DieChosen:
    """A player takes one of the mixed dice, 1 to 4."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True)
class SetupFound:
    """The game was begun from a wrong set-up: so the checkers stand."""

    seat: Seat
    sides: Sides


@dataclass(frozen=True, slots=True)
class SetupMended:
    """The wrong set-up is put right in time: each checker that stood wrong goes where it belongs."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BoardProposed:
    """A player proposes that the checkers should stand so; it takes the other's agreement."""

    seat: Seat
    sides: Sides


@dataclass(frozen=True, slots=True)
class BoardAgreed:
    """The other player agrees: the checkers stand as proposed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BoardRefused:
    """The other player does not agree; the checkers stay where they are."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CubeVoided:
    """A player doubled although he was not allowed to: it never happened."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CubeCentred:
    """The cube was found turned although nobody has doubled: it is centred again at its value."""

    seat: Seat
    value: int


TableFact = (
    Cocked
    | DieOnChecker
    | EarlyRoll
    | Lifted
    | Demanded
    | Claimed
    | LetStand
    | ForgottenPlayed
    | PutBack
    | MixAsked
    | MixAgreed
    | MixRefused
    | DieChosen
    | SetupFound
    | SetupMended
    | BoardProposed
    | BoardAgreed
    | BoardRefused
    | CubeVoided
    | CubeCentred
)
