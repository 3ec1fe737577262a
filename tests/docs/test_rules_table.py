"""docs/rules.md leaves out none of the statements of the source texts, and names nothing that is not there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tavla.web.help import anchors
from tavla.words.catalogue import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
STATEMENTS = [
    f"{text}-{number:02}" for text, most in (("000", 60), ("003", 56), ("004", 33)) for number in range(1, most + 1)
]
_ROW = re.compile(r"\| (\d{3}-\d\d) \| (.+) \| (.+) \|")
_TEST = re.compile(r"`(tests/[\w/]+\.py)::((?:\w+::)?\w+)`")
_HELP = re.compile(r"help \[(\w+)#([\w-]+)\]\(\.\./src/tavla/words/help/en/(\w+)\.md\)")
_LEFT_OUT = "[left out](#what-is-left-out)"


@cache
def _rows() -> dict[str, str]:
    """Where each statement is shown, as written in the table."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    found = [_ROW.fullmatch(line) for line in text.splitlines() if re.match(r"\| \d{3}-", line)]
    return {row[1]: row[3] for row in found if row}


@cache
def _tests(file: str) -> frozenset[str]:
    """The tests of a file, as pytest names them: those of a class after its name."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    inside = [f"{node.name}::{name}" for node in classes for name in _functions(node)]
    return frozenset((*_functions(tree), *inside))


def _functions(node: ast.Module | ast.ClassDef) -> list[str]:
    return [each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]


def test_all_149_statements_are_there_once_and_in_order() -> None:
    assert len(STATEMENTS) == 149
    assert list(_rows()) == STATEMENTS


@pytest.mark.parametrize("statement", STATEMENTS)
def test_what_shows_a_statement_exists(statement: str) -> None:
    for place in _rows()[statement].split("<br>"):
        test, page = _TEST.fullmatch(place), _HELP.fullmatch(place)
        if test:
            assert test[2] in _tests(test[1])
        elif page:
            assert page[1] == page[3]
            assert all(page[2] in anchors(language, page[1]) for language in LANGUAGES)
        else:
            assert place == _LEFT_OUT


def test_only_the_picture_credits_are_left_out() -> None:
    assert [statement for statement, place in _rows().items() if _LEFT_OUT in place] == ["004-33"]


def test_what_the_machine_does_is_shown_by_a_test() -> None:
    """Without a test of their own are only history, advice, manners at a real table and broken sentences."""
    told = {statement for statement, place in _rows().items() if not _TEST.search(place)}
    assert told == {
        *("000-02", "000-03", "000-42", "000-52", "000-53", "000-54", "000-55", "000-58", "000-59", "000-60"),
        *("003-01", "003-03", "003-04", "003-50", "004-01", "004-31", "004-33"),
    }
