"""Positions as the kernel's words, checked where they come in."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tavla.errors import InvalidInput
from tavla.kernel import native
from tavla.rules import Position

Words = npt.NDArray[np.int64]
"""Boards as the kernel has them: (n, 4)."""

Counts = npt.NDArray[np.int8]
"""Checkers by side and point."""

Boards = Sequence[Position] | npt.NDArray[np.int8]
"""Positions, or counts of shape (n, 2, 26): the player on roll first, each side in its own numbering."""


def words_of(boards: Boards) -> Words:
    """The boards as words; InvalidInput names the first row that is no board of up to fifteen checkers a side."""
    try:
        counts = np.ascontiguousarray(np.asarray(boards, np.int8))
    except (ValueError, TypeError, OverflowError) as error:
        raise InvalidInput("boards.shape") from error
    if counts.size == 0:
        return np.zeros((0, 4), np.int64)
    if counts.ndim != 3 or counts.shape[1:] != (2, 26):
        raise InvalidInput("boards.shape")
    words = np.zeros((len(counts), 4), np.int64)
    done = native.pack(counts, words)
    if done < len(counts):
        raise InvalidInput("boards.row", row=done)
    return words


def counts_of(words: Words) -> Counts:
    """The boards that the words stand for, as counts (n, 2, 26)."""
    counts = np.zeros((len(words), 2, 26), np.int8)
    native.unpack(np.ascontiguousarray(words), counts)
    return counts


def positions_of(words: Words) -> list[Position]:
    """The positions that the words stand for."""
    return [Position(tuple(mine), tuple(theirs)) for mine, theirs in counts_of(words).tolist()]
