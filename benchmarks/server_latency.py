"""How long a player waits for the server: from sending a command to its acknowledgement, over the loopback.

A real `tavla serve` with its own store on disk; every command is synchronised before it is acknowledged.
"""

import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import httpx
import websockets

COMMANDS = 400
PAUSE = 0.05
"""Seconds between commands: nobody plays faster, and the server's own limit allows twenty a second."""

START = "from tavla.cli import main; main()"
NEW = {"profile": "money", "players": [{"name": "Ali", "kind": "person"}, {"name": "Bora", "kind": "person"}]}


@contextmanager
def serving() -> Iterator[str]:
    """A server on a free port; its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--data", data, "--no-open"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        address = "http://" + process.stdout.readline().partition("http://")[2].strip().rstrip("/")
        try:
            yield address
        finally:
            process.terminate()
            process.wait()


async def waits(address: str) -> list[float]:
    """The milliseconds until each acknowledgement."""
    made = httpx.post(f"{address}/api/matches", json=NEW).json()
    line = f"{address.replace('http', 'ws')}/api/matches/{made['match']}/socket"
    rng = random.Random(1)
    times: list[float] = []
    async with websockets.connect(line, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "proto": 1, "token": made["tokens"]["0"]}))
        view = json.loads(await socket.recv())["view"]
        while len(times) < COMMANDS:
            await asyncio.sleep(PAUSE)
            seat, action = choose(view, rng)
            command = {"type": "command", "id": uuid.uuid4().hex, "version": view["version"], "seat": seat}
            begun = perf_counter()
            await socket.send(json.dumps(command | {"action": action}))
            answer = json.loads(await socket.recv())
            times.append((perf_counter() - begun) * 1000)
            assert answer["type"] == "ack", answer
            view = json.loads(await socket.recv())["view"]
    return times


def choose(view: dict[str, Any], rng: random.Random) -> tuple[int, dict[str, Any]]:
    """The seat that acts, and something that it may do: any legal play, else the first act offered."""
    seat = view["act"][0]
    if view["phase"] != "play":
        return seat, {"type": view["can"][str(seat)][0]}
    node, moves = view["tree"][0], []
    while node["moves"]:
        source, _, die, _, child = rng.choice(node["moves"])
        moves.append([source, die])
        node = view["tree"][child]
    return seat, {"type": "play", "moves": moves}


def main() -> None:
    with serving() as address:
        times = asyncio.run(waits(address))
    slow = statistics.quantiles(times, n=100)
    print(
        f"a command until it is confirmed: {len(times)} commands, median {statistics.median(times):.1f} ms, "
        f"95 % within {slow[94]:.1f} ms, 99 % within {slow[98]:.1f} ms"
    )


if __name__ == "__main__":
    main()
