"""How much of a live cube's advantage is realised: Janowski's efficiency, fitted on the engine's own cubeful rollouts.

    python -m benchmarks.cube_efficiency [positions a class] [contact | race | exact]

Positions of the engine's own games in which the cube matters are rolled out to the end with the cube in the middle,
with the roller and with the other; those in which he would double at once are left out, for the model is of holding. Of
the worth of each rollout the part between the dead and the live cube's worth of the same rollout's chances is the
efficiency; the fit is the one figure for a class that leaves the least squares, its error the spread over positions.

`exact` asks the two-sided table instead: what double, redouble and take lose there by the efficiency in use, and which
three figures (in the middle, the roller's, the other's) would lose least, for races of several lengths.
"""

import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavla.cli.bench import moments
from tavla.engine.cubeful import cube_worths, race_efficiency, worth
from tavla.engine.rollout import Settings, block_of, play_block
from tavla.engine.search import chances, efficiency
from tavla.engine.stake import CENTRE, MINE, THEIRS, Stake
from tavla.evaluation import words_of
from tavla.evaluation.bearoff import pair_equities
from tavla.evaluation.sides import Sides
from tavla.rules import Position

OWNERS = {CENTRE: "cube in the middle", MINE: "the roller's cube", THEIRS: "the other's cube"}
Floats = NDArray[np.float64]
Share = float | Floats

EVEN = (0.25, 0.85)
"""Chances to win between which dead and live cube differ enough to tell."""


class Row(NamedTuple):
    """One rollout: which position, who owns the cube, its worth beyond a dead cube, and what a live one adds."""

    position: int
    owner: int
    pips: int
    used: float
    beyond: float
    added: float


def positions(wanted: int, contact: bool, seed: int) -> Iterator[Position]:
    """Positions before the roll, at most one in some ten turns of a game."""
    rng, found = random.Random(seed), 0
    for moment in moments(1_000_000, seed):
        if rng.random() > 0.1 or moment.position.contact != contact or moment.position.winner_is_known:
            continue
        if EVEN[0] < chances(words_of([moment.position]), 1)[0, 0] < EVEN[1]:
            yield moment.position
            found += 1
        if found == wanted:
            return


def rolled_out(number: int, position: Position, stake: Stake) -> Row | None:
    """A block of trials of one position; None where its roller doubles."""
    words = words_of([position])
    before = chances(words, 1)
    live_now = efficiency(words, before)
    now = cube_worths(before, stake, live_now)
    if stake.owner != THEIRS and min(now.double_take[0], now.double_drop[0]) > now.no_double[0]:
        return None
    settings = Settings(cubeful=True, seed=1000 + number)
    mean = play_block(block_of(words[0], stake, settings, 0)).mean(axis=0)
    win = np.clip(mean[0], 0.0, 1.0)
    won, lost = np.clip(mean[1:3], 0.0, win), np.clip(mean[3:5], 0.0, 1.0 - win)
    seen = np.array([[win, *won, *lost]])
    dead, live = (float(worth(seen, stake, np.array([x]))[0]) for x in (0.0, 1.0))
    return Row(
        number,
        stake.owner,
        position.pips[0],
        float(live_now[0, stake.owner]),
        float(mean[5]) - dead,
        live - dead,
    )


def fitted(rows: list[Row]) -> tuple[float, float]:
    """The efficiency of least squares, and its standard error by the spread over positions."""
    total = sum(row.added**2 for row in rows)
    figure = sum(row.added * row.beyond for row in rows) / total
    of_position: dict[int, float] = defaultdict(float)
    for row in rows:
        of_position[row.position] += row.added * (row.beyond - figure * row.added)
    return figure, float(np.sqrt(sum(each**2 for each in of_position.values())) / total)


def line(rows: list[Row]) -> str:
    """The efficiency of least squares as a line in the roller's pips."""
    weights = np.array([row.added for row in rows])
    pips = np.array([row.pips for row in rows], float)
    base, slope = np.linalg.lstsq(
        np.stack([weights, weights * pips], axis=1), np.array([row.beyond for row in rows]), rcond=None
    )[0]
    return f"{base:.3f} {slope:+.5f} a pip"


