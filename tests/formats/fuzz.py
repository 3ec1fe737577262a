"""One parser under fire, in a process of its own with bounded memory.

    .venv/bin/python -m tests.formats.fuzz TARGET FOLDER [--seconds N] [--runs N] [--seed N]

With atheris (guided by coverage) where it is installed, else by random damage to good files. Only errors of our own may
come out; anything else ends the process, with the input in FOLDER.
"""

import argparse
import contextlib
import importlib
import os
import random
import resource
import sys
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

MEMORY = 3 << 30
"""Bytes of address space for the whole process, the fuzzer's own included."""

LONGEST_INPUT, LONGEST_WATCHED = 1 << 16, 1 << 14
"""Bytes of an input; atheris, which makes everything slow, gets shorter ones."""

ALONE = __name__ == "__main__" and "--damage" not in sys.argv
"""Only a process of its own is watched by atheris, which changes the code that it watches."""

atheris = importlib.import_module("atheris") if ALONE and find_spec("atheris") else None

with atheris.instrument_imports(include=["tavla"]) if atheris else contextlib.nullcontext():
    from tavla.errors import TavlaError
    from tavla.formats.detect import read
    from tavla.formats.encoding import decode
    from tavla.formats.found import Reading
    from tavla.formats.jellyfish import decode_pos
    from tavla.formats.native import loads
    from tavla.formats.opinions import opinions
    from tavla.formats.sgf_analysis import with_analysis
    from tavla.formats.write import FORMS, POSITION_FORMS, lost, positions, write
    from tavla.notation import decode_fibs, parse_play, read_position
    from tavla.notation.plays import plays_meant, read_steps
    from tavla.rules import Continuations, Position, Roll, profile

from tests.formats.seeds import SEEDS  # noqa: E402
from tests.formats.xg_bytes import xg_file  # noqa: E402

TURN = Continuations(Position.start(), Roll.of(3, 1), profile("standard"))


def told(data: bytes) -> Reading:
    """What a file holds, with everything that is said about it and that it says itself."""
    reading = read(data)
    for tongue in ("en", "tr"):
        for each in reading.diagnostics:
            sentence = each.sentence(tongue)
            assert sentence
            assert "\n" not in sentence
    for entry in reading.entries:
        with_analysis(entry.history, entry.notes, opinions(entry))
    return reading


def whole(data: bytes) -> None:
    """Everything that is done with a file: read and told of, written in every form and read again."""
    reading = told(data)
    for entry in reading.entries:
        for form in FORMS:
            lost(entry, form)
            _written(reading, form)
    for form in POSITION_FORMS:
        with contextlib.suppress(TavlaError):
            positions(reading, form)


def _written(reading: Reading, form: str) -> None:
    """What was read is written; what was written of the first match is read again."""
    try:
        text = write(reading.entries[:1], form)
    except TavlaError:
        return
    if form != "json":
        read(text.encode())


