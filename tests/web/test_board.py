"""The board in a browser: hands, keys, words and motion, on views that the rules make."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tavla.drawing import geometry
from tests.web.board_page import View, serving, view_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROLLING = "...view, version: 2, turn: 1, phase: 'roll', roll: null, tree: null"
"""The view after the play, while the other player has not rolled."""

AXE = Path(__file__).parent / "vendor" / "axe.min.js"


class BoardPage:
    """One open page with a board, driven by zones: `p13` is the 13 point of the seat at the bottom."""

    def __init__(self, page: "Page", address: str) -> None:
        self.page = page
        self.address = address

    def open(self, position: str = "start", dice: str = "63", language: str = "tr", **options: object) -> "BoardPage":
        asked = f"position={position}&dice={dice}&lang={language}&options={quote(json.dumps(options))}"
        self.page.goto(f"{self.address}?{asked}")
        self.page.wait_for_function("window.ready")
        return self

    def spot(self, zone: str, away: float = 0.25) -> tuple[float, float]:
        """Screen coordinates inside a zone, `away` of its height from the edge of the board."""
        box = self.page.locator(f'[data-zone="{zone}"] .touch').bounding_box()
        assert box is not None
        top = zone in ("bar", "off-far") or (zone[0] == "p" and int(zone[1:]) > 12)
        y = box["y"] + box["height"] * (away if top else 1 - away)
        return box["x"] + box["width"] / 2, y

    def tap(self, *zones: str) -> None:
        for zone in zones:
            self.page.mouse.click(*self.spot(zone))

    def drag(self, source: str, target: str) -> None:
        self.page.mouse.move(*self.spot(source))
        self.page.mouse.down()
        self.page.mouse.move(*self.spot(target), steps=4)
        self.page.mouse.up()

    def tap_die(self, slot: int) -> None:
        self.page.mouse.click(*self.units(*self.die(slot)))

    def die(self, slot: int) -> tuple[float, float]:
        return geometry.dice(geometry.Stance(), 0, 2)[slot]

    def units(self, x: float, y: float) -> tuple[float, float]:
        """Board units as screen coordinates."""
        at = self.page.evaluate(
            """([x, y]) => { const p = new DOMPoint(x, y).matrixTransform(board.stage.scene.root.getScreenCTM());
                             return [p.x, p.y]; }""",
            [x, y],
        )
        return at[0], at[1]

    def do(self, script: str, *values: object) -> Any:
        return self.page.evaluate(f"(values) => {{ {script} }}", list(values))

    def pending(self) -> list[list[int]]:
        found: list[list[int]] = self.page.evaluate("board.pending()")
        return found

    def points(self, seat: int) -> dict[int, int]:
        counts: list[int] = self.page.evaluate(f"board.points()[{seat}]")
        return {point: count for point, count in enumerate(counts) if count}

    def drawn(self, seat: int) -> dict[int, int]:
        """The checkers as elements, which motion must have brought to the same places."""
        counts: list[int] = self.page.evaluate(f"board.stage.checkers.points[{seat}]")
        return {point: count for point, count in enumerate(counts) if count}

    def calls(self, name: str) -> list[list[Any]]:
        made: list[list[Any]] = self.page.evaluate("calls")
        return [call[1:] for call in made if call[0] == name]

    def label(self, zone: str) -> str:
        return self.page.locator(f'[data-zone="{zone}"]').get_attribute("aria-label") or ""

    def shapes(self) -> dict[str, int]:
        """How many targets of each shape are drawn."""
        kinds = ("full", "half", "hit")
        return {kind: n for kind in kinds if (n := self.page.locator(f".target.{kind}").count())}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture(scope="module")
def context(browser: "Browser") -> Iterator["BrowserContext"]:
    context = browser.new_context(viewport={"width": 900, "height": 800})
    yield context
    context.close()


@pytest.fixture
def board(context: "BrowserContext", address: str) -> Iterator[BoardPage]:
    page = context.new_page()
    page.set_default_timeout(30_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield BoardPage(page, address)
    page.close()
    assert errors == []


def test_a_tap_on_a_checker_and_a_tap_on_its_target_make_a_move(board: BoardPage) -> None:
    board.open().tap("p13", "p7")
    assert board.pending() == [[13, 6]]
    assert board.points(0) == board.drawn(0) == {24: 2, 13: 4, 8: 3, 7: 1, 6: 5}


def test_the_page_hears_of_every_move_and_when_the_play_is_complete(board: BoardPage) -> None:
    board.open().tap("p13", "p7", "p13", "p10")
    first, second = board.calls("play")
    assert first == [[[13, 6]], {"moves": [[13, 6]], "end": False, "left": [3]}]
    assert second == [[[13, 6], [13, 3]], {"moves": [[13, 6], [13, 3]], "end": True, "left": []}]


def test_targets_on_the_way_at_its_end_and_with_a_hit_have_their_own_shapes(board: BoardPage) -> None:
    board.open().tap("p24")
    assert board.shapes() == {"half": 2, "full": 1}
    board.open("contact", "64").tap("p13")
    assert board.shapes() == {"half": 2, "hit": 1}


def test_one_gesture_can_play_several_dice(board: BoardPage) -> None:
    board.open().tap("p24", "p15")
    assert board.pending() == [[24, 6], [18, 3]]


def test_the_order_of_the_dice_chooses_the_way(board: BoardPage) -> None:
    board.open().do("board.swapDice()")
    board.tap("p24", "p15")
    assert board.pending() == [[24, 3], [21, 6]]
    assert board.calls("order") == [[[3, 6]]]


def test_a_checker_can_be_dragged_to_its_target(board: BoardPage) -> None:
    board.open().drag("p8", "p5")
    assert board.pending() == [[8, 3]]
    assert board.drawn(0) == {24: 2, 13: 5, 8: 2, 6: 5, 5: 1}


def test_a_checker_dropped_where_it_may_not_go_returns_and_the_reason_is_asked_for(board: BoardPage) -> None:
    board.open().drag("p13", "p4")
    board.do("board.reset()")
    board.drag("p13", "p12")
    assert board.pending() == []
    assert board.calls("why") == [[[], 13, 12]]
    assert board.page.locator("#said").inner_text() == "Oraya oynanmaz."
    assert board.drawn(0) == {24: 2, 13: 5, 8: 3, 6: 5}


def test_a_checker_that_cannot_move_says_why_when_it_is_tapped(board: BoardPage) -> None:
    board.open("start", "55").tap("p24")
    assert board.calls("why") == [[[], 24, 19]]


def test_the_right_button_takes_back_the_last_gesture(board: BoardPage) -> None:
    board.open().tap("p13", "p7", "p24", "p21")
    board.page.mouse.click(*board.spot("p2"), button="right")
    assert board.pending() == [[13, 6]]
    assert board.calls("undo") == [[[[13, 6]], {"moves": [[13, 6]], "end": False, "left": [3]}]]
    assert board.drawn(0) == {24: 2, 13: 4, 8: 3, 7: 1, 6: 5}


def test_an_undone_hit_brings_the_checker_back_from_the_bar(board: BoardPage) -> None:
    board.open("contact", "42").tap("p5", "p3")
    assert board.pending() == [[5, 2]]
    assert board.drawn(1)[25] == 2
    board.do("board.undo()")
    assert board.drawn(1)[25] == 1
    assert board.drawn(1)[22] == 1


def test_a_tapped_die_is_played_by_the_next_checker(board: BoardPage) -> None:
    board.open().tap_die(1)
    board.tap("p8")
    assert board.pending() == [[8, 3]]
    assert board.calls("order") == [[[3, 6]]]


def test_a_die_tapped_with_a_checker_in_hand_is_played_at_once(board: BoardPage) -> None:
    board.open().tap("p13")
    board.tap_die(1)
    assert board.pending() == [[13, 3]]


def test_a_double_tap_plays_the_die_shown_first(board: BoardPage) -> None:
    board.open().page.mouse.dblclick(*board.spot("p24"))
    assert board.pending() == [[24, 6]]


def test_a_slow_second_tap_puts_the_checker_back(board: BoardPage) -> None:
    board.open().tap("p24")
    board.page.wait_for_timeout(400)
    board.tap("p24")
    assert board.pending() == []
    assert board.shapes() == {}


def test_one_tap_moves_a_checker_with_a_single_target(board: BoardPage) -> None:
    board.open("bearing_off", "44", oneTap=True).tap("p6")
    assert board.pending() == [[6, 4]]


def test_used_dice_fade(board: BoardPage) -> None:
    board.open().tap("p13", "p10")
    assert board.page.locator(".die.used").count() == 1
    board.open("start", "11").tap("p8", "p6")
    assert board.page.locator(".die").count() == 4
    assert board.page.locator(".die.used").count() == 2


def test_checkers_are_borne_off_to_the_tray_and_counted_there(board: BoardPage) -> None:
    board.open("bearing_off", "65").drag("p6", "off")
    board.tap("p5", "off")
    assert board.pending() == [[6, 6], [5, 5]]
    assert board.points(0)[0] == 7
    assert "7" in board.page.locator(".layer-counts text").all_text_contents()
    assert board.label("off") == "toplananlar, 7 açık renkli pul, sizin"


def test_a_whole_play_is_made_by_keyboard(board: BoardPage) -> None:
    board.open().do("board.focus()")
    for key in ("Home", "Enter", "ArrowDown", *["ArrowRight"] * 5, "Enter"):
        board.page.keyboard.press(key)
    assert board.pending() == [[13, 6]]
    for key in ("ArrowUp", "End", "ArrowLeft", "Enter", *["ArrowLeft"] * 3, "Enter"):
        board.page.keyboard.press(key)
    assert board.pending() == [[13, 6], [24, 3]]
    board.page.keyboard.press("u")
    assert board.pending() == [[13, 6]]


def test_the_arrows_reach_every_place(board: BoardPage) -> None:
    board.open().do("board.focus()")
    met = set()
    for row in ("ArrowUp", "ArrowDown"):
        board.page.keyboard.press(row)
        board.page.keyboard.press("Home")
        for _ in range(14):
            met.add(board.page.evaluate("document.activeElement.dataset.zone"))
            board.page.keyboard.press("ArrowRight")
    assert len(met) == 28


def test_escape_puts_the_checker_back(board: BoardPage) -> None:
    board.open().do("board.focus()")
    board.page.keyboard.press("Enter")
    assert board.shapes() != {}
    board.page.keyboard.press("Escape")
    assert board.shapes() == {}


def test_the_keys_of_the_page_are_handed_on(board: BoardPage) -> None:
    board.open().do("board.focus()")
    for key in ("Space", "d", "/"):
        board.page.keyboard.press(key)
    assert board.calls("key") == [["primary"], ["double"], ["notation"]]


def test_the_dice_can_be_changed_over_by_keyboard(board: BoardPage) -> None:
    board.open().page.locator(".swap").focus()
    board.page.keyboard.press("Enter")
    assert board.calls("order") == [[[3, 6]]]


def test_a_screen_reader_can_press_without_a_pointer(board: BoardPage) -> None:
    board.open()
    for zone in ("p13", "p7"):
        board.page.locator(f'[data-zone="{zone}"]').dispatch_event("click")
    assert board.pending() == [[13, 6]]


def test_every_place_has_a_name_in_both_languages(board: BoardPage) -> None:
    board.open("entering", "61")
    assert board.label("p13") == "13. hane, 4 açık renkli pul, sizin"
    assert board.label("p1") == "1. hane, 2 koyu renkli pul, rakibin"
    assert board.label("p2") == "2. hane, boş"
    assert board.label("bar") == "köprü, 2 açık renkli pul, sizin"
    board.open("entering", "61", "en")
    assert board.label("p22") == "Point 22, 1 dark checker, your opponent's"
    assert board.label("off") == "borne off, yours, empty"


def test_names_say_what_is_in_hand_and_where_it_can_go(board: BoardPage) -> None:
    board.open("contact", "64").tap("p13")
    assert board.label("p13").endswith("; elinizde")
    assert board.label("p9").endswith("; buraya oynanabilir, devam da edebilir")
    assert board.label("p3").endswith("; buraya oynanabilir, kırar")
    assert board.page.locator("#said").inner_text() == "13. haneden pul elinizde. Gidebileceği yerler: 9, 7, 3 (kırar)"


def test_a_move_is_announced(board: BoardPage) -> None:
    board.open("contact", "64").tap("p13", "p3")
    assert board.page.locator("#said").inner_text() == "13. haneden 7. haneye; 7. haneden 3. haneye, kırdı"


def opponents_view(view: View, points: list[list[int]]) -> View:
    return view | {
        "version": view["version"] + 1,
        "turn": 0,
        "points": points,
        "roll": None,
        "tree": None,
        "phase": "roll",
    }


def test_the_opponents_play_is_shown_move_by_move(board: BoardPage) -> None:
    board.open("start", "63")
    view = view_of("start", "31", turn=1) | {"version": 2}
    points = board.page.evaluate(
        """async (view) => {
             board.show({...view, roll: null, tree: null}, {speed: 0.2});
             await board.animate({type: "rolled", seat: 1, dice: [3, 1]});
             await board.animate({type: "played", seat: 1, moves: [[8, 5, 3, 0], [6, 5, 1, 0]]});
             return board.stage.checkers.points; }""",
        view,
    )
    assert (points[1][8], points[1][6], points[1][5]) == (2, 4, 2)
    assert "8. haneden 5. haneye" in board.page.locator("#said").inner_text()
    assert [call[0] for call in board.calls("sound")] == ["roll", "move", "move"]


def test_an_opponents_hit_sends_the_checker_to_the_bar(board: BoardPage) -> None:
    board.open("contact", "64")
    points = board.page.evaluate(
        """async () => {
             board.show({...view, version: 2, turn: 1, roll: [6, 1], tree: null});
             await board.animate({type: "played", seat: 1, moves: [[25, 24, 1, 0], [13, 7, 6, 1]]});
             return board.stage.checkers.points; }"""
    )
    assert points[0][25] == 1
    assert points[1][7] == 1


def test_ones_own_play_is_not_shown_twice(board: BoardPage) -> None:
    board.open().tap("p13", "p7", "p13", "p10")
    before = len(board.calls("sound"))
    board.do("return board.animate({type: 'played', seat: 0, moves: [[13, 10, 3, 0], [13, 7, 6, 0]]})")
    assert len(board.calls("sound")) == before
    assert board.points(0) == board.drawn(0) == {24: 2, 13: 3, 10: 1, 8: 3, 7: 1, 6: 5}


def test_a_thrown_roll_lands_on_the_faces_that_were_rolled(board: BoardPage) -> None:
    board.open("start", "")
    board.do("return board.animate({type: 'rolled', seat: 0, dice: [5, 2]})")
    board.do("board.show(view, {speed: 1}); return board.animate({type: 'rolled', seat: 0, dice: [5, 2]})")
    faces = board.page.evaluate("[...document.querySelectorAll('.face')].map((face) => face.children.length)")
    assert faces == [5, 2]


def test_reduced_motion_moves_at_once(board: BoardPage) -> None:
    board.page.emulate_media(reduced_motion="reduce")
    board.open("start", "63", speed=1).tap("p13", "p7")
    assert board.page.evaluate("document.getAnimations().length") == 0
    assert board.drawn(0)[7] == 1


def test_the_same_turn_shown_again_keeps_what_was_built(board: BoardPage) -> None:
    board.open().tap("p13", "p7")
    board.do("board.show(view, {theme: 'dark'})")
    assert board.pending() == [[13, 6]]
    board.do("board.show({...view, version: 2})")
    assert board.pending() == []
    assert board.drawn(0) == {24: 2, 13: 5, 8: 3, 6: 5}


def test_a_typed_play_is_put_on_the_board_and_an_impossible_one_changes_nothing(board: BoardPage) -> None:
    board.open().tap("p24", "p21")
    assert board.do("return board.play([[13, 6], [8, 6]])") is False
    assert board.pending() == [[24, 3]]
    assert board.do("return board.play([[24, 6], [18, 3]])") is True
    assert board.pending() == [[24, 6], [18, 3]]


def test_without_a_turn_here_nothing_moves(board: BoardPage) -> None:
    board.open("start", "63", interactive=False).tap("p13", "p7")
    board.drag("p13", "p7")
    assert board.pending() == []
    assert board.label("p13") == "13. hane, 5 açık renkli pul, sizin"


def test_two_fingers_undo(browser: "Browser", address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    board = BoardPage(context.new_page(), address).open()
    for zone in ("p13", "p7"):
        board.page.touchscreen.tap(*board.spot(zone))
    assert board.pending() == [[13, 6]]
    session = context.new_cdp_session(board.page)
    fingers = [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate((board.spot("p4"), board.spot("p2")))]
    for kind, points in (("touchStart", fingers[:1]), ("touchStart", fingers), ("touchEnd", [])):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert board.pending() == []
    context.close()


def test_a_finger_drags_a_checker_which_stays_in_sight_above_it(browser: "Browser", address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    board = BoardPage(context.new_page(), address).open()
    session = context.new_cdp_session(board.page)
    (x1, y1), (x2, y2) = board.spot("p13", 0.7), board.spot("p7")
    way = [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in (0, 0.3, 0.6, 1)]
    for kind, at in zip(("touchStart", *["touchMove"] * 3), way, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})
    carried = board.page.locator(".carried .disc").bounding_box()
    assert carried is not None
    assert carried["y"] + carried["height"] / 2 < y2 - 10
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert board.pending() == [[13, 6]]
    context.close()


def test_a_phone_shows_the_whole_board_with_places_wide_enough_for_a_thumb(browser: "Browser", address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    board = BoardPage(context.new_page(), address).open()
    assert board.page.evaluate("document.documentElement.scrollWidth") == 360
    widths = [box["width"] for touch in board.page.locator(".zone .touch").all() if (box := touch.bounding_box())]
    assert min(widths) >= 24
    context.close()


@pytest.mark.parametrize(("bottom", "home"), [(0, "right"), (0, "left"), (1, "right"), (1, "left")])
def test_the_page_and_the_drawer_put_everything_in_the_same_places(board: BoardPage, bottom: int, home: str) -> None:
    stance = geometry.Stance(bottom, home)
    board.open()
    found = board.page.evaluate(
        """async (stance) => {
             const g = await import("/static/board/geometry.js");
             const places = [];
             for (const seat of [0, 1]) for (let point = 0; point <= 25; point++) {
               for (const count of [1, 4, 7]) for (let i = 0; i < count; i++) {
                 places.push(g.checkerAt(stance, seat, point, i, count));
               }
             }
             for (const seat of [0, 1]) {
               for (let point = 1; point <= 24; point++) places.push(g.numberAt(stance, seat, point));
               for (let i = 0; i < 4; i++) places.push(g.dieAt(stance, seat, i, 4));
               places.push(g.cubeAt(stance, seat), g.trayCount(stance, seat));
             }
             return places.map(({x, y}) => [x, y]); }""",
        {"bottom": bottom, "home": home},
    )
    expected = [
        place
        for seat in (0, 1)
        for point in range(26)
        for count in (1, 4, 7)
        for place in geometry.stack(stance, seat, point, count)
    ]
    for seat in (0, 1):
        expected += [geometry.number(stance, seat, point) for point in range(1, 25)]
        expected += geometry.dice(stance, seat, 4)
        expected += [geometry.cube(stance, seat), geometry.tray_count(stance, seat)]
    assert [pytest.approx(place, abs=0.002) for place in expected] == found


def test_from_the_other_side_of_the_table_the_same_move_is_made_by_its_own_numbers(board: BoardPage) -> None:
    board.open("start", "63", perspective=1, home="left").tap("p12", "p18")
    assert board.pending() == [[13, 6]]


def test_numbers_run_from_the_movers_side(board: BoardPage) -> None:
    board.open("start", "63", perspective=1)
    assert board.label("p12") == "13. hane, 5 açık renkli pul, sizin"
    board.do("board.show(view, {numbers: 'own'})")
    assert board.label("p12") == "12. hane, 5 açık renkli pul, sizin"


def cube_at(board: BoardPage) -> tuple[float, float]:
    found = board.page.evaluate(
        "(() => { const m = new DOMMatrix(board.stage.scene.cube.style.transform); return [m.e, m.f]; })()"
    )
    return found[0], found[1]


def test_the_cube_lies_in_the_middle_with_its_owner_or_before_the_one_who_answers(board: BoardPage) -> None:
    board.open("start", "")
    stance = geometry.Stance()
    assert cube_at(board) == pytest.approx(geometry.cube(stance, None))
    board.do("board.show({...view, cube: {value: 4, owner: 1, on: true}})")
    assert cube_at(board) == pytest.approx(geometry.cube(stance, 1))
    board.do("return board.animate({type: 'doubled', seat: 0})")
    assert cube_at(board) == pytest.approx(geometry.dice(stance, 1, 1)[0])
    assert board.page.locator(".cube text").text_content() == "8"


def test_without_a_cube_none_is_drawn(board: BoardPage) -> None:
    board.open("start", "").do("board.show({...view, cube: {value: 1, owner: null, on: false}})")
    assert not board.page.locator(".cube").is_visible()


def start_editing(board: BoardPage) -> None:
    board.open("start", "")
    board.do("board.edit({onChange: (points) => calls.push(['edit', points])})")


def test_in_the_editor_taps_place_and_the_right_button_removes(board: BoardPage) -> None:
    start_editing(board)
    board.page.mouse.click(*board.spot("p24"), button="right")
    assert board.points(0) == {24: 1, 13: 5, 8: 3, 6: 5, 0: 1}
    board.tap("p4")
    assert board.points(0) == {24: 1, 13: 5, 8: 3, 6: 5, 4: 1}
    assert [points[0][0] for (points,) in board.calls("edit")] == [1, 0]
    board.tap("p4")
    assert board.page.locator("#said").inner_text() == "Konacak pul kalmadı"


def test_in_the_editor_checkers_are_dragged_to_the_bar_and_off_the_board(board: BoardPage) -> None:
    start_editing(board)
    board.drag("p13", "bar")
    board.drag("p8", "off")
    assert board.drawn(0) == {25: 1, 24: 2, 13: 4, 8: 2, 6: 5, 0: 1}
    board.page.mouse.move(*board.spot("p12"))
    board.page.mouse.down()
    board.page.mouse.move(450, 795, steps=3)
    board.page.mouse.up()
    assert board.points(1)[0] == 1


def test_in_the_editor_a_point_changes_hands(board: BoardPage) -> None:
    start_editing(board)
    board.drag("p13", "off")
    board.tap("p12")
    assert board.points(0)[12] == 1
    assert board.points(1) == {24: 2, 8: 3, 6: 5, 0: 5}


def test_the_editor_works_by_keyboard(board: BoardPage) -> None:
    start_editing(board)
    board.do("board.focus()")
    board.page.keyboard.press("0")
    board.page.keyboard.press("ArrowLeft")
    board.page.keyboard.press("2")
    assert board.points(0) == {23: 2, 13: 5, 8: 3, 6: 5}
    board.page.keyboard.press("Delete")
    board.page.keyboard.press("x")
    for key in ("End", "ArrowDown", "ArrowLeft", "Delete", "ArrowLeft", "Enter"):
        board.page.keyboard.press(key)
    assert board.points(0) == {23: 1, 13: 5, 8: 3, 6: 5, 0: 1}
    assert board.points(1) == {24: 1, 23: 1, 13: 5, 8: 3, 6: 5}


def test_the_editor_shows_the_dice_and_the_cube_of_the_view(board: BoardPage) -> None:
    board.open("start", "52").do("board.edit({onChange() {}})")
    assert board.page.locator(".die").count() == 2
    assert board.page.locator(".cube").is_visible()


def test_last_rolls_dice_stay_faded_until_the_next(board: BoardPage) -> None:
    board.open("start", "52").do(f"board.show({{{ROLLING}, last: {{seat: 0, roll: [5, 2]}}}})")
    assert board.page.locator(".die.used").count() == 2


def test_dice_that_the_view_does_not_know_are_not_left_from_what_was_shown_before(board: BoardPage) -> None:
    board.open("start", "52").do(f"board.show({{{ROLLING}}})")
    assert board.page.locator(".die").count() == 0
    board.do(f"board.show({{{ROLLING}, match: 'another', last: {{seat: 1, roll: [4, 4]}}}})")
    assert board.page.locator(".die.used").count() == 4


def test_dice_in_another_order_are_not_handed_on_to_another_match(board: BoardPage) -> None:
    board.open("start", "52").do("board.swapDice()")
    assert board.page.evaluate("board.order") == [2, 5]
    board.do("board.show({...view, match: 'another'})")
    assert board.page.evaluate("board.order") == [5, 2]


def test_other_looks_leave_what_is_pending_and_its_marks(board: BoardPage) -> None:
    board.open("start", "52").do("board.mark({points: [{seat: 0, point: 6}]})")
    board.tap("p13", "p8")
    board.do("board.dress({theme: 'dark', home: 'left'})")
    assert board.page.evaluate("[board.pending().length, board.element.dataset.theme]") == [1, "dark"]
    assert board.page.locator(".layer-marks > *").count() == 1


def test_the_page_hears_when_the_brush_is_changed_on_the_board(board: BoardPage) -> None:
    board.open("start", "")
    board.do("board.edit({onChange() {}, onBrush: (seat) => calls.push(['brush', seat])}); board.focus()")
    board.page.keyboard.press("x")
    board.tap("off")
    assert board.calls("brush") == [[1], [0]]


def test_a_press_released_outside_the_board_does_not_hold_up_the_next(board: BoardPage) -> None:
    board.open().page.mouse.move(*board.spot("p2"))
    board.page.mouse.down()
    board.page.mouse.move(450, 795)
    board.page.mouse.up()
    board.tap("p13", "p7")
    assert board.pending() == [[13, 6]]


def test_a_view_shown_after_editing_is_played_on(board: BoardPage) -> None:
    board.open().do("board.edit({onChange() {}})")
    board.do("board.show({...view, version: 2})")
    board.tap("p13", "p7")
    assert board.pending() == [[13, 6]]


@pytest.mark.parametrize("theme", ["light", "dark", "plain"])
def test_axe_finds_nothing_to_mend(board: BoardPage, theme: str) -> None:
    board.open("contact", "64", theme=theme).tap("p13")
    board.page.add_script_tag(path=AXE)
    found = board.page.evaluate("axe.run('#board').then((r) => r.violations.map((v) => [v.id, v.nodes[0].html]))")
    assert found == []
