"""Where tables are set up, found again and listed. Everything is in the store; a table in memory is its live end."""

import asyncio
import json
import secrets
import string
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

from tavla.bots import BotMaker
from tavla.errors import InvalidInput
from tavla.match.events import Event, MatchStarted, Player, Setup
from tavla.match.match import begin
from tavla.rules.ruleset import RuleSet
from tavla.rules.stakes import Seat
from tavla.server.bench import Bench
from tavla.server.commands import Json
from tavla.server.dice import Dice
from tavla.server.fair_dice import FairDice, new_seed
from tavla.server.table import Keeping, Table, hash_token
from tavla.server.tutor import Tutor
from tavla.server.view import summary_text
from tavla.store.base import Store, Summary

T = TypeVar("T")

MAX_NAME = 40
KEPT_IN_MEMORY = 128
"""How many tables nobody looks at stay in memory, the last used ones."""

_LETTERS = string.digits + string.ascii_letters


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What two people agree on before they sit down. `one_screen` gives both persons the same token."""

    rules: RuleSet
    players: tuple[Player, Player]
    mode: str = "play"
    setup: Setup | None = None
    one_screen: bool = True


class Created(NamedTuple):
    """A new match and the tokens of the seats in which persons sit."""

    match: str
    tokens: dict[Seat, str]


class _Live(NamedTuple):
    table: Table
    bench: Bench | None


class Lobby:
    """All matches of a store. Make it inside an event loop; `close` it before the store."""

    def __init__(
        self,
        store: Store,
        bots: Mapping[str, BotMaker],
        pace: float = 0.6,
        now: Callable[[], float] = time.time,
        dice: Callable[[str, str], Dice] = FairDice,
        tutor: Tutor | None = None,
    ) -> None:
        self.bots = bots
        self.tutor = tutor or Tutor()
        self._store = store
        self._pace = pace
        self._now = now
        self._up_since = now()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._keeping = Keeping(store, self._writer, now, dice)
        self._live: OrderedDict[str, asyncio.Task[_Live]] = OrderedDict()

    async def create(self, new: NewMatch) -> Created:
        """Write the first event of a match and open its table."""
        self._check(new)
        match = "".join(secrets.choice(_LETTERS) for _ in range(12))
        tokens = _tokens(new)
        started = MatchStarted(new.players, new.rules, new.mode, new.setup)
        event = Event(1, self._now(), None, started)
        hashes = {seat: hash_token(token) for seat, token in tokens.items()}
        about = summary_text(begin(started))
        await self._in_thread(partial(self._store.create, match, [event], hashes, new_seed(), about))
        await self.find(match)
        return Created(match, tokens)

    async def find(self, match: str) -> Table:
        """The live table of a match, opened from the store if need be; raises `NotFound`."""
        opening = self._live.get(match)
        if opening is None:
            opening = asyncio.create_task(self._open(match))
            self._live[match] = opening
        self._live.move_to_end(match)
        try:
            live = await asyncio.shield(opening)
        except Exception:
            self._live.pop(match, None)
            raise
        await self._tidy()
        return live.table

    def watched(self, match: str) -> None:
        """Somebody has come to a table: bots that waited for an audience begin."""
        opening = self._live.get(match)
        if opening is not None and opening.done() and not opening.exception():
            bench = opening.result().bench
            if bench is not None:
                bench.wake()

    async def matches(self, limit: int, offset: int) -> list[dict[str, Json]]:
        """The list of matches, the last changed first."""
        lines = await self._in_thread(partial(self._store.matches, limit, offset))
        return [_line(line) for line in lines]

    async def close(self) -> None:
        """Finish what is being written and leave all tables."""
        live, self._live = self._live, OrderedDict()
        for opening in live.values():
            await _leave(opening)
        self._writer.shutdown()
        self.tutor.close()

    async def _open(self, match: str) -> _Live:
        kept = await self._in_thread(partial(self._store.load, match))
        table = Table(kept, self._keeping)
        await table.open(self._up_since)
        seated = {
            seat: self.bots[player.bot]()
            for seat, player in enumerate(table.shown.match.started.players)
            if player.bot is not None and player.bot in self.bots
        }
        return _Live(table, Bench(table, seated, self._pace) if seated else None)

    async def _tidy(self) -> None:
        """Leave the tables that were not used for longest, as long as nobody is there."""
        for match in list(self._live)[: max(len(self._live) - KEPT_IN_MEMORY, 0)]:
            opening = self._live[match]
            if opening.done() and not opening.exception() and _is_idle(opening.result()):
                del self._live[match]
                await _leave(opening)

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, call)

    def _check(self, new: NewMatch) -> None:
        for player in new.players:
            if len(player.name) > MAX_NAME or not player.name.isprintable():
                raise InvalidInput("server.name", most=MAX_NAME)
            if player.bot is not None and player.bot not in self.bots:
                raise InvalidInput("server.no_bot", bot=player.bot[:32], bots=", ".join(self.bots))
            if player.bot is not None and new.mode == "table":
                raise InvalidInput("server.table_needs_persons")
        if new.setup is not None and new.setup.position.winner_is_known:
            raise InvalidInput("server.position_is_over")


def _tokens(new: NewMatch) -> dict[Seat, str]:
    """128 random bits for each person; one token for both where they share a screen."""
    shared = secrets.token_urlsafe(16)
    seats = [seat for seat, player in enumerate(new.players) if player.bot is None]
    return {seat: shared if new.one_screen else secrets.token_urlsafe(16) for seat in seats}


def _is_idle(live: _Live) -> bool:
    return live.table.listeners == (1 if live.bench is not None else 0)


async def _leave(opening: asyncio.Task[_Live]) -> None:
    (live,) = await asyncio.gather(opening, return_exceptions=True)
    if isinstance(live, _Live):
        if live.bench is not None:
            await live.bench.close()
        await live.table.close()


def _line(line: Summary) -> dict[str, Json]:
    stamp = {"id": line.match, "created": line.created, "updated": line.updated, "events": line.events}
    about: dict[str, Json] = json.loads(line.about)
    return stamp | about
