"""Looking ahead: what positions are worth after every roll and the best reply to it, with the cube in mind.

Plies are counted as usual: 0 is the static judge, n looks at n further turns. The last of them is the evaluator's own
(the kernel averages it over the 21 rolls by itself); the turns before it are a tree of boards here, whose worths are
folded from the leaves up. At every node of the tree the player on roll may turn the cube, so that what is lost by
waiting is seen where it is lost. For a decision about the cube the next turn of either side belongs to the tree: an
average over its rolls would hide who may double after them.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavla.engine.cubeful import CONTACT, CubeWorths, race_efficiency, worth
from tavla.engine.stake import CENTRE, MINE, THEIRS, Stake
from tavla.evaluation import standard
from tavla.evaluation.bearoff import pair_equities, small_pairs
from tavla.evaluation.boards import Words, counts_of
from tavla.evaluation.races import is_race, race_chances, whole_and_near
from tavla.kernel import native
from tavla.rules.dice import ROLLS

Array = NDArray[np.float64]

DICE = np.array([[roll.high, roll.low] for roll in ROLLS], np.int8)
WEIGHTS = np.array([roll.weight / 36.0 for roll in ROLLS])
GUESSED = 0.01
"""How likely a gammon may be, where only the net tells it, in a race that is not looked into."""
ROOM = 1 << 16
"""Positions that a batch of replies may hold."""


class Node(NamedTuple):
    """Some boards with the chances of their player on roll, and what follows each roll if that was looked at."""

    words: Words
    chances: Array
    efficiency: Array
    replies: "Node | None"


def chances(words: Words, plies: int) -> Array:
    """The cubeless chances of the player on roll, (n, 5); `plies` is 0 or 1 here, the deeper ones are trees."""
    if not len(words):
        return np.zeros((0, 5))
    return standard(plies).chances(np.ascontiguousarray(words)).astype(np.float64)


def look(words: Words, plies: int, stake: Stake, averaged: int = 1) -> Node:
    """The tree under some boards, deep enough for so many plies; its chances are averaged up from the leaves.

    `averaged` is how many of the plies, 0 or 1, are left to the evaluator: quick, but nobody doubles in them.
    """
    if plies <= averaged:
        seen = chances(words, plies)
        return Node(words, seen, efficiency(words, seen), None)
    replies = look(best_replies(words, stake), plies - 1, stake.flip(), averaged)
    seen = _averaged(replies.chances)
    return Node(words, seen, efficiency(words, seen), replies)


def race(words: Words) -> Node | None:
    """Boards whose chances need no looking ahead: all of them races, some with checkers still outside, and no gammon
    likely that only the net can tell."""
    counts = counts_of(words)
    if not counts[:, :, 7:].any() or not is_race(counts).all():
        return None
    seen = race_chances(words).astype(np.float64)
    guessed = np.stack([~whole_and_near(counts[:, side]) for side in (1, 0)], axis=1)
    if (seen[:, [1, 3]] * guessed > GUESSED).any():
        return None
    return Node(words, seen, efficiency(words, seen), None)


def cubeless(words: Words, plies: int) -> Array:
    """The chances of the player on roll at any number of plies, as for money play without a cube: (n, 5)."""
    return look(words, plies, Stake(has_cube=False)).chances


def _averaged(of_replies: Array) -> Array:
    """Chances before the roll from those of the opponent after each of the 21 rolls."""
    mean = np.einsum("r,nrc->nc", WEIGHTS, of_replies.reshape(-1, len(ROLLS), 5))
    return np.stack([1.0 - mean[:, 0], mean[:, 3], mean[:, 4], mean[:, 1], mean[:, 2]], axis=1)


def static_worths(words: Words, seen: Array, live: Array, stake: Stake) -> Array:
    """What boards with these chances are worth for the player on roll if he does not double, without looking ahead.

    Exact for money with few checkers left at home, by Janowski's model with the efficiency `live` elsewhere.
    """
    found = worth(seen, stake, live)
    if stake.has_cube and stake.away is None and stake.cube_max is None:
        small = small_pairs(words)
        if small.any():
            found[small] = stake.cube * pair_equities(words[small])[:, _COLUMNS[stake.owner]]
    return found


_COLUMNS = {CENTRE: 1, MINE: 2, THEIRS: 3}


def static_doubles(words: Words, seen: Array, live: Array, stake: Stake) -> CubeWorths:
    """The worths that a cube decision is about, without looking ahead."""
    taken = static_worths(words, seen, live, stake.turned(THEIRS))
    return CubeWorths(static_worths(words, seen, live, stake), taken, _drop(len(words), stake))


def _drop(count: int, stake: Stake) -> Array:
    return np.full(count, stake.wins(stake.cube)[0])


def hold(node: Node, stake: Stake) -> Array:
    """What boards are worth for the player on roll if he does not double this turn."""
    if node.replies is None:
        return static_worths(node.words, node.chances, node.efficiency, stake)
    return _over_rolls(value(node.replies, stake.flip()))


def value(node: Node, stake: Stake) -> Array:
    """What boards are worth for the player on roll, who may double first."""
    held = hold(node, stake)
    if not stake.may_double(MINE, stake.cube) or stake.owner == -MINE:
        return held
    doubled = doubles(node, stake)
    return np.maximum(held, np.minimum(doubled.double_take, doubled.double_drop))


def doubles(node: Node, stake: Stake) -> CubeWorths:
    """The worths that a cube decision is about."""
    return CubeWorths(hold(node, stake), hold(node, stake.turned(THEIRS)), _drop(len(node.words), stake))


def _over_rolls(of_replies: Array) -> Array:
    return np.asarray(-(of_replies.reshape(-1, len(ROLLS)) @ WEIGHTS))


def best_replies(words: Words, stake: Stake) -> Words:
    """For each board and each of the 21 rolls the board after the best play by the static judge: (21 n, 4)."""
    boards = np.repeat(words, len(ROLLS), axis=0)
    dice = np.tile(DICE, (len(words), 1))
    chosen = [_best(part, stake) for part in legal_plays(boards, dice, judged=True)]
    return np.concatenate(chosen) if chosen else np.zeros((0, 4), np.int64)


class Plays(NamedTuple):
    """Boards, and where the positions after each one's plays end in `after` (a dance has none).

    `chances` are those of the player on roll after each play, the opponent, by the static judge: (m, 5), or no rows
    if they were not asked for.
    """

    boards: Words
    ends: NDArray[np.int64]
    after: Words
    chances: Array


def legal_plays(boards: Words, dice: NDArray[np.int8], *, judged: bool = False) -> list[Plays]:
    """The positions after all plays of many boards by their rolls, in parts that fit into one buffer.

    `judged` gives the chances as well, by the difference that each play makes: much faster than asking for each.
    """
    boards, dice = np.ascontiguousarray(boards), np.ascontiguousarray(dice)
    parts: list[Plays] = []
    ends, out = np.zeros(len(boards), np.int64), np.empty((ROOM, 4), np.int64)
    found = np.empty((ROOM if judged else 0, 5), np.float32)
    first = 0
    while first < len(boards):
        if judged:
            after = standard().evaluate_plays(boards, dice, first, ends, out, found)
        else:
            after = native.legal_plays(boards, dice, first, ends, out)
        count = ends[after - 1]
        part = boards[first:after], ends[first:after].copy(), out[:count].copy(), found[:count].astype(np.float64)
        parts.append(Plays(*part))
        first = after
    return parts


def _best(plays: Plays, stake: Stake) -> Words:
    boards, ends, after, seen = plays
    starts = np.concatenate([[0], ends[:-1]])
    best = turned(boards)
    moved = (ends > starts) & ~is_over(boards)
    if len(after):
        worths = static_worths(after, seen, efficiency(after, seen), stake.flip())
        owner = np.repeat(np.arange(len(boards)), ends - starts)
        order = np.lexsort((worths, owner))
        best[moved] = after[order[starts[moved]]]
    return best


def turned(words: Words) -> Words:
    """The same boards with the other player on roll."""
    return np.ascontiguousarray(words[:, [2, 3, 0, 1]])


def is_over(words: Words) -> NDArray[np.bool_]:
    """Whether a side has nothing left on the board; the lowest four bits of its first word count what is off."""
    left = words.copy()
    left[:, [0, 2]] >>= 4
    return np.asarray(((left[:, 0] | left[:, 1]) == 0) | ((left[:, 2] | left[:, 3]) == 0))


def efficiency(words: Words, seen: Array) -> Array:
    """How live the cube is on each board, whose player on roll has these chances: (n, 3) for a cube in the middle, his
    own and the other's."""
    counts = np.empty((len(words), 2, 26), np.int8)
    native.unpack(np.ascontiguousarray(words), counts)
    rearmost = np.where(counts > 0, np.arange(26, dtype=np.int8), 0)[:, :, 1:].max(axis=2).astype(np.int64)
    pips = counts[:, 0].astype(np.int64) @ np.arange(26)
    return np.where((rearmost.sum(axis=1) > 24)[:, None], CONTACT, race_efficiency(pips, seen[:, 0]))


@dataclass(frozen=True, slots=True)
class Filter:
    """Which plays are looked at one ply deeper: at most so many, within so much of the best."""

    most: int
    within: float

    def keep(self, worths: Array) -> NDArray[np.int64]:
        """The places of the plays that stay, the best first."""
        order = np.argsort(-worths, kind="stable")[: self.most]
        return np.asarray(order[worths[order] >= worths[order[0]] - self.within])
