"""The cases of procedure and of whole matches, each as it was reported: what must happen instead."""

import pytest

from tavla.errors import IllegalAction
from tavla.match.events import GameStarted, Setup, TimeExpired
from tavla.match.table_rules import allowed
from tavla.rules import Act, Continuations, Cube, Position, Roll, Score, legal, profile
from tavla.rules.facts import Accepted, Doubled, Found, Passed, Resigned, Rolled
from tests.match.sitting import ALI, BORA, Sitting, at_table, from_position

FIRST = Position.start().mine


def fourteen(**options: str) -> Sitting:
    """Ali started with four checkers on his 13; some rolls later it is noticed."""
    board = [[*FIRST], [*FIRST]]
    board[ALI][13] -= 1
    sitting = at_table(**options)
    sitting.start()
    sitting.enter(ALI, "found_setup", points=board)
    sitting.enter(ALI, "enter_roll", dice=[2, 1])
    return sitting


def test_q01_a_setup_error_before_the_fifth_roll_is_put_right() -> None:
    sitting = fourteen(setup_fix="5rolls")
    sitting.play_on(4)
    sitting.enter(BORA, "mend_setup")
    assert sitting.state.sides[ALI][13] == 5
    assert sum(sitting.state.sides[ALI]) == 15


def test_q01_later_without_agreement_the_checker_stays_out_and_is_not_borne_off() -> None:
    sitting = fourteen(setup_fix="5rolls")
    sitting.play_on(5)
    with pytest.raises(IllegalAction):
        sitting.enter(ALI, "mend_setup")
    board = [list(side) for side in sitting.state.sides]
    board[ALI][13] += 1
    sitting.enter(ALI, "propose_board", points=board)
    sitting.enter(BORA, "refuse_board")
    assert (sum(sitting.state.sides[ALI]), sitting.state.sides[ALI][0]) == (14, 0)
    sitting.add(ALI, Resigned(ALI, 2))
    sitting.add(BORA, Accepted())
    assert sitting.match.score.points == (0, 2)


def test_q03_the_dice_are_chosen_opponent_asker_opponent_and_the_asker_gets_the_last() -> None:
    sitting = at_table(length="money", crawford="off")
    for _ in range(2):
        sitting.start()
        sitting.enter(ALI, "enter_roll", dice=[2, 1])
        sitting.add(BORA, Resigned(BORA, 1))
        sitting.add(ALI, Accepted())
    sitting.enter(ALI, "ask_mix")
    for seat, die in ((BORA, 2), (ALI, 4), (BORA, 3)):
        sitting.enter(seat, "choose_die", die=die)
    assert sitting.table.holds == ((1, 4), (2, 3))


def test_q03_during_a_game_the_other_may_refuse_unless_it_was_agreed_otherwise() -> None:
    for mix, offered in (("before_game", {"agree_mix", "refuse_mix"}), ("anytime", {"choose_die"})):
        sitting = from_position(dict(enumerate(FIRST)), dict(enumerate(FIRST)), mix=mix)
        sitting.enter(ALI, "enter_roll", dice=[2, 1])
        sitting.enter(ALI, "enter_play", moves="13/11 6/5")
        sitting.enter(ALI, "ask_mix")
        assert sitting.offered(BORA) >= offered


def test_q04_what_is_undone_frees_the_die_that_was_used() -> None:
    turn = Continuations(Position.from_points({5: 1, 4: 2}, {24: 2}), Roll.of(6, 5))
    after_six, _ = turn.node_after(iter([(5, 6)]))
    assert after_six.left == (5,)
    assert turn.root.left == (6, 5)
    after_five, _ = turn.node_after(iter([(5, 5)]))
    assert after_five.left == (6,)


def test_a5_a_closed_board_is_a_turn_without_dice() -> None:
    closed = ({25: 1, 13: 5, 8: 4, 6: 5}, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})
    sitting = from_position(*closed)
    assert not sitting.offered(ALI) & {"enter_roll"}
    sitting.add(ALI, Passed())
    assert sitting.log() == ["table.log.passed"]
    assert allowed(sitting.match).allows(BORA, Act.DOUBLE)
    rolling = from_position(*closed, closed_board="roll")
    for high in range(1, 7):
        for low in range(1, high + 1):
            assert not Continuations(rolling.state.position, Roll.of(high, low)).dice_used
    rolling.enter(ALI, "enter_roll", dice=[6, 6])
    rolling.enter(ALI, "enter_play", moves=[])
    assert rolling.state.turn == BORA


@pytest.mark.parametrize(
    ("name", "options", "phase", "roll", "cube"),
    [
        ("standard", {}, "play", (5, 2), 1),
        ("standard", {"opening": "reroll"}, "roll", None, 1),
        ("money", {"auto_double": "1"}, "play", (5, 2), 2),
    ],
)
def test_a6_equal_dice_are_void_and_the_higher_starts(
    name: str, options: dict[str, str], phase: str, roll: tuple[int, int] | None, cube: int
) -> None:
    sitting = at_table(name, **options)
    sitting.start()
    sitting.enter(ALI, "enter_roll", dice=[4, 4])
    sitting.enter(ALI, "enter_roll", dice=[2, 5])
    state = sitting.state
    assert (state.turn, state.phase, state.roll, state.cube) == (BORA, phase, roll, Cube(cube, None))


