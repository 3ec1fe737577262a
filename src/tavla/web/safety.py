"""What is checked and added around every request: size and origin, and the headers that bind the browser."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
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
    (DNS rebinding) is refused.
    """

    def __init__(self, app: ASGIApp, body: int, hosts: tuple[str, ...] | None) -> None:
        self._app = app
        self._body = body
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            status, error = refusal
            answer = JSONResponse({"error": problem(error)}, status, dict(HEADERS))
            await answer(scope, receive, send)
            return
        await self._app(scope, _bounded(receive, self._body), _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, TavlaError] | None:
        connection = HTTPConnection(scope)
        if not is_own_host(connection, self._hosts):
            return 421, InvalidInput("server.host", host=connection.headers.get("host", "")[:64])
        if scope["method"] not in _SAFE and not is_own_origin(connection):
            return 403, IllegalAction("server.origin")
        if _announced(connection.headers) > self._body:
            return 413, InvalidInput("server.too_large", most=self._body)
        return None


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


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() else 0


def _bounded(receive: Receive, most: int) -> Receive:
    """A body that turns out longer than it may be ends the request as if the sender had gone."""
    seen = 0

    async def read() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return message if seen <= most else {"type": "http.disconnect"}

    return read


def _with_headers(send: Send) -> Send:
    async def write(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return write
