"""What can be counted on a board: points held, blots and the shots at them, primes, checkers at the back, the race.

Every feature takes boards, as positions or as counts of shape (n, 2, 26), and gives n whole numbers. It is about
`mine`, the side that a board names first, whoever is on roll: for the board after a play that is the mover once it is
flipped. Only `shots` and `escape_rolls` throw dice; they say whose.

A point is held by two checkers or more. A checker is behind another if it has still to pass it; what is on the
bar is behind everything.
"""

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from tavla.engine.search import DICE, legal_plays
from tavla.errors import InvalidInput
from tavla.evaluation.boards import Boards, words_of
from tavla.kernel import native
from tavla.rules import BAR, ROLLS, Position
from tavla.rules.position import HOME

Counts = NDArray[np.int8]
Ints = NDArray[np.int64]
Feature = Callable[[Boards], Ints]

FAR_HOME = 19
"""The lowest point of the opponent's home, in my numbering."""
MIDPOINT = 13
FORWARD = slice(FAR_HOME, 23)
"""Where an anchor looks out over the opponent's wall: 19 to 22."""
DIRECT = range(1, 7)
INDIRECT = (7, 8, 9, 10, 11, 12, 15, 16, 18, 20, 24)
"""Distances that take more than one die: two dice, or the third and fourth of a double."""
WEIGHTS = np.array([roll.weight for roll in ROLLS])
"""In how many of the 36 throws each of the 21 rolls appears."""
_BITS = np.int64(1) << np.arange(26, dtype=np.int64)


def _counts(boards: Boards) -> Counts:
    """The boards as counts, (n, 2, 26); raises `InvalidInput` for anything of another shape."""
    counts = np.asarray(boards, np.int8)
    if counts.size == 0:
        return np.zeros((0, 2, 26), np.int8)
    if counts.ndim != 3 or counts.shape[1:] != (2, 26):
        raise InvalidInput("boards.shape")
    return counts


def _mine(boards: Boards) -> Counts:
    return _counts(boards)[:, 0]


def _theirs(boards: Boards) -> Counts:
    return _counts(boards)[:, 1]


def _total(of_points: NDArray[np.bool_] | Counts) -> Ints:
    return np.asarray(of_points.sum(axis=1, dtype=np.int64))


# What is held


def home_points(boards: Boards) -> Ints:
    """Points held of 1 to 6."""
    return _total(_mine(boards)[:, 1 : HOME + 1] >= 2)


def points_held(boards: Boards) -> Ints:
    """Points held of 1 to 24."""
    return _total(_mine(boards)[:, 1:BAR] >= 2)


def prime_length(boards: Boards) -> Ints:
    """The most points held in a row, anywhere."""
    held = _mine(boards)[:, 1:BAR] >= 2
    longest = run = np.zeros(len(held), np.int64)
    for point in range(held.shape[1]):
        run = (run + 1) * held[:, point]
        longest = np.maximum(longest, run)
    return longest


def anchors(boards: Boards) -> Ints:
    """Points held of 19 to 24, the opponent's home."""
    return _total(_mine(boards)[:, FAR_HOME:BAR] >= 2)


def forward_anchors(boards: Boards) -> Ints:
    """Points held of 19 to 22."""
    return _total(_mine(boards)[:, FORWARD] >= 2)


def builders(boards: Boards) -> Ints:
    """Checkers on 2 to 12 that a point does not need (all but two of those on it, or the one alone), one to six pips
    above a home point that neither side holds."""
    counts = _counts(boards)
    mine, theirs = counts[:, 0], counts[:, 1, ::-1]
    wanted = (mine[:, : HOME + 1] < 2) & (theirs[:, : HOME + 1] < 2)
    found = np.zeros(len(mine), np.int64)
    for point in range(2, 13):
        spare = np.where(mine[:, point] >= 2, mine[:, point] - 2, mine[:, point])
        found += spare * wanted[:, max(point - 6, 1) : min(point, HOME + 1)].any(axis=1)
    return found


def stacked(boards: Boards) -> Ints:
    """Checkers above the third of a point, over the points 1 to 24."""
    return _total(np.maximum(_mine(boards)[:, 1:BAR] - 3, 0))


