"""Lessons, typed plays and cards on the page: nothing of them is lost, and nothing of another moment is shown."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import RunningServer
from tests.web.match_page import visitor
from tests.web.test_page_tutor import LAST_ROLL, OPENING, TutorPage, add, at

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def page(browser: "Browser", module_server: RunningServer) -> Iterator[TutorPage]:
    with visitor(browser, tutor="all") as context, at(context, module_server) as held:
        yield held


def pips(page: TutorPage) -> list[str]:
    return page.page.locator('[data-part="pips"]').all_inner_texts()


def test_a_lesson_and_the_past_show_the_pip_counts_of_their_own_moment(page: TutorPage) -> None:
    page.sit_down()
    before = pips(page)
    page.blunder()
    page.lesson()
    page.until(lambda view: 0 in view["act"])
    assert pips(page) == before
    page.act("go_on").click()
    page.page.wait_for_selector('[data-part="lesson"]', state="detached")
    page.settle()
    assert pips(page) != before
    page.page.keyboard.press("Home")
    page.page.wait_for_selector('[data-action="live"]')
    assert pips(page) == before


def test_a_lesson_comes_back_after_a_reload_and_the_play_may_be_taken_back(page: TutorPage) -> None:
    page.sit_down()
    page.blunder()
    page.lesson()
    page.until(lambda view: 0 in view["act"])
    page.page.reload()
    page.lesson()
    assert page.arrows() == 6
    page.page.locator('[data-action="try_again"]:not([disabled])').click()
    page.until(lambda now: now["phase"] == "play" and now["turn"] == 0 and now["roll"] == [3, 1])
    page.page.reload()
    page.my_turn()
    page.advised()
    assert page.part("lesson").count() == 0


def test_a_lesson_that_was_left_does_not_come_back(page: TutorPage) -> None:
    page.sit_down()
    page.blunder()
    page.lesson()
    page.act("go_on").click()
    page.page.wait_for_selector('[data-part="lesson"]', state="detached")
    page.page.reload()
    page.settle()
    assert page.page.evaluate("Object.keys(sessionStorage).some(key => key.startsWith('tavla.lesson'))") is False


def test_a_good_play_is_told_in_a_word(page: TutorPage) -> None:
    page.sit_down()
    page.best_on_card()
    page.primary.click()
    page.page.wait_for_selector('[data-part="reason"]:not([hidden])')
    page.page.get_by_text("Doğru: 8/5 6/5.").first.wait_for()
    assert page.part("lesson").count() == 0


def test_a_lesson_is_kept_without_scrolling(page: TutorPage) -> None:
    page.sit_down()
    page.blunder()
    page.lesson()
    button, list_ = page.act("study").bounding_box(), page.part("choices").bounding_box()
    assert button is not None
    assert list_ is not None
    assert button["y"] + button["height"] <= list_["y"]


def test_a_hint_is_not_drawn_over_the_past_and_comes_back_with_the_present(page: TutorPage) -> None:
    page.sit_down()
    page.advised()
    assert page.arrows() == 6
    page.page.keyboard.press("Home")
    page.page.wait_for_selector('[data-action="live"]')
    assert page.arrows() == 0
    page.act("live").click()
    page.page.wait_for_selector('[data-action="live"]', state="detached")
    assert page.arrows() == 6


def test_the_tutor_offers_himself_until_he_is_answered(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser) as context, at(context, module_server) as page:
        page.sit_down()
        page.part("tutor-offer").wait_for()
        page.act("tutor-no").click()
        page.page.wait_for_selector('[data-part="tutor-offer"]', state="detached")
        page.page.reload()
        page.act("hint").wait_for()
        assert page.part("tutor-offer").count() == 0
    with visitor(browser) as context, at(context, module_server) as page:
        page.sit_down()
        page.act("tutor-all").click()
        page.page.wait_for_selector('[data-part="tutor-offer"]', state="detached")
        page.blunder()
        page.lesson()


def test_the_board_of_a_lesson_follows_the_system_at_once(page: TutorPage) -> None:
    page.sit_down()
    page.page.wait_for_selector('.tavla-board[data-theme="light"]')
    page.page.emulate_media(color_scheme="dark")
    page.page.wait_for_selector('.tavla-board[data-theme="dark"]')
    page.blunder()
    page.lesson()
    page.page.emulate_media(color_scheme="light")
    page.page.wait_for_selector('.tavla-board[data-theme="light"]')


def test_a_play_that_is_refused_stays_in_its_field(page: TutorPage) -> None:
    page.sit_down()
    page.page.keyboard.press("/")
    page.part("typed").fill("13/7")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector('[data-part="reason"].wrong')
    assert page.part("typed").input_value() == "13/7"
    page.part("typed").fill("8/5 6/5")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector('[data-part="typed"]', state="detached")
    page.until(lambda view: view["version"] > 0 and view["points"][0][5] == 2)
    assert page.part("typed").count() == 0


def test_a_card_is_answered_by_typing(page: TutorPage) -> None:
    page.open("/help")
    add(page, {"xgid": OPENING, "action": "play", "text": "13/10 6/5"})
    page.open("/training")
    page.page.wait_for_selector('[data-card][data-answered="false"]')
    assert page.part("left").inner_text() == "Bekleyen 1 kart"
    page.page.keyboard.press("/")
    page.part("typed").fill("13/7")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector('[data-part="reason"]:not([hidden])')
    assert page.part("typed").input_value() == "13/7"
    page.part("typed").fill("8/5 6/5")
    page.page.keyboard.press("Enter")
    assert page.answered() == "easy"
    assert page.part("left").count() == 0
    assert page.part("typed").count() == 0
    page.troubles.clear()  # the browser notes the refusal in its console


def test_cards_are_listed_with_their_position_and_when_they_are_asked(page: TutorPage) -> None:
    page.open("/help")
    add(page, {"xgid": OPENING, "action": "play", "text": "13/10 6/5"})
    add(page, {"xgid": LAST_ROLL, "action": "roll"})
    page.open("/training")
    for _ in range(2):
        page.page.wait_for_selector('[data-card][data-answered="false"]')
        if page.page.locator(".training").get_attribute("data-kind") == "play":
            page.best_on_card()
            page.page.locator("[data-primary]:not([aria-disabled])").click()
        else:
            page.act("answer-double").click()
        page.answered()
        page.act("next").click()
    page.part("nothing-due").wait_for()
    page.page.locator(".picture .checker").nth(20).wait_for(state="attached")
    lines = page.page.locator(".card-line")
    assert lines.count() == 2
    assert "Sorulacağı zaman" in lines.first.inner_text()
    assert [line.locator(".die").count() for line in lines.all()].count(2) == 1