def container(data: bytes) -> None:
    """The records of an XG file, whatever they hold, in a container that is whole."""
    told(xg_file(data[: len(data) // 2560 * 2560]))


def text_of(parse: Callable[[str], object]) -> Callable[[bytes], None]:
    """A parser of text as a target."""
    return lambda data: _ignore(parse(data.decode("utf-8", "replace")))


def _ignore(_: object) -> None:
    pass


def plays(text: str) -> None:
    """A play as people write it, by every reader that there is for one."""
    with contextlib.suppress(TavlaError):
        read_steps(text)
    with contextlib.suppress(TavlaError):
        plays_meant(text, TURN)
    parse_play(text, TURN.position, TURN.roll)


class Target(NamedTuple):
    """A parser, and the good files that it is fed with."""

    feed: Callable[[bytes], None]
    fed_with: tuple[str, ...]


TARGETS: Mapping[str, Target] = {
    "detect": Target(whole, tuple(SEEDS)),
    "mat": Target(lambda data: _ignore(told(data)), ("mat", "xg-text")),
    "sgf": Target(lambda data: _ignore(told(data)), ("sgf", "sgf-analysed")),
    "native": Target(text_of(loads), ("native",)),
    "xg": Target(container, ("xg-records",)),
    "xg-container": Target(lambda data: _ignore(told(data)), ("xg",)),
    "pos": Target(lambda data: _ignore(decode_pos(data)), ("pos",)),
    "positions": Target(lambda data: _ignore(told(data)), ("snowie", "xgid", "ogid", "fibs")),
    "encoding": Target(lambda data: _ignore(decode(data, None)), ("mat", "snowie")),
    "ids": Target(text_of(read_position), ("xgid", "fibs", "gnubg-id")),
    "fibs": Target(text_of(decode_fibs), ("fibs",)),
    "plays": Target(text_of(plays), ("plays",)),
}


def one(target: str, data: bytes) -> None:
    """Feed a parser once; an error of our own is what it may answer."""
    with contextlib.suppress(TavlaError):
        TARGETS[target].feed(data[:LONGEST_INPUT])


def damaged(data: bytes, other: bytes, rng: random.Random) -> bytes:
    """A good file with a few pieces changed, taken away, put in twice, or taken from another."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        at, length = rng.randrange(len(found) + 1), int(rng.paretovariate(0.6)) % 2000 + 1
        match rng.randrange(7):
            case 0 if at < len(found):
                found[at] = rng.randrange(256)
            case 1:
                del found[at : at + length]
            case 2:
                found[at:at] = found[at : at + length]
            case 3:
                start = rng.randrange(len(other))
                found[at:at] = other[start : start + length]
            case 4:
                found[at:at] = str(rng.choice((-1, 0, 1, 7, 25, 26, 255, 65_536, 10**9, 10**30))).encode()
            case 5 if at + 8 <= len(found):
                found[at : at + 4] = rng.choice((0, 1, -1, 2**31 - 1, -(2**31), 99_999)).to_bytes(
                    4, "little", signed=True
                )
            case _:
                found[at:at] = rng.choice((b"\n", b"\t", b"\0", b"(", b"[", b"]", b";", b"*", b"\xff\xfe", b"\xc4\xb1"))
    return bytes(found)


def by_damage(target: str, folder: Path, seconds: float, runs: int, seed: int) -> None:
    """Random damage to good files until the time or the runs are over."""
    rng, names = random.Random(f"{target} {seed}"), TARGETS[target].fed_with
    end = time.monotonic() + seconds if seconds else float("inf")
    count = 0
    while time.monotonic() < end and (not runs or count < runs):
        data = damaged(SEEDS[rng.choice(names)], SEEDS[rng.choice(names)], rng)
        (folder / "input").write_bytes(data)
        one(target, data)
        count += 1
    print(f"{target}: {count} runs by damage, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB")


def by_coverage(target: str, folder: Path, seconds: float, runs: int, seed: int) -> None:
    """Atheris, from the good files on; it ends the process by itself."""
    assert atheris is not None
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for name in TARGETS[target].fed_with:
        (corpus / name).write_bytes(SEEDS[name][:LONGEST_INPUT])
    if target == "detect":
        for number, file in enumerate(_shared_files()):
            (corpus / f"shared{number}").write_bytes(file.read_bytes())
    bounds = [f"-max_total_time={int(seconds)}"] if seconds else [f"-runs={runs}"]
    options = [
        *bounds,
        f"-seed={seed % 2**31 or 1}",
        f"-max_len={LONGEST_WATCHED}",
        "-timeout=60",
        "-rss_limit_mb=2048",
    ]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/", str(corpus)], lambda data: one(target, data))
    atheris.Fuzz()


def _shared_files() -> list[Path]:
    """The short ones of the files of other programs in the folder beside the repository, if it is there."""
    folder = Path(os.environ.get("TAVLA_SHARED", Path(__file__).resolve().parents[3] / "shared")) / "files"
    return sorted(each for each in folder.rglob("*") if each.is_file() and each.stat().st_size <= LONGEST_WATCHED)


def main() -> None:
    """Run one target as the arguments say."""
    parser = argparse.ArgumentParser()
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--damage", action="store_true", help="without atheris, though it is here")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.setrecursionlimit(1000)
    how = by_damage if atheris is None or given.damage else by_coverage
    how(given.target, given.folder, given.seconds, given.runs, given.seed)


if __name__ == "__main__":
    os.environ.setdefault("TAVLA_LANG", "en")
    main()
