"""Bots act by the same door as people, and a bot that fails does not hold up the table."""

import asyncio
from dataclasses import replace
from typing import Any

from tavla.bots import BOTS, Action
from tavla.match.events import Player, Setup, TakenBack
from tavla.rules import Position, Seat, State
from tavla.rules.ruleset import profile
from tavla.server.lobby import NewMatch
from tavla.server.view import persons as persons_of
from tests.server.fakes import Sitting, first_play, run, sit_down

ONE_POINT = profile("standard", {"length": "points(1)"})
NEAR_THE_END = Setup(Position.from_points({6: 3, 5: 2, 20: 1}, {6: 3, 4: 2, 1: 1}), 0)


async def until(sitting: Sitting, wanted: Any) -> None:
    """Wait until the view is as wanted."""
    for _ in range(4000):
        if wanted(sitting.view):
            return
        await asyncio.sleep(0.005)
    raise AssertionError(sitting.view["phase"])


def against(bot: str, seat: int = 1) -> NewMatch:
    players = [Player("Ali"), Player("Ali")]
    players[seat] = Player(bot, bot)
    return NewMatch(ONE_POINT, (players[0], players[1]), setup=NEAR_THE_END)


async def play_to_the_end(sitting: Sitting) -> None:
    (me,) = persons_of(sitting.table.shown.match)
    while sitting.view["phase"] != "match_over":
        await until(sitting, lambda view: me in view["act"] or view["phase"] == "match_over")
        view = sitting.view
        if view["phase"] != "match_over":
            await sitting.do(me, first_play(view) if view["phase"] == "play" else view["can"][str(me)][0])


def test_a_person_plays_a_match_against_a_bot() -> None:
    async def work() -> None:
        async with sit_down(new=against("simple", seat=0), bots=BOTS) as sitting:
            await play_to_the_end(sitting)
            assert sum(sitting.view["score"]) > 0

    run(work())


def test_a_bot_lets_a_play_be_taken_back_at_once() -> None:
    async def work() -> None:
        new = replace(against("random"), setup=None)
        async with sit_down(new=new, throws=[(6, 3), (5, 2)], bots=BOTS) as sitting:
            await sitting.do(0, "roll")
            await sitting.play(0, "24/18 13/10")
            await until(sitting, lambda view: view["turn"] == 0 or view["phase"] == "double")
            answer = await sitting.ask(0, "takeback")
            assert answer.refusal is None
            assert isinstance(sitting.table.record().events[-1].fact, TakenBack)
            assert (sitting.view["phase"], sitting.view["roll"]) == ("play", [6, 3])

    run(work())


def test_bots_alone_play_while_somebody_watches() -> None:
    async def work() -> None:
        new = NewMatch(ONE_POINT, (Player("simple", "simple"), Player("random", "random")), setup=NEAR_THE_END)
        async with sit_down(new=new, bots=BOTS) as sitting:
            sitting.lobby.watched(sitting.table.id)
            await until(sitting, lambda view: view["phase"] == "match_over")
            assert sitting.view["winner"] is not None

    run(work())


class Broken:
    """A bot that cannot play."""

    def act(self, state: State, seat: Seat) -> Action:
        raise RuntimeError("no idea")


def test_a_bot_that_fails_is_played_for() -> None:
    async def work() -> None:
        async with sit_down(new=against("broken"), bots={"broken": lambda rng=None: Broken()}) as sitting:
            await play_to_the_end(sitting)

    run(work())
