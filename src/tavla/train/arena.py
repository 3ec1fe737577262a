"""The gate: two nets play each other, and chance is taken out as far as it can be."""

from dataclasses import dataclass

import numpy as np

from tavla.evaluation.bearoff import tables
from tavla.evaluation.weights import load_shipped
from tavla.kernel import native
from tavla.train.recipe import Gate
from tavla.train.run import Network, Report, Run

PAIRS_AT_A_TIME = 200


@dataclass(frozen=True)
class Verdict:
    """Points a game of the first net, with the half-width of its 95 % interval."""

    points: float
    half_width: float
    games: int

    @property
    def better(self) -> bool:
        """Whether the first net wins by more than the interval."""
        return self.points > self.half_width


def compare(first: Network, second: Network, pairs: int, seed: int, report: Report) -> Verdict:
    """Luck-adjusted money games without a cube, in pairs with the same dice and sides changed."""
    means: list[float] = []
    for start in range(0, pairs, PAIRS_AT_A_TIME):
        points = np.zeros((min(PAIRS_AT_A_TIME, pairs - start), 2), np.float32)
        native.play_games(
            first.shape, first.weights, second.shape, second.weights, tables(), True, seed * 1_000_003 + start, points
        )
        means.extend(points.mean(axis=1).tolist())
        report("train.points", done=2 * len(means), total=2 * pairs, points=float(np.mean(means)))
    half = 1.96 * float(np.std(means)) / max(1, len(means)) ** 0.5
    return Verdict(float(np.mean(means)), half, 2 * len(means))


def gate(step: Gate, run: Run, report: Report) -> None:
    """Play the run's net against the shipped one and keep the verdict."""
    shipped = load_shipped()
    against = Network(shipped.width1, shipped.width2, shipped.squared, shipped.weights)
    verdict = compare(run.net(step.net), against, step.pairs, step.seed, report)
    run.save(
        step.name,
        points=np.array(verdict.points),
        half_width=np.array(verdict.half_width),
        games=np.array(verdict.games),
        better=np.array(verdict.better),
    )
    report(
        "train.better" if verdict.better else "train.not_better",
        step=step.name,
        points=verdict.points,
        half=verdict.half_width,
        games=verdict.games,
    )
