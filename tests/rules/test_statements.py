"""What the source texts say about the game, sentence by sentence; docs/rules.md names the test of each."""

from collections.abc import Mapping

import pytest

from tavla.drawing.geometry import Stance, column, cube, geometry, stack
from tavla.errors import IllegalAction
from tavla.notation.plays import format_play, parse_play
from tavla.rules import BAR, OFF, STANDARD, Act, Cube, Kind, Position, Roll, RuleSet, State, apply, legal, legal_plays
from tavla.rules.dice import ROLLS
from tavla.rules.facts import Beavered, Doubled, Dropped, Fact, Passed, Played, Rolled, Taken, Thrown
from tavla.rules.outcome import kind_of_win
from tavla.rules.position import side
from tavla.rules.ruleset import Length, profile
from tavla.rules.stakes import Score, is_match_over, next_score, points_for
from tavla.rules.state import Phase

Points = Mapping[int, int]

START: Points = {24: 2, 13: 5, 8: 3, 6: 5}
CLOSED: Points = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}
MONEY = profile("money")


def board(mine: Points, theirs: Points) -> Position:
    return Position.from_points(mine, theirs)


def plays(position: Position, first: int, second: int, rules: RuleSet = STANDARD) -> set[str]:
    """Every distinct play of a roll, as it is written."""
    return {format_play(play) for play in legal_plays(position, Roll.of(first, second), rules).values()}


def after(position: Position, text: str, first: int, second: int, rules: RuleSet = STANDARD) -> Position:
    """The board after a play, the opponent on roll."""
    return parse_play(text, position, Roll.of(first, second), rules).after


def on_roll(position: Position, rules: RuleSet = STANDARD, cube: Cube = Cube(), score: Score = Score()) -> State:  # noqa: B008
    return State(rules, position, Phase.ROLL, cube=cube, score=score)


def follow(state: State, *facts: Fact) -> State:
    for fact in facts:
        state = apply(state, fact)
    return state


def write(state: State, text: str) -> State:
    """The state after a play given in notation."""
    assert state.roll is not None
    return apply(state, Played(parse_play(text, state.position, state.roll, state.rules).play))


def acts(state: State, seat: int) -> set[Act]:
    return set(legal(state).by_seat[seat])


# The board


def test_the_board_has_twenty_four_points_a_bar_and_a_place_for_what_is_off() -> None:
    assert len(Position.start().mine) == 24 + 2
    assert (OFF, BAR) == (0, 25)


def test_two_players_have_fifteen_checkers_each() -> None:
    assert [sum(checkers) for checkers in Position.start()] == [15, 15]


def test_both_start_with_two_five_three_and_five() -> None:
    assert Position.start() == board(START, START)


def test_my_point_one_is_the_opponents_twenty_four() -> None:
    there = board({24: 2}, {24: 2})
    assert there.flip().theirs[24] == 2
    with pytest.raises(Exception, match="point 1"):
        board({1: 1}, {24: 1})


def test_the_players_move_in_opposite_directions() -> None:
    first = after(Position.start(), "24/13", 6, 5)
    second = after(first, "24/13", 6, 5)
    assert first.pips == (167, 156)
    assert second.pips == (156, 156)


def test_the_board_is_drawn_in_four_quarters_of_six_points_and_a_bar() -> None:
    stance = Stance()
    lower = [column(stance, 0, point) for point in range(1, 13)]
    upper = [column(stance, 0, point) for point in range(13, 25)]
    bar = column(stance, 0, BAR)
    assert sorted(lower) == upper
    assert sum(x < bar for x in lower) == sum(x > bar for x in lower) == 6


def test_my_home_is_drawn_at_the_lower_right_and_the_way_there_goes_against_the_clock() -> None:
    stance = Stance()
    upper = [column(stance, 0, point) for point in range(24, 12, -1)]
    lower = [column(stance, 0, point) for point in range(12, 0, -1)]
    assert upper == sorted(upper, reverse=True), "above, from right to left"
    assert lower == sorted(lower), "below, from left to right"
    assert stack(stance, 0, 1, 1)[0][1] > geometry()["height"] / 2


def test_the_mirrored_board_keeps_the_numbers() -> None:
    right, left = Stance(0, "right"), Stance(0, "left")
    width = geometry()["width"]
    assert all(column(left, 0, point) == pytest.approx(width - column(right, 0, point)) for point in range(26))


@pytest.mark.parametrize("theme", ["light", "dark", "plain"])
def test_one_colour_is_light_and_the_other_dark(theme: str) -> None:
    colours = geometry()["themes"][theme]
    assert (_luminance(colours["light"]) + 0.05) / (_luminance(colours["dark"]) + 0.05) >= 3


