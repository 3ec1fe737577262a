"""Where studies are put away, and taken up again: what was read and what was found out, as the store keeps it.

What another engine found out than the one that runs now is left aside; it would not agree with what is found out next.
"""

import asyncio
import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import structlog

from tavla.analysis.annotate import lucky
from tavla.analysis.answers import DAMAGED, choices_to_json, decision_from_json, finite
from tavla.engine.decision import LEVELS, Level
from tavla.engine.signature import signature
from tavla.formats.entry_json import entry_from_json, entry_to_json
from tavla.rules.outcome import Chances
from tavla.server.study import Identity, Known, News, Prepared, Study, Subject, answer_of
from tavla.server.study_rollout import Result, Rolled
from tavla.store.studies import Finding, KeptStudy, StudyStore

T = TypeVar("T")
Json = Any
log = structlog.get_logger()


class Taken(NamedTuple):
    """A study as it was put away."""

    identity: Identity
    subject: Subject
    level: Level
    findings: Sequence[Finding]


class Shelf:
    """Studies in a store, written by one thread."""

    def __init__(self, store: StudyStore) -> None:
        self._store = store
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="study-store")

    async def put(self, study: Study) -> None:
        """Keep a new study as it was read."""
        identity, level = study.identity, study.level.name
        await self._in_thread(
            lambda: self._store.add(
                KeptStudy(identity.id, identity.lock, level, signature(), _packed(study.subject)),
            )
        )

    async def write(self, study: Study, news: Sequence[News]) -> None:
        """Keep what was found out. A store that cannot be written costs no more than that it is found out again."""
        try:
            await self._in_thread(
                lambda: self._store.found(study.id, study.level.name, signature(), list(_findings(study, news)))
            )
        except Exception:
            log.exception("findings not kept", study=study.id)

    async def take(self, name: str) -> Taken:
        """A study that was put away; raises `NotFound`."""
        return await self._in_thread(partial(self._take, name))

    async def remove(self, study: Study) -> None:
        """Let go of a study for ever."""
        await self._in_thread(partial(self._store.remove, study.id))

    def close(self) -> None:
        """Finish what is being written."""
        self._writer.shutdown(wait=True)

    def _take(self, name: str) -> Taken:
        kept, findings = self._store.load(name)
        is_stale = kept.engine != signature()
        return Taken(
            Identity(kept.id, kept.lock), _unpacked(kept.body), LEVELS[kept.level], () if is_stale else findings
        )

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, call)


def _packed(subject: Subject) -> bytes:
    row = vars(subject) | {"entries": [entry_to_json(entry) for entry in subject.entries]}
    return gzip.compress(json.dumps(row, separators=(",", ":")).encode(), 6)


def _unpacked(body: bytes) -> Subject:
    row = json.loads(gzip.decompress(body))
    entries = tuple(entry_from_json(each) for each in row.pop("entries"))
    return Subject(**row | {"entries": entries, "oddities": tuple(row["oddities"])})


def _findings(study: Study, news: Iterable[News]) -> Iterator[Finding]:
    """What was found out, as it is kept; what is not there (a rollout that was stopped at once) is left aside."""
    for each in news:
        with suppress(*DAMAGED):
            row = _WRITERS[each.kind](study, *each.key)
            yield Finding(" ".join(map(str, (each.kind, *each.key))), json.dumps(row, separators=(",", ":")))


def _decision(study: Study, n: int) -> Json:
    answer = study.answers[n]
    return {"level": answer.level.name, "choices": choices_to_json(answer.decision.choices)}


def _luck(study: Study, match: int, version: int) -> Json:
    return study.luck[match, version].luck


def _rollout(study: Study, n: int) -> Json:
    done, trials, results = study.rollouts[n]
    return {"done": done, "trials": trials, "results": [list(each) for each in results]}


_WRITERS: dict[str, Callable[..., Json]] = {"decision": _decision, "luck": _luck, "rollout": _rollout}


def recall(prepared: Prepared, findings: Iterable[Finding]) -> Known:
    """What was found out about a subject, as far as it can be read."""
    known = Known({}, {}, {})
    dice = {(match, each.version): each for match, each in prepared.dice}
    for finding in findings:
        with suppress(*DAMAGED):
            kind, first, *rest = finding.what.split(" ")
            row, n = json.loads(finding.body), int(first)
            if kind == "luck":
                key = n, int(rest[0])
                known.luck[key] = lucky(dice[key], finite(row), prepared.said[n])
            elif kind == "rollout":
                known.rollouts[n] = Rolled(row["done"], row["trials"], tuple(map(_result, row["results"])))
            else:
                asked = prepared.asked[n]
                decision = decision_from_json(row["choices"], asked.question)
                known.answers[n] = answer_of(asked, LEVELS[row["level"]], decision, prepared.said[asked.match])
    return known


def _result(row: list[Any]) -> Result:
    name, play, trials, equity, error, match_chance, chances = row
    return Result(name, play, trials, equity, error, match_chance, None if chances is None else Chances(*chances))
