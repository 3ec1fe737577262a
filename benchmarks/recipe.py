"""The recipe from nothing at a tenth of its size: does it give a net as good as the logged one?

    python -m benchmarks.recipe [scale]

Makes what is not yet made in `runs/standard-0.1` (six minutes of one core, a gate with the shipped net at the end) and
compares the mean absolute error of its last net on `choices.jsonl` with the figure in docs/log.md. Exit 1 when they are
further apart than TOLERANCE: the kernel's fast arithmetic makes another net on another processor, but not a worse one.
"""

import json
import statistics
import sys
from pathlib import Path

import numpy as np

from tavla.evaluation.base import equities
from tavla.evaluation.bearoff import tables
from tavla.evaluation.boards import words_of
from tavla.kernel import native
from tavla.notation import decode_position
from tavla.train.pipeline import follow

HERE = Path(__file__).resolve().parents[1]
CHOICES = HERE.parent / "shared" / "bench" / "choices.jsonl"
LOGGED = {0.1: 0.0502}
TOLERANCE = 0.1
"""As a part of the logged error."""


def tell(code: str, /, **values: object) -> None:
    """How the run goes."""
    print(code, values)


def error(net_name: str, scale: float) -> float:
    """Mean absolute error of the equity at 0 plies."""
    run = follow(HERE / "recipes/standard.toml", HERE / "runs", tell, scale)
    net = run.net(net_name)
    rows = [json.loads(line) for line in CHOICES.read_text().splitlines()]
    chances = np.zeros((len(rows), 5), np.float32)
    boards = words_of([decode_position(row["position"]) for row in rows])
    native.evaluate(net.prepare(), tables(), boards, 0, chances)
    found = equities(chances)
    return statistics.fmean(abs(float(value) - row["equity"]) for value, row in zip(found, rows, strict=True))


def main() -> int:
    """Print the figure beside the logged one."""
    scale = float(sys.argv[1]) if len(sys.argv) > 1 else 0.1
    found, logged = error("g", scale), LOGGED.get(scale)
    print(f"mean absolute error {found:.4f}; logged {logged}, tolerance {TOLERANCE:.0%}")
    return int(logged is not None and abs(found - logged) > TOLERANCE * logged)


if __name__ == "__main__":
    sys.exit(main())
