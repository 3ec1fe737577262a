"""The gate: two nets play each other until it is clear which is better; chance is taken out as far as it can be."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from statistics import NormalDist

import numpy as np

from tavla.evaluation.bearoff import tables
from tavla.kernel import native
from tavla.train.recipe import Gate
from tavla.train.run import Network, Report, Run, shipped

PAIRS_AT_A_TIME = 200
FIRST_LOOK = 1000


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

    @property
    def decided(self) -> bool:
        """Whether one of the two wins by more than the interval."""
        return abs(self.points) > self.half_width


def compare(first: Network, second: Network, pairs: int, seed: int, report: Report) -> Verdict:
    """Luck-adjusted money games without a cube, in pairs with the same dice and sides changed."""
    return _verdict(list(islice(_pairs(first, second, seed, report), pairs)), looks=1)


def decide(first: Network, second: Network, most_pairs: int, seed: int, report: Report) -> Verdict:
    """As `compare`, but no longer than it takes: after 1,000 pairs, 2,000, 4,000 ... the interval is looked at.

    Whoever looks several times is fooled more often: the interval is widened for it (Bonferroni), so that all looks
    together hold 95 %.
    """
    looks = [FIRST_LOOK << i for i in range(32) if FIRST_LOOK << i < most_pairs]
    looks.append(most_pairs)
    games = _pairs(first, second, seed, report)
    means: list[float] = []
    for look in looks:
        means.extend(islice(games, look - len(means)))
        verdict = _verdict(means, len(looks))
        if verdict.decided:
            break
    return verdict


def _verdict(means: list[float], looks: int) -> Verdict:
    width = NormalDist().inv_cdf(1 - 0.025 / looks)
    return Verdict(float(np.mean(means)), width * float(np.std(means)) / len(means) ** 0.5, 2 * len(means))


def _pairs(first: Network, second: Network, seed: int, report: Report) -> Iterator[float]:
    """Mean points of the first net in pair after pair, without end; two threads, and an order that does not hang on
    them."""

    one, two = first.prepare(), second.prepare()

    def play(start: int) -> list[float]:
        points = np.zeros((PAIRS_AT_A_TIME, 2), np.float32)
        native.play_games(one, two, tables(), True, seed * 1_000_003 + start, points)
        return [float(mean) for mean in points.mean(axis=1)]

    done, total, start = 0, 0.0, 0
    with ThreadPoolExecutor(2) as threads:
        while True:
            starts = (start, start + PAIRS_AT_A_TIME)
            start += 2 * PAIRS_AT_A_TIME
            for means in threads.map(play, starts):
                done, total = done + len(means), total + sum(means)
                report("train.points", done=2 * done, points=total / done)
                yield from means


def gate(step: Gate, run: Run, report: Report) -> None:
    """Play the run's net against the shipped one and keep the verdict."""
    verdict = decide(run.net(step.net), shipped(), step.pairs, step.seed, report)
    run.save(
        step.name,
        points=np.array(verdict.points),
        half_width=np.array(verdict.half_width),
        games=np.array(verdict.games),
        better=np.array(verdict.better),
    )
    tell(verdict, step.net, report)


def tell(verdict: Verdict, name: str, report: Report) -> None:
    """Say how it went."""
    code = "train.better" if verdict.better else "train.worse" if verdict.decided else "train.undecided"
    report(code, name=name, points=verdict.points, half=verdict.half_width, games=verdict.games)
