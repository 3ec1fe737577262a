"""Names are one whatever their case, font and form."""

import unicodedata

import pytest

from tavla.words.names import folded


@pytest.mark.parametrize(
    "name",
    [
        "Işıl İnci",
        "IŞIL İNCİ",
        "ışıl inci",
        "  Işıl\u00a0 İnci",
        unicodedata.normalize("NFD", "Işıl İnci"),
        "Ｉşıl İnci",
    ],
)
def test_forms_of_a_name_are_one(name: str) -> None:
    assert folded(name) == "işil inci"


@pytest.mark.parametrize("name", ["KAĞAN IŞIK", "kağan  ışık", "Kağan İşik", "ka\u0067\u0306an ışık"])
def test_accents_and_dots_may_stand_apart(name: str) -> None:
    assert folded(name) == folded("Kağan Işık")


def test_other_names_stay_apart() -> None:
    assert folded("Özgür") != folded("Ozgur")
