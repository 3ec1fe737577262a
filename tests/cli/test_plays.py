"""`tavla plays`, for one roll and for a stream of them."""

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tavla.notation import decode_position, encode_position, parse_play
from tavla.protocols.stream import LONGEST_LINE
from tavla.rules import Roll
from tests.cli.conftest import Tavla

START = "4HPwATDgc/ABMA"


def answers(tavla: Tavla, *lines: bytes | dict[str, Any], arguments: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    text = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    called = tavla("plays", "--jsonl", *arguments, stdin=text)
    assert called.code == 0
    assert called.err == ""
    return [json.loads(line) for line in called.out.splitlines()]


def test_one_roll_as_json(tavla: Tavla) -> None:
    found = json.loads(tavla("plays", START, "31", "--json").out)
    assert found["dice_used"] == 2
    assert len(found["after"]) == len(found["plays"]) == 16
    assert found["after"] == sorted(found["after"])
    for text, after in zip(found["plays"], found["after"], strict=True):
        assert encode_position(parse_play(text, decode_position(START), Roll.of(3, 1)).after) == after


@pytest.mark.parametrize("roll", ["31", "3-1", "13", "1-3", "se yek", "three-one"])
def test_a_roll_is_written_in_many_ways(tavla: Tavla, roll: str) -> None:
    assert tavla("plays", START, roll, "--json").out == tavla("plays", START, "31", "--json").out


def test_the_roll_may_come_with_the_id(tavla: Tavla) -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    assert tavla("plays", text, "--json").out == tavla("plays", START, "31", "--json").out


def test_plays_are_listed_for_people(tavla: Tavla) -> None:
    out = tavla("plays", START, "31").out
    assert out.startswith("16 legal plays, 2 dice used\n")
    assert "  8/5 6/5      sGfwATDgc/ABMA\n" in out
    assert out.count("\n") == 17


def test_no_play_is_said(tavla: Tavla) -> None:
    text = "XGID=-bbbbbb----E-C----------EA:0:0:1:00:0:0:0:0:10"
    text = "XGID=-------EDC---------bbbbbbA:0:0:1:00:0:0:0:0:10"
    assert json.loads(tavla("plays", text, "62", "--json").out) == {"dice_used": 0, "after": [], "plays": []}
    assert "nothing can be played" in tavla("plays", text, "62").out


def test_profiles_and_options_change_the_plays(tavla: Tavla) -> None:
    """A4: the house rule takes the hit and run away."""
    text = "4HPwAwQ2ew4GAA"
    counts = [
        len(json.loads(tavla("plays", text, "43", "--json", *arguments).out)["plays"])
        for arguments in ((), ("--rules", "tavla"), ("--option", "hit_and_run_home=banned"),
                          ("--rules", "tavla", "--option", "hit_and_run_home=allowed"))
    ]  # fmt: skip
    assert counts == [18, 17, 17, 18]


def test_the_variant_tells_how_many_checkers_there_are(tavla: Tavla) -> None:
    text = "AAAOAAAAHAAAAA"
    called = tavla("plays", "AACAAwAA4AEAAA", "62", "--json", "--option", "variant=hypergammon")
    assert called.code in (0, 2)
    assert tavla("plays", text, "62", "--json").code in (0, 2)


# The stream


def test_every_line_is_answered_and_bad_ones_do_not_stop_it(tavla: Tavla) -> None:
    good = {"position": START, "roll": [6, 2]}
    found = answers(
        tavla,
        good,
        b"junk",
        b"",
        b"[]",
        b"3",
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"position": "' + b"x" * LONGEST_LINE + b'"}',
        {"position": START},
        {"roll": [6, 2]},
        {"position": START, "roll": [7, 2]},
        {"position": START, "roll": [0, 2]},
        {"position": START, "roll": [True, 2]},
        {"position": START, "roll": [6.0, 2]},
        {"position": START, "roll": [6, 2, 2]},
        {"position": START[:-1], "roll": [6, 2]},
        {"position": "cAkAAAAAAAAE", "roll": [6, 2]},
        {**good, "rules": "nonsense"},
        {**good, "rules": 3},
        {**good, "options": []},
        {**good, "options": {"triple": None}},
        {**good, "options": {"nonsense": "on"}},
        {**good, "options": {"triple": "maybe"}},
        b'{"position": "\\ud800", "roll": [6, 2]}',
        b'{"position": 1' + b"0" * 5_000 + b"}",
        good,
    )
    assert len(found) == 26
    assert found[0] == found[-1]
    assert found[0]["dice_used"] == 2
    assert all(list(answer) == ["error"] and answer["error"] for answer in found[1:-1])


def test_an_error_is_said_in_the_language_asked_for(tavla: Tavla) -> None:
    (answer,) = answers(tavla, b"[]", arguments=("--lang", "tr"))
    assert "nesne" in answer["error"]


def test_the_last_line_needs_no_end(tavla: Tavla) -> None:
    called = tavla("plays", "--jsonl", stdin=json.dumps({"position": START, "roll": [6, 2]}).encode())
    assert json.loads(called.out)["dice_used"] == 2
    assert tavla("plays", "--jsonl", stdin=b"x" * (3 * LONGEST_LINE)).out.count("error") == 1
    assert tavla("plays", "--jsonl").out == ""


def test_a_line_may_name_its_rules(tavla: Tavla) -> None:
    row = {"position": "4HPwAwQ2ew4GAA", "roll": [4, 3]}
    found = answers(
        tavla,
        row,
        {**row, "rules": "tavla"},
        {**row, "options": {"hit_and_run_home": "banned"}},
        {**row, "rules": "tavla", "options": {"hit_and_run_home": "allowed"}},
        {**row, "rules": None, "options": {"bearoff_freeze": False, "auto_double": 0}},
    )
    assert [len(answer["plays"]) for answer in found] == [18, 17, 17, 18, 18]


def test_the_command_line_gives_the_rules_of_lines_that_name_none(tavla: Tavla) -> None:
    row = {"position": "4HPwAwQ2ew4GAA", "roll": [4, 3]}
    found = answers(tavla, row, {**row, "rules": "standard"}, arguments=("--option", "hit_and_run_home=banned"))
    assert [len(answer["plays"]) for answer in found] == [17, 18]


def test_the_reference_rolls(tavla: Tavla, shared: Path) -> None:
    rows = [json.loads(line) for line in (shared / "oracle" / "legal_plays.jsonl").read_text().splitlines()][::10]
    found = answers(tavla, *({"position": row["position"], "roll": row["roll"]} for row in rows))
    assert [(answer["dice_used"], answer["after"]) for answer in found] == [
        (row["dice_used"], row["after"]) for row in rows
    ]


def test_random_bytes_are_answered_line_by_line(tavla: Tavla, rng: random.Random) -> None:
    noise = bytes(rng.choice(b'{}[]":,0123456789abc\n\xff\x00 ') for _ in range(20_000))
    called = tavla("plays", "--jsonl", stdin=noise)
    assert called.code == 0
    assert called.out.count("\n") == len(io.BytesIO(noise).readlines())
