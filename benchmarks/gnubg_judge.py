"""Decisions of a match judged by gnubg's own rollouts: cubeful, to the end, luck taken out, plays and cube at 0-ply.

gnubg loads the match as it analysed it, goes to the decision, rolls out the choices in question and saves the match.
Every decision is rolled out twice, with other dice; the equities are kept in `runs/judge/gnubg`.
"""

import json
import math
import re
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.analysis_pairs import KEPT, Pair
from benchmarks.own_judge import Verdict, choices_of, view_of
from tavla.formats.detect import read_file
from tavla.formats.found import Entry
from tavla.formats.opinions import opinions
from tavla.formats.outline import outline
from tavla.match.annotation import Candidate

SEEDS = (1, 2)
TRIALS = 72
"""Trials of a choice with each seed."""

COMMANDS = """set threads 1
set rollout trials {trials}
set rollout seed {seed}
set rollout varredn on
set rollout cubeful on
set rollout chequerplay plies 0
set rollout cubedecision plies 0
load match "{source}"
>gnubg.navigate()
>gnubg.navigate(game={place.game}, next={place.entry})
cmark {what}
analyse rollout {kind}
save match "{target}"
quit
y
"""


class Place(NamedTuple):
    """Where a decision stands in gnubg's record: games and entries to go on from the first."""

    game: int
    entry: int


class Rolled(NamedTuple):
    """The equities of the choices for the decider (of a cube: held and taken, for the doubler) with their errors."""

    equities: list[float]
    errors: list[float]


class GnubgJudge:
    """gnubg's rollouts of the decisions of its analyses."""

    name = "gnubg's rollouts"

    def __init__(self, program: str) -> None:
        self._program = program

    def verdict(self, pair: Pair) -> Verdict | None:
        """What the decision lost; None where it was not rolled out."""
        path = _path(pair)
        if not path.is_file():
            return None
        return _verdict(pair, [Rolled(*each) for each in json.loads(path.read_text())])

    def roll_out(self, pair: Pair) -> None:
        """Roll a decision out, if that is not kept."""
        path = _path(pair)
        if not path.is_file():
            found = [self._rolled(pair, seed) for seed in SEEDS]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(found))

    def _rolled(self, pair: Pair, seed: int) -> Rolled:
        source = KEPT / f"{pair.match}.sgf"
        place = place_of(read_file(source).entries[0], pair)
        is_play = pair.judgement.kind == "play"
        what = f"move set rollout {' '.join(map(str, _ranks(pair)))}" if is_play else "cube set rollout"
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "rolled.sgf"
            commands = COMMANDS.format(
                trials=TRIALS,
                seed=seed,
                source=source,
                place=place,
                what=what,
                kind="move" if is_play else "cube",
                target=target,
            )
            subprocess.run([self._program, "-t", "-q"], input=commands, text=True, capture_output=True, check=False)
            return rolled(read_file(target).entries[0], pair)


def _path(pair: Pair) -> Path:
    return KEPT / "gnubg" / f"{pair.key}.json"


def place_of(entry: Entry, pair: Pair) -> Place:
    """Where a decision stands; an answer to a double is rolled out where the double was made."""
    version = pair.judgement.version
    for number, game in enumerate(outline(entry.history)):
        entries = [turn.version for turn in game.turns]
        if entries and version <= entries[-1]:
            place = next(at for at, each in enumerate(entries) if each >= version)
            return Place(number, place - (pair.judgement.kind == "take"))
    raise ValueError(f"{pair.key} is in no game")


def _ranks(pair: Pair) -> list[int]:
    """The numbers, in gnubg's list, of what was done and of what both programs would have done."""
    return [at for at, each in enumerate(pair.opinion.candidates, start=1) if each.after in pair.boards]


def rolled(entry: Entry, pair: Pair) -> Rolled:
    """What a saved match says of the one decision that was rolled out in it; for a play what was done stands first."""
    opinion = opinions(entry).decisions[pair.judgement.version]
    words = [value for notes in entry.notes.values() for note in notes for value in note.values if "X ver 3" in value]
    errors = [float(each) * _slope(pair) for text in words for each in re.findall(r"StdDev(?: \S+){6} (\S+)", text)]
    if pair.judgement.kind == "take":
        errors = errors[-1:]
    found = [each for each in opinion.candidates if each.level.startswith("rollout") and each.name != "drop"]
    order = sorted(range(len(found)), key=lambda at: found[at].after != pair.judgement.chosen.after)
    return Rolled([_equity(found[at], pair) for at in order], [errors[at] for at in order])


def _equity(candidate: Candidate, pair: Pair) -> float:
    if candidate.equity is not None:
        return candidate.equity
    assert candidate.match_chance is not None
    return view_of(pair).normal(2.0 * candidate.match_chance - 1.0)


def _slope(pair: Pair) -> float:
    """What gnubg's errors have to be taken by to be errors of equity: in a match they are of the chance to win it."""
    view = view_of(pair)
    low, high = view.scale
    return 1.0 if view.away is None else 4.0 / (high - low)


def _verdict(pair: Pair, found: list[Rolled]) -> Verdict:
    """What was done against the best choice, which each run takes from the other one."""
    choices, made = choices_of(pair, np.array([each.equities for each in found]).T)
    lost = [choices[choices[:, 1 - run].argmax(), run] - choices[made, run] for run in range(len(found))]
    squares = [sum(error**2 for error in each.errors) / len(each.errors) * min(2, len(each.errors)) for each in found]
    return Verdict(float(np.mean(lost)), math.sqrt(sum(squares)) / len(found))
