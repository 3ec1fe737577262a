"""A real server for the tests of the page and of the wire: `tavla serve` in a process of its own."""

import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

START = "from tavla.cli import main; main()"
WITHIN = 60


class RunningServer:
    """`tavla serve` on a free port with data of its own (None: where its options say).

    It can be killed and started again where it was. `code` is what its process does, if not that alone.
    """

    def __init__(self, data: Path | None, *options: str, code: str = START) -> None:
        self._data = data
        self._code = code
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self.url = "http://127.0.0.1:0"
        self.said: list[str] = []

    def start(self) -> "RunningServer":
        """Start, on the same port as before if there was one, and wait until it says where it is."""
        port = self.url.rsplit(":", 1)[1]
        data = () if self._data is None else ("--data", str(self._data))
        command = [sys.executable, "-c", self._code, "serve", "--port", port, *data, "--no-open"]
        self._process = subprocess.Popen([*command, *self._options], stdout=subprocess.PIPE, text=True)
        self.said = _lines_until(self._process, "http://")
        self.url = "http://" + self.said[-1].partition("http://")[2].strip().rstrip("/")
        return self

    def kill(self) -> None:
        """SIGKILL: no chance to finish anything."""
        self._end(lambda process: process.kill())

    def stop(self) -> int:
        """SIGTERM, and how it ended."""
        return self._end(lambda process: process.send_signal(signal.SIGTERM))

    def interrupt(self) -> int:
        """Control-C, and how it ended."""
        return self._end(lambda process: process.send_signal(signal.SIGINT))

    def __str__(self) -> str:
        return self.url

    def _end(self, act: Callable[[subprocess.Popen[str]], None]) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        act(process)
        status = process.wait(WITHIN)
        if process.stdout is not None:
            process.stdout.close()
        return status


def _lines_until(process: subprocess.Popen[str], mark: str) -> list[str]:
    """What a process says until a line holds `mark`; fails if it ends before or says nothing for long."""
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None
    threading.Thread(target=_read_into, args=(process.stdout, lines), daemon=True).start()
    said = []
    while line := lines.get(timeout=WITHIN):
        said.append(line)
        if mark in line:
            return said
    raise AssertionError(f"the server ended with {process.wait()}")


def _read_into(stream: IO[str], lines: queue.Queue[str]) -> None:
    for line in iter(stream.readline, ""):
        lines.put(line)
        if "http://" in line:
            return
    lines.put("")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with an empty store; `server.url` is where it is."""
    running = RunningServer(tmp_path / "data").start()
    yield running
    running.kill()


@pytest.fixture(scope="module")
def module_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for a whole module, for tests that do not stop it."""
    running = RunningServer(tmp_path_factory.mktemp("data")).start()
    yield running
    running.kill()
