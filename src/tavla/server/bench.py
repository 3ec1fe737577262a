"""The bots that sit at a table. They think beside the event loop and act by the same door as people."""

import asyncio
import uuid
from collections.abc import Mapping

import structlog

from tavla.bots.base import Action as Choice
from tavla.bots.base import Bot
from tavla.match.match import Match
from tavla.rules import facts
from tavla.rules.stakes import Seat
from tavla.rules.state import Act, Phase, legal
from tavla.server.commands import Action, Command
from tavla.server.table import News, Table
from tavla.server.view import persons

log = structlog.get_logger()

AFTER_FAILURE = 5.0
"""Seconds of rest when something else than the bot itself has failed."""


class Bench:
    """Wakes up at every piece of news and lets the bot act whose turn it is, after a pause in which people can see."""

    def __init__(self, table: Table, bots: Mapping[Seat, Bot], pace: float) -> None:
        self._table = table
        self._bots = bots
        self._pace = pace
        self._news = asyncio.Event()
        self._news.set()
        self._stop = table.listen(self._hear)
        self._task = asyncio.create_task(self._run(), name=f"bench {table.id}")

    async def close(self) -> None:
        """The bots rise; one that thinks is not waited for."""
        self._stop()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        """Look again: somebody has come to watch."""
        self._news.set()

    def _hear(self, news: News) -> None:
        self._news.set()

    async def _run(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            seat = self._due(self._table.shown.match)
            if seat is None:
                continue
            try:
                await self._act(seat)
            except Exception:
                log.exception("bench failed", match=self._table.id)
                await asyncio.sleep(AFTER_FAILURE)
                self._news.set()

    def _due(self, match: Match) -> Seat | None:
        """The bot that must act now. Bots alone at a table play only while somebody watches."""
        alone = not persons(match)
        if match.is_over or match.takeback is not None or (alone and self._table.listeners < 2):
            return None
        if match.between_games or match.state.phase is Phase.OPENING:
            return 0 if alone else None
        return next((seat for seat in match.state.to_act if seat in self._bots), None)

    async def _act(self, seat: Seat) -> None:
        await asyncio.sleep(self._pace)
        match = self._table.shown.match
        if self._due(match) != seat:
            self._news.set()
            return
        action = await self._choose(match, seat)
        answer = await self._table.submit(Command(uuid.uuid4().hex, match.version, seat, action))
        if answer.refusal is not None and not answer.stale:
            log.error("bot refused", match=self._table.id, action=action.type, code=answer.refusal.code)
            await self._table.submit(Command(uuid.uuid4().hex, match.version, seat, _anything(match, seat)))

    async def _choose(self, match: Match, seat: Seat) -> Action:
        if match.between_games:
            return Action("next_game")
        if match.state.phase is Phase.OPENING:
            return Action("roll")
        try:
            return as_action(await asyncio.to_thread(self._bots[seat].act, match.state, seat))
        except Exception:
            log.exception("bot failed", match=self._table.id)
            return _anything(match, seat)


_WORDS: Mapping[type, str] = {
    facts.Passed: "pass",
    facts.Doubled: "double",
    facts.Beavered: "beaver",
    facts.Taken: "take",
    facts.Dropped: "drop",
    facts.Accepted: "accept",
    facts.Refused: "refuse",
    facts.Settled: "settle",
}


def as_action(choice: Choice) -> Action:
    """What a bot decided, as the action that a person would send."""
    if isinstance(choice, Act):
        return Action("roll")
    if isinstance(choice, facts.Played):
        return Action("play", moves=tuple((move.source, move.die) for move in choice.moves))
    if isinstance(choice, facts.Resigned):
        return Action("resign", value=choice.value)
    return Action(_WORDS[type(choice)])


def _anything(match: Match, seat: Seat) -> Action:
    """The first thing that is legal: a bot that fails does not hold up the table."""
    state = match.state
    act = next(str(act) for act in legal(state).by_seat[seat])
    if act != "play" or state.continuations is None:
        return Action(act)
    play = next(iter(state.continuations.plays().values()), ())
    return Action("play", moves=tuple((move.source, move.die) for move in play))
