"""Our cube decisions and gnubg's static ones by the equities of gnubg's 2 plies: what each kind of error costs.

    python -m benchmarks.cube_decisions [FILE]

FILE is the oracle of positions with gnubg's equities (money, and matches at the start). Where the program gnubg and its
driver are here, positions of the engine's own games at many scores of a match to seven are asked as well; the answers
are kept in `runs/cube`. A double is right where the less of its two answers is worth more than holding, a take where
it costs the taker less than a drop. The judge's own errors are in the figures, and it is a near relation of gnubg's
static player, who is judged beside us.
"""

import importlib
import json
import os
import random
import shutil
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tavla.cli.bench import moments
from tavla.engine.decision import LEVELS, Level, decide
from tavla.engine.search import chances
from tavla.evaluation import words_of
from tavla.notation import Situation, encode_position, encode_xgid, read_position, rules_of, state_of
from tavla.rules import Act, Cube, Phase, Position, Score, State, apply, legal, profile
from tavla.rules.facts import Doubled, Taken

HERE = Path(__file__).resolve()
SHARED = HERE.parents[2] / "shared"
ORACLE = SHARED / "oracle" / "cube_decisions.jsonl"
KEPT = HERE.parents[1] / "runs" / "cube"
LENGTH = 7
SCORES = ((4, 4), (2, 4), (4, 2), (2, 2), (3, 5), (5, 3), (2, 3), (3, 2), (6, 2), (2, 6))
"""Points that the roller and the other still need."""
POSITIONS = 12
"""How many positions are asked at each score, with the cube in the middle and, every third, with it the roller's."""

KINDS = ("missed double", "wrong double", "wrong take", "wrong pass")


class Worths(NamedTuple):
    """The roller's equities of holding, of a double that is taken and of one that is dropped."""

    hold: float
    take: float
    drop: float

    @property
    def doubles(self) -> bool:
        """Whether to double."""
        return min(self.take, self.drop) > self.hold

    @property
    def takes(self) -> bool:
        """Whether the other takes."""
        return self.take < self.drop


class Case(NamedTuple):
    """A position in which its roller may double, and what the judge says of it."""

    xgid: str
    state: State
    judged: Worths


Deciding = Callable[[Case], tuple[bool, bool]]
"""Whether a player doubles, and whether he takes."""


def errors(case: Case, doubles: bool, takes: bool) -> Iterator[tuple[str, float]]:
    """The kinds of error in both decisions, with what each loses."""
    judged = case.judged
    if doubles != judged.doubles:
        kind = "wrong double" if doubles else "missed double"
        yield kind, abs(min(judged.take, judged.drop) - judged.hold)
    if takes != judged.takes:
        yield ("wrong take" if takes else "wrong pass"), abs(judged.take - judged.drop)


def cases_of(rows: list[dict[str, Any]]) -> list[Case]:
    """The rows in which somebody may double."""
    found = []
    for row in rows:
        situation = read_position(row["xgid"])
        state = state_of(situation, rules_of(situation))
        if Act.DOUBLE in legal(state).by_seat[state.turn]:
            found.append(Case(row["xgid"], state, Worths(row["no_double"], row["double_take"], row["double_pass"])))
    return found


def own(level: Level, case: Case) -> tuple[bool, bool]:
    """What one of our levels does."""
    offered = decide(apply(case.state, Doubled()), level).best.action
    return isinstance(decide(case.state, level).best.action, Doubled), isinstance(offered, Taken)


class Gnubg:
    """The program gnubg by the driver of the shared folder; every answer is kept."""

    def __init__(self) -> None:
        self._path = KEPT / "gnubg.json"
        self._kept: dict[str, list[float]] = json.loads(self._path.read_text()) if self._path.is_file() else {}
        self._program: Any = None

    @staticmethod
    def is_here() -> bool:
        """Whether it can be asked."""
        return _program() is not None and (SHARED / "tools" / "gnubg" / "gnubg_oracle.py").is_file()

    def worths(self, xgid: str, state: State, plies: int) -> Worths:
        """Its equities of a position before the roll."""
        key = f"{plies} {xgid}"
        if key not in self._kept:
            found = self._ask(state, plies)
            self._kept[key] = [found["nd"], found["dt"], found["dp"]]
        return Worths(*self._kept[key])

    def close(self) -> None:
        """Keep the answers and end the program."""
        KEPT.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self._kept))
        if self._program is not None:
            self._program.close()

    def _ask(self, state: State, plies: int) -> dict[str, float]:
        if self._program is None:
            os.environ["GNUBG"] = _program() or ""
            sys.path.insert(0, str(SHARED / "tools" / "gnubg"))
            self._program = importlib.import_module("gnubg_oracle").Gnubg()
        me, points, owner = state.turn, state.score.points, state.cube.owner
        found: dict[str, float] = self._program.cube(
            encode_position(state.position),
            plies,
            cube=state.cube.value,
            owner=-1 if owner is None else int(owner == me),
            matchto=state.rules.length.target or 0,
            score=(points[1 - me], points[me]),
            crawford=int(state.score.crawford),
            jacoby=int(state.rules.jacoby),
        )
        return found


