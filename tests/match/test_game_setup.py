"""A game that does not follow from the games before it, as the files of other programs tell it."""

import pytest

from tavla.errors import InvalidInput
from tavla.formats.native import event_from_json, event_to_json
from tavla.match.events import Event, GameStarted, MatchStarted, Player, Setup
from tavla.match.match import History
from tavla.rules import Cube, Phase, Position, Roll, Score, profile

MIDDLE = Setup(Position.start("nackgammon"), 1, Roll.of(6, 6), Cube(4, 0), Score((3, 1)))


def begun(fact: GameStarted) -> History:
    rules = profile("standard", {"starter": "winner"})
    events = [Event(1, 0.0, None, MatchStarted((Player("A"), Player("B")), rules)), Event(2, 0.0, None, fact)]
    return History(events)


def test_the_game_begins_on_the_board_and_at_the_score_of_its_setup() -> None:
    match = begun(GameStarted(1, None, MIDDLE)).match
    assert (match.state.phase, match.state.turn, match.state.cube) == (Phase.PLAY, 1, Cube(4, 0))
    assert match.state.position == MIDDLE.position
    assert match.score.points == (3, 1)


def test_its_number_still_counts() -> None:
    with pytest.raises(InvalidInput):
        begun(GameStarted(2, None, MIDDLE))


@pytest.mark.parametrize("setup", [None, MIDDLE])
def test_the_record_holds_it(setup: Setup | None) -> None:
    event = Event(2, 5.0, None, GameStarted(1, None, setup))
    assert event_from_json(event_to_json(event)) == event
    assert ("setup" in event_to_json(event)) is (setup is not None)
