"""What the engine's levels cost and earn, beside gnubg's and bgsage's in one run: time a decision and choice loss.

    python -m benchmarks.levels_table [FILE] [--sage PYTHON] [--deep N] [--quick]

Choice loss: each engine picks among the candidates of every rolled-out decision of FILE (../shared/bench/choices.jsonl)
without a cube; what the pick loses by the reference, in mEq, with its 95 % interval. Slow levels answer fewer
decisions, evenly spread, and the table says how many. Time: the median of whole decisions from engine games, contact
and five plays or more, nothing from a cache, one thread.

gnubg is the package gnubg-nn; bgsage is asked in a process of its own, whose interpreter (with the package bgsage) is
named by --sage. Both are for development alone; what is not here is left out.
"""

import argparse
import importlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavla.cli.bench import Moment, moments
from tavla.engine.decision import LEVELS, Level, rank_plays
from tavla.engine.search import cubeless
from tavla.engine.stake import Stake
from tavla.evaluation import words_of
from tavla.notation import decode_position
from tavla.rules import Position, legal_plays

CHOICES = Path(__file__).resolve().parents[2] / "shared" / "bench" / "choices.jsonl"
EQUITY = np.array([2.0, 1.0, 1.0, -1.0, -1.0])
NO_CUBE = Stake(has_cube=False)

SAGE = """
import json, os, statistics, sys, time
os.environ["BGBOT_MULTIPLY_THREADS"] = "1"
from bgsage import BgBotAnalyzer
asked = json.load(sys.stdin)
plies = asked["plies"]
inner = BgBotAnalyzer(eval_level=f"{plies + 1}ply", cubeful=False, parallel_threads=1)._analyzer
strategy = inner._strategy_nply if plies else inner._strategy_1ply
found = [[strategy.evaluate_board(b, b)["equity"] for b in boards] for boards in asked["decisions"]]
times = []
for board, high, low in asked["timed"]:
    begun = time.perf_counter()
    inner.checker_play_analytics(board, high, low)
    times.append(time.perf_counter() - begun)
json.dump({"equities": found, "median": statistics.median(times)}, sys.stdout)
"""


class Candidates(NamedTuple):
    """One decision: the positions after its plays, the opponent on roll, and their reference equities for him."""

    positions: list[Position]
    equities: NDArray[np.float64]


class Result(NamedTuple):
    """What a level lost in each decision that it was asked, in mEq by its place, and its median time in seconds."""

    losses: dict[int, float]
    median: float


def decisions_of(file: Path) -> list[Candidates]:
    """The decisions of a file of references, those with more than one candidate."""
    groups: dict[int, list[tuple[Position, float]]] = defaultdict(list)
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row.get("group") is not None:
            groups[row["group"]].append((decode_position(row["position"]), row["equity"]))
    return [
        Candidates([each for each, _ in group], np.array([worth for _, worth in group]))
        for group in groups.values()
        if len(group) > 1
    ]


