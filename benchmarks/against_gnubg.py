"""The engine's speed beside gnubg's in one run, as ratios: evaluations, legal plays, decisions at 0, 1 and 2 plies.

Needs the package gnubg-nn (`pip install --pre gnubg-nn`), which is for development alone. Each position is asked once,
so that nothing comes from a cache; both engines are called from Python, one thread each, in turns.
"""

import importlib
import importlib.util
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from tavla.cli.bench import Bench, Moment, moments, one_layer_of, rate
from tavla.engine.decision import LEVELS, rank_plays
from tavla.engine.stake import Stake
from tavla.evaluation import best_play, standard
from tavla.evaluation.bearoff import NO_TABLES, tables
from tavla.rules import Position, legal_plays

SECONDS = 1.0
COUNTS = (800, 100, 40)


def main() -> None:
    if importlib.util.find_spec("gnubg_nn") is None:
        sys.exit("against gnubg: no gnubg-nn to measure beside (pip install --pre gnubg-nn)")
    gnubg = importlib.import_module("gnubg_nn")
    bench = Bench()
    theirs, calibrated = _evaluations(gnubg), _calibrated()
    if calibrated is not None:
        print(f"gnubg's own calibration: {calibrated:,.0f} evaluations a second")
    net = standard().weights
    for name, work in {
        "by difference, the shipped net": lambda: bench.by_difference(net, tables()),
        "from scratch, the shipped net": lambda: bench.from_scratch(net, tables()),
        "by difference, one layer of 128": lambda: bench.by_difference(one_layer_of(128), NO_TABLES),
        "from scratch, one layer of 128": lambda: bench.from_scratch(one_layer_of(128), NO_TABLES),
    }.items():
        own = rate(work, 1, SECONDS)
        beside = "" if calibrated is None else f", {own / calibrated:.1f} times its calibration"
        print(f"evaluations a second {name}: {own:,.0f}; gnubg {theirs:,.0f}: {own / theirs:.1f} times{beside}")
    own, others = rate(bench.rolls, 1, SECONDS), _rolls(gnubg, bench)
    print(f"legal rolls a second: {own:,.0f}; gnubg {others:,.0f}: {own / others:.1f} times")
    for plies, count in enumerate(COUNTS):
        _decisions(gnubg, bench.decided[:count], plies)


def _board(position: Position) -> list[list[int]]:
    """As gnubg takes it: who is not on roll, who is; 24 points and the bar."""
    return [list(position.theirs[1:]), list(position.mine[1:])]


def _calibrated() -> float | None:
    """Static evaluations a second as the program gnubg measures itself; None where it is not installed."""
    program = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        return None
    with subprocess.Popen([program, "-t", "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("calibrate 5\n")
        process.stdin.flush()
        found = next((line for line in process.stdout if "result" in line), "")
        process.kill()
    figure = re.search(r"(\d+) static", found)
    return float(figure[1]) if figure else None


def _evaluations(gnubg: Any) -> float:
    """Static evaluations a second through its binding, of positions that it has not seen."""
    boards = [_board(moment.position) for moment in moments(20_000, seed=7) if moment.position.contact]
    return _fastest(boards, lambda board: gnubg.probabilities(board, 0))


def _rolls(gnubg: Any, bench: Bench) -> float:
    asked = [(_board(moment.position), *moment.roll) for moment in bench.moments]
    return _fastest(asked, lambda each: gnubg.moves(*each))


def _fastest(asked: Sequence[Any], ask: Callable[[Any], object]) -> float:
    """Questions a second: the best of four spells, as in `rate`, each with questions of its own."""
    rates = []
    for part in range(4):
        own = asked[part::4]
        begun = perf_counter()
        for each in own:
            ask(each)
        rates.append(len(own) / (perf_counter() - begun))
    return max(rates)


def _decisions(gnubg: Any, asked: list[Moment], plies: int) -> None:
    level, stake = {each.plies: each for each in LEVELS.values()}[plies], Stake(has_cube=False)
    plays = {moment: legal_plays(moment.position, moment.roll) for moment in asked}

    def own(moment: Moment) -> object:
        if plies == 0:
            return best_play(moment.position, moment.roll).play
        return rank_plays(plays[moment], stake, level)

    def theirs(moment: Moment) -> object:
        return gnubg.best_move(_board(moment.position), *moment.roll, n=plies)

    random.Random(plies).shuffle(asked)
    mine, others = ([_microseconds(who, moment) for moment in asked] for who in (own, theirs))
    ratio = statistics.median(others) / statistics.median(mine)
    print(
        f"a decision at {plies} plies, median of {len(asked)}: {statistics.median(mine):,.0f} us; "
        f"gnubg {statistics.median(others):,.0f} us: {ratio:.1f} times"
    )


def _microseconds(who: Callable[[Moment], object], moment: Moment) -> float:
    begun = perf_counter()
    who(moment)
    return 1e6 * (perf_counter() - begun)


if __name__ == "__main__":
    main()
