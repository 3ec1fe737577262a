"""`tavla serve`: the table in the browser."""

import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import click
import structlog
import uvicorn

from tavla.bots import BOTS
from tavla.cli.language import language
from tavla.errors import InvalidOption, Unavailable
from tavla.store import SqlStore, default_url, read_address
from tavla.web.app import create_app
from tavla.web.limits import Limits
from tavla.web.safety import loopback_hosts
from tavla.words import say

PORT = 8000
FURTHER = 50
"""How many ports after a taken one are tried."""

STOP_WITHIN = 3
LEAVE_AFTER = 1.0
"""Seconds after which the process ends when all is written, whatever its threads still think about."""

_HEARTBEAT = 5.0


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535))
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option("--database", metavar="URL")
@click.option("--no-open", is_flag=True)
@click.option("--tutor-at-tables", is_flag=True)
def serve(host: str, port: int, data: Path | None, database: str | None, no_open: bool, tutor_at_tables: bool) -> None:
    """Play in the browser."""
    _log_to_stderr()
    url = _database(data, database)
    listening = _listen(host, port)
    store = SqlStore(url)
    try:
        _run(listening, store, host, opens=not no_open and has_desktop(), tutor_at_tables=tutor_at_tables)
    finally:
        store.close()


def _database(data: Path | None, address: str | None) -> str:
    """Where the matches are kept: in a folder, or where an address says."""
    if address is None:
        return default_url(data)
    if data is not None:
        raise InvalidOption("store.one_place")
    return read_address(address)


def _run(listening: socket.socket, store: SqlStore, host: str, *, opens: bool, tutor_at_tables: bool) -> None:
    address = _address(host, listening.getsockname()[1])
    app = create_app(store, BOTS, hosts=loopback_hosts(host), tutor_at_tables=tutor_at_tables)
    server = _Announcing(_config(app), address, opens=opens)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # the server stops by itself and raises the signal once more
    server.run(sockets=[listening])


class _Announcing(uvicorn.Server):
    """Says where it can be reached once it can be."""

    def __init__(self, config: uvicorn.Config, address: str, *, opens: bool) -> None:
        super().__init__(config)
        self._address = address
        self._opens = opens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        click.echo(say(language(), "server.address", address=self._address))
        if self._opens:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Those who watch an analysis are told that no more will come, so that nobody has to be waited for; nor has a
        thread that thinks, which Python would do for as long as a deep decision takes."""
        self.config.app.state.studies.hush()  # type: ignore[union-attr]
        await super().shutdown(sockets)
        leaving = threading.Timer(LEAVE_AFTER, os._exit, (0,))
        leaving.daemon = True
        leaving.start()


def _config(app: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        access_log=False,
        log_level="warning",
        ws_max_size=16 * Limits().message,
        ws_ping_interval=_HEARTBEAT,
        ws_ping_timeout=2 * _HEARTBEAT,
        timeout_graceful_shutdown=STOP_WITHIN,
        server_header=False,
    )


def _listen(host: str, port: int) -> socket.socket:
    """A socket on the port, or on the next one that is free, which is said."""
    for candidate in (*range(port, min(port + FURTHER, 65536)), 0):
        try:
            listening = _bind(host, candidate)
        except OSError as error:
            if not _is_taken(error):
                raise Unavailable("server.cannot_listen", host=host, port=candidate, reason=error) from error
            continue
        if port and candidate != port:
            click.echo(say(language(), "server.port_taken", port=port, next=listening.getsockname()[1]))
        return listening
    raise Unavailable("server.cannot_listen", host=host, port=port, reason=OSError(errno.EADDRINUSE, ""))


def _bind(host: str, port: int) -> socket.socket:
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
        listening.set_inheritable(False)
    except OSError:
        listening.close()
        raise
    return listening


def _is_taken(error: OSError) -> bool:
    return error.errno == errno.EADDRINUSE or getattr(error, "winerror", None) == 10013


def _address(host: str, port: int) -> str:
    """Where a browser on this machine finds the server."""
    name = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(host, host)
    return f"http://{name}:{port}/"


def has_desktop() -> bool:
    """Whether there is a desktop that can show a browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _log_to_stderr() -> None:
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
