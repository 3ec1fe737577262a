"""The address of a database as a person writes it, and as it may be said again."""

from importlib.util import find_spec

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from tavla.errors import InvalidOption

LONGEST = 1000
PATIENCE = "10"
"""Seconds until a server that does not answer is given up, unless the address says otherwise."""

_POSTGRES = "postgresql+psycopg"
_KINDS = {"sqlite": "sqlite", "postgresql": _POSTGRES, "postgres": _POSTGRES, _POSTGRES: _POSTGRES}


def read_address(text: str) -> str:
    """The URL of a SQLite file or a PostgreSQL database, ready for `SqlStore`.

    A refusal never repeats the address: a password that is not percent-encoded may stand in any part of it.
    """
    if len(text) > LONGEST or not text.isprintable():
        raise InvalidOption("store.address")
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise InvalidOption("store.address") from None
    if url.drivername not in _KINDS:
        raise InvalidOption("store.kind")
    url = url.set(drivername=_KINDS[url.drivername])
    return (_file(url) if url.drivername == "sqlite" else _server(url)).render_as_string(hide_password=False)


def _file(url: URL) -> URL:
    """SQLite in memory would forget everything, and each thread would have its own."""
    file = url.database or ""
    named = file.isprintable() and file not in ("", ":memory:") and not file.startswith("file:")
    if not named or url.query or url.host or url.username:
        raise InvalidOption("store.file")
    return url


def _server(url: URL) -> URL:
    if "@" in f"{url.host}{url.database}":
        raise InvalidOption("store.address")
    if find_spec("psycopg") is None:
        raise InvalidOption("store.driver")
    return url if "connect_timeout" in url.query else url.update_query_dict({"connect_timeout": PATIENCE})


def spoken(url: URL) -> str:
    """An address without its password, and without the further settings, among which another may stand."""
    return url.set(query={}).render_as_string(hide_password=True)
