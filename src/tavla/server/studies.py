"""All studies of a server: opened from a file, a text or a match, found again, and put away when room is needed.

A study is in the store before it is answered for, and what is found out follows; one that was put away, or that an
earlier run of the server knew, is taken up again as soon as somebody asks for it. What is missing then is found out
when whoever opened it says so.

Everything is bounded: how many are in memory (the longest unused goes first), how much they weigh together, how much
one may hold, how many files are read at a time. A few threads of their own think for them, a little for every study in
turn, so that tables and their bots do not wait.
"""

import asyncio
import hmac
import os
import time
from collections import OrderedDict
from functools import partial
from typing import NamedTuple

from tavla.engine.decision import LEVELS, Level
from tavla.errors import IllegalAction
from tavla.formats.apart import Bounds, read_apart
from tavla.formats.found import Entry
from tavla.formats.native import Record
from tavla.match.match import History
from tavla.server.study import Crew, Identity, Known, Prepared, Study, Subject, prepare
from tavla.server.study_shelf import Shelf, Taken, recall
from tavla.server.table import hash_token
from tavla.store.studies import StudyStore

DEFAULT = LEVELS["2-ply"]
"""The level of an analysis that asks for no other."""

MAX_NAME = 120


class Room(NamedTuple):
    """How much there is room for: studies, the bytes that all of them take (an estimate), the decisions of one, files
    that are read at a time, and what reading one may cost."""

    studies: int = 64
    weight: int = 256 << 20
    decisions: int = 6000
    readers: int = 2
    reading: Bounds = Bounds()


class Studies:
    """The studies of a store. Make it inside an event loop, and `close` it with the server, before the store."""

    def __init__(self, store: StudyStore, room: Room = Room(), workers: int | None = None) -> None:  # noqa: B008
        self._shelf = Shelf(store)
        self._room = room
        self._crew = Crew(workers or max(1, (os.cpu_count() or 2) - 1))
        self._readers = asyncio.Semaphore(room.readers)
        self._kept: OrderedDict[str, Study] = OrderedDict()
        self._coming: dict[str, asyncio.Task[Study]] = {}

    async def open_file(
        self, data: bytes, name: str = "", level: Level = DEFAULT, encoding: str | None = None
    ) -> Study:
        """Study a file of any program, or a text that somebody pasted; raises as the readers do."""
        async with self._readers:
            brought = await read_apart(data, encoding, self._room.reading)
        subject = Subject(
            _clean(name), brought.form, brought.entries, brought.oddities, brought.more, brought.of_positions
        )
        return await self._open(subject, level)

    async def open_match(self, record: Record, level: Level = DEFAULT) -> Study:
        """Study a match of this server as far as it has come."""
        history = await asyncio.to_thread(History, record.events)
        return await self._open(Subject("", "match", (Entry(record, history, {}, {}),)), level)

    async def find(self, name: str) -> Study:
        """A study that is still kept; raises `NotFound`."""
        study = self._kept.get(name)
        if study is None:
            coming = self._coming.get(name)
            if coming is None:
                coming = self._coming[name] = asyncio.create_task(self._take_up(name))
                coming.add_done_callback(lambda _: self._coming.pop(name))
            return await asyncio.shield(coming)
        self._kept.move_to_end(name)
        return study

    async def own(self, name: str, key: str) -> Study:
        """A study for whoever opened it, to command it; raises `IllegalAction` for everybody else."""
        study = await self.find(name)
        if not hmac.compare_digest(study.identity.lock, hash_token(key)):
            raise IllegalAction("study.error.not_yours")
        return study

    async def drop(self, name: str, key: str) -> None:
        """Let go of a study; raises `IllegalAction` for whoever did not open it."""
        study = await self.own(name, key)
        self._kept.pop(name, None)
        await study.close()
        await self._shelf.remove(study)

    def hush(self) -> None:
        """The server is about to stop: whoever watches is told so by the end of the news."""
        self._crew.hushed = True
        for study in self._kept.values():
            study.hush()

    async def close(self) -> None:
        """Put all studies away and let go of the threads."""
        self.hush()
        kept, self._kept = self._kept, OrderedDict()
        for study in kept.values():
            await study.close()
        self._crew.close()
        self._shelf.close()

    async def _open(self, subject: Subject, level: Level) -> Study:
        prepared: Prepared = await self._crew.think(partial(prepare, subject, self._room.decisions))
        study = Study(Identity.new(), subject, prepared, self._crew, level, self._shelf.write)
        await self._shelf.put(study)
        self._kept[study.id] = study
        await self._make_room(study)
        study.begin()
        return study

    async def _take_up(self, name: str) -> Study:
        """A study as it was put away. Its log goes on behind everything that was told before, so that whoever watched
        it then misses nothing."""
        taken = await self._shelf.take(name)
        prepared, known = await self._crew.think(partial(_recalled, taken, self._room.decisions))
        first = int(time.time() * 1000)
        study = Study(taken.identity, taken.subject, prepared, self._crew, taken.level, self._shelf.write, known, first)
        self._kept[name] = study
        await self._make_room(study)
        return study

    async def _make_room(self, new: Study) -> None:
        """Let the longest unused go until all fit; the new one stays."""
        while len(self._kept) > 1 and self._is_full():
            oldest = next(iter(self._kept))
            if oldest == new.id:
                break
            study = self._kept.pop(oldest)
            await study.close()

    def _is_full(self) -> bool:
        weight = sum(study.weight for study in self._kept.values())
        return len(self._kept) > self._room.studies or weight > self._room.weight


def _recalled(taken: Taken, most: int) -> tuple[Prepared, Known]:
    prepared = prepare(taken.subject, most)
    return prepared, recall(prepared, taken.findings)


def _clean(name: str) -> str:
    """A file name as it can be shown: its last part, printable, of sensible length."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(letter for letter in last if letter.isprintable())[:MAX_NAME]
