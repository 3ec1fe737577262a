"""Whoever waits at a terminal sees how far it is, and nothing of it stays."""

import sys

import pytest

from tavla.cli.interruption import Interrupted
from tavla.cli.progress import counting


def test_a_line_counts_up_and_is_gone_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with counting("db.indexing", "a long name: ") as progress:
        progress(9, 10)
        progress(10, 10)
    *counted, last, rest = capsys.readouterr().err.split("\r")
    assert [line.rsplit(" ", 1)[1] for line in counted if line] == ["9/10", "10/10"]
    assert (last.strip(), len(last), rest) == ("", len(counted[-1]), "")


def test_where_there_is_no_terminal_nothing_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with counting("db.indexing") as progress:
        progress(9, 10)
    assert capsys.readouterr().err == ""


def test_what_is_broken_off_is_said_with_how_far_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLA_LANG", "en")

    def break_off() -> None:
        with counting("db.indexing", "a.mat: ") as progress:
            progress(98, 537)
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        break_off()
    assert stopped.value.sentence == "a.mat: stopped at 98/537; run it again to go on from there"
