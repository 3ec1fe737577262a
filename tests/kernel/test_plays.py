"""The kernel's plays against the readable rules, an independent oracle, and themselves."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tavla.kernel import native
from tavla.notation.gnu_id import decode_position, encode_position
from tavla.rules import Continuations, Position, Roll, legal_plays

Words = npt.NDArray[np.int64]


def packed(positions: list[Position]) -> Words:
    words = np.zeros((len(positions), 4), np.int64)
    assert native.pack(np.array(positions, np.int8), words) == len(positions)
    return words


def unpacked(words: Words) -> list[Position]:
    points = np.zeros((len(words), 2, 26), np.int8)
    native.unpack(np.ascontiguousarray(words), points)
    return [Position(tuple(mine), tuple(theirs)) for mine, theirs in points.tolist()]


def kernel_plays(position: Position, roll: tuple[int, int]) -> Words:
    ends, out = np.zeros(1, np.int64), np.zeros((4096, 4), np.int64)
    assert native.legal_plays(packed([position]), np.array([roll], np.int8), 0, ends, out) == 1
    return out[: ends[0]]


def odd_position(rng: random.Random) -> Position:
    """Checkers laid at random in lumps, some off, now and then some on the bar."""
    mine, theirs = [0] * 26, [0] * 26
    for own, other in ((mine, theirs), (theirs, mine)):
        left = 15
        own[0] = rng.choice((0, 0, 0, rng.randrange(8)))
        own[25] = rng.choice((0, 0, 0, 0, 1, 2))
        left -= own[0] + own[25]
        reach = rng.choice((6, 12, 24, 24))
        for _ in range(500):
            point = rng.randint(1, reach)
            if left and not other[25 - point]:
                lump = min(left, rng.choice((1, 2, 2, 3)), 15 - own[point])
                own[point] += lump
                left -= lump
        own[0] += left
    return Position(tuple(mine), tuple(theirs))


def test_a_board_survives_the_words(rng: random.Random) -> None:
    positions = [odd_position(rng) for _ in range(200)]
    assert unpacked(packed(positions)) == positions


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [({6: 16}, {6: 15}), ({6: -1, 5: 16}, {6: 15}), ({19: 15}, {6: 15}), ({6: 14}, {6: 15}), ({}, {})],
)
def test_what_is_no_board_is_not_packed(mine: dict[int, int], theirs: dict[int, int]) -> None:
    board = np.zeros((2, 2, 26), np.int8)
    board[0, :, 6] = 15
    for side, points in enumerate((mine, theirs)):
        for point, count in points.items():
            board[1, side, point] = count
    assert native.pack(board, np.zeros((2, 4), np.int64)) == 1


def test_plays_equal_the_oracle(shared: Path) -> None:
    for line in (shared / "oracle" / "legal_plays.jsonl").read_text().splitlines():
        row = json.loads(line)
        plays = kernel_plays(decode_position(row["position"]), row["roll"])
        assert sorted(map(encode_position, unpacked(plays))) == row["after"]


def test_plays_equal_the_readable_rules(rng: random.Random, scale: Callable[[int], int]) -> None:
    for _ in range(scale(30_000)):
        position, roll = odd_position(rng), (rng.randint(1, 6), rng.randint(1, 6))
        found = unpacked(kernel_plays(position, roll))
        assert len(found) == len(set(found))
        assert set(found) == set(legal_plays(position, Roll.of(*roll)))


def test_every_play_can_be_shown_move_by_move(rng: random.Random) -> None:
    moves = np.zeros((4, 4), np.int8)
    for _ in range(100):
        position, roll = odd_position(rng), Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        turn = Continuations(position, roll)
        for after, result in zip(plays := kernel_plays(position, (roll.high, roll.low)), unpacked(plays), strict=True):
            n = native.way(packed([position])[0], after, *roll, moves)
            node, play = turn.node_after((source, die) for source, _, die, _ in moves[:n].tolist())
            assert [list(move) for move in play] == moves[:n].tolist()
            assert Position(node.theirs, node.mine) == result
            assert not turn.edges[node], "no die that could still be played is left"


def test_a_position_out_of_reach_has_no_way() -> None:
    start, moves = packed([Position.start()])[0], np.zeros((4, 4), np.int8)
    assert native.way(start, packed([Position.start()])[0], 3, 1, moves) == -1


def test_a_dance_has_no_play() -> None:
    position = Position.from_points({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {20: 3})
    assert len(kernel_plays(position, (3, 1))) == 0


def test_a_batch_stops_before_its_room_is_full() -> None:
    words = np.repeat(packed([Position.start()]), 500, axis=0)
    dice = np.tile(np.array([[3, 1]], np.int8), (500, 1))
    ends, out = np.zeros(500, np.int64), np.zeros((5000, 4), np.int64)
    done = native.legal_plays(words, dice, 0, ends, out)
    assert 0 < done < 500
    assert ends[done - 1] == done * 16
