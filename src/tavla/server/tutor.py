"""Who may ask the tutor at a table, and the few threads in which it thinks, so that no play waits for it.

The rule is here and nowhere else: whoever asks must hold the seat of every person at the table. So it is open in a
match against a bot and between two people at one screen, and closed between people with a seat each, to those who
watch, and at a table with real dice unless its host allows it. A match that is over may be judged by everybody.
"""

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tavla.analysis.tutor import Hint, Verdict, decider, hint, verdict
from tavla.errors import IllegalAction, NotFound, Unavailable
from tavla.match.match import Match
from tavla.rules.stakes import Seat
from tavla.server.table import Table
from tavla.server.view import persons

T = TypeVar("T")

THREADS = 2
WAITING_AT_MOST = 32
"""Questions under way at once; more are refused, since their answers would come too late to be of use."""


class Tutor:
    """Answers questions about live tables. `at_tables` is the host's word on tables with real dice."""

    def __init__(self, at_tables: bool = False) -> None:
        self._at_tables = at_tables
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="tutor")
        self._asked = 0

    def allows(self, match: Match, seats: Collection[Seat]) -> bool:
        """Whether whoever holds these seats may ask about a match."""
        own = persons(match)
        return bool(own) and set(own) <= set(seats) and (match.table is None or self._at_tables)

    def may_judge(self, match: Match, seats: Collection[Seat]) -> bool:
        """Whether whoever holds these seats may have a whole match judged."""
        return match.is_over or self.allows(match, seats)

    def check_judging(self, table: Table, token: str) -> None:
        """Raise `IllegalAction` if the holder of this token may not have the match judged."""
        if not self.may_judge(table.shown.match, table.seats(token)):
            raise IllegalAction("tutor.not_over")

    async def hint(self, table: Table, token: str, version: int) -> tuple[Seat, Hint]:
        """What is best as the match stands, and for whom; raises `IllegalAction` if that is not to be said."""
        match = table.shown.match
        self._check(match, table.seats(token))
        if match.version != version:
            raise IllegalAction("server.stale", version=version, now=match.version)
        if match.is_over or match.between_games or match.takeback is not None:
            raise IllegalAction("tutor.no_choice")
        seat = decider(match.state)
        if seat not in persons(match):
            raise IllegalAction("tutor.not_your_turn")
        return seat, await self.think(lambda: hint(match.state))

    async def verdict(self, table: Table, token: str, version: int) -> Verdict:
        """What the decision of a version has cost; raises `NotFound` where there was none to be judged."""
        self._check(table.shown.match, table.seats(token))
        return await self.judged(table, version)

    async def judged(self, table: Table, version: int) -> Verdict:
        """The verdict on a decision, whoever asks."""
        found = await self.think(lambda: _verdict(table, version))
        if found is None:
            raise NotFound("tutor.no_decision", version=version)
        return found

    async def think(self, question: Callable[[], T]) -> T:
        """Answer in a thread of the tutor's own; raises `Unavailable` if too many ask."""
        if self._asked >= WAITING_AT_MOST:
            raise Unavailable("tutor.busy")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, question)
        finally:
            self._asked -= 1

    def close(self) -> None:
        """Answer nothing any more; what is being thought about is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _check(self, match: Match, seats: Collection[Seat]) -> None:
        if not self.allows(match, seats):
            raise IllegalAction("tutor.not_here")


def _verdict(table: Table, version: int) -> Verdict | None:
    question = table.decided(version)
    return None if question is None else verdict(question)
