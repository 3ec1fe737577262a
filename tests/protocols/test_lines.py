"""Our own protocol: every request, and errors that end nothing."""

import json
from typing import Any

import pytest

from tavla.engine.decision import LEVELS
from tavla.protocols.lines import LineEngine

START = "4HPwATDgc/ABMA"
DOUBLED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10"


def ask(request: object) -> dict[str, Any]:
    answer = LineEngine(LEVELS["0-ply"]).answer(json.dumps(request).encode())
    assert answer is not None
    found: dict[str, Any] = json.loads(answer)
    return found


def test_a_play_is_decided_with_its_moves_and_the_board_after_it() -> None:
    best = ask({"position": START, "roll": "31", "most": 1, "id": "a"})
    assert best["id"] == "a"
    (choice,) = best["choices"]
    assert (choice["action"], choice["play"], choice["after"]) == ("play", "8/5 6/5", "sGfwATDgc/ABMA")
    assert choice["moves"] == [[8, 5, 3, 0], [6, 5, 1, 0]]


def test_the_cube_is_decided_before_the_roll_and_when_it_is_offered() -> None:
    assert ask({"position": START})["choices"][0]["action"] == "roll"
    assert {each["action"] for each in ask({"position": DOUBLED})["choices"]} >= {"take", "drop"}


def test_a_resignation_is_answered() -> None:
    assert ask({"position": START, "resigned": 1})["choices"][0]["action"] == "accept"
    sure_of_a_gammon = "XGID=-B--o---------------------:0:0:1:00:0:0:0:0:10"
    assert ask({"position": sure_of_a_gammon, "resigned": 1})["choices"][0]["action"] == "refuse"


def test_rules_of_a_house_may_be_named() -> None:
    options = {"mars": "1", "length": "games(3)"}
    found = ask({"position": START, "roll": [6, 5], "rules": "tavla", "options": options, "level": "1-ply"})
    assert found["choices"][0]["play"] == "24/13"


def test_plays_and_evaluations() -> None:
    assert len(ask({"act": "plays", "position": START, "roll": "31"})["plays"]) == 16
    found = ask({"act": "eval", "position": START, "plies": 1})
    assert 0.5 < found["probs"][0] < 0.55


def test_it_says_what_it_can_and_leaves_when_told() -> None:
    engine = LineEngine(LEVELS["0-ply"])
    about = json.loads(engine.answer(b'{"act": "about"}') or "")
    assert (about["name"], about["protocol"]) == ("tavla", 1)
    assert engine.answer(b"  \n") is None
    assert engine.answer(b'{"act": "quit"}') == "{}"
    assert engine.done


@pytest.mark.parametrize(
    "line",
    [
        None,
        b"{",
        b"[]",
        b"\xff",
        b"[" * 60_000,
        b'{"position": 3}',
        b"{}",
        b'{"act": "dance"}',
        b'{"act": []}',
        b'{"position": "x"}',
        b'{"position": "4HPwATDgc/ABMA", "roll": [7, 1]}',
        b'{"position": "4HPwATDgc/ABMA", "roll": [true, 1]}',
        b'{"position": "4HPwATDgc/ABMA", "roll": {}}',
        b'{"position": "4HPwATDgc/ABMA", "level": 7}',
        b'{"position": "4HPwATDgc/ABMA", "level": "9-ply"}',
        b'{"position": "4HPwATDgc/ABMA", "most": 0}',
        b'{"position": "4HPwATDgc/ABMA", "most": 1e400}',
        b'{"position": "4HPwATDgc/ABMA", "rules": "none"}',
        b'{"position": "4HPwATDgc/ABMA", "options": []}',
        b'{"position": "4HPwATDgc/ABMA", "options": {"mars": 1}}',
        b'{"position": "4HPwATDgc/ABMA", "resigned": 4}',
        b'{"act": "plays", "position": "4HPwATDgc/ABMA"}',
        b'{"act": "eval", "position": "4HPwATDgc/ABMA", "plies": 4}',
        b'{"act": "eval", "position": "cAkAAAAAAAAA"}',
    ],
)
def test_a_bad_line_is_answered_with_an_error(line: bytes | None) -> None:
    found = json.loads(LineEngine(LEVELS["0-ply"]).answer(line) or "")
    assert set(found) == {"error"}
    assert set(found["error"]) == {"code", "text"}
