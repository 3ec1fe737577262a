"""Whatever a view offers is accepted, whatever it does not offer is refused, and a restart shows the same."""

import asyncio
import random
from typing import Any

import pytest

from tavla.rules.ruleset import PROFILES, profile
from tavla.server.commands import PLAIN, Action
from tavla.server.lobby import Lobby
from tests.conftest import Scale
from tests.server.fakes import MemoryStore, Sitting, run, sit_down

COMMANDS = 60
RARE = ("resign", "drop", "settle", "end_session", "takeback")
HARMLESS = ("server.failed", "store.conflict", "server.stale")
"""What no refusal may be."""


def choose(view: dict[str, Any], rng: random.Random) -> tuple[int, Action]:
    """A seat and something that the view offers it."""
    offered = [(seat, act) for seat in (0, 1) for act in view["can"][str(seat)]]
    common = [pair for pair in offered if pair[1] not in RARE]
    seat, act = rng.choice(common if common and rng.random() < 0.9 else offered)
    if act == "play":
        return seat, Action("play", moves=random_way(view["tree"], rng))
    if act == "resign":
        return seat, Action("resign", value=rng.choice(view["resign_values"][str(seat)]))
    return seat, Action(act)


def random_way(tree: list[Any], rng: random.Random) -> tuple[tuple[int, int], ...]:
    node, moves = tree[0], []
    while node["moves"]:
        source, _, die, _, child = rng.choice(node["moves"])
        moves.append((source, die))
        node = tree[child]
    return tuple(moves)


async def try_what_is_not_offered(sitting: Sitting, rng: random.Random) -> None:
    view = sitting.view
    seat = rng.randint(0, 1)
    others = sorted(PLAIN - set(view["can"][str(seat)]))
    answer = await sitting.ask(seat, rng.choice(others))
    assert answer.refusal is not None
    assert answer.refusal.code not in HARMLESS
    assert sitting.view == view


@pytest.mark.parametrize("name", PROFILES)
def test_a_table_does_what_it_offers_and_nothing_else(name: str, scale: Scale, rng: random.Random) -> None:
    async def work() -> None:
        store = MemoryStore()
        rules = profile(name, {"clock": "none"})
        async with sit_down(rules, store=store) as sitting:
            for _ in range(COMMANDS):
                if sitting.view["phase"] == "match_over":
                    break
                await try_what_is_not_offered(sitting, rng)
                await sitting.do(*choose(sitting.view, rng))
            await asyncio.sleep(0)
            shown = sitting.view
            heard = [event for news in sitting.news for event in news.events]
        events = list(store.load(sitting.table.id).record.events)
        assert heard == events[len(events) - len(heard) :]
        lobby = Lobby(store, {})
        assert (await lobby.find(sitting.table.id)).view() == shown
        await lobby.close()

    for _ in range(scale(300)):
        run(work())
