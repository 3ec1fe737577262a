"""Rollouts: a position played out many times by the engine itself, with the luck of the dice taken out.

Many games run side by side as arrays. Dice are a function of (seed, trial, turn), so a trial is the same wherever it
runs: the work is cut into blocks of fixed size for any `concurrent.futures.Executor` (threads here, a cluster's
executor elsewhere), and the answer is the same for any number of workers. All candidates meet the same dice, the first
two rolls are stratified over the 1,296 pairs.

Variance reduction: the luck of a roll is the worth after the best reply to it less the mean over all 21 rolls, both by
the static judge. It adds up to nothing in the mean, whatever is played, so taking it off leaves the result unbiased.

Plays are chosen by what the chances are worth at the score and with the cube as it stands; for money, and wherever the
cube is left out, by the equity.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavla.engine.search import (
    Array,
    Plays,
    chances,
    efficiency,
    is_over,
    legal_plays,
    static_doubles,
    static_worths,
    turned,
)
from tavla.engine.stake import MINE, THEIRS, Stake
from tavla.evaluation.boards import Words
from tavla.rules.outcome import Chances

BLOCK = 108
"""Trials of one task."""

ROUND = 2 * BLOCK
"""Trials of every candidate between two looks at the rules for stopping."""

AHEAD = 16
"""Rounds handed out at a time, so that many workers have something to do; what is not wanted any more is cancelled."""

LONGEST = 1000
EQUITY = np.array([2.0, 1.0, 1.0, -1.0, -1.0])


IDLE = 0.005
"""How far the equity sways plays at a score: with nothing else at stake, games still go on as anybody would play."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to roll out.

    `trials` at most; `truncate` after so many turns (None: to the end); `plies` 0 or 1 to choose plays by; `cubeful`
    lets the cube be used; `reduce` takes the luck out; `hold` keeps who is on roll from doubling before the first roll,
    which is what not doubling is worth. Stop early when the standard error of the best equity is at
    most `stop_error`, or when the best leads every other by `stop_lead` standard errors of the difference.
    """

    trials: int = 1296
    truncate: int | None = None
    plies: int = 0
    cubeful: bool = False
    reduce: bool = True
    seed: int = 1
    stop_error: float | None = None
    stop_lead: float | None = None
    hold: bool = False


class Estimate(NamedTuple):
    """The result for one position, seen by its player on roll, each figure with its standard error.

    `worth` is the cubeful worth (see `tavla.engine.stake`) where the cube was used, else the cubeless equity.
    """

    chances: Chances
    chances_error: Chances
    worth: float
    worth_error: float
    trials: int


class _Task(NamedTuple):
    """One block of trials of one position; small enough to be sent anywhere."""

    board: tuple[int, int, int, int]
    stake: Stake
    settings: Settings
    first: int
    size: int


_Round = list[list[Future[Array]]]
"""The blocks of one round, those of each board together."""

Progress = Callable[[int, int], None]
"""Told how many trials of how many are done."""


def rollout(
    words: Words,
    stake: Stake,
    settings: Settings,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Estimate]:
    """Roll out boards (n, 4), all with the same stake seen by their player on roll.

    Where several are rolled out they are candidates after a play, the opponent on roll: the best is the one that is
    worst for him. Without an executor two threads are used.
    """
    if executor is not None:
        return _Rollout(words, stake, settings).run(executor, progress)
    with ThreadPoolExecutor(2) as threads:
        return _Rollout(words, stake, settings).run(threads, progress)


class _Rollout:
    def __init__(self, words: Words, stake: Stake, settings: Settings) -> None:
        self._boards = [(int(row[0]), int(row[1]), int(row[2]), int(row[3])) for row in words]
        self._stake, self._settings = stake, settings
        self._found: list[Array] = [np.zeros((0, 6)) for _ in self._boards]

    def run(self, executor: Executor, progress: Progress | None) -> list[Estimate]:
        firsts = iter(range(0, self._settings.trials, ROUND))
        ahead: deque[_Round] = deque()
        try:
            while True:
                ahead.extend(self._submitted(executor, first) for first in islice(firsts, AHEAD - len(ahead)))
                if not ahead:
                    break
                self._collect(ahead.popleft())
                if progress is not None:
                    progress(len(self._found[0]), self._settings.trials)
                if self._may_stop():
                    break
        finally:
            for waiting in (each for one in ahead for of_board in one for each in of_board):
                waiting.cancel()
        return [estimate(found) for found in self._found]

    def _submitted(self, executor: Executor, first: int) -> _Round:
        return [[executor.submit(play_block, task) for task in self._tasks(board, first)] for board in self._boards]

    def _collect(self, one: _Round) -> None:
        for place, of_board in enumerate(one):
            self._found[place] = np.concatenate([self._found[place], *(each.result() for each in of_board)])

    def _tasks(self, board: tuple[int, int, int, int], first: int) -> Iterator[_Task]:
        last = min(first + ROUND, self._settings.trials)
        for start in range(first, last, BLOCK):
            yield _Task(board, self._stake, self._settings, start, min(BLOCK, last - start))

    def _may_stop(self) -> bool:
        settings = self._settings
        worths = [found[:, 5] for found in self._found]
        best = min(range(len(worths)), key=lambda place: worths[place].mean())
        if settings.stop_error is not None and _error(worths[best]) <= settings.stop_error:
            return True
        if settings.stop_lead is None or len(worths) < 2:
            return False
        leads = [worths[place] - worths[best] for place in range(len(worths)) if place != best]
        return all(lead.mean() >= settings.stop_lead * _error(lead) for lead in leads)


def _error(values: Array) -> float:
    return float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.inf


def estimate(found: Array) -> Estimate:
    """The result of some trials, a row of five chances and a worth for each."""
    mean = found.mean(axis=0)
    error = found.std(axis=0, ddof=1) / math.sqrt(len(found)) if len(found) > 1 else np.full(6, math.inf)
    return Estimate(
        Chances(*map(float, mean[:5])), Chances(*map(float, error[:5])), float(mean[5]), float(error[5]), len(found)
    )


def block_of(board: NDArray[np.int64], stake: Stake, settings: Settings, number: int, size: int = BLOCK) -> _Task:
    """The `number`th block of so many trials of one board (4 words)."""
    first, second, third, fourth = map(int, board)
    return _Task((first, second, third, fourth), stake, settings, number * size, size)


def play_block(task: _Task) -> Array:
    """Play a block of trials; a row of five chances and a worth for each, seen by who was on roll at first."""
    return _Block(task).play()


class _Block:
    """Games side by side. After every turn the boards are seen by the other player; `sign` says whose view that is."""

    def __init__(self, task: _Task) -> None:
        self.task, self.settings = task, task.settings
        count = task.size
        self.trial = np.arange(task.first, task.first + count)
        self.boards = np.tile(np.array([task.board], np.int64), (count, 1))
        self.alive = np.arange(count)
        self.cube = np.full(count, task.stake.cube)
        self.owner = np.full(count, task.stake.owner)
        self.luck = np.zeros((count, 5))
        self.worth_luck = np.zeros(count)
        self.result = np.zeros((count, 6))

    def play(self) -> Array:
        for turn in range(LONGEST):
            self._finish(is_over(self.boards[self.alive]), turn)
            if not len(self.alive):
                break
            if turn == self.settings.truncate:
                self._finish(np.ones(len(self.alive), bool), turn)
                break
            self._turn(turn)
        else:
            self._finish(np.ones(len(self.alive), bool), LONGEST)
        self.result[:, :5] -= self.luck
        self.result[:, 5] -= self.worth_luck
        return self.result

    def _turn(self, turn: int) -> None:
        mine = turn % 2 == 0
        before = chances(self.boards[self.alive], 1)
        if self.settings.cubeful and not (self.settings.hold and turn == 0):
            before = before[self._double(before, mine)]
            if not len(self.alive):
                return
        dice = dice_of(self.settings.seed, self.trial[self.alive], turn)
        values = self._values(mine)
        after, best = self._move(self.boards[self.alive], dice, values)
        if self.settings.reduce:
            luck = best - before
            self.luck[self.alive] += luck if mine else _other_side(luck)
            self.worth_luck[self.alive] += _row_sums(luck, values) * (1.0 if mine else -1.0)
        self.boards[self.alive] = after
        self.owner[self.alive] *= -1

    def _values(self, mine: bool) -> Array:
        """What the five chances of the players on roll are worth in the living games, were the cube turned no more."""
        found = np.tile(EQUITY, (len(self.alive), 1))
        if self.settings.cubeful:
            for places, stake in self._by_stake(mine):
                wins, losses = stake.wins(stake.cube, stake.most), stake.losses(stake.cube, stake.most)
                found[places] = [wins[0] - losses[0], *np.diff(wins), *np.diff(losses)]
        return found

    def _double(self, before: Array, mine: bool) -> NDArray[np.int64]:
        """Let the players on roll double; games that are dropped end. The places in `before` of those that go on."""
        dropped = np.zeros(len(self.alive), bool)
        for places, stake in self._by_stake(mine):
            if stake.owner == THEIRS or not stake.may_double(MINE, stake.cube):
                continue
            games = self.alive[places]
            boards = self.boards[games]
            seen = before[places]
            found = static_doubles(boards, seen, efficiency(boards, seen), stake)
            right = np.minimum(found.double_take, found.double_drop) > found.no_double
            taken = right & (found.double_take <= found.double_drop)
            self.cube[games[taken]] *= 2
            self.owner[games[taken]] = THEIRS
            dropped[places[right & ~taken]] = True
            ended = games[right & ~taken]
            self.result[ended, :5] = (
                before[places[right & ~taken]] if mine else _seen_by_other(before[places[right & ~taken]])
            )
            self.result[ended, 5] = found.double_drop[right & ~taken] * (1.0 if mine else -1.0)
        self.alive = self.alive[~dropped]
        return np.flatnonzero(~dropped)

    def _by_stake(self, mine: bool) -> Iterator[tuple[NDArray[np.int64], Stake]]:
        """The living games by the stake that their player on roll sees: places in `alive`, and that stake."""
        base = self.task.stake if mine else self.task.stake.flip()
        keys = np.stack([self.cube[self.alive], self.owner[self.alive]], axis=1)
        for cube, owner in np.unique(keys, axis=0):
            places = np.flatnonzero((keys[:, 0] == cube) & (keys[:, 1] == owner))
            yield places, _with_cube(base, int(cube), int(owner))

    def _move(self, boards: Words, dice: NDArray[np.int8], values: Array) -> tuple[Words, Array]:
        """The boards after the plays chosen, and the movers' chances after the best play by the static judge.

        That best play is the one by equity, as in the mean over all rolls that the luck is reckoned against.
        """
        after, best = turned(boards), np.zeros((len(boards), 5))
        first = 0
        for part in legal_plays(boards, dice, judged=True):
            seen = part.chances
            starts = np.concatenate([[0], part.ends[:-1]])
            owner = np.repeat(np.arange(len(part.boards)), part.ends - starts)
            moved = part.ends > starts
            rows = first + np.flatnonzero(moved)
            best[rows] = _seen_by_other(seen[np.lexsort((seen @ EQUITY, owner))[starts[moved]]])
            after[rows] = part.after[self._chosen(part, values[first:], owner, starts[moved])]
            stuck = first + np.flatnonzero(~moved)
            best[stuck] = _seen_by_other(chances(after[stuck], 0))
            first += len(part.boards)
        return after, best

    def _chosen(
        self, plays: Plays, values: Array, owner: NDArray[np.int64], starts: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The places of the plays made, one for each board that can move."""
        theirs = _turned_values(values / (values[:, :1] / EQUITY[0]) + IDLE * EQUITY)[owner]
        worths = _row_sums(plays.chances, theirs)
        order = np.lexsort((worths, owner))
        if self.settings.plies == 0:
            return np.asarray(order[starts])
        return _deeper(plays.after, worths, theirs, owner, order)

    def _finish(self, done: NDArray[np.bool_], turn: int) -> None:
        """Write the results of games that are over (or cut off here), and take them out."""
        if not done.any():
            return
        mine = turn % 2 == 0
        games = self.alive[done]
        seen = chances(self.boards[games], 0)
        self.result[games, :5] = seen if mine else _seen_by_other(seen)
        if not self.settings.cubeful:
            self.result[games, 5] = (seen @ EQUITY - 1.0) * (1.0 if mine else -1.0)
        else:
            self._finish_worths(done, seen, mine)
        self.alive = self.alive[~done]

    def _finish_worths(self, done: NDArray[np.bool_], seen: Array, mine: bool) -> None:
        rank = np.cumsum(done) - 1
        for places, stake in self._by_stake(mine):
            ended = places[done[places]]
            if len(ended):
                games = self.alive[ended]
                boards = self.boards[games]
                last = seen[rank[ended]]
                worths = static_worths(boards, last, efficiency(boards, last), stake)
                self.result[games, 5] = worths * (1.0 if mine else -1.0)


