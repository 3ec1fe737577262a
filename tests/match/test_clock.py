"""Whose time runs, and what of it is left: a fold of the times at which things happened."""

import pytest

from tavla.errors import IllegalAction
from tavla.match.clock import Clocks
from tavla.match.events import GameStarted, Interrupted, Setup, TakebackAsked, TakenBack, TimeExpired
from tavla.match.table_facts import Cocked, DieChosen, MixAsked
from tavla.rules import Cube, Position, Roll, Score, profile
from tavla.rules.facts import Accepted, Doubled, Dropped, Played, Resigned, Rolled, Taken, Thrown
from tests.match.sitting import ALI, BORA, Sitting

RULES = profile("standard", {"clock": "12/120", "length": "points(5)"})


def opened(at: float = 1000.0) -> Sitting:
    """Ali has thrown 6 to Bora's 3 at second 1000 and is to play."""
    sitting = Sitting(RULES)
    sitting.add(None, GameStarted(1), Thrown((6, 3)), at=at)
    return sitting


def clocks(sitting: Sitting) -> Clocks:
    found = sitting.history.clocks
    assert found is not None
    return found


def play(sitting: Sitting, at: float) -> None:
    assert sitting.state.continuations is not None
    plays = list(sitting.state.continuations.plays().values())
    sitting.add(sitting.state.turn, Played(plays[0] if plays else ()), at=at)


def test_the_reserve_grows_with_the_length_of_the_match() -> None:
    assert clocks(Sitting(RULES)).reserve == (600.0, 600.0)
    games = RULES.with_options({"length": "games(5)"})
    assert clocks(Sitting(games)).reserve == (360.0, 360.0)
    assert clocks(Sitting(RULES.with_options({"length": "one"}))).reserve == (120.0, 120.0)


def test_a_table_without_a_clock_has_no_clocks() -> None:
    assert Sitting("standard").history.clocks is None


def test_nobody_is_charged_before_the_opening_throw_is_decided() -> None:
    sitting = Sitting(RULES)
    sitting.add(None, GameStarted(1), at=1000)
    sitting.add(None, Thrown((4, 4)), at=2000)
    assert clocks(sitting).running is None
    assert clocks(sitting).left(9999) == (600.0, 600.0)


def test_the_first_seconds_of_a_turn_are_free() -> None:
    sitting = opened()
    assert clocks(sitting).running == ALI
    assert clocks(sitting).left(1012) == (600.0, 600.0)
    assert clocks(sitting).free(1008) == 4.0
    assert clocks(sitting).left(1022) == (590.0, 600.0)


def test_what_is_used_beyond_them_is_gone() -> None:
    sitting = opened()
    play(sitting, at=1042)
    assert clocks(sitting).reserve == (570.0, 600.0)
    assert clocks(sitting).running == BORA
    assert clocks(sitting).delay == 12.0


def test_free_seconds_are_not_saved_up_and_not_given_twice_in_a_turn() -> None:
    sitting = opened()
    play(sitting, at=1002)
    sitting.add(BORA, Rolled(Roll.of(6, 5)), at=1012)
    assert clocks(sitting).delay == 2.0
    play(sitting, at=1020)
    assert clocks(sitting).reserve == (600.0, 594.0)


def test_a_double_hands_the_clock_over_and_the_take_hands_it_back() -> None:
    sitting = opened()
    play(sitting, at=1001)
    sitting.add(BORA, Doubled(), at=1010)
    assert clocks(sitting).running == ALI
    sitting.add(ALI, Taken(), at=1030)
    assert clocks(sitting).running == BORA
    assert clocks(sitting).reserve == (592.0, 600.0)


def test_who_must_answer_a_resignation_is_charged() -> None:
    sitting = opened()
    sitting.add(ALI, Resigned(ALI, 1), at=1001)
    assert clocks(sitting).running == BORA


def test_nobody_is_charged_between_games() -> None:
    sitting = opened()
    sitting.add(ALI, Resigned(ALI, 1), at=1001)
    sitting.add(BORA, Accepted(), at=1002)
    assert clocks(sitting).running is None
    sitting.add(None, GameStarted(2), at=5000)
    sitting.add(None, Thrown((1, 2)), at=6000)
    assert clocks(sitting).reserve == (600.0, 600.0)


def test_nobody_is_charged_after_the_match() -> None:
    sitting = Sitting(RULES.with_options({"length": "one"}))
    sitting.add(None, GameStarted(1), Thrown((6, 3)), at=1000)
    play(sitting, at=1001)
    sitting.add(BORA, Doubled(), Dropped(), at=1002)
    assert clocks(sitting).running is None


def test_an_interruption_is_charged_to_nobody() -> None:
    sitting = opened()
    sitting.add(None, Interrupted(3000.0), at=4005)
    assert clocks(sitting).reserve == (600.0, 600.0)
    assert clocks(sitting).delay == 7.0
    assert clocks(sitting).left(4022) == (590.0, 600.0)


