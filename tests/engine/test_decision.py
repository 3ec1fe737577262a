"""The one door of the engine: ranked choices for every kind of decision, at money, at scores and by house rules."""

from dataclasses import replace

import pytest

from tavla.engine.decision import LEVELS, Decision, decide, level
from tavla.engine.match_equity import kazaross_xg2
from tavla.errors import IllegalAction, InvalidOption
from tavla.notation import format_play
from tavla.rules import Act, Cube, Phase, Position, Roll, RuleSet, Score, State, apply, profile
from tavla.rules.facts import Accepted, Beavered, Doubled, Dropped, Played, Refused, Resigned, Rolled, Taken

MONEY = profile("money", {"jacoby": "off"})
RACE = Position.from_points({6: 5, 5: 4, 4: 3, 3: 3}, {6: 5, 5: 4, 4: 3, 3: 3})
AHEAD = Position.from_points({6: 1, 5: 1, 3: 2, 1: 2}, {6: 3, 5: 3})
BLITZ = Position.from_points({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 8: 2}, {25: 2, 24: 2, 13: 5, 8: 3, 6: 3})


def to_roll(position: Position, rules: RuleSet = MONEY, **more: object) -> State:
    return replace(State(rules, position, Phase.ROLL, 0), **more)  # type: ignore[arg-type]


def to_play(position: Position, roll: tuple[int, int], rules: RuleSet = MONEY) -> State:
    return apply(to_roll(position, rules), Rolled(Roll.of(*roll)))


def text(decision: Decision) -> str:
    action = decision.best.action
    assert isinstance(action, Played)
    return format_play(action.moves)


@pytest.mark.parametrize("name", ["0-ply", "1-ply", "2-ply"])
def test_the_best_openings_are_found(name: str) -> None:
    start = Position.start()
    assert text(decide(to_play(start, (3, 1)), LEVELS[name])) == "8/5 6/5"
    assert text(decide(to_play(start, (4, 2)), LEVELS[name])) == "8/4 6/4"
    assert text(decide(to_play(start, (6, 1)), LEVELS[name])) == "13/7 8/7"


def test_choices_are_ranked_and_losses_follow() -> None:
    decision = decide(to_play(Position.start(), (5, 2)), LEVELS["1-ply"])
    equities = [choice.equity for choice in decision.choices]
    assert equities == sorted(equities, reverse=True)
    best, worst = decision.best.after, decision.choices[-1].after
    assert best is not None
    assert worst is not None
    assert decision.loss_of(best) == 0.0
    assert decision.loss_of(worst) == pytest.approx(equities[0] - equities[-1])
    with pytest.raises(IllegalAction):
        decision.loss_of(Position.start())


def test_the_same_state_gives_the_same_decision() -> None:
    state = to_play(Position.start(), (6, 4))
    assert decide(state, LEVELS["2-ply"]) == decide(state, LEVELS["2-ply"])


def test_a_dance_is_the_only_choice() -> None:
    closed = Position.from_points({25: 1, 13: 5}, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})
    state = replace(to_roll(closed), phase=Phase.PLAY, roll=Roll.of(6, 5))
    assert decide(state, LEVELS["1-ply"]).best.action == Played(())


def test_the_winning_play_is_worth_the_game() -> None:
    decision = decide(to_play(Position.from_points({2: 1, 1: 1}, {6: 5}), (2, 1)), LEVELS["2-ply"])
    assert text(decision) == "2/off 1/off"
    assert decision.best.equity == pytest.approx(1.0, abs=1e-6)


def test_a_long_even_race_is_not_doubled_and_a_won_one_is() -> None:
    assert decide(to_roll(RACE), LEVELS["1-ply"]).best.action is Act.ROLL
    assert isinstance(decide(to_roll(AHEAD), LEVELS["1-ply"]).best.action, Doubled)


def test_a_lost_game_is_dropped_and_a_fair_one_taken() -> None:
    assert isinstance(decide(apply(to_roll(AHEAD), Doubled()), LEVELS["1-ply"]).best.action, Dropped)
    assert isinstance(decide(apply(to_roll(RACE), Doubled()), LEVELS["1-ply"]).best.action, Taken)