def _with_cube(stake: Stake, cube: int, owner: int) -> Stake:
    return replace(stake, cube=cube, owner=owner)


WITHIN, MOST = 0.08, 4
"""Which plays are looked at one ply deeper: close to the best, and few."""


def _deeper(
    after: Words, worths: Array, values: Array, owner: NDArray[np.int64], order: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each board that can move the place in `after` of its best play by one ply more."""
    _, starts = np.unique(owner[order], return_index=True)
    rank = np.arange(len(order)) - np.repeat(starts, np.diff([*starts, len(order)]))
    least = np.repeat(worths[order[starts]], np.diff([*starts, len(order)]))
    kept = order[(rank < MOST) & (worths[order] <= least + WITHIN)]
    deeper = _row_sums(chances(after[kept], 1), values[kept])
    again = np.lexsort((deeper, owner[kept]))
    _, firsts = np.unique(owner[kept][again], return_index=True)
    return np.asarray(kept[again[firsts]])


def _row_sums(seen: Array, values: Array) -> Array:
    """What chances are worth, row by row."""
    return np.asarray((seen * values).sum(axis=1))


def _turned_values(values: Array) -> Array:
    """What the chances of the other player are worth to him, but for a constant."""
    return np.asarray(values[:, [0, 3, 4, 1, 2]] * np.array([1.0, -1.0, -1.0, -1.0, -1.0]))


def _other_side(luck: Array) -> Array:
    return np.asarray(luck[:, [0, 3, 4, 1, 2]] * np.array([-1.0, 1.0, 1.0, 1.0, 1.0]))


def _seen_by_other(seen: Array) -> Array:
    flipped = seen[:, [0, 3, 4, 1, 2]]
    flipped[:, 0] = 1.0 - flipped[:, 0]
    return flipped


def dice_of(seed: int, trials: NDArray[np.int64], turn: int) -> NDArray[np.int8]:
    """The dice (n, 2) of a turn in each trial; the first two turns run through all 1,296 pairs in a drawn order."""
    if turn < 2:
        place = trials % 36 if turn == 0 else (trials // 36) % 36
        number = _order(seed, turn)[place]
    else:
        number = (_mixed(seed, trials, turn) % np.uint64(36)).astype(np.int64)
    high = np.maximum(number // 6, number % 6) + 1
    low = np.minimum(number // 6, number % 6) + 1
    return np.stack([high, low], axis=1).astype(np.int8)


def _order(seed: int, turn: int) -> NDArray[np.int64]:
    return np.argsort(_mixed(seed, np.arange(36), 1_000_000 + turn), kind="stable")


def _mixed(seed: int, trials: NDArray[np.int64], turn: int) -> NDArray[np.uint64]:
    """64 well mixed bits of three numbers (the finaliser of splitmix64, applied to each in turn)."""
    bits = np.full(len(trials), seed & 0xFFFFFFFFFFFFFFFF, np.uint64)
    for number in (trials.astype(np.uint64), np.full(len(trials), turn, np.uint64)):
        bits = (bits ^ number) + np.uint64(0x9E3779B97F4A7C15)
        bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        bits = bits ^ (bits >> np.uint64(31))
    return bits


__all__ = ["Estimate", "Progress", "Settings", "block_of", "estimate", "play_block", "rollout"]
