"""The shipped net's static plays in nackgammon, longgammon and hypergammon beside the standard game.

    python -m benchmarks.variants [decisions of backgammon and nackgammon; a third of them of the others]

Decisions are those of the first turns of games that the net plays against itself. The candidates of each are its own
pick and the plays that look best one ply deeper; all are rolled out on the same dice with the luck taken off,
hypergammon to the end, the others cut off after some turns. The trials are halved: one half says which candidate is
best, the other what the pick loses against it, and the other way round, so that no play looks best by luck alone. A
pick that leads by far one ply deeper is not rolled out and loses nothing.
"""

import random
import statistics
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tavla.engine.rollout import EQUITY, Settings, block_of, play_block
from tavla.engine.search import chances
from tavla.engine.stake import Stake
from tavla.evaluation import best_play, words_of
from tavla.rules import Position, Roll, legal_plays

GAMES: dict[str, int | None] = {"backgammon": 7, "nackgammon": 7, "longgammon": 7, "hypergammon": None}
"""The games, and after how many turns their rollouts are cut off."""

EARLY = 6
"""Turns of a game that are asked about."""

TRIALS = 216
CANDIDATES, WITHIN, CLEAR = 4, 0.08, 0.05

Words = NDArray[np.int64]


def decisions(variant: str, seed: int) -> Iterator[Words]:
    """The boards after the candidate plays of each decision, the opponent on roll; the net's own pick is the first.

    One board alone where the pick leads by far.
    """
    rng = random.Random(f"{variant} {seed}")
    while True:
        position, roll = Position.start(variant), Roll.of(*rng.sample(range(1, 7), 2))
        for _ in range(EARLY):
            picked = best_play(position, roll).after
            plays = legal_plays(position, roll)
            if picked.winner_is_known:
                break
            if len(plays) > 1:
                yield _candidates(list(plays), picked)
            position, roll = picked, Roll.of(rng.randint(1, 6), rng.randint(1, 6))


def _candidates(boards: list[Position], picked: Position) -> Words:
    words = words_of(boards)
    worths = chances(words, 1) @ EQUITY
    own = boards.index(picked)
    others = [int(at) for at in np.argsort(worths) if at != own and worths[at] < worths.min() + WITHIN]
    if not others or worths[own] + CLEAR < worths[others[0]]:
        return words[[own]]
    return words[[own, *others[: CANDIDATES - 1]]]


def loss(words: Words, number: int, turns: int | None) -> float:
    """What the first board loses against the best one, by rollouts in two halves."""
    if len(words) == 1:
        return 0.0
    settings = Settings(truncate=turns, seed=7_000 + number)
    trials = [play_block(block_of(row, Stake(has_cube=False), settings, 0, TRIALS))[:, 5] for row in words]
    halves = np.array([[each[::2].mean(), each[1::2].mean()] for each in trials])
    best = halves.argmin(axis=0)
    return float((halves[0, 1] - halves[best[0], 1] + halves[0, 0] - halves[best[1], 0]) / 2.0)


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    found: dict[str, float] = {}
    for variant, turns in GAMES.items():
        wanted = most if variant in ("backgammon", "nackgammon") else max(2, most // 3)
        asked = [words for words, _ in zip(decisions(variant, seed=3), range(wanted), strict=False)]
        with ThreadPoolExecutor(2) as threads:
            losses = list(threads.map(partial(loss, turns=turns), asked, range(wanted)))
        found[variant] = statistics.fmean(losses)
        half = 1.96 * statistics.stdev(losses) / len(losses) ** 0.5
        rolled = sum(len(words) > 1 for words in asked)
        print(
            f"{variant:<12} {1000 * found[variant]:6.2f} +- {1000 * half:.2f} mEq a decision of {len(losses)}, "
            f"{rolled} of them rolled out; {found[variant] / max(found['backgammon'], 1e-4):.2f} times backgammon's",
            flush=True,
        )


if __name__ == "__main__":
    main()
