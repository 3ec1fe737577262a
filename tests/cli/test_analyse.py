"""`tavla analyse`: files, folders, kept matches and positions, in words and for programs."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tavla.analysis import annotate as judging
from tavla.cli import judged as keeping
from tavla.cli import run
from tavla.cli.judged import Judged
from tavla.engine.decision import LEVELS, Decision, decide
from tavla.formats.native import Record, dumps
from tavla.rules import State
from tests.analysis.test_annotate import a_match
from tests.cli.conftest import Tavla

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:7:10"
DROPPED = """ 3 point match

 Game 1
 {one} : 0   {two} : 0
  1) 31: 8/5 6/5      Doubles => 2
  2) Drops
      Wins 1 point
"""


NO_CHOICE = b'{"version":4,"choices":[["x",1,1,[],0]]}\n{"version":3,"luck":1e999}\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is kept between runs is kept for one test only."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("TAVLA_CACHE", str(folder))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(dumps(Record("judged", tuple(a_match(options="one").events))), "utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two matches, one of them deeper down, and something that is no match."""
    place = tmp_path / "matches"
    (place / "old").mkdir(parents=True)
    (place / "a.mat").write_text(DROPPED.format(one="Kağan Işık", two="Ada"), "utf-8")
    (place / "old" / "b.mat").write_text(DROPPED.format(one="ada", two="KAĞAN IŞIK"), "utf-8")
    (place / "notes.txt").write_text("bring coffee\n", "utf-8")
    (place / ".hidden").write_text("not looked at\n", "utf-8")
    return place


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """What the engine was asked."""
    asked: list[State] = []

    def told(state: State, *rest: Any) -> Decision:
        asked.append(state)
        return decide(state, *rest)

    monkeypatch.setattr(judging, "decide", told)
    return asked


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_file_is_judged_in_words(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "tr", "analyse", str(file), "--level", "0-ply", "--worst", "3"]) == 0
    found = capsys.readouterr()
    assert "büyük hata" in found.out
    assert any(line.startswith("     ") and line.endswith(".") for line in found.out.splitlines())
    assert "strong" in found.out
    assert not found.err


def test_a_kept_match_is_judged_for_programs(file: Path, tmp_path: Path, tavla: Tavla) -> None:
    tavla("match", "import", str(file), "--data", str(tmp_path))
    answer = json.loads(tavla("analyse", "judged", "--level", "0-ply", "--json", "--data", str(tmp_path)).out)
    assert answer["ratings"][0]["pr"] == pytest.approx(0.0, abs=1e-6)
    assert answer["ratings"][1]["pr"] > 10
    assert {each["kind"] for each in answer["decisions"]} >= {"play", "double"}
    assert sum(each["loss"] for each in answer["decisions"] if each["seat"] == 0) == pytest.approx(0.0, abs=1e-4)
    assert all(each["xgid"].startswith("XGID=") for each in answer["decisions"])


def test_the_opinion_of_the_file_stands_beside(shared: Path, tavla: Tavla) -> None:
    file = str(shared / "files/sgf/charlot_7pt.sgf")
    assert "PR by gnubg" in tavla("analyse", file, "--level", "0-ply").out
    answer = json.loads(tavla("analyse", file, "--level", "0-ply", "--json").out)
    opinions = [each["opinion"] for each in answer["decisions"] if each["kind"] == "play"]
    assert {each["program"] for each in opinions} == {"gnubg"}
    assert answer["ratings"][0]["pr_by_file"] < 0.5


@pytest.mark.parametrize("arguments", [("nowhere",), ("x" * 5000,), (), ("nowhere", "--level", "9-ply"), ("a\0b",)])
def test_bad_input_is_one_line(arguments: tuple[str, ...], tmp_path: Path, tavla: Tavla) -> None:
    called = tavla("analyse", *arguments, "--data", str(tmp_path))
    assert called.code == 2
    assert len(called.err.splitlines()) == 1


