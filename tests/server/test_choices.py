"""A choice as it travels."""

from tavla.engine.decision import Choice
from tavla.rules import Act, Chances, Move
from tavla.rules.facts import Played
from tavla.server.choices import choice_as_json

EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
BEST = Choice(Act.ROLL, 0.25, 0.5, EVEN, 2)


def test_a_play_is_told_move_by_move() -> None:
    told = choice_as_json(Choice(Played((Move(8, 5, 3, False), Move(6, 5, 1, True))), 0.125, 0.25, EVEN, 1), BEST)
    assert (told["name"], told["moves"]) == ("play", [[8, 5, 3, 0], [6, 5, 1, 1]])
    assert (told["loss"], told["match_loss"], told["plies"]) == (0.125, 0.25, 1)


def test_what_is_no_play_has_no_moves() -> None:
    told = choice_as_json(BEST._replace(match_chance=None), BEST)
    assert (told["name"], told["play"], told["moves"], told["match_loss"]) == ("roll", None, [], None)


def test_no_choice_gains_against_the_best() -> None:
    told = choice_as_json(BEST._replace(equity=0.3, match_chance=0.6), BEST)
    assert (told["loss"], told["match_loss"]) == (0.0, 0.0)
