"""Long random play: every state passes the same checks, by every profile. `make soak` runs the full counts."""

import random
from collections.abc import Callable

import pytest

from tavla.errors import IllegalAction, InvalidOption
from tavla.match.match import History
from tavla.notation import (
    Situation,
    decode_fibs,
    encode_fibs,
    encode_gnu_id,
    encode_xgid,
    format_play,
    parse_play,
    read_position,
)
from tavla.rules.plays import Continuations
from tavla.rules.ruleset import OPTIONS, PROFILES, RuleSet, profile
from tavla.rules.state import Act, Phase, State, apply, legal
from tests.random_play import PLAIN, random_match

WRITTEN = 7
"""Every which state is written in all forms and read back."""

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


def check_texts(state: State) -> None:
    """What is written of a state is read back. IDs hold no cube beyond 32,768 and no larger score."""
    if state.result is None and max(state.cube.value, *state.score.points) < 1 << 15:
        check_ids(state)
    if state.continuations is not None:
        check_play_text(state.continuations)


def check_ids(state: State) -> None:
    """The IDs of a state, read again, tell the same; a match ID and an XGID hold different parts of it."""
    here, checkers = Situation.of(state), state.rules.checkers
    by_gnu = read_position(encode_gnu_id(here), checkers)
    by_xgid = read_position(encode_xgid(here), checkers)
    for read, fields in ((by_gnu, ("resignation", "to_act")), (by_xgid, ("offer", "beavers"))):
        assert read.position == here.position
        for name in ("cube", "score", "length", "crawford", "jacoby", "roll", *fields):
            held = getattr(here, name)
            assert held is None or getattr(read, name) == held, name
    assert decode_fibs(encode_fibs(here)).situation.bottom == here.bottom


def check_play_text(turn: Continuations) -> None:
    """The text of a play, read again, is the play."""
    for after, play in list(turn.plays().items())[-1:]:
        parsed = parse_play(format_play(play), turn.position, turn.roll, turn.rules)
        assert (parsed.after, parsed.notes) == (after, ())


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
        if version % WRITTEN == 0:
            check_texts(history.at(version).state)
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
