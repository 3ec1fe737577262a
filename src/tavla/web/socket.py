"""One WebSocket at one table: hello, then commands in and news out, every message of a visitor answered in one line."""

import asyncio
import json
from contextlib import suppress
from functools import lru_cache
from typing import Any

import structlog
from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tavla.errors import IllegalAction, InvalidInput, NotFound, TavlaError, Unavailable
from tavla.formats.native import event_to_json
from tavla.rules.stakes import Seat
from tavla.server.commands import Command, is_id, read_action
from tavla.server.lobby import Lobby
from tavla.server.table import News, Table
from tavla.web.limits import Bucket, Limits
from tavla.web.safety import is_own_host, is_own_origin
from tavla.web.wire import (
    PROTO,
    SAID_BY_PAGE,
    Ack,
    CommandMessage,
    ErrorMessage,
    Hello,
    Ping,
    Pong,
    ReasonMessage,
    Resync,
    Welcome,
    Why,
    problem,
)

log = structlog.get_logger()

MISSED_AT_MOST = 200
"""A visitor who missed more events than this gets the view alone."""

POLICY, FAILED, SLOW, NOT_ALLOWED, NOT_THERE = 1008, 1011, 1013, 4403, 4404


class _Closing(Exception):
    """The conversation ends with one last error and this close code."""

    def __init__(self, code: int, error: TavlaError) -> None:
        super().__init__(code)
        self.code, self.error = code, error


async def attend(socket: WebSocket, match: str, lobby: Lobby, limits: Limits, hosts: tuple[str, ...] | None) -> None:
    """Serve one socket from the handshake to its end; nothing that it sends gets past this."""
    if not is_own_host(socket, hosts) or not is_own_origin(socket):
        await socket.close(POLICY)
        return
    await socket.accept()
    visitor = _Visitor(socket, lobby, limits)
    try:
        await visitor.converse(match)
    except _Closing as closing:
        await visitor.leave(closing)
    except (WebSocketDisconnect, RuntimeError):
        pass
    except Exception:
        log.exception("socket failed", match=match)
        await visitor.leave(_Closing(FAILED, IllegalAction("server.failed")))
    finally:
        await visitor.gone()


