"""Many positions at once, for programs that learn or count: plays, their chances, and positions to try things on."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tavla.errors import InvalidInput
from tavla.evaluation.base import ChancesArray
from tavla.evaluation.boards import Boards, Counts, Words, counts_of, words_of
from tavla.evaluation.network import standard
from tavla.kernel import native

ROOM = 1 << 16
"""Positions that one call of the kernel may find; more are found in several calls."""


class Plays(NamedTuple):
    """The positions that many rolls lead to, one board's after the other's.

    `after` is (m, 2, 26), the opponent on roll; those of board i are `after[ends[i - 1]:ends[i]]` (from 0 for the
    first). A dance has none. `chances` is (m, 5), of the player on roll there, or empty if they were not asked for.
    """

    after: Counts
    ends: npt.NDArray[np.int64]
    chances: ChancesArray


def legal_plays(boards: Boards, rolls: npt.ArrayLike, with_chances: bool = False) -> Plays:
    """All distinct plays of each board by its roll; `rolls` is (n, 2), dice from 1 to 6.

    InvalidInput when a row is no board or no roll. The chances are the shipped network's.
    """
    words, dice = words_of(boards), _dice_of(rolls)
    if len(words) != len(dice):
        raise InvalidInput("boards.rolls")
    ends = np.zeros(len(words), np.int64)
    room, answers = np.empty((ROOM, 4), np.int64), np.empty((ROOM, 5), np.float32)
    found: list[Words] = []
    chances: list[ChancesArray] = []
    first = total = 0
    while first < len(words):
        done = _some(words, dice, first, ends, room, answers if with_chances else None)
        n = int(ends[done - 1])
        found.append(room[:n].copy())
        chances.append(answers[: n if with_chances else 0].copy())
        ends[first:done] += total
        first, total = done, total + n
    after = np.concatenate(found) if found else np.zeros((0, 4), np.int64)
    return Plays(counts_of(after), ends, np.concatenate(chances) if chances else answers[:0])


def _some(
    words: Words,
    dice: Counts,
    first: int,
    ends: npt.NDArray[np.int64],
    room: Words,
    answers: ChancesArray | None,
) -> int:
    if answers is None:
        return native.legal_plays(words, dice, first, ends, room)
    return standard().evaluate_plays(words, dice, first, ends, room, answers)


def _dice_of(rolls: npt.ArrayLike) -> Counts:
    try:
        dice = np.asarray(rolls, np.int64)
    except (ValueError, TypeError, OverflowError) as error:
        raise InvalidInput("boards.rolls") from error
    if dice.size == 0:
        return np.zeros((0, 2), np.int8)
    if dice.ndim != 2 or dice.shape[1] != 2 or dice.min() < 1 or dice.max() > 6:
        raise InvalidInput("boards.rolls")
    return np.ascontiguousarray(dice, np.int8)


def random_boards(count: int, seed: int) -> Counts:
    """Boards (n, 2, 26) on which a game can go on: half from games played at random, half laid at random."""
    words = np.empty((count, 4), np.int64)
    native.random_boards(seed % (1 << 64), words)
    return counts_of(words)
