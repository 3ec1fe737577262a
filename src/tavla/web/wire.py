"""The messages between page and server, one model each. docs/protocol.md explains them; the schema is made from them.

Unknown fields are ignored and unknown types answered with an error, so that either side may be the newer one.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from tavla.errors import TavlaError
from tavla.server.referee import plain

PROTO = 1

Token = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Id = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,64}$")]
Seat = Annotated[int, Field(ge=0, le=1, strict=True)]
Version = Annotated[int, Field(ge=0, le=1 << 31, strict=True)]
Point = Annotated[int, Field(ge=0, le=25, strict=True)]
Die = Annotated[int, Field(ge=1, le=6, strict=True)]
Word = Annotated[str, StringConstraints(max_length=64)]
Steps = Annotated[list[tuple[Point, Die]], Field(max_length=4)]


def bearer(request: Request) -> str:
    """The token or key that a question over HTTP brings as `Authorization: Bearer ...`; empty if it brings none."""
    scheme, _, held = request.headers.get("authorization", "").partition(" ")
    return held if scheme.lower() == "bearer" else ""


class Message(BaseModel):
    """Anything sent. What a newer side adds is left aside."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Problem(Message):
    """Why something was refused: a key of the catalogues and the values of its sentence."""

    code: str
    values: dict[str, Any] = {}


class Refusal(Message):
    """The body of every answer that is not a success."""

    error: Problem


# What the page sends


class Hello(Message):
    """The first message: which protocol, whose seats, and the last version seen."""

    type: Literal["hello"]
    proto: int
    token: Token | None = None
    last_version: Version | None = None


class CommandMessage(Message):
    """Something to do for a seat, meant for one version of the match. `action` is read by the table."""

    type: Literal["command"]
    id: Id
    version: Version
    seat: Seat
    action: dict[str, Any]


class Why(Message):
    """Why may the checker on `source` not go to `target`, after `moves` of the turn?"""

    type: Literal["why"]
    id: Id
    moves: Steps
    source: Point
    target: Point


class Ping(Message):
    """Is anybody there?"""

    type: Literal["ping"]


# What the server sends


class Welcome(Message):
    """The answer to hello: the seats that the token opens, whether they may ask the tutor, the view, and the events
    missed since `last_version`."""

    type: Literal["welcome"] = "welcome"
    proto: int = PROTO
    seats: list[int]
    tutor: bool = False
    view: dict[str, Any]
    events: list[dict[str, Any]]


class EventsMessage(Message):
    """What happened, and how the match stands now."""

    type: Literal["events"] = "events"
    events: list[dict[str, Any]]
    view: dict[str, Any]


class Ack(Message):
    """A command was carried out and is safe; it led to `version`."""

    type: Literal["ack"] = "ack"
    id: str
    version: int


class ReasonMessage(Problem):
    """The answer to why."""

    type: Literal["reason"] = "reason"
    id: str


class ErrorMessage(Problem):
    """A message that could not be read or a command that was refused; `id` is None where it had none."""

    type: Literal["error"] = "error"
    id: str | None = None


class Resync(Message):
    """The command was meant for another version: this is how the match stands."""

    type: Literal["resync"] = "resync"
    view: dict[str, Any]


class Pong(Message):
    """Somebody is there."""

    type: Literal["pong"] = "pong"


SAID_BY_PAGE: Mapping[str, type[Message]] = {"hello": Hello, "command": CommandMessage, "why": Why, "ping": Ping}
SAID_BY_SERVER: Mapping[str, type[Message]] = {
    "welcome": Welcome,
    "events": EventsMessage,
    "ack": Ack,
    "reason": ReasonMessage,
    "error": ErrorMessage,
    "resync": Resync,
    "pong": Pong,
}
"""The messages of the socket by their type."""


# Requests


class PlayerModel(Message):
    """Who sits in a seat."""

    name: Annotated[str, StringConstraints(max_length=40, strip_whitespace=True)] = ""
    kind: Literal["person", "bot"] = "person"
    bot: Word | None = None


class NewMatchRequest(Message):
    """A match to be made. `position` is any ID to play on from; two persons share one token unless `one_screen` is
    false."""

    profile: Word = "standard"
    options: Annotated[dict[Word, Word], Field(max_length=64)] = {}
    length: Word | None = None
    players: tuple[PlayerModel, PlayerModel]
    mode: Literal["play", "table"] = "play"
    position: Annotated[str, StringConstraints(max_length=1024)] | None = None
    one_screen: bool = True


class CubeModel(Message):
    """The cube of a position."""

    value: Annotated[int, Field(ge=1, le=32768, strict=True)] = 1
    owner: Seat | None = None


Count = Annotated[int, Field(ge=0, le=15, strict=True)]
SideModel = Annotated[list[Count], Field(min_length=26, max_length=26)]
Points = Annotated[int, Field(ge=0, le=32767, strict=True)]


class PositionRequest(Message):
    """A position to be checked: any ID as `text`, or checkers by seat with what belongs to them."""

    text: Annotated[str, StringConstraints(max_length=16_384)] | None = None
    points: tuple[SideModel, SideModel] | None = None
    turn: Seat = 0
    roll: tuple[Die, Die] | None = None
    cube: CubeModel = CubeModel()
    length: Word = "money"
    score: tuple[Points, Points] = (0, 0)
    crawford: bool = False


# Answers


class CreatedAnswer(Message):
    """A new match, and the tokens of the persons' seats."""

    match: str
    tokens: dict[str, str]


def problem(error: TavlaError) -> dict[str, Any]:
    """An error as it travels: its code and values that JSON can hold."""
    return {"code": error.code, "values": plain(error.values)}
