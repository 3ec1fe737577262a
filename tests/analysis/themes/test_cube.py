"""What a cube decision hangs on, in numbers that the worths, the board and the score give."""

from dataclasses import replace

import pytest

from tavla.analysis.themes import Remark, cube
from tavla.analysis.themes.market import lost_markets, taker_needs
from tavla.engine.cubeful import take_point
from tavla.engine.decision import Choice
from tavla.engine.stake import Stake
from tavla.rules import BAR, ROLLS, Act, Position, legal_plays
from tavla.rules.facts import Beavered, Doubled, Dropped, Taken
from tavla.rules.outcome import Chances
from tests.analysis.themes.cases import moment

MONEY = "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
RACE = "-BCCCBB-----------bbcccb--:0:0:1:00:0:0:0:0:10"
PRESSING = "-a-a--E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
QUIET = "--B-baDBB---bC-A-bacbb--A-:0:0:1:00:0:0:0:0:10"
OFFERED = "-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10"
RACE_BOARD = Position.from_points({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 4: 5})
STRONG = Chances(0.70, 0.20, 0.01, 0.08, 0.0)


def said(xgid: str, chosen: tuple[object, float], best: tuple[object, float], chances: Chances) -> dict[str, Remark]:
    """The remarks on two choices, each an action with its worth; the chances are the decider's."""
    choices = [Choice(action, worth, None, chances, 2) for action, worth in (chosen, best)]  # type: ignore[arg-type]
    return {each.remark.code: each.remark for each in cube.remarks(moment(xgid), *choices)}


def doubling(rest: float, double: float, xgid: str = MONEY, chances: Chances = STRONG) -> dict[str, Remark]:
    both = sorted([(Act.ROLL, rest), (Doubled(), double)], key=lambda each: each[1])
    return said(xgid, both[0], both[1], chances)


def answering(take: float, drop: float = -1.0, chances: Chances | None = None) -> dict[str, Remark]:
    both = sorted([(Taken(), take), (Dropped(), drop)], key=lambda each: each[1])
    return said(OFFERED, both[0], both[1], STRONG.flip() if chances is None else chances)


@pytest.mark.parametrize(
    ("rest", "double", "code"),
    [(0.5, 0.6, "double"), (0.6, 0.5, "not_yet"), (0.8, 1.0, "cash"), (1.2, 1.0, "too_good")],
)
def test_the_two_worths_of_a_double_name_its_kind(rest: float, double: float, code: str) -> None:
    found = doubling(rest, double)
    assert found[f"cube.{code}"].values == {"roll": rest, "double": double}
    assert len({"cube.double", "cube.not_yet", "cube.cash", "cube.too_good"} & found.keys()) == 1


def test_the_two_worths_of_an_answer_name_its_kind() -> None:
    assert answering(-0.8)["cube.take"].values == {"take": -0.8, "drop": -1.0}
    assert "cube.drop" not in answering(-0.8)
    assert answering(-1.2)["cube.drop"].values == {"take": -1.2, "drop": -1.0}
    assert "cube.take" not in answering(-1.2)


def test_the_take_point_is_that_of_the_cube_model() -> None:
    start = moment(MONEY).position
    dead = taker_needs(RACE_BOARD, Chances(0.7, 0.0, 0.0, 0.0, 0.0), Stake())
    assert dead is not None
    assert 0.2 < dead < 0.25
    gammons = taker_needs(start, Chances(0.7, 0.28, 0.0, 0.0, 0.0), Stake())
    plain = taker_needs(start, Chances(0.7, 0.0, 0.0, 0.0, 0.0), Stake())
    assert gammons is not None
    assert plain is not None
    assert gammons > plain + 0.05
    assert plain == pytest.approx(take_point(Stake(), efficiency=0.68), abs=0.01)


def test_the_take_point_is_said_where_it_agrees_with_the_worths() -> None:
    weak = Chances(0.15, 0.0, 0.0, 0.2, 0.0)
    assert "cube.take_point.money" in answering(-1.3, chances=weak)
    assert "cube.take_point.money" not in answering(-0.7, chances=weak)
    assert "cube.take_point.match" not in answering(-1.3, chances=weak)


