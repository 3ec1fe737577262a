"""Every page by axe's rules, in each theme; what a narrow screen and the first visit cost."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import RunningServer
from tests.web.match_page import DESKTOP, ENDS, PHONE, MatchPage, visitor, zone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
PATHS = ("/", "/new", "/training", "/editor", "/matches", "/settings", "/help", "/help/rules", "/nowhere/at/all")


def violations(page: "Page", theme: str) -> list[str]:
    """What axe finds: everything in the light theme, and in the others what a theme can change."""
    page.evaluate(AXE)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if theme != "light":
        options["runOnly"] = ["color-contrast"]
    found: dict[str, Any] = page.evaluate("async options => await axe.run(document, options)", options)
    return [
        f"{broken['id']}: {node['target']} {node['failureSummary']}"
        for broken in found["violations"]
        for node in broken["nodes"]
    ]


@pytest.mark.parametrize(("theme", "size"), [("light", DESKTOP), ("dark", PHONE), ("plain", DESKTOP)])
def test_axe_finds_nothing_on_any_page(
    browser: "Browser", module_server: RunningServer, theme: str, size: tuple[int, int]
) -> None:
    with visitor(browser, size, theme=theme) as context:
        page = MatchPage(context.new_page(), module_server.url)
        found = {}
        for path in PATHS:
            page.open(path).page.wait_for_load_state("networkidle")
            found[path] = violations(page.page, theme)
        assert found == {path: [] for path in PATHS}


@pytest.mark.parametrize(("theme", "size"), [("light", PHONE), ("dark", DESKTOP), ("plain", PHONE)])
def test_axe_finds_nothing_in_a_match(
    browser: "Browser", module_server: RunningServer, theme: str, size: tuple[int, int]
) -> None:
    with visitor(browser, size, theme=theme) as context:
        page = MatchPage(context.new_page(), module_server.url)
        page.start(profile="standard")
        page.to_play()
        source, target, *_ = page.moves()[0]
        page.tap(zone(source), zone(target))
        assert violations(page.page, theme) == []
        page.act("tab-rules").click()
        page.act("more").click()
        assert violations(page.page, theme) == []
        page.act("resign").click()
        assert violations(page.page, theme) == []
        page.act("resign-cancel").click()
        page.open(f"/review/{page.match_id()}")
        page.page.wait_for_selector('[data-action="step-next"]')
        assert violations(page.page, theme) == []


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_wider_than_a_narrow_screen(browser: "Browser", module_server: RunningServer, path: str) -> None:
    with visitor(browser, PHONE) as context:
        page = MatchPage(context.new_page(), module_server.url)
        page.open(path)
        assert page.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.fixture
def first_visit(browser: "Browser", module_server: RunningServer) -> Iterator[tuple["Page", list[int]]]:
    """A first visit to the door: the page once it can be used, and the bytes that came for it."""
    with visitor(browser) as context:
        page = context.new_page()
        client = context.new_cdp_session(page)
        client.send("Network.enable")
        sizes: list[int] = []
        client.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
        page.goto(module_server.url)
        page.wait_for_selector('[data-action="play"]')
        page.wait_for_load_state("networkidle")
        yield page, sizes


def test_the_first_visit_stays_under_200_kilobytes(first_visit: tuple["Page", list[int]]) -> None:
    _, sizes = first_visit
    assert 20_000 < sum(sizes) < 200_000


def test_reduced_motion_moves_nothing(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser) as context:
        page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.goto(module_server.url)
        page.wait_for_selector('[data-action="play"]')
        moving = page.evaluate("getComputedStyle(document.querySelector('.button')).transitionDuration")
        assert float(moving.rstrip("s").split("s")[0]) < 0.01


def test_every_key_that_the_page_speaks_has_words(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser) as context:
        page = MatchPage(context.new_page(), module_server.url)
        for path in PATHS:
            page.open(path).page.wait_for_load_state("networkidle")
            shown = page.page.inner_text("body")
            assert "page." not in shown, (path, json.dumps(shown)[:400])


def test_a_whole_game_is_played_by_keyboard_alone(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser) as context:
        page = MatchPage(context.new_page(), module_server.url)
        page.start("hotseat", ("Ayşe", "Mehmet"), profile="standard", length="one")
        keys = page.page.keyboard
        for _ in range(400):
            view = page.until(lambda now: now["phase"] in ENDS or page.due_here(now))
            if view["phase"] in ENDS:
                return
            if view["phase"] == "play":
                walk_the_play(page)
            seen = len(page.views)
            keys.press("Space")
            page.until(lambda now: len(page.views) > seen)  # noqa: B023
        raise AssertionError("the game never ends")


def walk_the_play(page: MatchPage) -> None:
    """Pick up and put down a whole play with the arrows and Enter."""
    path = page.moves(lambda moves: max(moves, key=lambda move: (move[1] == 0, -move[3], move[0])))
    for source, target, *_ in path:
        for point in (source, target):
            walk_to(page, zone(point))
            page.page.keyboard.press("Enter")


def walk_to(page: MatchPage, wanted: str) -> None:
    """From the zone that has the focus to another by the arrows; the board has the focus when a play is due."""
    for _ in range(40):
        here = page.page.evaluate("document.activeElement?.dataset?.zone ?? null")
        if here == wanted:
            return
        assert here is not None, "the focus left the board"
        page.page.keyboard.press(step(here, wanted))
    raise AssertionError(f"{wanted} cannot be reached from {here}")


ROWS = (
    [f"p{point}" for point in range(13, 19)] + ["bar"] + [f"p{point}" for point in range(19, 25)] + ["off-far"],
    [f"p{point}" for point in range(12, 6, -1)] + ["bar-far"] + [f"p{point}" for point in range(6, 0, -1)] + ["off"],
)


def step(here: str, wanted: str) -> str:
    """The arrow that leads nearer."""
    row, goal = (next(place for place, names in enumerate(ROWS) if name in names) for name in (here, wanted))
    if row != goal:
        return "ArrowDown" if goal > row else "ArrowUp"
    return "ArrowRight" if ROWS[row].index(here) < ROWS[row].index(wanted) else "ArrowLeft"


def test_every_module_that_is_announced_exists_and_is_used(browser: "Browser", module_server: RunningServer) -> None:
    """A preload that nothing asks for, or of a file that is gone, is said by the browser in its console."""
    with visitor(browser) as context:
        page = MatchPage(context.new_page(), module_server.url).open()
        page.act("play").wait_for()
        page.page.wait_for_load_state("networkidle")
        announced = page.page.locator('link[rel="modulepreload"]').evaluate_all("all => all.map(one => one.href)")
        fetched = page.page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
        assert set(announced) <= set(fetched)
        board = {name for name in fetched if "/static/board/" in name and name.endswith(".js")}
        assert board <= set(announced)
        assert page.troubles == []
