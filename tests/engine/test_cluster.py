"""Rollouts on a cluster: the same answer as at home, even when a machine dies on the way."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from tavla.engine.cluster import cluster
from tavla.engine.rollout import Settings, rollout
from tavla.engine.stake import Stake
from tavla.errors import Unavailable
from tavla.evaluation import words_of
from tavla.rules import Position

DASK = (sys.executable, "-m", "dask")
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
START = words_of([Position.start()])
SETTINGS = Settings(trials=864, truncate=3, cubeful=True)


class Machines(NamedTuple):
    """A scheduler's address and the processes of two workers."""

    address: str
    workers: tuple["subprocess.Popen[bytes]", "subprocess.Popen[bytes]"]


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    pytest.importorskip("distributed", reason="no Dask here: install tavla[cluster]")
    told = tmp_path / "scheduler.json"
    where = ("--host", "127.0.0.1", "--scheduler-file", str(told))
    scheduler = subprocess.Popen([*DASK, "scheduler", "--port", "0", "--no-dashboard", *where], **QUIET)  # type: ignore[call-overload]
    workers = []
    try:
        address = _address(told)
        for place in "01":
            own = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path / place))
            workers.append(subprocess.Popen([*DASK, "worker", address, *own], **QUIET))  # type: ignore[call-overload]
        yield Machines(address, (workers[0], workers[1]))
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def _address(told: Path) -> str:
    """Where the scheduler listens, as soon as it says so."""
    for _ in range(600):
        if told.exists() and (text := told.read_text()).endswith("}"):
            return str(json.loads(text)["address"])
        time.sleep(0.05)
    raise AssertionError("the scheduler does not start")


def test_the_answer_is_that_of_threads_though_a_worker_is_killed(machines: Machines) -> None:
    killed: list[int] = []

    def kill_one(done: int, of: int) -> None:
        if not killed:
            assert done < of
            machines.workers[0].kill()
            killed.append(done)

    with cluster(machines.address, wait=60) as executor:
        executor.submit(int).result()
        found = rollout(START, Stake(), SETTINGS, executor, kill_one)
    assert killed
    for threads in (1, 2):
        with ThreadPoolExecutor(threads) as here:
            assert rollout(START, Stake(), SETTINGS, here) == found


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere://x", "", "a:b:c"])
def test_a_cluster_that_is_not_there_is_said_to_be(address: str) -> None:
    pytest.importorskip("distributed", reason="no Dask here: install tavla[cluster]")
    with pytest.raises(Unavailable, match="no cluster answers"), cluster(address, wait=1):
        raise AssertionError
