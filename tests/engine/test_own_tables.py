"""Tables for the games that the published one does not fit."""

import pytest

from tavla.engine.match_equity import kazaross_xg2
from tavla.engine.own_tables import computed, table_for
from tavla.rules.ruleset import profile


def test_the_usual_match_keeps_the_published_table() -> None:
    assert table_for(profile("tournament")) is kazaross_xg2()
    assert table_for(profile("money")) is None
    assert table_for(profile("single")) is None


def test_the_model_agrees_with_the_published_table() -> None:
    own, published = computed(15, 3, True, None, True), kazaross_xg2()
    errors = [abs(own.chance(a, b) - published.chance(a, b)) for a in range(1, 16) for b in range(1, 16)]
    assert max(errors) < 0.013
    assert sum(errors) / len(errors) < 0.0015


def test_without_cube_and_mars_a_match_is_a_walk_of_single_steps() -> None:
    table = table_for(profile("house", {"mars": "1", "cube": "off"}))
    assert table is not None
    assert table.chance(2, 1) == pytest.approx(0.25)
    assert table.chance(3, 1) == pytest.approx(0.125)
    assert table.chance(3, 2) == pytest.approx(0.3125)


def test_without_cube_mars_helps_the_trailer() -> None:
    with_mars = table_for(profile("tavla"))
    assert with_mars is not None
    assert 0.25 < with_mars.chance(2, 1) < 0.36


def test_a_trailer_who_can_win_with_the_cube_doubles_at_once() -> None:
    table = table_for(profile("house", {"mars": "1"}))
    assert table is not None
    assert table.chance(2, 1) == pytest.approx(0.5)
