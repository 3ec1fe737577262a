"""How long the legal plays of one roll take in plain Python, over the rolls of the shared oracle."""

import json
import os
import statistics
import sys
from pathlib import Path
from time import perf_counter

from tavla.notation import decode_position
from tavla.rules import Position, Roll, legal_plays

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5


def oracle_rolls() -> list[tuple[Position, Roll]]:
    """The positions and rolls of `oracle/legal_plays.jsonl`."""
    shared = Path(os.environ.get("TAVLA_SHARED", ROOT.parent / "shared"))
    try:
        text = (shared / "oracle/legal_plays.jsonl").read_text()
    except OSError as error:
        sys.exit(f"legal plays: no oracle to measure with ({error})")
    rows = map(json.loads, text.splitlines())
    return [(decode_position(row["position"]), Roll.of(*row["roll"])) for row in rows]


def best_of(rounds: int, position: Position, roll: Roll) -> float:
    """The fastest of some runs, in milliseconds."""
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        legal_plays(position, roll)
        times.append(perf_counter() - begun)
    return min(times) * 1000


def main() -> None:
    times = [best_of(ROUNDS, position, roll) for position, roll in oracle_rolls()]
    slow = statistics.quantiles(times, n=100)[98]
    print(
        f"legal plays in plain Python: {len(times)} rolls, median {statistics.median(times):.3f} ms, "
        f"mean {statistics.mean(times):.3f} ms, 99 % within {slow:.2f} ms"
    )


if __name__ == "__main__":
    main()
