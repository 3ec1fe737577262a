"""The kernel's plays against gnubg's move list: real games and odd positions, every difference counted.

Needs the package gnubg-nn (`pip install --pre gnubg-nn`), which is for development alone. POSITIONS=n in the
environment chooses how many; the log has a run with 250,000.
"""

import importlib.util
import os
from time import perf_counter

import numpy as np

from tavla.evaluation.bearoff import NO_TABLES
from tavla.evaluation.boards import Words
from tavla.evaluation.weights import load_shipped
from tavla.kernel import native
from tavla.train.recipe import Label
from tavla.train.run import Rows

POSITIONS = int(os.environ.get("POSITIONS", "10000"))
ODD = 0.2
"""The share of positions from games that begin anywhere."""

LETTERS = bytes.maketrans(b"0123456789abcdef", b"ABCDEFGHIJKLMNOP")


def boards(count: int, odd: float, seed: int) -> Words:
    """Boards of self-play games, the share `odd` of the games beginning anywhere."""
    net = load_shipped()
    made = Rows(np.zeros((count, 4), np.int64), np.zeros((count, 5), np.float32), np.zeros(count, np.int32))
    how = Label("boards", "shipped", count, 0.5, 0.6, odd, odd / 4, 0.3, 0.3, seed, nack=0.0)
    native.label_games(net.prepared, NO_TABLES, how.habits, seed, *made)
    return made.words


def key(side_to_move: list[int], other: list[int]) -> str:
    """Gnubg's key of a board: the bits of its position ID as twenty letters."""
    bits, at = 0, 0
    for counts in (side_to_move, other):
        for count in counts[1:]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    return bits.to_bytes(10, "little").hex().encode().translate(LETTERS).decode()


def compare(words: Words, seed: int) -> tuple[int, int]:
    """How many plays were compared, and at how many boards the two lists differ."""
    gnubg_nn = importlib.import_module("gnubg_nn")
    dice = np.random.default_rng(seed).integers(1, 7, (len(words), 2), np.int8)
    ends, out = np.zeros(len(words), np.int64), np.zeros((1 << 18, 4), np.int64)
    total = differences = done = 0
    while done < len(words):
        last = native.legal_plays(words, dice, done, ends, out)
        counts = np.zeros((last - done, 2, 26), np.int8)
        native.unpack(words[done:last], counts)
        after = np.zeros((ends[last - 1], 2, 26), np.int8)
        native.unpack(out[: ends[last - 1]], after)
        starts = [0, *ends[done : last - 1].tolist()]
        results = after.tolist()
        for i, (mine, theirs) in enumerate(counts.tolist()):
            found = sorted(key(*results[k]) for k in range(starts[i], ends[done + i]))
            known = sorted(gnubg_nn.moves([theirs[1:], mine[1:]], *map(int, dice[done + i])))
            total += len(found)
            differences += found != known
        done = last
    return total, differences


def main() -> None:
    if importlib.util.find_spec("gnubg_nn") is None:
        print("gnubg's move list: not compared, the package gnubg-nn is not here (pip install --pre gnubg-nn)")
        return
    for name, count, odd in (("real games", POSITIONS, 0.0), ("odd positions", round(ODD * POSITIONS), 0.8)):
        begun = perf_counter()
        words = boards(count, odd, 20)
        distinct = len(np.unique(words, axis=0))
        total, differences = compare(words, 21)
        print(
            f"kernel's plays beside gnubg's, {name}: {count} positions ({distinct} distinct), {total} plays, "
            f"{differences} differences, {perf_counter() - begun:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
