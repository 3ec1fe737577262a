"""Analysis as a person does it: a file dropped, its worst mistake found, plays tried, rollouts watched, files kept."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.short_match import ODD_MATCH, SHORT_MATCH
from tests.web.conftest import RunningServer
from tests.web.match_page import DESKTOP, MatchPage, visitor, zone
from tests.web.test_page_access import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

PHONE = (390, 844)
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"
BLUNDER = 12
"""The number of the decision after `#` that any engine calls a blunder: 13/10 13/9 with 4-3, by Veli."""

DROP = """([data, name]) => {
    const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([bytes], name));
    for (const kind of ['dragover', 'drop']) {
        const event = new DragEvent(kind, {dataTransfer: carried, bubbles: true, cancelable: true});
        document.querySelector('main').dispatchEvent(event);
    }
}"""


PRESS = """async keys => {
    for (const key of keys) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        for (let turn = 0; turn < 20; turn++) await null;
    }
}"""


class StudyPage(MatchPage):
    """The pages of analysis in a browser."""

    def drop(self, data: bytes, name: str) -> None:
        """Let a file go over the page, as a hand does."""
        self.page.evaluate(DROP, [base64.b64encode(data).decode(), name])

    def analysed(self, text: str = SHORT_MATCH, name: str = "short.mat") -> "StudyPage":
        """Drop a file, and wait until all of it is known."""
        self.open("/analysis")
        self.part("drop").wait_for()
        self.drop(text.encode(), name)
        return self.known()

    def known(self) -> "StudyPage":
        self.page.locator('.study[data-busy="false"]').wait_for(timeout=150_000)
        return self

    def at(self, number: int) -> "StudyPage":
        """The decision of a number, by its address."""
        self.page.evaluate(f"location.hash = '#{number}'")
        self.page.wait_for_selector(f'.study[data-n="{number - 1}"] [data-part="candidates"]')
        return self

    def wait(self, expression: str, seconds: float = 60) -> None:
        """Wait until an expression holds in the page, whose policy lets nobody evaluate there for long."""
        for _ in range(int(seconds * 20)):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(expression)

    @property
    def n(self) -> int:
        return int(self.page.locator(".study").get_attribute("data-n") or -1) + 1

    def press_at_once(self, *keys: str) -> None:
        """Keys one after the other, each drawn but not yet painted when the next one comes."""
        self.page.evaluate(PRESS, keys)

    def choice(self, play: str) -> None:
        self.page.locator(f'[data-choice="{play}"] [data-action="choice"]').click()


@contextmanager
def reader(
    browser: "Browser", size: tuple[int, int] = DESKTOP, locale: str = "tr-TR", level: str = "0-ply", **more: str
) -> Iterator["BrowserContext"]:
    with visitor(browser, size, locale, **more) as context:
        context.add_init_script(f"localStorage.setItem('tavla.analysis.level', JSON.stringify('{level}'))")
        yield context


@pytest.fixture
def page(browser: "Browser", module_server: RunningServer) -> Iterator[StudyPage]:
    with reader(browser) as context:
        found = StudyPage(context.new_page(), module_server.url)
        yield found
        assert found.troubles == []


@pytest.mark.parametrize(
    ("size", "locale", "word"),
    [(DESKTOP, "tr-TR", "büyük hata"), (PHONE, "tr-TR", "büyük hata"), (DESKTOP, "en-GB", "blunder")],
)
def test_from_the_file_to_the_worst_blunder_it_is_one_click(
    browser: "Browser", module_server: RunningServer, size: tuple[int, int], locale: str, word: str
) -> None:
    with reader(browser, size, locale, "2-ply") as context:
        page = StudyPage(context.new_page(), module_server.url).analysed()
        page.page.locator('[data-part="worst"] .decision-row').first.click()
        page.part("candidates").wait_for()
        shown = page.part("sentence").inner_text()
        assert word in shown
        assert page.part("reasons").inner_text()
        assert page.part("better").inner_text()
        assert page.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.troubles == []


FILES = (
    "mat/gnubg_charlot_7pt.mat",
    "mat/galaxy_match8600489.txt",
    "mat/xgmobile_money_session.xg.txt",
    "sgf/charlot_7pt.sgf",
    "xg/charlot1-charlot2_7p_2025-11-08-2305.xg",
)
POSITIONS = ("gnubg-made/gnubg_pos.pos", "gnubg-made/gnubg_pos_snowie.txt", "xgtext/01_checkerPosition_JP.txt")


@pytest.mark.parametrize("name", FILES)
def test_files_of_many_programs_are_dropped_and_analysed(page: StudyPage, shared: Path, name: str) -> None:
    page.open("/analysis").part("drop").wait_for()
    page.drop((shared / "files" / name).read_bytes(), name)
    page.part("figures").wait_for()
    page.wait("/[0-9]/.test(document.querySelector('[data-part=figures] .pr strong').innerText)")


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_of_many_programs_are_dropped_and_analysed(page: StudyPage, shared: Path, name: str) -> None:
    page.open("/analysis").part("drop").wait_for()
    page.drop((shared / "files" / name).read_bytes(), name)
    page.part("candidates").wait_for(timeout=60_000)


def test_the_analysis_of_a_file_shows_what_its_own_program_thought(page: StudyPage, shared: Path) -> None:
    page.open("/analysis").part("drop").wait_for()
    page.drop((shared / "files/xg/charlot1-charlot2_7p_2025-11-08-2305.xg").read_bytes(), "charlot.xg")
    page.part("study-summary").wait_for()
    page.at(1)
    assert "XG" in page.part("opinion").inner_text()
    assert "XG" in page.part("candidates").inner_text()


def test_a_file_is_picked_with_the_button_as_well(page: StudyPage) -> None:
    page.open("/analysis").act("pick-file").wait_for()
    with page.page.expect_file_chooser() as choosing:
        page.act("pick-file").click()
    choosing.value.set_files({"name": "short.mat", "mimeType": "text/plain", "buffer": SHORT_MATCH.encode()})
    page.known()


def test_progress_is_seen_and_the_list_grows(browser: "Browser", module_server: RunningServer, shared: Path) -> None:
    with reader(browser, level="3-ply") as context:
        page = StudyPage(context.new_page(), module_server.url)
        page.open("/analysis").part("drop").wait_for()
        page.drop((shared / "files/mat/xg_paris_7pt.txt").read_bytes(), "long.txt")
        page.page.wait_for_selector("progress")
        page.wait("Number(document.querySelector('.study').dataset.done) > 0")
        page.act("stop").click()
        page.act("go-on").wait_for()
        page.act("go-on").click()
        page.act("stop").wait_for()
        page.act("stop").click()


def test_an_id_that_is_pasted_gives_its_decision(page: StudyPage) -> None:
    page.open("/analysis").page.fill('[data-part="paste"]', XGID)
    page.act("analyse-text").click()
    page.part("candidates").wait_for()
    assert "5-2 (penc-i dü)" in page.part("sentence").inner_text()
    ids = page.part("ids")
    ids.locator("summary").click()
    assert ids.locator('[data-id="xgid"]').inner_text().startswith("XGID=-b----E-C---eE---c-e----B-:0:0:1:52")


@pytest.mark.parametrize("text", ["4HPwATDgc/ABMA:cAkAAAAAAAAA", "11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0"])
def test_other_ids_are_pasted_as_well(page: StudyPage, text: str) -> None:
    page.open("/analysis").page.fill('[data-part="paste"]', text)
    page.act("analyse-text").click()
    page.part("candidates").wait_for()


def test_what_is_no_match_is_said_in_a_sentence(page: StudyPage) -> None:
    page.open("/analysis").part("drop").wait_for()
    page.drop(b"\x00\x01\x02 nothing", "photo.jpg")
    problem = page.part("problem")
    problem.wait_for()
    assert problem.inner_text().endswith(".")
    assert page.act("pick-file").is_enabled()
    page.troubles.clear()  # the browser notes the refusal in its console


def test_every_decision_is_stepped_through(page: StudyPage) -> None:
    page.analysed().at(1)
    page.act("next").click()
    page.wait("document.querySelector('.study').dataset.n !== '0'")
    here = page.n
    page.page.keyboard.press("ArrowRight")
    page.wait(f"document.querySelector('.study').dataset.n > {here - 1}")
    page.page.keyboard.press("ArrowLeft")
    page.page.wait_for_selector(f'.study[data-n="{here - 1}"]')
    page.act("next-mistake").click()
    page.page.wait_for_selector('[data-part="sentence"] :is([data-grade="error"], [data-grade="blunder"])')
    first = page.n
    page.page.keyboard.press("j")
    page.wait(f"Number(document.querySelector('.study').dataset.n) + 1 > {first}")
    page.page.keyboard.press("k")
    page.page.wait_for_selector(f'.study[data-n="{first - 1}"]')


def test_keys_of_a_quick_hand_are_each_a_step(page: StudyPage) -> None:
    page.analysed().at(5)
    page.press_at_once("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowRight")
    page.page.wait_for_timeout(200)
    once = page.n
    page.at(5).page.keyboard.press("ArrowRight")
    page.wait("document.querySelector('.study').dataset.n !== '4'")
    assert page.n == once


def test_the_list_is_narrowed_down(page: StudyPage) -> None:
    page.analysed()
    page.act("study-tab-list").click()
    rows = page.page.locator('[data-part="decisions"] .decision-row')
    everything = rows.count()
    page.page.select_option('[data-filter="grade"]', "blunder")
    page.wait(f"document.querySelectorAll('.decision-row').length < {everything}")
    assert rows.count() >= 3
    page.page.select_option('[data-filter="kind"]', "take")
    page.wait("document.querySelectorAll('.decision-row').length === 1")
    page.page.select_option('[data-filter="grade"]', "")
    page.page.select_option('[data-filter="kind"]', "")
    page.page.select_option('[data-filter="seat"]', "1")
    page.page.select_option('[data-filter="game"]', "2")
    rows.first.click()
    page.part("candidates").wait_for()
    assert "Veli" in page.part("sentence").inner_text()
    assert page.page.locator(".study > .bottom .name").inner_text() == "Veli"


def test_another_play_is_tried_on_the_board(page: StudyPage) -> None:
    page.open("/analysis").page.fill('[data-part="paste"]', XGID)
    page.act("analyse-text").click()
    page.part("candidates").wait_for()
    page.tap(zone(6), zone(4))
    page.part("tried").wait_for()
    page.tap(zone(13), zone(8))
    page.page.wait_for_selector('[data-part="tried"] .verdict b')
    assert "13/8 6/4" in page.part("tried").inner_text()
    assert page.page.locator('[data-choice="13/8 6/4"] .tag').count() == 1
    page.act("try-undo").click()
    page.act("try-end").click()
    page.part("better").wait_for()


def test_a_play_is_picked_from_the_list_of_all_and_typed(page: StudyPage) -> None:
    page.analysed().at(BLUNDER)
    rows = page.page.locator("[data-choice]")
    few = rows.count()
    page.act("all-plays").click()
    page.wait(f"document.querySelectorAll('[data-choice]').length > {few}")
    worst = rows.last.get_attribute("data-choice")
    rows.last.locator('[data-action="choice"]').click()
    page.page.wait_for_selector(f'[data-choice="{worst}"] .tag')
    assert page.page.locator(f'[data-choice="{worst}"] .choice-name').get_attribute("aria-pressed") == "true"
    page.act("try-type").click()
    page.part("typed").fill("13/9, 24/21")
    page.act("typed-play").click()
    page.page.wait_for_selector('[data-choice="24/21 13/9"].here')


def test_a_decision_is_rolled_out_and_stopped(page: StudyPage) -> None:
    page.analysed().at(BLUNDER)
    page.page.select_option('[data-part="trials"]', "5184")
    page.act("rollout").click()
    rows = page.page.locator('[data-part="rollout"] tbody tr')
    rows.first.wait_for(timeout=60_000)
    assert "±" in rows.first.inner_text()
    page.act("rollout-stop").click()
    page.page.locator('[data-part="rollout"][data-running="false"]').wait_for()
    assert rows.count() >= 2


def test_one_decision_is_analysed_again_at_another_level(page: StudyPage) -> None:
    page.analysed().at(BLUNDER)
    assert "0-ply" in page.part("level-now").inner_text()
    page.page.select_option('[data-part="depth"]', "1-ply")
    page.act("again-one").click()
    page.wait("document.querySelector('[data-part=level-now]').textContent.includes('1-ply')")


def test_it_is_taken_along_as_files(page: StudyPage) -> None:
    page.analysed()
    page.act("study-tab-file").click()
    for form, ending in (("html", ".html"), ("mat", ".mat"), ("sgf", ".sgf"), ("native", ".jsonl"), ("json", ".json")):
        with page.page.expect_download() as loading:
            page.act(f"export-{form}").click()
        assert loading.value.suggested_filename == f"short{ending}"
        assert Path(loading.value.path()).stat().st_size > 100


def test_what_is_odd_about_a_file_is_told_with_its_line(page: StudyPage) -> None:
    page.analysed(ODD_MATCH)
    page.act("study-tab-file").click()
    told = page.part("oddities").inner_text()
    assert "15" in told
    assert "24/23 13/12" in told


def test_a_reload_a_deep_link_and_the_back_button_find_the_place(page: StudyPage) -> None:
    page.analysed()
    address = page.page.url
    page.page.locator('[data-part="worst"] .decision-row').first.click()
    page.part("candidates").wait_for()
    worst = page.n
    assert page.page.url == f"{address}#{worst}"
    page.page.reload()
    page.page.wait_for_selector(f'.study[data-n="{worst - 1}"] [data-part="candidates"]')
    page.page.go_back()
    page.part("worst").wait_for()
    page.page.goto(f"{address}#3")
    page.page.wait_for_selector('.study[data-n="2"] [data-part="candidates"]')
    page.open("/analysis").part("recent").locator("a").first.click()
    page.part("worst").wait_for()
    assert page.page.url == address


def test_the_language_changes_in_the_middle(page: StudyPage) -> None:
    page.analysed().at(BLUNDER)
    turkish = page.part("reasons").inner_text()
    page.act("language").click()
    page.wait("document.documentElement.lang === 'en'")
    page.part("reasons").wait_for()
    assert page.part("reasons").inner_text() != turkish
    for tab in ("summary", "decision", "list", "file"):
        page.act(f"study-tab-{tab}").click()
        page.part(f"study-{tab}").wait_for()
        assert "study." not in page.page.inner_text("body")


def test_a_match_played_here_is_analysed_from_its_review(page: StudyPage) -> None:
    page.start()
    match = page.match_id()
    page.open(f"/review/{match}").act("analyse").click()
    page.page.wait_for_selector(".study")
    page.troubles.clear()


def test_the_analysis_of_a_match_that_others_play_is_not_offered(page: StudyPage) -> None:
    page.start()
    match = page.match_id()
    page.page.evaluate(f"localStorage.removeItem('tavla.match.{match}')")
    page.open(f"/review/{match}").act("record").wait_for()
    assert page.act("analyse").count() == 0


def test_a_position_that_was_set_up_is_analysed(page: StudyPage) -> None:
    page.open("/editor").act("editor-analyse").click()
    page.page.wait_for_selector(".study")
    page.part("candidates").wait_for()


def test_an_analysis_is_deleted_and_then_gone(page: StudyPage) -> None:
    page.analysed()
    address = page.page.url
    page.act("study-tab-file").click()
    page.act("forget").click()
    page.part("drop").wait_for()
    page.page.goto(address)
    page.part("problem").wait_for()
    page.troubles.clear()


def test_a_reload_beside_the_decisions_keeps_the_one_that_was_looked_at(page: StudyPage) -> None:
    page.analysed().at(3)
    page.act("study-tab-file").click()
    page.part("exports").wait_for()
    page.page.reload()
    page.part("exports").wait_for()
    page.act("study-tab-decision").click()
    page.page.wait_for_url("**#3")


def test_only_whoever_began_an_analysis_is_offered_to_command_it(page: StudyPage) -> None:
    page.analysed().at(BLUNDER)
    page.act("rollout").wait_for()
    page.act("study-tab-file").click()
    page.act("forget").wait_for()
    study = page.page.url.partition("/analysis/")[2].partition("#")[0]
    page.page.evaluate(f"localStorage.removeItem('tavla.study.{study}')")
    page.page.reload()
    page.part("exports").wait_for()
    assert page.act("analyse-new").count() == 1
    assert page.act("forget").count() == 0
    page.at(BLUNDER)
    page.act("try-type").wait_for()
    assert [page.act(name).count() for name in ("rollout", "again-one", "again-all")] == [0, 0, 0]


@pytest.mark.parametrize(("theme", "size"), [("light", DESKTOP), ("dark", PHONE), ("plain", DESKTOP)])
def test_axe_finds_nothing_and_nothing_is_too_wide(
    browser: "Browser", module_server: RunningServer, theme: str, size: tuple[int, int]
) -> None:
    with reader(browser, size, theme=theme) as context:
        page = StudyPage(context.new_page(), module_server.url)
        page.open("/analysis").part("drop").wait_for()
        assert violations(page.page, theme) == []
        page.analysed(ODD_MATCH)
        for tab in ("summary", "list", "file", "decision"):
            page.act(f"study-tab-{tab}").click()
            page.part(f"study-{tab}").wait_for()
            page.page.wait_for_load_state("networkidle")
            assert violations(page.page, theme) == [], tab
            assert page.page.evaluate("document.documentElement.scrollWidth") <= size[0], tab
        page.at(BLUNDER)
        page.part("ids").locator("summary").click()
        assert violations(page.page, theme) == []


def test_a_keyboard_alone_is_enough(page: StudyPage) -> None:
    page.open("/analysis").page.focus('[data-part="paste"]')
    keys = page.page.keyboard
    keys.insert_text(SHORT_MATCH)
    keys.press("Tab")
    keys.press("Enter")
    page.known()
    page.page.focus('[data-action="study-tab-summary"]')
    keys.press("ArrowRight")
    page.part("candidates").wait_for()
    page.page.evaluate("document.activeElement.blur()")
    keys.press("j")
    page.page.wait_for_selector('[data-part="sentence"] :is([data-grade="error"], [data-grade="blunder"])')
    page.page.locator('[data-part="candidates"] [data-action="choice"]').nth(1).focus()
    keys.press("Enter")
    page.page.wait_for_selector('[data-part="candidates"] [data-choice]:nth-of-type(2) [aria-pressed="true"]')


def test_whoever_watches_sees_that_the_server_was_started_anew_and_goes_on(
    browser: "Browser", server: RunningServer, shared: Path
) -> None:
    with reader(browser, level="3-ply") as context:
        page = StudyPage(context.new_page(), server.url)
        page.open("/analysis").part("drop").wait_for()
        page.drop((shared / "files/mat/xg_paris_7pt.txt").read_bytes(), "long.txt")
        page.wait("Number(document.querySelector('.study')?.dataset.done ?? 0) > 0")
        assert server.stop() in (0, -15)
        server.start()
        page.act("go-on").click()
        page.act("stop").click()
        page.act("go-on").wait_for()
        page.troubles.clear()  # the browser notes in its console that the server was away


def test_an_analysis_is_taken_up_after_the_server_was_started_anew(browser: "Browser", server: RunningServer) -> None:
    with reader(browser) as context:
        page = StudyPage(context.new_page(), server.url).analysed()
        count = page.page.locator(".study").get_attribute("data-done")
        assert server.stop() in (0, -15)
        server.start()
        page.page.reload()
        page.known().part("worst").wait_for()
        assert page.page.locator(".study").get_attribute("data-done") == count
        page.at(BLUNDER)
        assert page.part("reasons").inner_text()
        page.page.select_option('[data-part="depth"]', "1-ply")
        page.act("again-one").click()
        page.wait("document.querySelector('[data-part=level-now]').textContent.includes('1-ply')")
        page.troubles.clear()  # the browser notes in its console that the server was away


def test_the_first_visit_does_not_carry_the_analysis(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser) as context:
        page = MatchPage(context.new_page(), module_server.url).open()
        page.act("play").wait_for()
        page.page.wait_for_load_state("networkidle")
        fetched = page.page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
        assert not [name for name in fetched if "analysis" in name]
