"""Where things lie on the drawn board."""

from itertools import pairwise

import pytest

from tavla.drawing.geometry import BAR, OFF, Stance, column, cube, dice, geometry, number, stack, tray_count

HOME_RIGHT, HOME_LEFT, TURNED = Stance(0, "right"), Stance(0, "left"), Stance(1, "right")


def test_home_lies_at_the_bottom_on_its_side() -> None:
    assert column(HOME_RIGHT, 0, 1) > column(HOME_RIGHT, 0, 6) > column(HOME_RIGHT, 0, 7)
    assert column(HOME_LEFT, 0, 1) < column(HOME_LEFT, 0, 6) < column(HOME_LEFT, 0, 7)
    assert all(HOME_RIGHT.is_low(0, point) for point in range(13) if point != BAR)


def test_the_players_points_run_against_each_other() -> None:
    for point in range(1, 25):
        assert stack(HOME_RIGHT, 0, point, 3) == stack(HOME_RIGHT, 1, 25 - point, 3)


def test_the_other_seat_at_the_bottom_sees_its_own_points_there() -> None:
    for point in range(26):
        assert stack(HOME_RIGHT, 0, point, 2) == stack(TURNED, 1, point, 2)


def test_checkers_touch_up_to_five_and_overlap_beyond() -> None:
    five = [y for _, y in stack(HOME_RIGHT, 0, 24, 5)]
    assert [later - earlier for earlier, later in pairwise(five)] == pytest.approx([2.0] * 4)
    fifteen = stack(HOME_RIGHT, 0, 24, 15)
    assert fifteen[-1] == pytest.approx(stack(HOME_RIGHT, 0, 24, 5)[-1], abs=0.01)


def test_nothing_lies_outside_the_frame() -> None:
    g = geometry()
    for stance in (HOME_RIGHT, HOME_LEFT, TURNED):
        for seat in (0, 1):
            for point in range(26):
                for x, y in stack(stance, seat, point, 15):
                    assert g["frame"] < x < g["width"] - g["frame"]
                    assert g["frame"] < y < g["height"] - g["frame"]


def test_checkers_on_the_bar_wait_beside_the_board_they_enter_clear_of_the_cube() -> None:
    reach = geometry()["cube"]["size"] / 2 + geometry()["checker"]["radius"]
    for count in (1, 4, 15):
        entering = stack(HOME_RIGHT, 0, BAR, count)
        assert all(cube(HOME_RIGHT, None)[1] - y >= reach for _, y in entering)
        assert all(y - cube(HOME_RIGHT, 1)[1] >= reach for _, y in entering)


def test_the_cube_and_the_tray_count_are_on_their_owners_side() -> None:
    middle = geometry()["height"] / 2
    assert cube(HOME_RIGHT, 0)[1] > middle > cube(HOME_RIGHT, 1)[1]
    assert tray_count(HOME_RIGHT, 0)[1] > middle > tray_count(HOME_RIGHT, 1)[1]
    assert tray_count(HOME_LEFT, 0)[0] == column(HOME_LEFT, 0, OFF)


def test_dice_lie_in_different_halves_and_apart() -> None:
    mine, theirs = dice(HOME_RIGHT, 0, 4), dice(HOME_RIGHT, 1, 4)
    bar = column(HOME_RIGHT, 0, BAR)
    assert all(x > bar for x, _ in mine)
    assert all(x < bar for x, _ in theirs)
    assert mine[1][0] - mine[0][0] > geometry()["die"]["size"]


def test_numbers_stand_on_the_frame_at_the_base_of_their_points() -> None:
    for point in range(1, 25):
        x, y = number(HOME_RIGHT, 0, point)
        assert x == column(HOME_RIGHT, 0, point)
        assert min(y, geometry()["height"] - y) < geometry()["frame"]
