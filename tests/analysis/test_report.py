"""The report: whole in both languages, standing alone, safe, and with a board for each of the dearest decisions."""

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tavla.analysis.rating import worst
from tavla.analysis.report import report
from tavla.match.events import Player
from tavla.match.match import History
from tavla.words import LANGUAGES
from tests.analysis.test_annotate import annotated

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


@cache
def page(language: str) -> str:
    return report(annotated(), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_said(language: str) -> None:
    text = re.sub(r"<(script|style|svg).*?</\1>", "", page(language), flags=re.DOTALL)
    assert not re.findall(r"\b(?:report|cli|strength|bot)\.[a-z_.]+", text)
    assert f'lang="{language}"' in page(language)


def test_nothing_is_fetched() -> None:
    assert not re.findall(r"(?:src|href)=['\"](?!#)|url\((?!#)|@import|https?://(?!www\.w3\.org)", page("en"))


def test_each_of_the_dearest_decisions_has_a_board() -> None:
    dearest = worst(annotated().judgements)
    assert page("en").count('<div class="board"><svg') == len(dearest) == 10
    assert all(f'id="d{each.version}"' in page("en") for each in dearest)


def test_every_decision_that_counts_is_in_the_list() -> None:
    rows = re.findall(r"<tr class=\"\w+\" data-game", page("en"))
    assert len(rows) == sum(each.counts for each in annotated().judgements)


def test_a_name_is_text_and_nothing_else() -> None:
    evil = "<script>alert(1)</script>"
    history = annotated().history
    started = replace(history.match.started, players=(Player(evil), Player(evil)))
    renamed = History([replace(history.events[0], fact=started), *history.events[1:]])
    text = report(replace(annotated(), history=renamed), "en")
    assert evil not in text
    assert "&lt;script&gt;" in text


def test_it_is_read_filtered_and_walked_through_in_a_browser(browser: "Browser", tmp_path: "Path") -> None:
    file = tmp_path / "report.html"
    file.write_text(page("tr"), "utf-8")
    context = browser.new_context(viewport={"width": 360, "height": 740})
    sheet = context.new_page()
    sheet.goto(file.as_uri())
    assert sheet.evaluate("document.documentElement.scrollWidth") == 360
    before = sheet.locator(".all tbody tr:visible").count()
    sheet.select_option("select[name=grade]", "blunder")
    assert 0 < sheet.locator(".all tbody tr:visible").count() < before
    sheet.locator("h1").click()
    sheet.keyboard.press("j")
    sheet.keyboard.press("j")
    assert sheet.evaluate("document.activeElement.id") == f"d{worst(annotated().judgements)[1].version}"
    sheet.add_script_tag(path=_axe())
    found = sheet.evaluate("axe.run().then(result => result.violations.map(each => each.id))")
    assert found == []
    context.close()


def _axe() -> str:
    from pathlib import Path

    return str(next((Path(__file__).parents[1] / "web" / "vendor").rglob("axe*.js")))
