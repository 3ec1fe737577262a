"""The referee: every procedure at a table with real dice, by every value of the options that govern it."""

import pytest

from tavla.errors import IllegalAction, InvalidInput, InvalidOption, TavlaError
from tavla.match.events import Interrupted, Setup, TakebackAsked, TakenBack
from tavla.match.table_entry import ACTS, entered, finished
from tavla.match.table_facts import Claimed, Cocked, Demanded, DieChosen, Lifted, MixAsked, SetupFound
from tavla.match.table_rules import allowed
from tavla.match.verdict import board_after
from tavla.notation.situation import Situation
from tavla.notation.xgid import encode_xgid
from tavla.rules import Act, Cube, Move, Position, Roll, Score, profile
from tavla.rules.facts import Accepted, Doubled, Dropped, Found, Passed, Played, Resigned, Rolled, Taken, Thrown
from tavla.rules.outcome import Kind, kind_of_win
from tests.match.sitting import ALI, BORA, Sitting, at_table, from_position

START = Position.start()
FIRST = START.mine

FORGOT = [[24, 18]]
"""Of 6-3 only the six."""

WRONG = [[24, 18], [13, 9]]
"""A four instead of the three."""

BACKWARDS = [[13, 7], [6, 9]]
"""The three played the wrong way."""

UNREADABLE_MOVES = [
    *(None, 7, "24/99", "x" * 300, [[24]], [[24, 18, 1]]),
    *([["24", 18]], [[24, 26]], [[True, 3]], [[24, 18]] * 9),
]

UNREADABLE_BOARDS = [
    *(None, 3, {"a": 1}, "nonsense", [], [[0] * 26]),
    *([[0] * 25, [0] * 26], [["1"] * 26] * 2, [[99] * 26] * 2),
]

SHUT_OUT = {25: 1, 13: 5, 8: 4, 7: 5}
"""Against `SHUT` no roll enters."""

SHUT = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}


def opened(**options: str) -> Sitting:
    """Ali is to play 6-3."""
    sitting = at_table(**options)
    sitting.start()
    sitting.enter(ALI, "enter_roll", dice=[6, 3])
    return sitting


def after(moves: object, **options: str) -> Sitting:
    """Ali has made a play with 6-3; it is Bora's turn."""
    sitting = opened(**options)
    sitting.enter(ALI, "enter_play", moves=moves)
    return sitting


