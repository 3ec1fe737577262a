"""The report: whole in both languages, standing alone, safe, readable without a script, walked through with one."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tavla.analysis.annotate import Annotated, Skipped, annotate
from tavla.analysis.rating import worst
from tavla.analysis.report import report
from tavla.analysis.report.entries import entries_of
from tavla.analysis.themes import explain, sentences
from tavla.engine.decision import LEVELS
from tavla.match.annotation import Candidate, Opinion
from tavla.match.events import Player
from tavla.match.match import History
from tavla.rules import profile
from tavla.words import LANGUAGES
from tests.analysis.test_annotate import a_match, annotated
from tests.random_play import random_match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@cache
def page(language: str) -> str:
    return report(annotated(), language)


def data(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_said(language: str) -> None:
    text = re.sub(r'<(script type="module"|style).*?</(script|style)>', "", page(language), flags=re.DOTALL)
    assert not re.findall(r"\b(?:report|theme|cli|strength|bot)\.[a-z_.]+", text)
    assert not re.findall(r"\{[a-z]+\}", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL))
    assert f'lang="{language}"' in page(language)


def test_nothing_is_fetched() -> None:
    assert not re.findall(r"(?:src|href)=['\"](?!#)|url\((?!#)|@import|https?://(?!www\.w3\.org)", page("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_script_the_dearest_decisions_stand_there_with_board_and_reasons(language: str) -> None:
    text = re.sub(r"<script.*?</script>", "", page(language), flags=re.DOTALL)
    for judgement in worst(annotated().judgements):
        card = text.split(f'id="d{judgement.version}"')[1].split("</li><li class=")[0]
        assert '<div class="board"><svg' in card
        assert "XGID=" in card
        remarks = explain(judgement.state, judgement.chosen, judgement.decision.best)
        plain = card.replace("&#x27;", "'")
        assert all(sentence in plain for sentence in sentences(language, remarks))


def test_every_decision_that_counts_is_in_the_table_and_in_the_data() -> None:
    counted = [each for each in annotated().judgements if each.counts]
    assert page("en").count("data-grade=") == len(counted)
    told = data(page("en"))["entries"]
    assert [each["version"] for each in told] == [each.version for each in counted]
    assert all(len(each["board"]) == 52 for each in told)


def test_luck_belongs_to_the_decision_after_it() -> None:
    entries = entries_of(annotated())
    for before, entry in pairwise(entries):
        between = range(before.judgement.version, entry.judgement.version)
        lucks = [each for each in annotated().luck if each.version in between]
        assert entry.luck == pytest.approx(sum(each.luck if each.seat == 0 else -each.luck for each in lucks))


def test_games_are_told_one_by_one() -> None:
    history = random_match(profile("tavla", {"length": "points(7)"}), random.Random(4))
    games = history.match.results
    assert len(games) > 1
    text = report(annotate(history, LEVELS["0-ply"]), "en")
    table = text.split('class="games"')[1].split("</table>")[0]
    assert table.count("<tr>") == len(games) + 1
    assert 'class="games"' not in report(annotate(a_match(options="one"), LEVELS["0-ply"]), "en")


def test_what_the_file_thought_has_its_column() -> None:
    first, *others = annotated().judgements
    told = (Candidate("play", 0.3, play="8/5 6/5"), Candidate("play", 0.1, play="24/23 13/10"))
    opinion = Opinion("Another Program", "play", told, 1)
    text = report(replace(annotated(), judgements=(replace(first, opinion=opinion), *others)), "en")
    assert "Another Program" in text
    assert data(text)["entries"][0]["opinion"] == ["Another Program", 0.2, "8/5 6/5"]
    assert 'class="opinion"' in text
    assert 'class="opinion"' not in page("en")


def test_a_match_without_an_error_says_so() -> None:
    flawless = replace(annotated(), judgements=tuple(each for each in annotated().judgements if each.seat == 0))
    assert "No decision lost anything." in report(flawless, "en")


def test_what_could_not_be_judged_is_named() -> None:
    left_out = Skipped(7, 1, 0, "analysis.skipped.illegal")
    text = report(replace(annotated(), skipped=(left_out,)), "en")
    assert "Not judged" in text
    assert "game 1, event 7" in text
    assert "Not judged" not in page("en")


def test_a_record_without_a_decision_makes_a_page() -> None:
    empty = Annotated(annotated().history, LEVELS["0-ply"], (), ())
    assert "<h1>" in report(empty, "tr")


def test_a_name_is_text_and_nothing_else() -> None:
    evil = "</script><script>alert(1)</script>"
    history = annotated().history
    started = replace(history.match.started, players=(Player(evil), Player(evil)))
    renamed = History([replace(history.events[0], fact=started), *history.events[1:]])
    text = report(replace(annotated(), history=renamed), "en")
    assert evil not in text
    assert "&lt;script&gt;" in text
    assert data(text)["names"] == [evil, evil]


def test_a_drawn_board_is_light_and_a_long_match_stays_small() -> None:
    entries = len(data(page("en"))["entries"])
    assert len(page("en")) < 150_000 + 1_500 * entries


@pytest.fixture
def sheet(browser: "Browser", tmp_path: Path) -> Iterator["Page"]:
    file = tmp_path / "report.html"
    file.write_text(page("tr"), "utf-8")
    context = browser.new_context(viewport={"width": 360, "height": 740})
    opened = context.new_page()
    opened.goto(file.as_uri())
    yield opened
    context.close()


def test_the_worst_decision_stands_in_the_stepper_at_once(sheet: "Page") -> None:
    first = worst(annotated().judgements)[0]
    assert f"olay {first.version}," in sheet.locator(".current").inner_text()
    assert sheet.locator(".current .board svg use").count() > 15


def test_keys_and_filters_lead_through_the_decisions(sheet: "Page") -> None:
    rows = sheet.locator(".all tbody tr:visible")
    every = rows.count()
    sheet.select_option("select[name=grade]", "blunder")
    blunders = rows.count()
    assert 0 < blunders < every
    sheet.locator("h1").click()
    sheet.keyboard.press("ArrowRight")
    assert sheet.locator(".steps output").inner_text().startswith(f"2 / {blunders}")
    second = worst(annotated().judgements)[1]
    assert f"olay {second.version}," in sheet.locator(".current").inner_text()
    sheet.select_option("select[name=grade]", "")
    sheet.select_option("select[name=order]", "match")
    sheet.locator("h1").click()
    sheet.keyboard.press("n")
    assert sheet.locator(".current .loss").get_attribute("class") in ("loss error", "loss blunder")
    sheet.keyboard.press("p")
    sheet.keyboard.press("k")


def test_a_row_and_the_chart_lead_to_their_decision(sheet: "Page") -> None:
    version = [each for each in annotated().judgements if each.counts][-1].version
    sheet.select_option("select[name=order]", "match")
    sheet.locator(".all tbody tr").last.locator("button").click()
    assert f"olay {version}," in sheet.locator(".current").inner_text()
    sheet.locator(".chart").focus()
    sheet.keyboard.press("Home")
    sheet.keyboard.press("Enter")
    first = next(each for each in annotated().judgements if each.counts)
    assert f"olay {first.version}," in sheet.locator(".current").inner_text()


def test_the_drawn_board_is_the_one_that_python_draws(sheet: "Page") -> None:
    """The stepper starts with the decision of the first card: same pieces at the same places."""
    places = """(selector) => [...document.querySelectorAll(`${selector} .board use[x]`)].map(
        (use) => `${use.getAttribute('href')} ${Number(use.getAttribute('x')).toFixed(2)}` +
                 ` ${Number(use.getAttribute('y')).toFixed(2)}`).sort()"""
    assert sheet.evaluate(places, ".current") == sheet.evaluate(places, ".cards > li:first-child")


def test_it_fits_a_phone_and_is_accessible(sheet: "Page") -> None:
    assert sheet.evaluate("document.documentElement.scrollWidth") == 360
    axe = next((Path(__file__).parents[1] / "web" / "vendor").rglob("axe*.js"))
    sheet.add_script_tag(path=str(axe))
    for scheme in ("light", "dark"):
        sheet.emulate_media(color_scheme=scheme)
        found = sheet.evaluate("axe.run().then(result => result.violations.map(each => each.id))")
        assert found == []


def test_on_paper_the_dearest_decisions_are_whole(sheet: "Page") -> None:
    sheet.emulate_media(media="print")
    assert sheet.locator(".stepper").is_hidden()
    assert sheet.locator(".cards .board").first.is_visible()
    assert sheet.locator(".cards .choices").first.is_visible()


@pytest.mark.parametrize(
    ("options", "said"),
    [("one", "A single game."), ("points(9)", "Match to 9 points."), ("games(3)", "Best of 3 games.")],
)
def test_what_was_played_is_said(options: str, said: str) -> None:
    history = random_match(profile("tavla", {"length": options}), random.Random(4), games=1)
    text = report(Annotated(history, LEVELS["0-ply"], (), ()), "en")
    assert said in text
