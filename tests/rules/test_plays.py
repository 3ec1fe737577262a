"""The turn as a graph: house rules, and the sentence for everything that cannot be played."""

import random

import pytest
from hypothesis import given, settings

from tavla.errors import IllegalAction
from tavla.notation import format_play
from tavla.rules import BAR, STANDARD, Continuations, Position, Roll, RuleSet, legal_plays, profile
from tests.strategies import positions, rolls

START = Position.start()


def board(mine: dict[int, int], theirs: dict[int, int]) -> Position:
    return Position.from_points(mine, theirs)


def options(**values: str) -> RuleSet:
    return STANDARD.with_options(values)


def texts(position: Position, roll: Roll, rules: RuleSet = STANDARD) -> set[str]:
    return {format_play(play) for play in legal_plays(position, roll, rules).values()}


# Why not


@pytest.mark.parametrize(
    ("position", "roll", "steps", "source", "target", "code"),
    [
        (START, (3, 1), [], 7, 4, "play.no_checker"),
        (START, (3, 1), [], 0, -3, "play.no_checker"),
        (START, (3, 1), [], 26, 25, "play.no_checker"),
        (START, (3, 1), [], 8, 9, "play.backwards"),
        (START, (3, 1), [], 8, 8, "play.backwards"),
        (START, (3, 1), [], 8, 6, "play.wrong_number"),
        (START, (3, 1), [(8, 3), (6, 1)], 8, 5, "play.no_dice_left"),
        (START, (6, 5), [], 24, 19, "play.blocked"),
        (START, (5, 5), [], 24, 14, "play.way_blocked"),
        (START, (6, 1), [], 6, 0, "play.not_home"),
        (board({BAR: 1, 6: 5}, {6: 2}), (5, 1), [], 6, 1, "play.bar_first"),
        (board({BAR: 1, 6: 5}, {6: 2, 5: 2}), (6, 1), [], 25, 19, "play.blocked"),
        (board({6: 2, 3: 1}, {24: 2}), (4, 2), [], 3, 0, "play.higher_checker"),
        (board({6: 2}, {24: 2}), (4, 2), [(6, 4)], 6, 0, "play.too_small"),
        (board({14: 1, 3: 7, 2: 7}, {21: 2, 6: 5, 8: 4, 5: 4}), (6, 4), [], 14, 10, "play.larger_die"),
        (board({BAR: 1, 24: 3, 22: 1}, {8: 3, 6: 6, 13: 3, 18: 1, 24: 2}), (5, 3), [], 25, 22, "play.all_dice"),
    ],
)
def test_every_move_that_cannot_be_made_has_its_reason(
    position: Position, roll: tuple[int, int], steps: list[tuple[int, int]], source: int, target: int, code: str
) -> None:
    turn = Continuations(position, Roll.of(*roll))
    node, _ = turn.node_after(iter(steps))
    assert turn.why_not(node, source, target).code == code


def test_a_die_that_is_used_is_not_left() -> None:
    turn = Continuations(START, Roll(3, 1))
    node, _ = turn.node_after(iter([(8, 3)]))
    assert turn.why_not(node, 8, 5, die=3).code == "play.die_not_left"
    with pytest.raises(IllegalAction) as caught:
        turn.node_after(iter([(8, 3), (8, 3)]))
    assert caught.value.code == "play.die_not_left"


@pytest.mark.parametrize(
    ("position", "roll", "steps", "move", "rules", "code"),
    [
        (board({8: 1, 6: 5}, {21: 1}), (4, 3), [(8, 4)], (4, 1), profile("tavla"), "play.hit_and_run"),
        (board({4: 1}, {6: 3}), (3, 1), [(4, 3)], (1, 0), options(bearoff_freeze="on"), "play.frozen"),
        (board({6: 2, 5: 2}, {6: 3}), (6, 3), [], (6, 3), options(bearoff_big_first="on"), "play.big_first"),
        (board({8: 1, 6: 5}, {6: 3}), (4, 2), [], (8, 6), options(stack_limit="5"), "play.stack_limit"),
    ],
)  # fmt: skip
def test_house_rules_have_their_own_reasons(
    position: Position, roll: tuple[int, int], steps: list[tuple[int, int]], move: tuple[int, int], rules: RuleSet,
    code: str,
) -> None:  # fmt: skip
    turn = Continuations(position, Roll.of(*roll), rules)
    node, _ = turn.node_after(iter(steps))
    assert turn.why_not(node, *move).code == code


