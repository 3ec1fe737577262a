"""The log of a match: facts of the game (`tavla.rules.facts`) and of the match, each stamped."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tavla.match.table_facts import TableFact
from tavla.rules.dice import Roll
from tavla.rules.facts import Fact as GameFact
from tavla.rules.position import Position
from tavla.rules.ruleset import RuleSet
from tavla.rules.stakes import Cube, Score, Seat


class Player(NamedTuple):
    """Who sits in a seat: a name, and the bot that plays there if it is not a person."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """A first game that begins in the middle: the position seen by seat `turn`, who is on roll, and the stakes."""

    position: Position
    turn: Seat
    roll: Roll | None = None
    cube: Cube = Cube()  # noqa: RUF009
    score: Score = Score()  # noqa: RUF009


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The players sat down: always the first event. `mode` is `play`, or `table` for real dice."""

    players: tuple[Player, Player]
    rules: RuleSet = field(default_factory=RuleSet)
    mode: str = "play"
    setup: Setup | None = None


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: its number from 1, and who starts without an opening throw, if anybody does.

    `setup` is how a game begins that does not follow from the games before it: in the middle, at another score, or
    without an opening throw, as the files of other programs tell it.
    """

    number: int
    starter: Seat | None = None
    setup: Setup | None = None


@dataclass(frozen=True, slots=True)
class TakebackAsked:
    """A player asks to take his last decision back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakebackRefused:
    """The other player does not agree; nothing changes."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Both agreed: the match stands again as it stood after event `version`."""

    version: int


@dataclass(frozen=True, slots=True)
class TimeExpired:
    """A player's time ran out, and with it the match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The table was away for so many seconds (a restart); no clock is charged for them."""

    seconds: float


@dataclass(frozen=True, slots=True)
class DiceCommitted:
    """The table has chosen the seed of its dice: `commitment` is its hash, so that it cannot be changed later."""

    scheme: str
    commitment: str


@dataclass(frozen=True, slots=True)
class DiceRevealed:
    """The match has ended, and the seed of its dice is shown: everybody can now check every throw."""

    seed: str


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The players rise between two games of a money session, or leave the match where it stands."""

    seat: Seat


MatchFact = (
    MatchStarted
    | GameStarted
    | TakebackAsked
    | TakebackRefused
    | TakenBack
    | TimeExpired
    | Interrupted
    | DiceCommitted
    | DiceRevealed
    | SessionEnded
)

AnyFact = GameFact | MatchFact | TableFact


@dataclass(frozen=True, slots=True)
class Event:
    """A stamped fact. Versions count from 1 without a gap; `time` is seconds since the epoch, UTC.

    `seat` is who did it; None for what nobody in particular did (the opening throw, a new game).
    """

    version: int
    time: float
    seat: Seat | None
    fact: AnyFact
