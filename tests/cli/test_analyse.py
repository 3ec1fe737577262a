"""`tavla analyse`: a file or a kept match, in words and for programs."""

import json
from pathlib import Path

import pytest

from tavla.cli import run
from tavla.formats.native import Record, dumps
from tests.analysis.test_annotate import a_match

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(dumps(Record("judged", tuple(a_match(options="one").events))), "utf-8")
    return path


def test_a_file_is_judged_in_words(file: Path, capsys: Captured) -> None:
    assert run(["--lang", "tr", "analyse", str(file), "--level", "0-ply", "--worst", "3"]) == 0
    found = capsys.readouterr()
    assert "büyük hata" in found.out
    assert "strong" in found.out
    assert not found.err


def test_a_kept_match_is_judged_for_programs(file: Path, tmp_path: Path, capsys: Captured) -> None:
    run(["match", "import", str(file), "--data", str(tmp_path)])
    capsys.readouterr()
    assert run(["analyse", "judged", "--level", "0-ply", "--json", "--data", str(tmp_path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["ratings"][0]["pr"] == pytest.approx(0.0, abs=1e-6)
    assert answer["ratings"][1]["pr"] > 10
    assert {each["kind"] for each in answer["decisions"]} >= {"play", "double"}
    assert sum(each["loss"] for each in answer["decisions"] if each["seat"] == 0) == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize("arguments", [("nowhere",), ("x" * 5000,), (), ("nowhere", "--level", "9-ply")])
def test_bad_input_is_one_line(arguments: tuple[str, ...], tmp_path: Path, capsys: Captured) -> None:
    assert run(["analyse", *arguments, "--data", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