def _program() -> str | None:
    return shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")


def at_scores(gnubg: Gnubg) -> list[Case]:
    """Positions of our own games at the scores, judged by gnubg at 2 plies."""
    found = []
    positions = _positions(seed=17)
    for mine, theirs in SCORES:
        for number in range(POSITIONS):
            rules = profile("standard", {"length": f"points({LENGTH})"})
            state = State(rules, next(positions), Phase.ROLL, 1, score=Score((LENGTH - theirs, LENGTH - mine)))
            if number % 3 == 2:
                state = replace(state, cube=Cube(2, 1))
            if Act.DOUBLE not in legal(state).by_seat[1]:
                continue
            xgid = encode_xgid(Situation.of(state))
            found.append(Case(xgid, state, gnubg.worths(xgid, state, 2)))
    return found


def _positions(seed: int) -> Iterator[Position]:
    """Positions of games in which a double may be near: some of those that are neither won nor lost."""
    rng = random.Random(seed)
    for moment in moments(1_000_000, seed):
        if rng.random() > 0.1 or moment.position.winner_is_known:
            continue
        if 0.5 < chances(words_of([moment.position]), 1)[0, 0] < 0.9:
            yield moment.position


def report(name: str, cases: list[Case], decides: Deciding) -> None:
    """The errors of one player by kind: how often, and what they lose a decision of either sort."""
    lost: dict[str, list[float]] = defaultdict(list)
    begun = time.perf_counter()
    for case in cases:
        for kind, loss in errors(case, *decides(case)):
            lost[kind].append(1000 * loss)
    milliseconds = 1000 * (time.perf_counter() - begun) / (2 * len(cases))
    cells = [
        f"{kind} {len(lost[kind])} x {statistics.fmean(lost[kind]) if lost[kind] else 0:.0f}, "
        f"{sum(lost[kind]) / len(cases):.2f}"
        for kind in KINDS
    ]
    double, take = (sum(map(sum, (lost[kind] for kind in pair))) / len(cases) for pair in (KINDS[:2], KINDS[2:]))
    print(
        f"  {name:<12} doubling {double:5.2f}, taking {take:5.2f} mEq; {'; '.join(cells)}; {milliseconds:.1f} ms",
        flush=True,
    )


def main() -> None:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else ORACLE
    if not file.is_file():
        sys.exit(f"cube decisions: not compared, {file} is not here")
    rows = cases_of([json.loads(line) for line in file.read_text("utf-8").splitlines()])
    sets = {
        "money": [case for case in rows if not case.state.rules.length.target],
        "matches of the file": [case for case in rows if case.state.rules.length.target],
    }
    gnubg = Gnubg() if Gnubg.is_here() else None
    if gnubg is not None:
        sets[f"scores of a match to {LENGTH}"] = at_scores(gnubg)
    print("an error's kind is followed by how often it was made, its mean cost, and what it lost a position, in mEq")
    for name, cases in sets.items():
        print(f"{name}, {len(cases)} positions")
        for level in ("0-ply", "1-ply", "2-ply"):
            report(level, cases, lambda case, level=LEVELS[level]: own(level, case))  # type: ignore[misc]
        if gnubg is not None:
            report("gnubg 0-ply", cases, _static(gnubg))
    if gnubg is not None:
        gnubg.close()


def _static(gnubg: Gnubg) -> Deciding:
    def decides(case: Case) -> tuple[bool, bool]:
        found = gnubg.worths(case.xgid, case.state, 0)
        return found.doubles, found.takes

    return decides


if __name__ == "__main__":
    main()
