"""A match on the page, with hands and keys, against the real server."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tavla.words.rolls import roll_name
from tests.web.conftest import RunningServer
from tests.web.match_page import PHONE, MatchPage, visitor, zone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, WebSocketRoute


@pytest.fixture
def page(browser: "Browser", module_server: RunningServer) -> Iterator[MatchPage]:
    with visitor(browser) as context:
        held = MatchPage(context.new_page(), module_server.url)
        yield held
        assert held.troubles == []


@pytest.fixture
def other(browser: "Browser", module_server: RunningServer) -> Iterator[MatchPage]:
    """The same page in English on a phone."""
    with visitor(browser, PHONE, "en-GB") as context:
        held = MatchPage(context.new_page(), module_server.url)
        yield held
        assert held.troubles == []


def test_one_button_starts_a_match_against_the_computer(page: MatchPage) -> None:
    page.open("/").act("play").click()
    page.page.wait_for_selector("[data-primary]")
    view = page.settle()
    assert [player["kind"] for player in view["players"]] == ["person", "bot"]
    assert view["profile"] == "tavla"
    assert page.primary.inner_text() == "Açılış zarını at"


def test_what_is_due_is_said_in_the_words_of_the_game(page: MatchPage) -> None:
    page.start(opening="use")
    view = page.to_play()
    high, low = view["roll"]
    assert page.sentence() == f"Sıra sizde: {high}-{low} ({roll_name('tr', (high, low))})."
    assert page.page.locator("#live").inner_text().strip().endswith(page.sentence())


def test_a_play_is_made_by_tapping_and_dragging_and_confirmed(page: MatchPage) -> None:
    page.start()
    view = page.to_play()
    path = page.moves()
    for number, (source, target, *_) in enumerate(path):
        if number % 2:
            page.drag(zone(source), zone(target))
        else:
            page.tap(zone(source), zone(target))
    assert [move[0] for move in page.begun()] == [move[0] for move in path]
    page.press()
    after = page.my_turn()
    assert after["plays"][: len(view["plays"]) + 1][-1]["seat"] == 0


def test_confirming_waits_for_the_whole_play_and_undo_takes_it_back(page: MatchPage) -> None:
    page.start()
    page.to_play()
    source, target, *_ = page.moves()[0]
    assert page.primary.is_disabled()
    assert page.act("undo").is_disabled()
    page.tap(zone(source), zone(target))
    page.act("undo").click()
    assert page.begun() == []
    assert page.act("undo").is_disabled()


def test_a_reload_in_mid_turn_keeps_the_moves_made(page: MatchPage) -> None:
    page.start()
    page.to_play()
    source, target, *_ = page.moves()[0]
    page.tap(zone(source), zone(target))
    begun = page.begun()
    assert begun
    page.page.reload()
    page.page.wait_for_selector('[data-action="undo"]:not([disabled])')
    assert page.begun() == begun


def test_an_illegal_target_is_explained_in_one_sentence(page: MatchPage) -> None:
    page.start(opening="use")
    view = page.to_play()
    sides = view["points"]
    blocked = next(point for point in range(24, 0, -1) if sides[1][25 - point] >= 2 and point < 24)
    source = next(point for point in range(24, blocked, -1) if sides[0][point])
    page.tap(zone(source), zone(blocked))
    reason = page.part("reason")
    reason.wait_for(state="visible")
    assert reason.inner_text().endswith(".")


def test_a_play_can_be_typed(page: MatchPage) -> None:
    page.start()
    view = page.to_play()
    page.page.keyboard.press("/")
    words = " ".join(f"{source}/{target}" for source, target, *_ in page.moves())
    page.page.fill('[data-part="typed"]', words.replace("25/", "bar/").replace("/0", "/off"))
    page.page.keyboard.press("Enter")
    page.until(lambda now: len(now["plays"]) > len(view["plays"]))


def test_what_cannot_be_read_is_said_and_costs_nothing(page: MatchPage) -> None:
    page.start()
    view = page.to_play()
    page.page.keyboard.press("/")
    page.page.fill('[data-part="typed"]', "99/98")
    page.page.keyboard.press("Enter")
    page.part("reason").wait_for(state="visible")
    assert page.settle()["version"] == view["version"]


def test_a_turn_is_played_by_keyboard_alone(page: MatchPage) -> None:
    page.start()
    while page.my_turn()["phase"] != "play":
        seen = len(page.views)
        page.page.keyboard.press("Space")
        page.until(lambda now: len(page.views) > seen)  # noqa: B023
    view = page.settle()
    for source, target, *_ in page.moves():
        for point in (source, target):
            page.page.locator(f'[data-zone="{zone(point)}"]').focus()
            page.page.keyboard.press("Enter")
    page.page.keyboard.press("Space")
    page.until(lambda now: len(now["plays"]) > len(view["plays"]))


def test_a_play_against_the_computer_is_taken_back(page: MatchPage) -> None:
    page.start()
    view = page.to_play()
    for source, target, *_ in page.moves():
        page.tap(zone(source), zone(target))
    page.press()
    page.my_turn()
    page.act("more").click()
    page.act("takeback").click()
    after = page.until(lambda now: now["phase"] == "play" and now["points"] == view["points"])
    assert after["roll"] == view["roll"]


def test_a_double_is_offered_and_taken_on_one_screen(other: MatchPage) -> None:
    other.start("hotseat", ("Ayşe", "Mehmet"), profile="standard")
    view = other.press()
    while view["phase"] != "roll" or "double" not in view["can"][str(view["turn"])]:
        if view["phase"] == "play":
            for source, target, *_ in other.moves():
                other.tap(zone(source), zone(target))
        view = other.press()
    doubler = view["turn"]
    other.page.keyboard.press("d")
    view = other.until(lambda now: now["phase"] == "double")
    names = [player["name"] for player in view["players"]]
    assert other.sentence() == f"{names[doubler]} doubles: the cube goes to 2. {names[1 - doubler]}: take or drop?"
    assert other.primary.inner_text() == "Take"
    view = other.press()
    assert view["cube"] == {"value": 2, "owner": 1 - doubler, "on": True}


def test_a_drop_ends_the_game_and_the_next_begins(other: MatchPage) -> None:
    other.start("hotseat", ("Ayşe", "Mehmet"), profile="standard", starter="alternate")
    view = other.press()
    while view["phase"] != "roll" or "double" not in view["can"][str(view["turn"])]:
        if view["phase"] == "play":
            for source, target, *_ in other.moves():
                other.tap(zone(source), zone(target))
        view = other.press()
    other.act("double").click()
    other.until(lambda now: now["phase"] == "double")
    other.act("drop").click()
    view = other.until(lambda now: now["phase"] == "game_over")
    assert sum(view["score"]) == 1
    assert other.part("result").is_visible()
    assert other.primary.inner_text() == "Next game"
    assert other.press()["game"] == 2


def test_resigning_is_asked_twice_and_answered(page: MatchPage) -> None:
    page.start("hotseat", ("Ayşe", "Mehmet"))
    page.to_play(page.thrown()["turn"])
    page.act("more").click()
    page.act("resign").click()
    page.act("resign-cancel").click()
    assert page.view["phase"] != "resign"
    page.act("more").click()
    page.act("resign").click()
    page.check("resign-2")
    page.act("resign-confirm").click()
    page.until(lambda now: now["phase"] == "resign")
    view = page.press()
    assert view["result"]["kind"] == 2
    assert sorted(view["score"]) == [0, 2]


def test_the_board_turns_to_the_player_on_roll_where_two_share_it(page: MatchPage) -> None:
    page.start("hotseat", ("Ayşe", "Mehmet"))
    first = page.thrown()["turn"]
    seats = page.page.locator('[data-part="player"]')
    assert seats.last.get_attribute("data-seat") == str(first)
    page.to_play(first)
    for source, target, *_ in page.moves():
        page.tap(zone(source), zone(target))
    page.press()
    assert seats.last.get_attribute("data-seat") == str(page.view["turn"])


def test_the_list_of_plays_leads_back_and_to_the_game_again(page: MatchPage) -> None:
    page.start()
    page.to_play()
    for source, target, *_ in page.moves():
        page.tap(zone(source), zone(target))
    page.press()
    page.my_turn()
    page.page.locator('[data-play="0"]').click()
    page.act("live").wait_for()
    assert page.page.locator('[data-play="0"]').get_attribute("aria-current") == "true"
    page.act("live").click()
    assert page.act("live").count() == 0


def test_somebody_without_a_key_only_watches(page: MatchPage, other: MatchPage) -> None:
    page.start()
    other.open(f"/match/{page.match_id()}")
    other.page.wait_for_selector("[data-primary]")
    assert other.settle()["version"] == page.view["version"]
    assert other.primary.is_disabled()


def test_a_match_that_does_not_exist_is_said(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser) as context:
        page = MatchPage(context.new_page(), module_server.url)
        page.open("/match/nowhere")
        page.page.wait_for_selector('[role="alert"]')
        assert "Olmadı" not in page.page.locator('[role="alert"]').inner_text()


def test_real_dice_are_tapped_in(page: MatchPage) -> None:
    page.start("table", ("Ayşe", "Mehmet"), profile="standard")
    for face in (6, 3):
        page.page.locator(f'.dice-entry [data-face="{face}"]').click()
    assert page.primary.inner_text() == "Ayşe 6, Mehmet 3"
    assert page.press()["roll"] == [6, 3]


def test_what_the_referee_allows_stands_in_his_list(page: MatchPage) -> None:
    page.start("table", ("Ayşe", "Mehmet"), profile="standard")
    for face in (6, 3):
        page.page.locator(f'.dice-entry [data-face="{face}"]').click()
    view = page.press()
    listed = page.page.locator("[data-listed]")
    names = {listed.nth(place).get_attribute("data-listed") for place in range(listed.count())}
    assert names == {one["act"] for one in view["table"]["acts"]} - {"enter_roll"}


def test_while_dice_are_chosen_nobody_is_told_to_throw(page: MatchPage) -> None:
    page.start("table", ("Ayşe", "Mehmet"), profile="house")
    page.part("rare").locator("summary").click()
    page.act("open-ask_mix").click()
    assert page.act("act-ask_mix").inner_text().startswith("Ayşe: ")
    page.act("act-ask_mix").click()
    page.page.wait_for_selector('[data-act="choose_die"]')
    page.settle()
    assert page.sentence() == "Hakemin sorusu var: listeye bakın."


def test_a_forgotten_die_is_noted_demanded_and_played(page: MatchPage) -> None:
    page.start("table", ("Ayşe", "Mehmet"), profile="standard")
    for face in (6, 3):
        page.page.locator(f'.dice-entry [data-face="{face}"]').click()
    page.press()
    page.act("open-enter_play").click()
    page.page.fill('[data-act="enter_play"] [data-arg="moves"]', "24/18")
    page.page.click('[data-action="act-enter_play"]')
    notes = page.page.locator("[data-notes] li")
    notes.nth(1).wait_for()
    assert notes.nth(0).inner_text() == "Ayşe oynanacak zarı bıraktı: 3"
    page.page.click('[data-action="act-demand"]')
    page.act("open-enter_play").wait_for()
    view = page.settle()
    assert (view["turn"], view["points"][0][18], view["tree"][0]["left"]) == (0, 1, [3])


def overlap(page: MatchPage, one: str, other: str) -> bool:
    """Whether two things lie over each other."""
    first, second = (page.page.locator(each).bounding_box() for each in (one, other))
    assert first is not None
    assert second is not None
    beside = first["x"] >= second["x"] + second["width"] or second["x"] >= first["x"] + first["width"]
    above = first["y"] >= second["y"] + second["height"] or second["y"] >= first["y"] + first["height"]
    return not (beside or above)


def test_a_long_name_can_be_read_whole(other: MatchPage) -> None:
    long = "Abdurrahman Karamustafaoğlu Çelebi Efendi"[:40]
    other.start("hotseat", (long, "Ayşe"))
    cut = other.page.locator(".player .name[data-whole]")
    cut.wait_for()
    assert (cut.get_attribute("title"), cut.get_attribute("tabindex"), cut.inner_text()) == (long, "0", long)
    assert other.page.locator(".player .name[tabindex]").count() == 1


def test_the_page_comes_back_after_the_server_was_killed(browser: "Browser", server: RunningServer) -> None:
    with visitor(browser) as context:
        page = MatchPage(context.new_page(), server.url)
        page.start()
        view = page.to_play()
        source, target, *_ = page.moves()[0]
        page.tap(zone(source), zone(target))
        server.kill()
        page.page.wait_for_selector(".line-state")
        assert not overlap(page, ".line-state", ".board-frame")
        server.start()
        page.page.wait_for_selector(".line-state", state="detached", timeout=20_000)
        assert page.settle()["version"] >= view["version"]
        assert page.begun()


def test_a_line_that_went_silent_is_given_up_and_the_throw_comes(
    browser: "Browser", module_server: RunningServer
) -> None:
    lines: list[WebSocketRoute] = []

    def first_line_loses_what_is_sent(line: "WebSocketRoute") -> None:
        lines.append(line)
        server = line.connect_to_server()
        if len(lines) == 1:
            line.on_message(lambda text: None if '"command"' in str(text) else server.send(text))

    with visitor(browser) as context:
        page = MatchPage(context.new_page(), module_server.url)
        page.page.route_web_socket("**/socket", first_line_loses_what_is_sent)
        page.start("hotseat", ("Ayşe", "Mehmet"))
        version = page.view["version"]
        page.primary.click()
        page.until(lambda view: view["version"] > version, seconds=20)
        assert len(lines) == 2


def test_pressing_twice_does_a_thing_once(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser, speed="normal") as context:
        page = MatchPage(context.new_page(), module_server.url)
        page.start("hotseat", ("Ayşe", "Mehmet"), opening="use")
        page.primary.dblclick()
        page.until(lambda view: view["phase"] != "opening" or view["opening"] is not None)
        page.settle()
        assert page.part("reason").is_hidden()


def test_a_play_is_taken_back_where_the_other_allows_it(page: MatchPage) -> None:
    page.start("hotseat", ("Ayşe", "Mehmet"), opening="use")
    view = page.press()
    while view["phase"] != "play":
        view = page.press()
    for source, target, *_ in page.moves():
        page.tap(zone(source), zone(target))
    page.press()
    page.act("more").click()
    page.act("takeback").click()
    page.until(lambda now: now["phase"] == "takeback")
    assert page.primary.inner_text() == "İzin ver"
    after = page.press()
    assert (after["phase"], after["points"], after["turn"]) == ("play", view["points"], view["turn"])
