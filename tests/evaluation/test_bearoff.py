"""The exact tables against published values and against another engine's."""

import csv
from pathlib import Path

import numpy as np
import pytest

from tavla.errors import InvalidInput
from tavla.evaluation import Network, evaluate, standard, words_of
from tavla.evaluation.bearoff import pair_equities, rolls_to_bear_off
from tavla.rules import Position


def home(counts: str) -> dict[int, int]:
    """Points 1 to 6 as a table writes them."""
    return dict(enumerate(map(int, counts.split()), 1))


@pytest.mark.parametrize(
    ("side", "mean"), [({6: 1}, 1.25), ({6: 2}, 2.10961), ({1: 15}, 6.97959), ({1: 1}, 1.0), ({1: 4}, 1.83333)]
)
def test_mean_number_of_rolls(side: dict[int, int], mean: float) -> None:
    chances = rolls_to_bear_off(words_of([Position.from_points(side, {1: 1})]))[0]
    assert chances @ np.arange(32) == pytest.approx(mean, abs=1e-4)


def test_one_sided_rolls_equal_the_reference(shared: Path) -> None:
    with (shared / "bench" / "bearoff_one_sided.csv").open() as file:
        rows = list(csv.reader(file))[1:]
    words = words_of([Position.from_points(home(row[0]), {1: 1}) for row in rows])
    found = rolls_to_bear_off(words) @ np.arange(32)
    assert np.abs(found - [float(row[1]) for row in rows]).max() < 3e-4


def test_two_sided_equities_equal_the_reference(shared: Path) -> None:
    with (shared / "bench" / "bearoff_two_sided.csv").open() as file:
        rows = list(csv.reader(file))[1:]
    words = words_of([Position.from_points(home(row[0]), home(row[1])) for row in rows])
    none, owned, centred, other = np.array([[float(x) for x in row[2:]] for row in rows]).T
    found = pair_equities(words)
    assert np.abs(found - np.stack([none, centred, owned, other], axis=1)).max() < 4e-4


def test_a_side_that_is_not_home_is_refused() -> None:
    with pytest.raises(InvalidInput):
        rolls_to_bear_off(words_of([Position.start()]))
    with pytest.raises(InvalidInput):
        pair_equities(words_of([Position.from_points({6: 7}, {1: 1})]))


def test_a_last_checker_on_the_six_point_wins_by_27_rolls_of_36() -> None:
    chances = evaluate([Position.from_points({6: 1}, {1: 1})])
    assert chances[0].tolist() == pytest.approx([27 / 36, 0, 0, 0, 0])


def test_a_gammon_is_lost_when_no_checker_can_be_saved_in_time() -> None:
    chances = evaluate([Position.from_points({6: 15}, {1: 1})])
    assert chances[0, 0] == 0
    without_a_six = {(2, 1), (3, 1), (4, 1), (3, 2), (5, 2), (4, 3), (5, 3), (5, 4)}
    doubles = {1, 4, 5}
    assert chances[0, 3] == pytest.approx((2 * len(without_a_six) + len(doubles)) / 36, abs=1e-6)


def test_the_tables_agree_with_one_ply_over_them() -> None:
    boards = [Position.from_points({6: 2, 3: 1}, {5: 2, 2: 2}), Position.from_points({4: 5, 2: 3}, {6: 4, 1: 6})]
    deeper = Network(standard().weights, plies=1)
    assert deeper.chances(words_of(boards)) == pytest.approx(evaluate(boards), abs=2e-3)
