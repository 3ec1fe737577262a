"""Which build of the kernel is loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tavla.kernel
from tavla.errors import Unavailable

BUILDS = sorted(tavla.kernel._builds())


def loaded(asked: str) -> str:
    command = [sys.executable, "-c", "import tavla.kernel; print(tavla.kernel.BUILD)"]
    done = subprocess.run(command, env=os.environ | {"TAVLA_KERNEL": asked}, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("build", BUILDS)
def test_a_build_can_be_asked_for_where_the_processor_serves_it(build: str) -> None:
    if build.startswith("v") and int(build[1:]) > tavla.kernel.native.level():
        assert loaded("") != build
    else:
        assert loaded(build) == build


def test_a_build_that_does_not_exist_leaves_the_best_one() -> None:
    assert loaded("v9") == loaded("")


def test_without_any_build_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tavla.kernel, "_HERE", Path("/nowhere"))
    with pytest.raises(Unavailable, match="install"):
        tavla.kernel._load()