def forgot_the_three(**options: str) -> Sitting:
    sitting = at_table(**options)
    sitting.start()
    sitting.enter(ALI, "enter_roll", dice=[6, 3])
    sitting.enter(ALI, "enter_play", moves="24/18")
    return sitting


def test_a7_in_the_app_the_turn_does_not_end_while_a_three_can_be_played() -> None:
    sitting = Sitting()
    sitting.begin(6, 3)
    turn = sitting.state.continuations
    assert turn is not None
    node, _ = turn.node_after(iter([(24, 6)]))
    assert {(move.source, move.target) for move in turn.edges[node]} == {(24, 21), (18, 15), (13, 10), (8, 5), (6, 3)}


def test_a7_at_the_table_the_other_may_require_the_three_or_let_it_pass_until_his_roll() -> None:
    demanded = forgot_the_three()
    demanded.enter(BORA, "demand")
    demanded.enter(ALI, "enter_play", moves="8/5")
    assert demanded.state.sides[ALI][5] == 1
    passed = forgot_the_three()
    passed.enter(BORA, "enter_roll", dice=[6, 5])
    with pytest.raises(IllegalAction):
        passed.enter(BORA, "demand")


def test_a7_by_the_letter_of_the_text_the_other_plays_it_or_ignores_it() -> None:
    played = forgot_the_three(forgotten_die="opponent")
    played.enter(BORA, "play_forgotten", moves="8/5")
    assert played.state.sides[BORA][5] == 1
    assert played.state.phase == "roll"
    ignored = forgot_the_three(forgotten_die="opponent")
    ignored.enter(BORA, "let_stand")
    ignored.enter(BORA, "enter_roll", dice=[6, 5])
    assert ignored.state.roll == (6, 5)


def test_a8_of_mixed_dice_only_the_identity_matters() -> None:
    sitting = at_table()
    sitting.enter(ALI, "ask_mix")
    for seat, die in ((BORA, 1), (ALI, 2), (BORA, 3)):
        sitting.enter(seat, "choose_die", die=die)
    assert [len(dice) for dice in sitting.table.holds] == [2, 2]
    assert sorted((*sitting.table.holds[0], *sitting.table.holds[1])) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("options", "games", "points"),
    [
        ({"length": "games(5)"}, 2, 3),
        ({"length": "games(5)", "mars": "1"}, 3, 3),
        ({"length": "points(5)", "crawford": "off"}, 3, 4),
    ],
)
def test_a9_three_of_five_in_its_three_readings(options: dict[str, str], games: int, points: int) -> None:
    sitting = Sitting(profile("standard", {"cube": "off", **options}))
    for kind in (1, 2, 1):
        if not sitting.match.is_over:
            sitting.begin(1, 2)
            sitting.add(BORA, Resigned(BORA, min(kind, legal(sitting.state).resign_values[BORA][-1])))
            sitting.add(ALI, Accepted())
    assert (sitting.match.game, sitting.match.score.points) == (games, (points, 0))
    assert sitting.match.is_over == (points == 3)
    assert str(sitting.match.rules.length) == options["length"]


def test_c05_a_cube_left_turned_is_centred_however_late() -> None:
    sitting = at_table()
    sitting.start()
    sitting.enter(ALI, "enter_roll", dice=[2, 1])
    sitting.play_on(6)
    sitting.enter(BORA, "centre_cube", value=2)
    assert sitting.state.cube == Cube(1, None)


def test_m01_a_double_in_the_crawford_game_is_void() -> None:
    setup = Setup(Position.from_points({1: 2}, {6: 5, 5: 5, 4: 4}), BORA, score=Score((4, 2), crawford=True))
    sitting = Sitting(profile("standard"), "table", setup)
    sitting.start()
    with pytest.raises(IllegalAction, match="Crawford"):
        sitting.add(BORA, Doubled())
    sitting.enter(BORA, "enter_roll", dice=[2, 1])
    sitting.enter(BORA, "enter_play", moves="1/off(2)")
    assert sitting.match.score.points == (4, 3)
    sitting.enter(ALI, "void_cube", by=BORA)
    assert sitting.log()[-2:] == ["table.log.cube_voided", "action.crawford"]
    assert sitting.match.score.points == (4, 3)


def test_r05_time_over_never_pays_three_where_three_cannot_be() -> None:
    rules = profile("standard", {"clock": "12/120"})
    position = Position.from_points({1: 14, 18: 1}, {6: 5, 5: 5, 4: 5})
    setup = Setup(position, ALI, score=Score((2, 4), post_crawford=True))
    sitting = Sitting(rules, setup=setup)
    sitting.add(None, GameStarted(1), at=1000)
    sitting.add(ALI, Rolled(Roll.of(2, 1)), at=1000)
    after = Position.from_points({6: 5, 5: 5, 4: 5}, {1: 14, 15: 1})
    sitting.add(ALI, Found(after), at=1000)
    sitting.add(None, TimeExpired(BORA), at=9000)
    assert sitting.match.winner == ALI
    assert sitting.match.score.points[ALI] <= 4
