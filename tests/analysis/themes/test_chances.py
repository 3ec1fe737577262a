"""What the engine's chances differ in: said where it counts, silent where a mars is worth nothing or depths differ."""

import pytest

from tavla.analysis.themes import Percent
from tavla.analysis.themes.pair import Pair
from tavla.rules.outcome import Chances
from tests.analysis.themes.cases import found, moment, play

MATCH = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
LAST = "-b----E-C---eE---c-e----B-:0:0:1:31:6:6:0:7:10"
"""Both one point away: a mars is worth no more than a game."""
JACOBY = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10"
LOW = Chances(0.50, 0.10, 0.0, 0.15, 0.0)


def codes(xgid: str, made: Chances, best: Chances, plies: int = 2) -> dict[str, dict[str, object]]:
    state = moment(xgid)
    both = Pair.of(state, play(state, "24/23 13/10", made), play(state, "8/5 6/5", best, plies))
    return {code: dict(each.remark.values) for code, each in found(both).items() if code.startswith("chance.")}


@pytest.mark.parametrize(
    ("best", "expected"),
    [
        (LOW._replace(win=0.52), {"chance.win": {"played": 0.50, "best": 0.52}}),
        (LOW._replace(win_gammon=0.14), {"chance.gammon": {"played": 0.10, "best": 0.14}}),
        (LOW._replace(lose_gammon=0.12), {"chance.lost_gammon": {"played": 0.15, "best": 0.12}}),
        (LOW, {}),
        (LOW._replace(win=0.503), {}),
    ],
)
def test_differences_of_note_are_said(best: Chances, expected: dict[str, object]) -> None:
    assert codes(MATCH, LOW, best) == expected


def test_a_trade_of_games_for_gammons_is_one_remark() -> None:
    risky, sound = LOW._replace(win=0.48, win_gammon=0.18), LOW
    values = {"played": 0.50, "best": 0.48, "played_gammon": 0.10, "best_gammon": 0.18}
    assert codes(MATCH, sound, risky) == {"chance.for_gammons": values}
    assert set(codes(MATCH, risky, sound)) == {"chance.for_wins"}


@pytest.mark.parametrize("xgid", [LAST, JACOBY])
def test_gammons_are_left_out_where_they_are_worth_nothing(xgid: str) -> None:
    other = LOW._replace(win=0.52, win_gammon=0.2, lose_gammon=0.05)
    assert set(codes(xgid, LOW, other)) == {"chance.win"}


def test_what_was_looked_at_to_another_depth_is_not_compared() -> None:
    assert codes(MATCH, LOW, LOW._replace(win=0.6), plies=1) == {}


def test_chances_are_shares() -> None:
    values = codes(MATCH, LOW, LOW._replace(win=0.52))["chance.win"]
    assert all(isinstance(each, Percent) for each in values.values())
