"""The application: routes, socket, errors as JSON, and the life of the lobby between start and stop."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import structlog
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from tavla.bots import BotMaker
from tavla.errors import IllegalAction, InvalidInput, MissingData, NotFound, TavlaError, Unavailable
from tavla.server.lobby import Lobby
from tavla.server.studies import Studies
from tavla.server.tutor import Tutor
from tavla.store import SqlStore
from tavla.web.cards import cards
from tavla.web.files import Files
from tavla.web.limits import Gate, Limits
from tavla.web.routes import api, pages
from tavla.web.safety import Safety
from tavla.web.socket import attend, field_error
from tavla.web.studies import add_studies
from tavla.web.tutor import tutor
from tavla.web.wire import problem

log = structlog.get_logger()

_STATUS: tuple[tuple[type[TavlaError], int], ...] = (
    (InvalidInput, 400),
    (IllegalAction, 409),
    (NotFound, 404),
    (MissingData, 503),
    (Unavailable, 503),
)
_TOO_MANY = ("server.too_fast", "server.flood", "server.full", "tutor.busy")
_BY_CODE = {"server.too_large": 413, **dict.fromkeys(_TOO_MANY, 429)}


def create_app(
    store: SqlStore,
    bots: Mapping[str, BotMaker],
    *,
    hosts: tuple[str, ...] | None = None,
    limits: Limits = Limits(),  # noqa: B008
    pace: float = 0.05,
    tutor_at_tables: bool = False,
) -> FastAPI:
    """The application over a store. `hosts` are the names by which it may be called (None: any), `pace` is how many
    seconds a bot pauses before it acts: short, since the page itself gives people time to see. `tutor_at_tables` is
    the host's word that the tutor may speak where dice are real."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.lobby = Lobby(store, bots, pace, tutor=Tutor(tutor_at_tables))
        app.state.studies = Studies(store.studies)
        try:
            yield
        finally:
            await app.state.studies.close()
            await app.state.lobby.close()

    app = FastAPI(title="tavla", lifespan=life, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.files = Files()
    app.state.gate = Gate(limits.matches_burst, limits.matches_per_second)
    app.state.cards = store.cards
    app.state.tutor_gate = Gate(limits.tutor_burst, limits.tutor_per_second)
    app.state.card_gate = Gate(limits.cards_burst, limits.cards_per_second)
    app.include_router(api)
    add_studies(app, limits)
    app.include_router(tutor)
    app.include_router(cards)
    app.include_router(pages)
    _add_errors(app)

    @app.websocket("/api/matches/{match}/socket")
    async def socket(websocket: WebSocket, match: str) -> None:
        await attend(websocket, match, app.state.lobby, limits, hosts)

    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Safety, body=limits.body, hosts=hosts, streamed=("/api/studies",))
    return app


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(TavlaError)
    async def ours(request: Request, error: TavlaError) -> Response:
        return _refused(error)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        return _refused(_field_error(error))

    @app.exception_handler(ValidationError)
    async def wrong(request: Request, error: ValidationError) -> Response:
        return _refused(field_error(error))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and not request.url.path.startswith(("/api/", "/static/")):
            files: Files = app.state.files
            return files.answer("index.html", request, 404)
        code = {404: "server.no_page", 405: "server.method"}.get(error.status_code, "server.unreadable")
        refusal = InvalidInput(code, path=request.url.path[:64], method=request.method)
        return JSONResponse({"error": problem(refusal)}, error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("request failed", path=request.url.path, kind=type(error).__name__)
        return JSONResponse({"error": problem(IllegalAction("server.failed"))}, 500)


def _refused(error: TavlaError) -> Response:
    status = _BY_CODE.get(error.code) or next(code for kind, code in _STATUS if isinstance(error, kind))
    headers = {"Retry-After": str(int(1 + float(str(error.values["seconds"]))))} if "seconds" in error.values else None
    return JSONResponse({"error": problem(error)}, status, headers)


def _field_error(error: RequestValidationError) -> InvalidInput:
    first = error.errors()[0]
    if first.get("type") == "json_invalid":
        return InvalidInput("server.not_json")
    name = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path")) or "body"
    return InvalidInput("server.field", field=name[:64], value=str(first.get("input"))[:64])
