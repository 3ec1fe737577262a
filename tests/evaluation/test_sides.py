"""The rolls that sides need: the known means, and the kernel's own table where both reach."""

import numpy as np
import pytest

from tavla.evaluation import words_of
from tavla.evaluation.bearoff import rolls_to_bear_off
from tavla.evaluation.sides import KEPT, Sides, rolls_needed
from tavla.rules import Position

HOME = Sides(6)
NEEDED = rolls_needed(HOME)


def mean(points: dict[int, int]) -> float:
    counts = np.zeros((1, 6), np.int8)
    for point, count in points.items():
        counts[0, point - 1] = count
    return float(NEEDED[HOME.place(counts)[0]] @ np.arange(KEPT))


@pytest.mark.parametrize(
    ("points", "rolls"), [({6: 1}, 1.25), ({6: 2}, 2.10961), ({1: 15}, 6.97959), ({1: 2}, 1.0), ({}, 0.0)]
)
def test_mean_rolls_are_the_known_ones(points: dict[int, int], rolls: float) -> None:
    assert mean(points) == pytest.approx(rolls, abs=1e-5)


def test_a_place_is_the_side_that_it_came_from() -> None:
    above = HOME.above.astype(int)
    counts = above - np.concatenate([above[:, 1:], np.zeros((len(above), 1), int)], axis=1)
    assert (HOME.place(counts) == np.arange(HOME.count)).all()


def test_the_kernel_has_the_same_table() -> None:
    sides = [{6: 5, 5: 4, 4: 3, 3: 3}, {6: 15}, {1: 1}, {2: 7, 5: 3}]
    boards = words_of([Position.from_points(side, {1: 1}) for side in sides])
    for side, found in zip(sides, rolls_to_bear_off(boards), strict=True):
        assert found @ np.arange(KEPT) == pytest.approx(mean(side), abs=1e-4)


def test_what_counts_as_done_needs_no_roll() -> None:
    done = HOME.above[:, 0] < 15
    needed = rolls_needed(HOME, done)
    assert (needed[done, 0] == 1.0).all()
    assert (needed[~done, 0] == 0.0).all()


def test_sides_of_fifteen_checkers_come_last() -> None:
    assert (HOME.above[-HOME.whole :, 0] == 15).all()
    assert HOME.above[-HOME.whole - 1, 0] == 14
