"""An empty store on each database that we support."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url

from tavla.store import SqlStore, default_url


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    url = default_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    kept = SqlStore(url)
    yield kept
    kept.close()


@pytest.fixture(params=["sqlite", "postgres"])
def url_of_its_own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that no other test writes into, for what is counted over all of it."""
    if request.param == "sqlite":
        yield default_url(tmp_path)
        return
    server = make_url(request.getfixturevalue("postgres_url"))
    name = f"tavla_{secrets.token_hex(6)}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
        yield server.set(database=name).render_as_string(hide_password=False)
        connection.exec_driver_sql(f"DROP DATABASE {name}")
    engine.dispose()
