"""The machine of one game: what is legal when, what every fact leads to, and why something is refused."""

import pytest

from tavla.errors import IllegalAction, InvalidInput
from tavla.notation import parse_play
from tavla.rules import (
    BAR,
    STANDARD,
    Act,
    Cube,
    Kind,
    Position,
    Roll,
    RuleSet,
    Score,
    State,
    apply,
    legal,
    profile,
)
from tavla.rules.facts import (
    Accepted,
    Beavered,
    Doubled,
    Dropped,
    Fact,
    Found,
    Passed,
    Played,
    Refused,
    Resigned,
    Rolled,
    Settled,
    Taken,
    Thrown,
)
from tavla.rules.state import Phase, Result, certain_loss, lost_on_time, resign_values, winner_for_certain

START = Position.start()
MONEY = profile("money")
BEAVERS = MONEY.with_options({"beavers": "2"})
POST_CRAWFORD = Score((4, 2), post_crawford=True)


def follow(state: State, *facts: Fact) -> State:
    for fact in facts:
        state = apply(state, fact)
    return state


def on_roll(position: Position = START, rules: RuleSet = STANDARD, **values: object) -> State:
    return State(rules, position, Phase.ROLL, **values)  # type: ignore[arg-type]


def played(state: State, text: str) -> State:
    assert state.roll is not None
    return apply(state, Played(parse_play(text, state.position, state.roll, state.rules).play))


def acts(state: State, seat: int) -> set[Act]:
    return set(legal(state).by_seat[seat])


def refusal(state: State, fact: Fact) -> str:
    with pytest.raises(IllegalAction) as caught:
        apply(state, fact)
    return caught.value.code


# The turn


def test_before_the_opening_both_may_throw() -> None:
    state = State.begin(STANDARD)
    assert acts(state, 0) == acts(state, 1) == {Act.THROW, Act.RESIGN}
    assert state.to_act == (0, 1)


def test_a_game_with_a_starter_begins_before_his_roll() -> None:
    state = State.begin(STANDARD, starter=1)
    assert acts(state, 1) == {Act.ROLL, Act.DOUBLE, Act.RESIGN}
    assert acts(state, 0) == {Act.RESIGN}
    assert state.to_act == (1,)


def test_a_rolled_turn_is_to_be_played() -> None:
    state = follow(State.begin(STANDARD), Thrown((3, 1)))
    assert acts(state, 0) == {Act.PLAY, Act.RESIGN}
    assert state.continuations is not None
    assert State.begin(STANDARD).continuations is None


def test_a_play_turns_the_board() -> None:
    state = played(follow(State.begin(STANDARD), Thrown((3, 1))), "8/5 6/5")
    assert (state.turn, state.phase, state.roll) == (1, Phase.ROLL, None)
    assert state.sides[0][5] == 2
    assert state.position.theirs[5] == 2


def test_rolls_are_counted_by_seat() -> None:
    state = played(follow(State.begin(STANDARD), Thrown((3, 1))), "8/5 6/5")
    assert state.rolls == (1, 0)
    assert apply(state, Rolled(Roll(6, 5))).rolls == (1, 1)


def test_dice_that_do_not_exist_are_refused() -> None:
    with pytest.raises(InvalidInput):
        apply(on_roll(), Rolled(Roll(7, 1)))
    with pytest.raises(InvalidInput):
        apply(State.begin(STANDARD), Thrown((0, 3)))


def test_nothing_happens_after_the_end() -> None:
    over = follow(on_roll(), Resigned(0, 1), Accepted())
    assert legal(over).by_seat == ((), ())
    assert over.to_act == ()
    for fact in (Rolled(Roll(3, 1)), Thrown((3, 1)), Doubled(), Resigned(1, 1), Played(()), Passed(), Settled(0)):
        assert refusal(over, fact) == "action.game_over"