class TestDice:
    def test_the_opening_throw_is_entered_by_either(self) -> None:
        for seat in (ALI, BORA):
            sitting = at_table()
            sitting.start()
            sitting.enter(seat, "enter_roll", dice=[2, 5])
            assert (sitting.state.turn, sitting.state.roll) == (BORA, (5, 2))

    def test_equal_dice_are_thrown_again(self) -> None:
        sitting = at_table()
        sitting.start()
        sitting.enter(ALI, "enter_roll", dice=[4, 4])
        assert sitting.state.phase == "opening"
        sitting.enter(BORA, "enter_roll", dice=[2, 5])
        assert (sitting.state.turn, sitting.state.roll) == (BORA, (5, 2))

    def test_the_starter_may_have_to_throw_again(self) -> None:
        sitting = at_table("tavla")
        sitting.start()
        sitting.enter(ALI, "enter_roll", dice=[2, 5])
        assert (sitting.state.turn, sitting.state.phase) == (BORA, "roll")
        sitting.enter(BORA, "enter_roll", dice=[6, 6])
        assert sitting.state.roll == (6, 6)

    def test_a_tie_may_double_the_cube_for_money(self) -> None:
        sitting = at_table("money", auto_double="1")
        sitting.start()
        sitting.enter(ALI, "enter_roll", dice=[4, 4])
        sitting.enter(ALI, "enter_roll", dice=[1, 1])
        assert sitting.state.cube == Cube(2, None)

    def test_only_the_player_on_roll_enters_a_roll(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        with pytest.raises(IllegalAction):
            sitting.enter(ALI, "enter_roll", dice=[6, 5])
        sitting.enter(BORA, "enter_roll", dice="65")
        assert sitting.state.roll == (6, 5)

    @pytest.mark.parametrize("reason", ["tilted", "on_checker", "outside"])
    def test_cocked_dice_are_thrown_again(self, reason: str) -> None:
        sitting = after([[24, 18], [13, 10]])
        before = sitting.state
        sitting.enter(BORA, "cocked", reason=reason)
        assert sitting.state == before
        assert sitting.log()[-1] == f"table.log.cocked.{reason}"
        assert "enter_roll" in sitting.offered(BORA)

    def test_a_cocked_opening_throw_is_void_for_both(self) -> None:
        sitting = at_table()
        sitting.start()
        sitting.enter(BORA, "cocked", reason="tilted")
        assert sitting.state.phase == "opening"

    def test_a_die_on_a_checker_does_not_count(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        assert "on_checker" not in sitting.act(BORA, "enter_roll").args
        with pytest.raises(IllegalAction, match="on a checker"):
            sitting.enter(BORA, "enter_roll", dice=[6, 5], on_checker="yes")

    def test_a_die_on_a_checker_counts_where_that_was_agreed(self) -> None:
        sitting = after([[24, 18], [13, 10]], cocked="on_checker_ok")
        assert sitting.act(BORA, "cocked").args["reason"]["choices"] == ["tilted", "outside"]
        with pytest.raises(IllegalAction):
            sitting.add(BORA, Cocked(BORA, "on_checker"))
        sitting.enter(BORA, "enter_roll", dice=[6, 5], on_checker="yes")
        assert sitting.state.roll == (6, 5)
        assert "table.log.die_on_checker" in sitting.log()

    def test_lifted_dice_stand_and_only_the_play_is_left_to_enter(self) -> None:
        sitting = opened()
        sitting.enter(ALI, "lift")
        assert sitting.table.lifted
        assert sitting.offered(ALI) >= {"enter_play", "enter_board"}
        assert not sitting.offered(ALI) & {"lift", "cocked", "enter_roll"}
        assert not sitting.offered(BORA) & {"early_roll", "enter_roll"}
        sitting.enter(ALI, "enter_play", moves=[[24, 18], [13, 10]])
        assert sitting.state.turn == BORA
        assert not sitting.table.lifted
        assert [type(event.fact) for event in sitting.history.events].count(Lifted) == 1

    def test_entering_a_play_lifts_the_dice(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        assert [type(event.fact) for event in sitting.history.events[-2:]] == [Lifted, Played]

    def test_a_roll_that_stands_cannot_be_called_cocked(self) -> None:
        sitting = opened()
        with pytest.raises(IllegalAction):
            sitting.enter(ALI, "cocked", reason="tilted")

    def test_a_mistyped_roll_is_taken_back_by_consent(self) -> None:
        sitting = at_table()
        sitting.start()
        sitting.enter(ALI, "enter_roll", dice=[6, 2])
        sitting.add(ALI, TakebackAsked(ALI))
        sitting.add(BORA, TakenBack(sitting.history.takeback_version(ALI) or 0))
        assert sitting.state.phase == "opening"
        sitting.enter(ALI, "enter_roll", dice=[6, 3])
        assert sitting.state.roll == (6, 3)


class TestEarlyRolls:
    def test_an_early_roll_stands(self) -> None:
        sitting = opened()
        sitting.enter(BORA, "early_roll", dice=[6, 5])
        sitting.enter(ALI, "enter_play", moves=[[24, 18], [13, 10]])
        assert (sitting.state.turn, sitting.state.phase, sitting.state.roll) == (BORA, "play", (6, 5))
        assert sitting.history.events[-1].seat == BORA

    def test_an_early_roll_is_void_where_it_is_thrown_again(self) -> None:
        sitting = opened(premature="rethrow")
        sitting.enter(BORA, "early_roll", dice=[6, 5])
        sitting.enter(ALI, "enter_play", moves=[[24, 18], [13, 10]])
        assert (sitting.state.turn, sitting.state.phase) == (BORA, "roll")
        assert "table.log.early_roll.rethrow" in sitting.log()

    def test_who_threw_too_early_cannot_double_any_more(self) -> None:
        sitting = opened(illegal="condone")
        sitting.enter(BORA, "early_roll", dice=[6, 5])
        sitting.enter(ALI, "enter_play", moves=WRONG)
        assert not allowed(sitting.match).allows(BORA, Act.DOUBLE)
        sitting.enter(BORA, "let_stand")
        with pytest.raises(IllegalAction, match="6-5"):
            sitting.add(BORA, Doubled())
        with pytest.raises(IllegalAction):
            sitting.enter(BORA, "enter_roll", dice=[6, 6])
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        assert sitting.state.phase == "play"

    def test_one_early_roll_is_enough_and_only_the_opponents(self) -> None:
        sitting = opened()
        assert "early_roll" not in sitting.offered(ALI)
        sitting.enter(BORA, "early_roll", dice=[6, 5])
        assert "early_roll" not in sitting.offered(BORA)

    def test_an_early_roll_of_a_player_who_is_then_closed_out_is_void(self) -> None:
        mine = {7: 1, 6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 1}
        theirs = {25: 1, 13: 5, 8: 4, 7: 5}
        sitting = from_position(mine, theirs, (6, 5))
        sitting.enter(BORA, "early_roll", dice=[1, 1])
        sitting.enter(ALI, "enter_play", moves="7/1 6/1")
        assert sitting.state.position.closed_out
        assert sitting.table.early is None
        assert not sitting.offered(BORA) & {"enter_roll", "cocked"}
        sitting.add(BORA, Passed())
        assert sitting.state.turn == ALI


class TestPlays:
    def test_a_legal_play_is_recorded_as_one_however_it_was_entered(self) -> None:
        expected = (Move(24, 18, 6, False), Move(13, 10, 3, False))
        board = [[*FIRST], [*FIRST]]
        for point, change in ((24, -1), (18, 1), (13, -1), (10, 1)):
            board[0][point] += change
        for moves in ([[13, 10], [24, 18]], "24/18 13/10"):
            assert set(after(moves).history.events[-1].fact.moves) == set(expected)  # type: ignore[union-attr]
        sitting = opened()
        sitting.enter(ALI, "enter_board", points=board)
        assert isinstance(sitting.history.events[-1].fact, Played)

    def test_a_play_made_step_by_step_on_the_screen(self) -> None:
        sitting = opened()
        for by, fact in finished(sitting.match, [(24, 6), (13, 3)]):
            sitting.add(by, fact)
        assert sitting.state.turn == BORA
        with pytest.raises(IllegalAction):
            finished(opened().match, [(24, 6)])

    def test_a_turn_without_a_legal_play_is_lifted_away(self) -> None:
        sitting = from_position({25: 1, 13: 5, 8: 4, 6: 5}, {6: 2, 5: 2, 4: 2, 13: 5, 8: 4}, (6, 5))
        sitting.enter(ALI, "enter_play", moves=[])
        assert sitting.history.events[-1].fact == Played(())
        assert sitting.notes() == []

    def test_a_board_with_a_checker_too_few_is_refused(self) -> None:
        board = [[*FIRST], [*FIRST]]
        board[0][24] -= 1
        with pytest.raises(IllegalAction, match="14"):
            opened().enter(ALI, "enter_board", points=board)

    def test_a_board_as_a_position_id(self) -> None:
        sitting = opened()
        made = board_after(START, [(24, 18), (13, 10)]).flip()
        sitting.enter(ALI, "enter_board", points=encode_xgid(Situation(made, ALI)))
        assert sitting.state.sides[ALI][18] == 1
        assert isinstance(sitting.history.events[-1].fact, Played)

    def test_a_wrong_play_leaves_the_board_as_it_was_made(self) -> None:
        sitting = after(WRONG)
        assert sitting.state.turn == BORA
        assert sitting.state.sides[ALI][9] == 1
        assert isinstance(sitting.history.events[-1].fact, Found)
        assert sitting.log()[-2:] == ["table.log.found", "table.note.wrong_number"]

    @pytest.mark.parametrize(
        "moves",
        [None, "24/99", [[24]], [[24, 18, 1]], [["24", 18]], [[24, 26]], [[True, 3]], [[24, 18]] * 9, "x" * 300, 7],
    )
    def test_moves_that_cannot_be_read(self, moves: object) -> None:
        with pytest.raises(InvalidInput):
            opened().enter(ALI, "enter_play", moves=moves)

    @pytest.mark.parametrize(
        "points",
        [None, [], [[0] * 26], [[0] * 25, [0] * 26], [["1"] * 26] * 2, [[99] * 26] * 2, "nonsense", 3, {"a": 1}],
    )
    def test_boards_that_cannot_be_read(self, points: object) -> None:
        with pytest.raises(InvalidInput):
            opened().enter(ALI, "enter_board", points=points)


class TestForgottenDice:
    def test_the_opponent_may_demand_that_the_play_be_completed(self) -> None:
        sitting = after(FORGOT)
        assert sitting.notes() == ["table.note.forgotten", "table.note.forgotten.demand"]
        assert sitting.offered(BORA) >= {"demand", "let_stand", "enter_roll"}
        assert not sitting.offered(ALI) & {"demand", "let_stand"}
        sitting.enter(BORA, "demand")
        assert (sitting.state.turn, sitting.state.phase, sitting.state.roll) == (ALI, "play", (6, 3))
        assert sitting.notes() == ["table.note.completing"]

    @pytest.mark.parametrize("three", [[24, 21], [18, 15], [13, 10], [8, 5], [6, 3]])
    def test_any_three_completes_the_play(self, three: list[int]) -> None:
        sitting = after(FORGOT)
        sitting.enter(BORA, "demand")
        sitting.enter(ALI, "enter_play", moves=[three])
        assert sitting.state.turn == BORA
        assert sitting.history.events[-1].fact.moves[0] == Move(24, 18, 6, False)  # type: ignore[union-attr]
        assert sitting.notes() == []

    def test_a_completed_play_cannot_be_another(self) -> None:
        sitting = after(FORGOT)
        sitting.enter(BORA, "demand")
        for moves in ([[13, 9]], [], [[13, 10], [8, 5]]):
            with pytest.raises(TavlaError):
                sitting.enter(ALI, "enter_play", moves=moves)
        with pytest.raises(IllegalAction):
            sitting.add(ALI, Played((Move(13, 7, 6, False), Move(13, 10, 3, False))))
        with pytest.raises(IllegalAction):
            sitting.add(ALI, Found(sitting.state.position.flip()))
        assert "enter_board" not in sitting.offered(ALI)

    def test_a_completion_made_step_by_step_begins_where_the_play_stopped(self) -> None:
        sitting = after(FORGOT)
        sitting.enter(BORA, "demand")
        for by, fact in finished(sitting.match, [(18, 3)]):
            sitting.add(by, fact)
        assert sitting.state.sides[ALI][15] == 1

    def test_the_right_ends_with_the_opponents_roll(self) -> None:
        sitting = after(FORGOT)
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        assert "demand" not in sitting.offered(BORA)
        with pytest.raises(IllegalAction):
            sitting.add(BORA, Demanded(BORA))
        assert sitting.state.sides[ALI][18] == 1

    def test_the_right_ends_with_the_opponents_double(self) -> None:
        sitting = after(FORGOT)
        sitting.add(
            BORA,
            Doubled(),
        )
        sitting.add(ALI, Taken())
        assert "demand" not in sitting.offered(BORA)

    def test_the_opponent_may_let_it_pass(self) -> None:
        sitting = after(FORGOT)
        sitting.enter(BORA, "let_stand")
        assert sitting.notes() == []
        assert not sitting.offered(BORA) & {"demand", "let_stand"}
        assert sitting.log()[-1] == "table.log.let_stand"

    def test_a_demanded_play_that_was_not_begun_may_be_any_legal_one(self) -> None:
        sitting = after([])
        sitting.enter(BORA, "demand")
        sitting.enter(ALI, "enter_play", moves=[[13, 7], [13, 10]])
        assert sitting.state.turn == BORA

    def test_the_opponent_may_play_the_number_himself(self) -> None:
        sitting = after(FORGOT, forgotten_die="opponent")
        assert sitting.offered(BORA) >= {"play_forgotten", "let_stand", "enter_roll"}
        assert "demand" not in sitting.offered(BORA)
        assert sitting.act(BORA, "play_forgotten").args["moves"]["dice"] == [3]
        sitting.enter(BORA, "play_forgotten", moves=[[13, 10]])
        assert sitting.state.sides[BORA][10] == 1
        assert (sitting.state.turn, sitting.state.phase) == (BORA, "roll")
        assert "play_forgotten" not in sitting.offered(BORA)

    def test_the_opponent_may_play_only_that_number_and_only_legally(self) -> None:
        sitting = after(FORGOT, forgotten_die="opponent")
        for moves in ([[13, 7]], [[13, 10], [13, 10]], [[7, 4]], [], [[24, 25]]):
            with pytest.raises(TavlaError):
                sitting.enter(BORA, "play_forgotten", moves=moves)
        sitting.enter(BORA, "enter_roll", dice=[2, 1])
        with pytest.raises(IllegalAction):
            sitting.enter(BORA, "play_forgotten", moves=[[13, 10]])

    def test_several_forgotten_numbers_of_a_double(self) -> None:
        sitting = from_position(dict(enumerate(FIRST)), dict(enumerate(FIRST)), (2, 2), forgotten_die="opponent")
        sitting.enter(ALI, "enter_play", moves=[[13, 11]])
        sitting.enter(BORA, "play_forgotten", moves="13/11 6/4")
        assert sitting.state.sides[BORA][4] == 1

    def test_a_forgotten_number_may_end_the_game_for_who_plays_it(self) -> None:
        sitting = from_position({6: 5, 5: 5, 4: 5}, {1: 1}, (6, 5), forgotten_die="opponent")
        sitting.enter(ALI, "enter_play", moves=[[6, 0]])
        sitting.enter(BORA, "play_forgotten", moves=[[1, 0]])
        assert sitting.state.phase == "game_over"
        assert sitting.match.score.points == (0, 1)

    def test_where_it_is_lost_nobody_plays_it(self) -> None:
        sitting = after(FORGOT, forgotten_die="lost")
        assert not sitting.offered(BORA) & {"demand", "let_stand", "play_forgotten"}
        assert sitting.notes() == ["table.note.forgotten", "table.note.forgotten.lost"]

    def test_where_both_point_out_mistakes_the_referee_demands_the_rest(self) -> None:
        sitting = after(FORGOT, illegal="legal_moves")
        assert sitting.history.events[-1].fact == Demanded(None)
        assert sitting.log()[-1] == "table.log.demanded.referee"
        assert (sitting.state.turn, sitting.state.phase) == (ALI, "play")


class TestIllegalPlays:
    def test_the_opponent_may_have_it_made_anew_until_he_rolls(self) -> None:
        sitting = after(WRONG)
        assert sitting.notes() == ["table.note.wrong_number", "table.note.illegal.before_roll"]
        sitting.enter(BORA, "claim")
        assert (sitting.state.turn, sitting.state.phase, sitting.state.roll) == (ALI, "play", (6, 3))
        assert sitting.state.position == START
        sitting.enter(ALI, "enter_play", moves=[[13, 7], [13, 10]])
        assert sitting.state.turn == BORA
        assert sitting.notes() == []

    def test_his_roll_closes_the_window(self) -> None:
        sitting = after(WRONG)
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        assert not sitting.offered(BORA) & {"claim", "put_back"}
        with pytest.raises(IllegalAction):
            sitting.add(BORA, Claimed(BORA))
        assert sitting.state.sides[ALI][9] == 1

    def test_his_double_closes_the_window(self) -> None:
        sitting = after(WRONG)
        sitting.add(BORA, Doubled())
        sitting.add(ALI, Taken())
        assert "claim" not in sitting.offered(BORA)

    def test_only_the_opponent_claims(self) -> None:
        sitting = after(WRONG)
        assert "claim" not in sitting.offered(ALI)
        with pytest.raises(IllegalAction):
            sitting.add(ALI, Claimed(ALI))
        with pytest.raises(IllegalAction):
            sitting.add(None, Claimed(None))

    def test_there_is_nothing_to_claim_about_a_legal_play(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        assert not sitting.offered(BORA) & {"claim", "demand", "let_stand"}

    def test_he_is_reminded_that_he_must_warn(self) -> None:
        sitting = after(WRONG, illegal="must_warn")
        assert sitting.notes()[-1] == "table.note.illegal.must_warn"
        assert "claim" in sitting.offered(BORA)
        assert "let_stand" not in sitting.offered(BORA)
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        assert "claim" not in sitting.offered(BORA)

    def test_where_both_point_out_mistakes_it_is_made_anew_at_once(self) -> None:
        sitting = after(WRONG, illegal="legal_moves")
        assert sitting.history.events[-1].fact == Claimed(None)
        assert sitting.history.events[-1].seat is None
        assert sitting.log()[-1] == "table.log.claimed.referee"
        assert (sitting.state.turn, sitting.state.phase) == (ALI, "play")
        assert sitting.state.position == START

    def test_where_both_point_out_mistakes_nothing_goes_on_before(self) -> None:
        sitting = opened(illegal="legal_moves")
        sitting.add(ALI, Lifted(ALI), entered(sitting.match, ALI, "enter_play", {"moves": WRONG})[1].fact)
        assert sitting.offered(ALI) & sitting.offered(BORA) >= {"claim"}
        for fact in (Rolled(Roll.of(6, 5)), Doubled()):
            with pytest.raises(IllegalAction):
                sitting.add(BORA, fact)
        assert "enter_roll" not in sitting.offered(BORA)

    def test_he_may_expressly_let_it_stand(self) -> None:
        sitting = after(WRONG, illegal="condone")
        assert sitting.offered(BORA) >= {"claim", "let_stand"}
        assert "enter_roll" not in sitting.offered(BORA)
        with pytest.raises(IllegalAction):
            sitting.add(BORA, Rolled(Roll.of(6, 5)))
        assert not allowed(sitting.match).allows(BORA, Act.DOUBLE)
        sitting.enter(BORA, "let_stand")
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        assert sitting.state.sides[ALI][9] == 1

    def test_or_have_it_made_anew(self) -> None:
        sitting = after(WRONG, illegal="condone")
        sitting.enter(BORA, "claim")
        assert (sitting.state.turn, sitting.state.phase) == (ALI, "play")

    def test_an_illegal_play_that_ended_the_game_can_be_claimed(self) -> None:
        sitting = from_position({3: 1, 1: 1}, {6: 5, 5: 5, 4: 4}, (2, 1), length="one")
        sitting.enter(ALI, "enter_play", moves="3/off 1/off")
        assert sitting.match.is_over
        assert sitting.match.winner == ALI
        sitting.enter(BORA, "claim")
        assert not sitting.match.is_over
        assert sitting.match.score.points == (0, 0)
        assert sitting.match.results == ()
        sitting.enter(ALI, "enter_play", moves="3/1 1/off")
        assert sitting.match.winner is None

    def test_what_was_made_anew_does_not_count_as_played(self) -> None:
        sitting = after(WRONG)
        sitting.enter(BORA, "claim")
        sitting.enter(ALI, "enter_play", moves=[[13, 7], [13, 10]])
        live = [type(event.fact) for event in sitting.history.live_events()]
        assert Found not in live
        assert live.count(Played) == 1
        assert sitting.table.turns == 1

    def test_a_claim_that_is_taken_back_leaves_the_play_as_it_was_made(self) -> None:
        sitting = after(WRONG)
        before = sitting.match
        sitting.enter(BORA, "claim")
        sitting.add(BORA, TakebackAsked(BORA))
        sitting.add(ALI, TakenBack(sitting.history.takeback_version(BORA) or 0))
        assert sitting.state == before.state
        assert sitting.table == before.table
        assert [type(event.fact) for event in sitting.history.live_events()].count(Found) == 1


class TestImpossibleActs:
    def test_they_can_be_claimed_like_any_other(self) -> None:
        sitting = after(BACKWARDS)
        assert sitting.notes()[0] == "table.note.backwards"
        sitting.enter(BORA, "claim")
        assert sitting.state.position == START

    def test_they_can_be_put_right_after_the_window(self) -> None:
        sitting = after(BACKWARDS)
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        assert sitting.notes() == ["table.note.standing"]
        assert sitting.offered(ALI) & sitting.offered(BORA) >= {"put_back"}
        sitting.enter(BORA, "put_back")
        assert (sitting.state.turn, sitting.state.phase, sitting.state.roll) == (BORA, "play", (6, 5))
        assert (sitting.state.sides[ALI][6], sitting.state.sides[ALI][9], sitting.state.sides[ALI][7]) == (5, 0, 1)
        assert not sitting.offered(BORA) & {"put_back"}

    def test_turns_later_too(self) -> None:
        sitting = after(BACKWARDS)
        for seat in (BORA, ALI):
            sitting.enter(seat, "enter_roll", dice=[2, 1])
            sitting.enter(seat, "enter_play", moves="24/23 13/11")
        sitting.enter(ALI, "put_back")
        assert sitting.state.sides[ALI][9] == 0

    def test_not_when_the_checker_has_gone_on(self) -> None:
        sitting = after(BACKWARDS)
        sitting.enter(BORA, "enter_roll", dice=[2, 1])
        sitting.enter(BORA, "enter_play", moves="24/23 13/11")
        sitting.enter(ALI, "enter_roll", dice=[2, 1])
        sitting.enter(ALI, "enter_play", moves="9/7 24/23")
        assert not sitting.offered(BORA) & {"put_back"}

    def test_a_checker_taken_off_too_early_comes_back(self) -> None:
        sitting = after([[6, 0]])
        assert sitting.notes()[0] == "table.note.too_early"
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        sitting.enter(BORA, "put_back")
        assert sitting.state.sides[ALI] == FIRST

    def test_anothers_checker_goes_back(self) -> None:
        board = [[*FIRST], [*FIRST]]
        for seat, point, change in ((0, 24, -1), (0, 18, 1), (0, 13, -1), (0, 10, 1), (1, 8, -1), (1, 5, 1)):
            board[seat][point] += change
        sitting = opened()
        sitting.enter(ALI, "enter_board", points=board)
        assert sitting.notes()[0] == "table.note.enemy_moved"
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        sitting.enter(BORA, "put_back")
        assert sitting.state.sides[BORA] == FIRST
        assert sitting.state.sides[ALI][18] == 1

    def test_what_was_expressly_let_stand_stands(self) -> None:
        sitting = after(BACKWARDS, illegal="condone")
        sitting.enter(BORA, "let_stand")
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        assert not sitting.offered(BORA) & {"put_back"}


class TestMixing:
    def test_the_opponent_of_who_asked_chooses_first_and_the_asker_gets_the_last(self) -> None:
        sitting = at_table()
        sitting.enter(ALI, "ask_mix")
        choosers = []
        for die in (4, 1, 2):
            chooser = next(seat for seat in (ALI, BORA) if "choose_die" in sitting.offered(seat))
            choosers.append(chooser)
            sitting.enter(chooser, "choose_die", die=die)
        assert choosers == [BORA, ALI, BORA]
        assert sitting.table.holds == ((1, 3), (2, 4))
        assert sitting.table.mix is None
        assert sitting.log()[-2:] == ["table.log.holds", "table.log.holds"]

    def test_the_dice_stay_with_their_holders(self) -> None:
        sitting = at_table()
        sitting.enter(BORA, "ask_mix")
        for seat, die in ((ALI, 3), (BORA, 1), (ALI, 4)):
            sitting.enter(seat, "choose_die", die=die)
        sitting.start()
        assert sitting.table.holds == ((3, 4), (1, 2))

    def test_a_die_that_is_taken_cannot_be_chosen_nor_out_of_turn(self) -> None:
        sitting = at_table()
        sitting.enter(ALI, "ask_mix")
        with pytest.raises(IllegalAction):
            sitting.enter(ALI, "choose_die", die=1)
        sitting.enter(BORA, "choose_die", die=1)
        assert sitting.act(ALI, "choose_die").args["die"]["choices"] == [2, 3, 4]
        with pytest.raises(IllegalAction, match="1"):
            sitting.enter(ALI, "choose_die", die=1)
        with pytest.raises(InvalidInput):
            sitting.enter(ALI, "choose_die", die=5)

    def test_nothing_else_happens_while_the_dice_are_mixed(self) -> None:
        sitting = at_table()
        sitting.enter(ALI, "ask_mix")
        with pytest.raises(IllegalAction):
            sitting.start()
        sitting = at_table(mix="anytime")
        sitting.start()
        sitting.enter(ALI, "ask_mix")
        assert sitting.offered(ALI) | sitting.offered(BORA) == {"choose_die"}
        with pytest.raises(IllegalAction):
            sitting.add(ALI, Thrown((6, 3)))
        assert not any(allowed(sitting.match).by_seat)

    @pytest.mark.parametrize("games_before", [0, 1])
    def test_before_a_game_it_is_a_right(self, games_before: int) -> None:
        sitting = at_table()
        for _ in range(games_before):
            sitting.start()
            sitting.enter(ALI, "enter_roll", dice=[2, 1])
            sitting.add(ALI, Resigned(ALI, 1))
            sitting.add(BORA, Accepted())
        sitting.enter(ALI, "ask_mix")
        assert sitting.offered(BORA) == {"choose_die"}

    def test_before_the_opening_throw_it_is_a_right(self) -> None:
        sitting = at_table()
        sitting.start()
        sitting.enter(BORA, "ask_mix")
        assert sitting.offered(ALI) == {"choose_die"}

    def test_during_a_game_the_other_is_asked(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        sitting.enter(ALI, "ask_mix")
        assert sitting.notes() == ["table.note.mix_asked"]
        assert not sitting.offered(ALI) & {"agree_mix", "refuse_mix"}
        sitting.enter(BORA, "refuse_mix")
        assert sitting.table.mix is None
        sitting.enter(BORA, "ask_mix")
        sitting.enter(ALI, "agree_mix")
        assert sitting.offered(ALI) == {"choose_die"}

    def test_a_question_that_is_passed_over_lapses(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        sitting.enter(ALI, "ask_mix")
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        assert sitting.table.mix is None

    def test_at_any_time_it_may_be_agreed_to_be_a_right(self) -> None:
        sitting = after([[24, 18], [13, 10]], mix="anytime")
        sitting.enter(ALI, "ask_mix")
        assert sitting.offered(BORA) == {"choose_die"}

    def test_dice_that_lie_on_the_board_are_not_mixed(self) -> None:
        sitting = opened(mix="anytime")
        assert not sitting.offered(ALI) & {"ask_mix"}
        with pytest.raises(IllegalAction):
            sitting.add(ALI, MixAsked(ALI))
        sitting.enter(ALI, "lift")
        assert sitting.offered(ALI) >= {"ask_mix"}

    def test_it_may_be_off(self) -> None:
        assert not at_table(mix="off").offered(ALI)

    def test_one_shared_pair_cannot_be_mixed(self) -> None:
        assert not at_table("tavla").offered(ALI)
        with pytest.raises(InvalidOption):
            profile("standard", {"dice": "shared"})


def missing_one(on: int = 13) -> list[list[int]]:
    """The start, but Ali has put up one checker too few."""
    board = [[*FIRST], [*FIRST]]
    board[0][on] -= 1
    return board


def with_wrong_setup(**options: str) -> Sitting:
    """Ali has put up fourteen checkers, four on his 13; nobody has thrown yet."""
    sitting = at_table(**options)
    sitting.start()
    sitting.enter(BORA, "found_setup", points=missing_one())
    return sitting


def turns(sitting: Sitting, count: int) -> None:
    """So many turns from the opening throw on."""
    if sitting.state.phase == "opening":
        sitting.enter(ALI, "enter_roll", dice=[2, 1])
    sitting.play_on(count)


class TestSetup:
    def test_a_game_goes_on_from_a_wrong_setup_as_it_was_found(self) -> None:
        sitting = with_wrong_setup()
        assert sum(sitting.state.sides[ALI]) == 14
        assert sitting.state.sides[ALI][0] == 0
        assert sitting.notes() == ["table.note.setup.second_play", "table.note.missing"]
        turns(sitting, 1)
        assert sum(sitting.state.sides[ALI]) == 14

    def test_it_is_put_right_before_the_second_play(self) -> None:
        sitting = with_wrong_setup()
        turns(sitting, 1)
        sitting.enter(ALI, "mend_setup")
        assert sitting.state.sides[ALI][13] == 5
        assert sum(sitting.state.sides[ALI]) == 15
        assert sitting.notes() == []

    def test_after_the_second_play_only_by_agreement(self) -> None:
        sitting = with_wrong_setup()
        turns(sitting, 2)
        assert not sitting.offered(ALI) & {"mend_setup", "found_setup"}
        assert "table.note.setup.stays" in sitting.notes()
        mended = [[*side] for side in sitting.state.sides]
        mended[0][13] += 1
        sitting.enter(ALI, "propose_board", points=mended)
        assert "agree_board" not in sitting.offered(ALI)
        sitting.enter(BORA, "agree_board")
        assert sitting.state.sides[ALI][13] == 5
        assert sitting.notes() == []

    def test_before_the_fifth_roll(self) -> None:
        sitting = with_wrong_setup(setup_fix="5rolls")
        turns(sitting, 4)
        sitting.enter(BORA, "mend_setup")
        assert sitting.state.sides[ALI][13] == 5

    def test_after_the_fifth_roll_a_checker_that_stays_out_is_not_borne_off(self) -> None:
        sitting = with_wrong_setup(setup_fix="5rolls")
        turns(sitting, 5)
        assert not sitting.offered(ALI) & {"mend_setup"}
        mended = [[*side] for side in sitting.state.sides]
        mended[0][13] += 1
        sitting.enter(ALI, "propose_board", points=mended)
        sitting.enter(BORA, "refuse_board")
        assert sum(sitting.state.sides[ALI]) == 14
        assert sitting.state.sides[ALI][0] == 0
        assert kind_of_win(sitting.state.sides[ALI]) is Kind.BACKGAMMON

    def test_who_plays_with_fourteen_still_loses_a_mars(self) -> None:
        short = Position((0, *FIRST[1:13], 4, *FIRST[14:]), Position.from_points({}, {3: 1}).theirs)
        sitting = Sitting(profile("standard"), "table", Setup(short, ALI))
        sitting.start()
        sitting.enter(ALI, "enter_roll", dice=[2, 1])
        sitting.enter(ALI, "enter_play", moves="13/11 6/5")
        sitting.enter(BORA, "enter_roll", dice=[2, 1])
        sitting.enter(BORA, "enter_play", moves="3/off")
        assert sitting.state.result is not None
        assert sitting.state.result.kind is Kind.BACKGAMMON

    def test_at_any_time_in_the_game_where_the_next_game_is_the_limit(self) -> None:
        sitting = with_wrong_setup(setup_fix="next_game")
        turns(sitting, 9)
        sitting.enter(ALI, "mend_setup")
        assert sum(sitting.state.sides[ALI]) == 15

    def test_one_found_later_is_put_right_in_the_same_way(self) -> None:
        sitting = opened()
        sitting.enter(ALI, "enter_play", moves=[[24, 18], [24, 21]])
        right = sitting.state.sides
        wrong = [[*side] for side in right]
        wrong[0][13] -= 1
        sitting.enter(BORA, "found_setup", points=wrong)
        assert sitting.state.sides[ALI][13] == 4
        sitting.enter(BORA, "mend_setup")
        assert sitting.state.sides == right

    def test_a_checker_set_up_on_the_wrong_point_goes_where_it_belongs(self) -> None:
        board = missing_one()
        board[0][7] += 1
        sitting = at_table(setup_fix="next_game")
        sitting.start()
        sitting.enter(ALI, "found_setup", points=board)
        sitting.enter(ALI, "enter_roll", dice=[2, 1])
        sitting.enter(ALI, "enter_play", moves="24/22 24/23")
        sitting.enter(ALI, "mend_setup")
        assert (sitting.state.sides[ALI][13], sitting.state.sides[ALI][7]) == (5, 0)

    def test_one_that_has_gone_on_cannot_be_put_back(self) -> None:
        board = missing_one()
        board[0][7] += 1
        sitting = at_table(setup_fix="next_game")
        sitting.start()
        sitting.enter(ALI, "found_setup", points=board)
        sitting.enter(ALI, "enter_roll", dice=[2, 1])
        sitting.enter(ALI, "enter_play", moves="7/5 6/5")
        assert "mend_setup" not in sitting.offered(ALI)

    @pytest.mark.parametrize("change", [{3: 1}, {19: 1}])
    def test_a_board_with_too_many_checkers_or_a_shared_point_is_refused(self, change: dict[int, int]) -> None:
        board = [[*FIRST], [*FIRST]]
        for point, count in change.items():
            board[0][point] += count
        sitting = at_table()
        sitting.start()
        with pytest.raises(TavlaError):
            sitting.enter(ALI, "found_setup", points=board)

    def test_the_right_setup_is_no_wrong_one(self) -> None:
        sitting = at_table()
        sitting.start()
        with pytest.raises(IllegalAction):
            sitting.enter(ALI, "found_setup", points=[[*FIRST], [*FIRST]])
        with pytest.raises(IllegalAction):
            sitting.add(ALI, SetupFound(ALI, (FIRST, (15,) + (0,) * 25)))

    def test_a_proposal_that_is_passed_over_lapses(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        board = [[*side] for side in sitting.state.sides]
        board[0][10], board[0][11] = 0, 1
        sitting.enter(ALI, "propose_board", points=board)
        sitting.enter(BORA, "enter_roll", dice=[6, 5])
        assert sitting.table.proposal is None


class TestCube:
    def test_a_double_that_was_not_allowed_never_happened(self) -> None:
        setup = Setup(START, ALI, score=Score((2, 4), crawford=True))
        sitting = Sitting(profile("standard"), "table", setup)
        sitting.start()
        assert sitting.act(BORA, "void_cube").args["by"]["choices"] == [ALI, BORA]
        sitting.enter(BORA, "void_cube", by=ALI)
        assert sitting.log()[-2:] == ["table.log.cube_voided", "action.crawford"]
        assert sitting.state.cube == Cube()
        sitting.enter(ALI, "enter_roll", dice=[6, 5])
        sitting.add(BORA, Resigned(BORA, 1))
        sitting.add(ALI, Accepted())
        assert sitting.match.score.points == (3, 4)
        sitting.enter(BORA, "void_cube", by=ALI)
        assert sitting.log()[-1] == "action.crawford"

    def test_a_double_that_is_allowed_is_not_void(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        assert sitting.act(ALI, "void_cube").args["by"]["choices"] == [ALI]
        with pytest.raises(IllegalAction):
            sitting.enter(ALI, "void_cube", by=BORA)

    def test_a_cube_that_was_left_turned_is_centred(self) -> None:
        sitting = opened()
        turns(sitting, 6)
        sitting.enter(BORA, "centre_cube", value=2)
        assert sitting.state.cube == Cube(1, None)
        assert sitting.log()[-1] == "table.log.cube_centred"

    def test_not_after_somebody_has_doubled(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        sitting.add(BORA, Doubled())
        sitting.add(ALI, Taken())
        assert "centre_cube" not in sitting.offered(ALI)
        with pytest.raises(InvalidInput):
            opened().enter(ALI, "centre_cube", value=3)

    def test_without_a_cube_there_is_nothing_to_put_right(self) -> None:
        sitting = at_table("tavla")
        sitting.start()
        assert not sitting.offered(ALI) & {"void_cube", "centre_cube"}


class TestClosedBoard:
    def test_no_roll_is_entered(self) -> None:
        sitting = from_position(SHUT_OUT, SHUT)
        assert sitting.notes() == ["table.note.closed.skip"]
        assert not sitting.offered(ALI) & {"enter_roll", "cocked"}
        assert allowed(sitting.match).allows(ALI, Act.PASS)
        sitting.add(ALI, Passed())
        assert sitting.state.turn == BORA
        assert allowed(sitting.match).allows(BORA, Act.DOUBLE)
        assert sitting.log() == ["table.log.passed"]

    def test_the_player_may_choose(self) -> None:
        sitting = from_position(SHUT_OUT, SHUT, closed_board="choice")
        assert "enter_roll" in sitting.offered(ALI)
        assert allowed(sitting.match).allows(ALI, Act.PASS)

    def test_or_has_to_roll(self) -> None:
        sitting = from_position(SHUT_OUT, SHUT, closed_board="roll")
        assert not allowed(sitting.match).allows(ALI, Act.PASS)
        sitting.enter(ALI, "enter_roll", dice=[6, 6])
        sitting.enter(ALI, "enter_play", moves="gele")
        assert sitting.state.turn == BORA


class TestAltogether:
    def test_real_dice_belong_to_a_table_with_real_dice(self) -> None:
        sitting = Sitting()
        sitting.begin()
        assert sitting.offered(ALI) == set()
        with pytest.raises(IllegalAction):
            sitting.enter(ALI, "enter_play", moves=WRONG)
        with pytest.raises(IllegalAction):
            sitting.add(ALI, Lifted(ALI))
        with pytest.raises(IllegalAction):
            finished(sitting.match, [(24, 6), (13, 3)])

    def test_an_act_that_does_not_exist(self) -> None:
        with pytest.raises(InvalidInput, match="shuffle"):
            opened().enter(ALI, "shuffle")

    @pytest.mark.parametrize("act", ACTS)
    @pytest.mark.parametrize("seat", [ALI, BORA])
    def test_an_act_that_is_not_offered_is_refused(self, act: str, seat: int) -> None:
        sitting = opened()
        if act not in sitting.offered(seat):
            with pytest.raises(IllegalAction):
                sitting.enter(seat, act)

    def test_questions_of_the_game_come_first(self) -> None:
        sitting = after(FORGOT)
        sitting.add(BORA, Resigned(BORA, 1))
        assert not sitting.offered(ALI) | sitting.offered(BORA)

    def test_a_game_ends_as_usual(self) -> None:
        sitting = after([[24, 18], [13, 10]])
        sitting.add(BORA, Doubled())
        sitting.add(ALI, Dropped())
        assert sitting.match.score.points == (0, 1)
        sitting.start()
        assert sitting.table.turns == 0

    def test_an_interruption_changes_nothing_at_the_table(self) -> None:
        sitting = after(FORGOT)
        before = sitting.table
        sitting.add(None, Interrupted(60.0))
        assert sitting.table == before

    def test_a_closed_match_offers_nothing(self) -> None:
        sitting = from_position({1: 1}, {6: 15}, (2, 1), length="one")
        sitting.enter(ALI, "enter_play", moves="1/off")
        assert sitting.match.is_over
        assert not sitting.offered(ALI) & {"ask_mix", "enter_roll", "found_setup"}

    def test_choosing_needs_a_mixing(self) -> None:
        with pytest.raises(IllegalAction):
            opened().add(ALI, DieChosen(ALI, 1))
