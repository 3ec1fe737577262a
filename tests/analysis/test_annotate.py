"""A match judged: sound decisions lose nothing, blunders are found, figures add up, luck cancels out."""

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import pytest

from tavla.analysis.annotate import Annotated, Known, annotate, judge, questions
from tavla.analysis.rating import ENOUGH, grade, rate, strength, worst
from tavla.bots.levels import STRENGTHS, LevelBot
from tavla.engine.decision import LEVELS, Decision
from tavla.engine.luck import OPENING, luck_of, worth_of_rolls
from tavla.engine.search import WEIGHTS
from tavla.engine.stake import Stake
from tavla.formats.detect import read
from tavla.match.events import Event, GameStarted, MatchStarted, Player
from tavla.match.match import History, next_starter
from tavla.rules import ROLLS, Act, Phase, Position, Roll, profile
from tavla.rules.facts import Rolled, Thrown


@cache
def a_match(strong: str = "level6", weak: str = "level2", options: str = "points(9)") -> History:
    """Two engines of different strength at a table."""
    rng, history = random.Random(11), History()
    bots = [LevelBot(STRENGTHS[name], random.Random(seed)) for seed, name in enumerate((strong, weak))]

    def add(seat: int | None, fact: object) -> None:
        history.append(Event(history.version + 1, float(history.version), seat, fact))  # type: ignore[arg-type]

    add(None, MatchStarted((Player("strong"), Player("weak")), profile("standard", {"length": options})))
    while not history.match.is_over:
        add(None, GameStarted(history.match.game + 1, next_starter(history.match)))
        while (state := history.match.state).phase is not Phase.OVER:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            seat = state.to_act[0]
            if state.phase is Phase.OPENING:
                add(None, Thrown(dice))
                continue
            action = bots[seat].act(state, seat)
            add(seat, Rolled(Roll.of(*dice)) if action is Act.ROLL else action)
    return history


@cache
def annotated() -> Annotated:
    return annotate(a_match(), LEVELS["0-ply"])


def test_who_plays_by_the_judge_loses_nothing_and_the_weaker_does() -> None:
    strong, weak = rate(annotated(), 0), rate(annotated(), 1)
    assert strong.rating == pytest.approx(0.0, abs=1e-9)
    assert weak.rating is not None
    assert weak.rating > 20
    assert weak.plays.blunders > 0


def test_figures_of_the_games_add_up_to_the_match() -> None:
    history = a_match()
    games = [rate(annotated(), 1, game) for game in range(1, history.match.game + 1)]
    whole = rate(annotated(), 1)
    assert sum(each.plays.decisions for each in games) == whole.plays.decisions
    assert sum(each.luck for each in games) == pytest.approx(whole.luck)
    assert sum(each.loss for each in games) == pytest.approx(whole.loss)


def test_the_answer_does_not_depend_on_the_workers() -> None:
    with ThreadPoolExecutor(1) as one:
        again = annotate(a_match(), LEVELS["0-ply"], one)
    assert again.judgements == annotated().judgements
    assert again.luck == annotated().luck


def test_the_play_that_was_made_is_looked_at_as_deep_as_the_best() -> None:
    deep = annotate(a_match(options="one"), LEVELS["1-ply"])
    plays = [each for each in deep.judgements if each.kind == "play"]
    assert plays
    assert all(each.chosen.plies == 1 for each in plays)


def test_the_worst_decisions_come_first() -> None:
    losses = [each.loss for each in worst(annotated().judgements)]
    assert losses == sorted(losses, reverse=True)
    assert len(losses) == 10


def test_forced_plays_are_no_decisions() -> None:
    assert all(len(each.decision.choices) > 1 for each in annotated().judgements if each.kind == "play")


def test_progress_is_told() -> None:
    told: list[int] = []
    annotate(a_match(options="one"), LEVELS["0-ply"], progress=lambda done, of: told.append(done))
    assert told == list(range(1, len(told) + 1))


def test_what_was_kept_is_not_asked_again() -> None:
    kept: list[tuple[Any, Any]] = []
    first = annotate(a_match(options="one"), LEVELS["0-ply"], keep=lambda *each: kept.append(each))
    known = Known(
        {asked.version: answer for asked, answer in kept if isinstance(answer, Decision)},
        {asked.version: answer for asked, answer in kept if isinstance(answer, float)},
    )
    news: list[int] = []
    again = annotate(
        a_match(options="one"), LEVELS["0-ply"], known=known, keep=lambda asked, answer: news.append(asked.version)
    )
    assert len(kept) == len(first.judgements) + len(first.luck)
    assert not news
    assert (again.judgements, again.luck) == (first.judgements, first.luck)


def test_a_run_that_is_broken_off_takes_its_questions_back() -> None:
    with ThreadPoolExecutor(1) as one:
        with pytest.raises(KeyboardInterrupt):
            annotate(a_match(), LEVELS["1-ply"], one, lambda done, of: _interrupt())
        assert one.submit(int).result(timeout=10) == 0


def _interrupt() -> None:
    raise KeyboardInterrupt


def test_one_question_can_be_asked_by_itself() -> None:
    question = next(each for each in questions(a_match()) if each.kind == "play")
    judgement = judge(question, LEVELS["0-ply"])
    assert judgement is not None
    assert judgement == next(each for each in annotated().judgements if each.version == question.version)


def test_an_illegal_play_is_left_out_and_said_so() -> None:
    text = ' ; [Site "x"]\n 3 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/4      42: 8/4 6/4\n'
    history = read(text.encode()).entries[0].history
    found = annotate(history, LEVELS["0-ply"])
    assert [(each.seat, each.code) for each in found.skipped] == [(0, "analysis.skipped.illegal")]
    assert [(each.seat, each.kind) for each in found.judgements if each.kind == "play"] == [(1, "play")]


def test_not_to_turn_a_cube_that_is_of_no_use_is_no_decision() -> None:
    text = (
        " 2 point match\n\n Game 1\n a : 1   b : 1\n  1) 31: 8/5 6/5      42: 8/4 6/4\n  2) 21: 13/10      52: 13/6\n"
    )
    asked = questions(read(text.encode()).entries[0].history)
    assert {each.kind for each in asked} == {"play"}


def test_luck_cancels_out_over_all_rolls() -> None:
    start, stake = Position.start(), Stake()
    worths = worth_of_rolls(start, stake)
    lucks = np.array([luck_of(start, roll, stake) for roll in ROLLS])
    assert lucks @ WEIGHTS == pytest.approx(0.0, abs=1e-9)
    assert worths[ROLLS.index(Roll.of(6, 6))] > worths[ROLLS.index(Roll.of(4, 1))]
    openings = np.array([0.0 if roll.is_double else luck_of(start, roll, stake, opening=True) for roll in ROLLS])
    assert openings @ OPENING == pytest.approx(0.0, abs=1e-9)


def test_classes_and_strengths_have_their_borders() -> None:
    assert [grade(loss) for loss in (0.0, 0.019, 0.02, 0.04, 0.08, 1.0)] == [
        None, None, "doubtful", "error", "blunder", "blunder",
    ]  # fmt: skip
    called = [strength(rating, ENOUGH) for rating in (1.0, 6.0, 99.0)]
    assert called == ["champion", "expert", "learning"]
