"""Files of other programs on the command line: told, converted and taken into the store."""

import errno
import json
import os
import random
from pathlib import Path

import pytest

from tavla.formats.detect import read_file
from tavla.formats.mat_write import write_mat
from tavla.formats.native import loads
from tavla.formats.write import POSITION_FORMS
from tavla.rules import profile
from tests.cli.conftest import Tavla
from tests.random_play import random_match

ODD = """; [Site "Ankara"]

5 point match

 Game 1
 Ada : 0                          Kaan : 0
  1) 31: 8/5 6/5                   52: 13/7 13/11
  2) 42: 8/4 6/4                    Doubles => 2
  3)  Drops
                                   Wins 1 point
"""


@pytest.fixture
def odd(tmp_path: Path) -> str:
    file = tmp_path / "odd.txt"
    file.write_text(ODD, "utf-8")
    return str(file)


def test_info_tells_players_games_results_and_oddities(tavla: Tavla, odd: str) -> None:
    told = tavla("info", odd)
    assert told.code == 0
    assert "Ada - Kaan  0-1" in told.out
    assert "game 1 at 0-0, 3 rolls: Kaan wins 1, the double was dropped" in told.out
    assert "line 7, column 36: “13/7 13/11” is not legal" in told.out


def test_info_as_json(tavla: Tavla, odd: str) -> None:
    told = json.loads(tavla("info", odd, "--json").out)
    (match,) = told["matches"]
    assert (told["format"], told["encoding"], match["players"]) == ("mat", "utf-8", ["Ada", "Kaan"])
    assert match["games"][0] | {"winner": 1, "points": 1, "how": "dropped", "rolls": 3} == match["games"][0]
    assert [each["code"] for each in told["diagnostics"]] == ["formats.illegal_play"]


def test_oddities_are_told_in_turkish(tavla: Tavla, odd: str) -> None:
    assert "7. satır, 36. sütun: “13/7 13/11” kurallara aykırı" in tavla("--lang", "tr", "info", odd).out


@pytest.mark.parametrize("ending", ["mat", "txt", "sgf", "jsonl"])
def test_what_is_converted_is_the_same_match(tavla: Tavla, tmp_path: Path, ending: str) -> None:
    history = random_match(profile("standard", {"length": "points(3)"}), random.Random(5), games=5)
    source, target = tmp_path / "source.mat", tmp_path / f"target.{ending}"
    source.write_text(write_mat(history), "utf-8")
    assert tavla("convert", str(source), str(target)).code == 0
    first, second = (read_file(file).entries[0].record for file in (source, target))
    assert [event.fact for event in first.events] == [event.fact for event in second.events]
    assert not list(tmp_path.glob(".*.part"))


def test_convert_says_what_is_not_kept(tavla: Tavla, odd: str, tmp_path: Path) -> None:
    told = tavla("convert", odd, str(tmp_path / "out.sgf"))
    assert told.code == 0
    assert "is not legal" in told.err
    native = tmp_path / "out.jsonl"
    assert "not kept: the tags Site" in tavla("convert", odd, str(native)).err


def test_json_keeps_everything(tavla: Tavla, odd: str, tmp_path: Path) -> None:
    told = tavla("convert", odd, str(tmp_path / "out.json"))
    assert "not kept" not in told.err
    row = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert row["tags"] == {"Site": "Ankara"}


