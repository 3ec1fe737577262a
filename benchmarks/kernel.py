"""How fast the kernel is on one thread: plays, evaluations, decisions; beside gnubg-nn where that package is."""

import importlib
import importlib.util
import statistics
from collections.abc import Callable
from time import perf_counter

import numpy as np

from tavla.evaluation import best_play, random_boards, standard, words_of
from tavla.evaluation.boards import Counts, Words, positions_of
from tavla.kernel import BUILD, native
from tavla.rules import Roll

BOARDS = 4000
ROUNDS = 5


def quickest(work: Callable[[], object]) -> float:
    """The shortest of some runs, in seconds."""
    times = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)


def main() -> None:
    words = words_of(random_boards(BOARDS, seed=1))
    dice = np.random.default_rng(2).integers(1, 7, (BOARDS, 2), np.int8)
    network = standard()
    ends, after = np.zeros(BOARDS, np.int64), np.empty((1 << 18, 4), np.int64)
    chances = np.empty((1 << 18, 5), np.float32)
    assert native.legal_plays(words, dice, 0, ends, after) == BOARDS
    found = int(ends[-1])

    rolls = BOARDS / quickest(lambda: native.count_plays(words, dice, 1))
    together = found / quickest(lambda: network.evaluate_plays(words, dice, 0, ends, after, chances))
    alone = BOARDS / quickest(lambda: network.chances(words))
    shape = f"{network.weights.width1} and {network.weights.width2} units"
    print(f"kernel {BUILD}, {shape}: {rolls / 1e6:.2f} M rolls a second")
    print(
        f"evaluations a second: {together / 1e6:.2f} M by difference with their plays, {alone / 1e6:.2f} M from scratch"
    )
    decisions(words, dice)


def decisions(words: Words, dice: Counts) -> None:
    """The median time of a decision at 0 plies, both from Python, each board once (caches cold)."""
    gnubg = importlib.import_module("gnubg_nn") if importlib.util.find_spec("gnubg_nn") else None
    own, theirs = [], []
    ends, after = np.zeros(len(words), np.int64), np.empty((1 << 18, 4), np.int64)
    native.legal_plays(words, dice, 0, ends, after)
    counts = np.diff(ends, prepend=0)
    for position, roll, n in zip(positions_of(words), dice.tolist(), counts.tolist(), strict=True):
        if n < 5 or not position.contact:
            continue
        begun = perf_counter()
        best_play(position, Roll.of(*roll))
        own.append(perf_counter() - begun)
        if gnubg:
            board = [list(position.theirs[1:]), list(position.mine[1:])]
            begun = perf_counter()
            gnubg.best_move(board, *roll, n=0)
            theirs.append(perf_counter() - begun)
    beside = f"; gnubg-nn {1e6 * statistics.median(theirs):.0f}" if theirs else ""
    print(f"a decision at 0 plies, median of {len(own)}: {1e6 * statistics.median(own):.0f} us{beside}")


if __name__ == "__main__":
    main()