# What is open


def blots(boards: Boards) -> Ints:
    """Points of 1 to 24 with a single checker."""
    return _total(_mine(boards)[:, 1:BAR] == 1)


def open_blots(boards: Boards) -> Ints:
    """Blots with an opposing checker behind them: those that may still be hit some day."""
    return _total(_open(boards))


def direct_blots(boards: Boards) -> Ints:
    """Blots with an opposing checker one to six pips behind them, whatever stands between."""
    return _total(_within(boards, DIRECT))


def indirect_blots(boards: Boards) -> Ints:
    """Blots with no opposing checker one to six pips behind them but one at another distance that a roll can give
    (7 to 12, 15, 16, 18, 20, 24), whatever stands between."""
    return _total(_within(boards, INDIRECT) & ~_within(boards, DIRECT))


def guarded_blots(boards: Boards) -> Ints:
    """Open blots on 1 to 18 while a point of 19 to 22 is held; 0 without one."""
    return _total(_open(boards)[:, : FAR_HOME - 1]) * (forward_anchors(boards) > 0)


def _open(boards: Boards) -> NDArray[np.bool_]:
    """Which of the points 1 to 24 hold an open blot, (n, 24)."""
    counts = _counts(boards)
    theirs = counts[:, 1, 1:] > 0
    behind = np.logical_or.accumulate(theirs[:, ::-1], axis=1)
    return np.asarray((counts[:, 0, 1:BAR] == 1) & behind[:, :24])


def _within(boards: Boards, distances: tuple[int, ...] | range) -> NDArray[np.bool_]:
    """Which of the points 1 to 24 hold a blot with an opposing checker at one of the distances behind it, (n, 24)."""
    counts = _counts(boards)
    theirs = counts[:, 1, ::-1] > 0  # by my numbering: what is on their bar stands at 0, before my point 1
    near = np.zeros((len(counts), 24), np.bool_)
    for distance in distances:
        near[:, distance - 1 :] |= theirs[:, : 25 - distance]
    return np.asarray((counts[:, 0, 1:BAR] == 1) & near)


def shots(boards: Boards) -> Ints:
    """How many of the opponent's 36 rolls can hit the blot on each point, (n, 26) by point; 0 where there is no blot.

    Exact by the standard rules: a roll counts if some legal play of it takes the checker.
    """
    return np.asarray(hits(boards).transpose(0, 2, 1) @ WEIGHTS)


def shot_rolls(boards: Boards) -> Ints:
    """How many of the opponent's 36 rolls can hit a blot of mine, any of them. Exact, as `shots` is."""
    return np.asarray(hits(boards).any(axis=2) @ WEIGHTS)


def hits(boards: Boards) -> NDArray[np.bool_]:
    """Which blots each of the opponent's 21 rolls, in the order of `ROLLS`, can hit: (n, 21, 26) by point."""
    counts = _counts(boards)
    found = np.zeros((len(counts), len(ROLLS), 26), np.bool_)
    asked = np.flatnonzero(_open(counts).any(axis=1))
    if len(asked):
        found[asked] = _hits(counts[asked]).reshape(len(asked), len(ROLLS), 26)
    return found


def _hits(counts: Counts) -> NDArray[np.bool_]:
    """For each board and each of the 21 rolls of the opponent which blots he can hit: (21 n, 26)."""
    blot = counts[:, 0] == 1
    blot[:, [0, BAR]] = False
    taken = _over_plays(counts[:, ::-1], lambda after, owner: (blot[owner] & (after[:, 0] == 0)) @ _BITS)
    return np.asarray(taken[:, None] & _BITS > 0)


