"""The tutor in the terminal: hints, mistakes told and taken back, cards; never between two people with a seat each."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tavla.analysis.study import LOCAL
from tavla.cli import play_tutor
from tavla.cli.play import Session
from tavla.cli.play_tutor import Guide
from tavla.errors import Unavailable
from tavla.match.events import Player, Setup
from tavla.rules import Position, Roll, profile
from tavla.server.lobby import Lobby, NewMatch
from tavla.server.tutor import Tutor
from tavla.store import Card, SqlStore, default_url

Typist = Callable[[dict[str, object]], str]


def sit(
    folder: Path,
    typed: list[str],
    wanted: str = "all",
    trains: bool = False,
    one_screen: bool = True,
    tongue: str = "en",
) -> tuple[list[str], list[Card]]:
    """What two people at one screen are shown who begin with 3-1, and the cards that are kept."""
    shown: list[str] = []
    lines = iter(typed)

    async def ask(prompt: str) -> str:
        shown.append(prompt)
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    async def sitting() -> list[Card]:
        store = SqlStore(default_url(folder))
        lobby = Lobby(store, {}, pace=0.0)
        setup = Setup(Position.start(), 0, Roll.of(3, 1))
        rules = profile("standard", {"length": "points(5)"})
        new = NewMatch(rules, (Player("Ayşe"), Player("Mehmet")), setup=setup, one_screen=one_screen)
        table = await lobby.find((await lobby.create(new)).match)
        guide = Guide(table, lobby.tutor, tongue, shown.append, wanted, store.cards, trains)
        await Session(table, tongue, ask, shown.append, guide).run()
        await guide.close()
        kept = store.cards.all(LOCAL)
        await lobby.close()
        store.close()
        return kept

    cards = asyncio.run(sitting())
    return shown, cards


def test_a_hint_names_the_best_play_and_what_it_does(tmp_path: Path) -> None:
    shown, _ = sit(tmp_path, ["hint"])
    told = next(text for text in shown if text.lstrip().startswith("1  8/5 6/5"))
    assert "5 point" in told


def test_a_mistake_is_told_taken_back_and_not_told_again(tmp_path: Path) -> None:
    shown, _ = sit(tmp_path, ["13/10 6/5", "takeback", "yes", "8/5 6/5"])
    told = [text for text in shown if text.startswith("A blunder")]
    assert len(told) == 1
    assert "Better: 8/5 6/5" in told[0]
    assert "36 rolls" in told[0]
    assert any("takeback: try again" in text for text in shown)


def test_a_tutor_that_is_too_busy_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(*of: object) -> None:
        raise Unavailable("tutor.busy")

    monkeypatch.setattr(Tutor, "think", busy)
    shown, _ = sit(tmp_path, ["13/10 6/5", "quit"])
    assert any("busy" in text for text in shown)


def test_a_mistake_becomes_a_card_when_it_is_asked_for(tmp_path: Path) -> None:
    shown, cards = sit(tmp_path, ["study", "13/10 6/5", "study", "study"])
    assert [(card.played, card.best) for card in cards] == [("13/10 6/5", "8/5 6/5")]
    assert any("no mistake to add" in text for text in shown)


def test_a_card_is_made_of_a_verdict_that_is_still_on_its_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_tutor, "PATIENCE", 0)
    _, cards = sit(tmp_path, ["13/10 6/5", "study"])
    assert [card.best for card in cards] == ["8/5 6/5"]


def test_mistakes_become_cards_by_themselves_where_that_is_wished(tmp_path: Path) -> None:
    _, cards = sit(tmp_path, ["13/10 6/5"], trains=True, tongue="tr")
    assert len(cards) == 1


@pytest.mark.parametrize("wanted", ["off", "blunders", "all"])
def test_what_is_told_is_what_is_wanted(tmp_path: Path, wanted: str) -> None:
    shown, _ = sit(tmp_path, ["13/10 6/5"], wanted)
    assert any(text.startswith("A blunder") for text in shown) == (wanted != "off")


def test_between_people_with_a_seat_each_the_tutor_is_silent(tmp_path: Path) -> None:
    shown, cards = sit(tmp_path, ["hint", "13/10 6/5", "study"], one_screen=False)
    assert any("between two people" in text for text in shown)
    assert not any(text.startswith("A blunder") for text in shown)
    assert cards == []
