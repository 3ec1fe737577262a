"""A live match. One task writes it; everybody else asks that task and hears what it wrote.

A command is answered once by its id, and only for the version it was meant for. Its events are safe in the store before
anybody is told of them: what is shown never runs ahead of what is kept.
"""

import asyncio
import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import NamedTuple

import structlog

from tavla.analysis.annotate import Question
from tavla.analysis.tutor import decided
from tavla.errors import IllegalAction, TavlaError, Unavailable
from tavla.formats.native import Record
from tavla.match.clock import Clocks
from tavla.match.events import Event, Interrupted, TimeExpired
from tavla.match.match import History, Match
from tavla.match.table_entry import Deed
from tavla.match.table_rules import node_to_play
from tavla.rules.plays import Reason
from tavla.rules.stakes import Seat
from tavla.server.acts import by_itself, deeds
from tavla.server.commands import Command, Json, Step
from tavla.server.dice import Dice
from tavla.server.fair_dice import FairDice
from tavla.server.view import View, clock, replay_steps, summary_text, view
from tavla.store.base import Kept, Store

log = structlog.get_logger()

REMEMBERED = 1000
"""How many answers a table remembers by the id of their command."""

GRACE = 0.25
"""Seconds after the end of a player's time in which his command is still let through."""


class Answer(NamedTuple):
    """What became of a command: the version that it led to, or why it was refused. `stale` asks to look again."""

    version: int
    refusal: TavlaError | None = None
    stale: bool = False


@dataclass(frozen=True, eq=False)
class News:
    """What just happened at a table, and how it stands now. `live` are all events that still count."""

    events: tuple[Event, ...]
    match: Match
    live: tuple[Event, ...]
    clocks: Clocks | None
    view: View


Listener = Callable[[News], None]


class Keeping(NamedTuple):
    """Where tables write (`store`, by way of one thread: `writer`), what the time is, and where dice come from: from
    the seed of a match and its name."""

    store: Store
    writer: Executor
    now: Callable[[], float]
    dice: Callable[[str, str], Dice] = FairDice


class _Request(NamedTuple):
    command: Command
    answered: asyncio.Future[Answer]


class _Sign(Enum):
    """What the writer is told beside commands: to look at the clock, and to stop."""

    CLOCK = 1
    STOP = 2


