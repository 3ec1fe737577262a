"""Training in the terminal: cards made of a match, asked, answered, listed and let go."""

import json
import random
from pathlib import Path

import pytest

from tavla.analysis.study import LOCAL, lesson_of, new_card
from tavla.analysis.tutor import answered, verdict
from tavla.cli.study import owner_of
from tavla.formats.native import Record, dumps
from tavla.rules import State, apply, profile
from tavla.rules.facts import Thrown
from tavla.store import Card, SqlStore, default_url
from tests.cli.conftest import Tavla
from tests.random_play import random_match

KEY = "a-key-of-my-own-1234"


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """A match played at random, so that mistakes are many."""
    history = random_match(profile("standard", {"length": "points(1)"}), random.Random(7), games=1)
    file = tmp_path / "match.jsonl"
    file.write_text(dumps(Record("a-match", tuple(history.events))), "utf-8")
    return file


def put(folder: Path, owner: str = LOCAL, due: float = 0.0) -> Card:
    """A card of the opening 3-1, played 13/10 6/5."""
    state = apply(State.begin(profile("standard", {"length": "points(7)"})), Thrown((3, 1)))
    found = verdict(answered(state, "play", [(13, 3), (6, 1)]))
    assert found is not None
    store = SqlStore(default_url(folder))
    card = store.cards.add(new_card(lesson_of(found.judgement), owner, due), 10)
    store.close()
    return card


def test_cards_are_made_of_the_mistakes_of_a_player(tavla: Tavla, match: Path, tmp_path: Path) -> None:
    more = ("--level", "0-ply", "--data", str(tmp_path))
    first = tavla("study", "add", str(match), "--player", "mehmet", *more)
    assert (first.code, first.err) == (0, "")
    count = int(first.out.split()[0])
    assert count > 0
    listed = [json.loads(line) for line in tavla("study", "list", "--json", "--data", str(tmp_path)).out.splitlines()]
    assert len(listed) == count
    assert all(card["loss"] >= 0.08 and "owner" not in card for card in listed)
    again = tavla("study", "add", str(match), "--player", "mehmet", *more)
    assert again.out.startswith(f"0 cards added, {count} were there")


def test_a_player_has_to_be_named_and_to_be_one(tavla: Tavla, match: Path, tmp_path: Path) -> None:
    for named in ("nobody", "e"):
        called = tavla("study", "add", str(match), "--player", named, "--data", str(tmp_path))
        assert (called.code, len(called.err.splitlines())) == (2, 1)
        assert "Mehmet" in called.err


def test_a_card_is_asked_answered_and_comes_back(tavla: Tavla, tmp_path: Path) -> None:
    put(tmp_path)
    called = tavla("study", "--data", str(tmp_path), stdin=b"13/10 6/5\n")
    assert called.code == 0
    assert "3-1" in called.out
    assert "A blunder" in called.out
    assert "Asked again" in called.out
    assert "Nothing is due" in called.out
    store = SqlStore(default_url(tmp_path))
    card = store.cards.all(LOCAL)[0]
    assert [review.answer for review in store.cards.reviews(LOCAL, card.id)] == ["13/10 6/5"]
    store.close()


def test_what_is_not_understood_is_asked_again_and_the_right_answer_is_praised_by_its_date(
    tavla: Tavla, tmp_path: Path
) -> None:
    put(tmp_path)
    called = tavla("study", "--data", str(tmp_path), stdin=b"abc\n24/1\ntake\n" + b"x" * 300 + b"\n8/5 6/5\n")
    assert called.code == 0
    assert "The best play. Comes back" in called.out


def test_leaving_leaves_the_card(tavla: Tavla, tmp_path: Path) -> None:
    put(tmp_path)
    for typed in (b"quit\n", b""):
        assert "1 card is still due" in tavla("study", "--data", str(tmp_path), stdin=typed).out


def test_a_cube_card_takes_a_word(tavla: Tavla, tmp_path: Path) -> None:
    from tavla.analysis.study import state_of_lesson

    state = state_of_lesson("XGID=-AAAA-------------aabbcd--:0:0:1:D:0:0:0:7:10", None, {})
    found = verdict(answered(state, "take"))
    assert found is not None
    store = SqlStore(default_url(tmp_path))
    store.cards.add(new_card(lesson_of(found.judgement), LOCAL, 0.0), 10)
    store.close()
    called = tavla("study", "--data", str(tmp_path), stdin=b"drop\n")
    assert "[take, drop]" in called.out
    assert "Right." in called.out


def test_nothing_to_train_says_how_to_begin(tavla: Tavla, tmp_path: Path) -> None:
    assert "tavla study add" in tavla("study", "--data", str(tmp_path)).out
    assert "tavla study add" in tavla("study", "list", "--data", str(tmp_path)).out


def test_a_key_names_the_cards_of_the_page(tavla: Tavla, tmp_path: Path) -> None:
    card = put(tmp_path, owner_of(KEY))
    assert card.id in tavla("study", "list", "--key", KEY, "--data", str(tmp_path)).out
    assert card.id not in tavla("study", "list", "--data", str(tmp_path)).out
    refused = tavla("study", "list", "--key", "short", "--data", str(tmp_path))
    assert (refused.code, len(refused.err.splitlines())) == (2, 1)


def test_a_card_is_let_go_once(tavla: Tavla, tmp_path: Path) -> None:
    card = put(tmp_path)
    assert tavla("study", "remove", card.id, "--data", str(tmp_path)).code == 0
    for name in (card.id, "../../x", "x" * 5000):
        called = tavla("study", "remove", name, "--data", str(tmp_path))
        assert (called.code, len(called.err.splitlines())) == (2, 1)


@pytest.mark.parametrize("source", ["nothing", "4HPwATDgc/ABMA", "/etc/passwd"])
def test_what_is_no_match_makes_no_cards(tavla: Tavla, tmp_path: Path, source: str) -> None:
    called = tavla("study", "add", source, "--player", "x", "--data", str(tmp_path))
    assert (called.code, len(called.err.splitlines())) == (2, 1)
