"""The tutor of `tavla play`: hints when they are asked for, and word of a mistake after it was made."""

import asyncio
import time
from collections.abc import Callable

from tavla.analysis.study import LOCAL, MOST_CARDS, lesson_of, new_card
from tavla.analysis.tutor import MENTIONS, Verdict, has_choice, hint, verdict
from tavla.cli.tutor_text import hint_lines, verdict_lines
from tavla.errors import IllegalAction, TavlaError, Unavailable
from tavla.match.match import Match
from tavla.rules.stakes import Seat
from tavla.server.table import Table
from tavla.server.tutor import Tutor
from tavla.store.cards import Cards
from tavla.words import say, say_error

PATIENCE = 1.5
"""Seconds in which a verdict is waited for before play goes on; a later one is shown when it comes."""


class Guide:
    """Sits beside whoever plays in the terminal. `wanted` is off, blunders or all; `trains` makes cards of mistakes."""

    def __init__(
        self, table: Table, tutor: Tutor, tongue: str, show: Callable[[str], None], wanted: str = "off",
        cards: Cards | None = None, trains: bool = False,
    ) -> None:  # fmt: skip
        self._table = table
        self._tutor = tutor
        self._tongue = tongue
        self._show = show
        self._least = MENTIONS[wanted]
        self._cards = cards
        self._trains = trains
        self._coming: set[asyncio.Task[None]] = set()
        self.last: Verdict | None = None

    def allowed(self, seats: list[Seat]) -> bool:
        """Whether the tutor may speak at this table; never where two people have a seat each."""
        return self._table.one_screen and self._tutor.allows(self._table.shown.match, seats)

    async def hint(self, match: Match, seats: list[Seat]) -> None:
        """Show what is best now."""
        if not self.allowed(seats):
            raise IllegalAction("tutor.not_here")
        if match.is_over or match.takeback is not None or not has_choice(match.state):
            raise IllegalAction("tutor.no_choice")
        found = await self._tutor.think(lambda: hint(match.state))
        self._show("\n".join(hint_lines(self._tongue, found)))

    async def judge(self, version: int, seats: list[Seat]) -> None:
        """Say whether the decision of a version was a mistake, if that is wanted."""
        if self._least == MENTIONS["off"] or not self.allowed(seats):
            return
        coming = asyncio.create_task(self._judge(version))
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)
        await asyncio.wait({coming}, timeout=PATIENCE)

    async def _judge(self, version: int) -> None:
        try:
            question = await self._tutor.think(lambda: self._table.decided(version))
            found = None if question is None else await self._tutor.think(lambda: verdict(question))
        except Unavailable as error:
            self._show(say_error(self._tongue, error))
            return
        if found is None or found.loss < self._least:
            return
        self.last = found
        self._show("\n".join(verdict_lines(self._tongue, found)))
        if self._trains:
            await self._add()
        else:
            self._show(say(self._tongue, "tutor.what_now"))

    async def study(self) -> None:
        """Make a card of the last mistake, a verdict that is under way included."""
        await self.close()
        await self._add()

    async def _add(self) -> None:
        if self.last is None or self._cards is None:
            self._show(say(self._tongue, "tutor.nothing_to_add"))
            return
        card = new_card(lesson_of(self.last.judgement, self._table.id), LOCAL, time.time())
        try:
            await asyncio.to_thread(self._cards.add, card, MOST_CARDS)
        except TavlaError as error:
            self._show(say_error(self._tongue, error))
        else:
            self._show(say(self._tongue, "page.tutor.kept") + ".")

    async def close(self) -> None:
        """Wait for what is still being thought about."""
        await asyncio.gather(*self._coming, return_exceptions=True)