def test_a_folder_gives_a_line_a_match_and_the_totals(folder: Path, tavla: Tavla) -> None:
    called = tavla("analyse", str(folder), "--level", "0-ply")
    assert called.code == 0
    lines = called.out.splitlines()
    assert [line.split(": ")[0] for line in lines[:2]] == [str(folder / "a.mat"), str(folder / "old" / "b.mat")]
    assert [line.split("  ")[0] for line in lines[4:6]] == ["Ada", "Kağan Işık"]
    assert [line.startswith(str(folder / "notes.txt")) for line in called.err.splitlines()] == [True, False]


def test_a_folder_gives_programs_a_row_a_match_and_the_totals(folder: Path, tavla: Tavla) -> None:
    *matches, totals = rows(tavla("analyse", str(folder), "--level", "0-ply", "--json").out)
    assert [Path(row["source"]).name for row in matches] == ["a.mat", "notes.txt", "b.mat"]
    assert "error" in matches[1]
    assert (totals["matches"], totals["failed"]) == (2, 1)
    ada, kagan = totals["players"]
    assert (ada["player"], ada["matches"]) == ("Ada", 2)
    assert kagan["kinds"]["wrong_drop"]["decisions"] + kagan["kinds"]["wrong_double"]["decisions"] == 2
    assert kagan["kinds"]["wrong_drop"]["loss"] > 0.1


def test_one_player_is_counted_under_all_his_names(folder: Path, tavla: Tavla) -> None:
    (folder / "c.mat").write_text(DROPPED.format(one="kagan99", two="Baran"), "utf-8")
    named = ("--player", "kağan ışık", "--player", "Kagan99")
    *matches, totals = rows(tavla("analyse", str(folder), *named, "--level", "0-ply", "--json").out)
    assert [(each["player"], each["matches"]) for each in totals["players"]] == [("kağan ışık", 3)]
    assert {each["seat"] for each in matches[0]["decisions"]} == {0}


def test_a_player_who_is_not_there_is_told(folder: Path, tavla: Tavla) -> None:
    for source in (folder, folder / "a.mat"):
        called = tavla("analyse", str(source), "--player", "Nobody", "--level", "0-ply")
        assert called.code == 2
        assert "Nobody" in called.err


def test_where_nothing_can_be_read_the_run_has_failed(folder: Path, tavla: Tavla) -> None:
    called = tavla("analyse", str(folder / "notes.txt"), str(folder / "missing.mat"), "--level", "0-ply")
    assert called.code == 2
    assert len(called.err.splitlines()) == 3


def test_an_empty_folder_is_one_line(tmp_path: Path, tavla: Tavla) -> None:
    (tmp_path / "empty").mkdir()
    for more in ((), ("--json",)):
        called = tavla("analyse", str(tmp_path / "empty"), *more)
        assert (called.code, called.out) == (2, "")
        assert called.err == f"tavla: there is no file in {tmp_path / 'empty'}\n"


@pytest.mark.parametrize("option", ["--html", "--sgf"])
def test_a_match_is_not_written_over_by_what_is_made_of_it(folder: Path, tavla: Tavla, option: str) -> None:
    file = folder / "a.mat"
    before = file.read_bytes()
    called = tavla("analyse", str(file), "--level", "0-ply", option, str(file))
    assert (called.code, called.out, len(called.err.splitlines())) == (2, "", 1)
    assert file.read_bytes() == before


def test_of_several_matches_none_is_written_over(folder: Path, tavla: Tavla) -> None:
    (folder / "a.sgf").write_text(DROPPED.format(one="x", two="y"), "utf-8")
    assert tavla("analyse", str(folder), "--level", "0-ply", "--sgf", str(folder)).code == 0
    assert (folder / "a.sgf").read_text("utf-8") == DROPPED.format(one="x", two="y")
    assert {"a_1.sgf", "a_2.sgf", "b.sgf"} <= {each.name for each in folder.iterdir()}


def test_a_folder_for_the_report_that_is_not_there_is_named(folder: Path, tmp_path: Path, tavla: Tavla) -> None:
    called = tavla("analyse", str(folder / "a.mat"), "--html", str(tmp_path / "nowhere" / "x.html"))
    assert (called.code, called.err) == (2, f"tavla: there is no folder {tmp_path / 'nowhere'}\n")


