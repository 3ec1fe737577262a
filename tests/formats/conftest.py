"""GNU Backgammon as an oracle: it reads what we write."""

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tavla.formats.detect import read
from tavla.formats.found import Entry

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


def through_gnubg(gnubg: Gnubg, folder: Path, texts: Sequence[str], command: str) -> tuple[str, list[Entry]]:
    """What gnubg says of files that hold these texts, and the matches as it writes them again."""
    commands = []
    for number, text in enumerate(texts):
        (folder / f"ours{number}").write_text(text, "utf-8")
        commands += [f'{command} "{folder}/ours{number}"', f'export match mat "{folder}/theirs{number}.mat"']
    said = gnubg("\n".join(commands))
    return said, [read((folder / f"theirs{number}.mat").read_bytes()).entries[0] for number in range(len(texts))]
