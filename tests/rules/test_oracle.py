"""Legal plays against facts from independent engines."""

import json
from pathlib import Path

import pytest

from tavla.notation import decode_position, encode_position
from tavla.rules import ROLLS, Continuations, Position, Roll, legal_plays

ROWS = 1_787


def test_the_reference_rolls_give_the_same_positions(shared: Path) -> None:
    lines = (shared / "oracle" / "legal_plays.jsonl").read_text().splitlines()
    assert len(lines) == ROWS
    for line in lines:
        row = json.loads(line)
        turn = Continuations(decode_position(row["position"]), Roll.of(*row["roll"]))
        assert sorted(map(encode_position, turn.plays())) == row["after"], line
        assert turn.dice_used == row["dice_used"], line


@pytest.fixture(scope="module")
def first_plays() -> list[Position]:
    """Every position after one roll from the start, once for each roll that leads to it."""
    return [after for roll in ROLLS for after in legal_plays(Position.start(), roll)]


def test_perft_of_one_roll(first_plays: list[Position]) -> None:
    assert len(first_plays) == 447


def test_perft_of_two_rolls(first_plays: list[Position]) -> None:
    assert sum(len(legal_plays(position, roll)) for position in first_plays for roll in ROLLS) == 202_782
