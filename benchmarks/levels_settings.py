"""What the search's filters cost and keep, on decisions of own games that nothing else is judged by.

    python -m benchmarks.levels_settings [decisions]

The decisions are made at the first run (some seconds each) and kept in `runs/levels`: contact, at least two plays
within 0.06 of the best at 1 ply; up to five of them rolled out for twelve turns with the luck taken off. For each pair
of filters: the loss of the 2-ply pick by those rollouts, and how many plays were looked at 1 and 2 plies deep.
"""

import json
import random
import statistics
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavla.cli.bench import moments
from tavla.engine.rollout import EQUITY, Settings, rollout
from tavla.engine.search import Filter, cubeless
from tavla.engine.stake import Stake
from tavla.evaluation import words_of
from tavla.rules import legal_plays

KEPT = Path(__file__).resolve().parents[1] / "runs" / "levels" / "own.jsonl"
TRIALS, TURNS = 324, 12
MOST, WITHIN, CLOSE = 5, 0.10, 0.06

FIRST = (Filter(12, 0.20), Filter(8, 0.16), Filter(6, 0.10), Filter(4, 0.08))
SECOND = (Filter(5, 0.10), Filter(4, 0.08), Filter(3, 0.06), Filter(3, 0.04), Filter(2, 0.04))


class Decision(NamedTuple):
    """Boards after the close plays, the opponent on roll; his equities by rollouts, and by 0, 1 and 2 plies."""

    rolled_out: NDArray[np.float64]
    seen: list[NDArray[np.float64]]


def make(wanted: int, seed: int = 20261) -> None:
    """Add decisions to those that are kept, up to so many."""
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    found = len(KEPT.read_text().splitlines()) if KEPT.is_file() else 0
    with ThreadPoolExecutor(2) as threads, KEPT.open("a") as file:
        for number, words in enumerate(_close(seed)):
            if number >= wanted:
                return
            if number < found:
                continue
            settings = Settings(trials=TRIALS, truncate=TURNS, seed=1000 + number)
            estimates = rollout(words, Stake(has_cube=False), settings, threads)
            row = {"words": words.tolist(), "eq": [round(each.worth, 5) for each in estimates]}
            file.write(json.dumps(row) + "\n")
            file.flush()


def _close(seed: int) -> Iterator[NDArray[np.int64]]:
    rng = random.Random(seed)
    for moment in moments(1_000_000, seed):
        if rng.random() > 0.12 or not moment.position.contact:
            continue
        words = words_of(list(legal_plays(moment.position, moment.roll)))
        if len(words) < 3:
            continue
        worths = cubeless(words, 1) @ EQUITY
        kept = [at for at in np.argsort(worths) if worths[at] < worths.min() + WITHIN][:MOST]
        if len(kept) > 1 and worths[kept[1]] - worths[kept[0]] <= CLOSE:
            yield words[kept]


def judged(wanted: int) -> list[Decision]:
    """The decisions, seen by the net that ships."""
    found = []
    for line in KEPT.read_text().splitlines()[:wanted]:
        row = json.loads(line)
        words = np.array(row["words"], np.int64)
        found.append(Decision(np.array(row["eq"]), [cubeless(words, plies) @ EQUITY for plies in range(3)]))
    return found


def picked(decision: Decision, first: Filter, second: Filter) -> tuple[int, int, int]:
    """The pick behind two filters, and how many plays each let through."""
    zero, one, two = decision.seen
    kept = first.keep(-zero)
    close = kept[second.keep(-one[kept])]
    return int(close[np.argmin(two[close])]), len(kept), len(close)


def _loss(decision: Decision, pick: int) -> float:
    return 1000.0 * float(decision.rolled_out[pick] - decision.rolled_out.min())


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    make(wanted)
    decisions = judged(wanted)
    for plies in range(3):
        losses = [_loss(each, int(np.argmin(each.seen[plies]))) for each in decisions]
        half = 1.96 * statistics.stdev(losses) / len(losses) ** 0.5
        print(f"{plies}-ply: {statistics.fmean(losses):.2f} +- {half:.2f} mEq in {len(losses)} decisions")
    for first in FIRST:
        for second in SECOND:
            found = [picked(each, first, second) for each in decisions]
            loss = statistics.fmean(_loss(each, pick) for each, (pick, _, _) in zip(decisions, found, strict=True))
            counts = [statistics.fmean(each[i] for each in found) for i in (1, 2)]
            print(
                f"{first.most} within {first.within:.2f}, {second.most} within {second.within:.2f}: {loss:.2f} mEq, "
                f"{counts[0]:.1f} plays at 1 ply, {counts[1]:.2f} at 2"
            )


if __name__ == "__main__":
    main()
