"""Whole matches, from the first throw to the last checker, with hands on the page."""

from typing import TYPE_CHECKING

from tests.web.conftest import RunningServer
from tests.web.match_page import ENDS, PHONE, MatchPage, View, visitor, zone

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def play_turn(page: MatchPage, number: int) -> None:
    """A whole play by taps and drags in turn: off the board, else home from the rear, with as few hits as can be."""
    path = page.moves(lambda moves: max(moves, key=lambda move: (move[1] == 0, -move[3], move[0])))
    for place, (source, target, *_) in enumerate(path):
        if (number + place) % 3 == 0:
            page.drag(zone(source), zone(target))
        else:
            page.tap(zone(source), zone(target))
    page.press()


def play_match(page: MatchPage) -> View:
    """Do what is due until the match is over."""
    for number in range(3000):
        view = page.until(lambda now: bool(now["act"]) or now["phase"] == "match_over")
        if view["phase"] == "match_over":
            return view
        view = page.until(lambda now: now["phase"] in ENDS or page.due_here(now))
        if view["phase"] == "match_over":
            return view
        if view["phase"] == "play":
            play_turn(page, number)
        else:
            page.press()
    raise AssertionError("the match never ends")


def test_a_match_to_five_points_against_the_computer_in_turkish(
    browser: "Browser", module_server: RunningServer
) -> None:
    with visitor(browser) as context:
        page = MatchPage(context.new_page(), module_server.url).start(length="points-5")
        view = play_match(page)
        assert max(view["score"]) >= 5
        assert view["winner"] == view["score"].index(max(view["score"]))
        words = "Maçı" if view["winner"] == 0 else "kazandı"
        assert words in page.sentence()
        assert page.primary.inner_text() == "Yeni maç"
        assert page.troubles == []


def test_a_game_on_one_screen_in_english_on_a_phone(browser: "Browser", module_server: RunningServer) -> None:
    with visitor(browser, PHONE, "en-GB") as context:
        page = MatchPage(context.new_page(), module_server.url)
        page.start("hotseat", ("Ayşe", "Mehmet"), profile="tavla", length="one")
        view = play_match(page)
        name = view["players"][view["winner"]]["name"]
        assert page.sentence().startswith(f"{name} wins")
        assert page.troubles == []
