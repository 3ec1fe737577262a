"""The external player: gnubg's own lines, and gnubg itself playing matches against it."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import threading
from pathlib import Path

import pytest

from tavla.engine.decision import LEVELS
from tavla.protocols.gnubg_external import MOST_CALLERS, ExternalPlayer, serve, situation_of
from tavla.rules import Cube

OPENING = (
    "board:gnubg:root:5:2:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:"
    "0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"
)
TO_DOUBLE = (
    "board:gnubg:root:7:0:0:0:-2:0:0:0:2:4:2:3:0:0:0:-5:2:0:0:0:-3:"
    "0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"
)
TO_TAKE = (
    "board:root:gnubg:7:3:1:0:0:0:0:0:3:3:0:4:0:0:0:2:3:0:0:0:-2:-1:"
    "-4:-3:-3:-2:0:0:0:-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1"
)
BEAVERED = (
    "board:gnubg:root:0:0:0:0:-1:-1:0:0:0:5:0:3:0:0:0:-4:5:-1:0:0:"
    "-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:2:0:1:1:1:-1:0:25:0:0:0:0:0:0:0:1"
)
LOST = (
    "board:gnubg:root:5:0:0:0:0:0:0:8:6:0:0:0:0:0:0:0:0:0:0:0:0:0:"
    "0:0:0:0:0:-1:0:1:2:1:2:1:1:1:1:0:1:-1:0:25:1:14:0:0:2:0:0:1"
)


def answer(line: str) -> str | None:
    return ExternalPlayer(LEVELS["0-ply"]).answer(b"\0" + line.encode() + b"\n")


def test_a_roll_is_played() -> None:
    assert answer(OPENING) == "8/5 6/5"
    situation = situation_of(OPENING)
    assert (situation.turn, situation.score, situation.length) == (1, (2, 0), 5)


def test_the_seat_follows_the_turn() -> None:
    theirs = OPENING.replace(":2:0:1:3:1:3:1:", ":2:0:-1:3:1:3:1:")
    situation = situation_of(theirs)
    assert (situation.turn, situation.score) == (0, (2, 0))
    assert answer(theirs) == "8/5 6/5"


def test_the_cube_is_offered_and_answered() -> None:
    assert answer(TO_DOUBLE) == "double"
    situation = situation_of(TO_TAKE)
    assert (situation.turn, situation.offer, situation.to_act, situation.score) == (0, "double", 1, (1, 3))
    assert answer(TO_TAKE) in ("take", "drop")


def test_a_beaver_is_recognised() -> None:
    situation = situation_of(BEAVERED)
    assert (situation.offer, situation.cube, situation.turn, situation.to_act) == ("beaver", Cube(1), 1, 1)
    assert answer(BEAVERED) in ("take", "drop", "beaver")


def test_what_is_lost_for_certain_is_given_up_once() -> None:
    player = ExternalPlayer(LEVELS["0-ply"])
    assert player.answer(LOST.encode()) == "resign normal"
    assert player.answer(LOST.encode()) == "5/3 5/4"
    later = LOST.replace(":2:1:2:1:", ":6:1:6:1:")
    assert str(player.answer(later.encode()))[0].isdigit()
    assert player.answer(later.replace(":5:0:0:", ":5:0:2:").encode()) == "resign normal"


def test_an_answer_that_was_refused_is_not_repeated() -> None:
    player = ExternalPlayer(LEVELS["0-ply"])
    assert [player.answer(TO_DOUBLE.encode()), player.answer(TO_DOUBLE.encode())] == ["double", "roll"]


@pytest.mark.parametrize(
    "line",
    [
        b"board:",
        b"board:a:b:1:2",
        b"hello",
        b"\xff\xfe",
        OPENING.replace(":5:0:3:", ":5:0:99999999999:").encode(),
        OPENING.replace(":5:0:3:", ":5:0:²:").encode(),
        OPENING.replace(":2:0:1:3:1", ":2:0:0:3:1").encode(),
        OPENING.replace(":3:1:3:1:", ":7:1:7:1:").encode(),
        OPENING.replace(":5:0:3:", ":15:0:3:").encode(),
        None,
    ],
)
def test_a_bad_line_is_answered_with_an_error(line: bytes | None) -> None:
    found = ExternalPlayer(LEVELS["0-ply"]).answer(line)
    assert found is not None
    assert re.fullmatch(r"Error: [^\n]+", found)


def test_nothing_is_answered_to_nothing() -> None:
    player = ExternalPlayer(LEVELS["0-ply"])
    assert player.answer(b"\0") is None
    assert str(player.answer(b"version")).startswith("tavla ")
    assert player.answer(b"exit") is None
    assert player.done


# gnubg itself


def gnubg() -> str:
    path = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if path is None:
        pytest.skip("no gnubg here: `make test` as root on Debian installs one")
    return path


class _Recorder(ExternalPlayer):
    """A player whose lines and answers are kept."""

    spoken: list[tuple[bytes | None, str | None]]

    def answer(self, line: bytes | None) -> str | None:
        found = super().answer(line)
        self.spoken.append((line, found))
        return found


@pytest.mark.parametrize(
    ("seat", "game", "ends"),
    [(0, "new match 3", r"has won the match"), (1, "new session", r"wins a .*game")],
)
def test_gnubg_plays_against_it(tmp_path: Path, seat: int, game: str, ends: str) -> None:
    program = gnubg()
    spoken: list[tuple[bytes | None, str | None]] = []
    ports: list[int] = []
    listening = threading.Event()

    def make() -> ExternalPlayer:
        player = _Recorder(LEVELS["0-ply"])
        player.spoken = spoken
        return player

    def announce(host: str, port: int) -> None:
        ports.append(port)
        listening.set()

    server = threading.Thread(target=serve, args=(("127.0.0.1", 0), make, announce, True), daemon=True)
    server.start()
    assert listening.wait(10)
    commands = (
        "set automatic game on" if "match" in game else "set automatic game off",
        "set automatic roll on",
        "set automatic move on",
        "set display off",
        f"set player {seat} external localhost:{ports[0]}",
        f"set player {1 - seat} gnubg",
        f"set player {1 - seat} chequerplay evaluation plies 0",
        f"set player {1 - seat} cubedecision evaluation plies 0",
        "set seed 11",
        game,
        "exit",
        "y",
    )
    text = subprocess.run(
        [program, "-t", "-q"],
        input="\n".join(commands) + "\n",
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "HOME": str(tmp_path), "LC_ALL": "C"},
        check=False,
    )
    server.join(timeout=10)
    answers = [found for _, found in spoken if found is not None]
    assert len(answers) > 10
    assert not [pair for pair in spoken if pair[1] is not None and pair[1].startswith("Error")]
    assert re.search(ends, text.stdout), text.stdout[-2000:]
    assert "badly formed" not in text.stdout + text.stderr


def test_callers_beyond_the_last_are_shown_out() -> None:
    places: list[tuple[str, int]] = []
    listening = threading.Event()

    def announce(host: str, port: int) -> None:
        places.append((host, port))
        listening.set()

    place = ("127.0.0.1", 0)
    threading.Thread(target=serve, args=(place, lambda: ExternalPlayer(LEVELS["0-ply"]), announce), daemon=True).start()
    assert listening.wait(10)
    with contextlib.ExitStack() as callers:
        for _ in range(MOST_CALLERS):
            caller = callers.enter_context(socket.create_connection(places[0], timeout=10))
            caller.sendall(b"version\n")
            assert caller.recv(5) == b"tavla"
        late = callers.enter_context(socket.create_connection(places[0], timeout=10))
        assert late.recv(1) == b""


def test_a_place_that_is_taken_is_an_os_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use"):
            serve(taken.getsockname(), lambda: ExternalPlayer(LEVELS["0-ply"]), lambda host, port: None)