def test_every_match_has_a_report_of_its_own(folder: Path, tmp_path: Path, tavla: Tavla) -> None:
    (folder / "a.txt").write_text(DROPPED.format(one="x", two="y"), "utf-8")
    for _ in range(2):
        assert tavla("analyse", str(folder), "--level", "0-ply", "--html", str(tmp_path / "out")).code == 0
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == ["a.html", "a_1.html", "b.html"]


@pytest.mark.parametrize(("language", "words"), [("en", "written over"), ("tr", "üzerine yazılır")])
def test_the_help_says_that_files_are_written_over(language: str, words: str, tavla: Tavla) -> None:
    told = " ".join(tavla("--lang", language, "analyse", "--help").out.split())
    assert told.count(words) == 2


def test_the_report_of_one_match_goes_where_it_is_asked(folder: Path, tmp_path: Path, tavla: Tavla) -> None:
    for place in (tmp_path / "one.html", tmp_path):
        assert tavla("analyse", str(folder / "a.mat"), "--level", "0-ply", "--html", str(place)).code == 0
    assert (tmp_path / "one.html").read_text("utf-8") == (tmp_path / "a.html").read_text("utf-8")


BEAVERED = """ 0 point match

 Game 1
 Ali : 0   Veli : 0
  1) 31: 8/5 6/5                       Doubles => 2
  2)  Beavers => 4                     63: 24/15
"""


def test_what_sgf_has_no_words_for_is_named(tmp_path: Path, tavla: Tavla) -> None:
    (tmp_path / "beavered.mat").write_text(BEAVERED, "utf-8")
    call = ("analyse", str(tmp_path / "beavered.mat"), "--level", "0-ply", "--sgf", str(tmp_path / "out.sgf"))
    assert f"{tmp_path / 'out.sgf'}: 1 decision has no words in SGF" in tavla(*call).err
    assert "out.sgf: SGF’de karşılığı olmayan 1 karar" in tavla("--lang", "tr", *call).err


def test_an_analysis_that_gives_way_is_named(folder: Path, tmp_path: Path, tavla: Tavla) -> None:
    one, two = (str(tmp_path / name) for name in ("one.sgf", "two.sgf"))
    first = tavla("analyse", str(folder / "a.mat"), "--level", "0-ply", "--sgf", one)
    assert first.err == ""
    second = tavla("analyse", one, "--level", "0-ply", "--sgf", two)
    assert "gives way to this one" in second.err


def test_a_match_is_written_with_its_analysis(folder: Path, tmp_path: Path, tavla: Tavla) -> None:
    target = tmp_path / "judged.sgf"
    assert tavla("analyse", str(folder / "a.mat"), "--level", "0-ply", "--sgf", str(target)).code == 0
    assert "PR by tavla" in tavla("analyse", str(target), "--level", "0-ply").out
    assert tavla("analyse", str(folder), "--level", "0-ply", "--sgf", str(tmp_path / "out")).code == 0
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == ["a.sgf", "b.sgf"]


def test_what_was_judged_is_not_judged_again(file: Path, tavla: Tavla, decided: list[State]) -> None:
    first = tavla("analyse", str(file), "--level", "0-ply", "--json").out
    asked = len(decided)
    assert tavla("analyse", str(file), "--level", "0-ply", "--json").out == first
    assert len(decided) == asked
    tavla("analyse", str(file), "--level", "0-ply", "--again")
    assert len(decided) == 2 * asked


def test_a_run_that_was_broken_off_goes_on_where_it_was(file: Path, tavla: Tavla, decided: list[State]) -> None:
    history = a_match(options="one")
    kept = Judged(history, LEVELS["0-ply"])
    some = list(judging.questions(history))[:10]
    for question in some:
        kept.keep(question, judging.decision_on(question, LEVELS["0-ply"]))
    kept.close()
    decided.clear()
    tavla("analyse", str(file), "--level", "0-ply")
    assert len(decided) == len(list(judging.questions(history))) - len(some)


