"""What a cube decision hangs on, in numbers: worths, the market, the take point, mars, the race, the score."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tavla.analysis.themes import sides
from tavla.analysis.themes.market import lost_markets, taker_needs
from tavla.analysis.themes.pair import Found
from tavla.analysis.themes.remark import Percent, Remark
from tavla.engine.cubeful import gammon_value
from tavla.engine.decision import Choice
from tavla.engine.own_tables import table_for
from tavla.engine.stake import CENTRE, MINE, THEIRS, Stake
from tavla.plans.features import WEIGHTS, hits
from tavla.rules import BAR, Phase, Position, State
from tavla.rules.outcome import Chances
from tavla.rules.position import HOME

SHOTS = 6
"""From how many rolls on a chance to hit is worth a word."""
MONEY_GAMMON = 0.5
"""What a mars is worth beyond a tek in money play, as half a game's swing."""


@dataclass(frozen=True)
class Offer:
    """A cube decision seen by who offers the cube (or may): the board before his roll, his chances and stake."""

    state: State
    chosen: Choice
    best: Choice

    @property
    def is_answer(self) -> bool:
        """Whether the cube has been offered."""
        return self.state.phase is Phase.CUBE

    @cached_property
    def stake(self) -> Stake:
        """The stake before the cube is turned, seen by the player on roll."""
        return Stake.of(self.state, table_for(self.state.rules))

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def chances(self) -> Chances:
        """The chances of the player on roll."""
        return self.best.chances.flip() if self.is_answer else self.best.chances

    def worth(self, name: str) -> float | None:
        """The worth of a choice, if it is one of the two."""
        return next((each.equity for each in (self.best, self.chosen) if each.name == name), None)


def remarks(state: State, chosen: Choice, best: Choice) -> list[Found]:
    """Everything that can be said about a double or its answer; nothing about beavers of beavers."""
    if state.offer is not None and (state.offer.beavers or state.offer.by != state.turn):
        return []
    offer = Offer(state, chosen, best)
    return [found for theme in _THEMES for found in theme(offer)]


def _worths(offer: Offer) -> Iterator[Found]:
    """The two worths that are compared, in words for the kind of decision."""
    rest, double = offer.worth("roll"), offer.worth("double")
    take, drop, beaver = (offer.worth(name) for name in ("take", "drop", "beaver"))
    if rest is not None and double is not None:
        yield Found(1.0, Remark(f"cube.{_kind_of_double(rest, double)}", {"roll": rest, "double": double}))
    elif take is not None and drop is not None:
        yield Found(1.0, Remark("cube.take" if take >= drop else "cube.drop", {"take": take, "drop": drop}))
    elif take is not None and beaver is not None:
        yield Found(1.0, Remark("cube.beaver", {"take": take, "beaver": beaver}))


def _kind_of_double(rest: float, double: float) -> str:
    """A double worth exactly the present cube is one that should be dropped."""
    dropped = abs(double - 1.0) < 1e-9
    if rest > double:
        return "too_good" if dropped else "not_yet"
    return "cash" if dropped else "double"


def _market(offer: Offer) -> Iterator[Found]:
    if offer.is_answer or offer.worth("double") is None:
        return
    lost = lost_markets(offer.position, offer.stake)
    if lost is not None and lost >= 0.0005:
        yield Found(0.9, Remark("cube.market", {"share": Percent(lost)}))
    elif lost is not None:
        yield Found(0.9, Remark("cube.no_market"))


def _take_point(offer: Offer) -> Iterator[Found]:
    """The take point, where it says the same as the worths of taking and dropping."""
    needs = taker_needs(offer.position, offer.chances, offer.stake)
    if needs is None:
        return
    has = 1.0 - offer.chances.win
    take, drop = offer.worth("take"), offer.worth("drop")
    double = offer.worth("double")
    if offer.is_answer and take is not None and drop is not None:
        agrees = (take >= drop) == (has >= needs)
    else:
        agrees = double is not None and (double < 1.0 - 1e-9) == (has >= needs)
    where = "money" if offer.stake.away is None else "match"
    if agrees:
        yield Found(0.8, Remark(f"cube.take_point.{where}", {"needs": Percent(needs), "has": Percent(has)}))


