"""The tutor and training by a person's hands: a mistake told, taken back and trained; silence where it is due."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.web.conftest import RunningServer
from tests.web.match_page import DESKTOP, PHONE, MatchPage, View, visitor
from tests.web.test_page_access import violations
from tests.web.test_page_analysis import StudyPage, reader

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
LAST_ROLL = "XGID=--AA--------------------a-:0:0:1:00:0:0:0:7:10"
"""X, on roll, wins with 25 of 36 rolls, else O does: a double, and a take."""

WON = "XGID=-AAAA-------------aabbcd--:0:0:1:D:0:0:0:7:10"
"""X doubles in a race that he cannot lose."""

ME, BOT = {"name": "Ben", "kind": "person"}, {"name": "", "kind": "bot", "bot": "random"}


class TutorPage(MatchPage):
    """A page at a match of its own, from a position with seat 0 on roll."""

    def sit_down(self, position: str = OPENING, players: tuple[Any, Any] = (ME, BOT), **more: Any) -> View:
        body = {"profile": "standard", "length": "points(7)", "players": players, "position": position} | more
        made = httpx.post(f"{self.address}/api/matches", json=body).json()
        self.open("/help")
        tokens = json.dumps({"tokens": {"0": made["tokens"]["0"]}})
        self.page.evaluate(f"localStorage.setItem('tavla.match.{made['match']}', {tokens!r})")
        self.open(f"/match/{made['match']}")
        return self.my_turn()

    def blunder(self) -> None:
        """13/10 6/5 with the opening 3-1."""
        self.tap("p13", "p10", "p6", "p5")
        self.page.locator('[data-primary="true"]:not([aria-disabled])').click()

    def lesson(self) -> None:
        self.page.wait_for_selector('[data-part="lesson"]')

    def arrows(self) -> int:
        return self.page.locator(".layer-marks > *").count()

    def advised(self) -> None:
        """Ask for a hint and have it: whatever the page was told before is dealt with."""
        self.act("hint").click()
        self.page.wait_for_selector('[data-part="advice"]')

    def verdicts(self) -> list[str]:
        """The questions for a verdict that the page asks from now on, in a list that grows."""
        asked: list[str] = []
        self.page.on("request", lambda request: asked.append(request.url) if "verdict" in request.url else None)
        return asked

    def best_on_card(self) -> None:
        self.tap("p8", "p5", "p6", "p5")

    def answered(self) -> str:
        self.page.wait_for_selector('[data-answered="true"]')
        return self.part("sentence").get_attribute("data-rating") or ""


@contextmanager
def at(context: "BrowserContext", server: RunningServer) -> Iterator[TutorPage]:
    page = TutorPage(context.new_page(), server.url)
    yield page
    assert page.troubles == []


BY_ANY_HAND = pytest.mark.parametrize("page", [DESKTOP, PHONE], indirect=True, ids=["desktop", "phone"])


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: "Browser", module_server: RunningServer) -> Iterator[TutorPage]:
    size = getattr(request, "param", DESKTOP)
    with visitor(browser, size, tutor="all") as context, at(context, module_server) as held:
        yield held


@BY_ANY_HAND
def test_a_blunder_is_told_shown_taken_back_and_played_better(page: TutorPage) -> None:
    page.sit_down()
    page.blunder()
    page.lesson()
    assert page.sentence().startswith("Büyük hata: −0,")
    assert "8/5 6/5" in page.sentence()
    assert page.arrows() == 6
    assert page.part("why").inner_text()
    made = page.page.locator('[data-part="choices"] button', has_text="sizinki")
    assert made.count() == 1
    made.click()
    assert made.get_attribute("aria-pressed") == "true"
    page.page.locator('[data-action="try_again"]:not([disabled])').click()
    view = page.until(lambda now: now["phase"] == "play" and now["turn"] == 0 and now["roll"] == [3, 1])
    assert page.part("lesson").count() == 0
    assert view["points"][0][13] == 5
    page.tap("p8", "p5", "p6", "p5")
    with page.page.expect_response("**/verdict") as answer:
        page.primary.click()
    assert answer.value.json()["loss"] == 0.0
    page.my_turn()
    assert page.part("lesson").count() == 0


def test_going_on_brings_the_match_as_it_stands(page: TutorPage) -> None:
    page.sit_down()
    page.blunder()
    page.lesson()
    page.until(lambda view: 0 in view["act"])
    assert page.page.locator(".layer-marks > *").count() > 0
    page.act("go_on").click()
    page.settle()
    assert page.arrows() == 0
    assert page.part("lesson").count() == 0
    assert page.primary.is_enabled()


def test_a_hint_is_drawn_and_gone_when_it_was_played(page: TutorPage) -> None:
    page.sit_down()
    page.act("hint").click()
    page.page.wait_for_selector('[data-part="advice"]')
    assert "8/5 6/5" in page.part("advice").inner_text()
    assert page.arrows() == 6
    page.page.locator('[data-part="advice"] [data-choice="play"]').nth(1).click()
    page.tap("p8", "p5")
    assert page.arrows() == 0
    page.tap("p6", "p5")
    page.primary.click()
    page.my_turn()
    assert page.part("advice").count() == 0


def test_a_missed_double_is_told_and_stays_as_it_was(page: TutorPage) -> None:
    page.sit_down(LAST_ROLL)
    page.act("hint").click()
    page.page.wait_for_selector('[data-part="advice"]')
    assert "vido çekmek" in page.part("advice").inner_text()
    page.act("close-advice").click()
    page.primary.click()
    page.lesson()
    assert "vido çekmek" in page.sentence()
    assert page.act("try_again").is_disabled()
    page.page.keyboard.press("Space")
    page.page.wait_for_selector('[data-part="lesson"]', state="detached")


def test_silent_unless_it_is_wanted(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser) as context, at(context, module_server) as page:
        asked = page.verdicts()
        page.sit_down()
        page.blunder()
        page.my_turn()
        page.advised()
        assert asked == []
        assert page.part("lesson").count() == 0


def test_only_blunders_where_only_they_are_wanted(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser, tutor="blunders") as context, at(context, module_server) as page:
        page.sit_down(OPENING.replace(":31:", ":21:"))
        page.tap("p13", "p11", "p24", "p23")
        with page.page.expect_response("**/verdict") as answer:
            page.primary.click()
        if answer.value.json()["grade"] == "blunder":
            page.lesson()
            return
        page.my_turn()
        page.advised()
        assert page.part("lesson").count() == 0


def test_two_people_with_a_seat_each_play_alone(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser, tutor="all") as context, at(context, module_server) as page:
        asked = page.verdicts()
        page.sit_down(players=(ME, {"name": "Öteki", "kind": "person"}), one_screen=False)
        assert page.act("hint").count() == 0
        page.blunder()
        page.until(lambda view: view["turn"] == 1)  # the page asks before it shows what was done
        page.page.wait_for_load_state("networkidle")
        assert asked == []
        assert page.part("lesson").count() == 0


@BY_ANY_HAND
def test_a_mistake_is_trained_until_it_is_known(page: TutorPage) -> None:
    page.sit_down()
    page.blunder()
    page.lesson()
    page.act("study").click()
    page.page.wait_for_selector("text=Çalışmanıza eklendi")
    page.open("/training")
    page.page.wait_for_selector('[data-card][data-answered="false"]')
    assert "3-1" in page.sentence()
    page.blunder()
    assert page.answered() == "again"
    assert "8/5 6/5" in page.sentence()
    assert page.arrows() == 6
    assert "dakika sonra" in page.part("reason").inner_text()
    page.act("next").click()
    page.page.wait_for_selector('[data-part="nothing-due"]')
    assert "Sıradaki kart" in page.part("when").inner_text()
    page.act("practise").click()
    page.page.wait_for_selector('[data-card][data-answered="false"]')
    page.best_on_card()
    page.page.wait_for_selector("[data-primary]:not([aria-disabled])")
    page.page.keyboard.press("Space")
    assert page.answered() == "easy"
    page.page.keyboard.press("Space")
    page.page.wait_for_selector('[data-part="nothing-due"]')
    page.act("remove-card").click()
    page.page.wait_for_selector('[data-action="play-bot"]')


def test_a_play_on_a_card_is_taken_back_by_key_and_refused_where_it_cannot_be(page: TutorPage) -> None:
    page.open("/help")
    add(page, {"xgid": OPENING, "action": "play", "text": "13/10 6/5"})
    page.open("/training")
    page.page.wait_for_selector('[data-card][data-answered="false"]')
    page.tap("p13", "p10")
    assert page.page.locator('[data-action="undo"]').is_enabled()
    page.page.keyboard.press("u")
    page.page.wait_for_selector('[data-action="undo"][disabled]')
    page.drag("p13", "p12")
    page.page.wait_for_selector('[data-part="reason"]:not([hidden])')


def add(page: TutorPage, decision: dict[str, Any]) -> None:
    """A card of this browser, as a page would add it."""
    page.page.evaluate("async decision => (await import('/static/app/cards.js')).addCard(decision)", decision)


def test_a_cube_card_is_answered_by_a_digit(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser, locale="en-US") as context, at(context, module_server) as page:
        page.open("/help")
        add(page, {"xgid": WON, "action": "take"})
        page.open("/training")
        page.page.wait_for_selector('[data-kind="take"]')
        assert "take or drop" in page.sentence()
        assert page.primary.count() == 0
        page.page.keyboard.press("2")
        assert page.answered() == "good"
        assert "Right" in page.sentence()


def test_mistakes_become_cards_by_themselves_where_that_is_wished(
    browser: "Browser", module_server: RunningServer
) -> None:
    with visitor(browser, tutor="all", autoCards=True) as context, at(context, module_server) as page:
        page.sit_down()
        page.blunder()
        page.lesson()
        page.page.wait_for_selector("text=Çalışmanıza eklendi")
        page.open("/training")
        page.page.wait_for_selector("[data-card]")


def test_a_key_brings_the_cards_to_another_browser(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser) as context, at(context, module_server) as page:
        page.open("/training")
        page.page.wait_for_selector('[data-part="nothing-due"]')
        assert page.act("play-bot").is_visible()
        page.page.locator("details summary").click()
        key = page.part("card-key").input_value()
        add(page, {"xgid": OPENING, "action": "play", "text": "13/10 6/5"})
    with visitor(browser) as context, at(context, module_server) as other:
        other.open("/training")
        other.page.locator("details summary").click()
        other.part("other-key").fill("short")
        other.act("take-key").click()
        other.page.wait_for_selector('[role="alert"]')
        other.part("other-key").fill(key)
        other.act("take-key").click()
        other.page.wait_for_selector("[data-card]")


@pytest.mark.parametrize("number", [12, None], ids=["a play", "the worst"])
def test_a_mistake_of_an_analysis_becomes_a_card(
    browser: "Browser", module_server: RunningServer, number: int | None
) -> None:
    with reader(browser) as context:
        page = StudyPage(context.new_page(), module_server.url).analysed()
        if number is None:
            page.page.locator('[data-part="worst"] .decision-row').first.click()
            page.part("candidates").wait_for()
        else:
            page.at(number)
        page.act("study").click()
        page.act("training").click()
        page.page.wait_for_selector('[data-card][data-answered="false"]')
        assert page.troubles == []


def test_the_settings_say_when_the_tutor_speaks(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser) as context, at(context, module_server) as page:
        page.open("/settings")
        assert page.act("wish-tutor-off").is_checked()
        page.check("wish-tutor-blunders")
        page.check("wish-autoCards")
        kept = page.page.evaluate("JSON.parse(localStorage.getItem('tavla.preferences'))")
        assert (kept["tutor"], kept["autoCards"]) == ("blunders", True)


@pytest.mark.parametrize(("theme", "size"), [("light", DESKTOP), ("dark", PHONE), ("plain", PHONE)])
def test_axe_finds_nothing_and_nothing_is_too_wide(
    browser: "Browser", module_server: RunningServer, theme: str, size: tuple[int, int]
) -> None:
    with (
        visitor(browser, size, theme=theme, tutor="all", autoCards=True) as context,
        at(context, module_server) as page,
    ):

        def look() -> None:
            assert violations(page.page, theme) == []
            assert page.page.evaluate("document.documentElement.scrollWidth") <= size[0]
            assert "page." not in page.page.inner_text("body")

        page.open("/training").page.wait_for_selector('[data-part="nothing-due"]')
        page.page.locator("details summary").click()
        look()
        page.sit_down()
        page.act("hint").click()
        page.page.wait_for_selector('[data-part="advice"]')
        look()
        page.blunder()
        page.lesson()
        page.page.wait_for_selector("text=Çalışmanıza eklendi")
        look()
        page.open("/training").page.wait_for_selector('[data-card][data-answered="false"]')
        look()
        page.blunder()
        page.answered()
        look()
        page.act("next").click()
        page.page.wait_for_selector(".card-line")
        look()
