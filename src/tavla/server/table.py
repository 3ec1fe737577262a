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
from functools import partial
from typing import NamedTuple

import structlog

from tavla.errors import IllegalAction, TavlaError, Unavailable
from tavla.formats.native import Record
from tavla.match.events import Event
from tavla.match.match import History, Match
from tavla.rules.plays import Reason
from tavla.rules.stakes import Seat
from tavla.server.acts import Deed, by_itself, deeds
from tavla.server.commands import Command, Json, Step
from tavla.server.fair_dice import FairDice
from tavla.server.view import View, replay_steps, summary_text, view
from tavla.store.base import Kept, Store

log = structlog.get_logger()

REMEMBERED = 1000
"""How many refusals a table remembers by the id of their command."""


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
    view: View


Listener = Callable[[News], None]


class Keeping(NamedTuple):
    """Where a table writes (`store`, by way of one thread: `writer`), and what the time is."""

    store: Store
    writer: Executor
    now: Callable[[], float]


class _Request(NamedTuple):
    command: Command
    answered: asyncio.Future[Answer]


class Table:
    """One match being played. `open` it inside an event loop, `close` it when nobody needs it any more."""

    def __init__(self, kept: Kept, keeping: Keeping) -> None:
        self.id = kept.record.match
        self._keeping = keeping
        self._tokens = kept.tokens
        self._secret = kept.secret
        self._dice = FairDice(kept.secret, self.id)
        self._answers = OrderedDict((name, Answer(version)) for name, version in kept.commands.items())
        self._history = History(kept.record.events)
        self._requests: asyncio.Queue[_Request | None] = asyncio.Queue()
        self._listeners: set[Listener] = set()
        self._writer: asyncio.Task[None] | None = None
        self.shown = self._news(())

    async def open(self) -> None:
        """Finish what the table does by itself (a new match begins here), then take commands."""
        events = self._act_by_itself()
        if events:
            await self._keep(events, None)
        self.shown = self._news(tuple(events))
        self._writer = asyncio.create_task(self._write(), name=f"table {self.id}")

    async def close(self) -> None:
        """Take no more commands; those that wait already are answered."""
        writer, self._writer = self._writer, None
        if writer is not None:
            self._requests.put_nowait(None)
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

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told all news from now on; the function that is returned ends it."""
        self._listeners.add(listener)
        return partial(self._listeners.discard, listener)

    @property
    def listeners(self) -> int:
        """How many are listening."""
        return len(self._listeners)

    def events_since(self, version: int) -> list[Event]:
        """The events after a version that somebody saw last."""
        return self._history.events[version : self.shown.match.version]

    def record(self) -> Record:
        """The match as far as it is kept."""
        return Record(self.id, tuple(self._history.events[: self.shown.match.version]))

    async def look_back(self, game: int | None) -> list[Json]:
        """Every event that counts, with the view after it; of one game if it is named. Drawn beside the event loop."""
        return await asyncio.to_thread(replay_steps, self.id, self._history, self.shown.live, game)

    def why_not(self, moves: tuple[Step, ...], source: int, target: int) -> Reason:
        """Why a checker may not go from `source` to `target` after some moves of the present turn."""
        turn = self.shown.match.state.continuations
        if turn is None:
            raise IllegalAction("action.no_play")
        node, _ = turn.node_after(iter(moves))
        return turn.why_not(node, source, target)

    async def _write(self) -> None:
        """The one writer: commands in the order in which they came, each to its end."""
        while (request := await self._requests.get()) is not None:
            answer, news = await self._answer(request.command)
            if not request.answered.done():
                request.answered.set_result(answer)
            if news is not None:
                await asyncio.sleep(0)  # whoever asked is answered before the news goes round
                for listener in list(self._listeners):
                    listener(news)

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
            events += self._act_by_itself()
            await self._keep(events, command.id)
        except Exception:
            if self._history.version != before:
                await self._go_back(before)
            raise
        self.shown = self._news(tuple(events))
        return self._remember(command, Answer(self._history.version)), self.shown

    def _append(self, deed: Deed) -> Event:
        last = self._history.events[-1].time
        event = Event(self._history.version + 1, max(self._keeping.now(), last), deed.seat, deed.fact)
        self._history.append(event)
        return event

    def _act_by_itself(self) -> list[Event]:
        events = []
        while (deed := by_itself(self._history, self._dice, self._secret)) is not None:
            events.append(self._append(deed))
        return events

    async def _keep(self, events: list[Event], command: str | None) -> None:
        about = summary_text(self._history.match)
        append = partial(self._keeping.store.append, self.id, events, about, command)
        await asyncio.get_running_loop().run_in_executor(self._keeping.writer, append)

    async def _go_back(self, version: int) -> None:
        """The store refused the events, or one of several was refused: stand again where the store stands."""
        load = partial(self._keeping.store.load, self.id)
        try:
            kept = await asyncio.get_running_loop().run_in_executor(self._keeping.writer, load)
            self._history = History(kept.record.events)
        except Exception:
            log.exception("match cannot be loaded again", match=self.id)
            self._history = History(self._history.events[:version])
        self.shown = self._news(())

    def _remember(self, command: Command, answer: Answer) -> Answer:
        self._answers[command.id] = answer
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return answer

    def _news(self, events: tuple[Event, ...]) -> News:
        match, live = self._history.match, tuple(self._history.live_events())
        return News(events, match, live, view(self.id, match, live))


def hash_token(token: str) -> str:
    """What is kept of a token: its SHA-256. Tokens are 128 random bits, so nothing slower is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
