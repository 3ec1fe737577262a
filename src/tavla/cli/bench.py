"""`tavla bench`: how fast the engine is on this machine, with one thread and with all."""

import os
import random
import statistics
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter

import click
import numpy as np
import numpy.typing as npt

from tavla.cli.interruption import thinkers
from tavla.cli.language import language
from tavla.cli.positions import Json, print_json
from tavla.engine.decision import LEVELS, Level, decide
from tavla.engine.rollout import Settings, block_of, play_block
from tavla.engine.stake import Stake
from tavla.evaluation import best_play, standard, words_of
from tavla.evaluation.bearoff import NO_TABLES, tables
from tavla.evaluation.weights import Weights
from tavla.kernel import BUILD, native
from tavla.rules import Phase, Position, Roll, State, legal_plays, profile
from tavla.words import number, say

BOARDS = 2000
ROOM = 1 << 16
ONE_LAYER = 128
ENOUGH_PLAYS = 5
SPELLS = 4
DECISIONS = (200, 100, 40, 12)
DECISIONS_QUICK = (60, 30, 12, 3)

Work = Callable[[], int]
"""Does some work in its own memory and says how much it was."""


@click.command()
@click.option("--quick", is_flag=True)
@click.option("--json", "json_", is_flag=True)
def bench(quick: bool, json_: bool) -> None:
    """Measure the engine's speed."""
    found = measured(quick)
    if json_:
        print_json(found)
    else:
        _print(found)


def measured(quick: bool) -> Json:
    """All figures: rates a second with one thread and with all, median milliseconds of a decision by ply."""
    seconds = 0.25 if quick else 2.0
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    bench = Bench()
    weights = standard().weights
    return {
        "kernel": BUILD,
        "net": [weights.width1, weights.width2],
        "threads": threads,
        "one_thread": bench.rates(1, seconds),
        "all_threads": bench.rates(threads, seconds),
        "decisions": bench.decisions(DECISIONS_QUICK if quick else DECISIONS),
    }


@dataclass(frozen=True)
class Moment:
    """A position of a real game and the roll that was thrown there."""

    position: Position
    roll: Roll


def moments(count: int, seed: int = 1) -> Iterator[Moment]:
    """Positions and rolls of games that the net plays against itself, none of them twice."""
    rng = random.Random(seed)
    seen: set[Moment] = set()
    position = Position.start()
    while len(seen) < count:
        if position.winner_is_known:
            position = Position.start()
        moment = Moment(position, Roll.of(rng.randint(1, 6), rng.randint(1, 6)))
        if moment not in seen:
            seen.add(moment)
            yield moment
        position = best_play(position, moment.roll).after


class Bench:
    """The boards that everything is measured on, and the measurements."""

    def __init__(self) -> None:
        self.moments = list(moments(BOARDS))
        self.words = words_of([moment.position for moment in self.moments])
        self.dice = np.array([moment.roll for moment in self.moments], np.int8)

    @cached_property
    def decided(self) -> list[Moment]:
        """Those moments with contact and something to choose, in a drawn order."""
        found = [each for each in self.moments if each.position.contact and _has_choice(each)]
        random.Random(1).shuffle(found)
        return found

    def rates(self, threads: int, seconds: float) -> dict[str, float]:
        """Everything that is counted by the second."""
        shipped, one_layer = standard().weights, one_layer_of(ONE_LAYER)
        works: dict[str, Callable[[], Work]] = {
            "evaluations_per_second": lambda: self.by_difference(shipped, tables()),
            "evaluations_from_scratch": lambda: self.from_scratch(shipped, tables()),
            "evaluations_one_layer": lambda: self.by_difference(one_layer, NO_TABLES),
            "evaluations_one_layer_from_scratch": lambda: self.from_scratch(one_layer, NO_TABLES),
            "legal_rolls_per_second": self.rolls,
            "games_per_second": lambda: games(shipped),
        }
        found = {name: round(rate(make, threads, seconds), 1) for name, make in works.items()}
        return found | {"rollout_trials_per_second": round(trials_per_second(threads, seconds), 1)}

    def by_difference(self, net: Weights, exact: npt.NDArray[np.float32]) -> Work:
        """All plays of every board with their chances; counts the plays."""
        words, dice = self.words.copy(), self.dice.copy()
        ends, out, chances = np.zeros(len(words), np.int64), np.empty((ROOM, 4), np.int64), np.empty((ROOM, 5), "f4")

        def work() -> int:
            done = count = 0
            while done < len(words):
                done = native.evaluate_plays(net.prepared, exact, words, dice, done, ends, out, chances)
                count += int(ends[done - 1])
            return count

        return work

    def from_scratch(self, net: Weights, exact: npt.NDArray[np.float32]) -> Work:
        """Every board by itself; counts the boards."""
        words, chances = self.words.copy(), np.empty((len(self.words), 5), np.float32)

        def work() -> int:
            native.evaluate(net.prepared, exact, words, 0, chances)
            return len(words)

        return work

    def rolls(self) -> Work:
        """The legal plays of every roll; counts the rolls."""
        words, dice = self.words.copy(), self.dice.copy()

        def work() -> int:
            native.count_plays(words, dice, 1)
            return len(words)

        return work

    def decisions(self, counts: tuple[int, ...]) -> dict[str, float]:
        """Median milliseconds of a decision by ply, each position once: `best_play` at 0 plies, `decide` beyond."""
        found = {}
        for level, count in zip(sorted(LEVELS.values(), key=lambda level: level.plies), counts, strict=True):
            times = [milliseconds(each, level) for each in self.decided[:count]]
            found[str(level.plies)] = round(statistics.median(times), 4)
        return found


