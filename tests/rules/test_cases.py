"""Faults that players of other programs met, each under its name, restated with the right result.

The set-ups stand here; `test_the_table_of_cases` also goes through the table of them that machines can read.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tavla.errors import IllegalAction, InvalidOption
from tavla.match.events import MatchStarted, Player
from tavla.match.match import Match, next_starter
from tavla.notation import decode_position, encode_position, format_play, parse_play, read_position
from tavla.rules import (
    ROLLS,
    STANDARD,
    Act,
    Continuations,
    Cube,
    Kind,
    Position,
    Roll,
    RuleSet,
    Score,
    State,
    apply,
    legal,
    legal_plays,
    profile,
)
from tavla.rules.facts import (
    Accepted,
    Beavered,
    Doubled,
    Dropped,
    Fact,
    Passed,
    Played,
    Refused,
    Resigned,
    Rolled,
    Taken,
    Thrown,
)
from tavla.rules.outcome import kind_of_win, least_certain, most_possible
from tavla.rules.position import BAR, side
from tavla.rules.stakes import next_score, points_for
from tavla.rules.state import Phase, certain_loss, lost_on_time, resign_values

Points = Mapping[int, int]

START = Position.start()
MONEY = profile("money")
CLOSED: Points = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}


def board(mine: Points, theirs: Points) -> Position:
    return Position.from_points(mine, theirs)


def plays(position: Position, first: int, second: int, rules: RuleSet = STANDARD) -> tuple[int, set[str]]:
    """How many dice must be used, and every distinct play as it is written."""
    turn = Continuations(position, Roll.of(first, second), rules)
    return turn.dice_used, {format_play(play) for play in turn.plays().values()}


def refused(text: str, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> str:
    """The code of the reason why a play is refused."""
    with pytest.raises(IllegalAction) as caught:
        parse_play(text, position, roll, rules)
    return caught.value.code


def follow(state: State, *facts: Fact) -> State:
    for fact in facts:
        state = apply(state, fact)
    return state


def on_roll(
    position: Position = START,
    rules: RuleSet = STANDARD,
    cube: Cube = Cube(),  # noqa: B008
    score: Score = Score(),  # noqa: B008
    turn: int = 0,
) -> State:
    return State(rules, position, Phase.ROLL, turn, cube=cube, score=score)


def may_double(state: State, seat: int) -> bool:
    return legal(state).allows(seat, Act.DOUBLE)


def test_the_table_of_cases(shared: Path) -> None:
    for line in (shared / "cases" / "plays.jsonl").read_text().splitlines():
        row = json.loads(line)
        turn = Continuations(decode_position(row["position"]), Roll.of(*row["roll"]))
        assert sorted(map(encode_position, turn.plays())) == row["after"], row["id"]
        assert turn.dice_used == row["dice_used"], row["id"]
        assert read_position(row["xgid"]).position == turn.position, row["id"]


# Legal plays


def test_b01_both_dice_are_played_with_whichever_checker_can() -> None:
    position = board({23: 1, 8: 1, 6: 9, 5: 4}, {21: 2, 22: 2, 8: 2, 10: 2, 6: 4, 5: 3})
    assert plays(position, 6, 2) == (2, {"23/21 8/2"})
    assert refused("8/2", position, Roll(6, 2)) == "play.incomplete"


def test_b03_the_entry_that_keeps_both_dice() -> None:
    position = board({BAR: 1, 24: 3, 22: 1, 6: 3, 5: 2, 3: 2, 2: 3}, {8: 3, 6: 6, 13: 3, 18: 1, 24: 2})
    assert plays(position, 5, 3) == (2, {"bar/20 24/21", "bar/20 5/2", "bar/20 6/3"})
    assert refused("bar/22", position, Roll(5, 3)) == "play.all_dice"


def test_b04_either_die_may_enter_first() -> None:
    position = board({BAR: 1, 13: 4, 8: 3, 6: 5, 4: 2}, {5: 2, 6: 5, 8: 3, 13: 3, 20: 2})
    assert plays(position, 5, 1) == (2, {"bar/24 13/8", "bar/24 6/1", "bar/24 8/3"})


def test_b05_the_larger_die_if_only_one_can_be_played() -> None:
    position = board({14: 1, 3: 7, 2: 7}, {21: 2, 6: 5, 8: 4, 5: 4})
    assert plays(position, 6, 4) == (1, {"14/8"})
    assert refused("14/10", position, Roll(6, 4)) == "play.larger_die"


def test_b07_after_one_die_only_the_other_is_left() -> None:
    turn = Continuations(START, Roll(6, 3))
    node, _ = turn.node_after(iter([(24, 6)]))
    assert node.left == (3,)
    moves = {(move.source, move.target) for move in turn.edges[node]}
    assert moves == {(24, 21), (18, 15), (13, 10), (8, 5), (6, 3)}
    half = [move for move in Continuations(START, Roll(6, 3)).edges[turn.root] if move.source == 24 and move.die == 6]
    with pytest.raises(IllegalAction, match="not finished"):
        follow(State.begin(STANDARD), Thrown((6, 3)), Played(tuple(half)))


def test_b08_a_roll_without_a_double_gives_two_moves() -> None:
    assert refused("13/8 13/7 13/7 13/7", START, Roll(6, 5)) == "notation.too_many_moves"
    assert format_play(parse_play("13/8 13/7", START, Roll(6, 5)).play) == "13/8 13/7"


def test_b09_a_double_goes_on_after_the_entry() -> None:
    position = board({BAR: 1, 24: 1, 13: 4, 8: 4, 6: 5}, {3: 3, 6: 4, 8: 3, 13: 3, 4: 2})
    dice_used, texts = plays(position, 5, 5)
    assert (dice_used, len(texts)) == (4, 20)
    assert {"bar/10 13/8", "bar/10 6/1", "bar/10 8/3", "bar/15 13/3", "bar/5"} <= texts


def test_b10_a_double_is_four_moves_in_the_bear_off() -> None:
    assert plays(board({2: 1, 1: 4}, {6: 3, 20: 2}), 1, 1) == (4, {"1/off(4)", "2/off 1/off(2)"})


def test_b12_the_die_that_bears_off_is_the_players_choice() -> None:
    assert plays(board({5: 1, 4: 1}, {22: 2}), 6, 4) == (2, {"5/off 4/off", "5/1 4/off"})


@pytest.mark.parametrize("text", ["4/off", "4/2/off", "4/2 2/off", "4/0"])
def test_b14_the_last_checker_is_taken_off_however_it_is_written(text: str) -> None:
    position = board({4: 1}, {20: 3, 19: 2})
    assert plays(position, 6, 2) == (2, {"4/off"})
    parsed = parse_play(text, position, Roll(6, 2))
    state = follow(on_roll(position), Rolled(Roll(6, 2)), Played(parsed.play))
    assert state.phase is Phase.OVER


def test_b16_every_die_is_tried_for_itself_in_the_bear_off() -> None:
    assert plays(board({5: 1, 2: 1}, {6: 2, 19: 1}), 4, 2) == (2, {"5/1 2/off", "5/off"})


def test_b17_a_won_game_leaves_a_die_unused() -> None:
    position = board({1: 1}, {6: 2})
    assert plays(position, 6, 5) == (1, {"1/off"})
    state = follow(on_roll(position), Rolled(Roll(6, 5)), Played(parse_play("1/off", position, Roll(6, 5)).play))
    assert state.result is not None
    assert state.result.winner == 0


def test_b18_a_straggler_on_the_last_point_forbids_bearing_off() -> None:
    position = board({24: 1, 6: 5, 5: 4, 4: 3, 3: 2}, {8: 2, 7: 2, 6: 5, 5: 4, 4: 2})
    assert plays(position, 6, 5) == (1, {"6/1"})


def test_b20_bearing_off_begins_within_the_turn() -> None:
    position = board({10: 1, 6: 3, 5: 3, 3: 4, 2: 4}, {8: 2, 6: 5, 5: 4, 4: 3, 18: 1})
    assert plays(position, 6, 4) == (2, {"10/off", "10/4 5/1", "10/4 6/2"})


def test_b21_a_double_bears_off_after_coming_home() -> None:
    position = board({10: 1, 6: 4, 5: 3, 4: 2, 3: 2, 2: 2, 1: 1}, {8: 1, 7: 2, 6: 4, 5: 4, 4: 4})
    expected = {"10/off 5/off(2)", "10/off 6/1 5/off", "10/off 6/1(2)", "10/5 6/1(3)", "6/1(4)"}
    assert plays(position, 5, 5) == (4, expected)


def test_b22_a_larger_number_takes_no_front_checker() -> None:
    position = board({6: 2, 4: 3, 2: 1}, {24: 2, 13: 1})
    assert plays(position, 5, 5) == (0, set())
    assert refused("4/off", position, Roll(5, 5)) == "play.higher_checker"


def test_b23_after_the_entry_the_other_die_is_free() -> None:
    position = board({BAR: 1, 13: 5, 8: 3, 6: 4, 5: 2}, {13: 4, 8: 3, 6: 5, 4: 2, 24: 1})
    assert plays(position, 6, 2) == (2, {"bar/23 13/7", "bar/23 8/2"})


def test_b25_the_second_player_has_the_same_rules() -> None:
    position = board({BAR: 1, 13: 4, 8: 3, 6: 5, 4: 2}, {5: 2, 6: 5, 8: 3, 13: 3, 20: 2})
    state = apply(on_roll(position, turn=1), Rolled(Roll(5, 1)))
    assert state.continuations is not None
    assert {format_play(play) for play in state.continuations.plays().values()} == plays(position, 5, 1)[1]
    with pytest.raises(IllegalAction, match="bar"):
        state.continuations.node_after(iter([(13, 5)]))
    after = apply(state, Played(parse_play("bar/24 13/8", position, Roll(5, 1)).play))
    assert after.sides[1][24] == 1
    assert after.turn == 0


def test_b27_the_players_move_against_each_other() -> None:
    first = parse_play("24/13", START, Roll(6, 5)).after
    assert first.pips == (167, 156)
    second = parse_play("24/13", first, Roll(6, 5)).after
    assert second.pips == (156, 156)
    assert second.mine == second.theirs


def test_b28_a_dance_ends_the_turn_and_nothing_else() -> None:
    five_points = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, BAR: 1}
    state = on_roll(board(five_points, five_points))
    for turn in (0, 1, 0):
        assert state.turn == turn
        state = apply(state, Rolled(Roll(5, 4)))
        assert state.continuations is not None
        assert not state.continuations.plays()
        state = apply(state, Played(()))
    assert state.position == board(five_points, five_points)
    assert state.phase is Phase.ROLL


# The value of a game


def test_s01_mars() -> None:
    assert kind_of_win(side({6: 5, 5: 5, 4: 5}, 15)) is Kind.GAMMON
    assert points_for(Kind.GAMMON, Cube(), MONEY.with_options({"jacoby": "off"})) == 2


def test_s02_checkers_in_the_outfield_make_no_katmerli_mars() -> None:
    assert kind_of_win(side({13: 3, 6: 12}, 15)) is Kind.GAMMON


def test_s04_one_checker_off_saves_mars_for_good() -> None:
    loser = {24: 2, BAR: 1, 6: 7}
    assert most_possible(board(loser, {2: 2}))[0] is Kind.SINGLE
    assert kind_of_win(side(loser, 15)) is Kind.SINGLE


def test_s05_points_have_no_limit() -> None:
    assert points_for(Kind.BACKGAMMON, Cube(64, 0), MONEY) == 192
    assert points_for(Kind.BACKGAMMON, Cube(1024, 0), MONEY) == 3072


def test_s06_katmerli_mars_on_two_is_six() -> None:
    assert points_for(Kind.BACKGAMMON, Cube(2, 1), STANDARD) == 6


# Resignation


@pytest.mark.parametrize("value", [0, 4, -1])
def test_r01_a_resignation_is_worth_one_two_or_three(value: int) -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(on_roll(), Resigned(0, value))
    assert caught.value.code == "action.resign_value"


def test_r03_mars_that_can_be_saved_is_not_certain() -> None:
    position = board({7: 1, 6: 5, 5: 4, 4: 3, 3: 2}, {1: 2})
    assert encode_position(position) == "AwAAYPe+AAAAAA"
    saving = [roll for roll in ROLLS if any(after.theirs[0] for after in legal_plays(position, roll))]
    assert sum(roll.weight for roll in saving) == 34
    assert Roll(2, 1) not in saving
    assert certain_loss(on_roll(position), 0) is Kind.SINGLE


@pytest.mark.parametrize(("loser", "certain"), [({6: 15}, Kind.GAMMON), ({19: 1, 6: 14}, Kind.BACKGAMMON)])
def test_r04_a_single_resignation_does_not_escape_mars(loser: Points, certain: Kind) -> None:
    state = on_roll(board({1: 2}, loser))
    assert certain_loss(state, 1) is certain
    offered = apply(state, Resigned(1, 1))
    assert legal(offered).by_seat == ((Act.ACCEPT, Act.REFUSE), ())
    assert apply(offered, Refused()) == state
    assert lost_on_time(state, 1).result is not None


def test_r05_time_awards_no_more_than_was_possible() -> None:
    rules = STANDARD
    state = on_roll(board({6: 2, 5: 2}, {18: 1, 1: 14}), rules, score=Score((2, 4)), turn=0)
    assert most_possible(state.position)[1] is Kind.GAMMON
    result = lost_on_time(state, 1).result
    assert result is not None
    assert result.points <= 2
    assert resign_values(state, 1)[-1] is Kind.GAMMON


# The cube


def test_c01_the_taker_owns_the_cube() -> None:
    taken = follow(on_roll(), Doubled(), Taken())
    assert taken.cube == Cube(2, 1)
    rolled = follow(taken, Rolled(Roll(3, 1)), Played(parse_play("8/5 6/5", START, Roll(3, 1)).play))
    assert not may_double(taken, 0)
    assert may_double(rolled, 1)
    assert follow(rolled, Doubled(), Taken()).cube == Cube(4, 0)


@pytest.mark.parametrize(
    ("cube", "turn", "expected"),
    [(Cube(), 0, (4, 2)), (Cube(2, 1), 1, (3, 4))],
)
def test_c02_a_drop_costs_the_stake_before_the_double(cube: Cube, turn: int, expected: tuple[int, int]) -> None:
    rules = STANDARD.with_options({"length": "points(7)"})
    state = follow(on_roll(START, rules, cube, Score((3, 2)), turn), Doubled(), Dropped())
    assert state.result is not None
    assert next_score(state.score, state.result.winner, state.result.points, rules).points == expected


def test_c03_a_dead_cube_is_not_turned() -> None:
    one_point = STANDARD.with_options({"length": "points(1)"})
    assert not any(may_double(on_roll(START, one_point, turn=turn), turn) for turn in (0, 1))
    score = Score((4, 2), post_crawford=True)
    assert not may_double(on_roll(START, STANDARD, score=score, turn=0), 0)
    assert may_double(on_roll(START, STANDARD, score=score, turn=1), 1)


def test_c05_every_game_begins_with_the_cube_at_one_in_the_middle() -> None:
    assert State.begin(STANDARD, Score((2, 0))).cube == Cube(1, None)
    assert State.begin(STANDARD, Score((2, 0)), starter=1).cube == Cube(1, None)


def test_c06_a_beaver_keeps_the_cube() -> None:
    rules = MONEY.with_options({"beavers": "1"})
    state = follow(on_roll(START, rules), Doubled(), Beavered(), Taken())
    assert state.cube == Cube(4, 1)
    assert points_for(Kind.GAMMON, state.cube, rules) == 8
    with pytest.raises(IllegalAction):
        follow(on_roll(), Doubled(), Beavered())
    with pytest.raises(InvalidOption):
        STANDARD.with_options({"beavers": "1"})


# The match


def test_m01_no_double_in_the_crawford_game() -> None:
    score = next_score(Score((3, 2)), 0, 1, STANDARD)
    assert (score.points, score.crawford) == ((4, 2), True)
    for turn in (0, 1):
        with pytest.raises(IllegalAction) as caught:
            apply(on_roll(START, STANDARD, score=score, turn=turn), Doubled())
        assert caught.value.code == "action.crawford"
    assert next_score(score, 1, 1, STANDARD).points == (4, 3)


def test_m02_crawford_and_jacoby_stay_where_they_belong() -> None:
    assert not STANDARD.with_options({"length": "points(1)"}).has_crawford
    assert not MONEY.has_crawford
    assert MONEY.jacoby
    with pytest.raises(InvalidOption):
        STANDARD.with_options({"length": "points(7)", "jacoby": "on"})


def _after_a_win_of_seat_one(rules: RuleSet) -> Match:
    started = MatchStarted((Player("A"), Player("B")), rules)
    over = follow(on_roll(START, rules), Resigned(0, 1), Accepted())
    assert over.result is not None
    return Match(started, Score((0, 1)), over, game=1, results=(over.result,), starter=0)


def test_m06_who_starts_the_second_game() -> None:
    assert next_starter(_after_a_win_of_seat_one(STANDARD)) is None
    assert next_starter(_after_a_win_of_seat_one(profile("tavla"))) == 1
    state = State.begin(profile("tavla"), starter=1)
    assert (state.phase, state.turn) == (Phase.ROLL, 1)
    assert apply(state, Rolled(Roll(6, 6))).roll == Roll(6, 6)


# IDs


def test_p01_the_cube_of_an_xgid_is_an_exponent() -> None:
    situation = read_position("XGID=-b----E-C---eE---c-e----B-:3:1:1:63:2:1:0:7:10")
    assert situation.cube == Cube(8, situation.turn)


def test_p03_dice_are_an_unordered_pair() -> None:
    ids = {read_position(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10") for dice in ("36", "63")}
    assert len(ids) == 1


def test_p05_checkers_on_the_bar_are_not_borne_off() -> None:
    position = board({24: 2, 13: 5, 8: 3, 6: 5}, {BAR: 2, 13: 5, 8: 3, 6: 5})
    again = decode_position(encode_position(position))
    assert again == position
    assert (again.theirs[BAR], again.theirs[0]) == (2, 0)


def test_p06_a_side_with_a_checker_off_loses_a_single_game() -> None:
    position = board({24: 2, 6: 12}, {6: 15})
    assert most_possible(position)[0] is Kind.SINGLE
    assert least_certain(position)[0] is Kind.SINGLE


def test_p07_katmerli_mars_is_possible_only_while_something_stands_in_the_way() -> None:
    contact = decode_position("AAIAAAAIAAAAAA", checkers=1)
    assert contact.contact
    assert most_possible(contact) == (Kind.BACKGAMMON, Kind.BACKGAMMON)
    over = Position.from_points({3: 1}, {3: 1}, checkers=1)
    assert most_possible(over) == (Kind.GAMMON, Kind.GAMMON)


# Notation


def test_n01_the_second_arrival_is_no_hit() -> None:
    position = board({8: 3, 13: 5, 6: 5, 24: 2}, {21: 1, 24: 1, 13: 5, 8: 3, 6: 5})
    parsed = parse_play("8/4* 6/4", position, Roll(4, 2))
    assert [move.hit for move in parsed.play] == [True, False]
    assert format_play(parsed.play) == "8/4* 6/4"


def test_i02_merged_hops_do_not_hit_in_silence() -> None:
    position = board({11: 1, 6: 4, 8: 3, 13: 4, 24: 2, 3: 1}, {20: 1, 6: 5, 8: 3, 13: 4, 24: 2})
    dice_used, texts = plays(position, 6, 1)
    assert (dice_used, len(texts)) == (2, 22)
    quiet, hitting = parse_play("11/4", position, Roll(6, 1)), parse_play("11/5*/4", position, Roll(6, 1))
    assert quiet.after != hitting.after
    assert quiet.after.mine[BAR] == 0
    assert hitting.after.mine[BAR] == 1


def test_i03_a_merged_bear_off_counts_its_dice() -> None:
    position = board({10: 1, 2: 3, 1: 2}, {22: 2, 20: 3})
    assert plays(position, 4, 4) == (4, {"10/off 2/off"})
    assert len(parse_play("10/off 2/off", position, Roll(4, 4)).play) == 4
    assert refused("10/off", position, Roll(4, 4)) == "play.incomplete"


# Worked cases from the source texts


def test_a1_the_freeze_holds_the_last_checker() -> None:
    position = board({4: 1}, {20: 3, 1: 2})
    assert plays(position, 3, 1) == (2, {"4/off"})
    assert plays(position, 3, 1, STANDARD.with_options({"bearoff_freeze": "on"})) == (1, {"4/1"})


def test_a2_the_freeze_takes_one_play_away() -> None:
    position = board({5: 1, 2: 1}, {6: 2, 19: 1})
    assert plays(position, 4, 2) == (2, {"5/1 2/off", "5/off"})
    assert plays(position, 4, 2, STANDARD.with_options({"bearoff_freeze": "on"})) == (2, {"5/1 2/off"})


def test_a3_dubara_takes_nothing_off_with_the_freeze() -> None:
    position = board({4: 2}, {20: 3, 1: 2})
    assert plays(position, 2, 2) == (4, {"4/off(2)"})
    assert plays(position, 2, 2, STANDARD.with_options({"bearoff_freeze": "on"})) == (2, {"4/2(2)"})


def test_a4_no_hit_and_run_at_home_by_option() -> None:
    position = board({8: 3, 6: 4, 5: 2, 3: 2, 2: 2, 13: 2}, {21: 1, 6: 5, 8: 3, 13: 6})
    free, banned = plays(position, 4, 3), plays(position, 4, 3, profile("tavla"))
    assert (free[0], len(free[1])) == (2, 18)
    assert (banned[0], len(banned[1])) == (2, 17)
    assert free[1] - banned[1] == {"8/4*/1"}
    assert refused("8/4*/1", position, Roll(4, 3), profile("tavla")) == "play.hit_and_run"


def test_a5_against_a_closed_board_the_roll_is_skipped_or_lost() -> None:
    position = board({BAR: 1, 13: 5, 8: 4, 6: 5}, CLOSED)
    assert not any(legal_plays(position, roll) for roll in ROLLS)
    passed = apply(on_roll(position), Passed())
    assert (passed.turn, passed.roll) == (1, None)
    assert may_double(passed, 1)
    with pytest.raises(IllegalAction):
        apply(on_roll(position), Rolled(Roll(6, 5)))
    rolling = STANDARD.with_options({"closed_board": "roll"})
    danced = follow(on_roll(position, rolling), Rolled(Roll(6, 5)), Played(()))
    assert danced.turn == 1
    with pytest.raises(IllegalAction):
        apply(on_roll(position, rolling), Passed())


def test_a6_the_opening_throws() -> None:
    standard = follow(State.begin(STANDARD), Thrown((4, 4)), Thrown((2, 5)))
    assert (standard.turn, standard.roll) == (1, Roll(5, 2))
    anew = follow(State.begin(STANDARD.with_options({"opening": "reroll"})), Thrown((4, 4)), Thrown((2, 5)))
    assert (anew.turn, anew.roll, anew.phase) == (1, None, Phase.ROLL)
    assert apply(anew, Rolled(Roll(3, 3))).roll == Roll(3, 3)
    murphy = follow(State.begin(MONEY.with_options({"auto_double": "1"})), Thrown((4, 4)), Thrown((4, 4)))
    assert murphy.cube == Cube(2, None)
    assert apply(murphy, Thrown((2, 5))).cube == Cube(2, None)
