"""Numbers with a point or a comma."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla.errors import InvalidText
from tavla.notation import parse_number
from tavla.words import number


@pytest.mark.parametrize("text", ["-0,306", "-0.306", " -0.306 ", "\N{MINUS SIGN}0,306", "-00.306000"])
def test_n03_comma_and_point_are_the_same_number(text: str) -> None:
    assert parse_number(text) == -0.306


@pytest.mark.parametrize(("text", "value"), [("0", 0.0), ("+1.5", 1.5), ("12", 12.0), ("1,234", 1.234)])
def test_whole_and_positive_numbers_are_read(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    "text", ["", "-", ".", "1.", ",5", "1.2.3", "1,2,3", "1e5", "nan", "inf", "0x1", "٣", "9" * 99]
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidText):
        parse_number(text)


@given(st.floats(-9, 9))
def test_a_number_shown_in_either_language_is_read_back(value: float) -> None:
    for language in ("tr", "en"):
        assert parse_number(number(language, value, 3)) == pytest.approx(value, abs=0.0006)


@given(st.text())
def test_any_text_gives_a_number_or_our_error(text: str) -> None:
    try:
        parse_number(text)
    except InvalidText:
        return
