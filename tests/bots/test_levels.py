"""The strength dial: legal by every profile, weaker at the bottom, and never a blunder above the second step."""

import random
import statistics

import pytest

from tavla.bots import BOTS
from tavla.bots.levels import STRENGTHS, LevelBot
from tavla.engine.decision import LEVELS, decide
from tavla.rules import PROFILES, Act, Phase, Roll, State, apply, legal, profile
from tavla.rules.facts import Fact, Rolled, Thrown

QUICK = ("level1", "level3", "level5")


def next_fact(bot: LevelBot, state: State, seat: int, rng: random.Random) -> Fact:
    action = bot.act(state, seat)
    if action is Act.THROW:
        return Thrown((rng.randint(1, 6), rng.randint(1, 6)))
    return Rolled(Roll.of(rng.randint(1, 6), rng.randint(1, 6))) if action is Act.ROLL else action


def test_every_step_of_the_dial_can_sit_at_a_table() -> None:
    assert set(STRENGTHS) <= set(BOTS)
    assert len(STRENGTHS) >= 8


@pytest.mark.parametrize("name", PROFILES)
def test_a_game_by_any_profile_is_played_to_its_end(name: str, rng: random.Random) -> None:
    options = {"beavers": "2"} if name == "money" else {}
    state = State.begin(profile(name, options))
    bot = LevelBot(STRENGTHS["level4"], random.Random(1))
    while state.phase is not Phase.OVER:
        seat = state.to_act[0]
        assert legal(state).by_seat[seat]
        state = apply(state, next_fact(bot, state, seat, rng))


def losses(name: str, decisions: int) -> list[float]:
    rng = random.Random(5)
    found: list[float] = []
    bot = LevelBot(STRENGTHS[name], random.Random(6))
    while len(found) < decisions:
        state = State.begin(profile("money", {"cube": "off", "jacoby": "off", "closed_board": "roll"}), starter=0)
        while state.phase is not Phase.OVER and len(found) < decisions:
            state = apply(state, Rolled(Roll.of(rng.randint(1, 6), rng.randint(1, 6))))
            after = apply(state, next_fact(bot, state, state.turn, rng))
            decision = decide(state, LEVELS["0-ply"])
            chosen = next(each for each in decision.choices if each.after == after.position)
            found.append(decision.best.equity - chosen.equity)
            state = after
    return found


def test_a_higher_step_errs_less_and_above_the_second_never_by_much() -> None:
    found = [losses(name, 250) for name in QUICK]
    means = [statistics.fmean(each) for each in found]
    assert means == sorted(means, reverse=True)
    assert max(found[1]) <= 0.5
    assert max(found[2]) <= 0.3


def test_the_same_seed_errs_in_the_same_way() -> None:
    state = apply(State.begin(profile("money"), starter=0), Rolled(Roll.of(6, 4)))
    bots = [LevelBot(STRENGTHS["level1"], random.Random(3)) for _ in range(2)]
    assert [bots[0].act(state, 0) for _ in range(20)] == [bots[1].act(state, 0) for _ in range(20)]