class Table:
    """One match being played. `open` it inside an event loop, `close` it when nobody needs it any more."""

    def __init__(self, kept: Kept, keeping: Keeping) -> None:
        self.id = kept.record.match
        self._keeping = keeping
        self._tokens = kept.tokens
        self._secret = kept.secret
        self._dice = keeping.dice(kept.secret, self.id)
        self._answers = OrderedDict((name, Answer(version)) for name, version in kept.commands.items())
        self._history = History(kept.record.events)
        self._requests: asyncio.Queue[_Request | _Sign] = asyncio.Queue()
        self._listeners: set[Listener] = set()
        self._writer: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self.shown = self._news(())

    async def open(self, up_since: float) -> None:
        """Finish what the table does by itself (a new match begins here), then take commands.

        If the last event is older than `up_since`, the server was away in between, and no clock is charged for it.
        """
        events = self._come_back(up_since) + self._act_by_itself()
        if events:
            await self._keep(events, None)
        self._show(self._news(tuple(events)))
        self._writer = asyncio.create_task(self._write(), name=f"table {self.id}")

    async def close(self) -> None:
        """Take no more commands; those that wait already are answered."""
        writer, self._writer = self._writer, None
        if self._alarm is not None:
            self._alarm.cancel()
        if writer is not None:
            self._requests.put_nowait(_Sign.STOP)
            await writer

    async def submit(self, command: Command) -> Answer:
        """Ask for something to be done; the answer comes when it is safe in the store, or refused."""
        if self._writer is None:
            raise Unavailable("server.closing")
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._requests.put_nowait(_Request(command, answered))
        return await answered

    def seats(self, token: str) -> tuple[Seat, ...]:
        """The seats that a token opens; every hash is compared, so the time taken tells nothing."""
        digest = hash_token(token)
        return tuple(seat for seat, kept in sorted(self._tokens.items()) if hmac.compare_digest(kept, digest))

    @property
    def one_screen(self) -> bool:
        """Whether no two people have a seat each: one token, or none, opens all of them."""
        return len(set(self._tokens.values())) < 2

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told all news from now on; the function that is returned ends it."""
        self._listeners.add(listener)
        return partial(self._listeners.discard, listener)

    @property
    def listeners(self) -> int:
        """How many are listening."""
        return len(self._listeners)

    def view(self) -> View:
        """How the match stands, with the clock as it is now."""
        return self.shown.view | {"clock": clock(self.shown.clocks, self._keeping.now())}

    def events_since(self, version: int) -> list[Event]:
        """The events after a version that somebody saw last."""
        return self._history.events[version : self.shown.match.version]

    def record(self) -> Record:
        """The match as far as it is kept."""
        return Record(self.id, tuple(self._history.events[: self.shown.match.version]))

    async def look_back(self, game: int | None) -> list[Json]:
        """Every event that counts, with the view after it; of one game if it is named. Drawn beside the event loop."""
        return await asyncio.to_thread(replay_steps, self.id, self._history, self.shown.live, game)

    def decided(self, version: int) -> Question | None:
        """The decision that an event was, for the tutor; None if it was none or does not count any more."""
        return decided(self._history, version)

    def why_not(self, moves: tuple[Step, ...], source: int, target: int) -> Reason:
        """Why a checker may not go from `source` to `target` after some moves of the present turn."""
        match = self.shown.match
        node = node_to_play(match.table, match.state, moves)
        assert match.state.continuations is not None
        return match.state.continuations.why_not(node, source, target)

    async def _write(self) -> None:
        """The one writer: commands in the order in which they came, each to its end."""
        while (request := await self._requests.get()) is not _Sign.STOP:
            if (expired := await self._look_at_clock()) is not None:
                self._tell(expired)
            if isinstance(request, _Request):
                await self._serve(request)
            else:
                self._set_alarm()

    async def _serve(self, request: _Request) -> None:
        answer, news = await self._answer(request.command)
        if not request.answered.done():
            request.answered.set_result(answer)
        if news is not None:
            await asyncio.sleep(0)  # whoever asked is answered before the news goes round
            self._tell(news)

    def _tell(self, news: News) -> None:
        for listener in list(self._listeners):
            try:
                listener(news)
            except Exception:
                log.exception("listener failed", match=self.id)

    def _show(self, news: News) -> None:
        """From now on this is how the match stands."""
        self.shown = news
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Have a look when the clock that is running will be over."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        expires = None if self.shown.clocks is None else self.shown.clocks.expires
        if expires is not None:
            wait = max(expires - self._keeping.now(), 0.0) + GRACE
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait, self._requests.put_nowait, _Sign.CLOCK)

    async def _look_at_clock(self) -> News | None:
        """Write down that a player's time is over, if it is."""
        clocks, now = self._history.clocks, self._keeping.now()
        if clocks is None or clocks.running is None or not clocks.is_over(clocks.running, now - GRACE):
            return None
        before = self._history.version
        try:
            return await self._write_down([self._append(Deed(None, TimeExpired(clocks.running)))], None)
        except Exception:
            log.exception("clock failed", match=self.id)
            await self._go_back(before)
            return None

    def _come_back(self, up_since: float) -> list[Event]:
        clocks = self._history.clocks
        if clocks is None or clocks.running is None or clocks.since >= up_since:
            return []
        return [self._append(Deed(None, Interrupted(max(self._keeping.now() - clocks.since, 0.0))))]

    async def _answer(self, command: Command) -> tuple[Answer, News | None]:
        known = self._answers.get(command.id)
        if known is not None:
            return known, None
        if command.version != self._history.version:
            stale = IllegalAction("server.stale", version=command.version, now=self._history.version)
            return Answer(self._history.version, stale, stale=True), None
        try:
            return await self._carry_out(command)
        except TavlaError as refusal:
            return self._remember(command, Answer(self._history.version, refusal)), None
        except Exception:
            log.exception("command failed", match=self.id, action=command.action.type)
            return Answer(self._history.version, IllegalAction("server.failed")), None

    async def _carry_out(self, command: Command) -> tuple[Answer, News]:
        before = self._history.version
        try:
            events = [self._append(deed) for deed in deeds(command.action, command.seat, self._history, self._dice)]
            news = await self._write_down(events, command.id)
        except Exception:
            if self._history.version != before:
                await self._go_back(before)
            raise
        return self._remember(command, Answer(self._history.version)), news

    async def _write_down(self, events: list[Event], command: str | None) -> News:
        """Keep events, and what the table does by itself after them; then show them."""
        events += self._act_by_itself()
        await self._keep(events, command)
        news = self._news(tuple(events))
        self._show(news)
        return news

    def _append(self, deed: Deed) -> Event:
        last = self._history.events[-1].time
        event = Event(self._history.version + 1, max(self._keeping.now(), last), deed.seat, deed.fact)
        self._history.append(event)
        return event

    def _act_by_itself(self) -> list[Event]:
        events = []
        while (deed := by_itself(self._history, self._secret)) is not None:
            events.append(self._append(deed))
        return events

    async def _keep(self, events: list[Event], command: str | None) -> None:
        about = summary_text(self._history.match)
        append = partial(self._keeping.store.append, self.id, events, about, command)
        await asyncio.get_running_loop().run_in_executor(self._keeping.writer, append)

    async def _go_back(self, version: int) -> None:
        """The store refused the events, or one of several was refused: stand again where the store stands.

        Another process may have written there meanwhile; what it wrote is news.
        """
        load = partial(self._keeping.store.load, self.id)
        try:
            kept = await asyncio.get_running_loop().run_in_executor(self._keeping.writer, load)
            self._history = History(kept.record.events)
        except Exception:
            log.exception("match cannot be loaded again", match=self.id)
            self._history = History(self._history.events[:version])
        news = self._news(tuple(self._history.events[version:]))
        self._show(news)
        if news.events:
            self._tell(news)

    def _remember(self, command: Command, answer: Answer) -> Answer:
        self._answers[command.id] = answer
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return answer

    def _news(self, events: tuple[Event, ...]) -> News:
        match, live, clocks = self._history.match, tuple(self._history.live_events()), self._history.clocks
        shown = view(self.id, match, live, self._history)
        shown["clock"] = clock(clocks, self._keeping.now())
        return News(events, match, live, clocks, shown)


def hash_token(token: str) -> str:
    """What is kept of a token: its SHA-256. Tokens are 128 random bits, so nothing slower is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
