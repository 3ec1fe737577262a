"""Rolls as values and as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla.errors import InvalidText
from tavla.rules import ROLLS, Roll


def test_there_are_twenty_one_rolls_in_thirty_six_throws() -> None:
    assert len(set(ROLLS)) == 21
    assert sum(roll.weight for roll in ROLLS) == 36
    assert sum(roll.is_double for roll in ROLLS) == 6


def test_the_order_in_which_dice_fall_has_no_meaning() -> None:
    assert Roll.of(2, 6) == Roll.of(6, 2) == (6, 2)


def test_a_double_gives_four_moves() -> None:
    assert Roll.of(3, 3).dice == (3, 3, 3, 3)
    assert Roll.of(3, 5).dice == (5, 3)


@pytest.mark.parametrize("text", ["62", "26", "6-2", "2-6", "6 2", " 6-2 ", "6,2", "6x2"])
def test_a_roll_is_written_in_many_ways(text: str) -> None:
    assert Roll.parse(text) == (6, 2)
    assert str(Roll.parse(text)) == "62"


@pytest.mark.parametrize("text", ["", "6", "0-1", "7-1", "70", "666", "6--2", "six", "6-2-1", "-6-2", "٦٢", "62" * 50])
def test_what_is_no_roll_is_refused(text: str) -> None:
    with pytest.raises(InvalidText):
        Roll.parse(text)


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1, -1)])
def test_a_die_shows_one_to_six(dice: tuple[int, int]) -> None:
    with pytest.raises(InvalidText):
        Roll.of(*dice)


@given(st.text())
def test_any_text_gives_a_roll_or_our_error(text: str) -> None:
    try:
        assert Roll.parse(text) in ROLLS
    except InvalidText:
        return
