"""The other places of the page: new match, editor, review, matches, settings, help."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import RunningServer
from tests.web.match_page import MatchPage, visitor, zone

if TYPE_CHECKING:
    from playwright.sync_api import Browser

START = "4HPwATDgc/ABMA"


@pytest.fixture
def page(browser: "Browser", module_server: RunningServer) -> Iterator[MatchPage]:
    with visitor(browser) as context:
        yield MatchPage(context.new_page(), module_server.url)


def test_a_combination_that_makes_no_sense_is_refused_with_the_reason(page: MatchPage) -> None:
    page.open("/new")
    page.check("profile-tavla")
    page.choose("jacoby", "on")
    page.act("start").click()
    problem = page.part("problem")
    problem.wait_for()
    assert "Jacoby" in problem.inner_text()


def test_every_option_of_the_server_can_be_chosen_and_is_explained(page: MatchPage) -> None:
    page.open("/new").page.wait_for_selector("details")
    listed = page.page.request.get(page.address + "/api/options").json()["options"]
    for group in page.page.locator("details").all():
        group.locator("summary").click()
    for option in listed:
        if option["name"] in ("length", "home"):
            continue
        box = page.page.locator(f'[data-option="{option["name"]}"]')
        assert box.locator("p").inner_text().endswith("."), option["name"]
        assert box.locator("input").count() >= max(2, len(option["values"])), option["name"]


def test_the_choices_made_hold_at_the_table_and_are_remembered(page: MatchPage) -> None:
    page.start("hotseat", ("Ayşe", "Mehmet"), profile="money", length="money", beavers="2")
    assert page.view["options"]["beavers"] == "2"
    assert [player["name"] for player in page.view["players"]] == ["Ayşe", "Mehmet"]
    page.open("/new")
    assert page.act("profile-money").is_checked()


def test_a_position_is_checked_and_its_identifiers_shown(page: MatchPage) -> None:
    page.open("/editor")
    page.act("editor-check").click()
    shown = page.page.locator('[data-id="gnu_position"]')
    shown.wait_for()
    assert shown.inner_text() == START


def test_the_check_of_a_position_is_in_view_on_a_small_desktop(page: MatchPage) -> None:
    page.page.set_viewport_size({"width": 1280, "height": 720})
    page.open("/editor")
    box = page.act("editor-check").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720


def test_checkers_are_put_down_and_taken_away_by_hand(page: MatchPage) -> None:
    page.open("/editor").page.wait_for_selector('[data-zone="p6"]')
    page.page.mouse.click(*page.spot("p6"), button="right")
    page.tap("p5")
    page.act("editor-check").click()
    shown = page.page.locator('[data-id="xgid"]')
    shown.wait_for()
    assert shown.inner_text().startswith("XGID=-b---AD-C---eE---c-e----B-:")
    assert page.part("fine").is_visible()


def test_play_goes_on_from_a_position_that_was_set_up(page: MatchPage) -> None:
    page.open("/editor")
    page.page.fill('[data-part="read-id"]', "XGID=-a--BBBBB---------bbbbba--:0:0:1:21:0:0:0:0:10")
    page.act("read-id").click()
    page.page.wait_for_selector('[data-part="identifiers"]')
    page.act("editor-play").click()
    page.page.wait_for_selector('[data-action="start"]')
    page.check("way-hotseat")
    page.check("profile-standard")
    page.act("start").click()
    page.page.wait_for_selector("[data-primary]")
    view = page.settle()
    assert view["roll"] == [2, 1]
    assert view["points"][view["turn"]][4:9] == [2, 2, 2, 2, 2]


def test_an_identifier_that_cannot_be_read_is_said(page: MatchPage) -> None:
    page.open("/editor")
    page.page.fill('[data-part="read-id"]', "not a position")
    page.act("read-id").click()
    page.page.wait_for_selector('[data-part="problem"]')


def test_a_match_is_read_step_by_step(page: MatchPage) -> None:
    page.start()
    page.to_play()
    for source, target, *_ in page.moves():
        page.tap(zone(source), zone(target))
    page.press()
    page.my_turn()
    page.open(f"/review/{page.match_id()}").page.wait_for_selector(".review")
    review = page.page.locator(".review")
    assert review.get_attribute("data-step") == "0"
    assert page.sentence() == "1. oyun başlıyor: sırada açılış zarı var."
    assert page.page.locator(".player .turn").count() == 0
    assert page.page.locator("[data-part='facts']").inner_text().split("\n")[1] == "1. oyun"
    page.act("step-next").click()
    page.page.wait_for_selector('.review[data-step="1"]')
    assert page.sentence().startswith("Açılış zarı")
    page.page.keyboard.press("ArrowRight")
    page.page.wait_for_selector('.review[data-step="2"]')
    page.page.keyboard.press("End")
    page.page.wait_for_selector('[data-action="step-next"]:disabled')
    page.page.locator('[data-play="0"]').click()
    page.page.wait_for_selector('[data-play="0"][aria-current="true"]')
    page.page.keyboard.press("Home")
    page.page.wait_for_selector('.review[data-step="0"]')


def test_the_matches_are_listed_and_gone_on_with(page: MatchPage) -> None:
    page.start("hotseat", ("Ayşe", "Zeynep"))
    match = page.match_id()
    page.open("/matches")
    line = page.page.locator(f'[data-match="{match}"]')
    line.wait_for()
    assert "Zeynep" in line.inner_text()
    line.locator('[data-action="open"]').click()
    page.page.wait_for_selector("[data-primary]")
    assert page.match_id() == match


def test_the_language_changes_at_once_and_is_kept(page: MatchPage) -> None:
    page.open("/settings")
    page.check("wish-language-en")
    page.page.wait_for_selector("h1:has-text('Settings')")
    assert page.page.evaluate("document.documentElement.lang") == "en"
    page.page.reload()
    page.page.wait_for_selector("h1:has-text('Settings')")


@pytest.mark.parametrize("theme", ["light", "dark", "plain"])
def test_a_theme_holds_for_page_and_board(page: MatchPage, theme: str) -> None:
    page.open("/settings")
    page.check(f"wish-theme-{theme}")
    assert page.page.evaluate("document.documentElement.dataset.theme") == theme


@pytest.mark.parametrize("locale", ["tr-TR", "en-US", "de-DE"])
def test_the_first_language_is_the_browsers(browser: "Browser", module_server: RunningServer, locale: str) -> None:
    with visitor(browser, locale=locale) as context:
        page = MatchPage(context.new_page(), module_server.url).open()
        page.act("play").wait_for()
        assert page.act("play").inner_text() == {"tr-TR": "Oyna"}.get(locale, "Play")


def test_dice_roll_by_themselves_where_that_was_wished(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser, autoRoll=True, autoForced=True) as context:
        page = MatchPage(context.new_page(), module_server.url).start()
        page.until(lambda view: view["phase"] == "play" and 0 in view["act"])


@pytest.mark.parametrize(
    ("wish", "position"),
    [
        ("autoForced", "XGID=-A----------------------a-:0:0:1:31:0:0:0:0:10"),
        ("autoBearOff", "XGID=-BB--------------------bb-:0:0:1:21:0:0:0:0:10"),
    ],
)
def test_a_play_is_made_by_itself_where_that_was_wished(
    browser: "Browser", module_server: RunningServer, wish: str, position: str
) -> None:
    with visitor(browser) as context:
        page = MatchPage(context.new_page(), module_server.url).open("/settings")
        page.check(f"wish-{wish}")
        page.open(f"/new?way=hotseat&position={position}").page.wait_for_selector('[data-action="start"]')
        page.check("profile-standard")
        page.act("start").click()
        page.until(lambda view: len(view["plays"]) == 1)


def test_a_help_page_leads_to_the_next(page: MatchPage) -> None:
    page.open("/help").page.wait_for_selector(".prose h1")
    page.page.locator('.prose a[href="/help/rules"]').first.click()
    page.page.wait_for_selector('[data-action="help-rules"][aria-current="page"]')
    page.page.wait_for_selector(".prose svg")


def test_an_address_that_leads_nowhere_is_said(page: MatchPage) -> None:
    page.open("/no/such/place").page.wait_for_selector("h1")
    assert page.page.inner_text("h1") == "Bu adreste bir şey yok"
