"""Worths without looking ahead: exact for the last checkers, the model elsewhere; races are known at once."""

import numpy as np
import pytest

from tavla.engine.cubeful import worth
from tavla.engine.search import chances, efficiency, hold, look, race, static_doubles, static_worths, value
from tavla.engine.stake import CENTRE, MINE, THEIRS, Stake
from tavla.evaluation import words_of
from tavla.evaluation.bearoff import pair_equities, small_pairs
from tavla.rules import Position

SMALL = Position.from_points({6: 2, 5: 1}, {4: 2, 2: 2})
LARGE = Position.from_points({6: 5, 5: 4}, {4: 5, 2: 4})
SHORT = Position.from_points({5: 2, 4: 2, 2: 1}, {6: 2, 4: 2, 3: 1})
WORDS = words_of([SMALL, LARGE, Position.start()])


def static(stake: Stake) -> np.ndarray:
    seen = chances(WORDS, 0)
    return static_worths(WORDS, seen, efficiency(WORDS, seen), stake)


def test_the_table_holds_few_checkers_at_home_when_no_gammon_is_left() -> None:
    whole = Position.from_points({1: 3}, {1: 3}, checkers=3)
    assert small_pairs(words_of([SMALL, LARGE, Position.start(), whole])).tolist() == [True, False, False, False]


@pytest.mark.parametrize(("owner", "column"), [(CENTRE, 1), (MINE, 2), (THEIRS, 3)])
def test_money_cubes_over_few_checkers_are_exact(owner: int, column: int) -> None:
    found = static(Stake(cube=2, owner=owner))
    assert found[0] == pytest.approx(2 * pair_equities(WORDS[:1])[0, column])


@pytest.mark.parametrize("stake", [Stake(has_cube=False), Stake(cube_max=4), Stake(owner=MINE)])
def test_elsewhere_the_model_speaks(stake: Stake) -> None:
    seen = chances(WORDS, 0)
    model = worth(seen, stake, efficiency(WORDS, seen))
    assert static(stake)[1:] == pytest.approx(model[1:])


def test_a_double_over_the_last_checkers_is_seen_as_it_is() -> None:
    last = words_of([Position.from_points({3: 1, 2: 1}, {1: 2})])
    seen = chances(last, 0)
    found = static_doubles(last, seen, efficiency(last, seen), Stake())
    win = 25 / 36
    assert found.no_double[0] == pytest.approx(2 * win - 1, abs=1e-5)
    assert found.double_take[0] == pytest.approx(2 * (2 * win - 1), abs=1e-5)
    assert found.double_drop[0] == 1.0


def test_looking_ahead_over_few_checkers_changes_nothing() -> None:
    now, later = (value(look(WORDS[:1], plies, Stake()), Stake())[0] for plies in (0, 2))
    assert later == pytest.approx(now, abs=1e-4)


def test_looking_ahead_in_a_race_values_a_cube_as_it_is() -> None:
    even = words_of([Position.from_points({6: 3, 5: 2, 4: 1}, {6: 3, 5: 2, 3: 1}), SHORT, SHORT.flip()])
    exact = pair_equities(even)
    for owner, column in ((MINE, 2), (THEIRS, 3)):
        stake = Stake(owner=owner, cube_max=1024)
        assert hold(look(even, 2, stake), stake) == pytest.approx(exact[:, column], abs=0.03)


def test_a_cube_that_may_be_turned_in_two_turns_is_worth_more_truly_where_both_are_in_the_tree() -> None:
    boards = words_of([Position.from_points({6: 1, 5: 1, last: 2}, {6: 1, 4: 1, 2: 2}) for last in (1, 2, 3)])
    exact = pair_equities(boards)
    for owner, column in ((CENTRE, 1), (MINE, 2)):
        stake = Stake(owner=owner, cube_max=1024)
        whole, less = (np.abs(hold(look(boards, 2, stake, last), stake) - exact[:, column]) for last in (0, 1))
        assert whole.max() < 0.03
        assert whole.mean() < less.mean()


def test_only_races_with_checkers_outside_are_known_at_once() -> None:
    outside = words_of([Position.from_points({8: 2}, {9: 1})])
    assert race(outside) is not None
    assert race(WORDS[:1]) is None
    assert race(np.concatenate([outside, WORDS])) is None


def test_a_race_in_which_a_gammon_may_be_lost_far_from_home_is_looked_into() -> None:
    behind = Position.from_points({5: 2, 4: 2, 3: 2, 2: 2, 1: 3}, {19: 1, 10: 2, 7: 3, 6: 1, 3: 1, 2: 3, 1: 4})
    assert race(words_of([behind])) is None
    assert race(words_of([behind.flip()])) is None
