"""The tutor speaks only to whoever plays alone or at one screen, and never holds anybody up."""

import asyncio
import threading
from typing import Any

import pytest

from tavla.analysis.tutor import Verdict
from tavla.bots import BOTS
from tavla.errors import IllegalAction, NotFound, Unavailable
from tavla.match.events import Player
from tavla.rules import profile
from tavla.server import tutor as tutor_module
from tavla.server.commands import Action
from tavla.server.lobby import Lobby, NewMatch
from tavla.server.tutor import Tutor
from tests.server.fakes import FixedDice, MemoryStore, Sitting, persons, run

ALONE = (Player("Ali"), Player("", "random"))


def lobby(**more: Any) -> Lobby:
    return Lobby(MemoryStore(), BOTS, pace=0.0, dice=lambda seed, match: FixedDice([(3, 1), (6, 5)]), **more)


async def table(held: Lobby, players: tuple[Player, Player] = persons(), **more: Any) -> tuple[Sitting, dict[int, str]]:
    made = await held.create(NewMatch(profile("standard"), players, **more))
    return Sitting(held, await held.find(made.match)), made.tokens


def test_two_at_one_screen_may_ask_and_two_with_a_seat_each_may_not() -> None:
    async def scene() -> None:
        held = lobby()
        for one_screen in (True, False):
            sitting, tokens = await table(held, one_screen=one_screen)
            await sitting.do(0, "roll")
            if one_screen:
                seat, hint = await held.tutor.hint(sitting.table, tokens[0], sitting.version)
                assert (seat, hint.choices[0].name) == (0, "play")
            else:
                for token in tokens.values():
                    with pytest.raises(IllegalAction, match="two people"):
                        await held.tutor.hint(sitting.table, token, sitting.version)
        await held.close()

    run(scene())


def test_whoever_watches_may_not_ask() -> None:
    async def scene() -> None:
        held = lobby()
        sitting, _ = await table(held, ALONE)
        for token in ("", "somebody", "x" * 64):
            with pytest.raises(IllegalAction):
                await held.tutor.hint(sitting.table, token, sitting.version)
        await held.close()

    run(scene())


@pytest.mark.parametrize("at_tables", [False, True])
def test_where_dice_are_real_the_host_decides(at_tables: bool) -> None:
    async def scene() -> None:
        held = lobby(tutor=Tutor(at_tables))
        sitting, tokens = await table(held, mode="table")
        seats = sitting.table.seats(tokens[0])
        assert seats == (0, 1)
        assert held.tutor.allows(sitting.table.shown.match, seats) is at_tables
        await held.close()

    run(scene())


def test_bots_alone_are_nobodys_pupils() -> None:
    async def scene() -> None:
        held = lobby()
        sitting, _ = await table(held, (Player("", "random"), Player("", "simple")))
        assert not held.tutor.allows(sitting.table.shown.match, (0, 1))
        assert not held.tutor.allows(sitting.table.shown.match, ())
        await held.close()

    run(scene())


def test_a_mistake_is_told_and_may_be_taken_back() -> None:
    async def scene() -> None:
        held = lobby()
        sitting, tokens = await table(held)
        await sitting.do(0, "roll")
        await sitting.play(0, "13/10 6/5")
        version = sitting.version
        found = await held.tutor.verdict(sitting.table, tokens[0], version)
        assert isinstance(found, Verdict)
        assert (found.grade, found.judgement.seat) == ("blunder", 0)
        await sitting.do(0, "takeback")
        await sitting.do(1, "accept")
        with pytest.raises(NotFound):
            await held.tutor.verdict(sitting.table, tokens[0], version)
        await sitting.play(0, "8/5 6/5")
        better = await held.tutor.verdict(sitting.table, tokens[0], sitting.version)
        assert better.loss == 0.0
        await held.close()

    run(scene())


def test_what_is_no_decision_is_not_judged() -> None:
    async def scene() -> None:
        held = lobby()
        sitting, tokens = await table(held)
        await sitting.do(0, "roll")
        for version in (0, 1, sitting.version, 10_000):
            with pytest.raises(NotFound):
                await held.tutor.verdict(sitting.table, tokens[0], version)
        await held.close()

    run(scene())


def test_a_hint_is_for_the_match_as_it_stands() -> None:
    async def scene() -> None:
        held = lobby()
        sitting, tokens = await table(held)
        with pytest.raises(IllegalAction, match="nothing to decide"):
            await held.tutor.hint(sitting.table, tokens[0], sitting.version)
        await sitting.do(0, "roll")
        with pytest.raises(IllegalAction):
            await held.tutor.hint(sitting.table, tokens[0], sitting.version - 1)
        await held.close()

    run(scene())


def test_the_bots_move_is_not_ours_to_ask_about() -> None:
    class Slow:
        def act(self, state: object, seat: int) -> Any:
            waiting.wait(10)
            raise RuntimeError

    async def scene() -> None:
        held = Lobby(
            MemoryStore(), {"slow": lambda rng=None: Slow()}, pace=0.0, dice=lambda seed, match: FixedDice([(1, 3)])
        )
        sitting, tokens = await table(held, (Player("Ali"), Player("", "slow")))
        await sitting.do(0, "roll")
        assert sitting.view["act"] == [1]
        with pytest.raises(IllegalAction, match="your turn"):
            await held.tutor.hint(sitting.table, tokens[0], sitting.version)
        waiting.set()
        await held.close()

    waiting = threading.Event()
    run(scene())


def test_a_thinking_tutor_delays_no_play_and_takes_only_so_many_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    monkeypatch.setattr(tutor_module, "WAITING_AT_MOST", 3)

    async def scene() -> None:
        held = lobby()
        sitting, tokens = await table(held)
        await sitting.do(0, "roll")
        thinking = [asyncio.create_task(held.tutor.think(lambda: release.wait(10))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable):
            await held.tutor.hint(sitting.table, tokens[0], sitting.version)
        await sitting.do(0, Action("play", text="8/5 6/5"))
        assert sitting.view["turn"] == 1
        release.set()
        await asyncio.gather(*thinking)
        version = sitting.version
        assert (await held.tutor.verdict(sitting.table, tokens[0], version)).loss == 0.0
        await held.close()

    run(scene())
