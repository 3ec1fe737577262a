"""The questions that need no socket: options, matches, records, positions, words, help, and the page's files."""

import asyncio
from functools import cache
from typing import Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from tavla.bots import grouped
from tavla.errors import InvalidInput
from tavla.formats import native
from tavla.match.events import Player, Setup
from tavla.notation import Situation, read_position
from tavla.rules import OPTIONS, PROFILES, Cube, Length, Position, Roll, RuleSet, Score, profile
from tavla.rules.ruleset import VARIANTS
from tavla.server.identifiers import identifiers
from tavla.server.lobby import Lobby, NewMatch
from tavla.server.view import summary
from tavla.web.files import Files
from tavla.web.limits import Gate
from tavla.web.packed import Packed, pack, pack_json
from tavla.web.wire import CreatedAnswer, NewMatchRequest, PlayerModel, PositionRequest, bearer
from tavla.words import LANGUAGES, messages
from tavla.words.rolls import TURKISH, roll_name

api = APIRouter(prefix="/api")
pages = APIRouter(include_in_schema=False)

MOST_MATCHES = 200

_SAID_HERE = ("cli.", "terminal.", "report.", "analyse.", "bench.", "train.", "db.", "theme.")
"""Words of the command line, and of what the server says itself: they would only weigh on a first visit."""


def _lobby(request: Request) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


def _files(request: Request) -> Files:
    files: Files = request.app.state.files
    return files


@api.get("/options")
async def options(request: Request) -> dict[str, Any]:
    """Profiles with all their options, the options with their values, bots and variants; the words are in the
    catalogues."""
    standard = PROFILES["standard"].texts()
    return {
        "profiles": [{"name": name, "options": rules.texts()} for name, rules in PROFILES.items()],
        "options": [
            {"name": option.name, "values": list(option.words), "default": standard[option.name]}
            for option in OPTIONS.values()
        ],
        "bots": list(_lobby(request).bots),
        "bot_groups": grouped(_lobby(request).bots),
        "variants": list(VARIANTS),
        "languages": list(LANGUAGES),
    }


@api.post("/matches", status_code=201)
async def create(request: Request, new: NewMatchRequest) -> CreatedAnswer:
    """A new match; the tokens are shown here and never again."""
    gate: Gate = request.app.state.gate
    gate.pass_through(request)
    created = await _lobby(request).create(_new_match(new))
    return CreatedAnswer(match=created.match, tokens={str(seat): token for seat, token in created.tokens.items()})


@api.get("/matches")
async def matches(
    request: Request,
    limit: int = Query(100, ge=1, le=MOST_MATCHES),
    offset: int = Query(0, ge=0, le=1_000_000),
) -> dict[str, Any]:
    """The matches, the last changed first."""
    return {"matches": await _lobby(request).matches(limit, offset)}


@api.get("/matches/{match}")
async def match_summary(request: Request, match: str) -> dict[str, Any]:
    """One match in short."""
    table = await _lobby(request).find(match)
    return {"id": match, "version": table.shown.match.version} | summary(table.shown.match)


@api.get("/matches/{match}/record")
async def record(request: Request, match: str) -> Response:
    """The record of a match, as a file."""
    table = await _lobby(request).find(match)
    headers = {"Content-Disposition": f'attachment; filename="{match}.jsonl"'}
    return PlainTextResponse(native.dumps(table.record()), headers=headers, media_type="application/x-ndjson")


@api.get("/matches/{match}/replay")
async def replay(request: Request, match: str, game: int | None = Query(None, ge=1)) -> Response:
    """Every event that counts with the view after it, of one game if it is named; and whether whoever asks may have the
    match judged."""
    lobby = _lobby(request)
    table = await lobby.find(match)
    steps = await table.look_back(game)
    may_judge = lobby.tutor.may_judge(table.shown.match, table.seats(bearer(request)))
    return (await asyncio.to_thread(pack_json, {"steps": steps, "may_judge": may_judge})).answer(request)


@api.post("/position")
async def position(asked: PositionRequest) -> dict[str, Any]:
    """A position checked, with all its IDs."""
    if asked.text is not None:
        return _position_answer(read_position(asked.text).reseated())
    if asked.points is None:
        raise InvalidInput("server.field", field="points", value="")
    return _position_answer(_situation(asked).checked())


@api.get("/words/{language}")
async def words(request: Request, language: str) -> Response:
    """The words of the page in a language: each key with its text or its plural forms, and the names of the rolls."""
    return _words(language).answer(request)


