"""Whose analysis of a match is nearer to the truth, ours or gnubg's: rollouts judge the decisions they disagree on.

    python -m benchmarks.analysis_judge [--least LOSS] [--trials N] [--plies N] [--gnubg N] [FILE...]

Both programs analyse at 2-ply. Where the losses that they give a decision lie further apart than `--least`, the choices
in question are rolled out, the furthest apart first; for the other decisions the judge is given the mean of both. The
first judge is our own rollout, by our own net: **it is not neutral**. So the `--gnubg` decisions that lie furthest
apart are also rolled out by gnubg, who is as partial to its side, and the verdicts stand beside each other. Each judge
looks only at what was done and at what either program would have done.

`of the way` is where a judge's losses lie between gnubg's (0) and ours (1), by least squares over the decisions.
Answers are kept in `runs/judge`: a run that was broken off goes on, and one with more trials adds to them. Without
files the matches of the shared folder are taken.
"""

import argparse
import math
import os
import shutil
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.analysis_pairs import Pair, analysed, annotated, pairs
from benchmarks.gnubg_analysis import shared_matches
from benchmarks.gnubg_judge import GnubgJudge
from benchmarks.own_judge import BLOCK, OwnJudge, Verdict
from tavla.analysis.annotate import Annotated
from tavla.analysis.rating import opinion_counts, rate, rated_by_file

STUDENT = {7: 2.365, 11: 2.201, 13: 2.160}
"""Two-sided 95 % points of Student's distribution by degrees of freedom."""

Judging = Callable[[Pair], Verdict | None]


class Match(NamedTuple):
    """A match that both programs judged."""

    name: str
    both: Annotated
    pairs: list[Pair]


class Row(NamedTuple):
    """A player's PR by both programs and by the judge, with the judge's standard error."""

    ours: float
    theirs: float
    judge: float
    error: float
    judged: int


def read(program: str, file: Path) -> Match:
    """A match with what both programs say of it."""
    both = annotated(analysed(program, file))
    return Match(file.stem, both, pairs(file.stem, both))


def player(match: Match, seat: int, verdict: Judging) -> Row | None:
    """A player's figures; None if nothing of his counts."""
    ours, theirs = rate(match.both, seat).rating, rated_by_file(match.both, seat)
    own = [each for each in match.pairs if each.judgement.seat == seat]
    counts = sum((each.judgement.counts + opinion_counts(each.opinion, each.theirs)) / 2.0 for each in own)
    if ours is None or theirs is None:
        return None
    found = {each.key: verdict(each) for each in own}
    judged = [each for each in found.values() if each is not None]
    rest = sum((each.ours + each.theirs) / 2.0 for each in own if found[each.key] is None)
    loss = rest + sum(each.loss for each in judged)
    error = math.sqrt(sum(each.error**2 for each in judged))
    return Row(ours, theirs, 500.0 * loss / counts, 500.0 * error / counts, len(judged))


def tell_players(matches: Iterable[Match], verdict: Judging) -> None:
    """The PR of every player by the three, and how far both programs are from the judge."""
    rows = []
    for match in matches:
        for seat in (0, 1):
            row = player(match, seat, verdict)
            if row is not None:
                rows.append(row)
                print(
                    f"  {match.name[:24]:<24} {seat + 1}: PR {row.ours:5.2f} / {row.theirs:5.2f} / {row.judge:5.2f} "
                    f"+- {row.error:.2f} by us, gnubg and the judge, of {row.judged} decisions judged"
                )
    far = [(abs(row.ours - row.judge), abs(row.theirs - row.judge)) for row in rows]
    difference = [ours - theirs for ours, theirs in far]
    half = STUDENT.get(len(rows) - 1, 1.96) * _error(difference)
    print(
        f"  mean distance of PR from the judge {statistics.fmean(ours for ours, _ in far):.2f} / "
        f"{statistics.fmean(theirs for _, theirs in far):.2f}: {statistics.fmean(difference):+.2f} +- {half:.2f}; "
        f"the judge's own error {math.sqrt(statistics.fmean(row.error**2 for row in rows)):.2f}"
    )


