"""The seven strategies, named from measured features: which one a side follows, and which play serves it best.

alan (home board), kombinasyon (block and escape), riskli (bold), guvenli_risk (safe risk), kacis (running), geri_oyun
(back game) and guvenli (safe). Each has a feature of its own that whoever follows it moves in one direction.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tavla.evaluation.boards import Boards
from tavla.plans.features import (
    FAR_HOME,
    anchors,
    builders,
    checkers_back,
    escape_rolls,
    forward_anchors,
    guarded_blots,
    home_points,
    measure,
    open_blots,
    points_held,
    prime_length,
    shot_rolls,
    shots,
    their_checkers_on_bar,
    way_out,
)
from tavla.rules import Position

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Strategy:
    """One of the seven.

    `feature` is its own, which it moves up (`direction` 1) or down (-1). `serves` says how well boards after a play
    serve it, `mine` being who played: only differences between plays of one roll mean something. `fits` says whether a
    side with such features follows it.
    """

    name: str
    feature: str
    direction: int
    serves: Callable[[Boards], Floats]
    fits: Callable[[Mapping[str, int]], bool]


def _alan(boards: Boards) -> Floats:
    """Points at home; between equal ones the play that puts more on the bar, then the one with more builders."""
    return np.asarray(home_points(boards) + 0.2 * their_checkers_on_bar(boards) + 0.02 * builders(boards))


def _alan_fits(side: Mapping[str, int]) -> bool:
    """Three home points against a checker on the bar, or four against one at the back."""
    held = side["home_points"]
    return (held >= 3 and side["their_checkers_on_bar"] > 0) or (held >= 4 and side["their_checkers_back"] > 0)


def _kombinasyon(boards: Boards) -> Floats:
    """The longest wall; between equal ones the play that leaves its own back checkers more rolls to get away."""
    return prime_length(boards) + escape_rolls(boards) / 37


def _kombinasyon_fits(side: Mapping[str, int]) -> bool:
    """Four points in a row while both sides still have checkers at the back."""
    return side["prime_length"] >= 4 and side["their_checkers_back"] > 0 and side["checkers_back"] > 0


def _riskli(boards: Boards) -> Floats:
    """Checkers left open; between as many of them the play with more builders."""
    return open_blots(boards) + 0.02 * builders(boards)


def _riskli_fits(side: Mapping[str, int]) -> bool:
    """Two open blots, one of them within a direct shot, and no forward anchor to come back to."""
    return side["open_blots"] >= 2 and side["direct_blots"] >= 1 and side["forward_anchors"] == 0


def _guvenli_risk(boards: Boards) -> Floats:
    """With a forward anchor checkers left open before it; without one the anchor first."""
    return np.asarray(2.0 * (forward_anchors(boards) > 0) + guarded_blots(boards), np.float64)


def _guvenli_risk_fits(side: Mapping[str, int]) -> bool:
    """A forward anchor, and checkers left open before it."""
    return side["guarded_blots"] > 0


def _kacis(boards: Boards) -> Floats:
    """As few checkers at the back as can be, counting those that the next roll may send there; and those that stay as
    near the way out as can be."""
    sent_back = shots(boards)[:, :FAR_HOME].sum(axis=1) / 36
    return np.asarray(-checkers_back(boards) - sent_back - way_out(boards) / 100)


def _kacis_fits(side: Mapping[str, int]) -> bool:
    """Ahead in the race, one checker at the back at most, and one to three not yet past the midpoint."""
    return side["checkers_back"] <= 1 and 1 <= side["runners"] <= 3 and side["lead"] > 0


def _geri_oyun(boards: Boards) -> Floats:
    """Points in the opponent's home, then checkers there to make more of them."""
    return anchors(boards) + 0.1 * checkers_back(boards)


def _geri_oyun_fits(side: Mapping[str, int]) -> bool:
    """Two points or more in the opponent's home, and behind in the race."""
    return side["anchors"] >= 2 and side["lead"] < 0


def _guvenli(boards: Boards) -> Floats:
    """The fewest blots; between equal ones fewer shots against them, and a little for every point held."""
    return -open_blots(boards) - shot_rolls(boards) / 37 + 0.01 * points_held(boards)


def _guvenli_fits(side: Mapping[str, int]) -> bool:
    """Ahead in the race without an open blot."""
    return side["open_blots"] == 0 and side["lead"] > 0


STRATEGIES: Mapping[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy("geri_oyun", "anchors", 1, _geri_oyun, _geri_oyun_fits),
        Strategy("alan", "home_points", 1, _alan, _alan_fits),
        Strategy("kombinasyon", "prime_length", 1, _kombinasyon, _kombinasyon_fits),
        Strategy("guvenli_risk", "guarded_blots", 1, _guvenli_risk, _guvenli_risk_fits),
        Strategy("kacis", "checkers_back", -1, _kacis, _kacis_fits),
        Strategy("guvenli", "open_blots", -1, _guvenli, _guvenli_fits),
        Strategy("riskli", "open_blots", 1, _riskli, _riskli_fits),
    )
}
"""The seven by name, the rarest signs first: where several fit a side, the first of them is its plan."""


def plan_of(position: Position) -> str | None:
    """The name of the strategy that `mine` follows; None where none fits, and in a race, which needs no plan."""
    found = plan_with_signs(position)
    return None if found is None else found[0]


SIGNS = (
    "home_points",
    "prime_length",
    "anchors",
    "forward_anchors",
    "open_blots",
    "direct_blots",
    "guarded_blots",
    "checkers_back",
    "runners",
    "their_checkers_back",
    "their_checkers_on_bar",
    "lead",
)
"""The features that plans are told from."""


def plan_with_signs(position: Position) -> tuple[str, Mapping[str, int]] | None:
    """The plan of `mine` as `plan_of` names it, with the features that it was told from."""
    if not position.contact:
        return None
    side = measure(position, SIGNS)
    name = next((strategy.name for strategy in STRATEGIES.values() if strategy.fits(side)), None)
    return None if name is None else (name, side)


def service(strategy: Strategy, before: Position, after: Position) -> float:
    """By how much a play serves a strategy: more than 0 if the board after it does better than the one before.

    `after` is seen by the opponent, as plays give it.
    """
    found = strategy.serves([before, after.flip()])
    return float(found[1] - found[0])
