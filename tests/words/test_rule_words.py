"""What is said about the rules: a word for every option, profile and value, and a sentence for every refusal."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tavla
from tavla.rules import OPTIONS, PROFILES, Act
from tavla.rules.position import STARTS
from tavla.rules.ruleset import _NONSENSE
from tavla.words.catalogue import LANGUAGES, messages, say

SOURCE = Path(tavla.__file__).parent
ERRORS = {
    *("TavlaError", "InvalidInput", "InvalidText", "InvalidOption", "AmbiguousPlay", "IllegalAction"),
    *("NotFound", "MissingData", "Unavailable", "Reason"),
}
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def _codes() -> Iterator[str]:
    """Every code of an error or a reason that is written out in the source."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in ERRORS and node.args:
                yield from _texts(node.args[0])


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _texts(argument: ast.expr) -> Iterator[str]:
    for node in ast.walk(argument):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"\w+(\.\w+)+", node.value):
            yield node.value


@EVERY_LANGUAGE
def test_every_code_in_the_source_has_its_sentence(language: str) -> None:
    missing = sorted({code for code in _codes() if code not in messages(language)})
    assert not missing


@EVERY_LANGUAGE
def test_every_combination_that_is_refused_has_its_sentence(language: str) -> None:
    assert not [code for code in _NONSENSE if code not in messages(language)]


@EVERY_LANGUAGE
def test_every_act_has_a_sentence_for_its_refusal(language: str) -> None:
    assert not [act for act in Act if f"action.no_{act}" not in messages(language)]


@EVERY_LANGUAGE
@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_has_a_label_a_sentence_and_words_for_its_values(language: str, name: str) -> None:
    known = messages(language)
    assert f"option.{name}" in known
    assert f"option.{name}.help" in known
    assert not [word for word in OPTIONS[name].words if f"option.{name}.{word}" not in known]


@EVERY_LANGUAGE
@pytest.mark.parametrize("name", ["auto_double", "beavers", "cube_max", "clock"])
def test_numeric_options_have_a_word_for_any_number(language: str, name: str) -> None:
    assert "{" in str(messages(language)[f"option.{name}.n"])


@EVERY_LANGUAGE
@pytest.mark.parametrize("kind", ["points", "games", "money", "one"])
def test_every_length_has_a_word(language: str, kind: str) -> None:
    assert "{" not in say(language, f"length.{kind}", n=5)


@EVERY_LANGUAGE
@pytest.mark.parametrize(
    "key",
    [*(f"profile.{name}" for name in PROFILES), *(f"variant.{name}" for name in STARTS), "bot.random", "bot.simple"],
)
def test_profiles_variants_and_bots_have_a_name_and_a_sentence(language: str, key: str) -> None:
    assert {key, f"{key}.help"} <= messages(language).keys()


def test_both_languages_say_the_same_things_with_the_same_values() -> None:
    turkish, english = messages("tr"), messages("en")
    assert turkish.keys() == english.keys()
    differing = {key for key in turkish if _placeholders(turkish[key]) != _placeholders(english[key])}
    assert differing <= {"page.roll.named"}, "only Turkish has a name for every roll"


def _placeholders(message: object) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", str(message)))


@EVERY_LANGUAGE
def test_the_cube_in_the_middle_is_called_alike_in_every_place(language: str) -> None:
    keys = ("page.facts.cube", "page.training.cube", "cli.show.cube.centred")
    assert len({say(language, key, value=1).split()[0].casefold() for key in keys}) == 1
