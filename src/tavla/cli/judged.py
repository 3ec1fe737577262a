"""What was judged before, kept in the user's cache folder, so that a run that was broken off goes on where it was.

One file for a record, a level and an engine as it is: a line of JSON for each answer as it comes, packed when all are
there. What cannot be read is asked again, and a folder that cannot be written costs nothing but that.
"""

import contextlib
import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import IO, Any

from tavla.analysis.annotate import Annotated, Dice, Known, Progress, Question, annotate, questions
from tavla.analysis.answers import DAMAGED, choices_to_json, decision_from_json, finite
from tavla.engine.decision import Decision, Level
from tavla.engine.signature import signature
from tavla.evaluation.cache import folder
from tavla.formats.native import event_to_json
from tavla.match.annotation import Opinions
from tavla.match.match import History

MOST_BYTES = 256 << 20
"""So much is kept in all; what was used longest ago goes first."""

LONGEST_FILE = 16 << 20
KEPT = 12
"""So many choices of a decision are kept, the best, and with them what was done."""


class Judged:
    """The answers about one record at one level. `keep` takes a new one, `finish` says that all are there."""

    def __init__(self, history: History, level: Level, *, anew: bool = False) -> None:
        self._history = history
        self._whole = _room() / f"{_key(history, level)}.gz"
        self._part = self._whole.with_suffix(".part")
        self._stream: IO[str] | None = None
        if anew:
            _forget(self._whole, self._part)

    def known(self) -> Known:
        """What is kept, as far as it fits the record."""
        decisions: dict[int, Decision] = {}
        luck: dict[int, float] = {}
        rows = list(self._rows())
        asked = {each.version: each for each in questions(self._history)} if rows else {}
        for row in rows:
            with contextlib.suppress(*DAMAGED):
                version = int(row["version"])
                if "luck" in row:
                    luck[version] = finite(row["luck"])
                else:
                    decisions[version] = decision_from_json(row["choices"], asked[version])
        return Known(decisions, luck)

    def _rows(self) -> Iterator[Mapping[str, Any]]:
        """What is kept, the later answer to a question after an earlier one."""
        for line in (*_lines(self._whole), *_lines(self._part)):
            with contextlib.suppress(ValueError, RecursionError):
                row = json.loads(line)
                if isinstance(row, dict):
                    yield row

    def keep(self, asked: Question | Dice, answer: Decision | float) -> None:
        """Write an answer down at once."""
        with contextlib.suppress(OSError):
            if self._stream is None:
                self._part.parent.mkdir(parents=True, exist_ok=True)
                self._stream = self._part.open("a", encoding="utf-8")
            self._stream.write(_line({"version": asked.version} | _answer(asked, answer)))
            self._stream.flush()

    def finish(self) -> None:
        """Pack what was written with what was there, and let go what was used longest ago."""
        with contextlib.suppress(OSError):
            self.close()
            if self._part.is_file():
                packing = self._whole.with_suffix(f".{os.getpid()}")
                packing.write_bytes(gzip.compress(self._merged(), 6))
                packing.replace(self._whole)
                self._part.unlink()
            elif self._whole.is_file():
                self._whole.touch()
            _prune(self._whole.parent)

    def _merged(self) -> bytes:
        """Everything that is kept, each question once with its latest answer."""
        latest = {(row.get("version"), "luck" in row): row for row in self._rows()}
        return "".join(_line(row) for row in latest.values()).encode()

    def close(self) -> None:
        """Let go of the file; what is in it stays."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None


def judged(
    history: History,
    level: Level,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    anew: bool = False,
    opinions: Opinions | None = None,
) -> Annotated:
    """A match judged: what was found earlier is not asked again (unless `anew`), and every answer is kept at once."""
    kept = Judged(history, level, anew=anew)
    try:
        annotated = annotate(history, level, executor, progress, known=kept.known(), keep=kept.keep, opinions=opinions)
        kept.finish()
    finally:
        kept.close()
    return annotated


def _room() -> Path:
    return folder() / "judged"


def _key(history: History, level: Level) -> str:
    """The same for the same events, level and engine."""
    told = hashlib.sha256(f"{signature()} {level!r}".encode())
    for event in history.events:
        told.update(json.dumps(event_to_json(event), sort_keys=True).encode())
    return told.hexdigest()[:40]


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":")) + "\n"


def _lines(path: Path) -> list[str]:
    """The lines of a file, packed or not; none of one that is missing, damaged or too long."""
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, LONGEST_FILE)
    except (OSError, zlib.error):
        return []
    return data.decode("utf-8", "replace").splitlines() if len(data) < LONGEST_FILE else []


def _forget(*paths: Path) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def _prune(room: Path) -> None:
    files = sorted(((each.stat(), each) for each in room.iterdir()), key=lambda each: -each[0].st_mtime)
    total = 0
    for about, path in files:
        total += about.st_size
        if total > MOST_BYTES:
            _forget(path)


def _answer(asked: Question | Dice, answer: Decision | float) -> dict[str, object]:
    if isinstance(answer, float):
        return {"luck": answer}
    kept, rest = answer.choices[:KEPT], answer.choices[KEPT:]
    made = tuple(each for each in rest if isinstance(asked, Question) and each.after == asked.after)
    return {"choices": choices_to_json(kept + made)}
