"""`tavla rollout`: shapes, rankings, the same answer for any number of threads, one clear line for bad input."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Tavla

START = "4HPwATDgc/ABMA"
QUICK = ("--trials", "108", "--truncate", "3")


def rolled_out(tavla: Tavla, *arguments: str) -> list[dict[str, Any]]:
    called = tavla("rollout", *arguments, *QUICK, "--json")
    assert called.code == 0, called.err
    choices: list[dict[str, Any]] = json.loads(called.out)["choices"]
    return choices


def test_the_plays_of_a_roll_are_ranked_with_their_errors(tavla: Tavla) -> None:
    choices = rolled_out(tavla, START, "31", "--top", "3")
    assert choices[0]["play"] == "8/5 6/5"
    assert len(choices) == 3
    assert choices[0]["loss"] == 0.0
    assert all(choice["loss"] > 0 and 0 < choice["equity_error"] < 0.1 for choice in choices[1:])


def test_a_position_before_the_roll_is_rolled_out_itself(tavla: Tavla) -> None:
    (only,) = rolled_out(tavla, START)
    assert only["play"] is None
    assert 0.5 < only["probs"][0] < 0.56
    assert only["match_chance"] is None


def test_a_match_gives_its_chances_when_the_cube_is_used(tavla: Tavla) -> None:
    (only,) = rolled_out(tavla, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "--cubeful")
    assert 0.5 < only["match_chance"] < 0.56


def test_threads_and_seeds(tavla: Tavla) -> None:
    one, two, other = (
        rolled_out(tavla, START, *more) for more in (("--threads", "1"), ("--threads", "2"), ("--seed", "9"))
    )
    assert one == two != other


def test_a_dance_is_rolled_out_too(tavla: Tavla) -> None:
    closed_out = "XGID=aBBBBBB-----------------AA:0:0:-1:66:0:0:0:0:10"
    (only,) = rolled_out(tavla, closed_out)
    assert only["play"] == ""


def test_people_read_a_table_in_their_language(tavla: Tavla) -> None:
    called = tavla("rollout", START, "31", *QUICK, "--top", "2", "--lang", "tr")
    assert called.code == 0
    assert "8/5 6/5" in called.out
    assert "mars" in called.out
    assert "±" in called.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        (START, "70"),
        (START, "--trials", "0"),
        (START, "--plies", "2"),
        (START, "--stop-error", "0"),
        (START, "--threads", "0"),
        (START, "--cluster", "tcp://127.0.0.1:1"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10",),
        ("AAAAAAAAAAAAAA",),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tavla: Tavla, arguments: tuple[str, ...]) -> None:
    called = tavla("rollout", *arguments)
    assert called.code == 2
    assert len(called.err.splitlines()) == 1
    assert not called.out
