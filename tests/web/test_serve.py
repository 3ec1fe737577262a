"""`tavla serve` says where it is, finds a port, and refuses in one line."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tavla.store import SqlStore
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
        ("--data", ".", "--database", "sqlite:///x.db"),
        ("--database", ""),
        ("--database", "mysql://somebody:secret@host/matches"),
        ("--database", "sqlite://"),
        ("--database", "sqlite:////dev/null/x.db"),
        ("--database", "sqlite:///a%00b"),
        ("--database", "postgresql://somebody:secret@127.0.0.1:1/matches"),
        ("--database", "postgresql://somebody:secret@127.0.0.1:port/matches"),
        ("--database", "postgresql://somebody:very@secret@127.0.0.1:1/matches"),
        ("--database", "postgresql://127.0.0.1:1/matches?password=secret"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(options: tuple[str, ...]) -> None:
    ended = serve(*options)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "secret" not in ended.stderr


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_matches_are_kept_where_an_address_says(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = f"sqlite:///{tmp_path}/kept.db" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    server = RunningServer(None, "--database", url).start()
    try:
        kept = SqlStore(url)
        before = kept.count()
        new = {"profile": "tavla", "players": [{"name": "A", "kind": "person"}, {"name": "B", "kind": "person"}]}
        ask = urllib.request.Request(
            f"{server.url}/api/matches", json.dumps(new).encode(), {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(ask).close()
        assert kept.count() == before + 1
        kept.close()
    finally:
        server.stop()


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "tavla.db").write_bytes(b"this is no database " * 100)
    ended = serve("--data", str(tmp_path), "--port", "0")
    assert ended.returncode == 2
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "tavla.db" in ended.stderr


THINKS_LONG = f"""
import os, time
from tavla.server import study, study_view

def sleeping(name):
    def think(*_):
        open(os.path.join(os.environ["THINKING"], name), "w").close()
        time.sleep(3600)
    return think

study.decision_on, study_view.outline = sleeping("decision"), sleeping("outline")
{START}
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_control_c_waits_for_no_thread_that_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THINKING", str(tmp_path))
    server = RunningServer(tmp_path / "data", code=THINKS_LONG).start()
    asking = http.client.HTTPConnection(server.url.removeprefix("http://"))
    asking.request("POST", "/api/studies", b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    while not all((tmp_path / name).exists() for name in ("decision", "outline")):
        time.sleep(0.05)
    assert server.interrupt() == 0
    asking.close()


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_control_c_ends_it_well(tmp_path: Path) -> None:
    server = RunningServer(tmp_path).start()
    assert server.interrupt() == 0
