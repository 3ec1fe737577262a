"""The tutor names the best, says what a decision cost, and is not fooled by what is no decision."""

import pytest

from tavla.analysis.rating import BLUNDER, DOUBTFUL
from tavla.analysis.tutor import MENTIONS, answered, decided, decider, has_choice, hint, verdict
from tavla.errors import IllegalAction, InvalidInput
from tavla.match.events import Event, GameStarted, MatchStarted, Player, TakebackAsked, TakenBack
from tavla.match.match import History
from tavla.notation import Situation, format_play, parse_play, read_position, rules_of, state_of
from tavla.rules import BAR, Act, Phase, Position, Roll, State, apply, profile
from tavla.rules.facts import Doubled, Dropped, Played, Rolled, Thrown

WORST_31 = [(13, 3), (6, 1)]
"""13/10 6/5: two blots where a point could be made."""

WON = "XGID=-AAAA-------------aabbcd--:0:0:1:00:0:0:0:7:10"
"""A race that is as good as won for X, who is on roll."""


def opening(roll: str = "31") -> State:
    high, low = map(int, roll)
    return apply(State.begin(profile("standard", {"length": "points(7)"})), Thrown((high, low)))


def state(xgid: str) -> State:
    situation: Situation = read_position(xgid)
    return state_of(situation, rules_of(situation))


def a_history(*facts: tuple[int | None, object]) -> History:
    history = History()
    started = MatchStarted((Player("A"), Player("B")), profile("standard", {"length": "points(7)"}))
    for version, (seat, fact) in enumerate([(None, started), (None, GameStarted(1)), *facts], start=1):
        history.append(Event(version, float(version), seat, fact))  # type: ignore[arg-type]
    return history


def play(text: str, roll: str, now: State) -> Played:
    return Played(parse_play(text, now.position, Roll.parse(roll), now.rules).play)


def test_a_hint_ranks_the_plays_and_says_what_the_best_one_does() -> None:
    found = hint(opening())
    best = found.choices[0].action
    assert isinstance(best, Played)
    assert format_play(best.moves) == "8/5 6/5"
    assert len(found.choices) == 5
    assert found.remarks


def test_a_hint_needs_something_to_decide() -> None:
    begun = State.begin(profile("standard"))
    assert not has_choice(begun)
    with pytest.raises(IllegalAction):
        hint(begun)
    single = state_of(read_position("XGID=-A----------------------a-:0:0:1:21:0:0:0:1:10"), profile("standard"))
    assert not has_choice(single)


def test_a_roll_without_a_cube_is_no_decision() -> None:
    rules = profile("tavla")
    before_roll = State(rules, rules.start, Phase.ROLL, 0)
    assert not has_choice(before_roll)
    assert has_choice(State(profile("standard"), rules.start, Phase.ROLL, 0))


def test_the_best_play_costs_nothing() -> None:
    found = verdict(answered(opening(), "play", [(8, 3), (6, 1)]))
    assert found is not None
    assert (found.loss, found.grade) == (0.0, None)


def test_a_blunder_is_named_with_what_would_have_been_better() -> None:
    found = verdict(answered(opening(), "play", WORST_31))
    assert found is not None
    assert found.grade == "blunder"
    assert found.better[0] == found.best
    assert found.judgement.chosen in found.better
    assert found.remarks
    assert found.loss >= MENTIONS["blunders"] == BLUNDER > MENTIONS["all"] == DOUBTFUL


def test_a_play_that_is_looked_at_because_it_was_made_makes_no_other_worse() -> None:
    plain, made = hint(opening()).decision, verdict(answered(opening(), "play", WORST_31))
    assert made is not None
    others = [each for each in made.judgement.decision.choices if each != made.judgement.chosen]
    worths = {each.after: each.equity for each in plain.choices}
    assert all(each.equity == worths[each.after] for each in others)
    ranked = [each.equity for each in made.judgement.decision.choices]
    assert ranked == sorted(ranked, reverse=True)


def test_a_lost_race_taken_is_a_blunder_of_the_taker() -> None:
    offered = apply(state(WON), Doubled())
    assert decider(offered) == 0
    found = verdict(answered(offered, "take"))
    assert found is not None
    assert (found.judgement.kind, found.grade, found.best.name) == ("take", "blunder", "drop")


@pytest.mark.parametrize(
    ("action", "moves"),
    [("take", ()), ("roll", ()), ("double", ()), ("beaver", ()), ("play", ()), ("play", [(8, 3)]), ("play", [(1, 6)])],
)
def test_what_is_not_allowed_is_no_answer(action: str, moves: list[tuple[int, int]]) -> None:
    with pytest.raises(IllegalAction):
        answered(opening(), action, moves)


def test_a_word_that_means_nothing_is_no_answer() -> None:
    with pytest.raises(InvalidInput):
        answered(opening(), "castle")


def test_not_doubling_is_a_decision_too() -> None:
    now = State(profile("standard", {"length": "points(7)"}), profile("standard").start, Phase.ROLL, 0)
    found = verdict(answered(now, "roll"))
    assert found is not None
    assert (found.judgement.kind, found.judgement.chosen.action, found.loss) == ("double", Act.ROLL, 0.0)


def test_on_a_closed_board_the_turn_is_passed_or_the_cube_is_turned() -> None:
    rules = profile("standard", {"length": "points(7)", "closed_board": "skip"})
    board = Position.from_points({BAR: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 5})
    now = State(rules, board, Phase.ROLL, 0)
    found = verdict(answered(now, "pass"))
    assert found is not None
    assert found.loss == 0.0
    with pytest.raises(IllegalAction):
        answered(now, "roll")


def test_the_decision_of_an_event_is_found_in_the_log() -> None:
    now = opening()
    history = a_history((None, Thrown((3, 1))), (0, play("13/10 6/5", "31", now)), (1, Rolled(Roll.of(6, 1))))
    found = decided(history, 4)
    assert found is not None
    assert (found.kind, found.seat, found.state.roll) == ("play", 0, Roll(3, 1))
    assert (decided(history, 3), decided(history, 99)) == (None, None)
    no_double = decided(history, 5)
    assert no_double is not None
    assert (no_double.kind, no_double.seat, no_double.action) == ("double", 1, Act.ROLL)


def test_what_was_taken_back_is_no_decision_any_more() -> None:
    now = opening()
    history = a_history(
        (None, Thrown((3, 1))), (0, play("13/10 6/5", "31", now)), (0, TakebackAsked(0)), (1, TakenBack(3))
    )
    assert decided(history, 4) is None


def test_an_answer_to_a_double_is_judged_for_the_one_who_gave_it() -> None:
    now = opening()
    history = a_history((None, Thrown((3, 1))), (0, play("8/5 6/5", "31", now)), (1, Doubled()), (0, Dropped()))
    found = decided(history, 6)
    assert found is not None
    judged = verdict(found)
    assert judged is not None
    assert (judged.judgement.seat, judged.judgement.kind, judged.grade) == (0, "take", "blunder")
