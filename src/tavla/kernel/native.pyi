"""The types of the compiled unit; what its functions do is said in the chapters in `unit/`."""

import numpy as np
import numpy.typing as npt

_Words = npt.NDArray[np.int64]
"""Boards as four words each: (n, 4)."""
_Counts = npt.NDArray[np.int8]
_Floats = npt.NDArray[np.float32]
_Prepared = npt.NDArray[np.int16]
"""A network as `prepare` makes it."""
_Shape = npt.NDArray[np.int32]
"""(width1, width2, squared)."""

INPUT_COUNT: int
FEATURES: str

def level() -> int: ...
def pack(points: _Counts, words: _Words) -> int: ...
def unpack(words: _Words, points: _Counts) -> None: ...
def legal_plays(words: _Words, dice: _Counts, first: int, ends: _Words, out: _Words) -> int: ...
def count_plays(words: _Words, dice: _Counts, rounds: int) -> int: ...
def way(before: _Words, after: _Words, die1: int, die2: int, moves: _Counts) -> int: ...
def count_weights(width1: int, width2: int) -> int: ...
def prepared_size(width1: int, width2: int) -> int: ...
def prepare(shape: _Shape, weights: _Floats, block: _Prepared) -> None: ...

TABLE_SIZE: int

def build_bearoff(tables: _Floats) -> None: ...
def small_pairs(words: _Words, tables: _Floats, equities: _Floats) -> int: ...
def home_place(words: _Words, places: _Shape) -> None: ...
def evaluate(prepared: _Prepared, tables: _Floats, words: _Words, plies: int, chances: _Floats) -> None: ...
def best_play(
    prepared: _Prepared, tables: _Floats, board: bytes, die1: int, die2: int
) -> tuple[bytes, bytes, tuple[float, float, float, float, float]] | None: ...
def evaluate_plays(
    prepared: _Prepared,
    tables: _Floats,
    words: _Words,
    dice: _Counts,
    first: int,
    ends: _Words,
    out: _Words,
    chances: _Floats,
) -> int: ...
def random_boards(seed: int, words: _Words) -> None: ...
def play_games(
    prepared1: _Prepared,
    prepared2: _Prepared,
    tables: _Floats,
    adjusted: bool,
    seed: int,
    points: _Floats,
) -> int: ...
def label_games(
    prepared: _Prepared,
    tables: _Floats,
    habits: _Floats,
    seed: int,
    words: _Words,
    labels: _Floats,
    partners: _Shape,
) -> None: ...
def active_units(shape: _Shape, weights: _Floats, words: _Words, active: _Counts) -> None: ...
def learn_by_td(shape: _Shape, weights: _Floats, games: int, rate: float, seed: int) -> int: ...
def slopes(
    shape: _Shape,
    weights: _Floats,
    words: _Words,
    labels: _Floats,
    partners: _Shape,
    order: _Shape,
    equity_weight: float,
    pair_weight: float,
    into: _Floats,
    losses: npt.NDArray[np.float64],
) -> None: ...
