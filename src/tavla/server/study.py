"""A file or a match under analysis: what there is to decide in it, and what was found out so far.

What is found out is kept as a log of numbered lines. Whoever watches reads the log from any place on, so that a reload,
a lost line or a second screen begins where it likes. A later line about the same thing takes the place of the earlier
one, which is forgotten: the log is never longer than there are things to tell of.
"""

import asyncio
import secrets
import string
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

import structlog

from tavla.analysis.annotate import (
    Annotated,
    Dice,
    Judgement,
    Luck,
    Question,
    decision_on,
    judged,
    luck_in,
    lucky,
    questions,
    rolls,
)
from tavla.engine.decision import Choice, Decision, Level, decide
from tavla.engine.rollout import Settings
from tavla.engine.search import Array
from tavla.errors import IllegalAction, InvalidInput, NotFound, Unavailable
from tavla.formats.found import Entry
from tavla.formats.opinions import opinions
from tavla.match.annotation import Opinions
from tavla.match.match import History
from tavla.notation.plays import parse_play
from tavla.rules.facts import Played
from tavla.rules.plays import Play
from tavla.rules.position import Position
from tavla.rules.state import Act, Phase, State
from tavla.server.commands import Json, Step
from tavla.server.study_rollout import Line, Rolled, Rolling, lines_of
from tavla.server.table import hash_token

T = TypeVar("T")
log = structlog.get_logger()

KEPT_CHOICES = 8
"""So many choices of a decision are kept; what else there is, is looked at when it is asked for."""

MOST_ROLLED = 3
"""So many of the best choices are rolled out where nothing else is asked for."""

TOGETHER = 0.1
"""Seconds for which news are gathered before they are told."""

SILENCE = 10.0
"""After so many seconds without news a watcher is told that the line still stands."""

WAITING_AT_MOST = 64
"""Answers that people wait for at once; more are refused, since they would come too late to be of use."""

_LETTERS = string.digits + string.ascii_letters
_KINDS = {Phase.PLAY: "play", Phase.ROLL: "double", Phase.CUBE: "take"}

WRITTEN_AFTER = 1.0
"""Seconds for which findings are gathered before they are written down."""

Job = Callable[[], Coroutine[Any, Any, None]]
Keep = Callable[["Study", Sequence["News"]], Coroutine[Any, Any, None]]
"""Writes down what was found out."""


@dataclass(frozen=True)
class Subject:
    """What is studied: a name to call it by, its format, its matches, and what was odd about it."""

    name: str
    form: str
    entries: tuple[Entry, ...]
    oddities: tuple[Json, ...] = ()
    more: int = 0
    of_positions: bool = False


class Asked(NamedTuple):
    """One decision of a study. `is_open` where nobody has taken it yet: a position on its own."""

    match: int
    question: Question
    is_open: bool = False


class Answered(NamedTuple):
    """What was found out about a decision; there is no judgement on one that is open, or that the engine has no such
    choice for."""

    level: Level
    decision: Decision
    judgement: Judgement | None


class Prepared(NamedTuple):
    """The decisions and the rolls of a subject, each roll with the number of its match, and what its file says of each
    match."""

    asked: tuple[Asked, ...]
    dice: tuple[tuple[int, Dice], ...]
    said: tuple[Opinions, ...]


class Known(NamedTuple):
    """What was found out about a subject."""

    answers: dict[int, Answered]
    luck: dict[tuple[int, int], Luck]
    rollouts: dict[int, Rolled]


class Identity(NamedTuple):
    """The name of a study, and what locks it: the hash of the key of whoever opened it. The key itself is known only to
    whoever has just opened it."""

    id: str
    lock: str
    key: str = ""

    @classmethod
    def new(cls) -> "Identity":
        """A name and a key that nobody else has."""
        key = secrets.token_urlsafe(16)
        return cls("".join(secrets.choice(_LETTERS) for _ in range(16)), hash_token(key), key)


