"""GNU Backgammon as an oracle: it reads what we write."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Gnubg = Callable[[str], str]


@pytest.fixture
def gnubg(tmp_path: Path) -> Gnubg:
    """`gnubg(commands)`: run the program over lines of commands; what it says comes back."""
    program = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        pytest.skip("no gnubg on the path: apt-get install gnubg")

    def run(commands: str) -> str:
        done = subprocess.run(
            [program, "-t", "-q"],
            input=f"{commands}\nquit\ny\n",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={**os.environ, "HOME": str(tmp_path)},
        )
        return done.stdout + done.stderr

    return run
