"""Our own protocol: one JSON object a line in, one out, in order. `docs/protocol.md` describes every field."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import tavla
from tavla.engine.decision import LEVELS, Level, decide, level
from tavla.engine.search import cubeless
from tavla.errors import InvalidInput, InvalidText, TavlaError
from tavla.evaluation import words_of
from tavla.notation import encode_position, format_play, read_position, rules_of, state_of
from tavla.protocols.answers import Json, after_as_id, choice_as_json
from tavla.protocols.stream import LONGEST_LINE
from tavla.rules import Act, Chances, Kind, Phase, Play, Position, Roll, State, legal
from tavla.rules.facts import Played
from tavla.rules.state import Resignation

VERSION = 1
MOST_PLIES = max(each.plies for each in LEVELS.values())

Request = Mapping[str, Any]


class LineEngine:
    """Answers requests one by one; `done` is set by the request `quit`. Nothing is remembered between requests."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.done = False
        self._acts: dict[str, Callable[[Request], Json]] = {
            "about": self._about,
            "decide": self._decide,
            "eval": self._eval,
            "plays": self._plays,
            "quit": self._quit,
        }

    def answer(self, line: bytes | None) -> str | None:
        """The answer to a line (None for one that was too long to be read); None for an empty line."""
        if line is not None and not line.strip():
            return None
        request: Request = {}
        try:
            request = _parse(line)
            found = self._act(request)
        except TavlaError as error:
            found = {"error": {"code": error.code, "text": str(error)}}
        if "id" in request:
            found = {"id": request["id"]} | found
        return json.dumps(found, ensure_ascii=True)

    def _act(self, request: Request) -> Json:
        act = request.get("act", "decide")
        if not isinstance(act, str) or act not in self._acts:
            raise InvalidInput("protocol.no_act", act=str(act)[:32], acts=", ".join(self._acts))
        return self._acts[act](request)

    def _about(self, request: Request) -> Json:
        return {
            "name": "tavla",
            "version": tavla.__version__,
            "protocol": VERSION,
            "acts": list(self._acts),
            "levels": list(LEVELS),
            "level": self.level.name,
        }

    def _decide(self, request: Request) -> Json:
        name = request.get("level", self.level.name)
        if not isinstance(name, str):
            raise _bad_field("level")
        choices = decide(_state(request), level(name)).choices
        shown = choices[: _whole(request, "most", len(choices), 1, 10_000)]
        return {"choices": [_choice(each) for each in shown]}

    def _eval(self, request: Request) -> Json:
        plies = _whole(request, "plies", self.level.plies, 0, MOST_PLIES)
        position = read_position(_text(request, "position")).position
        if position is None:
            raise InvalidInput("notation.no_position")
        chances = Chances(*map(float, cubeless(words_of([position]), plies)[0]))
        return {"probs": [round(each, 6) for each in chances], "equity": round(chances.equity(), 6)}

    def _plays(self, request: Request) -> Json:
        state = _state(request)
        if state.continuations is None:
            raise _bad_field("roll")
        return {"plays": [_play(play, after) for after, play in state.continuations.plays().items()]}

    def _quit(self, request: Request) -> Json:
        self.done = True
        return {}


def _choice(choice: Any) -> Json:
    found = choice_as_json(choice)
    if isinstance(choice.action, Played):
        found |= {"moves": _moves(choice.action.moves), "after": after_as_id(choice)}
    return found


def _play(play: Play, after: Position) -> Json:
    return {"play": format_play(play), "moves": _moves(play), "after": encode_position(after)}


def _moves(play: Play) -> list[list[int]]:
    return [[move.source, move.target, move.die, int(move.hit)] for move in play]


def _parse(line: bytes | None) -> Request:
    if line is None:
        raise InvalidText("protocol.line_too_long", most=LONGEST_LINE)
    try:
        row = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidText("cli.plays.not_utf8", place=error.start + 1) from error
    except (ValueError, RecursionError) as error:
        raise InvalidText("cli.plays.not_json", place=getattr(error, "colno", 1)) from error
    if not isinstance(row, dict):
        raise InvalidText("cli.plays.not_an_object")
    return row


def _bad_field(field: str) -> InvalidText:
    return InvalidText("cli.plays.field", field=field)


def _text(request: Request, field: str) -> str:
    value = request.get(field)
    if not isinstance(value, str):
        raise _bad_field(field)
    return value


def _whole(request: Request, field: str, default: int, least: int, most: int) -> int:
    value = request.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _bad_field(field)
    return value


def _state(request: Request) -> State:
    """The moment that a request tells."""
    situation = read_position(_text(request, "position"))
    profile_name = None if request.get("rules") is None else _text(request, "rules")
    state = state_of(situation, rules_of(situation, profile_name, _options(request)), _roll(request))
    if request.get("resigned") is None:
        return state
    if state.phase not in (Phase.ROLL, Phase.PLAY):
        raise _bad_field("resigned")
    kind = Kind(_whole(request, "resigned", 1, 1, 3))
    offered = replace(state, resignation=Resignation(1 - state.turn, kind))
    if Act.ACCEPT not in legal(offered).by_seat[state.turn]:
        raise _bad_field("resigned")
    return offered


def _options(request: Request) -> dict[str, str]:
    options = request.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise _bad_field("options")
    return options


def _roll(request: Request) -> Roll | None:
    roll = request.get("roll")
    if roll is None:
        return None
    if isinstance(roll, str):
        return Roll.parse(roll)
    dice_are_whole = isinstance(roll, list) and len(roll) == 2 and all(type(die) is int for die in roll)
    if not dice_are_whole:
        raise _bad_field("roll")
    return Roll.of(*roll)
