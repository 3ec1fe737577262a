"""Our cube decisions beside gnubg's at 2 plies, on the oracle of positions with both programs' equities.

    python -m benchmarks.cube_decisions [FILE]

A double is right in gnubg's eyes where the less of its two answers is worth more than holding; a take where it costs
the taker less than a drop. The loss of a decision is what gnubg's equities say it costs.
"""

import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from tavla.engine.decision import LEVELS, Level, decide
from tavla.notation import read_position, rules_of, state_of
from tavla.rules import Act, apply, legal
from tavla.rules.facts import Doubled, Taken

ORACLE = Path(__file__).resolve().parents[2] / "shared" / "oracle" / "cube_decisions.jsonl"


class Judged(NamedTuple):
    """One position: whether we agree about doubling and about taking, and what each costs by gnubg's equities."""

    double_agrees: bool
    double_loss: float
    take_agrees: bool
    take_loss: float


def judge(row: dict[str, Any], level: Level) -> Judged | None:
    """Both decisions of a position; None where nobody may double."""
    situation = read_position(row["xgid"])
    state = state_of(situation, rules_of(situation))
    if Act.DOUBLE not in legal(state).by_seat[state.turn]:
        return None
    held, taken, dropped = row["no_double"], row["double_take"], row["double_pass"]
    ours = isinstance(decide(state, level).best.action, Doubled)
    takes = isinstance(decide(apply(state, Doubled()), level).best.action, Taken)
    doubled = min(taken, dropped)
    return Judged(
        ours == (doubled > held),
        max(held, doubled) - (doubled if ours else held),
        takes == (taken < dropped),
        (taken if takes else dropped) - doubled,
    )


def main() -> None:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else ORACLE
    if not file.is_file():
        sys.exit(f"cube decisions: not compared, {file} is not here")
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for name in ("0-ply", "1-ply", "2-ply"):
        started = time.perf_counter()
        found = [each for row in rows if (each := judge(row, LEVELS[name])) is not None]
        milliseconds = 1000 * (time.perf_counter() - started) / (2 * len(found))
        double_loss, take_loss = (
            1000 * statistics.fmean(losses)
            for losses in ([each.double_loss for each in found], [each.take_loss for each in found])
        )
        agreed = [100 * statistics.fmean(each) for each in zip(*((a, c) for a, _, c, _ in found), strict=True)]
        print(f"cube decisions at {name}, {len(found)} positions, {milliseconds:.1f} ms a decision")
        print(f"  doubling: {agreed[0]:.0f} % agreed, {double_loss:.1f} mEq lost")
        print(f"  taking: {agreed[1]:.0f} % agreed, {take_loss:.1f} mEq lost")


if __name__ == "__main__":
    main()
