"""The types of the compiled unit; what its functions do is said in the chapters in `unit/`."""

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.int64]
"""Boards as four words each: (n, 4)."""
Counts = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
Shape = npt.NDArray[np.int32]
"""(width1, width2, squared)."""

INPUT_COUNT: int
FEATURES: str

def level() -> int: ...
def pack(points: Counts, words: Words) -> int: ...
def unpack(words: Words, points: Counts) -> None: ...
def legal_plays(words: Words, dice: Counts, first: int, ends: Words, out: Words) -> int: ...
def count_plays(words: Words, dice: Counts, rounds: int) -> int: ...
def way(before: Words, after: Words, die1: int, die2: int, moves: Counts) -> int: ...
def count_weights(width1: int, width2: int) -> int: ...

TABLE_SIZE: int

def build_bearoff(tables: Floats) -> None: ...
def small_pairs(words: Words, tables: Floats, equities: Floats) -> int: ...
def home_place(words: Words, places: Shape) -> None: ...
def evaluate(shape: Shape, weights: Floats, tables: Floats, words: Words, plies: int, chances: Floats) -> None: ...
def best_play(
    shape: Shape, weights: Floats, tables: Floats, board: Words, die1: int, die2: int, after: Words, chances: Floats
) -> int: ...
def play_games(
    shape1: Shape,
    weights1: Floats,
    shape2: Shape,
    weights2: Floats,
    tables: Floats,
    adjusted: bool,
    seed: int,
    points: Floats,
) -> int: ...
def label_games(
    shape: Shape, weights: Floats, tables: Floats, habits: Floats, seed: int, words: Words, labels: Floats
) -> None: ...
def learn_by_td(shape: Shape, weights: Floats, games: int, rate: float, seed: int) -> int: ...
def fit(
    shape: Shape,
    weights: Floats,
    moments: Floats,
    words: Words,
    labels: Floats,
    order: Shape,
    rates: Floats,
    steps_before: int,
    equity_weight: float,
    losses: npt.NDArray[np.float64],
) -> None: ...
