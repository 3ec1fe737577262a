"""Whoever waits at a terminal sees how far it is, and nothing of it stays."""

import sys

import pytest

from tavla.cli.progress import counting


def test_a_line_counts_up_and_is_gone_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with counting("db.analysing", "a long name: ") as progress:
        assert progress is not None
        progress(9, 10)
        progress(10, 10)
    *counted, last, rest = capsys.readouterr().err.split("\r")
    assert [line.rsplit(" ", 1)[1] for line in counted if line] == ["9/10", "10/10"]
    assert (last.strip(), len(last), rest) == ("", len(counted[-1]), "")


def test_where_there_is_no_terminal_nothing_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with counting("db.analysing") as progress:
        assert progress is None
    assert capsys.readouterr().err == ""
