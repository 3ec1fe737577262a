"""Files that were damaged on the way, or made to do harm: every one is read or refused, and never anything else."""

import random
import time

import pytest

from tavla.errors import InvalidInput
from tavla.formats.detect import read
from tests.conftest import Scale
from tests.formats.seeds import SEEDS
from tests.formats.xg_bytes import START, cube, game, header, move, xg_file

WORDS = (
    b"Doubles => 4",
    b" Wins 9 points",
    b"66: bar/20*",
    b";W[double]",
    b"25:",
    b"Takes",
    b"Illegal play (",
    b"\n",
    b"]",
)


def sentences(data: bytes) -> list[str]:
    """What is said about a file: its oddities, or why it is refused."""
    try:
        return [each.sentence("tr") for each in read(data).diagnostics]
    except InvalidInput as refused:
        return [str(refused)]


def damaged(data: bytes, rng: random.Random) -> bytes:
    """A file with a few bytes, lines or pieces changed, taken away, or put in twice."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(found) + 1)
        match rng.randrange(6):
            case 0 if at < len(found):
                found[at] = rng.randrange(256)
            case 1:
                del found[at : at + rng.randint(1, 40)]
            case 2:
                found[at:at] = rng.choice(WORDS)
            case 3:
                piece = found[at : at + rng.randint(1, 200)]
                found[at:at] = piece
            case 4:
                del found[at + rng.randint(0, len(found)) :]
            case _:
                found[at:at] = str(rng.randint(-9, 99_999)).encode()
    return bytes(found)


@pytest.mark.parametrize("name", SEEDS)
def test_a_damaged_file_is_read_or_refused(name: str, scale: Scale, rng: random.Random) -> None:
    for _ in range(scale(5000)):
        assert not [text for text in sentences(damaged(SEEDS[name], rng)) if not text or "\n" in text]


def test_damaged_records_in_a_whole_container_are_read_or_refused(scale: Scale, rng: random.Random) -> None:
    for _ in range(scale(10_000)):
        records = [header(), game(), move(1, (3, 1), (7, 4, 5, 4), START), cube(-1, 1, 2), move(-1, (6, 6), (), START)]
        at = rng.randrange(len(records))
        spoilt = bytearray(records[at])
        for _ in range(rng.randint(1, 20)):
            spoilt[rng.randrange(700)] = rng.randrange(256)
        records[at] = bytes(spoilt)
        assert not [text for text in sentences(xg_file(*records)) if not text or "\n" in text]


LONG = {
    "blanks": b"5 point match\n Game 1\n" + b" " * 60_000,
    "colons": b"5 point match\n Game 1\n" + b" : 0" * 15_000,
    "numbers": b"5 point match\n Game 1\nA : 0     B : 0\n" + b"1) " * 20_000,
    "cells": b"5 point match\n Game 1\nA : 0     B : 0\n" + b" 1) " + b"66: " * 15_000,
    "brackets": b"5 point match\n Game 1\nA : 0     B : 0\n" + b" 1) 66: Illegal play (" * 3_000,
    "tags": b"; [" + b" a" * 30_000,
    "trees": b"(;GM[6]" + b"(;" * 30_000,
    "values": b"(;GM[6]A" + b"[\\" * 30_000,
    "ids": b"XGID=" * 13_000,
    "lines": b"5 point match\n Game 1\nA : 0     B : 0\n" + b"nothing\n" * 100_000,
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_line_costs_little(name: str) -> None:
    begun = time.process_time()
    assert len(sentences(LONG[name])) <= 500
    assert time.process_time() - begun < 5