class Attempt(NamedTuple):
    """Another play, tried against the engine: its worth and that of the best one at the same level."""

    level: Level
    state: State
    choice: Choice
    best: Choice


class News(NamedTuple):
    """What happened in a study: `kind` is state, decision, luck or rollout, `key` says which."""

    kind: str
    key: tuple[int, ...]


class Crew:
    """The threads that think for all studies, and one more for whoever waits before his screen."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.hushed = False
        self._asked = 0
        self._thinkers = ThreadPoolExecutor(workers, thread_name_prefix="study")
        self._clerk = ThreadPoolExecutor(1, thread_name_prefix="study-answer")

    async def think(self, call: Callable[[], T]) -> T:
        """Do something that takes its time, after what waits already."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, call)

    async def answer(self, call: Callable[[], T]) -> T:
        """Do something that a person waits for; raises `Unavailable` if too many do."""
        if self._asked >= WAITING_AT_MOST:
            raise Unavailable("tutor.busy")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._clerk, call)
        finally:
            self._asked -= 1

    def close(self) -> None:
        """Send the threads home; nothing that waits is begun, and what is being thought about is not waited for."""
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._clerk.shutdown(wait=False, cancel_futures=True)


def prepare(subject: Subject, most: int) -> Prepared:
    """Find what there is to decide; raises `InvalidInput` where it is more than `most` decisions."""
    asked: list[Asked] = []
    dice: list[tuple[int, Dice]] = []
    for match, entry in enumerate(subject.entries):
        for each in _open_decision(match, entry.history) if subject.of_positions else _decisions(match, entry.history):
            each.question.state.forget_continuations()
            asked.append(each)
            if len(asked) > most:
                raise InvalidInput("study.error.long", most=most)
        dice += [(match, each) for each in rolls(entry.history)]
    return Prepared(tuple(asked), tuple(dice), tuple(opinions(entry) for entry in subject.entries))


def _decisions(match: int, history: History) -> Iterator[Asked]:
    found = False
    for question in questions(history):
        found = True
        yield Asked(match, question)
    if not found:
        yield from _open_decision(match, history)


def _open_decision(match: int, history: History) -> Iterator[Asked]:
    """What a record without any decision waits for, as one of a position does. Nobody has acted: its action means
    nothing and is never read."""
    now = history.match
    kind = _KINDS.get(now.state.phase)
    if now.is_over or now.game == 0 or kind is None or len(now.state.to_act) != 1:
        return
    yield Asked(
        match, Question(history.version + 1, now.game, now.state.to_act[0], kind, now.state, Act.ROLL, None), True
    )


