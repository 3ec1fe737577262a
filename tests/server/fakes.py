"""A store in memory, dice that fall as told, and a table to sit down at."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from tavla.bots import BotMaker
from tavla.errors import IllegalAction, NotFound
from tavla.formats.native import Record
from tavla.match.events import Event, Player
from tavla.rules.ruleset import RuleSet, profile
from tavla.rules.stakes import Seat
from tavla.server.commands import Action, Command
from tavla.server.lobby import Lobby, NewMatch
from tavla.server.table import Answer, News, Table
from tavla.store.base import Kept, Summary
from tavla.store.studies import Finding, KeptStudy

T = TypeVar("T")
Throws = Sequence[tuple[int, int]]


class MemoryStore:
    """Keeps matches as long as the test lives. `fails` makes every append fail."""

    def __init__(self) -> None:
        self.kept: dict[str, Kept] = {}
        self.abouts: dict[str, str] = {}
        self.fails: Exception | None = None

    def create(self, match: str, events: Sequence[Event], tokens: Mapping[Seat, str], secret: str, about: str) -> None:
        self.kept[match] = Kept(Record(match, tuple(events)), dict(tokens), secret, {})
        self.abouts[match] = about

    def append(self, match: str, events: Sequence[Event], about: str, command: str | None = None) -> None:
        if self.fails is not None:
            raise self.fails
        kept = self.kept[match]
        if events[0].version != len(kept.record.events) + 1:
            raise IllegalAction("store.conflict", match=match)
        commands = dict(kept.commands) | ({command: events[-1].version} if command else {})
        record = Record(match, (*kept.record.events, *events))
        self.kept[match] = kept._replace(record=record, commands=commands)
        self.abouts[match] = about

    def load(self, match: str) -> Kept:
        if match not in self.kept:
            raise NotFound("store.no_match", match=match)
        return self.kept[match]

    def matches(self, limit: int = 100, offset: int = 0) -> list[Summary]:
        rows = [
            Summary(name, kept.record.events[0].time, kept.record.events[-1].time, len(kept.record.events), about)
            for (name, kept), about in zip(self.kept.items(), self.abouts.values(), strict=True)
        ]
        return sorted(rows, key=lambda row: -row.updated)[offset : offset + limit]

    def close(self) -> None:
        pass


class FixedDice:
    """The throws of a test, then 2-1 for ever."""

    def __init__(self, throws: Throws) -> None:
        self._throws = throws

    def throw(self, number: int) -> tuple[int, int]:
        return self._throws[number] if number < len(self._throws) else (2, 1)


class Sitting:
    """One person at a table who may act for both seats, always at the version that is shown."""

    def __init__(self, lobby: Lobby, table: Table) -> None:
        self.lobby = lobby
        self.table = table
        self.news: list[News] = []
        self._names = (f"c{number}" for number in itertools.count())
        table.listen(self.news.append)

    async def ask(self, seat: Seat, action: Action | str, *, name: str = "", version: int = -1) -> Answer:
        wanted = Action(action) if isinstance(action, str) else action
        meant_for = self.version if version < 0 else version
        return await self.table.submit(Command(name or next(self._names), meant_for, seat, wanted))

    async def do(self, seat: Seat, action: Action | str) -> dict[str, Any]:
        """Do what must be possible; the view after it."""
        answer = await self.ask(seat, action)
        assert answer.refusal is None, answer.refusal
        return self.view

    async def play(self, seat: Seat, text: str) -> dict[str, Any]:
        return await self.do(seat, Action("play", text=text))

    @property
    def view(self) -> dict[str, Any]:
        return self.table.view()

    @property
    def version(self) -> int:
        return self.table.shown.match.version


@asynccontextmanager
async def sit_down(
    rules: RuleSet | str = "standard",
    throws: Throws | None = None,
    *,
    store: MemoryStore | None = None,
    new: NewMatch | None = None,
    bots: Mapping[str, BotMaker] | None = None,
    now: Callable[[], float] | None = None,
) -> Any:
    """A new match of two persons and somebody at its table."""
    more: dict[str, Any] = {} if now is None else {"now": now}
    if throws is not None:
        more["dice"] = lambda seed, match: FixedDice(throws)
    lobby = Lobby(store or MemoryStore(), bots or {}, pace=0.0, **more)
    try:
        agreed = new or NewMatch(rules if isinstance(rules, RuleSet) else profile(rules), persons())
        created = await lobby.create(agreed)
        yield Sitting(lobby, await lobby.find(created.match))
    finally:
        await lobby.close()


def persons() -> tuple[Player, Player]:
    return Player("Ali"), Player("Bora")


def run(work: Coroutine[Any, Any, T]) -> T:
    """One event loop for one test."""
    return asyncio.run(work)


def first_play(view: Mapping[str, Any]) -> Action:
    """The first way through the tree of a view."""
    return Action("play", moves=tuple(_first_way(view["tree"])))


def _first_way(tree: list[Any]) -> Iterator[tuple[int, int]]:
    node = tree[0]
    while node["moves"]:
        source, _, die, _, child = node["moves"][0]
        yield source, die
        node = tree[child]


class MemoryStudies:
    """Keeps studies as long as the test lives."""

    def __init__(self) -> None:
        self.kept: dict[str, KeptStudy] = {}
        self.findings: dict[str, dict[str, Finding]] = {}

    def add(self, study: KeptStudy) -> None:
        self.kept[study.id], self.findings[study.id] = study, {}

    def load(self, study: str) -> tuple[KeptStudy, list[Finding]]:
        if study not in self.kept:
            raise NotFound("study.error.gone")
        return self.kept[study], list(self.findings[study].values())

    def found(self, study: str, level: str, engine: str, findings: Sequence[Finding]) -> None:
        if study in self.kept:
            self.kept[study] = self.kept[study]._replace(level=level, engine=engine)
            self.findings[study] |= {each.what: each for each in findings}

    def remove(self, study: str) -> None:
        self.kept.pop(study, None)
        self.findings.pop(study, None)
