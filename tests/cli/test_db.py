"""The kept matches searched on the command line: by player, day, result, position and error."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tavla.cli.db import _date
from tavla.formats.native import Record, dumps
from tavla.match.match import History
from tavla.notation import encode_position
from tavla.rules import Position, profile
from tavla.rules.state import Phase
from tavla.store.places import places_of
from tests.cli.conftest import Tavla
from tests.random_play import random_match

START = "4HPwATDgc/ABMA"


def a_history(seed: int, length: str = "points(1)") -> History:
    return random_match(profile("standard", {"length": length}), random.Random(seed), games=9)


@pytest.fixture
def folder(tmp_path: Path, tavla: Tavla) -> Path:
    """Data with two matches brought in from a folder that holds one more file, which is none."""
    files = tmp_path / "files"
    (files / "deeper").mkdir(parents=True)
    (files / "one.jsonl").write_text(dumps(Record("one", tuple(a_history(3).events))), "utf-8")
    (files / "deeper" / "two.jsonl").write_text(dumps(Record("two", tuple(a_history(5).events))), "utf-8")
    (files / "notes.txt").write_text("no match at all", "utf-8")
    data = tmp_path / "data"
    called = tavla("match", "import", str(files), "--data", str(data))
    assert (called.code, sorted(called.out.split())) == (0, ["one", "two"])
    assert called.err.count("\n") == 1
    assert "notes.txt" in called.err
    return data


def rows(tavla: Tavla, folder: Path, *arguments: str) -> list[dict[str, Any]]:
    called = tavla("db", *arguments, "--json", "--data", str(folder))
    assert called.code == 0, called.err
    return [json.loads(line) for line in called.out.splitlines()]


def test_a_folder_brought_in_again_changes_nothing(tavla: Tavla, folder: Path) -> None:
    called = tavla("match", "import", str(folder.parent / "files"), "--data", str(folder))
    assert (called.code, called.out) == (0, "")
    assert called.err.count("already") == 2


def test_files_of_which_none_can_be_read_are_an_error(tavla: Tavla, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").write_text("y")
    called = tavla("match", "import", str(tmp_path / "a"), str(tmp_path / "b"), "--data", str(tmp_path / "data"))
    assert (called.code, called.err.count("\n")) == (2, 2)


def test_matches_are_found_by_player_and_result(tavla: Tavla, folder: Path) -> None:
    assert {row["match"] for row in rows(tavla, folder)} == {"one", "two"}
    assert {row["match"] for row in rows(tavla, folder, "--player", "AYŞE")} == {"one", "two"}
    assert rows(tavla, folder, "--player", "nobody") == []
    won = {row["match"] for row in rows(tavla, folder, "--player", "ayşe", "--result", "won")}
    lost = {row["match"] for row in rows(tavla, folder, "--player", "ayşe", "--result", "lost")}
    assert won | lost == {"one", "two"}
    assert not won & lost
    assert {row["match"] for row in rows(tavla, folder, "--result", "over")} == {"one", "two"}
    assert rows(tavla, folder, "--result", "open") == []


def test_matches_are_found_by_their_day(tavla: Tavla, folder: Path) -> None:
    assert {row["created"] for row in rows(tavla, folder)} == {1_000_000.0}
    assert len(rows(tavla, folder, "--since", "1970-01-05", "--until", "1970-01")) == 2
    assert rows(tavla, folder, "--since", "1971") == []
    assert rows(tavla, folder, "--until", "1970-01-05") == []


def test_a_date_is_a_day_a_month_or_a_year() -> None:
    day, month, year = (_date(text) for text in ("2026-12-31", "2026-12", "2026"))
    assert day[1] == month[1] == year[1]
    assert day[0] > month[0] > year[0]
    assert day[1] - day[0] in (82800, 86400, 90000)


def test_a_position_is_found_exactly_with_its_roll_or_any(tavla: Tavla, folder: Path) -> None:
    found = rows(tavla, folder, "--position", START)
    assert {(row["match"], row["board"]) for row in found} == {("one", START), ("two", START)}
    first = next(row for row in found if row["match"] == "one")
    dice = first["roll"].replace("-", "")
    xgid = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:1:10"
    assert first["version"] in [row["version"] for row in rows(tavla, folder, "--position", xgid)]
    assert all(row["roll"] == first["roll"] for row in rows(tavla, folder, "--position", xgid))


def test_positions_are_found_by_a_pattern_and_belong_to_the_player(tavla: Tavla, folder: Path) -> None:
    found = rows(tavla, folder, "--has", "their bar:1+", "--limit", "1000")
    assert found
    own = rows(tavla, folder, "--has", "their bar:1+", "--player", "ayşe", "--limit", "1000")
    assert [row for row in found if row["player"] == "Ayşe"] == own
    assert {row["seat"] for row in own} == {0}
    assert len(rows(tavla, folder, "--has", "their bar:1+", "--limit", "1")) == 1


def test_every_roll_of_a_match_is_in_the_index() -> None:
    history = a_history(3)
    places = list(places_of("m", history))
    states = [history.at(place.version).state for place in places]
    assert all(encode_position(state.position) == place.board for state, place in zip(states, places, strict=True))
    to_play = [
        event.version for event in history.live_events() if history.at(event.version).state.phase is Phase.PLAY
        and history.at(event.version).state.resignation is None
    ]  # fmt: skip
    rolls = {place.version for place in places if place.roll}
    assert rolls <= set(to_play)
    assert len(rolls) > 10


def test_errors_need_an_analysis_and_are_quick_once_there_is_one(tavla: Tavla, folder: Path) -> None:
    level = ("--level", "0-ply")
    before = tavla("db", "--errors", "0.08", *level, "--data", str(folder))
    assert "2 matches are not judged" in before.err
    judged = tavla("db", "analyse", "one", *level, "--data", str(folder))
    assert judged.code == 0
    assert "1 match judged" in judged.out
    assert "2 matches" not in tavla("db", "--errors", "0.08", *level, "--data", str(folder)).err
    assert "1 match judged" in tavla("db", "analyse", *level, "--data", str(folder)).out
    assert "0 matches judged" in tavla("db", "analyse", *level, "--data", str(folder)).out
    found = rows(tavla, folder, "--errors", "0.2", "--player", "mehmet", *level, "--limit", "1000")
    assert found
    losses = [row["loss"] for row in found]
    assert losses == sorted(losses, reverse=True)
    assert min(losses) >= 0.2
    assert {row["player"] for row in found} == {"Mehmet Ali"}
    fitting = rows(tavla, folder, "--errors", "0.2", "--has", "bar:1+", *level, "--limit", "1000")
    assert {row["board"] for row in fitting} <= {
        row["board"] for row in rows(tavla, folder, "--errors", "0.2", *level, "--limit", "1000")
    }
    assert all(row["kind"] == "play" for row in rows(tavla, folder, "--errors", "0", "--kind", "play", *level))
    assert START not in {row["board"] for row in fitting}


def test_what_fits_nothing_says_so(tavla: Tavla, folder: Path) -> None:
    called = tavla("db", "--has", "race off:15", "--data", str(folder))
    assert (called.code, called.out) == (0, "Nothing fits.\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--since", "yesterday"),
        ("--since", "2026-13"),
        ("--until", "99999999"),
        ("--result", "won"),
        ("--result", "drawn"),
        ("--position", "nothing"),
        ("--position", "x" * 5000),
        ("--has", "25:1"),
        ("--has", ""),
        ("--errors", "x"),
        ("--errors", "-1"),
        ("--errors", "nan"),
        ("--errors", "0.1", "--level", "9-ply"),
        ("--limit", "0"),
        ("analyse", "no-such-match"),
        ("analyse", "../../etc/passwd"),
    ],
)
def test_what_cannot_be_searched_is_one_line(tavla: Tavla, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    called = tavla("db", *arguments, "--data", str(tmp_path))
    assert (called.code, len(called.err.splitlines())) == (2, 1), called
    assert called.out == ""


def test_the_start_is_the_start() -> None:
    assert encode_position(Position.start()) == START
