"""Matches of every length: score, Crawford, who starts, and the way back."""

import pytest

from tavla.errors import IllegalAction, InvalidInput
from tavla.match import replay
from tavla.match.events import (
    Event,
    GameStarted,
    Interrupted,
    MatchStarted,
    Player,
    SessionEnded,
    Setup,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from tavla.match.match import History, next_starter
from tavla.rules import Cube, Position, Roll, Score, profile
from tavla.rules.facts import Accepted, Doubled, Dropped, Found, Passed, Played, Resigned, Rolled, Taken, Thrown
from tests.match.sitting import ALI, BORA, Sitting

BEARING_OFF = Position.from_points({1: 1}, {6: 5, 5: 5, 4: 5})
"""One checker left against fifteen: a mars."""

NEARLY_OFF = Position.from_points({1: 1}, {6: 5, 5: 5, 4: 4})
"""One checker left against fourteen: a single game."""


def bear_off(sitting: Sitting, position: Position, winner: int, cube: int = 1) -> None:
    """A game won by bearing off from a position; earlier moves are passed over."""
    sitting.start()
    if sitting.state.phase == "opening":
        sitting.add(None, Thrown((2, 1) if winner == ALI else (1, 2)))
    while sitting.state.turn != winner or sitting.state.phase != "roll":
        if sitting.state.phase == "play":
            sitting.play()
        else:
            sitting.roll(2, 1)
    while sitting.state.cube.value < cube:
        sitting.add(winner, Doubled(), Taken())
    sitting.roll(2, 1)
    all_off = (sum(position.mine),) + (0,) * 25
    sitting.add(winner, Found(Position(position.theirs, all_off)))


def win(sitting: Sitting, winner: int, kind: int = 1) -> None:
    """A game won as tek or mars."""
    bear_off(sitting, BEARING_OFF if kind == 2 else NEARLY_OFF, winner)


def test_a_match_begins_with_the_players_sitting_down() -> None:
    with pytest.raises(InvalidInput):
        History([Event(1, 0.0, None, GameStarted(1))])
    with pytest.raises(InvalidInput):
        _ = History().match
    with pytest.raises(IllegalAction):
        Sitting().add(None, MatchStarted((Player("A"), Player("B"))))


def test_versions_count_without_a_gap() -> None:
    sitting = Sitting()
    with pytest.raises(InvalidInput, match="2"):
        sitting.history.append(Event(5, 0.0, None, GameStarted(1)))
    assert sitting.history.version == 1


def test_nothing_is_played_before_a_game_begins() -> None:
    with pytest.raises(IllegalAction):
        Sitting().add(None, Thrown((6, 3)))


def test_a_refused_event_leaves_no_trace() -> None:
    sitting = Sitting()
    sitting.begin()
    before = sitting.match
    with pytest.raises(IllegalAction):
        sitting.add(BORA, Rolled(Roll.of(6, 3)))
    assert sitting.match is before
    assert len(sitting.history.events) == sitting.history.version == 3


def test_points_are_added_up_to_the_length_of_the_match() -> None:
    sitting = Sitting(profile("standard", {"length": "points(3)", "crawford": "off"}))
    win(sitting, ALI, kind=2)
    assert sitting.match.score.points == (2, 0)
    assert sitting.match.between_games
    win(sitting, BORA)
    assert not sitting.match.is_over
    win(sitting, ALI)
    assert sitting.match.is_over
    assert sitting.match.winner == ALI
    with pytest.raises(IllegalAction):
        sitting.start()


def test_the_next_game_has_the_next_number_and_begins_only_after_the_last() -> None:
    sitting = Sitting()
    sitting.start()
    with pytest.raises(IllegalAction):
        sitting.add(None, GameStarted(2))
    win_it = Sitting()
    win(win_it, ALI)
    with pytest.raises(InvalidInput):
        win_it.add(None, GameStarted(7))


def crawford_flags(sitting: Sitting) -> tuple[bool, bool]:
    return sitting.state.score.crawford, sitting.state.score.post_crawford


def test_the_crawford_game_is_played_once() -> None:
    sitting = Sitting(profile("standard", {"length": "points(3)"}))
    win(sitting, ALI, kind=2)
    sitting.start()
    assert crawford_flags(sitting) == (True, False)
    sitting.add(None, Thrown((6, 3)))
    sitting.play()
    with pytest.raises(IllegalAction, match="Crawford"):
        sitting.add(BORA, Doubled())
    sitting.add(ALI, Resigned(ALI, 1))
    sitting.add(BORA, Accepted())
    sitting.start()
    assert crawford_flags(sitting) == (False, True)


def test_after_the_crawford_game_only_the_trailer_may_double() -> None:
    sitting = Sitting(profile("standard", {"length": "points(3)"}))
    win(sitting, ALI, kind=2)
    win(sitting, BORA)
    sitting.begin(2, 1)
    sitting.play()
    sitting.add(BORA, Doubled(), Dropped())
    assert sitting.match.score.points == (2, 2)
    sitting.begin(1, 2)
    sitting.play()
    with pytest.raises(IllegalAction):
        sitting.add(ALI, Doubled())


def test_there_is_no_crawford_game_in_a_match_to_one_point_or_for_money() -> None:
    one = Sitting(profile("standard", {"length": "points(1)"}))
    one.start()
    assert crawford_flags(one) == (False, False)
    money = Sitting("money")
    win(money, ALI)
    money.start()
    assert crawford_flags(money) == (False, False)


def test_best_of_five_games_counts_a_mars_as_two() -> None:
    sitting = Sitting(profile("standard", {"length": "games(5)", "crawford": "off", "cube": "off"}))
    win(sitting, ALI)
    win(sitting, ALI, kind=2)
    assert sitting.match.score.points == (3, 0)
    assert sitting.match.winner == ALI


def test_best_of_five_games_may_count_a_mars_as_one() -> None:
    rules = profile("standard", {"length": "games(5)", "mars": "1", "crawford": "off", "cube": "off"})
    sitting = Sitting(rules)
    win(sitting, ALI)
    win(sitting, ALI, kind=2)
    assert sitting.match.score.points == (2, 0)
    assert not sitting.match.is_over
    win(sitting, ALI)
    assert sitting.match.winner == ALI


def test_five_points_go_on_where_best_of_five_is_over() -> None:
    sitting = Sitting(profile("standard", {"length": "points(5)", "crawford": "off", "cube": "off"}))
    for kind in (1, 2, 1):
        win(sitting, ALI, kind)
    assert sitting.match.score.points == (4, 0)
    assert not sitting.match.is_over


def test_one_game_is_one_game() -> None:
    sitting = Sitting("single")
    win(sitting, BORA, kind=2)
    assert sitting.match.is_over
    assert sitting.match.winner == BORA


def test_money_goes_on_until_somebody_rises() -> None:
    sitting = Sitting("money")
    for _ in range(3):
        win(sitting, ALI)
    assert not sitting.match.is_over
    assert sitting.match.score.points == (3, 0)
    sitting.add(BORA, SessionEnded(BORA))
    assert sitting.match.is_over
    assert sitting.match.winner is None
    with pytest.raises(IllegalAction):
        sitting.start()


def test_a_closed_match_takes_nothing_but_what_the_table_says_of_itself() -> None:
    sitting = Sitting("money")
    win(sitting, ALI)
    sitting.add(ALI, SessionEnded(ALI))
    sitting.add(None, Interrupted(5.0))
    with pytest.raises(IllegalAction):
        sitting.add(ALI, SessionEnded(ALI))


@pytest.mark.parametrize(
    ("starter", "second", "third"), [("winner", BORA, BORA), ("loser", ALI, ALI), ("alternate", BORA, ALI)]
)
def test_who_starts_the_later_games(starter: str, second: int, third: int) -> None:
    sitting = Sitting(profile("standard", {"starter": starter, "length": "points(9)"}))
    sitting.start()
    sitting.add(None, Thrown((6, 3)))
    sitting.play()
    sitting.add(BORA, Doubled(), Dropped())
    assert next_starter(sitting.match) == second
    sitting.start()
    assert (sitting.state.phase, sitting.state.turn) == ("roll", second)
    sitting.roll(5, 5)
    while not (sitting.state.phase == "roll" and sitting.state.turn == BORA):
        if sitting.state.phase == "play":
            sitting.play()
        else:
            sitting.roll(2, 1)
    sitting.add(BORA, Doubled(), Dropped())
    assert next_starter(sitting.match) == third


def test_by_the_standard_rules_every_game_has_an_opening_throw() -> None:
    sitting = Sitting()
    win(sitting, ALI)
    sitting.start()
    assert sitting.state.phase == "opening"
    with pytest.raises(IllegalAction):
        sitting.add(ALI, Rolled(Roll.of(6, 5)))
    sitting.add(None, Thrown((4, 4)))
    assert sitting.state.phase == "opening"


def test_at_a_coffee_house_the_winner_starts_and_may_throw_a_double() -> None:
    sitting = Sitting("tavla")
    win(sitting, BORA)
    sitting.start()
    assert (sitting.state.phase, sitting.state.turn) == ("roll", BORA)
    sitting.roll(5, 5)
    assert sitting.state.roll == (5, 5)


def test_a_starter_who_is_not_due_is_refused() -> None:
    sitting = Sitting("tavla")
    win(sitting, BORA)
    with pytest.raises(InvalidInput):
        sitting.add(None, GameStarted(2, ALI))


def test_a_first_game_may_begin_in_the_middle() -> None:
    position = Position.from_points({6: 5, 5: 5, 4: 4}, {24: 2, 6: 10, 5: 3})
    setup = Setup(position, BORA, Roll.of(4, 2), Cube(2, ALI), Score((1, 3)))
    sitting = Sitting("standard", setup=setup)
    sitting.start()
    assert sitting.match.score.points == (1, 3)
    assert (sitting.state.turn, sitting.state.roll, sitting.state.cube) == (BORA, (4, 2), (2, ALI))
    assert sitting.state.position == position
    assert sitting.state.sides == (position.theirs, position.mine)


def test_the_game_after_one_that_began_in_the_middle_is_an_ordinary_one() -> None:
    sitting = Sitting("standard", setup=Setup(NEARLY_OFF, ALI))
    sitting.start()
    sitting.roll(2, 1)
    sitting.play()
    assert sitting.match.score.points == (1, 0)
    sitting.start()
    assert sitting.state.position == Position.start()


def test_a_play_is_taken_back_if_the_other_agrees() -> None:
    sitting = Sitting()
    sitting.begin()
    before = sitting.state
    sitting.play()
    sitting.add(BORA, Rolled(Roll.of(6, 5)))
    sitting.add(ALI, TakebackAsked(ALI))
    version = sitting.history.takeback_version(ALI)
    assert version == 3
    sitting.add(BORA, TakenBack(version))
    assert sitting.state == before
    assert sitting.match.takeback is None
    assert sitting.match.version == sitting.history.version == 7


def test_a_refused_take_back_changes_nothing() -> None:
    sitting = Sitting()
    sitting.begin()
    sitting.play()
    before = sitting.state
    sitting.add(ALI, TakebackAsked(ALI))
    with pytest.raises(IllegalAction):
        sitting.add(BORA, TakebackAsked(BORA))
    sitting.add(BORA, TakebackRefused())
    assert sitting.state == before
    with pytest.raises(IllegalAction):
        sitting.add(BORA, TakebackRefused())


def test_only_the_last_decision_of_who_asked_is_taken_back() -> None:
    sitting = Sitting()
    sitting.begin()
    sitting.play()
    with pytest.raises(IllegalAction):
        sitting.add(BORA, TakenBack(3))
    sitting.add(ALI, TakebackAsked(ALI))
    for wrong in (1, 2, 4):
        with pytest.raises(IllegalAction):
            sitting.add(BORA, TakenBack(wrong))


def test_there_is_nothing_to_take_back_before_a_decision() -> None:
    sitting = Sitting()
    sitting.begin()
    assert sitting.history.takeback_version(ALI) is None


def test_what_was_taken_back_does_not_count_any_more() -> None:
    sitting = Sitting()
    sitting.begin()
    sitting.play()
    sitting.add(ALI, TakebackAsked(ALI))
    sitting.add(BORA, TakenBack(3))
    sitting.play()
    kinds = [type(event.fact) for event in sitting.history.live_events()]
    assert kinds == [MatchStarted, GameStarted, Thrown, Played]
    assert len(sitting.history.events) == 7


def test_a_play_after_the_question_answers_it() -> None:
    sitting = Sitting()
    sitting.begin()
    sitting.play()
    sitting.add(ALI, TakebackAsked(ALI))
    sitting.add(BORA, Rolled(Roll.of(6, 5)))
    assert sitting.match.takeback is None


def test_a_log_replays_to_the_same_moments() -> None:
    sitting = Sitting()
    win(sitting, ALI)
    win(sitting, BORA, kind=2)
    moments = [match for match, _ in replay(sitting.history.events)]
    assert moments == [sitting.history.at(version) for version in range(1, sitting.history.version + 1)]


def test_two_turns_without_entry_are_two_turns() -> None:
    closed = {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 25: 1, 13: 4}
    sitting = Sitting("standard", setup=Setup(Position.from_points(closed, closed), ALI))
    sitting.start()
    for seat in (ALI, BORA, ALI):
        assert sitting.state.turn == seat
        sitting.roll(5, 4)
        sitting.add(seat, Played(()))
    assert sitting.state.turn == BORA


def test_a_closed_out_player_passes_without_dice() -> None:
    shut = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}
    mine = {25: 1, 13: 5, 8: 4, 7: 5}
    sitting = Sitting("standard", setup=Setup(Position.from_points(mine, shut), ALI))
    sitting.start()
    with pytest.raises(IllegalAction):
        sitting.add(ALI, Rolled(Roll.of(6, 5)))
    sitting.add(ALI, Passed())
    assert (sitting.state.turn, sitting.state.phase) == (BORA, "roll")


def test_a_tie_of_an_even_session_has_no_winner() -> None:
    sitting = Sitting("money")
    win(sitting, ALI)
    win(sitting, BORA)
    sitting.add(ALI, SessionEnded(ALI))
    assert sitting.match.winner is None


def test_the_cube_multiplies_what_a_game_gives() -> None:
    sitting = Sitting(profile("standard", {"length": "points(9)"}))
    bear_off(sitting, BEARING_OFF, ALI, cube=2)
    assert sitting.match.score.points == (4, 0)


@pytest.mark.parametrize(("cube", "doubler", "score"), [(Cube(), ALI, (4, 2)), (Cube(2, BORA), BORA, (3, 4))])
def test_a_dropped_double_gives_the_value_before_it(cube: Cube, doubler: int, score: tuple[int, int]) -> None:
    setup = Setup(Position.start(), doubler, cube=cube, score=Score((3, 2)))
    sitting = Sitting(profile("standard", {"length": "points(7)"}), setup=setup)
    sitting.start()
    sitting.add(doubler, Doubled(), Dropped())
    assert sitting.match.score.points == score
