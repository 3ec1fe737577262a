"""A file read in a process of its own, bounded in time and memory: whatever a stranger's file holds, a server that was
given it goes on undisturbed. The process ends with the file, and sends back records, notes and oddities as JSON.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tavla.errors import InvalidText, TavlaError
from tavla.formats.detect import read
from tavla.formats.diagnostics import Diagnostic
from tavla.formats.entry_json import entry_from_json, entry_to_json
from tavla.formats.found import Entry, Reading
from tavla.rules import Reason

Json = Any


class Bounds(NamedTuple):
    """How much one file may cost: seconds, bytes of memory, and events of all its matches together."""

    seconds: float = 30.0
    memory: int = 1 << 30
    events: int = 20_000


@dataclass(frozen=True)
class Brought:
    """What a file brought: its format, its matches, its oddities as JSON, how many more there are of those, and
    whether it holds positions and not matches."""

    form: str
    entries: tuple[Entry, ...]
    oddities: tuple[Json, ...]
    more: int
    of_positions: bool


async def read_apart(data: bytes, encoding: str | None = None, bounds: Bounds = Bounds()) -> Brought:  # noqa: B008
    """Read a file of any format; raises `InvalidText` as `detect.read` does, and for one that costs too much."""
    limits = [str(bounds.seconds), str(bounds.memory), str(bounds.events), encoding or ""]
    process = _start([sys.executable, "-P", "-c", "from tavla.formats.apart import main; main()", *limits])
    try:
        told = await asyncio.shield(asyncio.to_thread(_talk, process, data, bounds.seconds))
    except subprocess.TimeoutExpired:
        raise InvalidText("study.error.slow", seconds=int(bounds.seconds)) from None
    finally:
        process.kill()
    if process.returncode:
        raise InvalidText("study.error.costly")
    return await asyncio.to_thread(_brought, told)


def _start(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Start a process without a fork of this one: the loop's own way forks, and what libraries do then in the parent
    (OpenBLAS ends its threads) stops a thread that is in the midst of a product for good. With `close_fds` off the
    system's spawn is used everywhere; no file is handed on for that, since none is inheritable."""
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nothing, close_fds=False)


def _talk(process: "subprocess.Popen[bytes]", data: bytes, seconds: float) -> bytes:
    """Give a process its input and take what it says; it has ended afterwards, whatever happens. Raises
    `subprocess.TimeoutExpired`."""
    with process:
        try:
            return process.communicate(data, seconds)[0]
        finally:
            process.kill()


def _brought(told: bytes) -> Brought:
    row = json.loads(told)
    if "error" in row:
        raise InvalidText(row["error"]["code"], **row["error"]["values"])
    entries = tuple(entry_from_json(each) for each in row["entries"])
    return Brought(row["form"], entries, tuple(row["oddities"]), row["more"], row["of_positions"])


def main() -> None:
    """What the process does: a file comes in, one JSON object goes out."""
    seconds, memory, events, encoding = sys.argv[1:5]
    _bound(float(seconds), int(memory))
    try:
        row = _told(read(sys.stdin.buffer.read(), encoding or None), int(events))
    except TavlaError as error:
        row = {"error": {"code": error.code, "values": _plain(error.values)}}
    except (MemoryError, RecursionError):
        row = {"error": {"code": "study.error.costly", "values": {}}}
    sys.stdout.write(json.dumps(row))


def _bound(seconds: float, memory: int) -> None:
    """Bind this process where the system can; elsewhere the time alone is bounded, from outside."""
    try:
        import resource
    except ImportError:
        return
    for limit, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, int(seconds) + 1)):
        _, hard = resource.getrlimit(limit)
        resource.setrlimit(limit, (most if hard < 0 else min(most, hard), hard))


def _told(reading: Reading, events: int) -> dict[str, Json]:
    if sum(len(entry.record.events) for entry in reading.entries) > events:
        raise InvalidText("formats.too_many_events", most=events)
    return {
        "form": reading.form,
        "entries": [entry_to_json(entry) for entry in reading.entries],
        "oddities": [_oddity(each) for each in reading.diagnostics],
        "more": reading.diagnostics.more,
        "of_positions": bool(reading.positions),
    }


def _oddity(diagnostic: Diagnostic) -> Json:
    what, place, why = diagnostic
    return {"line": place.line, "column": place.column, **_reason(what), "why": why and _reason(why)}


def _reason(reason: Reason) -> dict[str, Json]:
    return {"code": reason.code, "values": _plain(reason.values)}


def _plain(values: Mapping[str, object]) -> dict[str, Json]:
    return {name: value if isinstance(value, (int, float, bool)) else str(value) for name, value in values.items()}