def _gammons(offer: Offer) -> Iterator[Found]:
    won, lost = offer.chances.win_gammon, offer.chances.lose_gammon
    values = {"won": Percent(won), "lost": Percent(lost)}
    if _gammons_count(offer.stake) and max(won, lost) >= 0.02:
        yield Found(0.3 + won, Remark("cube.gammons", values))


def _gammons_count(stake: Stake) -> bool:
    """Whether a mars of either side would change anything with the cube turned."""
    taken = stake.turned(THEIRS)
    wins, losses = taken.wins(taken.cube, taken.most), taken.losses(taken.cube, taken.most)
    return bool(wins[1] > wins[0] or losses[1] < losses[0])


def _shots(offer: Offer) -> Iterator[Found]:
    """What the next roll may hit: how many of the doubler's 36 rolls, and which blots in his numbering."""
    if offer.state.rules.restricts_moves:
        return
    by_roll = hits([offer.position.flip()])[0]
    rolls = int(by_roll.any(axis=1) @ WEIGHTS)
    if rolls >= SHOTS:
        blots = tuple(BAR - int(point) for point in np.flatnonzero(by_roll.any(axis=0)))
        yield Found(0.55, Remark("cube.shots", {"rolls": rolls, "blots": blots}))


def _bar(offer: Offer) -> Iterator[Found]:
    """The taker's checkers on the bar, and how many of his rolls bring none of them in as the board stands."""
    waiting = offer.position.theirs[BAR]
    closed = sum(count >= 2 for count in offer.position.mine[1 : HOME + 1])
    if waiting:
        yield Found(0.6, Remark("cube.bar", {"n": waiting, "rolls": closed**2}))


def _race(offer: Offer) -> Iterator[Found]:
    """The race, where nothing else is left or one side is far ahead."""
    mine, theirs = offer.position.pips
    lead, share = theirs - mine, (theirs - mine) / max(mine, 1)
    code = "race" if not offer.position.contact else "pips"
    if code == "race" or abs(share) >= 0.1:
        side = "ahead" if lead > 0 else "behind" if lead < 0 else "level"
        values = {"pips": abs(lead), "share": Percent(abs(share)), "mine": mine, "theirs": theirs}
        yield Found(0.85 if code == "race" else 0.35, Remark(f"cube.{code}.{side}", values))


def _score(offer: Offer) -> Iterator[Found]:
    """What the score changes: a cube that is turned for nothing, one of no use to the taker, the price of mars."""
    stake = offer.stake
    if stake.away is None:
        return
    if stake.losses(stake.cube)[0] <= -1.0 + 1e-9:
        yield Found(0.95, Remark("cube.free", {"away": stake.away[1]}))
    elif stake.owner in (CENTRE, MINE) and not stake.may_double(THEIRS, 2 * stake.cube):
        yield Found(0.5, Remark("cube.dead", {"away": stake.away[1], "cube": 2 * stake.cube}))
    price = gammon_value(stake.turned(THEIRS))[0]
    if abs(price - MONEY_GAMMON) >= 0.1 and offer.chances.win_gammon >= 0.1:
        yield Found(0.45, Remark("cube.gammon_price", {"price": float(price), "cube": 2 * stake.cube}))


def _plans(offer: Offer) -> Iterator[Found]:
    for remark in sides.both(sides.plan(offer.position), sides.plan(offer.position.flip()), "plans.cube"):
        yield Found(0.4, remark)


_THEMES = (_worths, _market, _take_point, _shots, _bar, _gammons, _race, _score, _plans)
