"""The plans of both sides, with the numbers that they were told from."""

import pytest

from tavla.analysis.themes import Remark, explain, sentences
from tavla.analysis.themes.sides import plan, remarks
from tavla.notation import parse_play
from tavla.plans import STRATEGIES, measure, plan_of
from tavla.plans.features import FEATURES
from tavla.rules import Position, Roll
from tavla.words import LANGUAGES
from tests.analysis.themes.cases import moment, pair, play
from tests.plans.test_strategies import SHOWN, WAITING, board

BOTH = "-b----E-C-A-eD---bAdb---A-:0:0:-1:52:2:2:0:7:10"


@pytest.mark.parametrize(("name", "text", "roll", "written"), SHOWN)
def test_a_plan_is_told_with_what_was_counted_for_it(name: str, text: str, roll: int, written: str) -> None:
    after = parse_play(written, board(text), Roll.parse(str(roll))).after.flip()
    remark = plan(after)
    assert remark is not None
    assert remark.code == f"plan.{name}"
    assert remark.values
    assert {feature: abs(measure(after)[feature]) for feature in remark.values} == dict(remark.values)


def test_a_back_game_is_behind_in_the_race() -> None:
    remark = plan(board(WAITING))
    assert remark is not None
    assert remark.code == "plan.geri_oyun"
    assert measure(board(WAITING))["lead"] < 0


def test_no_plan_is_told_where_none_fits() -> None:
    assert plan(Position.start()) is None
    assert remarks(pair("-BaBBBB---B-ba--abbbbBbA--:1:1:-1:66:0:1:0:7:10", "23/5 9/3", "23/11 12/6 9/3")) == ()


@pytest.mark.parametrize(
    ("code", "xgid", "made", "best"),
    [
        ("plans.mine", "-BCAbDC-B------a--ccbbb---:1:-1:1:21:0:0:0:7:10", "6/3", "5/3 2/1"),
        ("plans.other", "-a-aa-EBC--AdC---aadb-A---:0:0:-1:21:5:6:0:9:10", "6/3*", "22/20 21/20"),
        ("plans.both", BOTH, "24/22 6/1*", "24/22 13/8"),
    ],
)
def test_the_plans_come_last(code: str, xgid: str, made: str, best: str) -> None:
    state = moment(xgid)
    found = explain(state, play(state, made), play(state, best))
    assert code in [remark.code for remark in found[-1:]]


def test_both_plans_are_those_of_the_boards_after_the_plays() -> None:
    both = pair(BOTH, "24/22 6/1*", "24/22 13/8")
    assert remarks(both)
    for remark in remarks(both):
        for whose, own in (("mine", both.after_best.board), ("theirs", both.after_best.board.flip())):
            named = remark.values.get(whose)
            if isinstance(named, Remark):
                assert named.code == f"plan.{plan_of(own)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plan_has_its_words(language: str) -> None:
    for name in STRATEGIES:
        remark = Remark("plans.mine", {"mine": Remark(f"plan.{name}", dict.fromkeys(FEATURES, 3))})
        [sentence] = sentences(language, [remark])
        assert "plan." not in sentence
        assert "{" not in sentence