@pytest.mark.parametrize("name", ["1-ply", "2-ply"])
def test_a_taker_counts_on_the_redouble_of_his_last_roll(name: str) -> None:
    # The roller bears off four checkers with a double, 1 in 6, else he needs one roll more. The taker, 4 points away
    # like him, then redoubles for the match, which is no drop (2:4), and bears off in 23 of 36.
    met = kazaross_xg2()
    last = Position.from_points({1: 4}, {5: 1, 1: 1})
    state = to_roll(last, profile("standard", {"length": "points(7)"}), score=Score((3, 3)))
    found = {choice.name: choice for choice in decide(apply(state, Doubled()), LEVELS[name]).choices}
    assert met.chance(2, 4) > 23 / 36
    assert found["take"].match_chance == pytest.approx(met.chance(4, 2) / 6 + 5 / 6 * 23 / 36, abs=1e-5)
    assert found["drop"].match_chance == pytest.approx(met.chance(4, 3), abs=1e-9)


def test_too_good_to_double_is_seen_and_jacoby_forbids_it() -> None:
    closed = Position.from_points({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, {25: 3, 13: 5, 8: 3, 6: 4})
    assert decide(to_roll(closed), LEVELS["1-ply"]).best.action is Act.ROLL
    jacoby = profile("money")
    assert isinstance(decide(to_roll(closed, jacoby), LEVELS["1-ply"]).best.action, Doubled)


def test_nobody_doubles_a_dead_cube() -> None:
    rules = profile("standard", {"length": "points(3)"})
    state = to_roll(AHEAD, rules, cube=Cube(2, 0), score=Score((1, 1)))
    assert [choice.action for choice in decide(state, LEVELS["0-ply"]).choices] == [Act.ROLL]


def test_a_trailer_doubles_at_once_after_the_crawford_game() -> None:
    rules = profile("standard", {"length": "points(5)"})
    state = to_roll(Position.start(), rules, score=Score((2, 4), post_crawford=True))
    assert isinstance(decide(state, LEVELS["0-ply"]).best.action, Doubled)


def test_a_bad_double_is_beavered() -> None:
    rules = profile("money", {"beavers": "1"})
    behind = BLITZ.flip()._replace(mine=BLITZ.theirs, theirs=BLITZ.mine)
    state = apply(to_roll(behind, rules), Doubled())
    assert isinstance(decide(state, LEVELS["1-ply"]).best.action, Beavered)


def test_a_resignation_below_the_worth_of_the_game_is_refused() -> None:
    mars_is_certain = Position.from_points({2: 2}, {6: 5, 7: 10})
    offered = apply(to_roll(mars_is_certain), Resigned(1, 1))
    assert isinstance(decide(offered, LEVELS["1-ply"]).best.action, Refused)
    enough = apply(to_roll(mars_is_certain), Resigned(1, 2))
    assert isinstance(decide(enough, LEVELS["1-ply"]).best.action, Accepted)


def test_house_rules_hold_at_the_root() -> None:
    position = Position.from_points({8: 3, 6: 4, 5: 2, 3: 2, 2: 2, 13: 2}, {21: 1, 6: 5, 8: 3, 13: 6})
    free = decide(to_play(position, (4, 3)), LEVELS["0-ply"])
    banned = decide(to_play(position, (4, 3), profile("tavla")), LEVELS["0-ply"])
    assert (len(free.choices), len(banned.choices)) == (18, 17)


def test_match_chances_are_given_in_matches_only() -> None:
    money = decide(to_play(Position.start(), (3, 1)), LEVELS["0-ply"]).best
    match = decide(to_play(Position.start(), (3, 1), profile("tournament")), LEVELS["0-ply"]).best
    assert money.match_chance is None
    assert match.match_chance is not None
    assert 0.5 < match.match_chance < 0.6


def test_chances_never_hold_a_mars_that_is_saved() -> None:
    saved = Position.from_points({6: 5, 5: 4}, {6: 5, 5: 5, 4: 3})
    for choice in decide(to_play(saved, (6, 2)), LEVELS["1-ply"]).choices:
        assert choice.chances.lose_gammon == choice.chances.win_gammon == 0.0


def test_there_is_nothing_to_decide_before_the_opening() -> None:
    with pytest.raises(IllegalAction):
        decide(State.begin(MONEY), LEVELS["0-ply"])


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(InvalidOption, match="0-ply"):
        level("9-ply")
