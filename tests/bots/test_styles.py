"""The seven styles: legal by every profile, never far from the best play, each with more of what is its own."""

import random
from typing import NamedTuple

import pytest

from tavla.bots import BOTS, StyleBot, grouped
from tavla.bots.styles import LEVEL, ORDER, PREFIX, WINDOW
from tavla.engine.decision import Decision, decide
from tavla.plans import FEATURES, STRATEGIES
from tavla.rules import PROFILES, Phase, Position, Roll, State, apply, profile
from tavla.rules.facts import Accepted, Refused, Resigned, Rolled
from tavla.words import LANGUAGES, messages
from tests.bots.matchup import play_game

RULES = profile("money", {"cube": "off", "jacoby": "off", "closed_board": "roll"})
RACE = Position.from_points({6: 4, 5: 4, 4: 4, 3: 3}, {6: 5, 5: 4, 4: 3, 3: 3})


class Asked(NamedTuple):
    """A state of a game between engines, and how the engine ranks its plays."""

    state: State
    decision: Decision


@pytest.fixture(scope="module")
def asked() -> list[Asked]:
    """Decisions of whole games, as long as there is contact and a choice."""
    rng = random.Random(11)
    found: list[Asked] = []
    while len(found) < 250:
        state = State.begin(RULES, starter=0)
        while state.phase is not Phase.OVER and state.position.contact:
            state = apply(state, Rolled(Roll.of(rng.randint(1, 6), rng.randint(1, 6))))
            decision = decide(state, LEVEL)
            if len(decision.choices) > 1:
                found.append(Asked(state, decision))
            state = apply(state, decision.best.action)  # type: ignore[arg-type]
    return found


def test_every_strategy_has_a_player_with_a_name_and_a_word_of_help() -> None:
    assert set(ORDER) == set(STRATEGIES)
    for name in ORDER:
        assert PREFIX + name in BOTS
        for language in LANGUAGES:
            assert {f"bot.{PREFIX}{name}", f"bot.{PREFIX}{name}.help"} <= messages(language).keys()


@pytest.mark.parametrize(("name", "rules"), list(zip(ORDER, PROFILES, strict=True)))
def test_a_game_is_played_to_its_end(name: str, rules: str, rng: random.Random) -> None:
    bots = (StyleBot(STRATEGIES[name]), StyleBot(STRATEGIES["guvenli"]))
    assert play_game(profile(rules), bots, rng).phase is Phase.OVER


@pytest.mark.parametrize("name", ORDER)
def test_a_style_moves_its_own_feature(name: str, asked: list[Asked]) -> None:
    """On the same states the style's boards have more (or less) of it than the engine's, by two standard errors."""
    strategy, bot = STRATEGIES[name], StyleBot(STRATEGIES[name])
    feature = FEATURES[strategy.feature]
    styled = [bot.choose(state, decision).after for state, decision in asked]
    plain = [decision.best.after for _, decision in asked]
    moved = strategy.direction * (
        feature([board.flip() for board in styled if board]) - feature([board.flip() for board in plain if board])
    )
    assert moved.mean() > 2 * moved.std(ddof=1) / len(moved) ** 0.5


@pytest.mark.parametrize("name", ORDER)
def test_a_style_costs_little(name: str, asked: list[Asked]) -> None:
    bot = StyleBot(STRATEGIES[name])
    losses = [decision.best.equity - bot.choose(state, decision).equity for state, decision in asked]
    assert max(losses) <= WINDOW
    assert 0 < sum(losses) / len(losses) <= 0.03


@pytest.mark.parametrize("name", ORDER)
def test_a_race_is_played_as_the_engine_plays_it(name: str) -> None:
    for roll in ((6, 1), (4, 2), (5, 5)):
        state = apply(State(RULES, RACE, Phase.ROLL), Rolled(Roll.of(*roll)))
        assert StyleBot(STRATEGIES[name]).act(state, 0) == decide(state, LEVEL).best.action


def test_cube_and_resignations_are_the_engines() -> None:
    state = State(profile("money"), RACE, Phase.ROLL)
    bot = StyleBot(STRATEGIES["riskli"])
    assert bot.act(state, 0) == decide(state, LEVEL).best.action
    won = State(RULES, Position.from_points({1: 2}, {6: 5, 5: 4, 4: 3, 3: 2}), Phase.ROLL)
    assert isinstance(bot.act(apply(won, Resigned(1, 1)), 0), Accepted)
    mars = State(RULES, Position.from_points({2: 2}, {6: 5, 7: 10}), Phase.ROLL)
    assert isinstance(bot.act(apply(mars, Resigned(1, 1)), 0), Refused)


def test_bots_are_grouped_for_those_who_choose() -> None:
    groups = grouped([*BOTS, "stranger"])
    assert list(groups) == ["levels", "styles", "others"]
    assert groups["styles"] == [PREFIX + name for name in ORDER]
    assert groups["others"] == ["simple", "random", "stranger"]
    assert grouped(["simple"]) == {"others": ["simple"]}
    for language in LANGUAGES:
        assert {f"bots.{group}" for group in groups} | {f"bots.{group}.help" for group in groups} <= messages(
            language
        ).keys()