@pytest.mark.parametrize(
    ("state", "fact", "code"),
    [
        (State.begin(STANDARD), Rolled(Roll(3, 1)), "action.no_roll"),
        (State.begin(STANDARD), Doubled(), "action.no_double"),
        (State.begin(STANDARD), Played(()), "action.no_play"),
        (on_roll(), Thrown((3, 1)), "action.no_throw"),
        (on_roll(), Played(()), "action.no_play"),
        (on_roll(), Passed(), "action.no_pass"),
        (on_roll(), Taken(), "action.no_double_offered"),
        (on_roll(), Dropped(), "action.no_double_offered"),
        (on_roll(), Beavered(), "action.no_double_offered"),
        (on_roll(), Accepted(), "action.no_resignation"),
        (on_roll(), Refused(), "action.no_resignation"),
        (on_roll(), Settled(0), "action.no_settle"),
        (on_roll(turn=1), Thrown((3, 1)), "action.not_your_turn"),
        (follow(on_roll(), Rolled(Roll(3, 1))), Rolled(Roll(3, 1)), "action.already_rolled"),
        (follow(on_roll(), Rolled(Roll(3, 1))), Doubled(), "action.already_rolled"),
        (follow(on_roll(), Rolled(Roll(3, 1))), Played(()), "play.incomplete"),
        (follow(on_roll(), Doubled()), Rolled(Roll(3, 1)), "action.answer_double"),
        (follow(on_roll(), Doubled()), Doubled(), "action.answer_double"),
        (follow(on_roll(), Doubled()), Resigned(0, 1), "action.answer_double"),
        (follow(on_roll(), Doubled()), Beavered(), "action.no_beaver"),
        (follow(on_roll(), Resigned(0, 1)), Rolled(Roll(3, 1)), "action.answer_resignation"),
        (follow(on_roll(), Resigned(0, 1)), Resigned(1, 1), "action.answer_resignation"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason(state: State, fact: Fact, code: str) -> None:
    assert refusal(state, fact) == code


def test_a_play_found_on_the_board_is_taken_as_it_stands() -> None:
    state = follow(on_roll(), Rolled(Roll(3, 1)))
    found = Position(START.mine, START.mine)
    assert apply(state, Found(found)).position == found
    with pytest.raises(InvalidInput):
        apply(state, Found(Position((0, 0, *[0] * 22, 2, 0), (0, 2, *[0] * 24))))


def test_a_found_board_can_end_the_game() -> None:
    state = follow(on_roll(Position.from_points({2: 2}, {6: 2})), Rolled(Roll(1, 1)))
    over = apply(state, Found(Position.from_points({6: 2}, {})))
    assert over.result == Result(0, Kind.SINGLE, 1, 1, "borne_off")


# The closed board, in three ways


CLOSED_OUT = Position.from_points({BAR: 1, 6: 14}, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})


@pytest.mark.parametrize(
    ("option", "expected", "refused"),
    [
        ("skip", {Act.PASS, Act.DOUBLE, Act.RESIGN}, Rolled(Roll(6, 5))),
        ("choice", {Act.PASS, Act.ROLL, Act.DOUBLE, Act.RESIGN}, None),
        ("roll", {Act.ROLL, Act.DOUBLE, Act.RESIGN}, Passed()),
    ],
)
def test_a_closed_board_is_met_as_the_table_agreed(option: str, expected: set[Act], refused: Fact | None) -> None:
    state = on_roll(CLOSED_OUT, STANDARD.with_options({"closed_board": option}))
    assert acts(state, 0) == expected
    if refused is not None:
        assert refusal(state, refused) in ("action.closed_board", "action.no_pass")
    if Act.PASS in expected:
        passed = apply(state, Passed())
        assert (passed.turn, passed.position, passed.rolls) == (1, CLOSED_OUT.flip(), (0, 0))
    if Act.ROLL in expected:
        danced = follow(state, Rolled(Roll(6, 5)), Played(()))
        assert (danced.turn, danced.position, danced.rolls) == (1, CLOSED_OUT.flip(), (1, 0))


def test_five_points_are_no_closed_board() -> None:
    five = Position.from_points({BAR: 1, 6: 14}, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 8: 2})
    assert Act.PASS not in acts(on_roll(five), 0)


# The cube


def test_a_double_waits_for_the_opponent() -> None:
    state = follow(on_roll(), Doubled())
    assert (state.phase, state.to_act) == (Phase.CUBE, (1,))
    assert acts(state, 0) == set()
    assert acts(state, 1) == {Act.TAKE, Act.DROP}
    assert state.cube == Cube()


def test_a_take_gives_the_cube_and_the_doubler_rolls() -> None:
    state = follow(on_roll(), Doubled(), Taken())
    assert (state.phase, state.turn, state.cube) == (Phase.ROLL, 0, Cube(2, 1))
    assert Act.ROLL in acts(state, 0)
    assert refusal(state, Doubled()) == "action.not_cube_owner"


def test_a_drop_ends_the_game_at_the_stake_before() -> None:
    state = follow(on_roll(), Doubled(), Dropped())
    assert state.result == Result(0, Kind.SINGLE, 1, 1, "dropped")
    redoubled = follow(on_roll(cube=Cube(4, 0)), Doubled(), Dropped())
    assert redoubled.result == Result(0, Kind.SINGLE, 4, 4, "dropped")


def test_jacoby_does_not_lower_a_drop() -> None:
    state = follow(on_roll(rules=MONEY, cube=Cube(2)), Doubled(), Dropped())
    assert state.result == Result(0, Kind.SINGLE, 2, 2, "dropped")


def test_a_beaver_may_be_answered_by_a_raccoon_as_far_as_agreed() -> None:
    beavered = follow(on_roll(rules=BEAVERS), Doubled(), Beavered())
    assert beavered.to_act == (0,)
    assert acts(beavered, 0) == {Act.TAKE, Act.DROP, Act.BEAVER}
    raccoon = apply(beavered, Beavered())
    assert acts(raccoon, 1) == {Act.TAKE, Act.DROP}
    assert follow(raccoon, Taken()).cube == Cube(8, 1)
    assert follow(raccoon, Taken()).turn == 0
    assert refusal(raccoon, Beavered()) == "action.no_beaver"


def test_dropping_a_beaver_loses_the_doubled_stake() -> None:
    state = follow(on_roll(rules=BEAVERS), Doubled(), Beavered(), Dropped())
    assert state.result == Result(1, Kind.SINGLE, 2, 2, "dropped")


def test_beavers_stop_at_the_limit_of_the_cube() -> None:
    rules = BEAVERS.with_options({"cube_max": "2"})
    assert acts(follow(on_roll(rules=rules), Doubled()), 1) == {Act.TAKE, Act.DROP}


def test_the_limit_of_the_cube_is_kept() -> None:
    rules = MONEY.with_options({"cube_max": "4"})
    assert Act.DOUBLE in acts(on_roll(rules=rules, cube=Cube(2, 0)), 0)
    assert refusal(on_roll(rules=rules, cube=Cube(4, 0)), Doubled()) == "action.cube_limit"


def test_without_a_cube_nobody_doubles() -> None:
    assert refusal(on_roll(rules=profile("tavla")), Doubled()) == "action.cube_off"


def test_in_the_crawford_game_nobody_doubles() -> None:
    for turn in (0, 1):
        state = on_roll(score=Score((4, 2), crawford=True), turn=turn)
        assert refusal(state, Doubled()) == "action.crawford"


@pytest.mark.parametrize(
    ("wording", "leader", "trailer"),
    [("refuse", False, True), ("usbgf", True, True)],
)
def test_a_dead_cube_by_both_wordings(wording: str, leader: bool, trailer: bool) -> None:
    rules = STANDARD.with_options({"dead_cube": wording})
    assert (Act.DOUBLE in acts(on_roll(rules=rules, score=POST_CRAWFORD, turn=0), 0)) is leader
    assert (Act.DOUBLE in acts(on_roll(rules=rules, score=POST_CRAWFORD, turn=1), 1)) is trailer


@pytest.mark.parametrize("wording", ["refuse", "usbgf"])
def test_a_cube_that_ends_the_match_for_both_is_dead_by_any_wording(wording: str) -> None:
    rules = STANDARD.with_options({"dead_cube": wording})
    state = on_roll(rules=rules, score=Score((3, 3)), cube=Cube(2, 0))
    assert refusal(state, Doubled()) == "action.dead_cube"


def test_the_holland_rule_lets_both_roll_twice_first() -> None:
    rules = STANDARD.with_options({"holland": "on"})
    for rolls, allowed in (((0, 0), False), ((2, 1), False), ((1, 2), False), ((2, 2), True)):
        state = on_roll(rules=rules, score=POST_CRAWFORD, turn=1, rolls=rolls)
        assert (Act.DOUBLE in acts(state, 1)) is allowed
    assert refusal(on_roll(rules=rules, score=POST_CRAWFORD, turn=1), Doubled()) == "action.holland"
    assert Act.DOUBLE in acts(on_roll(rules=rules, score=Score((2, 2))), 0)


def test_automatic_doubles_go_as_far_as_agreed_and_leave_the_cube_in_the_middle() -> None:
    rules = MONEY.with_options({"auto_double": "2"})
    values = []
    state = State.begin(rules)
    for _ in range(4):
        state = apply(state, Thrown((5, 5)))
        values.append(state.cube)
    assert values == [Cube(2), Cube(4), Cube(4), Cube(4)]
    assert State.begin(MONEY).cube == apply(State.begin(MONEY), Thrown((5, 5))).cube


def test_automatic_doubles_keep_the_limit_of_the_cube() -> None:
    rules = MONEY.with_options({"auto_double": "3", "cube_max": "2"})
    assert follow(State.begin(rules), Thrown((5, 5)), Thrown((5, 5))).cube == Cube(2)


# How a game ends


def ended(loser: dict[int, int], rules: RuleSet = STANDARD, cube: Cube = Cube()) -> Result:  # noqa: B008
    """The result of a game that is won from the ace point against the loser's checkers."""
    position = Position.from_points({1: 1}, loser)
    state = follow(on_roll(position, rules, cube=cube), Rolled(Roll(2, 1)))
    result = played(state, "1/off").result
    assert result is not None
    return result


def test_a_game_is_worth_what_the_loser_has_left() -> None:
    assert ended({6: 3}) == Result(0, Kind.SINGLE, 1, 1, "borne_off")
    assert ended({6: 15}) == Result(0, Kind.GAMMON, 1, 2, "borne_off")
    assert ended({6: 14, BAR: 1}, cube=Cube(4, 1)) == Result(0, Kind.BACKGAMMON, 4, 12, "borne_off")


def test_without_the_triple_katmerli_mars_is_mars() -> None:
    assert ended({6: 14, BAR: 1}, profile("tavla")) == Result(0, Kind.GAMMON, 1, 2, "borne_off")


def test_where_games_are_counted_mars_may_be_one() -> None:
    rules = STANDARD.with_options({"length": "games(5)", "mars": "1"})
    assert ended({6: 15}, rules).points == 1
    assert ended({6: 15}, rules).kind is Kind.GAMMON


def test_jacoby_counts_a_gammon_only_where_the_cube_was_turned() -> None:
    assert ended({6: 15}, MONEY).points == 1
    assert ended({6: 15}, MONEY, Cube(2)).points == 2
    assert ended({6: 15}, MONEY, Cube(2, 1)).points == 4


# Resigning


@pytest.mark.parametrize(
    ("position", "rules", "cube", "values"),
    [
        (START, STANDARD, Cube(), (1, 2, 3)),
        (START, profile("tavla"), Cube(), (1, 2)),
        (START, MONEY, Cube(), (1,)),
        (START, MONEY, Cube(2, 0), (1, 2, 3)),
        (START, STANDARD.with_options({"length": "games(5)", "mars": "1"}), Cube(), (1,)),
        (Position.from_points({24: 2, 6: 12}, {13: 2}), STANDARD, Cube(), (1,)),
        (Position.from_points({18: 1, 6: 14}, {6: 2}), STANDARD, Cube(), (1, 2)),
        (Position.from_points({19: 1, 6: 14}, {5: 2}), STANDARD, Cube(), (1, 2, 3)),
    ],
)
def test_what_may_be_offered_is_what_can_still_be_lost(
    position: Position, rules: RuleSet, cube: Cube, values: tuple[int, ...]
) -> None:
    state = on_roll(position, rules, cube=cube)
    assert resign_values(state, 0) == values
    assert legal(state).resign_values[0] == values
    for value in set(range(5)) - set(values):
        assert refusal(state, Resigned(0, value)) == "action.resign_value"


def test_either_player_may_resign_at_any_time() -> None:
    for state in (State.begin(STANDARD), on_roll(), follow(on_roll(), Rolled(Roll(3, 1)))):
        for seat in (0, 1):
            offered = apply(state, Resigned(seat, 2))
            assert offered.to_act == (1 - seat,)
            assert acts(offered, 1 - seat) == {Act.ACCEPT, Act.REFUSE}
            assert acts(offered, seat) == set()
            over = apply(offered, Accepted())
            assert over.result == Result(1 - seat, Kind.GAMMON, 1, 2, "resigned")


def test_a_refused_resignation_changes_nothing() -> None:
    state = follow(on_roll(), Rolled(Roll(3, 1)))
    assert follow(state, Resigned(0, 1), Refused()) == state


def test_what_is_certain_is_said_of_either_seat() -> None:
    state = on_roll(Position.from_points({1: 2}, {6: 15}))
    assert certain_loss(state, 1) is Kind.GAMMON
    assert certain_loss(state, 0) is Kind.SINGLE
    assert certain_loss(on_roll(Position.from_points({1: 2}, {6: 15}), MONEY), 1) is Kind.SINGLE


def test_time_costs_what_is_certain() -> None:
    state = on_roll(Position.from_points({1: 2}, {6: 15}))
    assert lost_on_time(state, 1).result == Result(0, Kind.GAMMON, 1, 2, "time")
    assert lost_on_time(state, 0).result == Result(1, Kind.SINGLE, 1, 1, "time")


# A settled game


def test_a_settled_game_is_ended_by_the_winner() -> None:
    state = on_roll(Position.from_points({1: 2}, {6: 3}))
    assert winner_for_certain(state) == 0
    assert apply(state, Settled(0)).result == Result(0, Kind.SINGLE, 1, 1, "settled")


def test_the_loser_may_end_it_too_when_nothing_more_can_be_lost() -> None:
    single = on_roll(Position.from_points({1: 2}, {6: 3}))
    assert apply(single, Settled(1)).result == Result(0, Kind.SINGLE, 1, 1, "settled")
    mars = on_roll(Position.from_points({1: 2}, {6: 15}))
    assert apply(mars, Settled(1)).result == Result(0, Kind.GAMMON, 1, 2, "settled")
    open_mars = on_roll(Position.from_points({1: 5}, {6: 15}))
    assert winner_for_certain(open_mars) == 0
    assert Act.SETTLE in acts(open_mars, 0)
    assert Act.SETTLE not in acts(open_mars, 1)


def test_a_settled_game_may_be_lost_by_the_player_on_roll() -> None:
    state = on_roll(Position.from_points({6: 5}, {1: 2}), turn=1)
    assert winner_for_certain(state) == 0
    assert apply(state, Settled(0)).result == Result(0, Kind.SINGLE, 1, 1, "settled")


def test_an_open_race_or_contact_is_not_settled() -> None:
    assert winner_for_certain(on_roll()) is None
    assert winner_for_certain(on_roll(Position.from_points({1: 4}, {1: 4}))) is None
    assert winner_for_certain(on_roll(Position.from_points({24: 1}, {6: 15}))) is None
