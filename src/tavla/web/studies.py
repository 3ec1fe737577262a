"""Analyses over HTTP: a file goes in as it is, what is found out comes back line by line, and questions about one
decision are answered. docs/protocol.md explains it."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.requests import ClientDisconnect

from tavla.engine.decision import Level, level
from tavla.engine.rollout import BLOCK, Settings
from tavla.errors import InvalidInput, Unavailable
from tavla.server import study_view as shown
from tavla.server.lobby import Lobby
from tavla.server.studies import DEFAULT, Studies
from tavla.server.study import News, Study
from tavla.server.study_export import exported
from tavla.web.limits import Gate, Limits
from tavla.web.wire import Steps, bearer

api = APIRouter(prefix="/api/studies")

LevelName = Annotated[str, StringConstraints(max_length=16)]
MOST_TRIALS = 48 * BLOCK
MOST_ROLLED = 8


class Asking(BaseModel):
    """What is asked for. What a newer page adds is left aside."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class TryRequest(Asking):
    """Another play: its steps, or as it is written."""

    moves: Steps | None = None
    text: Annotated[str, StringConstraints(max_length=120)] | None = None
    level: LevelName = DEFAULT.name


class RolloutRequest(Asking):
    """A rollout: at most so many trials, cut off after so many turns (None: to the end), of the `top` best choices, of
    what was done, and of the `plays` that are named by their steps."""

    trials: Annotated[int, Field(ge=BLOCK, le=MOST_TRIALS, strict=True)] = 12 * BLOCK
    truncate: Annotated[int, Field(ge=1, le=100, strict=True)] | None = None
    plies: Annotated[int, Field(ge=0, le=1, strict=True)] = 0
    top: Annotated[int, Field(ge=0, le=MOST_ROLLED, strict=True)] = 3
    plays: Annotated[list[Steps], Field(max_length=MOST_ROLLED)] = []


class AgainRequest(Asking):
    """Another level, for all decisions or for those that are named."""

    level: LevelName
    decisions: Annotated[list[int], Field(max_length=10_000)] | None = None


class StopRequest(Asking):
    """What is to be stopped."""

    what: Literal["all", "rollout"] = "all"


def add_studies(app: FastAPI, limits: Limits) -> None:
    """Put the routes of analyses into an application, and what bounds a visitor there."""
    app.state.limits = limits
    app.state.uploads = asyncio.Semaphore(limits.uploads)
    app.state.study_gate = Gate(limits.studies_burst, limits.studies_per_second)
    app.state.think_gate = Gate(limits.thoughts_burst, limits.thoughts_per_second)
    app.include_router(api)


def _studies(request: Request) -> Studies:
    studies: Studies = request.app.state.studies
    return studies


async def _own(request: Request, study: str) -> Study:
    """A study for whoever opened it and sends its key: others may look and try plays, but command nothing."""
    return await _studies(request).own(study, bearer(request))


def _count(request: Request, gate: str) -> None:
    """Let a visitor through who has not asked too much."""
    found: Gate = getattr(request.app.state, gate)
    found.pass_through(request)


@api.post("", status_code=201)
async def open_study(
    request: Request,
    level_name: Annotated[str, Query(alias="level", max_length=16)] = DEFAULT.name,
    name: Annotated[str, Query(max_length=300)] = "",
    encoding: Annotated[str | None, Query(max_length=32)] = None,
    match: Annotated[str | None, Query(max_length=64)] = None,
) -> dict[str, Any]:
    """Analyse the body (a file of any program, a text, an ID), or a match that is kept here; while that is played, for
    those alone who may ask its tutor."""
    _count(request, "study_gate")
    depth = level(level_name)
    if match is not None:
        lobby: Lobby = request.app.state.lobby
        table = await lobby.find(match)
        lobby.tutor.check_judging(table, bearer(request))
        study = await _studies(request).open_match(table.record(), depth)
    else:
        study = await _sent(request, name, depth, encoding)
    answer: dict[str, Any] = await asyncio.to_thread(shown.outline, study)
    return answer | {"key": study.identity.key}


async def _sent(request: Request, name: str, depth: Level, encoding: str | None) -> Study:
    """The study of the file that is sent. It keeps its place until it is read, so that only so many files are held."""
    limits: Limits = request.app.state.limits
    uploads: asyncio.Semaphore = request.app.state.uploads
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told) > limits.file:
        raise InvalidInput("server.too_large", most=limits.file)
    if uploads.locked():
        raise Unavailable("study.error.busy")
    async with uploads:
        return await _studies(request).open_file(await _body(request, limits), name, depth, encoding)


