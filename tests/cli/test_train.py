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


def test_the_gate_says_that_a_net_is_not_better_than_itself(tavla: Tavla, tmp_path: Path) -> None:
    called = tavla("train", "gate", "shipped", "shipped", "--pairs", "200", "--ship", str(tmp_path / "out"))
    assert called.code == 1
    assert "undecided" in called.out.splitlines()[-1]
    assert not (tmp_path / "out").exists()


def test_the_gate_refuses_what_is_no_net(tavla: Tavla, tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(b"PK")
    for name in ("bad.npz", "missing.npz", "missing.net"):
        called = tavla("train", "gate", str(tmp_path / name), "shipped")
        assert called.code == 2
        assert called.err.count("\n") == 1
        assert name in called.err
