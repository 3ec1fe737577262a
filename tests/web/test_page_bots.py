"""Choosing an opponent on the page: grouped, so that the list stays short, and chosen by an address."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tavla.bots.levels import DEFAULT
from tavla.words import say
from tests.web.conftest import RunningServer
from tests.web.match_page import PHONE, MatchPage, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def page(browser: "Browser", module_server: RunningServer) -> Iterator[MatchPage]:
    with visitor(browser, PHONE) as context:
        held = MatchPage(context.new_page(), module_server.url)
        yield held
        assert held.troubles == []


def is_open(page: MatchPage, group: str) -> bool:
    return page.page.locator(f'[data-group="bots-{group}"]').get_attribute("open") is not None


def test_the_button_plays_against_the_level_that_is_meant_for_most(page: MatchPage) -> None:
    page.open("/").act("play").click()
    page.page.wait_for_selector("[data-primary]")
    assert [player.get("bot") for player in page.settle()["players"]] == [None, DEFAULT]


def test_a_bot_is_called_by_its_kind_in_the_language_of_the_reader(page: MatchPage) -> None:
    page.open("/").act("play").click()
    page.page.wait_for_selector("[data-primary]")
    page.settle()
    places = (f"/match/{page.match_id()}", "/matches", f"/review/{page.match_id()}")
    for place in places:
        page.open(place).page.get_by_text(say("tr", f"bot.{DEFAULT}")).first.wait_for()
    page.open("/settings").act("menu").click()
    page.page.locator('.menu-sheet [data-action="language"]').click()
    for place in places:
        page.open(place).page.get_by_text(say("en", f"bot.{DEFAULT}")).first.wait_for()


def test_only_the_group_of_the_chosen_bot_is_open_and_the_page_is_no_wider_than_a_phone(page: MatchPage) -> None:
    page.open("/new?way=bot")
    page.page.wait_for_selector('[data-group="bots-levels"]')
    assert [is_open(page, group) for group in ("levels", "styles", "others")] == [True, False, False]
    assert page.act(f"bot-{DEFAULT}").is_checked()
    page.page.locator('[data-group="bots-styles"] summary').click()
    page.check("bot-style_riskli")
    assert is_open(page, "levels")
    assert "Riskli oyuncu" in page.page.locator('[data-group="bots-styles"] summary').inner_text()
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_help_leads_to_a_game_against_a_style(page: MatchPage) -> None:
    page.open("/help/strategies")
    page.page.locator('a[href="/new?way=bot&bot=style_kacis"]').click()
    page.page.wait_for_selector('[data-group="bots-styles"]')
    assert is_open(page, "styles")
    assert page.act("bot-style_kacis").is_checked()
    page.act("start").click()
    page.page.wait_for_selector("[data-primary]")
    view = page.settle()
    assert (view["players"][1]["name"], view["players"][1]["bot"]) == ("Kaçış oyuncusu", "style_kacis")
