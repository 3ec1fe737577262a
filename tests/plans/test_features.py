"""Each feature counts what its definition says; shots and escapes agree with the readable rules."""

import random

import numpy as np
import numpy.typing as npt
import pytest

from tavla.errors import InvalidInput
from tavla.plans.features import FEATURES, measure, shot_rolls, shots
from tavla.rules import BAR, ROLLS, Continuations, Position, Roll, legal_plays

START = Position.start()
FAR = {6: 5, 8: 3, 13: 5, 24: 2}


def value(name: str, mine: dict[int, int], theirs: dict[int, int] | None = None) -> int:
    return measure(Position.from_points(mine, FAR if theirs is None else theirs))[name]


def test_the_start_in_numbers() -> None:
    assert measure(START) == {
        "home_points": 1,
        "points_held": 4,
        "prime_length": 1,
        "anchors": 1,
        "forward_anchors": 0,
        "builders": 4,
        "stacked": 4,
        "blots": 0,
        "open_blots": 0,
        "direct_blots": 0,
        "indirect_blots": 0,
        "guarded_blots": 0,
        "shot_rolls": 0,
        "checkers_back": 2,
        "runners": 2,
        "way_out": 12,
        "escape_rolls": 22,
        "their_checkers_back": 2,
        "their_checkers_on_bar": 0,
        "pips": 167,
        "lead": 0,
        "contact": 1,
    }


@pytest.mark.parametrize(
    ("name", "mine", "found"),
    [
        ("home_points", {6: 3, 5: 2, 4: 1, 7: 4}, 2),
        ("points_held", {6: 3, 5: 2, 4: 1, 7: 4, 24: 2}, 4),
        ("prime_length", {9: 2, 8: 2, 7: 2, 6: 2, 4: 2, 3: 2, 2: 2}, 4),
        ("anchors", {24: 2, 21: 2, 20: 1, 18: 2, 6: 4}, 2),
        ("forward_anchors", {24: 2, 21: 2, 18: 2, 6: 4}, 1),
        ("builders", {6: 3, 8: 1, 9: 2, 13: 4}, 2),
        ("stacked", {6: 5, 8: 4, 4: 3}, 3),
        ("blots", {25: 1, 20: 1, 13: 2, 8: 1, 5: 1}, 3),
        ("checkers_back", {25: 1, 20: 1, 18: 3, 11: 1}, 2),
        ("runners", {25: 1, 20: 1, 14: 2, 13: 3}, 4),
        ("way_out", {25: 1, 20: 1, 18: 3}, 9),
        ("pips", {25: 1, 6: 2}, 37),
        ("lead", {25: 1, 6: 2}, 130),
    ],
)
def test_what_is_counted(name: str, mine: dict[int, int], found: int) -> None:
    assert value(name, mine) == found


def test_a_blot_is_open_while_a_checker_is_behind_it() -> None:
    mine = {14: 1, 4: 1, 3: 2}
    assert value("open_blots", mine, {12: 1, 3: 2}) == 1
    assert value("open_blots", mine, {25: 1, 3: 2}) == 2
    assert value("open_blots", mine, {10: 2}) == 0


def test_direct_and_indirect_shots_go_by_the_distance() -> None:
    """The opponent's checker stands on my 1: six pips to my 7, seven to my 8, thirteen to my 14."""
    assert value("direct_blots", {7: 1, 8: 1, 14: 1}, {24: 1}) == 1
    assert value("indirect_blots", {7: 1, 8: 1, 14: 1}, {24: 1}) == 1
    assert value("indirect_blots", {25: 1, 20: 1}, {25: 1}) == 1


def test_guarded_blots_need_a_forward_anchor() -> None:
    blots = {9: 1, 10: 1, 6: 4}
    assert value("guarded_blots", {20: 2, **blots}) == 2
    assert value("guarded_blots", {24: 2, **blots}) == 0


def test_a_race_has_no_contact() -> None:
    assert value("contact", {12: 1, 6: 3}, {12: 2, 5: 1}) == 0
    assert value("contact", {14: 1, 6: 3}, {12: 2, 5: 1}) == 1


@pytest.mark.parametrize(
    ("distance", "rolls"), [(1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6), (11, 2), (12, 3)]
)
def test_the_classical_table_of_shots(distance: int, rolls: int) -> None:
    """One checker against one blot, nothing between them."""
    position = Position.from_points({1 + distance: 1}, {24: 1})
    assert shots([position])[0, 1 + distance] == rolls


def hit_by_the_rules(position: Position, roll: Roll) -> set[int]:
    """The points of `mine` that some legal play of the opponent's roll hits, move by move."""
    turn = Continuations(position.flip(), roll)
    return {BAR - move.target for moves in turn.edges.values() for move in moves if move.hit}


def escaped_by_the_rules(position: Position, roll: Roll) -> bool:
    back = sum(position.mine[19:])
    return any(sum(after.theirs[19:]) < back for after in legal_plays(position, roll))


def positions(count: int) -> list[Position]:
    """Boards of random games, where blots are many."""
    rng = random.Random(7)
    found: list[Position] = []
    position = START
    while len(found) < count:
        plays = list(legal_plays(position, Roll.of(rng.randint(1, 6), rng.randint(1, 6))))
        position = rng.choice(plays) if plays else position.flip()
        if position.winner_is_known:
            position = START
        found.append(position)
    return found


def test_shots_and_escapes_agree_with_the_readable_rules() -> None:
    boards = positions(25)
    counted, rolls = shots(boards), shot_rolls(boards)
    for place, position in enumerate(boards):
        hits = [(roll.weight, hit_by_the_rules(position, roll)) for roll in ROLLS]
        expected = [sum(weight for weight, points in hits if point in points) for point in range(26)]
        assert counted[place].tolist() == expected
        assert rolls[place] == sum(weight for weight, points in hits if points)
        if any(position.mine[19:]):
            free = sum(roll.weight for roll in ROLLS if escaped_by_the_rules(position, roll))
            assert FEATURES["escape_rolls"]([position])[0] == free


def test_arrays_and_positions_are_measured_alike() -> None:
    boards = positions(25)
    array = np.array(boards, np.int8)
    for name, feature in FEATURES.items():
        assert feature(boards).tolist() == feature(array).tolist(), name
        assert feature(boards).tolist() == [measure(board)[name] for board in boards], name
        assert feature([]).shape == (0,)


@pytest.mark.parametrize("boards", [np.zeros((2, 26), np.int8), np.zeros((1, 2, 25), np.int8)])
def test_another_shape_is_refused(boards: npt.NDArray[np.int8]) -> None:
    with pytest.raises(InvalidInput):
        FEATURES["blots"](boards)
