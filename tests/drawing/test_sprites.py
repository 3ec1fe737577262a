"""Boards that share their pieces show the same things at the same places as boards that stand alone."""

import re

import pytest

from tavla.drawing import board_svg
from tavla.drawing.sprites import PIECES, colours, sprite_board, sprite_sheet
from tavla.drawing.svg import Arrow, Scene
from tavla.rules import Position

SCENE = Scene(Position.start(), 1, (6, 3), (2, 0), (Arrow(24, 18),))


@pytest.mark.parametrize("home", ["right", "left"])
def test_pieces_lie_where_they_are_drawn(home: str) -> None:
    alone = board_svg(
        Position.start(), turn=1, roll=(6, 3), cube=(2, 0), home=home, arrows=[(24, 18)], theme="page", title="Board"
    )
    shared = sprite_board(SCENE, home=home, title="Board")
    for x, y in re.findall(r'<use href="#tavla-[a-z0-9-]+" x="([\d.]+)" y="([\d.]+)"/>', shared):
        assert f"translate({x} {y})" in alone
    assert shared.count("<use") == 1 + 30 + 2
    assert len(shared) < len(alone) / 4


def test_every_piece_that_is_referred_to_is_on_the_sheet() -> None:
    sheet = sprite_sheet()
    assert all(f'id="tavla-{name}"' in sheet for name in ("board", *PIECES))
    assert set(re.findall(r'href="#([a-z0-9-]+)"', sprite_board(SCENE))) <= set(re.findall(r'id="([a-z0-9-]+)"', sheet))


def test_colours_are_custom_properties() -> None:
    assert "--tavla-field:#" in colours("dark")
    assert colours("dark") != colours("light")