def spread(count: int, wanted: int) -> list[int]:
    """So many places of `count`, evenly apart."""
    wanted = min(wanted, count)
    return [i * count // wanted for i in range(wanted)]


def judged(
    decisions: list[Candidates], places: list[int], judge: Callable[[list[Position]], NDArray[np.float64]]
) -> dict[int, float]:
    """The losses of the picks of a judge, who answers the equities of the players on roll."""
    return {at: _lost(decisions[at], judge(decisions[at].positions)) for at in places}


def _lost(decision: Candidates, seen: NDArray[np.float64]) -> float:
    return 1000.0 * float(decision.equities[int(np.argmin(seen))] - decision.equities.min())


def own(level: Level, decisions: list[Candidates], places: list[int], timed: list[Moment]) -> Result:
    """One of our levels."""
    losses = judged(decisions, places, lambda positions: cubeless(words_of(positions), level.plies) @ EQUITY - 1.0)
    plays = [legal_plays(moment.position, moment.roll) for moment in timed]
    times = [_seconds(partial(rank_plays, each, NO_CUBE, level)) for each in plays]
    return Result(losses, statistics.median(times))


def gnubg(plies: int, decisions: list[Candidates], places: list[int], timed: list[Moment]) -> Result:
    """One of gnubg's."""
    module = importlib.import_module("gnubg_nn")

    def judge(positions: list[Position]) -> NDArray[np.float64]:
        seen = np.array([module.probabilities(_gnubg_board(each), plies) for each in positions], np.float64)
        return np.asarray(seen @ EQUITY - 1.0)

    asked = [(_gnubg_board(each.position), *each.roll) for each in timed]
    times = [_seconds(partial(module.best_move, *each, n=plies)) for each in asked]
    return Result(judged(decisions, places, judge), statistics.median(times))


def _gnubg_board(position: Position) -> list[list[int]]:
    return [list(position.theirs[1:]), list(position.mine[1:])]


def sage(
    interpreter: str, plies: int, decisions: list[Candidates], places: list[int], timed: list[Moment]
) -> Result | None:
    """One of bgsage's, which counts the static net as its first ply; None where it does not run."""
    asked = {
        "plies": plies,
        "decisions": [[_sage_board(each.flip()) for each in decisions[at].positions] for at in places],
        "timed": [(_sage_board(each.position), *each.roll) for each in timed],
    }
    done = subprocess.run([interpreter, "-c", SAGE], input=json.dumps(asked), capture_output=True, text=True)
    if done.returncode:
        print(f"bgsage did not answer: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    answer: dict[str, Any] = json.loads(done.stdout)
    losses = {at: _lost(decisions[at], -np.array(seen)) for at, seen in zip(places, answer["equities"], strict=True)}
    return Result(losses, float(answer["median"]))


def _sage_board(position: Position) -> list[int]:
    """One number a point, the other side's checkers negative; 25 is our bar and 0 the other's."""
    mine, theirs = position
    return [theirs[25], *(mine[point] - theirs[25 - point] for point in range(1, 25)), mine[25]]


def _seconds(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def figure(values: list[float]) -> str:
    """A mean with the half-width of its 95 % interval."""
    return f"{statistics.fmean(values):.2f} ± {1.96 * statistics.stdev(values) / len(values) ** 0.5:.2f}"


def print_row(name: str, result: Result, peer: Result | None) -> None:
    """A line of the table; the last column is the paired difference from gnubg's same number of plies."""
    losses = result.losses
    both = [] if peer is None or peer is result else sorted(losses.keys() & peer.losses.keys())
    beside = figure([losses[at] - peer.losses[at] for at in both]) if peer is not None and both else ""
    time = f"{1000 * result.median:.2f} ms" if result.median < 0.01 else f"{1000 * result.median:.0f} ms"
    print(f"| {name} | {time} | {figure(list(losses.values()))} | {len(losses)} | {beside} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=CHOICES)
    parser.add_argument("--sage", default=os.environ.get("BGSAGE"))
    parser.add_argument("--deep", type=int, default=379, help="decisions that the peers' 2 plies are asked")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything, to see that it runs")
    asked = parser.parse_args()
    if not asked.file.is_file():
        sys.exit(f"levels: not compared, {asked.file} is not here")
    share = 10 if asked.quick else 1
    decisions = decisions_of(asked.file)
    every, some = spread(len(decisions), len(decisions) // share), spread(len(decisions), asked.deep // share)
    few = spread(len(decisions), asked.deep // 4 // share)
    timed = [each for each in moments(4000, seed=31) if each.position.contact and _is_choice(each)]
    groups = [timed[first::8][: 160 // share] for first in range(8)]
    print(
        "| level | median time | choice loss, mEq | decisions | less gnubg's at as many plies |\n|---|---|---|---|---|"
    )
    peers: dict[int, Result] = {}
    if importlib.util.find_spec("gnubg_nn") is not None:
        for plies, places, count in ((0, every, 160), (1, every, 80), (2, some, 30)):
            peers[plies] = gnubg(plies, decisions, places, groups[plies][: max(3, count // share)])
            print_row(f"gnubg {plies}-ply", peers[plies], None)
    if asked.sage:
        for plies, places, count in ((0, every, 80), (1, every, 40), (2, some, 20)):
            found = sage(asked.sage, plies, decisions, places, groups[3 + plies][: max(3, count // share)])
            if found is not None:
                print_row(f"bgsage {plies + 1}P", found, peers.get(plies))
    for name, level in LEVELS.items():
        places = every if level.plies <= 2 else few
        result = own(level, decisions, places, groups[6][: max(3, (160 if level.plies < 2 else 24) // share)])
        print_row(f"**{name}**", result, peers.get(level.plies))


def _is_choice(moment: Moment) -> bool:
    return len(legal_plays(moment.position, moment.roll)) >= 5


if __name__ == "__main__":
    main()
