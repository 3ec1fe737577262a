"""The command line as a test calls it: in this process, with its output caught."""

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from tavla.cli import run


class Called(NamedTuple):
    """What one call gave."""

    code: int
    out: str
    err: str


Tavla = Callable[..., Called]


@pytest.fixture
def tavla(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tavla:
    """`tavla("plays", ID, "62")`: run a command line in English, `stdin` being what it can read."""
    monkeypatch.setenv("TAVLA_LANG", "en")

    def call(*arguments: str, stdin: bytes = b"") -> Called:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = run(arguments)
        caught = capsys.readouterr()
        return Called(code, caught.out, caught.err)

    return call
