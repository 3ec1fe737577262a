"""What an analysis shows belongs to what is looked at, and is counted everywhere alike."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tavla.analysis.annotate import Annotated, annotate
from tavla.analysis.rating import ENOUGH, rate
from tavla.analysis.report import report
from tavla.engine.decision import LEVELS
from tavla.formats.detect import read
from tests.short_match import ODD_MATCH, SHORT_MATCH
from tests.web.conftest import RunningServer
from tests.web.match_page import DESKTOP
from tests.web.test_page_analysis import BLUNDER, PHONE, StudyPage, reader

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LATE = 21
"""The number of a decision that stands below the edge of any screen when the list is at its top."""


@pytest.fixture
def page(browser: "Browser", module_server: RunningServer) -> Iterator[StudyPage]:
    with reader(browser) as context:
        found = StudyPage(context.new_page(), module_server.url)
        yield found
        assert found.troubles == []


MONEY = SHORT_MATCH.replace(" 3 point", " 0 point")


def judged(text: str = SHORT_MATCH) -> Annotated:
    """The short match as the page judges it."""
    (entry,) = read(text.encode()).entries
    return annotate(entry.history, LEVELS["0-ply"])


def numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]


def test_a_match_without_decisions_says_so_and_shows_no_board(page: StudyPage, shared: Path) -> None:
    page.open("/analysis").part("drop").wait_for()
    name = "galaxy_match8600770.txt"
    page.drop((shared / "files/mat" / name).read_bytes(), name)
    page.part("nothing").wait_for()
    page.part("exports").wait_for()
    assert page.page.locator(".tavla-board").count() == 0
    assert page.page.locator('[role="alert"]').count() == 0


def test_a_board_has_its_colours_before_it_has_a_position(page: StudyPage) -> None:
    page.analysed()
    page.page.route("**/decisions/*", lambda route: None)
    page.page.reload()
    page.page.wait_for_selector('.tavla-board[data-theme="light"]')
    page.page.unroute("**/decisions/*")


def test_a_cube_decision_shows_no_dice_of_the_decision_before(page: StudyPage) -> None:
    page.analysed().at(1)
    page.page.wait_for_selector(".die")
    page.act("study-tab-list").click()
    page.page.select_option('[data-filter="kind"]', "double")
    page.page.locator('[data-part="decisions"] .decision-row').first.click()
    page.part("candidates").wait_for()
    page.wait("document.querySelectorAll('.die').length === 0")


def test_what_was_typed_at_one_decision_is_not_there_at_the_next(page: StudyPage) -> None:
    page.analysed().at(BLUNDER)
    page.act("all-plays").click()
    page.act("try-type").click()
    page.part("typed").fill("24/21")
    page.at(BLUNDER + 1)
    page.at(BLUNDER)
    assert page.part("typed").count() == 0
    assert page.act("all-plays").get_attribute("aria-expanded") == "false"


def test_decisions_are_counted_alike_on_the_page_and_in_the_report(page: StudyPage) -> None:
    page.analysed()
    counts = [rate(judged(), seat).decisions for seat in (0, 1)]
    sides = [page.page.locator(".side").nth(seat).inner_text() for seat in (0, 1)]
    assert [numbers(side)[-1] for side in sides] == counts
    assert numbers(page.part("progress").inner_text())[0] == sum(counts)
    assert page.part("at").inner_text().endswith(f"/ {sum(counts)}")
    assert f"{sum(counts)} karar 0-ply" in report(judged(), "tr")
    page.act("study-tab-list").click()
    assert page.part("shown").inner_text() == f"{sum(counts)} karar"
    page.page.select_option('[data-filter="kind"]', "every")
    page.wait("document.querySelector('[data-part=shown]').innerText.includes('PR')")
    every, counted = numbers(page.part("shown").inner_text())
    assert (every > counted, counted) == (True, sum(counts))


def test_figures_are_written_alike_on_the_page_and_in_the_report(page: StudyPage) -> None:
    page.analysed(MONEY)
    told = report(judged(MONEY), "tr")
    for seat in (0, 1):
        assert f"<strong>{page.page.locator('.side strong').nth(seat).inner_text()}</strong>" in told
    without = page.page.locator(".figures tr", has_text="şanstan arınmış sonuç").locator("td")
    assert without.count() == 2
    for cell in without.all_inner_texts():
        assert f"<td>{cell}</td>" in told


def test_a_rating_of_few_decisions_has_no_name(page: StudyPage) -> None:
    page.analysed()
    for side in page.page.locator(".side").all():
        n = numbers(side.inner_text())[-1]
        assert n < ENOUGH
        assert side.locator("p").last.inner_text() == f"{n} karar"


def test_a_filter_is_told_wherever_it_holds_and_is_cleared_there(page: StudyPage) -> None:
    page.analysed().at(BLUNDER)
    whole = page.part("at").inner_text()
    page.act("study-tab-list").click()
    page.page.select_option('[data-filter="grade"]', "blunder")
    page.page.select_option('[data-filter="seat"]', "0")
    page.act("study-tab-decision").click()
    narrowed = page.part("narrowed")
    narrowed.wait_for()
    assert "büyük hata" in narrowed.inner_text()
    page.act("study-tab-summary").click()
    assert page.page.locator('[data-part="worst"] .decision-row').count() > 1
    page.act("study-tab-file").click()
    narrowed.locator('[data-action="widen"]').click()
    narrowed.wait_for(state="detached")
    assert page.part("at").inner_text() == whole


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_another_tab_begins_at_its_top_and_the_list_at_the_decision(
    browser: "Browser", module_server: RunningServer, size: tuple[int, int]
) -> None:
    with reader(browser, size) as context:
        page = StudyPage(context.new_page(), module_server.url).analysed().at(LATE)
        page.page.evaluate("{ scrollTo(0, 9999); document.querySelector('#study-panel').scrollTop = 9999; }")
        page.act("study-tab-list").click()
        page.wait("document.querySelector('[data-part=decisions] [aria-current]') !== null")
        for part in ('[data-filter="game"]', '[data-part="decisions"] [aria-current="true"]'):
            box = page.page.locator(part).bounding_box()
            assert box is not None
            assert 0 <= box["y"] < size[1] - 20
        page.act("study-tab-summary").click()
        page.part("worst").wait_for()
        assert page.page.evaluate("[scrollY, document.querySelector('#study-panel').scrollTop]") == [0, 0]


def test_a_score_of_two_digits_stays_on_one_line(page: StudyPage, shared: Path) -> None:
    page.open("/analysis").part("drop").wait_for()
    file = shared / "files/mat/xg_export_9pt.txt"
    page.drop(file.read_bytes(), file.name)
    score = page.page.locator(".side .score").first
    score.wait_for()
    assert len(score.inner_text()) == 2
    lines = score.evaluate("each => each.getClientRects().length === 1 && each.offsetHeight < 1.5 * each.offsetWidth")
    assert lines


def test_the_file_tab_speaks_in_sentences_without_codes(page: StudyPage) -> None:
    page.analysed(ODD_MATCH)
    page.act("study-tab-file").click()
    told = page.part("oddities").inner_text()
    assert "formats." not in told
    assert "24/23 13/12" in told


def test_a_mistake_is_kept_without_scrolling(page: StudyPage) -> None:
    page.analysed(SHORT_MATCH).at(BLUNDER)
    box = page.act("study").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < DESKTOP[1] / 2


def test_the_board_follows_the_system_at_once(page: StudyPage) -> None:
    page.analysed().at(BLUNDER)
    page.page.wait_for_selector('.tavla-board[data-theme="light"]')
    page.page.emulate_media(color_scheme="dark")
    page.page.wait_for_selector('.tavla-board[data-theme="dark"]')
    page.page.emulate_media(color_scheme="light")
    page.page.wait_for_selector('.tavla-board[data-theme="light"]')