class Study:
    """One subject under analysis. Make it inside an event loop, and `close` it when it is not needed any more.

    `known` is what was found out earlier, and `first` a place in the log behind all that was told then.
    """

    def __init__(
        self,
        identity: Identity,
        subject: Subject,
        prepared: Prepared,
        crew: Crew,
        level: Level,
        keep: Keep,
        known: Known | None = None,
        first: int = 0,
    ) -> None:
        self.identity = identity
        self.subject, self.level = subject, level
        self.asked, self._dice, self._said = prepared
        self.answers, self.luck, self.rollouts = known or Known({}, {}, {})
        self.rolling: int | None = None
        self.closed = False
        self.watchers = 0
        self._changes: dict[int, int] = {}
        self._figures: dict[int, tuple[int, Json]] = {}
        self._crew = crew
        self._log: dict[News, int] = {}
        self._at = first
        self._arrived = asyncio.Event()
        self._todo: dict[News, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: set[asyncio.Task[None]] = set()
        self._rolling_task: asyncio.Task[None] | None = None
        self._write = keep
        self._unwritten: dict[News, None] = {}
        self._writing: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()
        for news in self._everything():
            self._note(news)

    @property
    def id(self) -> str:
        """Its name, by which it is passed on."""
        return self.identity.id

    @property
    def weight(self) -> int:
        """About how many bytes it takes."""
        events = sum(len(entry.record.events) for entry in self.subject.entries)
        return 100_000 + 3_000 * events + 16_000 * len(self.asked)

    @property
    def is_busy(self) -> bool:
        """Whether anything is still being found out."""
        return bool(self._todo) or bool(self._running) or self.rolling is not None

    @property
    def done(self) -> int:
        """How many decisions were looked at, at the level of the study or a deeper one."""
        return sum(answer.level.plies >= self.level.plies for answer in tuple(self.answers.values()))

    def _everything(self) -> list[News]:
        """All that was found out, and how it stands, as news: whoever watched before it was put away hears that it is
        at rest."""
        return [
            *(News("decision", (n,)) for n in self.answers),
            *(News("luck", key) for key in self.luck),
            *(News("rollout", (n,)) for n in self.rollouts),
            News("state", ()),
        ]

    def begin(self) -> None:
        """Start with every decision and every roll, in the order of the record."""
        work = [
            (each.match, each.question.version, News("decision", (n,)), partial(self._ask, n, self.level))
            for n, each in enumerate(self.asked)
        ]
        work += [
            (match, dice.version, News("luck", (match, dice.version)), partial(self._weigh, match, dice))
            for match, dice in self._dice
        ]
        self._take_on({news: job for *_, news, job in sorted(work, key=lambda each: each[:2])})

    def again(self, level: Level, which: Sequence[int] | None = None) -> None:
        """Ask decisions (all, if none are named) at another level; those that have it already are left alone."""
        if which is None:
            self.level = level
            self._todo.clear()
        chosen = range(len(self.asked)) if which is None else [self.known(n) for n in which]
        jobs: dict[News, Job] = {
            News("decision", (n,)): partial(self._ask, n, level)
            for n in chosen
            if n not in self.answers or self.answers[n].level.plies != level.plies
        }
        if which is None:
            missing = [each for each in self._dice if (each[0], each[1].version) not in self.luck]
            jobs |= {News("luck", (of, dice.version)): partial(self._weigh, of, dice) for of, dice in missing}
        self._take_on(jobs)

    def stop(self) -> None:
        """Find out nothing more for now; what is being looked at is not waited for."""
        self._todo.clear()
        for task in self._running:
            task.cancel()
        self.stop_rolling()
        self._tell(News("state", ()))

    def stop_rolling(self) -> None:
        """End a rollout where it stands; what it came to is kept."""
        if self._rolling_task is not None:
            self._rolling_task.cancel()
            self.rolling = self._rolling_task = None
            self._tell(News("state", ()))

    async def close(self) -> None:
        """Let go of everything; what was found out is written down."""
        self.closed = True
        self.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._ending.set()
        while self._writing is not None:
            await self._writing

    async def roll_out(
        self, n: int, settings: Settings, plays: Sequence[Sequence[Step]] = (), top: int = MOST_ROLLED
    ) -> None:
        """Roll a decision out in place of the rollout under way: its best choices, what was done, and the `plays`."""
        state = self.asked[self.known(n)].question.state
        answered = self.answers.get(n)
        if answered is None:
            raise IllegalAction("study.error.not_yet")
        lines = await self._crew.answer(partial(_lines, state, answered, plays, top, settings))
        self.stop_rolling()
        task = asyncio.create_task(self._roll(n, Rolling(state, lines, settings.trials)))
        self.rolling, self._rolling_task = n, task
        self._keep(task)
        self._tell(News("state", ()))

    async def attempt(self, n: int, steps: Sequence[Step] | None, text: str | None, level: Level) -> Attempt:
        """Try another play, by its steps or as it is written; raises where the rules do not allow it."""
        state = self.asked[self.known(n)].question.state
        return await self._crew.answer(partial(_attempt, state, steps, text, level))

    async def read(self, call: Callable[[], T]) -> T:
        """Answer something about the study that takes a moment, beside the event loop."""
        return await self._crew.answer(call)

    async def news(self, start: int) -> AsyncIterator[list[tuple[int, News]]]:
        """What happened since a place in the log, as it comes, each with the place after it. Nothing for a while is
        told as an empty list; it ends when all is told and nothing is under way."""
        self.watchers += 1
        try:
            async for news in self._told(min(max(start, 0), self._at)):
                yield news
        finally:
            self.watchers -= 1

    async def _told(self, told: int) -> AsyncIterator[list[tuple[int, News]]]:
        while True:
            arrived = self._arrived
            news, told = self._since(told), self._at
            if news:
                yield news
            if self._crew.hushed or self.closed or (not self.is_busy and told == self._at):
                return
            try:
                if told == self._at:
                    await asyncio.wait_for(arrived.wait(), SILENCE)
            except TimeoutError:
                yield []
            await asyncio.sleep(TOGETHER)

    def _since(self, told: int) -> list[tuple[int, News]]:
        """The lines after a place, each with its own; the latest stand at the end of the log."""
        latest = takewhile(lambda each: each[1] > told, reversed(self._log.items()))
        return [(at, news) for news, at in latest][::-1]

    def annotated(self, match: int) -> Annotated:
        """What is known of one match by now."""
        answers = dict(self.answers)
        found = [answers[n].judgement for n, each in enumerate(self.asked) if each.match == match and n in answers]
        luck = tuple(each for (of, _), each in sorted(self.luck.copy().items()) if of == match)
        history = self.subject.entries[match].history
        return Annotated(history, self.level, tuple(each for each in found if each is not None), luck)

    def figures(self, match: int, count: Callable[[], Json]) -> Json:
        """What is counted over a whole match: counted anew only when something was found out about it, however many
        ask."""
        now = self._changes.get(match, 0)
        known = self._figures.get(match)
        if known is None or known[0] != now:
            known = self._figures[match] = now, count()
        return known[1]

    def hush(self) -> None:
        """Let watchers see that there will be no more news."""
        self._arrived.set()

    def known(self, n: int) -> int:
        """The number of a decision, if there is such a one; raises `NotFound`."""
        if not 0 <= n < len(self.asked):
            raise NotFound("study.error.no_decision", n=n, count=len(self.asked))
        return n

    def _tell(self, news: News) -> None:
        self._note(news)
        if news.kind != "state":
            self._unwritten[news] = None
            if self._writing is None:
                self._writing = asyncio.create_task(self._write_down())

    async def _write_down(self) -> None:
        """Write down what was found out, some of it at a time, until there is nothing more."""
        while self._unwritten:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), WRITTEN_AFTER)
            found, self._unwritten = list(self._unwritten), {}
            await self._write(self, found)
        self._writing = None

    def _note(self, news: News) -> None:
        self._log.pop(news, None)
        self._at += 1
        self._log[news] = self._at
        arrived, self._arrived = self._arrived, asyncio.Event()
        arrived.set()

    def _keep(self, task: "asyncio.Task[None]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _take_on(self, jobs: Mapping[News, Job]) -> None:
        """Put work in the queue under the news that it will bring; a later wish takes the place of an earlier one."""
        self._todo.update(jobs)
        while len(self._running) < min(self._crew.workers, len(self._todo)):
            task = asyncio.create_task(self._run())
            self._running.add(task)
            task.add_done_callback(self._ended)
            self._keep(task)
        self._tell(News("state", ()))

    async def _run(self) -> None:
        """Do what there is to do, one thing after the other."""
        while self._todo and not self.closed:
            job = self._todo.pop(next(iter(self._todo)))
            try:
                await job()
            except Exception:
                log.exception("study failed", study=self.id)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._tell(News("state", ()))

    async def _ask(self, n: int, level: Level) -> None:
        asked = self.asked[n]
        self.answers[n] = await self._crew.think(partial(_answered, asked, level, self._said[asked.match]))
        self._changed(asked.match)
        self._tell(News("decision", (n,)))
        self._tell(News("state", ()))

    def _changed(self, match: int) -> None:
        self._changes[match] = self._changes.get(match, 0) + 1

    async def _weigh(self, match: int, dice: Dice) -> None:
        luck = await self._crew.think(partial(luck_in, dice))
        self.luck[match, dice.version] = lucky(dice, luck, self._said[match])
        self._changed(match)
        self._tell(News("luck", (match, dice.version)))

    async def _block(self, rolling: Rolling, number: int) -> list[Array | None]:
        """One block of every line, never more of them at a time than there are threads: others want to think too."""
        found: list[Array | None] = []
        lines, together = len(rolling.lines), self._crew.workers
        for first in range(0, lines, together):
            places = range(first, min(first + together, lines))
            found += await asyncio.gather(*(self._crew.think(partial(rolling.play, number, place)) for place in places))
        return found

    async def _roll(self, n: int, rolling: Rolling) -> None:
        mine = asyncio.current_task()
        try:
            number = 0
            while True:
                rolling.add(await self._block(rolling, number))
                number += 1
                self.rollouts[n] = rolling.rolled()
                if rolling.is_over:
                    break
                self._tell(News("rollout", (n,)))
        except Exception:
            log.exception("rollout failed", study=self.id)
        finally:
            rolling.forget()
            if self._rolling_task is mine:
                self.rolling = self._rolling_task = None
            self._tell(News("rollout", (n,)))
            self._tell(News("state", ()))


def _answered(asked: Asked, level: Level, said: Opinions) -> Answered:
    """A decision asked of the engine."""
    return answer_of(asked, level, decision_on(asked.question, level), said)


def answer_of(asked: Asked, level: Level, decision: Decision, said: Opinions) -> Answered:
    """What follows from the ranked choices of a decision, with the few of them that are worth keeping."""
    question = asked.question
    judgement = None if asked.is_open else judged(question, decision, said.decisions.get(question.version))
    question.state.forget_continuations()
    choices = decision.choices[:KEPT_CHOICES]
    if judgement is None:
        return Answered(level, Decision(choices), None)
    if judgement.chosen not in choices:
        choices = (*choices, judgement.chosen)
    kept = Decision(choices)
    return Answered(level, kept, replace(judgement, decision=kept))


def _lines(
    state: State, answered: Answered, plays: Sequence[Sequence[Step]], top: int, settings: Settings
) -> list[Line]:
    """What is rolled out, each board once: the plays that are named, what was done, the best."""
    made = [] if answered.judgement is None else [answered.judgement.chosen]
    named = [_choice(state, steps, answered.decision.best) for steps in plays]
    by_board = {choice.after: choice for choice in (*named, *made, *answered.decision.choices[:top])}
    return lines_of(state, list(by_board.values()), settings)


def _choice(state: State, steps: Sequence[Step], like: Choice) -> Choice:
    """A play as a choice of which only the board is known."""
    play, after = read_play(state, steps, None)
    return like._replace(action=Played(play), after=after)


def _attempt(state: State, steps: Sequence[Step] | None, text: str | None, level: Level) -> Attempt:
    _, after = read_play(state, steps, text)
    decision = decide(state, level, after)
    return Attempt(level, state, next(each for each in decision.choices if each.after == after), decision.best)


def read_play(state: State, steps: Sequence[Step] | None, text: str | None) -> tuple[Play, Position]:
    """A play, given by its steps or as it is written, and the board after it; raises where the rules forbid it."""
    turn = state.continuations
    if state.phase is not Phase.PLAY or turn is None:
        raise IllegalAction("study.error.no_play")
    if text is not None:
        parsed = parse_play(text, state.position, turn.roll, state.rules)
        return parsed.play, parsed.after
    node, play = turn.node_after(iter(steps or ()))
    if turn.edges[node]:
        raise IllegalAction("play.incomplete", dice=", ".join(map(str, node.left)))
    return play, Position(node.theirs, node.mine)
