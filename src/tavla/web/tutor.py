"""The tutor over HTTP: a hint, and what a decision has cost. Who may ask is a rule of `tavla.server.tutor`."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import StringConstraints

from tavla.analysis.themes import Remark, sentences
from tavla.analysis.tutor import Hint, Verdict
from tavla.rules import Phase, State
from tavla.server.choices import choice_as_json
from tavla.server.lobby import Lobby
from tavla.web.limits import Gate
from tavla.web.wire import Message, Token, Version

tutor = APIRouter(prefix="/api")

Language = Literal["tr", "en"]


class TutorRequest(Message):
    """A question about a live match: `token` is that of the person's seat, `version` that of the match as it stands for
    a hint, and that of the event of the decision for a verdict."""

    token: Token
    version: Version
    language: Language = "en"


MatchName = Annotated[str, StringConstraints(max_length=64)]


@tutor.post("/matches/{match}/hint")
async def hint(request: Request, match: MatchName, asked: TutorRequest) -> dict[str, Any]:
    """The best choices of who has to decide now, each with what it costs."""
    lobby = _lobby(request)
    table = await lobby.find(match)
    seat, found = await lobby.tutor.hint(table, asked.token, asked.version)
    return {"version": asked.version, "seat": seat} | hint_as_json(found, asked.language)


@tutor.post("/matches/{match}/verdict")
async def verdict(request: Request, match: MatchName, asked: TutorRequest) -> dict[str, Any]:
    """What a decision has cost, what would have been better, and why."""
    lobby = _lobby(request)
    table = await lobby.find(match)
    found = await lobby.tutor.verdict(table, asked.token, asked.version)
    return verdict_as_json(found, asked.language)


def hint_as_json(found: Hint, language: str) -> dict[str, Any]:
    """A hint as it travels."""
    return {
        "choices": [choice_as_json(each, found.decision.best) for each in found.choices],
        "why": _why(language, found.remarks),
    }


def verdict_as_json(found: Verdict, language: str) -> dict[str, Any]:
    """A verdict as it travels; losses are equity (normalised to the cube) and match-winning chances."""
    judgement = found.judgement
    return {
        "version": judgement.version,
        "seat": judgement.seat,
        "kind": judgement.kind,
        "roll": _roll(judgement.state),
        "loss": round(found.loss, 6),
        "match_loss": None if judgement.match_loss is None else round(judgement.match_loss, 6),
        "grade": found.grade,
        "chosen": choice_as_json(judgement.chosen, judgement.decision.best),
        "choices": [choice_as_json(each, judgement.decision.best) for each in found.better],
        "why": _why(language, found.remarks),
    }


def _roll(state: State) -> list[int] | None:
    return list(state.roll) if state.phase is Phase.PLAY and state.roll is not None else None


def _why(language: str, remarks: Iterable[Remark]) -> list[str]:
    return sentences(language, remarks)


def _lobby(request: Request) -> Lobby:
    """The lobby, if this visitor does not ask too often."""
    gate: Gate = request.app.state.tutor_gate
    gate.pass_through(request)
    lobby: Lobby = request.app.state.lobby
    return lobby
