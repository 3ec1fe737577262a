"""Plays in races and bear-offs against exact values, beside gnubg's static player: what a decision loses.

    python -m benchmarks.races [decisions a class]

Positions are those of the engine's own games once contact has ended, each with the roll thrown there. The reference
is made by `benchmarks.race_tables` and owes the engine nothing:

- both sides home with at most eight checkers: the exact two-sided value;
- else the chance to be done first from how many rolls each side needs, from a table of all sides on eight points; for a
  side with checkers beyond from all that two rolls make of it, where the last pips to the table count 8.17 a roll.

Decisions in which a gammon is likelier than one in a thousand are counted apart: there the fewest rolls for all and
for the first checker are different aims, so the reference is near, not exact. Tables are kept in `runs/races`.
"""

import importlib
import importlib.util
import random
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.race_tables import pair_equities
from tavla.evaluation import best_play, evaluate, legal_plays
from tavla.evaluation.base import equities
from tavla.evaluation.boards import Counts, words_of
from tavla.evaluation.races import race_chances
from tavla.evaluation.sides import CHECKERS, KEPT, Sides, rolls_needed
from tavla.rules import Position, Roll

POINTS, SMALL = 8, 8
KEEP = Path(__file__).resolve().parents[1] / "runs" / "races"
GAMMONS = 0.001
PER_GAME = 4
DEPTH = 2
PER_ROLL = 49 / 6
"""Pips of a roll in the mean."""

Floats = NDArray[np.float64]
ROLLS = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.int8)
WEIGHTS = np.where(ROLLS[:, 0] == ROLLS[:, 1], 1.0, 2.0) / 36.0


class Moment(NamedTuple):
    """A race with a choice: the board, the roll, and the boards after every play, the opponent on roll."""

    position: Position
    roll: Roll
    after: Counts


class Worth(NamedTuple):
    """Of boards after a play: the opponent's chances to win, his equity, and the likelihood of a gammon."""

    chances: Floats
    equities: Floats
    gammons: Floats


