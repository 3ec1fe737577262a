"""Every parser under fire: errors of our own and nothing else, in bounded memory; five minutes each in `make soak`."""

import os
import random
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tavla.errors import InvalidText
from tavla.formats.detect import read
from tavla.formats.encoding import MAX_FILE
from tests.conftest import ROOT, Scale
from tests.formats.fuzz import TARGETS, damaged, one
from tests.formats.seeds import SEEDS
from tests.formats.xg_bytes import xg_file

SECONDS = 300


@pytest.mark.parametrize("target", TARGETS)
def test_only_errors_of_our_own_come_out(target: str, tmp_path: Path, scale: Scale, rng: random.Random) -> None:
    if scale(100) > 1:
        fuzz_for_long(target, tmp_path)
        return
    names = TARGETS[target].fed_with
    for _ in range(25):
        one(target, damaged(SEEDS[rng.choice(names)], SEEDS[rng.choice(names)], rng))


def fuzz_for_long(target: str, folder: Path) -> None:
    """Minutes in a process of its own, whose memory is bounded."""
    where = [sys.executable, "-m", "tests.formats.fuzz", target, str(folder)]
    bounds = ["--seed", os.environ["TAVLA_SEED"], "--seconds", str(SECONDS)]
    done = subprocess.run([*where, *bounds], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"


def test_a_member_that_unpacks_to_more_than_a_file_may_have_is_refused() -> None:
    bomb = xg_file(bytes(MAX_FILE + 2560))
    assert len(bomb) < 1 << 20
    with pytest.raises(InvalidText):
        read(bomb)


def test_a_member_that_lies_about_its_size_is_refused() -> None:
    data = bytearray(xg_file(bytes(2560)))
    honest = zlib.compress(bytes(2560))
    at = data.index(honest)
    data[at : at + len(honest)] = zlib.compress(bytes(2561), 9)[: len(honest)]
    with pytest.raises(InvalidText):
        read(bytes(data))
