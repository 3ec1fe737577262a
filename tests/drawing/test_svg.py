"""The board drawn as a static SVG."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from tavla.drawing import board_svg
from tavla.drawing.geometry import Stance, geometry, stack
from tavla.errors import InvalidOption
from tavla.rules.position import Position

SVG = "{http://www.w3.org/2000/svg}"
START = Position.start()
CROWDED = Position.from_points({25: 2, 24: 1, 6: 12}, {24: 8, 18: 1})


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def texts(text: str) -> list[str]:
    return [element.text or "" for element in drawn(text).iter(f"{SVG}text")]


def fills(text: str) -> Counter[str]:
    return Counter(element.get("fill", "") for element in drawn(text).iter(f"{SVG}circle"))


@pytest.mark.parametrize("theme", ["light", "dark", "plain"])
def test_every_checker_is_drawn_in_its_colour(theme: str) -> None:
    colours = geometry()["themes"][theme]
    found = fills(board_svg(START, theme=theme))
    assert (found[colours["light"]], found[colours["dark"]]) == (15, 15)


def test_the_player_on_roll_keeps_the_seat_and_the_numbers_follow_him() -> None:
    mine, theirs = board_svg(CROWDED, turn=0), board_svg(CROWDED, turn=1)
    assert f"translate({stack(Stance(), 0, 25, 2)[0][0]} {stack(Stance(), 0, 25, 2)[0][1]})" in mine
    assert f"translate({stack(Stance(), 1, 25, 2)[0][0]} {stack(Stance(), 1, 25, 2)[0][1]})" in theirs
    first = [element for element in drawn(theirs).iter(f"{SVG}text") if element.text == "1"]
    assert float(first[0].get("y", "0")) < 1


def test_stacks_beyond_five_and_checkers_off_carry_their_count() -> None:
    assert Counter(texts(board_svg(CROWDED)))["12"] == 2
    assert Counter(texts(board_svg(CROWDED)))["8"] == 2
    assert "6" in texts(board_svg(CROWDED))[24:]


def test_dice_show_their_pips_and_a_double_its_four_moves() -> None:
    ink = geometry()["themes"]["light"]["light-text"]
    assert fills(board_svg(START, roll=(6, 3)))[ink] == 9
    assert fills(board_svg(START, roll=(5, 5)))[ink] == 20


def test_the_cube_is_turned_to_its_owner() -> None:
    assert "64" in texts(board_svg(START, cube=(64, None)))
    assert re.search(
        r"rotate\(180\)[^/]*<rect[^>]*/><rect[^>]*/><rect[^>]*/><text[^>]*>4<", board_svg(START, cube=(4, 1))
    )


def test_a_title_is_said_and_escaped_and_a_board_without_one_is_hidden() -> None:
    named = drawn(board_svg(START, title='13 & "7" <b>'))
    assert named.get("aria-label") == '13 & "7" <b>'
    assert named.get("role") == "img"
    assert drawn(board_svg(START)).get("aria-hidden") == "true"


def test_arrows_and_frames_are_drawn_over_the_checkers() -> None:
    ink = geometry()["themes"]["light"]["arrow"]
    plain, marked = board_svg(START), board_svg(START, arrows=[(13, 7), (25, 22), (6, 0)], highlight=[7])
    assert ink not in plain
    assert marked.count(f'stroke="{ink}"') == 4


def test_home_on_the_left_mirrors_the_places_but_no_text() -> None:
    left, right = board_svg(START, home="left"), board_svg(START, home="right")
    assert Counter(texts(left)) == Counter(texts(right))
    assert left != right


def test_the_page_theme_follows_the_pages_colours() -> None:
    assert 'fill="var(--tavla-field, #' in board_svg(START, theme="page")
    assert "var(" not in board_svg(START, theme="light")


def test_unknown_themes_and_sides_are_refused() -> None:
    with pytest.raises(InvalidOption):
        board_svg(START, theme="neon")
    with pytest.raises(InvalidOption):
        board_svg(START, home="up")


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


TEXTS = [
    ("frame-text", "frame"),
    ("frame-text", "well"),
    ("light-text", "light"),
    ("dark-text", "dark"),
    ("cube-text", "cube"),
]
GROUNDS = ("field", "point-a", "point-b", "frame", "well")
PARTS = {
    "light checkers": ("light", "light-rim", "light-line"),
    "dark checkers": ("dark", "dark-rim", "dark-line"),
    "targets": ("mark", "mark-line"),
    "focus": ("focus", "mark-line"),
    "arrows": ("arrow", "mark-line"),
    "cube": ("cube", "cube-rim"),
}


@pytest.mark.parametrize("theme", ["light", "dark", "plain"])
def test_text_is_readable(theme: str) -> None:
    colours = geometry()["themes"][theme]
    assert [pair for pair in TEXTS if contrast(colours[pair[0]], colours[pair[1]]) < 4.5] == []


@pytest.mark.parametrize("theme", ["light", "dark", "plain"])
@pytest.mark.parametrize("part", PARTS)
def test_parts_stand_out_from_every_ground(theme: str, part: str) -> None:
    colours = geometry()["themes"][theme]
    faint = [ground for ground in GROUNDS if max(contrast(colours[name], colours[ground]) for name in PARTS[part]) < 3]
    assert faint == []


@pytest.mark.parametrize("theme", ["light", "dark", "plain"])
def test_the_checkers_differ_in_lightness(theme: str) -> None:
    colours = geometry()["themes"][theme]
    assert contrast(colours["light"], colours["dark"]) >= 3


def test_the_themes_name_the_same_colours() -> None:
    light, *others = geometry()["themes"].values()
    assert all(light.keys() == other.keys() for other in others)
