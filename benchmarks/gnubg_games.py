"""Money games without a cube against gnubg's static player: mirrored dice, the luck taken away.

Needs the package gnubg-nn (`pip install --pre gnubg-nn`), which is for development alone. GAMES=n in the environment
chooses how many games; 2,000 give an interval of about 0.01 points.
"""

import importlib
import importlib.util
import os
import random
import statistics
from collections.abc import Callable

import numpy as np

from tavla.evaluation import best_play, equities, evaluate, legal_plays
from tavla.rules import Position, Roll
from tavla.rules.outcome import kind_of_win

GAMES = int(os.environ.get("GAMES", "100"))

Player = Callable[[Position, Roll], Position]


def own(position: Position, roll: Roll) -> Position:
    """The shipped net by itself."""
    return best_play(position, roll).after


def gnubg(position: Position, roll: Roll) -> Position:
    """Gnubg's best move at 0 plies."""
    module = importlib.import_module("gnubg_nn")
    mine, theirs = position
    _, key = module.best_move([list(theirs[1:]), list(mine[1:])], roll.high, roll.low, n=0, b=1)
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


def pair(seed: int) -> float:
    """Two games with the same dice and sides changed: our points a game."""
    return (game((own, gnubg), seed) - game((gnubg, own), seed)) / 2


def main() -> None:
    if importlib.util.find_spec("gnubg_nn") is None:
        print("games against gnubg: not played, the package gnubg-nn is not here (pip install --pre gnubg-nn)")
        return
    results = [pair(seed) for seed in range(max(2, GAMES // 2))]
    half = 1.96 * statistics.stdev(results) / np.sqrt(len(results))
    print(
        f"money games against gnubg at 0 plies, luck-adjusted: {statistics.fmean(results):+.4f} +- {half:.4f} "
        f"points a game in {2 * len(results)} games"
    )


if __name__ == "__main__":
    main()