class _Visitor:
    """The state of one conversation. All that is sent goes through one queue, so that it arrives in order."""

    def __init__(self, socket: WebSocket, lobby: Lobby, limits: Limits) -> None:
        self._socket = socket
        self._lobby = lobby
        self._limits = limits
        self._bucket = Bucket(limits.burst, limits.per_second)
        self._patience = Bucket(limits.hopeless, limits.hopeless / 10)
        self._out: asyncio.Queue[str] = asyncio.Queue()
        self._sender = asyncio.create_task(self._send_all())
        self._stop_listening = _nothing
        self._closing: asyncio.Task[None] | None = None
        self._seats: tuple[Seat, ...] = ()

    async def converse(self, match: str) -> None:
        await self._find(match)
        hello = await self._hello()
        table = await self._find(match)  # it may have left memory while nobody said hello
        self._seats = _seats(table, hello.token)
        self._welcome(table, hello.last_version)
        self._lobby.watched(match)
        while True:
            await self._answer(table, await self._receive())

    async def leave(self, closing: _Closing) -> None:
        """Say why, and close."""
        self._out.put_nowait(ErrorMessage(id=None, **problem(closing.error)).model_dump_json())
        self._out.put_nowait("")
        await asyncio.wait([self._sender], timeout=2)
        if self._socket.application_state is WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self._socket.close(closing.code)

    async def gone(self) -> None:
        """Leave nothing behind."""
        self._stop_listening()
        tasks = [task for task in (self._sender, self._closing) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _find(self, match: str) -> Table:
        try:
            table = await self._lobby.find(match)
        except NotFound as error:
            raise _Closing(NOT_THERE, error) from None
        except TavlaError as error:
            raise _Closing(SLOW, error) from None
        if table.listeners >= self._limits.sockets_per_match:
            raise _Closing(SLOW, Unavailable("server.full", most=self._limits.sockets_per_match))
        return table

    async def _hello(self) -> Hello:
        try:
            row = await asyncio.wait_for(self._receive(), self._limits.hello_seconds)
            hello = _parse(row)
        except TimeoutError:
            raise _Closing(POLICY, InvalidInput("server.hello_first")) from None
        except TavlaError as error:
            raise _Closing(POLICY, error) from None
        if not isinstance(hello, Hello):
            raise _Closing(POLICY, InvalidInput("server.hello_first"))
        if hello.proto != PROTO:
            raise _Closing(POLICY, InvalidInput("server.proto", proto=hello.proto, known=PROTO))
        return hello

    def _welcome(self, table: Table, last: int | None) -> None:
        shown = table.shown
        missed = [] if last is None or last > shown.match.version else table.events_since(last)
        events = [event_to_json(event) for event in missed] if len(missed) <= MISSED_AT_MOST else []
        self._stop_listening = table.listen(self._hear)
        tutor = self._lobby.tutor.allows(shown.match, self._seats)
        self._tell(Welcome(seats=list(self._seats), tutor=tutor, view=table.view(), events=events))

    def _hear(self, news: News) -> None:
        """Called by the table. A visitor who does not read is dropped, and will come back for the view."""
        if self._out.qsize() > self._limits.queue:
            self._stop_listening()
            self._sender.cancel()
            self._closing = asyncio.create_task(self._socket.close(SLOW))
        else:
            self._out.put_nowait(_events_text(news))

    async def _receive(self) -> Any:
        """The next message as JSON; what is no message is answered and skipped."""
        while True:
            try:
                return self._read(await self._socket.receive())
            except TavlaError as error:
                self._tell(ErrorMessage(id=None, **problem(error)))

    def _read(self, message: Any) -> Any:
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        if self._patience.take():
            log.warning("visitor floods", match=self._socket.path_params.get("match"))
            raise _Closing(POLICY, Unavailable("server.flood"))
        text = message.get("text")
        if text is None:
            raise InvalidInput("server.binary")
        if len(text.encode()) > self._limits.message:
            raise InvalidInput("server.too_large", most=self._limits.message)
        return _json(text)

    async def _answer(self, table: Table, row: Any) -> None:
        name = row.get("id") if isinstance(row, dict) else None
        answers_to = name if is_id(name) else None
        try:
            message = _parse(row)
            if isinstance(message, Ping):
                self._tell(Pong())
                return
            wait = self._bucket.take()
            if wait:
                raise Unavailable("server.too_fast", seconds=round(wait + 0.05, 1))
            if isinstance(message, CommandMessage):
                await self._command(table, message)
            elif isinstance(message, Why):
                self._why(table, message)
            else:
                raise InvalidInput("server.hello_once")
        except TavlaError as error:
            self._tell(ErrorMessage(id=answers_to, **problem(error)))

    async def _command(self, table: Table, message: CommandMessage) -> None:
        if message.seat not in self._seats:
            raise IllegalAction("server.not_your_seat" if self._seats else "server.only_watching")
        command = Command(message.id, message.version, message.seat, read_action(message.action))
        answer = await table.submit(command)
        if answer.refusal is None:
            self._tell(Ack(id=message.id, version=answer.version))
            return
        self._tell(ErrorMessage(id=message.id, **problem(answer.refusal)))
        if answer.stale:
            self._tell(Resync(view=table.view()))

    def _why(self, table: Table, message: Why) -> None:
        reason = table.why_not(tuple(message.moves), message.source, message.target)
        self._tell(ReasonMessage(id=message.id, code=reason.code, values=problem(reason.error())["values"]))

    def _tell(self, message: BaseModel) -> None:
        if self._out.qsize() > 2 * self._limits.queue:
            raise WebSocketDisconnect(SLOW)
        self._out.put_nowait(message.model_dump_json())

    async def _send_all(self) -> None:
        """Send in order; an empty text ends it. A socket that is gone ends it too, and its receiver hears of that."""
        try:
            while text := await self._out.get():
                await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            pass


def _nothing() -> None:
    """Before a table is found there is nothing to stop."""


def _seats(table: Table, token: str | None) -> tuple[Seat, ...]:
    if token is None:
        return ()
    seats = table.seats(token)
    if not seats:
        raise _Closing(NOT_ALLOWED, IllegalAction("server.bad_token"))
    return seats


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidInput("server.not_json") from None


def _parse(row: Any) -> BaseModel:
    """The message of a JSON value; raises `InvalidInput` naming what is wrong with it."""
    kind = row.get("type") if isinstance(row, dict) else None
    if not isinstance(kind, str):
        raise InvalidInput("server.no_type")
    model = SAID_BY_PAGE.get(kind)
    if model is None:
        raise InvalidInput("server.unsupported", type=kind[:32])
    try:
        return model.model_validate(row)
    except ValidationError as error:
        raise field_error(error) from None


def field_error(error: ValidationError) -> InvalidInput:
    """The first wrong field of a message, in our own words."""
    first = error.errors(include_url=False, include_context=False)[0]
    name = ".".join(str(part) for part in first["loc"]) or "body"
    return InvalidInput("server.field", field=name[:64], value=str(first.get("input"))[:64])


@lru_cache(maxsize=64)
def _events_text(news: News) -> str:
    """News as text, made once for all who hear it."""
    events = [event_to_json(event) for event in news.events]
    row = {"type": "events", "events": events, "view": news.view}
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))
