"""Every oddity that a reader can note has its sentence in both languages."""

import re
from pathlib import Path

import pytest

import tavla.formats
from tavla.words.catalogue import LANGUAGES, messages

ROOM = Path(tavla.formats.__file__).parent


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_room_has_its_sentence(language: str) -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in ROOM.glob("*.py"))
    codes = set(re.findall(r"\"(formats\.[a-z_.]+)\"", source))
    assert len(codes) > 20
    assert not codes - messages(language).keys()
