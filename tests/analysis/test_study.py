"""Cards rebuild their state by any rules, and answers move them as well as they were given."""

import random
from dataclasses import replace

import pytest
from fsrs import Rating

from tavla.analysis.annotate import annotate
from tavla.analysis.study import (
    PERFECT,
    after_answer,
    cards_of,
    lesson_of,
    new_card,
    rating_of,
    state_of_card,
    state_of_lesson,
)
from tavla.analysis.tutor import answered, verdict
from tavla.engine.decision import LEVELS
from tavla.errors import InvalidInput, InvalidText
from tavla.notation import read_position, rules_of, state_of
from tavla.rules import PROFILES, Phase, State, apply, profile
from tavla.rules.facts import Thrown
from tests.analysis.test_annotate import a_match
from tests.random_play import random_match

DAY = 86400.0
NOW = 1_700_000_000.0
BLUNDER = [(13, 3), (6, 1)]
BEST = [(8, 3), (6, 1)]


def opening() -> State:
    return apply(State.begin(profile("standard", {"length": "points(7)"})), Thrown((3, 1)))


def judgement(moves: list[tuple[int, int]]):  # type: ignore[no-untyped-def]
    found = verdict(answered(opening(), "play", moves), LEVELS["0-ply"])
    assert found is not None
    return found.judgement


def comparable(state: State) -> State:
    """A state without what no decision depends on."""
    return replace(state, throw=None, rolls=state.rolls if state.rules.holland else (0, 0))


@pytest.mark.parametrize("name", PROFILES)
def test_a_card_gives_back_the_state_by_every_profile(name: str, rng: random.Random) -> None:
    seen = 0
    history = random_match(PROFILES[name], rng)
    for match in (history.at(event.version) for event in history.events):
        state = match.state
        if match.game == 0 or state.phase not in (Phase.PLAY, Phase.ROLL, Phase.CUBE) or state.resignation is not None:
            continue
        lesson = lesson_of(replace(judgement(BEST), state=state))
        card = new_card(lesson, "owner", NOW)
        again = state_of_card(card)
        assert comparable(again) == comparable(state)
        seen += 1
    assert seen > 20


def test_cards_are_made_of_what_lost_enough() -> None:
    annotated = annotate(a_match(), LEVELS["0-ply"])
    lessons = cards_of(annotated, 1, 0.08, "m")
    assert lessons
    assert all(lesson.loss >= 0.08 and lesson.match == "m" and lesson.played != lesson.best for lesson in lessons)
    assert len(cards_of(annotated, 1, 0.02)) > len(lessons)
    assert all(lesson.loss >= PERFECT for lesson in cards_of(annotated, 0, 0.0))


def test_the_same_decision_has_one_key() -> None:
    one, other = lesson_of(judgement(BLUNDER), "a"), lesson_of(judgement(BEST), "b")
    assert one.key == other.key
    assert one.played != other.played
    assert lesson_of(replace(judgement(BEST), state=replace(opening(), rolls=(5, 5)))).key == one.key


def test_how_often_each_has_rolled_matters_by_the_holland_rule_alone() -> None:
    rules = profile("standard", {"length": "points(7)", "holland": "on"})
    early, late = (replace(opening(), rules=rules, rolls=rolls) for rolls in ((1, 0), (5, 5)))
    keys = {lesson_of(replace(judgement(BEST), state=state)).key for state in (early, late)}
    assert len(keys) == 2


def test_an_answer_is_rated_by_what_it_loses() -> None:
    assert rating_of(judgement(BLUNDER)) is Rating.Again
    assert rating_of(judgement(BEST)) is Rating.Easy
    now = State(profile("standard", {"length": "points(7)"}), profile("standard").start, Phase.ROLL, 0)
    held = verdict(answered(now, "roll"), LEVELS["0-ply"])
    assert held is not None
    assert rating_of(held.judgement) is Rating.Good


def test_what_was_right_comes_back_later_and_later_and_what_was_wrong_soon() -> None:
    card = new_card(lesson_of(judgement(BLUNDER)), "owner", NOW)
    assert card.due == NOW
    first, review = after_answer(card, judgement(BEST), NOW)
    assert (review.number, review.rating, review.loss, review.answer) == (1, 4, 0.0, "8/5 6/5")
    assert first.due > NOW + 2 * DAY
    second, review = after_answer(first, judgement(BEST), first.due)
    assert (second.reviews, review.number) == (2, 2)
    assert second.due - first.due > first.due - NOW
    forgotten, review = after_answer(second, judgement(BLUNDER), second.due)
    assert review.rating == 1
    assert second.due < forgotten.due < second.due + DAY


def test_the_rules_of_a_lesson_are_those_of_its_id_or_those_named() -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"
    assert str(state_of_lesson(xgid, None, {}).rules.length) == "points(5)"
    assert str(state_of_lesson(xgid, "tavla", {}).rules.profile) == "tavla"


@pytest.mark.parametrize(
    "xgid",
    ["", "nothing", "XGID=" + "-" * 26, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:9:0:0:5:10", "XGID=" + "P" * 26],
)
def test_a_lesson_that_cannot_be_is_refused(xgid: str) -> None:
    with pytest.raises(InvalidInput):
        state_of_lesson(xgid, None, {})


def test_a_score_beyond_the_length_that_is_named_is_refused() -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:5:0:0:7:10"
    with pytest.raises(InvalidInput):
        state_of_lesson(xgid, "standard", {"length": "points(3)"})


def test_a_damaged_card_is_one_clear_error() -> None:
    card = new_card(lesson_of(judgement(BLUNDER)), "owner", NOW)
    for rules in ("", "[]", "{}", '{"profile": 3, "options": {}, "rolls": [1]}'):
        with pytest.raises((InvalidText, InvalidInput)):
            state_of_card(card._replace(rules=rules))


def test_an_offered_beaver_is_rebuilt() -> None:
    rules = profile("money", {"beavers": "2"})
    situation = read_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10")
    state = state_of(situation, rules_of(situation, "money", {"beavers": "2"}))
    card = new_card(lesson_of(replace(judgement(BEST), state=state)), "owner", NOW)
    assert state_of_card(card).offer == state.offer
    assert state_of_card(card).rules == rules
