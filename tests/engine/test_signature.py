"""One word for all that an answer depends on beside the question."""

from importlib.resources import files
from pathlib import Path

import pytest

from tavla.engine import signature as asked
from tavla.engine.signature import signature


def test_it_is_the_same_as_long_as_nothing_changes() -> None:
    found = signature()
    signature.cache_clear()
    assert signature() == found


def test_another_constant_is_another_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = signature()
    source = Path(asked.__file__).parent
    monkeypatch.setattr(asked, "files", lambda room: tmp_path if room == "tavla.engine" else files(room))
    for each in source.glob("*.py"):
        (tmp_path / each.name).write_bytes(each.read_bytes())
    signature.cache_clear()
    assert signature() == found
    cube = tmp_path / "cubeful.py"
    cube.write_text(cube.read_text("utf-8").replace("0.72", "0.71"), "utf-8")
    signature.cache_clear()
    assert signature() != found
    signature.cache_clear()
