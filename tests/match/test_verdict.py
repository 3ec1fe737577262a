"""What the referee sees in a play that was not a legal one."""

import pytest

from tavla.errors import IllegalAction, InvalidInput
from tavla.match.verdict import Verdict, board_after, is_legal, judge, moves_made, numbers, play_to, shifted
from tavla.notation.plays import format_play
from tavla.rules import STANDARD, Continuations, Position, Roll, RuleSet, legal_plays, profile
from tavla.rules.plays import Move

START = Position.start()


def verdict(
    steps: list[tuple[int, int]], roll: str, position: Position = START, rules: RuleSet = STANDARD
) -> Verdict | None:
    turn = Continuations(position, Roll.parse(roll), rules)
    return judge(turn, board_after(position, steps))


def code(steps: list[tuple[int, int]], roll: str, position: Position = START, rules: RuleSet = STANDARD) -> str:
    found = verdict(steps, roll, position, rules)
    assert found is not None
    return f"{found.kind} {found.reason.code.removeprefix('table.note.')}"


def test_every_legal_play_is_in_order() -> None:
    turn = Continuations(START, Roll.of(6, 1))
    assert all(judge(turn, after) is None for after in legal_plays(START, Roll.of(6, 1)))


def test_the_order_in_which_a_legal_play_was_made_does_not_matter() -> None:
    assert verdict([(8, 7), (13, 7)], "61") is None
    assert verdict([(13, 7), (8, 7)], "61") is None


def test_a_number_that_was_left_out_is_forgotten() -> None:
    found = verdict([(24, 18)], "63")
    assert found is not None
    assert (found.kind, found.dice) == ("forgotten", (3,))
    assert found.made == (Move(24, 18, 6, False),)


def test_both_numbers_can_be_forgotten() -> None:
    found = verdict([], "63")
    assert found is not None
    assert (found.kind, found.dice, found.made) == ("forgotten", (6, 3), ())


def test_of_a_double_as_many_are_forgotten_as_could_be_played() -> None:
    found = verdict([(13, 11), (13, 11)], "22")
    assert found is not None
    assert found.dice == (2, 2)


def test_a_number_that_cannot_be_played_is_not_forgotten() -> None:
    position = Position.from_points({6: 2, 4: 3, 2: 1}, {24: 2, 13: 1})
    assert verdict([], "55", position) is None
    assert is_legal(Continuations(position, Roll.of(5, 5)), position.flip())


def test_only_the_larger_number_is_forgotten_where_only_that_one_counts() -> None:
    position = Position.from_points({14: 1, 3: 7, 2: 7}, {21: 2, 6: 5, 8: 4, 5: 4})
    found = verdict([], "64", position)
    assert found is not None
    assert found.dice == (6,)


def test_a_wrong_number_is_named() -> None:
    found = verdict([(24, 18), (13, 9)], "63")
    assert found is not None
    assert found.kind == "illegal"
    assert found.reason.code == "table.note.wrong_number"
    assert found.reason.values["n"] == 4


@pytest.mark.parametrize(
    ("steps", "roll", "expected"),
    [
        ([(13, 7), (13, 7), (8, 5)], "63", "illegal not_with_roll"),
        ([(13, 7), (13, 7)], "63", "illegal not_with_roll"),
        ([(6, 8), (13, 7)], "63", "impossible backwards"),
        ([(6, 0)], "63", "impossible too_early"),
    ],
)
def test_other_mistakes_from_the_start(steps: list[tuple[int, int]], roll: str, expected: str) -> None:
    assert code(steps, roll) == expected


