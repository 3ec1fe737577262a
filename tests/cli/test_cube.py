"""`tavla cube`: the action at every score, where it is beyond doubt."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Tavla

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
WON = "XGID=--BBBBC--A-A-a--bbbbcb----:0:0:1:00:0:0:0:0:10"
OWNED = "XGID=-b----E-C---eE---c-e----B-:{power}:{owner}:1:31:0:0:0:7:10"


def table(tavla: Tavla, *arguments: str) -> dict[Any, str]:
    answer = json.loads(tavla("cube", *arguments, "--level", "0-ply", "--json").out)
    return {tuple(each["away"]) if each["away"] else each["jacoby"]: each["action"] for each in answer["cells"]}


def test_the_start_is_no_double_but_where_the_trailer_has_nothing_to_lose(tavla: Tavla) -> None:
    found = table(tavla, START)
    assert len(found) == 7 * 7 + 2
    assert found[True] == found[False] == "no_double_beaver"
    assert found[5, 5] == found[7, 3] == "no_double"
    assert found[3, 1] == "double_take"
    assert {found[1, theirs] for theirs in range(1, 8)} == {"none"}


def test_a_position_that_is_won_is_doubled_and_dropped(tavla: Tavla) -> None:
    found = table(tavla, WON, "--length", "5")
    assert len(found) == 5 * 5 + 2
    assert found[True] == found[False] == found[5, 5] == "double_drop"


def test_equities_stand_in_the_order_of_the_action(tavla: Tavla) -> None:
    for each in json.loads(tavla("cube", WON, "--level", "0-ply", "--json").out)["cells"]:
        if each["action"] == "double_drop":
            assert each["no_double"] < each["double_drop"] < each["double_take"]


def test_a_cube_of_ones_own_can_be_turned_and_the_others_not(tavla: Tavla) -> None:
    assert table(tavla, OWNED.format(power=1, owner=1))[4, 4] == "no_double"
    assert table(tavla, OWNED.format(power=1, owner=1))[2, 4] == "none"
    called = tavla("cube", OWNED.format(power=1, owner=-1))
    assert called.code == 2
    assert len(called.err.splitlines()) == 1


@pytest.mark.parametrize(("tongue", "word"), [("en", "no double, take"), ("tr", "vido çekme, çekilirse al")])
def test_the_table_is_told_in_words(tongue: str, word: str, tavla: Tavla) -> None:
    out = tavla("--lang", tongue, "cube", START, "--length", "3", "--level", "0-ply").out
    assert word in out
    assert [line.split()[0] for line in out.splitlines()[5:8]] == ["1", "2", "3"]


@pytest.mark.parametrize(
    "arguments", [("nothing",), (START, "--length", "1"), (START, "--level", "x"), ("cAkAAAAAAAAA",)]
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], tavla: Tavla) -> None:
    called = tavla("cube", *arguments)
    assert called.code == 2
    assert len(called.err.splitlines()) == 1


def test_a_roll_is_said_to_be_left_out(tavla: Tavla) -> None:
    told = tavla("cube", START.replace(":00:", ":31:"), "--length", "2", "--level", "0-ply", "--json")
    assert told.err == "the roll 3-1 in the ID is left out: the cube is turned before the roll\n"
    assert told.out == tavla("cube", START, "--length", "2", "--level", "0-ply", "--json").out
