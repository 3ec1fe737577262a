"""Scores are worth what the published table says, and further ones go on where it ends."""

import pytest

from tavla.engine.match_equity import kazaross_xg2


def test_the_crawford_game_to_come_and_the_one_behind_are_told_apart() -> None:
    table = kazaross_xg2()
    assert table.chance(2, 1) == pytest.approx(0.3226, abs=1e-4)
    assert table.chance(2, 1, after_crawford=True) == pytest.approx(0.4880, abs=1e-4)


@pytest.mark.parametrize(("mine", "theirs", "chance"), [(1, 1, 0.5), (3, 5, 0.64795), (25, 20, 0.34240), (4, 4, 0.5)])
def test_entries_are_the_published_ones(mine: int, theirs: int, chance: float) -> None:
    assert kazaross_xg2().chance(mine, theirs) == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize("score", [(mine, theirs) for mine in range(1, 41, 3) for theirs in range(1, 41, 4)])
def test_both_players_share_one_match(score: tuple[int, int]) -> None:
    mine, theirs = score
    table = kazaross_xg2()
    for after in (False, True):
        both = table.chance(mine, theirs, after) + table.chance(theirs, mine, after)
        assert both == pytest.approx(1.0, abs=2e-5)


def test_a_reached_score_is_certain() -> None:
    table = kazaross_xg2()
    assert (table.chance(0, 3), table.chance(-2, 1), table.chance(3, 0)) == (1.0, 1.0, 0.0)


def test_longer_matches_go_on_smoothly() -> None:
    table = kazaross_xg2()
    assert table.chance(26, 24) == pytest.approx(table.chance(25, 23), abs=0.01)
    assert table.chance(26, 1, after_crawford=True) < table.chance(25, 1, after_crawford=True)
    assert table.chance(1000, 1000) == 0.5