def test_a_refused_move_is_refused_for_the_reason_that_is_said(rng: random.Random) -> None:
    """Whatever is not an edge has a reason, and raising it never fails."""
    for _ in range(30):
        position, roll = START, Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        for _ in range(rng.randint(0, 8)):
            results = list(legal_plays(position, roll))
            position = rng.choice(results) if results else position.flip()
            roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        turn = Continuations(position, roll)
        for node, moves in list(turn.edges.items())[:20]:
            allowed = {(move.source, move.target) for move in moves}
            for source in range(26):
                for target in range(26):
                    if (source, target) not in allowed:
                        assert turn.why_not(node, source, target).code.startswith("play.")


# House rules


def test_a_checker_that_hits_outside_may_run_on() -> None:
    position = board({13: 1, 6: 5}, {16: 1})
    assert "13/9*/6" in texts(position, Roll(4, 3), profile("tavla"))


def test_two_checkers_may_hit_and_cover_at_home() -> None:
    position = board({8: 1, 6: 5}, {21: 1})
    assert "8/4* 6/4" in texts(position, Roll(4, 2), profile("tavla"))


def test_the_ban_may_leave_a_die_unplayed_only_where_nothing_else_is_left() -> None:
    position = board({8: 1}, {21: 1})
    assert texts(position, Roll(4, 3), profile("tavla")) == {"8/1"}
    only = board({8: 1}, {21: 1, 20: 2})
    assert texts(only, Roll(4, 3)) == {"8/4*/1"}
    assert texts(only, Roll(4, 3), profile("tavla")) == {"8/4*"}


def test_the_freeze_holds_checkers_not_points() -> None:
    """One of two on a point has moved there: the other may still go on."""
    freeze = options(bearoff_freeze="on")
    assert Continuations(board({3: 1, 2: 1}, {6: 3}), Roll(1, 1), freeze).dice_used == 2
    assert Continuations(board({3: 1}, {6: 3}), Roll(1, 1), freeze).dice_used == 1
    assert Continuations(board({3: 1}, {6: 3}), Roll(1, 1)).dice_used == 3


def test_the_larger_die_comes_first_in_the_bear_off_by_option() -> None:
    position = board({6: 1, 5: 1, 4: 1}, {6: 3})
    free, ordered = texts(position, Roll(6, 1)), texts(position, Roll(6, 1), options(bearoff_big_first="on"))
    assert ordered < free
    assert "6/off 5/4" in ordered
    assert "6/5 5/off" not in ordered


def test_five_are_the_most_on_a_point_by_option() -> None:
    assert all(max(after.theirs[1:25]) <= 5 for after in legal_plays(START, Roll(6, 1), options(stack_limit="5")))
    assert any(max(after.theirs[1:25]) > 5 for after in legal_plays(START, Roll(2, 1)))


def test_the_loose_compulsion_lets_a_die_go() -> None:
    position = board({23: 1, 8: 1, 6: 9, 5: 4}, {21: 2, 22: 2, 8: 2, 10: 2, 6: 4, 5: 3})
    assert texts(position, Roll(6, 2)) == {"23/21 8/2"}
    assert "8/6" in " ".join(texts(position, Roll(6, 2), options(compulsion="loose")))


# The graph


@settings(max_examples=40)
@given(positions(), rolls())
def test_the_graph_ends_where_the_plays_end(position: Position, roll: Roll) -> None:
    turn = Continuations(position, roll)
    ends = {Position(node.theirs, node.mine) for node, moves in turn.edges.items() if not moves and node != turn.root}
    assert ends == set(turn.plays())
    assert turn.dice_used == (0 if not ends else max(map(len, turn.plays().values())))


@settings(max_examples=40)
@given(positions(), rolls())
def test_no_play_leaves_a_die_that_another_uses(position: Position, roll: Roll) -> None:
    turn = Continuations(position, roll)
    assert {len(play) for play in turn.plays().values()} <= {turn.dice_used}


@settings(max_examples=40)
@given(positions(), rolls())
def test_checkers_are_neither_made_nor_lost(position: Position, roll: Roll) -> None:
    for after, play in legal_plays(position, roll).items():
        assert (sum(after.mine), sum(after.theirs)) == (sum(position.theirs), sum(position.mine))
        assert not any(after.mine[point] and after.theirs[25 - point] for point in range(1, 25))
        pips = sum(move.source - move.target for move in play)
        assert position.pips[0] - after.pips[1] == pips