def test_at_a_score_the_take_point_is_called_that_of_the_score() -> None:
    found = doubling(0.5, 0.6, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", Chances(0.6, 0.1, 0.0, 0.1, 0.0))
    assert "cube.take_point.match" in found
    assert "cube.take_point.money" not in found


def test_the_market_is_lost_by_good_rolls_only() -> None:
    found = doubling(0.5, 0.6, PRESSING)
    share = lost_markets(moment(PRESSING).position, Stake())
    assert share is not None
    assert 0.0 < share < 0.3
    assert found["cube.market"].values == {"share": share}
    assert "cube.no_market" not in found
    nearly_off = Position.from_points({1: 2}, {1: 1})
    assert lost_markets(nearly_off, Stake()) is None


def test_where_no_rolls_lose_the_market_it_is_said_so() -> None:
    found = doubling(0.6, 0.5, QUIET)
    assert "cube.no_market" in found
    assert "cube.market" not in found


def test_there_is_no_market_for_who_answers() -> None:
    assert "cube.market" not in answering(-0.8)


def test_gammons_are_those_of_the_doubler() -> None:
    assert doubling(0.5, 0.6)["cube.gammons"].values == {"won": 0.20, "lost": 0.08}
    assert answering(-0.8)["cube.gammons"].values == {"won": 0.20, "lost": 0.08}
    assert "cube.gammons" not in doubling(0.5, 0.6, chances=Chances(0.7, 0.01, 0.0, 0.0, 0.0))


def test_shots_of_the_doubler_are_counted_roll_by_roll() -> None:
    found = doubling(0.5, 0.6, PRESSING)["cube.shots"].values
    position = moment(PRESSING).position
    hitting = [roll for roll in ROLLS if any(after.mine[BAR] for after in legal_plays(position, roll))]
    assert found["rolls"] == sum(roll.weight for roll in hitting)
    assert found["blots"] == (3, 1)
    assert "cube.shots" not in doubling(0.5, 0.6)


def test_checkers_on_the_bar_are_the_takers() -> None:
    waiting = "b-BB-BB-BA--b-A--b-cbBAbb-:0:0:1:00:0:0:0:25:10"
    assert doubling(0.5, 0.6, waiting)["cube.bar"].values == {"n": 2, "rolls": 16}
    assert "cube.bar" not in doubling(0.5, 0.6)


def test_a_beaver_is_set_against_taking() -> None:
    found = said(OFFERED, (Taken(), 0.2), (Beavered(), 0.3), STRONG)
    assert found["cube.beaver"].values == {"take": 0.2, "beaver": 0.3}
    assert "cube.beaver" not in answering(-0.8)


def test_a_race_is_measured_in_pips_and_percent() -> None:
    found = doubling(0.5, 0.6, RACE)
    values = found["cube.race.ahead"].values
    mine, theirs = moment(RACE).position.pips
    assert (values["mine"], values["theirs"], values["pips"]) == (mine, theirs, theirs - mine)
    assert values["share"] == pytest.approx((theirs - mine) / mine)
    assert "cube.pips.ahead" not in found
    assert "cube.race.behind" in doubling(0.5, 0.6, RACE.replace(":1:00", ":-1:00"))


def test_a_level_race_is_called_level() -> None:
    found = doubling(0.5, 0.6, "-CCCBBB------------bbbccc-:0:0:1:00:0:0:0:0:10")
    assert found["cube.race.level"].values["mine"] == 48
    assert not {"cube.race.ahead", "cube.race.behind"} & found.keys()


def test_with_contact_the_race_is_said_when_somebody_is_well_ahead() -> None:
    assert not any(code.startswith(("cube.pips", "cube.race")) for code in doubling(0.5, 0.6))
    ahead = "-b----E-C---eE---c-eB-----:0:0:1:00:0:0:0:0:10"
    assert "cube.pips.ahead" not in doubling(0.5, 0.6, ahead)
    further = "-b--BCE-B---A------ceB-e--:0:0:1:00:0:0:0:0:10"
    mine, theirs = moment(further).position.pips
    code = "cube.pips.ahead" if theirs > mine else "cube.pips.behind"
    assert doubling(0.5, 0.6, further)[code].values["pips"] == abs(theirs - mine)


def test_the_score_says_when_a_double_costs_nothing_and_when_the_cube_is_dead() -> None:
    trailing = "-b----E-C---eE---c-e----B-:0:0:1:00:3:6:0:7:10"
    assert "cube.free" in doubling(0.5, 0.6, trailing)
    assert "cube.free" not in doubling(0.5, 0.6, "-b----E-C---eE---c-e----B-:0:0:1:00:3:4:0:7:10")
    near = "-b----E-C---eE---c-e----B-:0:0:1:00:2:5:0:7:10"
    assert doubling(0.5, 0.6, near)["cube.dead"].values == {"away": 2, "cube": 2}
    assert "cube.dead" not in doubling(0.5, 0.6)


def test_the_price_of_a_gammon_is_said_where_it_is_not_that_of_money() -> None:
    trailing = "-b----E-C---eE---c-e----B-:0:0:1:00:3:6:0:7:10"
    price = doubling(0.5, 0.6, trailing)["cube.gammon_price"].values["price"]
    assert isinstance(price, float)
    assert price > 0.6
    assert "cube.gammon_price" not in doubling(0.5, 0.6)


def test_plans_of_both_sides_stand_beside_a_cube_decision() -> None:
    waiting = "---BBBC-B--------abdddBB--:0:0:1:00:0:0:0:0:10"
    found = doubling(0.5, 0.6, waiting)
    mine = found["plans.cube.both" if "plans.cube.both" in found else "plans.cube.mine"].values["mine"]
    assert isinstance(mine, Remark)
    assert mine.code == "plan.geri_oyun"
    assert not {"plans.cube.both", "plans.cube.mine", "plans.cube.theirs"} & doubling(0.5, 0.6).keys()


def test_nothing_is_said_about_a_beaver_of_a_beaver() -> None:
    state = moment(OFFERED)
    assert state.offer is not None
    again = replace(state, offer=replace(state.offer, by=1 - state.offer.by, beavers=1))
    choices = [Choice(each, 0.0, None, STRONG, 2) for each in (Taken(), Beavered())]
    assert cube.remarks(again, choices[0], choices[1]) == []
