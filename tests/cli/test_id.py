"""`tavla id` and `tavla show`."""

import json

import pytest

from tavla.notation import encode_position
from tavla.rules import Position
from tavla.words import say
from tests.cli.conftest import Tavla

START = "4HPwATDgc/ABMA"
POINTS = {"24": 2, "13": 5, "8": 3, "6": 5}
KEYS = ["gnu_position", "gnu_match", "xgid", "mover", "opponent", "cube", "cube_owner", "score", "match_length",
        "crawford", "jacoby", "roll"]  # fmt: skip


def told(tavla: Tavla, text: str) -> dict[str, object]:
    called = tavla("id", text, "--json")
    assert called.code == 0, called.err
    assert called.out.count("\n") == 1
    found: dict[str, object] = json.loads(called.out)
    assert list(found) == KEYS
    return found


def test_a_position_id_tells_the_board_and_no_stakes(tavla: Tavla) -> None:
    found = told(tavla, START)
    assert found["gnu_position"] == START
    assert found["xgid"] == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    assert found["mover"] == found["opponent"] == POINTS
    assert {found[key] for key in ("gnu_match", "cube", "cube_owner", "score", "match_length", "crawford", "roll")} == {
        None
    }


def test_a_match_id_tells_the_stakes_and_no_board(tavla: Tavla) -> None:
    found = told(tavla, "8AngAGAAEAAE")
    assert {found[key] for key in ("gnu_position", "xgid", "mover", "opponent")} == {None}
    assert found["gnu_match"] == "8AngAGAAEAAE"
    assert (found["score"], found["match_length"], found["crawford"]) == ([2, 6], 7, True)


def test_an_xgid_tells_everything(tavla: Tavla) -> None:
    found = told(tavla, "XGID=-b----E-C---eE---c-e----B-:3:1:1:63:2:1:0:7:10")
    assert found["gnu_position"] == START
    assert (found["cube"], found["cube_owner"], found["score"], found["match_length"]) == (8, "mover", [2, 1], 7)
    assert (found["crawford"], found["jacoby"], found["roll"]) == (False, False, [6, 3])


def test_everything_is_told_from_the_side_of_the_player_on_roll(tavla: Tavla) -> None:
    found = told(tavla, "XGID=-A-B--A---------------d---:1:1:-1:36:2:1:0:7:10")
    assert found["mover"] == {"3": 4}
    assert found["opponent"] == {"6": 1, "3": 2, "1": 1}
    assert (found["cube_owner"], found["score"], found["roll"]) == ("opponent", [1, 2], [6, 3])


def test_the_bar_is_named(tavla: Tavla) -> None:
    assert told(tavla, "XGID=-b----E-C---eE---c-e----AA:0:0:1:00:0:0:1:0:10")["mover"] == {
        "bar": 1,
        "24": 1,
        "13": 5,
        "8": 3,
        "6": 5,
    }


@pytest.mark.parametrize(
    "text",
    [
        "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        "GNUBGID 4HPwATDgc/ABMA:cAkAAAAAAAAE",
        "cAkAAAAAAAAE:4HPwATDgc/ABMA",
        "board:You:Opp:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
    ],
)
def test_every_form_is_understood(tavla: Tavla, text: str) -> None:
    found = told(tavla, text)
    assert (found["gnu_position"], found["gnu_match"]) == (START, "cAkAAAAAAAAE")


def test_the_forms_are_listed_for_people(tavla: Tavla) -> None:
    called = tavla("id", f"{START}:cAkAAAAAAAAE")
    assert called.out.splitlines()[:3] == [
        f"GNU position ID  {START}",
        "GNU match ID     cAkAAAAAAAAE",
        "XGID             XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    ]


def test_the_board_is_drawn_for_the_player_on_roll_or_the_other_way_up(tavla: Tavla) -> None:
    text = "XGID=-A-B--A---------------d---:1:1:-1:36:2:1:0:7:10"
    straight, turned = tavla("show", text).out, tavla("show", text, "--flip").out
    assert "O to play, 12 pips" in straight.splitlines()[12]
    assert "O to play, 12 pips" in turned.splitlines()[0]
    assert straight.splitlines()[11].endswith("| .  .  .  O  .  . |   O off 11")
    assert turned.splitlines()[1].startswith("| .  .  .  .  .  . |     | .  .  .  O  .  . |")


def test_the_mirror_board_is_drawn_on_request(tavla: Tavla) -> None:
    assert tavla("show", START, "--home", "left").out.startswith("+24-23-22-21-20-19-+")


def test_the_board_speaks_turkish(tavla: Tavla) -> None:
    out = tavla("--lang", "tr", "show", f"{START}:cAkAAAAAAAAE").out
    assert "KÖPRÜ" in out
    assert "temas" in out
    assert "para oyunu" in out


def test_show_as_json_adds_the_board(tavla: Tavla) -> None:
    found = json.loads(tavla("show", START, "--json").out)
    assert list(found) == [*KEYS, "board"]
    assert len(found["board"]) == 13


def test_about_tells_what_is_installed(tavla: Tavla) -> None:
    assert json.loads(tavla("about", "--json").out)["licence"] == "MIT"
    assert json.loads(tavla("about", "--json").out)["kernel"] in ("v2", "v3", "v4", "any")
    assert "tr, en" in tavla("about").out


def test_one_pip_is_one_pip(tavla: Tavla) -> None:
    told = tavla("show", encode_position(Position.from_points({1: 1}, {2: 1}))).out
    assert "to play, 1 pip\n" in told
    assert "opponent, 2 pips\n" in told
    assert "that is 1 pip; " in say("en", "play.wrong_number", n=1, dice="3-2")
