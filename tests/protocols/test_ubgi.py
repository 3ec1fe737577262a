"""UBGI: both drafts, robust against anything, interruptible, and two engines play a match against each other."""

import random
import threading
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla.engine.decision import LEVELS
from tavla.protocols.ubgi import Task, Ubgi, converse
from tavla.rules import profile
from tests.protocols.duel import engines, play_match

START = "4HPwATDgc/ABMA"
DOUBLED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10"
FIBS = (
    "board:you:me:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:"
    "0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)


def said(*lines: str, level: str = "0-ply") -> list[str]:
    """What the engine says to some lines, one after another."""
    out: list[str] = []
    converse([line.encode() + b"\n" for line in lines], out.append, LEVELS[level])
    return out


def test_the_handshake_of_both_drafts() -> None:
    out = said("ubgi", "isready")
    assert out[0] == "id name tavla"
    assert "proto 0.2" in out
    assert out[-2:] == ["ubgiok", "readyok"]


def test_a_checker_play() -> None:
    out = said("newgame", f"position gnubgid {START}", "dice 3 1", "go role chequer")
    assert out[0].startswith("info depth 0 eq ")
    assert out[-1] == "bestmove 8/5 6/5"


def test_bar_off_and_no_play_are_written_out() -> None:
    hit = "position xgid XGID=-b----E-C---eE---c-e----AA:0:0:1:00:0:0:0:0:10"
    assert said(hit, "dice 6 1", "go")[-1].startswith("bestmove bar/")
    closed = "position xgid XGID=aBBBBBB-----------------AA:0:0:-1:00:0:0:0:0:10"
    assert said(closed, "dice 6 6", "go")[-1] == "bestmove pass"
    home = "position xgid XGID=-BB--------------------bb-:0:0:1:00:0:0:0:0:10"
    assert said(home, "dice 6 5", "go")[-1] == "bestmove 2/off 2/off"


def test_a_turn_says_both_decisions() -> None:
    out = said(f"position gnubgid {START}", "dice 3 1", "go turn")
    assert out[-1] == "bestturn cube=nodouble move=8/5 6/5"


def test_the_cube_knows_the_score() -> None:
    ahead = "position gnubgid cOdhBwDs7jUAAA"
    assert said(ahead, "go cube")[-1] == "bestcube double"
    match = (
        "newsession type match length 3",
        "setscore 2 0",
        ahead,
        "setcube value 2 owner p0",
        "setturn p0",
        "go cube",
    )
    assert said(*match)[-1] == "bestcube nodouble"


def test_a_bare_position_is_answered_with_the_best_action() -> None:
    assert said(DOUBLED) == ["take"] or said(DOUBLED) == ["beaver"]
    assert said(DOUBLED.replace(":D:", ":31:")) == ["8/5 6/5"]
    assert said(DOUBLED.replace(":D:", ":00:")) == ["roll"]
    assert said(FIBS) == ["8/5 6/5"]


def test_keys_are_listed_got_and_set() -> None:
    assert said("set engine.ply 3", "get engine.ply") == ["value engine.ply 3"]
    assert said("setoption name Ply value 1", "get engine.ply") == ["value engine.ply 2"]
    assert [line.split()[1] for line in said("keys")] == [
        "engine.ply",
        "game.variant",
        "game.length",
        "game.jacoby",
        "game.crawford",
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense", "bad_command"),
        ("go", "bad_state"),
        ("position gnubgid short", "bad_value"),
        ("position gnubgid cAkAAAAAAAAA", "bad_value"),
        ("position", "bad_command"),
        ("dice 7 1", "bad_value"),
        ("dice 1", "bad_command"),
        ("dice 1 ²", "bad_value"),
        ("setcube value 3 owner p0", "bad_value"),
        ("setcube value 99999999999999999999 owner p0", "bad_value"),
        ("setscore 1", "bad_command"),
        ("setturn p2", "bad_value"),
        ("newsession type blitz", "bad_value"),
        ("newsession length", "bad_command"),
        ("setoption name Threads value 9", "unsupported"),
        ("set engine.ply 9", "bad_value"),
        ("set engine.colour blue", "unsupported"),
        ("get engine.colour", "unsupported"),
        ("go role dance", "bad_value"),
        ("board:x", "bad_value"),
        ("XGID=x", "bad_value"),
    ],
)
def test_a_bad_line_gets_one_error_and_the_next_is_answered(line: str, code: str) -> None:
    out = said(line, "isready")
    assert out[0].startswith(f"error {code} ")
    assert out[1:] == ["readyok"]


def test_a_score_that_cannot_be_is_an_error_when_it_matters() -> None:
    out = said(
        "newsession type match length 3", "setscore 9 0", f"position gnubgid {START}", "dice 3 1", "go", "isready"
    )
    assert out[0].startswith("error bad_value")
    assert out[1:] == ["readyok"]


def test_a_line_without_end_is_refused() -> None:
    out: list[str] = []
    converse([None, b"\xff\xfe\n", b"isready\n"], out.append, LEVELS["0-ply"])
    assert [line.split()[0] for line in out] == ["error", "error", "readyok"]


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.sampled_from(["go", "dice", "set", "position", "setcube"]).flatmap(
    lambda word: st.text(max_size=30).map(lambda rest: f"{word} {rest}")
))  # fmt: skip
def test_nothing_kills_it(line: str) -> None:
    answer = Ubgi(LEVELS["0-ply"]).hear(line)
    if not isinstance(answer, Task):
        assert all("\n" not in each and len(each) < 300 for each in answer)


def test_stop_is_heard_while_it_thinks() -> None:
    out: list[str] = []
    thinking = threading.Event()

    def lines() -> Iterable[bytes]:
        yield from (f"position gnubgid {START}\n".encode(), b"dice 3 1\n", b"go depth 3\n", b"isready\n")
        thinking.wait(20)
        yield b"stop\n"

    converse(lines(), _watched(out, thinking), LEVELS["0-ply"])
    assert out[0] == "readyok"
    assert out[-1] == "bestmove 8/5 6/5"


def _watched(out: list[str], thinking: threading.Event) -> Callable[[str], None]:
    def say(line: str) -> None:
        out.append(line)
        if line == "readyok":
            thinking.set()

    return say


def test_time_is_kept_between_depths() -> None:
    out = said(f"position gnubgid {START}", "dice 3 1", "go depth 3 movetime 1")
    assert out[-1] == "bestmove 8/5 6/5"
    assert "info depth 3" not in " ".join(out)


def test_two_engines_play_a_match() -> None:
    rules = profile("standard", {"length": "points(3)", "closed_board": "roll"})
    with engines() as players:
        score, decisions = play_match(players, rules, random.Random(3))
    assert max(score.points) >= 3
    assert decisions > 20
