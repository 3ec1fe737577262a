"""An empty store on each database that we support."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tavla.store import SqlStore, default_url


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    url = default_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    kept = SqlStore(url)
    yield kept
    kept.close()
