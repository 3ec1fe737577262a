"""Cards are kept for their owner alone, once each, and every answer is written down once."""

import secrets
import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine

from tavla.errors import IllegalAction, NotFound
from tavla.store import Card, Review, SqlStore
from tavla.store.cards import AWAY, SqlCards


def a_card(owner: str, due: float = 100.0, key: str | None = None) -> Card:
    name = secrets.token_hex(8)
    return Card(name, owner, key or name, 50.0, due, "play", "XGID=...", "{}", "8/5 6/5", "13/10 24/23", 0.12, "m", 7)


@pytest.fixture
def owner() -> str:
    return secrets.token_hex(16)


def test_a_card_is_loaded_as_it_was_kept(store: SqlStore, owner: str) -> None:
    card = a_card(owner)
    assert store.cards.add(card, 10) == card
    assert store.cards.get(owner, card.id) == card


def test_the_same_decision_is_one_card(store: SqlStore, owner: str) -> None:
    first = store.cards.add(a_card(owner, key="same"), 10)
    assert store.cards.add(a_card(owner, key="same"), 10) == first
    assert store.cards.count(owner, 0.0).total == 1
    assert store.cards.add(a_card(owner + "b", key="same"), 10) != first


def test_an_owner_has_so_many_cards_at_most(store: SqlStore, owner: str) -> None:
    for _ in range(3):
        store.cards.add(a_card(owner), 3)
    with pytest.raises(IllegalAction, match="3"):
        store.cards.add(a_card(owner), 3)


def test_the_card_due_for_longest_comes_first(store: SqlStore, owner: str) -> None:
    late, early, future = (store.cards.add(a_card(owner, due), 10) for due in (90.0, 80.0, 200.0))
    assert store.cards.first_due(owner, 100.0) == early
    assert store.cards.count(owner, 100.0) == (3, 2, 80.0)
    assert store.cards.all(owner) == [early, late, future]
    assert store.cards.all(owner, limit=1, offset=2) == [future]


def test_nothing_due_says_when(store: SqlStore, owner: str) -> None:
    assert store.cards.count(owner, 100.0) == (0, 0, None)
    store.cards.add(a_card(owner, 300.0), 10)
    assert store.cards.first_due(owner, 100.0) is None
    assert store.cards.count(owner, 100.0) == (1, 0, 300.0)


def test_an_answer_moves_the_card_and_is_logged(store: SqlStore, owner: str) -> None:
    card = store.cards.add(a_card(owner), 10)
    review = Review(card.id, 1, 101.0, 3, 0.004, "13/10 24/23")
    store.cards.answered(card._replace(due=999.0, memory="{}"), review)
    assert store.cards.get(owner, card.id) == card._replace(due=999.0, memory="{}", reviews=1)
    assert store.cards.reviews(owner, card.id) == [review]


def test_of_two_answers_at_once_one_counts(store: SqlStore, owner: str) -> None:
    card = store.cards.add(a_card(owner), 10)
    refused = []

    def answer() -> None:
        try:
            store.cards.answered(card._replace(due=999.0), Review(card.id, 1, 101.0, 3, 0.0, ""))
        except IllegalAction as error:
            refused.append(error)

    threads = [threading.Thread(target=answer) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 3
    assert len(store.cards.reviews(owner, card.id)) == 1


def test_what_is_not_the_owners_does_not_exist_for_him(store: SqlStore, owner: str) -> None:
    card = store.cards.add(a_card(owner), 10)
    for ask in (store.cards.get, store.cards.reviews, store.cards.remove):
        with pytest.raises(NotFound):
            ask("somebody else", card.id)
    with pytest.raises(NotFound):
        store.cards.get(owner, "x" * 10_000)
    assert store.cards.get(owner, card.id) == card


def test_a_card_is_removed_with_its_answers(store: SqlStore, owner: str) -> None:
    card = store.cards.add(a_card(owner), 10)
    store.cards.answered(card, Review(card.id, 1, 101.0, 1, 0.2, ""))
    store.cards.remove(owner, card.id)
    assert store.cards.count(owner, 1e9).total == 0


@pytest.fixture
def narrow(url_of_its_own: str) -> Iterator[SqlCards]:
    """Room for three cards, whoever has them."""
    SqlStore(url_of_its_own).close()
    engine = create_engine(url_of_its_own)
    yield SqlCards(engine, 3)
    engine.dispose()


def test_new_owners_do_not_make_room_for_themselves(narrow: SqlCards) -> None:
    kept = [narrow.add(a_card(f"owner {n}"), 10) for n in range(3)]
    with pytest.raises(IllegalAction) as refused:
        narrow.add(a_card("one more"), 10)
    assert refused.value.code == "tutor.no_room"
    assert [narrow.get(each.owner, each.id) for each in kept] == kept
    assert narrow.add(kept[0], 10) == kept[0]


def test_whoever_was_away_for_longest_gives_up_his_cards(narrow: SqlCards) -> None:
    now = 2 * AWAY
    longest = [narrow.add(a_card("longest", due), 10) for due in (1.0, 2.0)]
    narrow.answered(longest[0]._replace(memory="{}"), Review(longest[0].id, 1, 1.0, 3, 0.0, ""))
    away = narrow.add(a_card("away", 3.0), 10)
    new = narrow.add(a_card("new", now)._replace(made=now), 10)
    assert narrow.all("longest") == []
    assert narrow.all("away") == [away]
    assert narrow.all("new") == [new]


def test_whoever_has_cards_to_come_is_not_away(narrow: SqlCards) -> None:
    now = 2 * AWAY
    for due in (1.0, 2.0, now):
        narrow.add(a_card("trains", due), 10)
    with pytest.raises(IllegalAction):
        narrow.add(a_card("new", now)._replace(made=now), 10)
    assert narrow.count("trains", now).total == 3