def _luminance(colour: str) -> float:
    """How light a colour `#rrggbb` looks, 0 to 1, as the contrast of web pages is reckoned."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


# Contact and race


def test_contact_lasts_until_the_rearmost_checkers_have_passed() -> None:
    assert board({14: 1}, {12: 1}).contact
    assert not board({12: 1}, {12: 1}).contact
    assert board({BAR: 1}, {1: 1}).contact


def test_in_a_race_no_roll_can_hit() -> None:
    race = board({12: 3, 6: 6, 5: 6}, {12: 3, 6: 6, 5: 6})
    hits = [move for roll in ROLLS for play in legal_plays(race, roll).values() for move in play if move.hit]
    assert not hits


# The opening


@pytest.mark.parametrize(("dice", "starter"), [((5, 2), 0), ((2, 5), 1)])
def test_the_higher_die_starts_and_the_starter_plays_both_dice(dice: tuple[int, int], starter: int) -> None:
    state = apply(State.begin(STANDARD), Thrown(dice))
    assert (state.turn, state.roll, state.phase) == (starter, Roll(5, 2), Phase.PLAY)


def test_equal_dice_are_thrown_again_until_somebody_starts() -> None:
    state = follow(State.begin(STANDARD), Thrown((4, 4)), Thrown((1, 1)))
    assert state.phase is Phase.OPENING
    assert apply(state, Thrown((2, 5))).turn == 1


def test_by_option_the_starter_throws_both_dice_anew_and_may_get_a_double() -> None:
    state = apply(State.begin(STANDARD.with_options({"opening": "reroll"})), Thrown((2, 5)))
    assert (state.turn, state.phase) == (1, Phase.ROLL)
    assert apply(state, Rolled(Roll(6, 6))).roll == Roll(6, 6)


def test_turns_alternate_and_in_each_the_roll_comes_before_the_play() -> None:
    state = write(apply(State.begin(STANDARD), Thrown((3, 1))), "8/5 6/5")
    assert (state.turn, state.phase) == (1, Phase.ROLL)
    with pytest.raises(IllegalAction):
        apply(state, Played(()))
    state = write(apply(state, Rolled(Roll(6, 5))), "24/13")
    assert (state.turn, state.phase) == (0, Phase.ROLL)


def test_a_roll_stands_and_nobody_rolls_before_it_is_played() -> None:
    state = apply(State.begin(STANDARD), Thrown((3, 1)))
    assert Act.ROLL not in acts(state, 0) | acts(state, 1)
    with pytest.raises(IllegalAction):
        apply(state, Rolled(Roll(6, 6)))


def test_a_turn_does_not_end_while_a_die_can_be_played() -> None:
    state = apply(State.begin(STANDARD), Thrown((6, 3)))
    half = parse_play("24/18/15", state.position, Roll(6, 3)).play[:1]
    with pytest.raises(IllegalAction):
        apply(state, Played(half))


# Moving


def test_two_dice_move_two_checkers_or_one() -> None:
    five_three = plays(Position.start(), 5, 3)
    assert {"13/8 13/10", "13/10 13/8"} & five_three
    assert "13/5" in five_three
    assert {"13/9 6/5", "24/23 24/20", "13/8"} <= plays(Position.start(), 4, 1)


def test_one_checker_needs_one_open_point_on_its_way() -> None:
    mine = {24: 1, 6: 14}
    assert "24/15" in plays(board(mine, {6: 2}), 5, 4), "19 is blocked, 20 is not"
    assert "24/15" not in plays(board(mine, {6: 2, 5: 2}), 5, 4), "both are blocked"


def test_the_order_of_the_dice_is_free() -> None:
    mine = {24: 1, 6: 14}
    by_four_first = after(board(mine, {6: 2}), "24/20/15", 5, 4)
    by_five_first = after(board(mine, {5: 2}), "24/19/15", 5, 4)
    assert by_four_first.theirs == by_five_first.theirs


def test_a_double_is_played_four_times() -> None:
    assert Roll(6, 6).dice == (6, 6, 6, 6)
    there = board({24: 4, 23: 11}, {12: 1})
    moved = legal_plays(there, Roll(6, 6))
    assert {there.pips[0] - result.pips[1] for result in moved} == {24}


def test_a_double_is_played_as_often_as_it_can_be() -> None:
    there = board({20: 1, 1: 14}, {11: 2})
    assert plays(there, 3, 3) == {"20/17"}


def test_a_checker_lands_on_an_empty_point_its_own_or_a_single_enemy() -> None:
    there = board({8: 1, 6: 1, 3: 13}, {20: 2, 21: 1, 24: 1})
    landings = {move.target for play in legal_plays(there, Roll(4, 2)).values() for move in play}
    assert {6, 4} <= landings, "a point of its own, and a single enemy"
    assert 5 not in landings, "never a made point"


def test_there_is_no_limit_to_the_checkers_on_a_point() -> None:
    there = board({8: 2, 6: 13}, {6: 2})
    assert after(there, "8/6 8/7", 2, 1).theirs[6] == 14


def test_a_blot_that_is_hit_goes_to_the_bar() -> None:
    there = board({8: 3, 13: 5, 6: 5, 24: 2}, {21: 1, 24: 1, 13: 5, 8: 3, 6: 5})
    hit = after(there, "8/4* 6/4", 4, 2)
    assert hit.mine[BAR] == 1
    assert hit.theirs[4] == 2
    assert hit.mine[21] == 0


def test_several_blots_may_be_hit_in_a_turn_and_no_point_is_ever_shared() -> None:
    there = board(START, {24: 1, 22: 1, 13: 4, 8: 4, 6: 5})
    hit = after(there, "8/3*(2) 6/1*(2)", 5, 5)
    assert hit.mine[BAR] == 2
    assert all(not (hit.mine[point] and hit.theirs[25 - point]) for point in range(1, 25))


# The bar


def test_all_checkers_on_the_bar_enter_before_anything_else_moves() -> None:
    there = board({BAR: 4, 13: 6, 6: 5}, {6: 2, 24: 13})
    assert plays(there, 3, 1) == {"bar/24 bar/22"}
    three = legal_plays(there, Roll(4, 4))
    assert {play[0].source for play in three.values()} == {BAR}
    assert all(move.source == BAR for play in three.values() for move in play)


def test_a_checker_enters_in_the_opponents_home_on_the_number_of_a_die() -> None:
    there = board({BAR: 1, 6: 14}, {24: 2})
    assert {play.split()[0] for play in plays(there, 6, 4)} <= {"bar/19", "bar/21", "bar/15"}


def test_nobody_enters_on_a_point_of_two() -> None:
    there = board({BAR: 1, 6: 14}, {6: 2, 24: 2})
    assert all(play.startswith(("bar/21", "bar/15")) for play in plays(there, 6, 4))


def test_entering_may_hit() -> None:
    there = board({BAR: 1, 6: 14}, {4: 1, 6: 2, 24: 2})
    assert any(play.startswith("bar/21*") for play in plays(there, 6, 4))


def test_after_the_last_entry_any_checker_plays_the_rest() -> None:
    there = board({BAR: 1, 13: 5, 8: 3, 6: 4, 5: 2}, {13: 4, 8: 3, 6: 5, 4: 2, 24: 1})
    assert plays(there, 6, 2) == {"bar/23 13/7", "bar/23 8/2"}


def test_gele_loses_the_turn() -> None:
    there = board({BAR: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 1, 13: 4, 8: 3, 6: 5, 4: 2})
    state = apply(on_roll(there), Rolled(Roll(6, 4)))
    assert not plays(there, 6, 4)
    assert apply(state, Played(())).turn == 1


def test_if_only_one_of_two_checkers_enters_the_rest_of_the_roll_is_lost() -> None:
    there = board({BAR: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert plays(there, 6, 4) == {"bar/21"}


@pytest.mark.parametrize(
    ("option", "expected"),
    [("skip", {Act.PASS}), ("choice", {Act.PASS, Act.ROLL}), ("roll", {Act.ROLL})],
)
def test_against_a_closed_board_nobody_need_roll(option: str, expected: set[Act]) -> None:
    there = board({BAR: 1, 13: 5, 8: 4, 6: 5}, CLOSED)
    state = on_roll(there, STANDARD.with_options({"closed_board": option}))
    assert acts(state, 0) & {Act.PASS, Act.ROLL} == expected
    assert not any(legal_plays(there, roll) for roll in ROLLS)


def test_a_turn_against_a_closed_board_passes_without_dice() -> None:
    state = apply(on_roll(board({BAR: 1, 13: 5, 8: 4, 6: 5}, CLOSED)), Passed())
    assert (state.turn, state.roll) == (1, None)
    assert Act.DOUBLE in acts(state, 1)


# The duty to play


def test_both_dice_are_played_if_there_is_a_way_even_a_bad_one() -> None:
    there = board({23: 1, 8: 1, 6: 9, 5: 4}, {21: 2, 22: 2, 8: 2, 10: 2, 6: 4, 5: 3})
    assert plays(there, 6, 2) == {"23/21 8/2"}


def test_if_only_one_die_can_be_played_it_is_the_larger() -> None:
    there = board({14: 1, 3: 7, 2: 7}, {21: 2, 6: 5, 8: 4, 5: 4})
    assert plays(there, 6, 4) == {"14/8"}


def test_without_a_legal_move_the_turn_is_lost() -> None:
    there = board({6: 2, 4: 3, 2: 1}, {24: 2, 13: 1})
    state = apply(on_roll(there), Rolled(Roll(5, 5)))
    assert apply(state, Played(())).turn == 1


# Bearing off


def test_bearing_off_waits_until_all_are_home() -> None:
    assert not any("off" in play for play in plays(board({7: 1, 6: 5}, {24: 2}), 5, 4))
    assert any("off" in play for play in plays(board({6: 6}, {24: 2}), 6, 4))


def test_bearing_off_waits_while_a_checker_is_on_the_bar() -> None:
    there = board({BAR: 1, 6: 2, 4: 2}, {1: 15})
    assert not any("off" in play for play in plays(there, 6, 4))


def test_a_number_bears_off_from_its_own_point() -> None:
    assert "6/off 3/off" in plays(board({6: 2, 5: 2, 3: 3}, {6: 3}), 6, 3)


def test_a_larger_number_takes_the_rearmost_when_nothing_is_behind() -> None:
    assert "4/off 3/off" in plays(board({4: 2, 3: 2, 1: 1}, {6: 3}), 5, 3)
    assert plays(board({4: 1}, {6: 3}), 6, 5) == {"4/off"}


def test_a_larger_number_leaves_the_front_alone_while_something_is_behind() -> None:
    assert not plays(board({6: 2, 4: 3, 2: 1}, {24: 2, 13: 1}), 5, 5)


def test_an_empty_point_is_played_from_a_higher_one() -> None:
    there = board({6: 2, 5: 2, 4: 2}, {6: 3})
    threes = {
        (move.source, move.target) for play in legal_plays(there, Roll(6, 3)).values() for move in play if move.die == 3
    }
    assert threes == {(6, 3), (5, 2), (4, 1)}


def test_nobody_is_compelled_to_bear_off_when_the_number_can_be_moved() -> None:
    assert {"5/1 4/off", "5/off 4/off"} == plays(board({5: 1, 4: 1}, {22: 2}), 6, 4)


@pytest.mark.parametrize(("freeze", "expected"), [("off", "4/off"), ("on", "4/1")])
def test_a_checker_moved_in_the_bear_off_waits_only_by_option(freeze: str, expected: str) -> None:
    rules = STANDARD.with_options({"bearoff_freeze": freeze})
    assert plays(board({4: 1}, {20: 3, 1: 2}), 3, 1, rules) == {expected}


def test_a_checker_may_come_home_as_often_as_it_is_hit() -> None:
    theirs = board({BAR: 1, 2: 13}, {6: 1, 5: 2, 4: 2, 3: 2})
    hit = after(theirs, "bar/19* 2/1", 6, 1)
    assert not any("off" in play for play in plays(hit, 6, 5)), "it has to come round again"
    entered = after(hit, "bar/14", 6, 5)
    home = after(entered.flip(), "14/6", 6, 2).flip()
    assert "6/off 5/off" in plays(home, 6, 5), "and then bears off like any other"


# Scoring


def test_the_first_to_take_off_all_fifteen_wins_at_once() -> None:
    state = apply(on_roll(board({1: 1}, {6: 2})), Rolled(Roll(6, 5)))
    over = write(state, "1/off")
    assert over.result is not None
    assert (over.phase, over.result.winner, over.result.points) == (Phase.OVER, 0, 1)


@pytest.mark.parametrize(
    ("loser", "kind"),
    [
        ({6: 10}, Kind.SINGLE),
        ({24: 14}, Kind.SINGLE),
        ({6: 5, 5: 5, 4: 5}, Kind.GAMMON),
        ({13: 3, 6: 12}, Kind.GAMMON),
        ({18: 1, 6: 14}, Kind.GAMMON),
        ({19: 1, 6: 14}, Kind.BACKGAMMON),
        ({BAR: 1, 6: 14}, Kind.BACKGAMMON),
    ],
)
def test_tek_mars_and_katmerli_mars(loser: Points, kind: Kind) -> None:
    assert kind_of_win(side(loser, 15)) is kind


def test_a_single_game_gives_one_point_mars_two_katmerli_mars_three() -> None:
    assert [points_for(kind, Cube(), STANDARD) for kind in Kind] == [1, 2, 3]
    assert [points_for(kind, Cube(), profile("tavla")) for kind in Kind] == [1, 2, 2]


# The cube


def test_the_cube_begins_in_the_middle_at_one_within_reach_of_both() -> None:
    assert State.begin(STANDARD).cube == Cube(1, None)
    position = Position.start()
    assert Act.DOUBLE in acts(on_roll(position), 0)
    assert cube(Stance(), None)[1] == geometry()["height"] / 2


def test_a_double_is_offered_on_ones_turn_before_the_roll() -> None:
    state = on_roll(Position.start())
    assert Act.DOUBLE in acts(state, 0)
    assert Act.DOUBLE not in acts(state, 1)
    assert Act.DOUBLE not in acts(apply(state, Rolled(Roll(3, 1))), 0)


def test_a_taken_double_doubles_the_stake_and_gives_the_cube_to_the_taker() -> None:
    taken = follow(on_roll(Position.start()), Doubled(), Taken())
    assert taken.cube == Cube(2, 1)
    assert Act.DOUBLE not in acts(taken, 0)
    turn = write(apply(taken, Rolled(Roll(3, 1))), "8/5 6/5")
    assert Act.DOUBLE in acts(turn, 1), "the taker may redouble before his own roll"


def test_a_dropped_double_loses_the_stake_before_it() -> None:
    state = follow(on_roll(Position.start(), cube=Cube(2, 0)), Doubled(), Dropped())
    assert state.result is not None
    assert (state.result.winner, state.result.points) == (0, 2)


def test_there_is_no_limit_to_doubling_unless_the_table_sets_one() -> None:
    assert Act.DOUBLE in acts(on_roll(Position.start(), MONEY, Cube(64, 0)), 0)
    assert points_for(Kind.BACKGAMMON, Cube(1024, 0), MONEY) == 3072
    limited = MONEY.with_options({"cube_max": "64"})
    assert Act.DOUBLE in acts(on_roll(Position.start(), limited, Cube(32, 0)), 0)
    assert Act.DOUBLE not in acts(on_roll(Position.start(), limited, Cube(64, 0)), 0)


def test_the_cube_is_optional() -> None:
    assert Act.DOUBLE not in acts(
        on_roll(Position.start(), STANDARD.with_options({"cube": "off", "crawford": "off"})), 0
    )


def test_the_cube_is_never_rolled() -> None:
    rolled = follow(on_roll(Position.start(), cube=Cube(4, 1)), Rolled(Roll(4, 4)))
    assert rolled.cube == Cube(4, 1)


def test_a_beaver_doubles_again_and_keeps_the_cube() -> None:
    rules = MONEY.with_options({"beavers": "1"})
    state = follow(on_roll(Position.start(), rules), Doubled(), Beavered(), Taken())
    assert state.cube == Cube(4, 1)


def test_a_doubled_game_counts_two_games() -> None:
    house = profile("house")
    assert points_for(Kind.SINGLE, Cube(2, 0), house) == 2


# The match


def test_the_length_is_agreed_before_and_the_best_of_five_is_three_games() -> None:
    assert Length.parse("games(5)").target == 3
    assert profile("house").length == Length("games", 5)


@pytest.mark.parametrize(
    ("options", "games"),
    [({"length": "games(5)"}, 2), ({"length": "games(5)", "mars": "1"}, 3), ({"length": "points(5)"}, None)],
)
def test_single_gammon_single_ends_a_match_by_how_it_is_counted(options: Mapping[str, str], games: int | None) -> None:
    rules, score, ended = STANDARD.with_options(options), Score(), None
    for played, kind in enumerate((Kind.SINGLE, Kind.GAMMON, Kind.SINGLE), start=1):
        score = next_score(score, 0, points_for(kind, Cube(), rules), rules)
        if ended is None and is_match_over(score, played, rules):
            ended = played
    assert ended == games


def test_a_match_is_a_race_to_a_number_of_points() -> None:
    assert not is_match_over(Score((4, 4)), 8, STANDARD)
    assert is_match_over(Score((5, 4)), 9, STANDARD)


def test_one_game_is_a_match_too() -> None:
    single = profile("single")
    assert is_match_over(next_score(Score(), 1, 1, single), 1, single)


# What each text leaves to the table


def test_each_player_has_a_pair_of_dice_unless_one_is_shared() -> None:
    assert STANDARD.dice == "own"
    assert profile("tavla").dice == "shared"


def test_other_starts_exist() -> None:
    assert Position.start("nackgammon").pips == (194, 194)
    assert Position.start("hypergammon").mine[22:25] == (1, 1, 1)
    assert Position.start("longgammon").mine[24] == 15
