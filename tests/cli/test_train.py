"""`tavla train` as a person meets it."""

from pathlib import Path

from tests.cli.conftest import Tavla

TINY = """
[[step]]
kind = "self_play"
name = "td"
width = 16
games = 20
rate = 0.03
last_rate = 0.01
seed = 1
"""


def test_a_recipe_is_carried_out_once(tavla: Tavla, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(TINY)
    called = tavla("train", str(tmp_path / "small.toml"), "--runs", str(tmp_path / "runs"))
    assert called.code == 0
    assert "td begins" in called.out
    assert (tmp_path / "runs/small/td.npz").exists()
    assert tavla("train", str(tmp_path / "small.toml"), "--runs", str(tmp_path / "runs")).out == ""


def test_a_recipe_that_cannot_be_read_is_one_line(tavla: Tavla, tmp_path: Path) -> None:
    for text in ("", "kind = ", "[[step]]\nkind = 'fit'"):
        (tmp_path / "bad.toml").write_text(text)
        called = tavla("train", str(tmp_path / "bad.toml"), "--runs", str(tmp_path / "runs"))
        assert called.code != 0
        assert called.err.count("\n") == 1
        assert "bad.toml" in called.err
