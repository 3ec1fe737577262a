"""Numbers kept in the cache folder survive, and damage is seen."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tavla.evaluation.cache import kept

Harm = Callable[[bytes], bytes]


class Builder:
    """Builds ten numbers and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        self.times += 1
        return np.arange(10, dtype=np.float32)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_was_built_once_is_kept(cache: Path) -> None:
    build = Builder()
    assert kept("ten", 10, build).tolist() == kept("ten", 10, build).tolist() == list(range(10))
    assert build.times == 1
    assert [path.name for path in cache.iterdir()] == ["ten"]


@pytest.mark.parametrize("harm", [lambda whole: whole[:-3], lambda whole: whole[:-1] + b"\1", lambda _whole: b""])
def test_a_damaged_file_is_built_anew(cache: Path, harm: Harm) -> None:
    build = Builder()
    kept("ten", 10, build)
    path = cache / "ten"
    path.write_bytes(harm(path.read_bytes()))
    assert kept("ten", 10, build).tolist() == list(range(10))
    assert build.times == 2
    kept("ten", 10, build)
    assert build.times == 2


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path / "file"))
    assert kept("ten", 10, Builder()).tolist() == list(range(10))