def test_one_match_of_several_may_be_chosen(tavla: Tavla, tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(ODD + ODD.replace("Ada", "Eda"), "utf-8")
    out = tmp_path / "one.jsonl"
    assert tavla("convert", str(file), str(out)).code == 2
    assert not out.exists()
    assert tavla("convert", str(file), str(out), "--match", "2").code == 0
    assert '"Eda"' in out.read_text("utf-8")
    assert tavla("convert", str(file), str(out), "--match", "3").code == 2


def test_a_file_of_any_format_is_taken_into_the_store(tavla: Tavla, odd: str, tmp_path: Path) -> None:
    taken = tavla("match", "import", odd, "--data", str(tmp_path))
    assert taken.code == 0
    name = taken.out.strip()
    record = loads(tavla("match", "export", name, "--data", str(tmp_path)).out)
    assert record.events == read_file(Path(odd)).entries[0].record.events
    assert "Ada" in tavla("match", "show", name, "--data", str(tmp_path)).out


BAD = {"empty": b"", "prose": b"hello\n", "bytes": b"\x00\xff" * 99, "xg": b"RGMH" + bytes(9000), "sgf": b"(;GM[6]"}


@pytest.mark.parametrize("verb", ["info", "convert"])
@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_clear_line(tavla: Tavla, tmp_path: Path, verb: str, name: str) -> None:
    file = tmp_path / "bad"
    file.write_bytes(BAD[name])
    told = tavla(verb, str(file), *([str(tmp_path / "out.mat")] if verb == "convert" else []))
    assert (told.code, told.out) == (2, "")
    assert len(told.err.splitlines()) == 1
    assert "formats." not in told.err


def test_a_huge_file_and_no_file_are_refused(tavla: Tavla, tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as stream:
        stream.truncate(100 * 1024 * 1024)
    assert "too large" in tavla("info", str(huge)).err
    assert "nowhere" in tavla("info", str(tmp_path / "nowhere.mat")).err
    assert tavla("info", str(tmp_path)).code == 2


@pytest.mark.parametrize("link", ["itself", "symlink", "hardlink"])
def test_what_is_read_is_never_written_over(tavla: Tavla, odd: str, tmp_path: Path, link: str) -> None:
    target = Path(odd) if link == "itself" else tmp_path / "other.mat"
    if link == "symlink":
        target.symlink_to(odd)
    elif link == "hardlink":
        target.hardlink_to(odd)
    told = tavla("convert", odd, str(target), "--to", "mat")
    assert (told.code, told.out, len(told.err.splitlines())) == (2, "", 1)
    assert "name another file" in told.err
    assert Path(odd).read_text("utf-8") == ODD


def test_another_file_is_written_over(tavla: Tavla, odd: str, tmp_path: Path) -> None:
    target = tmp_path / "there.mat"
    target.write_text("old")
    assert tavla("convert", odd, str(target)).code == 0
    assert "Ada" in target.read_text("utf-8")


@pytest.mark.parametrize("verb", ["convert", "match export"])
def test_a_folder_that_is_not_there_is_named(tavla: Tavla, odd: str, tmp_path: Path, verb: str) -> None:
    out = str(tmp_path / "nowhere" / "out.sgf")
    if verb == "convert":
        told = tavla("convert", odd, out)
    else:
        name = tavla("match", "import", odd, "--data", str(tmp_path)).out.split()[0]
        told = tavla("match", "export", name, "--out", out, "--data", str(tmp_path))
    assert (told.code, told.out) == (2, "")
    assert told.err == f"tavla: there is no folder {tmp_path / 'nowhere'}\n"


def test_a_folder_is_no_target(tavla: Tavla, odd: str, tmp_path: Path) -> None:
    told = tavla("convert", odd, str(tmp_path), "--to", "mat")
    assert told.code == 2
    assert f"{tmp_path} is a folder" in told.err


def test_a_target_of_no_known_form_is_refused(tavla: Tavla, odd: str, tmp_path: Path) -> None:
    assert "--to" in tavla("convert", odd, str(tmp_path / "out.docx")).err
    assert tavla("convert", odd, str(tmp_path / "out.docx"), "--to", "mat").code == 0


@pytest.mark.parametrize("form", POSITION_FORMS)
def test_a_position_is_converted_into_every_form_of_one(tavla: Tavla, tmp_path: Path, form: str) -> None:
    source, target = tmp_path / "source.txt", tmp_path / "target.txt"
    source.write_text("XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10\n", "utf-8")
    assert tavla("convert", str(source), str(target), "--to", form).code == 0
    first, second = (read_file(file).positions[0] for file in (source, target))
    assert (first.position, first.turn, first.roll) == (second.position, second.turn, second.roll)
    assert first.cube == second.cube


def test_of_a_match_the_last_position_is_written(tavla: Tavla, odd: str, tmp_path: Path) -> None:
    assert tavla("convert", odd, str(tmp_path / "last.txt"), "--to", "xgid").code == 0
    last = read_file(Path(odd)).entries[0].history.match.state
    assert read_file(tmp_path / "last.txt").positions[0].position == last.position


def test_a_position_without_names_and_time_is_listed_as_such(tavla: Tavla, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10\n", "utf-8")
    assert tavla("match", "import", str(file), "--data", str(tmp_path)).code == 0
    (line,) = tavla("match", "list", "--data", str(tmp_path)).out.splitlines()
    assert line.split()[1:3] == ["?", "6-3"]
    assert line.endswith("? - ?")


def test_a_position_is_converted_to_a_file_of_jellyfish(tavla: Tavla, tmp_path: Path, shared: Path) -> None:
    source, target = shared / "files/gnubg-made/gnubg_pos_snowie.txt", tmp_path / "x.pos"
    assert tavla("convert", str(source), str(target)).code == 0
    assert read_file(target).positions[0].position == read_file(source).positions[0].position
    several = tavla("convert", str(shared / "files/ids/identifier_gallery.csv"), str(target))
    assert several.code == 2
    assert len(several.err.splitlines()) == 1


@pytest.mark.parametrize("form", ["mat", "sgf", "json"])
def test_a_match_is_written_to_standard_output(tavla: Tavla, odd: str, tmp_path: Path, form: str) -> None:
    tavla("convert", odd, str(tmp_path / f"x.{form}"), "--to", form)
    assert tavla("convert", odd, "-", "--to", form).out == (tmp_path / f"x.{form}").read_text("utf-8")
    assert not Path("-").exists()


def test_standard_output_has_no_form_of_its_own(tavla: Tavla, odd: str) -> None:
    told = tavla("convert", odd, "-")
    assert (told.code, told.out) == (2, "")
    assert "--to" in told.err


def test_what_cannot_be_written_is_named_as_it_was_asked_for(
    tavla: Tavla, odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, data: bytes) -> int:
        self.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    out = tmp_path / "x.sgf"
    told = tavla("--lang", "tr", "convert", odd, str(out))
    assert (told.code, told.err) == (2, f"tavla: {out} yazılamadı: yer kalmadı\n")
    assert [each.name for each in tmp_path.iterdir()] == [Path(odd).name]
