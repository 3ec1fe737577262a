"""The matches of the store on the command line: listed, shown, exported whole and read back."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tavla.cli import run
from tavla.formats.native import Record, dumps, loads
from tavla.match.events import Player
from tavla.match.match import History
from tavla.rules.ruleset import profile
from tavla.server.lobby import NewMatch
from tavla.store import SqlStore
from tavla.words import say
from tests.cli.test_play import natural, sit_down
from tests.random_play import random_match
from tests.short_match import SHORT_MATCH

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a whole match in a file."""
    history = random_match(profile("standard", {"length": "points(3)"}), random.Random(7), games=9)
    file = tmp_path / "match.jsonl"
    file.write_text(dumps(Record("first-match", tuple(history.events))), "utf-8")
    return file


def tavla(*arguments: object) -> int:
    return run(["--lang", "en", "match", *map(str, arguments)])


def test_what_is_exported_is_what_was_imported(record: Path, tmp_path: Path) -> None:
    assert tavla("import", record, "--data", tmp_path) == 0
    assert tavla("export", "first-match", "--data", tmp_path, "--out", tmp_path / "again.jsonl") == 0
    assert (tmp_path / "again.jsonl").read_text("utf-8") == record.read_text("utf-8")
    assert not list(tmp_path.glob(".*.part"))


def test_the_list_tells_players_score_and_state(record: Path, tmp_path: Path, capsys: Captured) -> None:
    tavla("import", record, "--data", tmp_path)
    assert tavla("list", "--json", "--data", tmp_path) == 0
    line = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (line["match"], line["over"]) == ("first-match", True)
    assert tavla("list", "--data", tmp_path) == 0
    assert "Ayşe - Mehmet Ali" in capsys.readouterr().out


def test_every_play_is_shown(record: Path, tmp_path: Path, capsys: Captured) -> None:
    tavla("import", record, "--data", tmp_path)
    assert tavla("show", "first-match", "--data", tmp_path) == 0
    text = capsys.readouterr().out
    history = History(loads(record.read_text("utf-8")).events)
    assert text.count("Game ") == history.match.game
    assert tavla("show", "first-match", "--json", "--data", tmp_path) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["results"]) == len(history.match.results)
    assert len(told["events"]) == len(history.live_events())


def test_an_empty_store_says_how_to_begin(tmp_path: Path, capsys: Captured) -> None:
    assert tavla("list", "--data", tmp_path) == 0
    assert "tavla play" in capsys.readouterr().out


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """A file of three matches."""
    file = tmp_path / "several.mat"
    file.write_text("".join(SHORT_MATCH.replace("3 point", f"{n} point") + "\n" for n in (3, 5, 7)), "utf-8")
    return file


def test_an_import_that_was_broken_off_is_repeated(
    several: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    create, calls = SqlStore.create, iter(range(9))

    def broken(*of: Any) -> None:
        if next(calls) == 1:
            raise OSError(28, "No space left on device")
        create(*of)

    monkeypatch.setattr(SqlStore, "create", broken)
    assert tavla("import", several, "--data", tmp_path) == 2
    (first,) = capsys.readouterr().out.split()
    assert tavla("import", several, "--data", tmp_path) == 0
    told = capsys.readouterr()
    assert len(told.out.split()) == 2
    assert [line for line in told.err.splitlines() if first in line and "already" in line]


def test_another_match_of_the_same_name_is_told(record: Path, tmp_path: Path, capsys: Captured) -> None:
    tavla("import", record, "--data", tmp_path)
    assert tavla("import", record, "--data", tmp_path) == 0
    record.write_text(record.read_text("utf-8").replace("Ayşe", "Fatma"), "utf-8")
    capsys.readouterr()
    assert tavla("import", record, "--data", tmp_path) == 2
    assert "another match first-match" in capsys.readouterr().err


def spoil(text: str, how: str) -> bytes:
    lines = text.splitlines(keepends=True)
    match how:
        case "cut":
            return text[:-30].encode()
        case "later":
            return text.replace('"format_version":1', '"format_version":2').encode()
        case "shuffled":
            return "".join([*lines[:5], lines[8], *lines[5:8]]).encode()
        case "illegal":
            return text.replace('"type":"rolled","dice":[', '"type":"rolled","dice":[7,', 1).encode()
        case "not text":
            return b"\xff\xfe" + text.encode()
        case "name":
            return text.replace("first-match", "../../first", 1).encode()
    return how.encode()


@pytest.mark.parametrize("how", ["cut", "later", "shuffled", "illegal", "not text", "name", "", "{}", "[]\n", "null\n"])
def test_a_spoilt_record_is_one_clear_line_and_nothing_is_kept(
    how: str, record: Path, tmp_path: Path, capsys: Captured
) -> None:
    record.write_bytes(spoil(record.read_text("utf-8"), how))
    assert tavla("import", record, "--data", tmp_path) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    tavla("list", "--json", "--data", tmp_path)
    assert not capsys.readouterr().out


def test_a_huge_file_is_refused_unread(tmp_path: Path, capsys: Captured) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert tavla("import", tmp_path / "huge", "--data", tmp_path) == 2
    assert "too large" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["nothing", "../../etc/passwd", "-1", "0", "x" * 5000])
@pytest.mark.parametrize("verb", ["show", "export"])
def test_a_match_that_does_not_exist_is_named(verb: str, name: str, tmp_path: Path, capsys: Captured) -> None:
    assert tavla(verb, "--data", tmp_path, "--", name) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_file_that_does_not_exist_is_named(tmp_path: Path, capsys: Captured) -> None:
    assert tavla("import", tmp_path / "nowhere.jsonl", "--data", tmp_path) == 2
    assert "nowhere.jsonl" in capsys.readouterr().err


def test_the_dice_of_a_finished_match_are_thrown_again(tmp_path: Path, capsys: Captured) -> None:
    new = NewMatch(profile("tavla", {"length": "one"}), (Player("Ayşe"), Player("Mehmet")))
    sit_down(tmp_path, new, natural)
    tavla("list", "--json", "--data", tmp_path)
    name = json.loads(capsys.readouterr().out.splitlines()[-1])["match"]
    assert tavla("verify", name, "--data", tmp_path, "--json") == 0
    assert json.loads(capsys.readouterr().out)["throws"] > 10


def test_a_record_without_a_promise_cannot_be_verified(record: Path, tmp_path: Path, capsys: Captured) -> None:
    tavla("import", record, "--data", tmp_path)
    assert tavla("verify", "first-match", "--data", tmp_path) == 2
    assert "how its dice were thrown" in capsys.readouterr().err


def test_a_bot_that_nobody_named_is_called_by_its_kind_for_each_reader(tmp_path: Path, capsys: Captured) -> None:
    players = (Player("Ayşe"), Player(say("tr", "bot.level4"), "level4"))
    sit_down(tmp_path, NewMatch(profile("standard"), players), natural, lines=0)
    for tongue in ("tr", "en"):
        assert run(["--lang", tongue, "match", "list", "--data", str(tmp_path)]) == 0
        assert f"Ayşe - {say(tongue, 'bot.level4')}" in capsys.readouterr().out
