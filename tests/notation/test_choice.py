"""A choice has one name wherever it is read."""

import pytest

from tavla.engine.decision import LEVELS, Choice, decide
from tavla.match.annotation import Candidate
from tavla.notation import choice_in_words, decode_xgid, rules_of, state_of
from tavla.notation.choice import NAMES
from tavla.rules.facts import Played
from tavla.rules.outcome import Chances
from tavla.words import LANGUAGES, messages

NOTHING = Chances(0.5, 0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_has_words(language: str) -> None:
    known = messages(language)
    assert all(f"choice.{name}" in known for name in NAMES)
    assert len({choice_in_words(language, name) for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize(("language", "words"), [("en", "no double"), ("tr", "vido çekmemek")])
def test_not_to_double_is_said_in_words(language: str, words: str) -> None:
    assert choice_in_words(language, "roll") == words


def test_a_play_is_its_notation() -> None:
    assert choice_in_words("tr", "8/5 6/5") == "8/5 6/5"
    assert choice_in_words("en", "") == "no play"


def test_ours_and_that_of_another_program_have_the_same_text() -> None:
    situation = decode_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    best = decide(state_of(situation, rules_of(situation)), LEVELS["0-ply"]).best
    assert best.text == Candidate("play", None, play=best.text).text != ""
    assert Choice(Played(()), 0.0, None, NOTHING, 0).text == Candidate("play", None).text == ""
    assert Candidate("double", None, play="?").text == "double"
