"""Money games without a cube against gnubg: mirrored dice, the luck taken away.

    python -m benchmarks.gnubg_games [OUR PLIES] [GNUBG'S PLIES]

Both play at 0 plies if nothing else is said. Needs the package gnubg-nn (`pip install --pre gnubg-nn`), which is for
development alone. GAMES=n in the environment chooses how many games, 2,000 give an interval of about 0.01 points;
SEED=n begins at other dice: the pairs are numbered from n on, so that runs whose numbers overlap share games.
"""

import importlib
import importlib.util
import os
import random
import statistics
import sys
from collections.abc import Callable
from functools import partial

import numpy as np

from tavla.engine.decision import LEVELS, rank_plays
from tavla.engine.stake import Stake
from tavla.evaluation import best_play, equities, evaluate, legal_plays
from tavla.rules import Position, Roll
from tavla.rules import legal_plays as plays_of
from tavla.rules.outcome import kind_of_win

GAMES = int(os.environ.get("GAMES", "100"))
SEED = int(os.environ.get("SEED", "0"))
NO_CUBE = Stake(has_cube=False)

Player = Callable[[Position, Roll], Position]


def own(plies: int, position: Position, roll: Roll) -> Position:
    """The shipped net by itself, or the level of so many plies."""
    if plies == 0:
        return best_play(position, roll).after
    plays = plays_of(position, roll)
    if len(plays) < 2:
        return next(iter(plays), position.flip())
    after = rank_plays(plays, NO_CUBE, LEVELS[f"{plies}-ply"]).best.after
    assert after is not None
    return after


def gnubg(plies: int, position: Position, roll: Roll) -> Position:
    """Gnubg's best move."""
    module = importlib.import_module("gnubg_nn")
    mine, theirs = position
    _, key = module.best_move([list(theirs[1:]), list(mine[1:])], roll.high, roll.low, n=plies, b=1)
    return board_of(key).flip()


def board_of(key: str) -> Position:
    """Gnubg's key of a board, twenty letters, the first side first."""
    bits = int.from_bytes(bytes.fromhex("".join(f"{ord(letter) - ord('A'):x}" for letter in key)), "little")
    sides = []
    for _ in range(2):
        counts = [0] * 26
        for point in range(1, 26):
            while bits & 1:
                counts[point] += 1
                bits >>= 1
            bits >>= 1
        counts[0] = 15 - sum(counts)
        sides.append(tuple(counts))
    return Position(*sides)


def luck(position: Position, roll: Roll) -> float:
    """What the roll is worth more than the mean over all rolls, by the shipped net, whoever plays it."""
    mean = float(equities(evaluate([position], plies=1))[0])
    plays = legal_plays([position], [(roll.high, roll.low)], with_chances=True)
    if not len(plays.after):
        return -float(equities(evaluate([position.flip()]))[0]) - mean
    return -float(equities(plays.chances).min()) - mean


def game(players: tuple[Player, Player], seed: int) -> float:
    """The points of the first player, less his luck; the opening roll is left out of it."""
    dice, position, mover, points = random.Random(seed), Position.start(), 0, 0.0
    roll = Roll.of(*dice.sample(range(1, 7), 2))
    while True:
        position = players[mover](position, roll)
        if position.winner_is_known:
            won = float(kind_of_win(position.mine))
            return points + (won if mover == 0 else -won)
        mover = 1 - mover
        roll = Roll.of(dice.randint(1, 6), dice.randint(1, 6))
        points -= luck(position, roll) * (1 if mover == 0 else -1)


def pair(ours: Player, theirs: Player, seed: int) -> float:
    """Two games with the same dice and sides changed: our points a game."""
    return (game((ours, theirs), seed) - game((theirs, ours), seed)) / 2


def main() -> None:
    our_plies, their_plies = (int(sys.argv[i]) if len(sys.argv) > i else 0 for i in (1, 2))
    if importlib.util.find_spec("gnubg_nn") is None:
        print("games against gnubg: not played, the package gnubg-nn is not here (pip install --pre gnubg-nn)")
        return
    ours, theirs = partial(own, our_plies), partial(gnubg, their_plies)
    results = [pair(ours, theirs, seed) for seed in range(SEED, SEED + max(2, GAMES // 2))]
    half = 1.96 * statistics.stdev(results) / np.sqrt(len(results))
    print(
        f"money games at {our_plies} plies against gnubg at {their_plies}, luck-adjusted: "
        f"{statistics.fmean(results):+.4f} +- {half:.4f} points a game in {2 * len(results)} games"
    )


if __name__ == "__main__":
    main()