def test_an_interruption_cannot_give_more_than_has_passed() -> None:
    sitting = opened()
    play(sitting, at=1042)
    sitting.add(None, Interrupted(9000.0), at=1045)
    assert clocks(sitting).reserve == (570.0, 600.0)
    assert clocks(sitting).delay == 12.0


def test_the_server_can_ask_when_time_will_be_over() -> None:
    sitting = opened()
    assert clocks(sitting).expires == 1612.0
    assert Sitting(RULES).history.clocks.expires is None  # type: ignore[union-attr]


def test_time_over_loses_the_match() -> None:
    sitting = opened()
    sitting.add(None, TimeExpired(ALI), at=1612)
    assert sitting.match.winner == BORA
    assert sitting.match.closed == "time"
    assert clocks(sitting).running is None


def test_a_player_with_time_left_cannot_lose_on_time() -> None:
    sitting = opened()
    with pytest.raises(IllegalAction, match="time"):
        sitting.add(None, TimeExpired(ALI), at=1600)
    with pytest.raises(IllegalAction):
        sitting.add(None, TimeExpired(BORA), at=9999)


def test_a_take_back_does_not_give_time_back() -> None:
    sitting = opened()
    play(sitting, at=1042)
    sitting.add(ALI, TakebackAsked(ALI), at=1044)
    sitting.add(BORA, TakenBack(sitting.history.takeback_version(ALI) or 0), at=1046)
    assert sitting.state.phase == "play"
    assert clocks(sitting).running == ALI
    assert clocks(sitting).reserve == (570.0, 600.0)


def test_asking_to_take_back_does_not_stop_the_clock_of_who_is_to_act() -> None:
    sitting = opened()
    play(sitting, at=1001)
    sitting.add(ALI, TakebackAsked(ALI), at=1002)
    assert clocks(sitting).running == BORA


def test_times_that_go_backwards_charge_nothing() -> None:
    sitting = opened()
    play(sitting, at=900)
    assert clocks(sitting).reserve == (600.0, 600.0)
    play_again = clocks(sitting).left(1000)
    assert play_again == (600.0, 600.0)


def test_cocked_dice_do_not_stop_the_clock() -> None:
    sitting = Sitting(RULES, "table")
    sitting.add(None, GameStarted(1), Thrown((6, 3)), at=1000)
    play(sitting, at=1000)
    sitting.add(BORA, Cocked(BORA, "tilted"), at=1010)
    sitting.add(BORA, Cocked(BORA, "outside"), at=1020)
    sitting.add(BORA, Rolled(Roll.of(6, 5)), at=1030)
    assert clocks(sitting).reserve == (600.0, 582.0)
    assert clocks(sitting).delay == 0.0


def test_mixing_the_dice_stops_the_clock() -> None:
    sitting = Sitting(RULES.with_options({"mix": "anytime"}), "table")
    sitting.add(None, GameStarted(1), Thrown((6, 3)), at=1000)
    play(sitting, at=1000)
    sitting.add(ALI, MixAsked(ALI), at=1001)
    assert clocks(sitting).running is None
    for seat, die in ((BORA, 1), (ALI, 2), (BORA, 3)):
        sitting.add(seat, DieChosen(seat, die), at=2000)
    assert clocks(sitting).running == BORA
    assert clocks(sitting).reserve == (600.0, 600.0)


def late_trailer() -> Sitting:
    """R05: the trailer (2-4 in a match to 5) leads the race, all his checkers on the ace point but one; time runs out
    for the leader, who has none off and can no longer lose three."""
    position = Position.from_points({1: 14, 18: 1}, {6: 5, 5: 5, 4: 5})
    setup = Setup(position, ALI, cube=Cube(), score=Score((2, 4), post_crawford=True))
    sitting = Sitting(RULES, setup=setup)
    sitting.add(None, GameStarted(1), at=1000)
    return sitting


def test_lost_on_time_pays_no_more_than_is_certain() -> None:
    sitting = late_trailer()
    sitting.roll(2, 1)
    play(sitting, at=sitting.now)
    sitting.add(None, TimeExpired(BORA), at=99_999)
    result = sitting.state.result
    assert result is not None
    assert result.how == "time"
    assert result.points == 1
    assert sitting.match.winner == ALI


def test_lost_on_time_pays_a_mars_that_nothing_could_save() -> None:
    position = Position.from_points({1: 3}, {18: 15})
    sitting = Sitting(RULES, setup=Setup(position, BORA, cube=Cube(2, ALI)))
    sitting.add(None, GameStarted(1), at=1000)
    sitting.add(BORA, Rolled(Roll.of(6, 5)), at=1000)
    play(sitting, at=1000)
    sitting.add(None, TimeExpired(ALI), at=99_999)
    result = sitting.state.result
    assert result is not None
    assert (result.kind, result.points) == (2, 4)
