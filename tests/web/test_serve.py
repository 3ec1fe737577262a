"""`tavla serve` says where it is, finds a port, and refuses in one line."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.conftest import START, RunningServer


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    """Run a server that cannot start."""
    command = [sys.executable, "-c", START, "--lang", "en", "serve", "--no-open", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_taken_port_is_said_and_the_next_one_used(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = RunningServer(tmp_path)
        server.url = f"http://127.0.0.1:{port}"
        server.start()
        assert server.url != f"http://127.0.0.1:{port}"
        assert str(port) in server.said[0]
        assert server.stop() == 0


@pytest.mark.parametrize(
    "options",
    [
        ("--host", "256.0.0.1"),
        ("--host", "no.such.host.invalid"),
        ("--port", "99999"),
        ("--port", "abc"),
        ("--data", "/dev/null/x"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(options: tuple[str, ...]) -> None:
    ended = serve(*options)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert len(ended.stderr.strip().splitlines()) == 1


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "tavla.db").write_bytes(b"this is no database " * 100)
    ended = serve("--data", str(tmp_path), "--port", "0")
    assert ended.returncode == 2
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "tavla.db" in ended.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_control_c_ends_it_well(tmp_path: Path) -> None:
    server = RunningServer(tmp_path).start()
    assert server.interrupt() == 0