def games(net: Weights) -> Work:
    """Whole games of the net against itself at a glance; counts the games."""
    points = np.zeros((20, 2), np.float32)
    seed = iter(range(1, 1 << 30))

    def work() -> int:
        native.play_games(net.prepared, net.prepared, tables(), False, next(seed), points)
        return int(points.size)

    return work


def trials_per_second(threads: int, seconds: float) -> float:
    """Full cubeless rollout trials of the opening position, luck taken out."""
    board = words_of([Position.start()])[0]
    blocks = iter(range(1 << 30))
    lock = threading.Lock()

    def make() -> Work:
        def work() -> int:
            with lock:
                number = next(blocks)
            return len(play_block(block_of(board, Stake(), Settings(trials=1 << 40), number)))

        return work

    return rate(make, threads, seconds, spells=1)


def rate(make: Callable[[], Work], threads: int, seconds: float, spells: int = SPELLS) -> float:
    """How much work a second so many threads do together, each with its own boards: the best of some short spells, so
    that what else the machine does counts little. Several spells are begun with the work already done once."""
    works = [make() for _ in range(threads)]
    for work in works if spells > 1 else ():
        work()
    with thinkers(threads) as pool:
        return max(_spell(works, pool, seconds / spells) for _ in range(spells))


def _spell(works: list[Work], pool: Executor, seconds: float) -> float:
    begun = perf_counter()

    def until_the_end(work: Work) -> int:
        count = work()
        while perf_counter() < begun + seconds:
            count += work()
        return count

    total = sum(pool.map(until_the_end, works))
    return total / (perf_counter() - begun)


def one_layer_of(width: int) -> Weights:
    """A net with one hidden layer and weights drawn at random: as fast as a trained one."""
    size = native.count_weights(width, 0)
    return Weights(width, 0, False, np.random.default_rng(1).normal(0.0, 0.05, size).astype(np.float32))


def milliseconds(moment: Moment, level: Level) -> float:
    """How long one decision takes."""
    state = _state(moment)
    begun = perf_counter()
    if level.plies == 0:
        _ = best_play(moment.position, moment.roll).play
    else:
        decide(state, level)
    return (perf_counter() - begun) * 1000


def _has_choice(moment: Moment) -> bool:
    return len(legal_plays(moment.position, moment.roll)) >= ENOUGH_PLAYS


def _state(moment: Moment) -> State:
    return State(profile("money"), moment.position, Phase.PLAY, 0, moment.roll)


def _print(found: Json) -> None:
    tongue = language()
    click.echo(say(tongue, "bench.kernel", build=found["kernel"], threads=found["threads"]))
    labels = {name: say(tongue, f"bench.{name}") for name in found["one_thread"]}
    width = max(map(len, labels.values()))
    click.echo(f"{'':<{width}}  {say(tongue, 'bench.one'):>18}  {say(tongue, 'bench.all'):>18}")
    for name, label in labels.items():
        one, all_ = (number(tongue, found[key][name], 0) for key in ("one_thread", "all_threads"))
        click.echo(f"{label:<{width}}  {one:>18}  {all_:>18}")
    for plies, median in found["decisions"].items():
        click.echo(f"{say(tongue, 'bench.decision', plies=plies):<{width}}  {number(tongue, median, 3):>18}")
