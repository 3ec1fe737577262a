"""Whole games between bots, for tests: the dice come from a seeded generator."""

from random import Random

from tavla.bots import Bot
from tavla.rules import Act, Phase, Roll, RuleSet, Score, Seat, State, apply, legal
from tavla.rules.facts import Rolled, Thrown

LONGEST = 4_000
"""More turns than any game between bots takes."""


def _die(rng: Random) -> int:
    return rng.randint(1, 6)


def step(state: State, bots: tuple[Bot, Bot], rng: Random) -> State:
    """One decision of whoever has to act; the dice are added where the bot asks for them."""
    seat = state.to_act[0]
    action = bots[seat].act(state, seat)
    if action is Act.THROW:
        return apply(state, Thrown((_die(rng), _die(rng))))
    if action is Act.ROLL:
        assert legal(state).allows(seat, Act.ROLL)
        return apply(state, Rolled(Roll.of(_die(rng), _die(rng))))
    assert not isinstance(action, Act)
    return apply(state, action)


def play_game(rules: RuleSet, bots: tuple[Bot, Bot], rng: Random, score: Score = Score()) -> State:  # noqa: B008
    """The last state of a game."""
    state = State.begin(rules, score)
    for _ in range(LONGEST):
        if state.phase is Phase.OVER:
            return state
        state = step(state, bots, rng)
    raise AssertionError("a game without end")


def winner(state: State) -> Seat:
    assert state.result is not None
    return state.result.winner