async def _body(request: Request, limits: Limits) -> bytes:
    """The file as it comes, counted while it comes; too long a one is not read to its end."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(limits.file_seconds):
            async for part in request.stream():
                size += len(part)
                if size > limits.file:
                    raise InvalidInput("server.too_large", most=limits.file)
                parts.append(part)
    except ClientDisconnect:
        raise InvalidInput("server.unreadable") from None
    except TimeoutError:
        raise InvalidInput("study.error.slow", seconds=int(limits.file_seconds)) from None
    return b"".join(parts)


@api.get("/{study}")
async def outline(request: Request, study: str) -> dict[str, Any]:
    """What stands fast about an analysis, and how far it is."""
    answer: dict[str, Any] = await asyncio.to_thread(shown.outline, await _studies(request).find(study))
    return answer


@api.delete("/{study}", status_code=204)
async def drop(request: Request, study: str) -> Response:
    """Let go of an analysis; for whoever began it alone."""
    await _studies(request).drop(study, bearer(request))
    return Response(status_code=204)


@api.get("/{study}/news")
async def news(request: Request, study: str, start: int = Query(0, alias="from", ge=0, le=1 << 53)) -> Response:
    """What is found out, one JSON object a line, as it comes; `at` of a line is where to go on from."""
    found = await _studies(request).find(study)
    limits: Limits = request.app.state.limits
    if found.watchers >= limits.watchers:
        raise Unavailable("study.error.watched", most=limits.watchers)

    async def told() -> AsyncIterator[bytes]:
        at = start
        async for heard in found.news(start):
            at = heard[-1][0] if heard else at
            yield await asyncio.to_thread(_told, found, heard, at)

    headers = {"Content-Encoding": "identity"}  # a compressor would hold lines back until it has enough of them
    return StreamingResponse(told(), headers=headers, media_type="application/x-ndjson")


def _told(found: Study, heard: list[tuple[int, News]], at: int) -> bytes:
    rows = shown.lines(found, heard) if heard else [{"type": "still", "at": at}]
    return b"".join(_line(row) for row in rows)


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace") + b"\n"


@api.get("/{study}/decisions/{n}")
async def detail(request: Request, study: str, n: int) -> dict[str, Any]:
    """One decision with the board, its IDs, and all choices."""
    found = await _studies(request).find(study)
    answer: dict[str, Any] = await found.read(lambda: shown.detail(found, n))
    return answer


@api.post("/{study}/decisions/{n}/try")
async def attempt(request: Request, study: str, n: int, asked: TryRequest) -> dict[str, Any]:
    """What another play would be worth."""
    _count(request, "think_gate")
    found = await _studies(request).find(study)
    if (asked.moves is None) == (asked.text is None):
        raise InvalidInput("server.field", field="moves", value="")
    tried = await found.attempt(n, asked.moves, asked.text, level(asked.level))
    answer: dict[str, Any] = await found.read(lambda: shown.attempt(tried))
    return answer


@api.post("/{study}/decisions/{n}/rollout", status_code=202)
async def roll_out(request: Request, study: str, n: int, asked: RolloutRequest) -> dict[str, Any]:
    """Begin a rollout; how it goes is told in the news. For whoever began the analysis alone."""
    _count(request, "think_gate")
    settings = Settings(trials=asked.trials, truncate=asked.truncate, plies=asked.plies, cubeful=True)
    found = await _own(request, study)
    await found.roll_out(n, settings, [tuple(steps) for steps in asked.plays], asked.top)
    return {"started": True}


@api.post("/{study}/again", status_code=202)
async def again(request: Request, study: str, asked: AgainRequest) -> dict[str, Any]:
    """Look once more, at another level; for whoever began the analysis alone."""
    _count(request, "think_gate")
    found = await _own(request, study)
    found.again(level(asked.level), asked.decisions)
    answer: dict[str, Any] = shown.state(found)
    return answer


@api.post("/{study}/stop")
async def stop(request: Request, study: str, asked: StopRequest) -> dict[str, Any]:
    """Find out nothing more for now; for whoever began the analysis alone."""
    found = await _own(request, study)
    if asked.what == "rollout":
        found.stop_rolling()
    else:
        found.stop()
    answer: dict[str, Any] = shown.state(found)
    return answer


@api.get("/{study}/export/{form}")
async def export(
    request: Request,
    study: str,
    form: str,
    match: int = Query(0, ge=0, le=100_000),
    language: str = Query("en", max_length=8),
) -> Response:
    """One match of an analysis as a file: a report, or the record in the form of another program."""
    _count(request, "think_gate")
    found = await _studies(request).find(study)
    file = await found.read(lambda: exported(found, match, form, language))
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(file.name)}"}
    return Response(file.text.encode("utf-8", "backslashreplace"), headers=headers, media_type=file.kind)