class Pairs:
    """Boards of the two-sided table between doubling and dropping, with the exact worths of every cube."""

    def __init__(self, least: int, most: int, wanted: int = 5000) -> None:
        above = Sides(6).above[: comb(12, 6)]
        pips = above.sum(axis=1, dtype=np.int64)
        rng = np.random.default_rng(1)
        mine, theirs = (rng.integers(1, len(above), 40 * wanted) for _ in range(2))
        boards = np.zeros((len(mine), 2, 26), np.int8)
        for side, places in enumerate((mine, theirs)):
            t = above[places]
            boards[:, side, 1:7] = t - np.pad(t[:, 1:], ((0, 0), (0, 1)))
            boards[:, side, 0] = 15 - t[:, 0]
        kept = np.flatnonzero((pips[mine] >= least) & (pips[mine] < most))
        exact = pair_equities(words_of(boards[kept])).astype(float)
        near = np.flatnonzero((exact[:, 0] > 0.0) & (exact[:, 0] < 0.8))[:wanted]
        self.pips, exact = pips[mine][kept][near], exact[near]
        self.chances = np.zeros((len(near), 5))
        self.chances[:, 0] = (1.0 + exact[:, 0]) / 2.0
        self.hold = {CENTRE: exact[:, 1], MINE: exact[:, 2]}
        self.taken = 2.0 * exact[:, 3]
        self._ends = {
            owner: [worth(self.chances, Stake(owner=owner), np.array([x])) for x in (0.0, 1.0)] for owner in OWNERS
        }

    def model(self, owner: int, share: Share) -> Floats:
        """The model's worth with such an efficiency."""
        dead, live = self._ends[owner]
        return np.asarray(dead + share * (live - dead))

    def double_loss(self, owner: int, share: Share, theirs: Share) -> float:
        """What doubling from the middle, or redoubling, loses in the mean, in mEq."""
        doubles = np.minimum(2.0 * self.model(THEIRS, theirs), 1.0) > self.model(owner, share)
        doubled, held = np.minimum(self.taken, 1.0), self.hold[owner]
        return 1000.0 * float((np.maximum(doubled, held) - np.where(doubles, doubled, held)).mean())

    def take_loss(self, theirs: Share) -> float:
        """What taking and dropping lose."""
        takes = 2.0 * self.model(THEIRS, theirs) < 1.0
        return 1000.0 * float((np.where(takes, self.taken, 1.0) - np.minimum(self.taken, 1.0)).mean())

    def best(self) -> tuple[float, float, float]:
        """The three figures that lose least together."""
        grid = [round(0.05 * i, 2) for i in range(4, 21)]
        found = []
        for theirs in grid:
            doubles = [min((self.double_loss(owner, x, theirs), x) for x in grid) for owner in (CENTRE, MINE)]
            total = self.take_loss(theirs) + sum(loss for loss, _ in doubles)
            found.append((total, (doubles[0][1], doubles[1][1], theirs)))
        return min(found)[1]


def exact() -> None:
    """The losses by the efficiency in use, and the figures that would lose least."""
    for least, most in ((8, 15), (15, 20), (20, 25), (25, 37)):
        pairs = Pairs(least, most)
        used = race_efficiency(pairs.pips, pairs.chances[:, 0])
        middle, own = (pairs.double_loss(owner, used[:, owner], used[:, THEIRS]) for owner in (CENTRE, MINE))
        take = pairs.take_loss(used[:, THEIRS])
        print(
            f"{least} to {most - 1} pips, {len(pairs.pips)} boards: doubles {middle:.2f}, redoubles {own:.2f}, "
            f"takes {take:.2f} mEq; least with {pairs.best()}",
            flush=True,
        )


def main() -> None:
    if sys.argv[2:] in ([], ["exact"]):
        exact()
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for name, contact in (("contact", True), ("race", False)):
        if name not in (sys.argv[2:] or [name]):
            continue
        rows: list[Row] = []
        for number, position in enumerate(positions(wanted, contact, seed=11)):
            found = [rolled_out(number, position, replace(Stake(), owner=owner)) for owner in OWNERS]
            rows += [row for row in found if row is not None]
            if number % 20 == 19 and number + 1 < wanted:
                print(f"  {name}, {number + 1} positions so far: {fitted(rows)[0]:.3f}", flush=True)
        figure, error = fitted(rows)
        print(f"{name}, {len(rows)} rollouts: {figure:.3f} +- {1.96 * error:.3f} (in use {_in_use(rows):.3f})")
        for owner, of_whom in OWNERS.items():
            figure, error = fitted([row for row in rows if row.owner == owner])
            print(f"  {of_whom}: {figure:.3f} +- {1.96 * error:.3f}")
        if not contact:
            print(f"  as a line: {line(rows)}", flush=True)


def _in_use(rows: list[Row]) -> float:
    return statistics.fmean(row.used for row in rows)


if __name__ == "__main__":
    main()