def test_what_is_missing_of_a_kept_match_is_added_to_it(
    file: Path, cache: Path, tavla: Tavla, decided: list[State]
) -> None:
    tavla("analyse", str(file), "--level", "0-ply")
    (kept,) = (cache / "judged").iterdir()
    lines = gzip.decompress(kept.read_bytes()).splitlines(keepends=True)
    kept.write_bytes(gzip.compress(b"".join(lines[5:])))
    for missing in (5, 0):
        decided.clear()
        tavla("analyse", str(file), "--level", "0-ply")
        assert len(decided) <= missing
    assert sorted(gzip.decompress(kept.read_bytes()).splitlines(keepends=True)) == sorted(lines)


def test_what_another_engine_found_is_asked_again(
    file: Path, tavla: Tavla, decided: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    tavla("analyse", str(file), "--level", "0-ply")
    asked = len(decided)
    monkeypatch.setattr(keeping, "signature", lambda: "another")
    tavla("analyse", str(file), "--level", "0-ply")
    assert len(decided) == 2 * asked


def test_another_level_is_judged_by_itself(file: Path, tavla: Tavla, decided: list[State]) -> None:
    tavla("analyse", str(file), "--level", "0-ply")
    asked = len(decided)
    tavla("analyse", str(file), "--level", "1-ply")
    assert len(decided) == 2 * asked


@pytest.mark.parametrize(
    "damage", [b"", b"\x1f\x8b broken", b"[]\n{}\n", b'{"version":4,"choices":[["x",1,1,[],0]]}\n']
)
def test_what_is_damaged_is_judged_again(damage: bytes, file: Path, cache: Path, tavla: Tavla) -> None:
    first = tavla("analyse", str(file), "--level", "0-ply", "--json").out
    (kept,) = (cache / "judged").iterdir()
    kept.write_bytes(damage)
    assert tavla("analyse", str(file), "--level", "0-ply", "--json").out == first


def test_a_position_is_asked_about_the_cube(tavla: Tavla) -> None:
    answer = json.loads(tavla("analyse", START.format(dice="00"), "--level", "0-ply", "--json").out)
    assert [each["kind"] for each in answer["decisions"]] == ["double", "take"]
    assert [each["choices"][0]["action"] for each in answer["decisions"]] == ["roll", "take"]


def test_a_position_with_a_roll_is_asked_about_the_play(tavla: Tavla) -> None:
    out = tavla("analyse", START.format(dice="31"), "--level", "0-ply").out
    assert "8/5 6/5" in out.splitlines()[6]


def test_a_file_of_positions_is_asked_about_each(shared: Path, tavla: Tavla) -> None:
    found = rows(tavla("analyse", str(shared / "files/ids/identifier_gallery.csv"), "--level", "0-ply", "--json").out)
    assert len(found) > 5
    assert all(each["decisions"] for each in found)


def test_no_report_is_written_of_a_position(tmp_path: Path, tavla: Tavla) -> None:
    assert tavla("analyse", START.format(dice="00"), "--html", str(tmp_path / "x.html")).code == 2


@pytest.mark.parametrize(("option", "name"), [("--html", "one.html"), ("--sgf", "one.sgf"), ("--html", "-")])
def test_several_matches_do_not_go_where_there_is_room_for_one(
    option: str, name: str, folder: Path, tmp_path: Path, tavla: Tavla
) -> None:
    place = name if name == "-" else str(tmp_path / name)
    told = tavla("analyse", str(folder), "--level", "0-ply", option, place)
    assert (told.code, told.out, len(told.err.splitlines())) == (2, "", 1)
    assert not Path(place).exists()


def test_a_report_goes_to_standard_output_alone(file: Path, tavla: Tavla) -> None:
    told = tavla("analyse", str(file), "--level", "0-ply", "--html", "-")
    assert told.code == 0
    assert told.out.startswith("<!DOCTYPE html>")
    assert told.out.rstrip().endswith("</html>")


def test_two_things_do_not_share_standard_output(file: Path, tavla: Tavla) -> None:
    assert tavla("analyse", str(file), "--level", "0-ply", "--html", "-", "--json").code == 2
