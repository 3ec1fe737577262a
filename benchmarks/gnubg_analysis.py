"""How long a match takes to analyse at 2-ply beside gnubg in the same run, and whether both come to the same account.

    .venv/bin/python benchmarks/gnubg_analysis.py [--threads N] [FILE...]

gnubg (`analyse match`, checker play and cube at 2-ply, its own filters, luck as well) writes its analysis as SGF; its
PR follows from its losses by the same formula as ours. Time is given by the clock and by the processor: on a machine
with other work the second is the one to believe. Without files the matches of the shared folder are taken.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tavla.analysis.annotate import Annotated, annotate
from tavla.analysis.rating import rate, rated_by_file
from tavla.engine.decision import LEVELS
from tavla.evaluation import standard
from tavla.formats.detect import read_file
from tavla.formats.opinions import opinions
from tavla.formats.sgf_write import write_sgf
from tavla.match.annotation import Opinions

MATCHES = (
    "mat/gnubg_charlot_7pt.mat",
    "mat/xg_paris_7pt.txt",
    "mat/xg_export_9pt.txt",
    "mat/galaxy_match12509560.txt",
    "mat/galaxy_match9700805.txt",
    "mat/bgstudio_13pt_clocktype.txt",
    "mat/xgmobile_money_session.xg.txt",
)
COMMANDS = """set threads {threads}
set analysis chequerplay evaluation plies 2
set analysis cubedecision evaluation plies 2
set analysis luck on
set cache 65536
load match "{source}"
analyse match
save match "{target}"
quit
y
"""
LEVEL = LEVELS["2-ply"]


@dataclass(frozen=True)
class Took:
    """Seconds by the clock and of the processor."""

    clock: float
    processor: float


def gnubg_analyses(program: str, source: Path, target: Path, threads: int) -> Took:
    """Let gnubg analyse a match; its start and the reading of the file count."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    commands = COMMANDS.format(threads=threads, source=source, target=target)
    subprocess.run([program, "-t", "-q"], input=commands, text=True, stdout=subprocess.DEVNULL, check=False)
    after, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
    return Took(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def we_analyse(source: Path, threads: int, said: Opinions) -> tuple[Took, Annotated]:
    """The same by tavla; reading the file counts."""
    start, processor = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(threads) as executor:
        annotated = annotate(read_file(source).entries[0].history, LEVEL, executor, opinions=said)
    return Took(time.perf_counter() - start, time.process_time() - processor), annotated


def compare(program: str, file: Path, threads: int) -> tuple[Took, Took]:
    """Both analyses of one file, and a line for each of its players."""
    entry = read_file(file).entries[0]
    with tempfile.TemporaryDirectory() as folder:
        plain, analysed = Path(folder) / "plain.sgf", Path(folder) / "analysed.sgf"
        plain.write_text(write_sgf(entry.history, entry.tags), "utf-8")
        theirs = gnubg_analyses(program, plain, analysed, threads)
        said = opinions(read_file(analysed).entries[0])
        ours, annotated = we_analyse(plain, threads, said)
    count = len(annotated.judgements)
    print(f"{file.name}: {count} decisions, {len(annotated.luck)} rolls")
    print(
        f"  seconds by the clock {ours.clock:.2f} / {theirs.clock:.2f} = {ours.clock / theirs.clock:.2f}, "
        f"of the processor {ours.processor:.2f} / {theirs.processor:.2f} = {ours.processor / theirs.processor:.2f}"
    )
    tell_players(annotated)
    return ours, theirs


def tell_players(annotated: Annotated) -> None:
    """For each player the PR of both programs, what he lost in all, how their luck goes together, and PR by game."""
    for seat in (0, 1):
        name = annotated.history.match.started.players[seat].name or "?"
        own = [each for each in annotated.judgements if each.seat == seat]
        lost = sum(each.opinion.loss or 0.0 for each in own if each.opinion is not None)
        games = " ".join(_difference(annotated, seat, game) for game in range(1, annotated.history.match.game + 1))
        print(
            f"  {name[:20]:<20} PR {_both(annotated, seat)}, lost {sum(each.loss for each in own):.3f} / {lost:.3f}",
            end="",
        )
        print(f", luck correlates {correlation(annotated, seat):.4f}; difference of PR by game: {games}")


def _both(annotated: Annotated, seat: int) -> str:
    ours, theirs = rate(annotated, seat), rated_by_file(annotated, seat)
    if ours.rating is None or theirs is None:
        return "-"
    return f"{ours.rating:.2f} +- {ours.standard_error or 0.0:.1f} / {theirs:.2f} = {ours.rating - theirs:+.2f}"


def _difference(annotated: Annotated, seat: int, game: int) -> str:
    ours, theirs = rate(annotated, seat, game).rating, rated_by_file(annotated, seat, game)
    return "-" if ours is None or theirs is None else f"{ours - theirs:+.2f}"


def correlation(annotated: Annotated, seat: int) -> float:
    """How the luck of both programs goes together over the rolls of a player."""
    told = [(each.luck, each.opinion) for each in annotated.luck if each.seat == seat and each.opinion is not None]
    return float(np.corrcoef(np.array(told).T)[0, 1]) if len(told) > 2 else float("nan")


def shared_matches() -> list[Path]:
    """The matches of the folder beside the repository."""
    folder = Path(os.environ.get("TAVLA_SHARED", Path(__file__).resolve().parents[2] / "shared")) / "files"
    return [folder / name for name in MATCHES if (folder / name).is_file()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    program = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    files = arguments.files or shared_matches()
    if program is None or not files:
        print("no gnubg on the path, or no matches")
        return 0
    standard(1)
    took = [compare(program, file, arguments.threads) for file in files]
    ours, theirs = (sum(each[side].processor for each in took) for side in (0, 1))
    clock = sum(each[0].clock for each in took) / sum(each[1].clock for each in took)
    print(f"all: {clock:.2f} of gnubg's time by the clock, {ours / theirs:.2f} of its processor time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