def _over_plays(counts: Counts, bits: Callable[[Counts, Ints], Ints]) -> Ints:
    """For each board and each of the 21 rolls of `mine` what all plays together set: (21 n,).

    `bits` is asked with boards after plays, the opponent first, and with the places of the boards they began from.
    """
    dice = np.tile(DICE, (len(counts), 1))
    found = np.zeros(len(dice), np.int64)
    first = 0
    for part in legal_plays(np.repeat(words_of(counts), len(ROLLS), axis=0), dice):
        if len(part.after):
            after = np.zeros((len(part.after), 2, 26), np.int8)
            native.unpack(np.ascontiguousarray(part.after), after)
            starts = np.concatenate([[0], part.ends[:-1]])
            moved = np.flatnonzero(part.ends > starts)
            owner = (first + np.repeat(np.arange(len(starts)), part.ends - starts)) // len(ROLLS)
            found[first + moved] = np.bitwise_or.reduceat(bits(after, owner), starts[moved])
        first += len(part.boards)
    return found


# What is at the back


def checkers_back(boards: Boards) -> Ints:
    """Checkers on 19 to 24 and on the bar."""
    return _total(_mine(boards)[:, FAR_HOME:])


def runners(boards: Boards) -> Ints:
    """Checkers on 14 to 24 and on the bar: those that have not yet reached the midpoint."""
    return _total(_mine(boards)[:, MIDPOINT + 1 :])


def way_out(boards: Boards) -> Ints:
    """Pips that the checkers on 19 to 24 and on the bar need to come to 18, all together."""
    return np.asarray(_mine(boards)[:, FAR_HOME:].astype(np.int64) @ np.arange(1, 8))


def escape_rolls(boards: Boards) -> Ints:
    """How many of my 36 rolls, thrown now, can bring a checker from the bar or 19 to 24 to 18 or below; 36 if none is
    back there. Exact by the standard rules."""
    counts = _counts(boards)
    back = checkers_back(counts)
    found = np.full(len(counts), 36, np.int64)
    asked = np.flatnonzero(back > 0)
    if len(asked):
        before = back[asked]
        freed = _over_plays(
            counts[asked], lambda after, owner: (_total(after[:, 1, FAR_HOME:]) < before[owner]).astype(np.int64)
        )
        found[asked] = freed.reshape(len(asked), len(ROLLS)) @ WEIGHTS
    return found


def cover_rolls(boards: Boards, point: int) -> Ints:
    """How many of my 36 rolls, thrown now, can bring a second checker to a blot. Exact by the standard rules."""
    counts = _counts(boards)
    made = _over_plays(counts, lambda after, owner: (after[:, 1, point] >= 2).astype(np.int64))
    return np.asarray(made.reshape(len(counts), len(ROLLS)) @ WEIGHTS)


def their_checkers_back(boards: Boards) -> Ints:
    """The opponent's checkers in my home or on the bar."""
    return checkers_back(_counts(boards)[:, ::-1])


def their_checkers_on_bar(boards: Boards) -> Ints:
    """The opponent's checkers on the bar."""
    return np.asarray(_theirs(boards)[:, BAR], np.int64)


# The race


def pips(boards: Boards) -> Ints:
    """My pip count."""
    return np.asarray(_mine(boards).astype(np.int64) @ np.arange(26))


def lead(boards: Boards) -> Ints:
    """The opponent's pip count less mine: above 0 I am ahead."""
    counts = _counts(boards)
    return pips(counts[:, ::-1]) - pips(counts)


def contact(boards: Boards) -> Ints:
    """1 while a checker of either side can still be hit, 0 in a race."""
    rearmost = np.where(_counts(boards) > 0, np.arange(26), 0)[:, :, 1:].max(axis=2)
    return np.asarray(rearmost.sum(axis=1) > 24, np.int64)


FEATURES: Mapping[str, Feature] = {
    feature.__name__: feature
    for feature in (
        home_points,
        points_held,
        prime_length,
        anchors,
        forward_anchors,
        builders,
        stacked,
        blots,
        open_blots,
        direct_blots,
        indirect_blots,
        guarded_blots,
        shot_rolls,
        checkers_back,
        runners,
        way_out,
        escape_rolls,
        their_checkers_back,
        their_checkers_on_bar,
        pips,
        lead,
        contact,
    )
}
"""Every feature that is one number a board, by its name."""


def measure(position: Position, names: Iterable[str] = FEATURES) -> Mapping[str, int]:
    """Features of a position by name, for `mine`: all of them, or those that are asked for."""
    boards = _counts([position])
    return {name: int(FEATURES[name](boards)[0]) for name in names}
