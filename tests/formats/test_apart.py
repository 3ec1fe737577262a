"""Reading a file in a process of its own leaves the process that asks undisturbed."""

import asyncio
import subprocess
import sys
import threading

import pytest

from tavla.formats import apart

WATCHED = """
import ctypes, os, sys
import uvloop
from tavla.errors import InvalidText
from tavla.formats.apart import read_apart

forks = []
noticed = ctypes.CFUNCTYPE(None)(lambda: forks.append(1))
ctypes.CDLL(None).__register_atfork(noticed, None, None, None)

async def read():
    try:
        await read_apart(b"no file of any program")
    except InvalidText as error:
        print(error.code)

uvloop.run(read())
reading = len(forks)
if not os.fork():
    os._exit(0)
print(reading, len(forks))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the handlers of a fork as glibc has them")
def test_nothing_that_a_library_does_at_a_fork_is_done() -> None:
    said = subprocess.run([sys.executable, "-c", WATCHED], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["formats.unknown", "0", "1"]


async def _broken_off(monkeypatch: pytest.MonkeyPatch) -> "subprocess.Popen[bytes]":
    """The process of a reading that was broken off before it could end."""
    started: list[subprocess.Popen[bytes]] = []

    def start(command: object) -> "subprocess.Popen[bytes]":
        endless = [sys.executable, "-c", "import time; time.sleep(600)"]
        started.append(subprocess.Popen(endless, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        return started[0]

    monkeypatch.setattr(apart, "_start", start)
    reading = asyncio.create_task(apart.read_apart(b"x" * 1_000_000))
    while not started:
        await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    return started[0]


def test_a_reading_that_is_broken_off_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    before = threading.active_count()
    process = asyncio.run(_broken_off(monkeypatch))
    assert process.returncode is not None
    assert process.stdin is not None
    assert process.stdin.closed
    assert threading.active_count() <= before
