"""Patterns say what must stand where, for either side, and refuse what they do not know by its word."""

import pytest

from tavla.errors import InvalidText
from tavla.notation.pattern import parse_pattern
from tavla.rules import BAR, Position

START = Position.start()
ON_BAR = Position.from_points({BAR: 1, 6: 5, 8: 3, 13: 4, 24: 2}, {6: 6, 5: 2, 8: 3, 13: 4})


@pytest.mark.parametrize(
    "text",
    [
        "6:5",
        "6:5 8:3 13:5 24:2",
        "their 6:5",
        "my 6:5 their 6:5 my 8:3",
        "6:2+",
        "6:5-",
        "6:2-5",
        "7:0",
        "off:0 bar:0 their bar:0",
        "pips:167",
        "pips:100-200 their pips:167+",
        "contact",
        "6:5, 8:3;".rstrip(";"),
        "THEIR 24:2",
    ],
)
def test_what_fits_the_start(text: str) -> None:
    assert parse_pattern(text).fits(START)


@pytest.mark.parametrize(
    "text", ["6:4", "6:6+", "6:4-", "their 24:3+", "race", "bar:1+", "7:2+", "pips:166-", "6:5 7:1"]
)
def test_what_does_not_fit_the_start(text: str) -> None:
    assert not parse_pattern(text).fits(START)


def test_each_side_is_counted_in_its_own_numbering() -> None:
    assert parse_pattern("bar:1 their 5:2+").fits(ON_BAR)
    assert parse_pattern("5:2+ their bar:1").fits(ON_BAR.flip())
    assert not parse_pattern("their bar:1").fits(ON_BAR)


def test_a_race_is_a_race() -> None:
    late = Position.from_points({1: 2}, {1: 2})
    assert parse_pattern("race off:13 their off:13").fits(late)
    assert not parse_pattern("contact").fits(late)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "6",
        "6:",
        ":5",
        "25:1",
        "0:1",
        "6:-2",
        "6:5-2",
        "6:x",
        "six:5",
        "6:5+4",
        "6:1000",
        "bar",
        "x" * 5000,
        "6:5 " * 65,
    ],
)
def test_what_means_nothing_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InvalidText) as refused:
        parse_pattern(text)
    assert len(str(refused.value).splitlines()) == 1
