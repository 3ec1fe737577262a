"""A server that is killed at any instant of automatic play loses nothing that it acknowledged, and doubles nothing."""

import multiprocessing
import os
import random
import signal
import socket
import sys
import threading
import time
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tavla.store import SqlStore, default_url
from tests.conftest import Scale
from tests.web.wire_client import WireClient, first_way, new_match

LONGEST_LIFE = 0.4
"""Seconds of play after which a server is killed at the latest."""

KILLS_A_MATCH = 25

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")


def serve(port: int, data: str) -> None:
    """One server, in a process that has loaded everything beforehand."""
    from tavla.cli import run

    sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    run(["serve", "--port", str(port), "--data", data, "--no-open"])


class Mortal:
    """A server that starts fast, since it is forked from a process that has imported everything."""

    def __init__(self, data: Path) -> None:
        self._fork = multiprocessing.get_context("forkserver")
        self._fork.set_forkserver_preload(["tavla.cli.serve", __name__])
        self._data = data
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        self._process = self._fork.Process(target=serve, args=(self._port, str(self._data)), daemon=True)
        self._process.start()
        while self._process.is_alive():
            try:
                httpx.get(f"{self.url}/api/matches?limit=1", timeout=30)
                return
            except httpx.TransportError:
                time.sleep(0.01)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Player:
    """Plays without end, and remembers what was acknowledged and what was left unanswered."""

    def __init__(self, url: str, rng: random.Random) -> None:
        self._url = url
        self._rng = rng
        self._made = new_match(url, profile="money")
        self.match: str = self._made["match"]
        self.acknowledged: dict[str, int] = {}
        self.open: dict[str, Any] | None = None

    def play(self) -> None:
        """Until the line breaks; first the command that the last break left open is sent once more."""
        with WireClient(self._url, self.match, self._made["tokens"]["0"]) as client:
            assert client.view["version"] >= max(self.acknowledged.values(), default=0)
            while True:
                command = self.open or self._next(client)
                self.open = command
                client.send(command)
                self._hear(client, command)
                time.sleep(self._rng.random() * 0.06)

    def _next(self, client: WireClient) -> dict[str, Any]:
        view = client.view
        seat = view["act"][0]
        action = {"type": "play", "moves": first_way(view["tree"])} if view["phase"] == "play" else None
        can = [act for act in view["can"][str(seat)] if act not in ("resign", "takeback", "end_session", "settle")]
        return client.command(action or self._rng.choice(can), seat, id=uuid.uuid4().hex)

    def _hear(self, client: WireClient, command: dict[str, Any]) -> None:
        while (answer := client.receive()).get("id") != command["id"]:
            pass
        self.open = None
        if answer["type"] == "ack":
            self.acknowledged[command["id"]] = answer["version"]
            while client.view["version"] < answer["version"]:
                client.receive()
        else:
            assert answer["code"] == "server.stale", answer
            client.receive_until("resync")


def test_no_kill_loses_or_doubles_an_acknowledged_event(tmp_path: Path, scale: Scale, rng: random.Random) -> None:
    server = Mortal(tmp_path)
    server.start()
    players: list[Player] = []
    for number in range(scale(1000)):
        if number % KILLS_A_MATCH == 0:
            players.append(Player(server.url, rng))
        killer = threading.Timer(rng.random() * LONGEST_LIFE, server.kill)
        killer.start()
        with pytest.raises((WebSocketException, OSError)):
            players[-1].play()
        killer.join()
        server.start()
    server.kill()
    for player in players:
        check(tmp_path, player)


def check(data: Path, player: Player) -> None:
    """The log has no gap, and every acknowledged command stands in it once, where it was said to stand."""
    store = SqlStore(default_url(data))
    kept = store.load(player.match)
    store.close()
    versions = [event.version for event in kept.record.events]
    assert versions == list(range(1, len(versions) + 1))
    assert player.acknowledged
    assert player.acknowledged.items() <= kept.commands.items()
    assert len(set(kept.commands.values())) == len(kept.commands)
    assert len(kept.commands) - len(player.acknowledged) <= 1