def kept(name: str, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """A table from the folder, or made and put there."""
    path = KEEP / f"{name}.npy"
    if not path.is_file():
        KEEP.mkdir(parents=True, exist_ok=True)
        np.save(path, make())
    return np.asarray(np.load(path))


def parts(chances: NDArray[np.float32]) -> NDArray[np.uint16]:
    """Chances in parts of 65,535, which is exact enough and half as long."""
    return np.asarray(np.rint(chances * np.float32(65535)), np.uint16)


class Races:
    """How many rolls sides need, and what races are worth."""

    def __init__(self) -> None:
        self.sides = Sides(POINTS)
        self.all = kept(f"all-{POINTS}", lambda: parts(rolls_needed(self.sides)))
        self.first = kept(f"first-{POINTS}", lambda: parts(rolls_needed(self.sides, self._with_one_off())))
        self.pairs = kept(f"pairs-{SMALL}", lambda: parts((pair_equities(SMALL) + np.float32(1)) / np.float32(2)))
        self.means = kept(f"means-{POINTS}", self._means)
        self._far: dict[bytes, tuple[Floats, Floats]] = {}

    def _means(self) -> NDArray[np.float32]:
        rolls = np.arange(KEPT, dtype=np.float32)
        return np.concatenate([part @ rolls / 65535 for part in np.array_split(self.all, 256)])

    def _with_one_off(self) -> NDArray[np.bool_]:
        return np.asarray(self.sides.above[:, 0] < CHECKERS)

    def rolls(self, counts: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """How likely a side (26 counts) needs so many rolls for all its checkers, and for the first of fifteen."""
        if not counts[POINTS + 1 :].any():
            place = int(self.sides.place(counts[None, 1 : POINTS + 1])[0])
            return self.all[place] / 65535, self.first[place] / 65535
        key = counts.tobytes()
        if key not in self._far:
            self._play_in(counts)
        return self._far[key]

    def _play_in(self, counts: NDArray[np.int8]) -> None:
        """Work out a side with checkers beyond the table from all that it comes to in `DEPTH` rolls."""
        sides, following = [counts[None]], []
        for _ in range(DEPTH):
            following.append(self._best(sides[-1]))
            beyond = following[-1][following[-1][:, :, POINTS + 1 :].any(axis=2)]
            sides.append(np.unique(beyond, axis=0))
        to_all, to_first = self._reckoned(sides[-1])
        for before, after in zip(sides[-2::-1], following[::-1], strict=True):
            found = {row.tobytes(): i for i, row in enumerate(sides.pop())}
            rows = after.reshape(-1, 26)
            places = self.sides.place(self._drawn_in(rows))
            all_, first = self.all[places] / 65535, self.first[places] / 65535
            for i in np.flatnonzero(rows[:, POINTS + 1 :].any(axis=1)):
                at = found[rows[i].tobytes()]
                all_[i], first[i] = to_all[at], to_first[at]
            to_all, to_first = (
                later(np.einsum("r,nrk->nk", WEIGHTS, each.reshape(-1, 21, KEPT)), np.ones(len(before)))
                for each in (all_, first)
            )
        self._far[counts.tobytes()] = to_all[0], to_first[0]

    def _reckoned(self, sides: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """The rolls of sides by those of the checkers drawn in to the table's last point, put off for their pips."""
        places, lag = self.sides.place(self._drawn_in(sides)), self._beyond(sides) / PER_ROLL
        return later(self.all[places] / 65535, lag), later(self.first[places] / 65535, lag)

    def _best(self, sides: NDArray[np.int8]) -> NDArray[np.int8]:
        """For each side and each of the 21 rolls the side after the play that leaves the fewest rolls: (n, 21, 26)."""
        if not len(sides):
            return np.zeros((0, 21, 26), np.int8)
        boards = np.zeros((21 * len(sides), 2, 26), np.int8)
        boards[:, 0] = np.repeat(sides, 21, axis=0)
        boards[:, 1, :2] = 14, 1
        plays = legal_plays(boards, np.tile(ROLLS, (len(sides), 1)))
        after = plays.after[:, 1]
        starts = np.concatenate([[0], plays.ends[:-1]])
        owner = np.repeat(np.arange(len(boards)), plays.ends - starts)
        order = np.lexsort((self._mean(after), owner))
        return np.asarray(after[order[starts]].reshape(len(sides), 21, 26))

    def _mean(self, sides: NDArray[np.int8]) -> Floats:
        """About how many rolls sides need: checkers beyond the table as if on its last point, and their pips."""
        return np.asarray(self.means[self.sides.place(self._drawn_in(sides))] + self._beyond(sides) / PER_ROLL)

    def _beyond(self, sides: NDArray[np.int8]) -> NDArray[np.int64]:
        """Pips to the table."""
        return np.asarray(sides[:, POINTS + 1 :].astype(int) @ np.arange(1, 26 - POINTS))

    def _drawn_in(self, sides: NDArray[np.int8]) -> NDArray[np.int8]:
        """The checkers on the table's points, those beyond as if on the last one: (n, points)."""
        near = sides[:, 1 : POINTS + 1].copy()
        near[:, -1] += sides[:, POINTS + 1 :].sum(axis=1, dtype=np.int8)
        return near

    def worth(self, boards: Counts) -> Worth:
        """What boards are worth for the player on roll; exact where both sides are small and home."""
        found = np.zeros((3, len(boards)))
        for i, (mine, theirs) in enumerate(boards):
            found[:, i] = self._worth(mine, theirs)
        return Worth(*found)

    def _worth(self, mine: NDArray[np.int8], theirs: NDArray[np.int8]) -> tuple[float, float, float]:
        if not theirs[1:].any():
            lost = float(not mine[0])
            return 0.0, -1.0 - lost, lost
        small = not (mine[7:].any() or theirs[7:].any()) and max(mine[1:].sum(), theirs[1:].sum()) <= SMALL
        if small:
            places = Sides(6).place(np.stack([mine[1:7], theirs[1:7]]))
            chance = float(self.pairs[places[0], places[1]]) / 65535
            return chance, 2.0 * chance - 1.0, 0.0
        (my_all, my_first), (their_all, their_first) = self.rolls(mine), self.rolls(theirs)
        win = first_done(my_all, their_all, 1)
        won = first_done(my_all, their_first, 1) if not theirs[0] else 0.0
        lost = first_done(their_all, my_first, 0) if not mine[0] else 0.0
        return win, 2.0 * win - 1.0 + won - lost, max(won, lost)


def later(rolls: Floats, lag: Floats) -> Floats:
    """Distributions (n, 32) put off by so many rolls, between two whole numbers by both in proportion."""
    found = np.zeros_like(rolls)
    for i, (whole, part) in enumerate(zip(lag.astype(int), lag % 1.0, strict=True)):
        found[i, whole:] = (1.0 - part) * rolls[i, : KEPT - whole]
        found[i, whole + 1 :] += part * rolls[i, : KEPT - whole - 1]
    return found


def first_done(doer: Floats, other: Floats, behind: int) -> float:
    """The chance that `doer` is done with its roll k before `other` with its roll k - behind."""
    left = 1.0 - np.concatenate([np.zeros(behind), np.cumsum(other)[: KEPT - behind]])
    return float(doer @ left)


def moments(seed: int) -> Iterator[Moment]:
    """Decisions of the engine's own games after contact has ended, `PER_GAME` of a class in each at most."""
    rng = random.Random(seed)
    while True:
        position, met = Position.start(), Counter[str]()
        while not position.winner_is_known:
            roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
            if not position.contact:
                after = legal_plays([position], [(roll.high, roll.low)]).after
                met[kind(position)] += len(after) > 1
                if len(after) > 1 and met[kind(position)] <= PER_GAME:
                    yield Moment(position, roll, after)
            position = best_play(position, roll).after


def kind(position: Position) -> str:
    """The class of a race, by who is home."""
    mine, theirs = (not any(side[7:]) for side in position)
    if mine:
        return "bear-off, both home" if theirs else "bear-off, one home"
    return "long race" if any(position.mine[POINTS + 1 :]) else "bear-in"


KINDS = ("long race", "bear-in", "bear-off, one home", "bear-off, both home")


def own(plies: int, after: Counts) -> Floats:
    """The five chances of the player on roll, by the shipped net and its tables."""
    return evaluate(after, plies).astype(float)


def gnubg(plies: int, after: Counts) -> Floats:
    """The same by gnubg's race net and tables."""
    module = importlib.import_module("gnubg_nn")
    boards = [[theirs[1:].tolist(), mine[1:].tolist()] for mine, theirs in after]
    return np.array([module.probabilities(board, plies) for board in boards])


def decided(after: Counts) -> Floats:
    """The same as the engine's decisions have them, at every level."""
    return race_chances(words_of(after)).astype(float)


PLAYERS: dict[str, Callable[[Counts], Floats]] = {
    "tavla's decisions": decided,
    "tavla's net at 0 plies": partial(own, 0),
    "tavla's net at 1 ply": partial(own, 1),
}


def figure(losses: list[float]) -> str:
    """A mean in mEq with the half-width of its 95 % interval."""
    half = 1.96 * statistics.stdev(losses) / len(losses) ** 0.5 if len(losses) > 1 else float("nan")
    return f"{1000 * statistics.fmean(losses):6.3f} +- {1000 * half:.3f}"


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    races = Races()
    players = dict(PLAYERS)
    if importlib.util.find_spec("gnubg_nn") is not None:
        players["gnubg at 0 plies"] = partial(gnubg, 0)
    lost: dict[tuple[str, str], list[float]] = defaultdict(list)
    erred: dict[tuple[str, str], list[float]] = defaultdict(list)
    met: dict[str, int] = defaultdict(int)
    for moment in moments(seed=20261130):
        of_kind = kind(moment.position)
        met[of_kind] += 1
        if met[of_kind] > wanted:
            if all(met[each] >= wanted for each in KINDS):
                break
            continue
        worth = races.worth(moment.after)
        name = "with gammons" if worth.gammons.max() > GAMMONS else of_kind
        for player, judge in players.items():
            seen = judge(moment.after)
            chosen = int(equities(np.asarray(seen, np.float32)).argmin())
            lost[player, name].append(float(worth.equities[chosen] - worth.equities.min()))
            erred[player, name].append(float(abs(seen[:, 0] - worth.chances).mean()))
    _report(list(players), lost, erred, met)


def _report(
    players: list[str],
    lost: dict[tuple[str, str], list[float]],
    erred: dict[tuple[str, str], list[float]],
    met: dict[str, int],
) -> None:
    total = sum(met.values())
    for player in players:
        print(f"{player}: mEq lost a decision, mean absolute error of the chance to win")
        for name in (*KINDS, "with gammons"):
            if lost[player, name]:
                losses, error = lost[player, name], statistics.fmean(erred[player, name])
                print(f"  {name:<20} {len(losses):6} decisions  {figure(losses)}  {100 * error:.3f} %")
        mean = sum(met[name] / total * statistics.fmean(lost[player, name]) for name in KINDS)
        print(f"  all, as often as they come: {1000 * mean:.3f}")


if __name__ == "__main__":
    main()