@cache
def _words(language: str) -> Packed:
    spoken = {
        key: text if isinstance(text, str) else list(text)
        for key, text in messages(language).items()
        if not key.startswith(_SAID_HERE)
    }
    return pack_json(spoken | {f"roll.{high}{low}": roll_name(language, (high, low)) for high, low in TURKISH})


@pages.get("/help/{language}/{page}")
async def help_page(request: Request, language: str, page: str) -> Response:
    """A help page as an HTML fragment."""
    return (await asyncio.to_thread(_help, language, page)).answer(request)


@cache
def _help(language: str, page: str) -> Packed:
    from tavla.web.help import page as read

    return pack("text/html", read(language, page).html.encode())


@pages.get("/static/{path:path}")
async def static(request: Request, path: str) -> Response:
    """A file of the page."""
    return _files(request).answer(path, request)


@pages.get("/")
@pages.get("/match/{match}")
@pages.get("/review/{match}")
@pages.get("/new")
@pages.get("/editor")
@pages.get("/analysis")
@pages.get("/analysis/{study}")
@pages.get("/matches")
@pages.get("/settings")
@pages.get("/training")
@pages.get("/help")
@pages.get("/help/{page}")
async def index(request: Request) -> Response:
    """The page: which of its screens is shown, it decides by the address."""
    return _files(request).answer("index.html", request)


def _new_match(new: NewMatchRequest) -> NewMatch:
    situation = read_position(new.position).reseated() if new.position else None
    chosen = dict(new.options)
    if new.length is not None:
        chosen["length"] = new.length
    elif situation is not None and situation.length:
        chosen["length"] = f"points({situation.length})"
    rules = profile(new.profile, chosen)
    first, second = (_player(each) for each in new.players)
    setup = None if situation is None else _setup(situation, rules)
    return NewMatch(rules, (first, second), new.mode, setup, new.one_screen)


def _player(player: PlayerModel) -> Player:
    if (player.kind == "bot") != (player.bot is not None):
        raise InvalidInput("server.field", field="bot", value=str(player.bot))
    return Player(player.name, player.bot)


def _setup(situation: Situation, rules: RuleSet) -> Setup:
    """Where a match goes on from: the board, and of the stakes what fits the rules that were chosen."""
    if situation.position is None:
        raise InvalidInput("notation.no_position")
    if sum(situation.position.mine) != rules.checkers or sum(situation.position.theirs) != rules.checkers:
        raise InvalidInput("server.checkers", checkers=rules.checkers)
    cube = situation.cube if situation.cube is not None and rules.cube else Cube()
    turn = 0 if situation.turn is None else situation.turn
    return Setup(situation.position, turn, situation.roll, cube, _score(situation, rules))


def _score(situation: Situation, rules: RuleSet) -> Score:
    target = rules.length.target
    points = situation.score or (0, 0)
    if target is None or rules.length.kind == "one" or max(points) >= target:
        return Score()
    one_away = rules.has_crawford and max(points) == target - 1
    crawford = one_away and bool(situation.crawford)
    return Score(points, crawford, one_away and not crawford)


def _situation(asked: PositionRequest) -> Situation:
    assert asked.points is not None
    first, second = (tuple(side) for side in asked.points)
    if sum(first) != 15 or sum(second) != 15:
        raise InvalidInput("server.checkers", checkers=15)
    seen = Position(first, second).checked()
    length = Length.parse(asked.length)
    return Situation(
        position=seen if asked.turn == 0 else seen.flip(),
        turn=asked.turn,
        roll=None if asked.roll is None else Roll.of(*asked.roll),
        cube=Cube(asked.cube.value, asked.cube.owner),
        score=asked.score,
        length=length.target or 0,
        crawford=asked.crawford,
    )


def _position_answer(found: Situation) -> dict[str, Any]:
    """What a position holds, by the seats of the page: seat 0 sits at the bottom and is X, the player 1 of an ID."""
    turn = 0 if found.turn is None else found.turn
    board = found.position
    by_seat = board if board is None or turn == 0 else board.flip()
    return {
        "ids": identifiers(found.reseated()),
        "points": None if by_seat is None else [list(side) for side in by_seat],
        "pips": None if by_seat is None else list(by_seat.pips),
        "turn": found.turn,
        "roll": found.roll and list(found.roll),
        "cube": found.cube and {"value": found.cube.value, "owner": found.cube.owner},
        "score": found.score and list(found.score),
        "length": None if found.length is None else f"points({found.length})" if found.length else "money",
        "crawford": found.crawford,
        "jacoby": found.jacoby,
    }
