"""Take points and cubeful worths at the references that every textbook gives."""

import numpy as np
import pytest

from tavla.engine.cubeful import cube_worths, gammon_value, take_point, worth
from tavla.engine.match_equity import kazaross_xg2
from tavla.engine.stake import MINE, THEIRS, Stake

EFFICIENCY = np.array([0.68])


def at_score(doubler: int, taker: int, **more: bool) -> Stake:
    """The stake of a doubler who needs so many points."""
    return Stake(away=(doubler, taker), table=kazaross_xg2(), **more)


def chances(*row: float) -> np.ndarray:
    return np.array([row])


@pytest.mark.parametrize(("efficiency", "point"), [(0.0, 0.25), (1.0, 0.20), (0.68, 0.216)])
def test_money_take_points_without_gammons(efficiency: float, point: float) -> None:
    assert take_point(Stake(), efficiency=efficiency) == pytest.approx(point, abs=1e-4)


def test_gammons_change_the_money_take_point() -> None:
    # A taker who loses a fifth of his losses as mars: (0.2 + 0.5) / (2 + 0.2) with a dead cube.
    assert take_point(Stake(), shares=(0.0, 0.2)) == pytest.approx(0.7 / 2.2, abs=1e-4)


def test_the_trailer_at_4_away_takes_easily_because_he_redoubles() -> None:
    stake = at_score(doubler=2, taker=4)
    assert take_point(stake) == pytest.approx(0.18564 / 0.5, abs=1e-4)
    assert take_point(stake, efficiency=1.0) == pytest.approx(0.1856, abs=1e-3)


def test_the_leader_at_2_away_has_a_dead_cube() -> None:
    stake = at_score(doubler=4, taker=2)
    expected = (0.59947 - 0.5) / 0.5
    assert take_point(stake) == pytest.approx(expected, abs=1e-4)
    assert take_point(stake, efficiency=1.0) == pytest.approx(expected, abs=1e-4)


def test_at_2_away_2_away_a_double_is_for_the_match() -> None:
    assert take_point(at_score(2, 2)) == pytest.approx(0.32264, abs=1e-4)


def test_gammons_are_worth_half_a_game_for_money_and_more_or_less_at_scores() -> None:
    assert gammon_value(Stake()) == (0.5, 0.5)
    trailer, leader = gammon_value(at_score(4, 1, crawford=True))
    assert trailer > 0.5
    assert leader == 0.0


def test_nobody_doubles_when_the_cube_is_dead() -> None:
    leader = at_score(1, 4, post_crawford=True)
    assert not leader.may_double(MINE, 1)
    assert leader.may_double(THEIRS, 1)
    assert not at_score(1, 1).may_double(MINE, 1)
    assert not at_score(2, 4).may_double(MINE, 2)
    assert not at_score(4, 2, crawford=True).may_double(MINE, 1)


def test_the_owner_of_the_cube_has_the_advantage_of_it() -> None:
    even = chances(0.5, 0.13, 0.005, 0.13, 0.005)
    centred, mine, theirs = (worth(even, Stake(owner=owner), EFFICIENCY)[0] for owner in (0, MINE, THEIRS))
    assert centred == pytest.approx(0.0, abs=1e-9)
    assert mine == pytest.approx(-theirs)
    assert mine > 0.1


def test_too_good_to_double_is_seen() -> None:
    found = cube_worths(chances(0.95, 0.70, 0.01, 0.0, 0.0), Stake(), EFFICIENCY)
    assert found.no_double[0] > found.double_drop[0] == 1.0


def test_under_jacoby_there_is_no_too_good() -> None:
    found = cube_worths(chances(0.95, 0.70, 0.01, 0.0, 0.0), Stake(jacoby=True), EFFICIENCY)
    assert found.no_double[0] <= 1.0 < found.double_take[0]


def test_a_cube_limit_kills_the_cube_of_the_taker() -> None:
    assert take_point(Stake(cube_max=2), efficiency=1.0) == pytest.approx(0.25, abs=1e-6)


def test_worths_never_fall_when_the_chances_rise() -> None:
    win = np.linspace(0.0, 1.0, 201)
    rows = np.stack([win, 0.25 * win, 0.01 * win, 0.2 * (1 - win), 0.01 * (1 - win)], axis=1)
    for stake in (Stake(), Stake(owner=MINE), Stake(owner=THEIRS), at_score(3, 5), at_score(7, 2), at_score(5, 11)):
        worths = worth(rows, stake, np.full(len(rows), 0.68))
        assert np.all(np.diff(worths) > -1e-9)


def test_a_stake_is_seen_from_both_sides() -> None:
    row = chances(0.62, 0.2, 0.01, 0.1, 0.0)
    other = chances(0.38, 0.1, 0.0, 0.2, 0.01)
    for stake in (Stake(owner=MINE), at_score(3, 6)):
        assert worth(row, stake, EFFICIENCY)[0] == pytest.approx(-worth(other, stake.flip(), EFFICIENCY)[0], abs=2e-5)
