"""What the rolls are called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla.rules import ROLLS
from tavla.words import parse_roll_name, roll_name
from tavla.words.rolls import TURKISH


def test_every_roll_has_a_name_in_both_languages() -> None:
    for language in ("tr", "en"):
        names = {roll_name(language, roll) for roll in ROLLS}
        assert len(names) == 21
        assert all(parse_roll_name(roll_name(language, roll)) == roll for roll in ROLLS)


@pytest.mark.parametrize(
    ("roll", "name"),
    [
        ((1, 1), "hep yek"),
        ((2, 1), "iki bir"),
        ((2, 2), "dubara"),
        ((3, 1), "se yek"),
        ((3, 2), "seba-i dü"),
        ((3, 3), "dü se"),
        ((4, 1), "cihar-ı yek"),
        ((4, 2), "cihar-ı dü"),
        ((4, 3), "cihar-ü se"),
        ((4, 4), "dört cihar"),
        ((5, 1), "penc-i yek"),
        ((5, 2), "penc-i dü"),
        ((5, 3), "penc-ü se"),
        ((5, 4), "beş dört"),
        ((5, 5), "dü beş"),
        ((6, 1), "şeş-i yek"),
        ((6, 2), "şeş-i dü"),
        ((6, 3), "şeş-ü se"),
        ((6, 4), "şeş cihar"),
        ((6, 5), "şeş beş"),
        ((6, 6), "dü şeş"),
    ],
)
def test_the_turkish_name_is_the_usual_one(roll: tuple[int, int], name: str) -> None:
    assert roll_name("tr", roll) == name
    assert roll_name("tr", (roll[1], roll[0])) == name


@pytest.mark.parametrize(("roll", "name"), [((6, 5), "six-five"), ((4, 4), "double fours"), ((2, 1), "two-one")])
def test_the_english_name_is_plain(roll: tuple[int, int], name: str) -> None:
    assert roll_name("en", roll) == name


@pytest.mark.parametrize(("roll", "alias"), [(roll, alias) for roll, forms in TURKISH.items() for alias in forms])
def test_every_alias_is_understood(roll: tuple[int, int], alias: str) -> None:
    assert parse_roll_name(alias) == roll


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("ŞEŞ BEŞ", (6, 5)),
        ("sesbes", (6, 5)),
        ("Düşeş", (6, 6)),
        ("HEP YEK", (1, 1)),
        ("cihar-i dü", (4, 2)),
        ("CİHAR-I DÜ", (4, 2)),
        ("penc ü se", (5, 3)),
        ("düyek", (2, 1)),
        ("dü yek", (2, 1)),
        ("boxcars", (6, 6)),
        ("Five Three", (5, 3)),
    ],
)
def test_spelling_is_free(text: str, roll: tuple[int, int]) -> None:
    assert parse_roll_name(text) == roll


@given(st.text())
def test_what_is_no_name_names_no_roll(text: str) -> None:
    assert parse_roll_name(text) in (None, *ROLLS)
