"""Tables are made, found again after a restart, and listed."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from tavla.bots import BOTS
from tavla.errors import InvalidInput, NotFound
from tavla.match.events import Player, Setup
from tavla.rules.position import Position
from tavla.rules.ruleset import STANDARD
from tavla.server import lobby as rooms
from tavla.server.lobby import Lobby, NewMatch
from tests.server.fakes import MemoryStore, Sitting, persons, run


def test_two_persons_at_one_screen_share_a_token() -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), {})
        match, tokens = await lobby.create(NewMatch(STANDARD, persons()))
        table = await lobby.find(match)
        assert tokens[0] == tokens[1]
        assert table.seats(tokens[0]) == (0, 1)
        assert table.seats("another") == ()
        await lobby.close()

    run(work())


def test_two_persons_at_two_screens_have_a_token_each() -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), {})
        match, tokens = await lobby.create(NewMatch(STANDARD, persons(), one_screen=False))
        table = await lobby.find(match)
        assert [table.seats(tokens[seat]) for seat in (0, 1)] == [(0,), (1,)]
        await lobby.close()

    run(work())


def test_a_bot_gets_no_token() -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), BOTS)
        created = await lobby.create(NewMatch(STANDARD, (Player("simple", "simple"), Player("Ali"))))
        assert list(created.tokens) == [1]
        await lobby.close()

    run(work())


def test_the_store_never_sees_a_token() -> None:
    async def work() -> None:
        store = MemoryStore()
        lobby = Lobby(store, {})
        match, tokens = await lobby.create(NewMatch(STANDARD, persons()))
        assert tokens[0] not in str(store.kept[match])
        await lobby.close()

    run(work())


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": (Player("x" * 41), Player("b"))}, "server.name"),
        ({"players": (Player("a\nb"), Player("b"))}, "server.name"),
        ({"players": (Player("a", "deep"), Player("b"))}, "server.no_bot"),
        ({"players": (Player("a", "simple"), Player("b")), "mode": "table"}, "server.table_needs_persons"),
        ({"setup": Setup(Position.from_points({}, {1: 1}), 0)}, "server.position_is_over"),
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, Any], code: str) -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), BOTS)
        with pytest.raises(InvalidInput) as refused:
            await lobby.create(replace(NewMatch(STANDARD, persons()), **change))
        assert refused.value.code == code
        await lobby.close()

    run(work())


def test_a_match_that_does_not_exist_is_not_found_twice() -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), {})
        for _ in range(2):
            with pytest.raises(NotFound):
                await lobby.find("nothing")
        await lobby.close()

    run(work())


def test_a_table_is_opened_once_however_many_ask() -> None:
    async def work() -> None:
        store = MemoryStore()
        first = Lobby(store, {})
        match, _ = await first.create(NewMatch(STANDARD, persons()))
        await first.close()
        lobby = Lobby(store, {})
        tables = await asyncio.gather(*(lobby.find(match) for _ in range(10)))
        assert len(set(map(id, tables))) == 1
        await lobby.close()

    run(work())


def test_a_match_whose_beginning_was_cut_off_begins_when_it_is_opened() -> None:
    async def work() -> None:
        store = MemoryStore()
        store.fails = OSError("power cut")
        lobby = Lobby(store, {})
        with pytest.raises(OSError, match="power cut"):
            await lobby.create(NewMatch(STANDARD, persons()))
        (match,) = store.kept
        assert len(store.kept[match].record.events) == 1
        store.fails = None
        assert (await lobby.find(match)).shown.match.game == 1
        await lobby.close()

    run(work())


def test_the_list_says_who_plays_and_how_it_stands() -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), {})
        match, _ = await lobby.create(NewMatch(STANDARD, persons()))
        (line,) = await lobby.matches(10, 0)
        assert line["id"] == match
        assert [player["name"] for player in line["players"]] == ["Ali", "Bora"]
        assert (line["score"], line["length"], line["profile"], line["over"]) == (
            [0, 0],
            "points(5)",
            "standard",
            False,
        )
        assert await lobby.matches(10, 1) == []
        await lobby.close()

    run(work())


def test_tables_that_nobody_looks_at_leave_memory_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "KEPT_IN_MEMORY", 2)

    async def work() -> None:
        lobby = Lobby(MemoryStore(), {})
        watched, _ = await lobby.create(NewMatch(STANDARD, persons()))
        kept = await lobby.find(watched)
        kept.listen(lambda news: None)
        left, _ = await lobby.create(NewMatch(STANDARD, persons()))
        gone = await lobby.find(left)
        for _ in range(3):
            await lobby.create(NewMatch(STANDARD, persons()))
        assert await lobby.find(watched) is kept
        again = await lobby.find(left)
        assert again is not gone
        await Sitting(lobby, again).do(0, "roll")
        await lobby.close()

    run(work())
