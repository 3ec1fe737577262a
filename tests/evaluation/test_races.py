"""Races by the tables: what is a race, chances that agree with one another, decisions alike at every level."""

from dataclasses import replace

import numpy as np
import pytest

from tavla.engine.decision import LEVELS, decide
from tavla.evaluation import evaluate, legal_plays, words_of
from tavla.evaluation.boards import counts_of
from tavla.evaluation.races import is_race, race_chances, rolls
from tavla.rules import Phase, Position, Roll, State, apply, profile
from tavla.rules.dice import ROLLS
from tavla.rules.facts import Rolled

NEAR = Position.from_points({7: 2, 6: 5, 5: 3, 4: 2}, {7: 3, 6: 5, 5: 4})
FAR = Position.from_points({11: 2, 8: 4, 6: 5, 5: 4}, {10: 3, 8: 3, 6: 5, 5: 4})


def test_a_race_is_a_position_without_contact_in_which_both_still_play() -> None:
    over = Position.from_points({6: 2}, {})
    boards = [Position.start(), NEAR, FAR, over]
    assert is_race(counts_of(words_of(boards))).tolist() == [False, True, True, False]


@pytest.mark.parametrize("position", [NEAR, FAR])
def test_the_chance_is_the_mean_over_all_rolls_and_best_plays(position: Position) -> None:
    plays = legal_plays([position] * len(ROLLS), [(roll.high, roll.low) for roll in ROLLS])
    lost = np.split(race_chances(words_of(plays.after))[:, 0], plays.ends[:-1])
    mean = sum(roll.weight * (1.0 - each.min()) for roll, each in zip(ROLLS, lost, strict=True)) / 36
    assert race_chances(words_of([position]))[0, 0] == pytest.approx(mean, abs=0.01)


def test_chances_are_nested_and_no_gammon_is_lost_with_a_checker_off() -> None:
    found = race_chances(words_of([NEAR, FAR]))
    assert (found[:, 0] >= found[:, 1]).all()
    assert (found[:, 1] >= found[:, 2]).all()
    assert found[0, 3] == 0.0


def test_at_home_the_kernel_answers() -> None:
    home = Position.from_points({6: 5, 5: 4, 4: 3, 3: 3}, {6: 5, 5: 4, 4: 3, 3: 3})
    assert (race_chances(words_of([home])) == evaluate([home])).all()


def test_a_side_far_away_needs_about_a_roll_for_every_eight_pips_more() -> None:
    sides = counts_of(words_of([FAR, Position.from_points({14: 2, 8: 4, 6: 5, 5: 4}, FAR_THEIRS)]))[:, 0]
    near, far = rolls(sides) @ np.arange(32)
    assert far - near == pytest.approx(6 / 8.17, abs=0.1)


FAR_THEIRS = {10: 3, 8: 3, 6: 5, 5: 4}


def test_every_level_ranks_a_race_alike() -> None:
    state = replace(State(profile("money"), FAR, Phase.ROLL, 0))
    state = apply(state, Rolled(Roll.of(5, 2)))
    orders = [[choice.action for choice in decide(state, LEVELS[name]).choices] for name in ("0-ply", "2-ply")]
    assert orders[0] == orders[1]


def test_gammons_are_likely_against_a_side_that_has_far_to_go() -> None:
    behind = Position.from_points({1: 4}, {18: 8, 12: 7})
    level = Position.from_points({1: 4}, {7: 1, 1: 14})
    far, near = race_chances(words_of([behind, level]))
    assert far[1] > 0.9
    assert near[1] == pytest.approx(1 / 6 + 5 / 6 * 4 / 36, abs=1e-5)
    assert far[3] == near[3] == 0.0


def test_gammons_of_a_side_beyond_the_table_are_not_taken_from_it() -> None:
    rolled_out = 0.301
    position = Position.from_points({5: 2, 4: 2, 3: 2, 2: 2, 1: 3}, {19: 1, 10: 2, 7: 3, 6: 1, 3: 1, 2: 3, 1: 4})
    assert race_chances(words_of([position]))[0, 1] == pytest.approx(rolled_out, abs=0.08)


def test_the_first_of_fifteen_is_off_before_the_last() -> None:
    sides = counts_of(words_of([NEAR, Position.from_points({7: 5, 6: 5, 5: 5}, FAR_THEIRS)]))[:, 0]
    whole = sides[:, 1:].sum(axis=1) == 15
    first, last = (rolls(sides[whole], first=each) @ np.arange(32) for each in (True, False))
    assert (first < last - 4).all()