def tell_decisions(asked: Sequence[Pair], verdict: Judging) -> None:
    """How far the losses of both programs are from the judge's, by kind of decision."""
    kinds = {"all": asked} | {kind: [each for each in asked if each.judgement.kind == kind] for kind in KINDS}
    for kind, some in kinds.items():
        found = [(each, said) for each in some if (said := verdict(each)) is not None]
        if len(found) > 2:
            print(f"  {kind:<7} {_compared(found)}")


KINDS = ("play", "double", "take")


def _compared(found: Sequence[tuple[Pair, Verdict]]) -> str:
    ours = np.array([pair.ours for pair, _ in found])
    theirs = np.array([pair.theirs for pair, _ in found])
    judged = np.array([said.loss for _, said in found])
    apart = ours - theirs
    far = np.abs(ours - judged) - np.abs(theirs - judged)
    way = float(apart @ (judged - theirs) / (apart @ apart))
    error = math.sqrt(float(((judged - theirs - way * apart) * apart) @ ((judged - theirs - way * apart) * apart)))
    return (
        f"{len(found)} decisions, mean loss {ours.mean():.4f} / {theirs.mean():.4f} / {judged.mean():.4f} by us, gnubg "
        f"and the judge, nearer to the judge by {1000 * -far.mean():+.1f} +- {1960 * _error(far.tolist()):.1f} mEq are "
        f"we; {way:.2f} +- {1.96 * error / float(apart @ apart):.2f} of the way"
    )


def _error(values: Sequence[float]) -> float:
    return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf


def furthest_apart(matches: Iterable[Match], least: float) -> list[Pair]:
    """The decisions whose losses lie further apart than `least`, the furthest first."""
    found = [each for match in matches for each in match.pairs if abs(each.apart) > least]
    return sorted(found, key=lambda each: -abs(each.apart))


def roll_out(judge: OwnJudge, asked: Sequence[Pair], trials: int) -> None:
    """Bring every decision to so many trials, all of them a block at a time."""
    for wanted in range(BLOCK, trials + BLOCK, BLOCK):
        for each in asked:
            if judge.trials(each).shape[1] < min(wanted, trials):
                judge.go_on(each)


def tell_apart(matches: Sequence[Match], asked: Sequence[Pair]) -> None:
    """How much of the disagreement is in the decisions to be judged."""
    of_all = [each for match in matches for each in match.pairs]
    rest = [each.apart for each in of_all if each not in asked]
    print(
        f"{len(of_all)} decisions, {len(asked)} to be judged, {sum(abs(each.apart) for each in asked):.2f} apart in all"
    )
    print(f"the others {sum(map(abs, rest)):.2f} apart, which comes to {sum(rest):+.3f} with their signs")
    for match in matches:
        silent = len(match.both.judgements) - len(match.pairs)
        if silent:
            print(f"{match.name}: gnubg says nothing of {silent} decisions")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--least", type=float, default=0.01)
    parser.add_argument("--trials", type=int, default=BLOCK)
    parser.add_argument("--plies", type=int, choices=(0, 1), default=0)
    parser.add_argument("--gnubg", type=int, default=24)
    arguments = parser.parse_args()
    program = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    files = arguments.files or shared_matches()
    if program is None or not files:
        print("no gnubg on the path, or no matches")
        return 0
    matches = [read(program, file) for file in files]
    asked = furthest_apart(matches, arguments.least)
    tell_apart(matches, asked)
    own, gnubg = OwnJudge(arguments.plies), GnubgJudge(program)
    roll_out(own, asked, arguments.trials)
    print("judged by our rollouts", flush=True)
    tell_players(matches, own.verdict)
    tell_decisions(asked, own.verdict)
    some = asked[: arguments.gnubg]
    for each in some:
        gnubg.roll_out(each)
    print(f"the {len(some)} decisions furthest apart, judged by our rollouts")
    tell_decisions(some, own.verdict)
    print("the same judged by gnubg's rollouts")
    tell_decisions(some, gnubg.verdict)
    return 0


if __name__ == "__main__":
    sys.exit(main())
