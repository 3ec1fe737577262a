"""Dates and numbers as people of a language write them."""

import time

import pytest

from tavla.words import MINUS, day, minute, number

MOMENT = time.mktime((2024, 7, 23, 14, 5, 0, 0, 0, -1))


@pytest.mark.parametrize(
    ("language", "date"), [("en", "Jul 23, 2024"), ("tr", "23 Tem 2024")], ids=["English", "Turkish"]
)
def test_a_date_is_written_with_the_name_of_its_month(language: str, date: str) -> None:
    assert day(language, MOMENT) == date
    assert minute(language, MOMENT) == f"{date} 14:05"


@pytest.mark.parametrize(("language", "text"), [("en", "1,234.50"), ("tr", "1.234,50")])
def test_a_number_below_nothing_has_a_real_minus_sign(language: str, text: str) -> None:
    assert number(language, 1234.5, 2) == text
    assert number(language, -1234.5, 2) == MINUS + text
