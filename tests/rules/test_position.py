"""Positions: points of view, pips, contact, and boards that cannot be."""

import pytest
from hypothesis import given

from tavla.errors import InvalidInput
from tavla.rules import BAR, Position
from tests.strategies import positions

CLOSED_OUT = {BAR: 1, **dict.fromkeys(range(1, 7), 2)}


def refusal(mine: dict[int, int], theirs: dict[int, int], checkers: int = 15) -> str:
    with pytest.raises(InvalidInput) as caught:
        Position.from_points(mine, theirs, checkers)
    return caught.value.code


@pytest.mark.parametrize(
    ("variant", "pips", "checkers"),
    [("backgammon", 167, 15), ("nackgammon", 194, 15), ("hypergammon", 69, 3), ("longgammon", 360, 15)],
)
def test_every_start_has_its_pips(variant: str, pips: int, checkers: int) -> None:
    start = Position.start(variant)
    assert start.pips == (pips, pips)
    assert sum(start.mine) == sum(start.theirs) == checkers
    assert start.checked() == start


def test_what_is_missing_is_borne_off() -> None:
    assert Position.from_points({6: 3}, {BAR: 1}).mine[0] == 12
    assert Position.from_points({6: 3}, {BAR: 1}, checkers=3).mine[0] == 0


@given(positions())
def test_turning_twice_is_the_same_board(position: Position) -> None:
    assert position.flip().flip() == position
    assert position.flip().pips == position.pips[::-1]
    assert position.flip().contact == position.contact


@pytest.mark.parametrize(
    ("mine", "theirs", "code"),
    [
        ({6: 1}, {19: 1}, "position.shared_point"),
        ({6: 16}, {1: 1}, "position.too_many"),
        ({26: 1}, {1: 1}, "position.no_such_point"),
        ({-1: 1}, {1: 1}, "position.no_such_point"),
        ({6: -1}, {1: 1}, "position.no_such_point"),
        ({}, {}, "position.nobody_left"),
        (CLOSED_OUT, CLOSED_OUT, "position.both_closed_out"),
    ],
)
def test_a_board_that_cannot_be_is_refused(mine: dict[int, int], theirs: dict[int, int], code: str) -> None:
    assert refusal(mine, theirs) == code


def test_a_won_position_has_a_winner() -> None:
    assert Position.from_points({}, {6: 2}).winner_is_known
    assert not Position.start().winner_is_known


def test_closed_out_means_the_bar_and_six_points() -> None:
    six = dict.fromkeys(range(1, 7), 2)
    assert Position.from_points({BAR: 1}, six).closed_out
    assert not Position.from_points({24: 1}, dict.fromkeys(range(2, 8), 2)).closed_out
    assert not Position.from_points({BAR: 1}, {**six, 6: 1}).closed_out