def test_a_checker_on_the_bar_that_was_left_there() -> None:
    position = Position.from_points({25: 1, 13: 5, 8: 4, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert code([(13, 8), (13, 10)], "53", position) == "illegal bar_first"


def test_a_larger_die_that_had_to_be_played() -> None:
    position = Position.from_points({14: 1, 3: 7, 2: 7}, {21: 2, 6: 5, 8: 4, 5: 4})
    found = verdict([(14, 10)], "64", position)
    assert found is not None
    assert (found.kind, found.reason.code) == ("illegal", "table.note.larger_die")
    assert found.reason.values == {"die": 6}


def test_dice_that_could_have_been_used_another_way() -> None:
    position = Position.from_points({23: 1, 8: 1, 6: 9, 5: 4}, {21: 2, 22: 2, 8: 2, 10: 2, 6: 4, 5: 3})
    assert code([(8, 2)], "62", position) == "forgotten forgotten"
    assert code([(8, 6)], "62", position) == "illegal all_dice"


def test_a_closed_point_that_was_stepped_over() -> None:
    position = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {7: 2, 4: 3, 13: 5, 6: 5})
    found = verdict([(24, 15)], "63", position)
    assert found is not None
    assert (found.kind, found.reason.code) == ("illegal", "table.note.way_blocked")


def test_a_higher_checker_in_the_bear_off() -> None:
    position = Position.from_points({6: 2, 4: 3, 2: 1}, {24: 2, 13: 1})
    assert code([(4, 0)], "55", position) == "illegal higher_checker"


def test_hit_and_run_at_home_where_it_is_banned() -> None:
    position = Position.from_points({8: 3, 6: 4, 5: 2, 3: 2, 2: 2, 13: 2}, {21: 1, 6: 5, 8: 3, 13: 6})
    steps = [(8, 4), (4, 1)]
    assert verdict(steps, "43", position) is None
    assert code(steps, "43", position, profile("tavla")) == "illegal hit_and_run"


def test_a_checker_that_had_to_wait_in_the_bear_off() -> None:
    position = Position.from_points({5: 1, 2: 1}, {6: 2, 19: 1})
    steps = [(5, 3), (3, 0)]
    assert verdict(steps, "42", position) is None
    assert code(steps, "42", position, profile("house")) == "illegal frozen"


def test_a_point_that_holds_five_already() -> None:
    position = Position.from_points({6: 5, 8: 2, 13: 5, 24: 3}, {24: 2, 13: 5, 8: 3, 6: 5})
    rules = profile("standard", {"stack_limit": "5"})
    assert code([(8, 6), (24, 23)], "21", position, rules) == "illegal stack_limit"


def test_the_small_die_first_where_the_big_one_comes_first() -> None:
    position = Position.from_points({6: 1, 4: 1, 2: 1}, {24: 1, 13: 2})
    rules = profile("standard", {"bearoff_big_first": "on"})
    assert code([(6, 5), (5, 0)], "51", position, rules) == "illegal big_first"


def test_another_players_checker_that_was_moved() -> None:
    before = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    moved = Position.from_points({24: 1, 18: 1, 13: 4, 10: 1, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 2, 5: 1, 6: 5})
    found = judge(Continuations(before, Roll.of(6, 3)), moved.flip())
    assert found is not None
    assert (found.kind, found.reason.code) == ("impossible", "table.note.enemy_moved")
    back = shifted(moved, found.back)
    assert back is not None
    assert back.theirs == before.theirs


def test_a_hit_is_not_a_moved_checker() -> None:
    position = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {21: 1, 13: 5, 8: 4, 6: 5})
    assert verdict([(8, 4), (6, 4)], "42", position) is None
    assert board_after(position, [(8, 4)]).mine[25] == 1


def test_what_was_impossible_can_be_put_back_while_there_is_room() -> None:
    found = verdict([(6, 8), (13, 7)], "63")
    assert found is not None
    after = board_after(START, [(6, 8), (13, 7)]).flip()
    back = shifted(after, found.back)
    assert back is not None
    assert back.mine[6] == 5
    taken = Position(after.mine, tuple(2 if point == 19 else count for point, count in enumerate(after.theirs)))
    assert shifted(taken, found.back) is None


@pytest.mark.parametrize(
    ("steps", "text"),
    [([(24, 18), (13, 9)], "24/18 13/9"), ([(24, 18)], "24/18"), ([(6, 9), (13, 7)], "13/7 6/9"), ([], "")],
)
def test_how_the_checkers_went_can_be_written(steps: list[tuple[int, int]], text: str) -> None:
    turn = Continuations(START, Roll.of(6, 3))
    assert format_play(moves_made(turn, board_after(START, steps))) == text


def test_a_hit_in_a_wrong_play_is_marked() -> None:
    position = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {21: 1, 13: 5, 8: 4, 6: 5})
    turn = Continuations(position, Roll.of(6, 3))
    assert format_play(moves_made(turn, board_after(position, [(8, 4), (24, 18)]))) == "24/18 8/4*"


def test_what_no_hand_can_do_is_refused() -> None:
    with pytest.raises(InvalidInput):
        board_after(START, [(23, 20)])
    with pytest.raises(InvalidInput):
        board_after(START, [(24, 19)])
    with pytest.raises(InvalidInput):
        board_after(START, [(6, 6)])
    with pytest.raises(InvalidInput):
        board_after(START, [(26, 20)])
    with pytest.raises(InvalidInput):
        board_after(START, [(13, 12)] * 9)


def test_a_completion_begins_with_what_was_made() -> None:
    turn = Continuations(START, Roll.of(6, 3))
    made = (Move(24, 18, 6, False),)
    after = board_after(START, [(24, 18), (13, 10)])
    assert play_to(turn, after, made) == (*made, Move(13, 10, 3, False))
    with pytest.raises(IllegalAction):
        play_to(turn, board_after(START, [(13, 7), (13, 10)]), made)


def test_numbers_that_another_forgot_are_played_by_ones_own_rules() -> None:
    turn = numbers(START, (3,), STANDARD)
    assert turn.dice_used == 1
    assert {move.source for move in turn.edges[turn.root]} == {24, 13, 8, 6}
    assert numbers(START, (6, 3), STANDARD).dice_used == 2
    assert numbers(START, (2, 2, 2), STANDARD).dice_used == 3
