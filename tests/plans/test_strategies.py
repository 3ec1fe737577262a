"""The plan that a side follows is named, and each strategy likes the play that the help shows for it."""

import pytest

from tavla.notation import parse_play, read_position
from tavla.plans import FEATURES, STRATEGIES, plan_of
from tavla.plans.strategies import service
from tavla.rules import Position, Roll, legal_plays
from tavla.words import LANGUAGES, messages

SHOWN = [
    ("alan", "-a-a--E-C---dE---d-e----B-", 55, "8/3*(2) 6/1*(2)"),
    ("kombinasyon", "-b---BCAC---eD---c-e----B-", 64, "24/20 13/7"),
    ("riskli", "-b----E-C---eE---c-e----B-", 21, "13/11 6/5"),
    ("guvenli_risk", "-b--B-D-C---cD---c-eBb----", 43, "13/10 13/9"),
    ("kacis", "-b----E-C---eE---c-e----B-", 65, "24/13"),
    ("kacis", "-b----E-C---eE---c-e----B-", 66, "24/18(2) 13/7(2)"),
    ("guvenli", "---BbCD-C-A-cB---c-dc-----", 53, "13/10 13/8"),
]
"""The boards of the help's page of strategies, the roll and the play."""

WAITING = "---BBBC-B--------abdddBB--"


def board(text: str) -> Position:
    found = read_position(f"XGID={text}:0:0:1:00:0:0:0:0:10").position
    assert found is not None
    return found


def test_there_are_seven_and_each_has_its_feature_and_its_name() -> None:
    assert set(STRATEGIES) == {"alan", "kombinasyon", "riskli", "guvenli_risk", "kacis", "geri_oyun", "guvenli"}
    for strategy in STRATEGIES.values():
        assert strategy.feature in FEATURES
        assert strategy.direction in (1, -1)
        assert all(f"plan.{strategy.name}" in messages(language) for language in LANGUAGES)


@pytest.mark.parametrize(("name", "text", "roll", "written"), SHOWN)
def test_the_plan_of_the_play_that_is_shown_is_named(name: str, text: str, roll: int, written: str) -> None:
    after = parse_play(written, board(text), Roll.parse(str(roll))).after
    assert plan_of(after.flip()) == name


@pytest.mark.parametrize(("name", "text", "roll", "written"), SHOWN)
def test_the_play_that_is_shown_serves_its_strategy_better_than_most(
    name: str, text: str, roll: int, written: str
) -> None:
    before, strategy = board(text), STRATEGIES[name]
    shown = parse_play(written, before, Roll.parse(str(roll))).after
    served = {after: service(strategy, before, after) for after in legal_plays(before, Roll.parse(str(roll)))}
    assert sum(found > served[shown] for found in served.values()) < len(served) / 2


def test_waiting_on_two_points_behind_in_the_race_is_a_back_game() -> None:
    assert plan_of(board(WAITING)) == "geri_oyun"


def test_nobody_has_a_plan_at_the_start_or_in_a_race() -> None:
    assert plan_of(Position.start()) is None
    assert plan_of(Position.from_points({6: 5, 5: 4, 4: 3}, {6: 5, 5: 4, 4: 3})) is None


def test_a_play_serves_the_strategies_that_it_is_made_for() -> None:
    """Making the 5 point serves the home, slotting it the bold game, and running the escape but not the back game."""
    start = Position.start()
    point = parse_play("8/5 6/5", start, Roll.of(3, 1)).after
    slot = parse_play("13/11 6/5", start, Roll.of(2, 1)).after
    run = parse_play("24/13", start, Roll.of(6, 5)).after
    assert service(STRATEGIES["alan"], start, point) > service(STRATEGIES["alan"], start, slot) > -1
    assert service(STRATEGIES["riskli"], start, slot) > service(STRATEGIES["riskli"], start, point)
    assert service(STRATEGIES["guvenli"], start, point) > service(STRATEGIES["guvenli"], start, slot)
    assert service(STRATEGIES["kacis"], start, run) > 0 > service(STRATEGIES["geri_oyun"], start, run)
