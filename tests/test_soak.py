"""Long random play: every state passes the same checks, by every profile. `make soak` runs the full counts."""

import random
from collections.abc import Callable

import pytest

from tavla.errors import IllegalAction, InvalidOption
from tavla.match.match import History
from tavla.rules.plays import Continuations
from tavla.rules.ruleset import OPTIONS, PROFILES, RuleSet, profile
from tavla.rules.state import Act, Phase, State, apply, legal
from tests.random_play import PLAIN, random_match

VARIANTS = ("backgammon", "nackgammon", "hypergammon", "longgammon")


def check_state(state: State) -> None:
    """What is true of every state of every game."""
    mine, theirs = state.position
    assert sum(mine) == sum(theirs) == state.rules.checkers
    assert min(mine) >= 0
    assert min(theirs) >= 0
    assert not any(mine[point] and theirs[25 - point] for point in range(1, 25))
    assert state.position.flip().flip() == state.position
    assert (state.result is not None) == (state.phase is Phase.OVER)
    assert state.cube.value & (state.cube.value - 1) == 0
    if state.continuations is not None:
        check_turn(state.continuations)


def check_turn(turn: Continuations) -> None:
    """Every result is reached by the play that is given for it, and every play uses all the dice it must."""
    for after, play in turn.plays().items():
        node, moves = turn.node_after((move.source, move.die) for move in play)
        assert moves == play
        assert (node.theirs, node.mine) == after
        assert not turn.edges[node]
        assert len(play) == turn.dice_used or turn.rules.compulsion == "loose"


def check_refusals(state: State) -> None:
    """An act that is not offered is refused, and leaves no other trace."""
    offered = {act for acts in legal(state).by_seat for act in acts}
    for act in set(PLAIN) - offered - {Act.ACCEPT, Act.REFUSE}:
        with pytest.raises(IllegalAction):
            apply(state, PLAIN[act]())


def check_match(history: History) -> None:
    for version in range(1, history.version + 1):
        check_state(history.at(version).state)
    again = History(history.events)
    assert [again.at(version) for version in range(1, again.version + 1)] == [
        history.at(version) for version in range(1, history.version + 1)
    ]


@pytest.mark.parametrize("name", PROFILES)
def test_random_games_keep_every_rule(name: str, rng: random.Random, scale: Callable[[int], int]) -> None:
    rules = profile(name)
    games = 0
    while games < scale(10_000):
        history = random_match(rules, rng)
        check_match(history)
        check_refusals(history.at(rng.randint(1, history.version)).state)
        games += history.match.game


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_of_the_other_starts(variant: str, rng: random.Random, scale: Callable[[int], int]) -> None:
    for _ in range(scale(1_000)):
        check_match(random_match(profile("money", {"variant": variant, "beavers": "2", "auto_double": "1"}), rng))


def options_at_random(rng: random.Random) -> RuleSet | None:
    """Any profile with a few options changed; None for what makes no sense."""
    choices = {
        "length": ("points(3)", "games(3)", "money", "one"),
        "cube_max": ("none", "4"),
        "clock": ("none", "12/60"),
    }
    names = rng.sample(list(OPTIONS), 4)
    options = {name: rng.choice(choices.get(name) or OPTIONS[name].words) for name in names}
    try:
        return profile(rng.choice(list(PROFILES)), options)
    except InvalidOption:
        return None


def test_random_games_by_random_rules(rng: random.Random, scale: Callable[[int], int]) -> None:
    played = 0
    while played < scale(5_000):
        rules = options_at_random(rng)
        if rules is not None:
            check_match(random_match(rules, rng, games=1))
            assert rules == profile(rules.profile, rules.texts())
            played += 1
