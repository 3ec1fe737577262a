"""What is checked and added around every request: size and origin, and the headers that bind the browser."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavla.errors import IllegalAction, InvalidInput, TavlaError
from tavla.web.wire import problem

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Safety:
    """An ASGI shell. `hosts` are the names by which the server may be called; None allows any.

    A server on the loopback address is called by no other name: a page elsewhere that points its own name there
    (DNS rebinding) is refused. What is sent to a path of `streamed` is bounded there, while it comes.
    """

    def __init__(self, app: ASGIApp, body: int, hosts: tuple[str, ...] | None, streamed: tuple[str, ...] = ()) -> None:
        self._app = app
        self._body = body
        self._streamed = streamed
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            self._check(HTTPConnection(scope), scope["method"])
            if scope["method"] not in _SAFE and scope["path"] not in self._streamed:
                receive = await _read(receive, self._body)
        except _Refused as refused:
            answer = JSONResponse({"error": problem(refused.error)}, refused.status, dict(HEADERS))
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, _with_headers(send))

    def _check(self, connection: HTTPConnection, method: str) -> None:
        if not is_own_host(connection, self._hosts):
            raise _Refused(421, InvalidInput("server.host", host=connection.headers.get("host", "")[:64]))
        if method not in _SAFE and not is_own_origin(connection):
            raise _Refused(403, IllegalAction("server.origin"))


class _Refused(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, error: TavlaError) -> None:
        super().__init__(status)
        self.status, self.error = status, error


async def _read(receive: Receive, most: int) -> Receive:
    """The whole body, read before anybody works on it; too long a one is not read to its end."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return receive
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise _Refused(413, InvalidInput("server.too_large", most=most))
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def read() -> Message:
        return waiting.pop() if waiting else await receive()

    return read


def loopback_hosts(host: str) -> tuple[str, ...] | None:
    """The names of a server that listens on `host`: the loopback names, or None where it is open to others."""
    return _LOOPBACK if host in _LOOPBACK else None


def is_own_host(connection: HTTPConnection, hosts: tuple[str, ...] | None) -> bool:
    """Whether a request calls the server by one of its names."""
    return hosts is None or _host(connection) in hosts


def is_own_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own page, or from a program, which names no origin."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


def _host(connection: HTTPConnection) -> str | None:
    try:
        return urlsplit("//" + connection.headers.get("host", "")).hostname
    except ValueError:
        return None


def _with_headers(send: Send) -> Send:
    async def write(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return write
