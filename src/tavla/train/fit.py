"""Fitting a network to labelled rows: slopes from the kernel, steps by `Soap`, a rate that warms up and decays."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from tavla.errors import InvalidText
from tavla.evaluation.base import equities
from tavla.evaluation.bearoff import NO_TABLES
from tavla.kernel import native
from tavla.train.recipe import Fit
from tavla.train.run import Floats, Network, Report, Rows, Run
from tavla.train.soap import Soap

HOLD_OUT = 100
WARM_UP = 0.02
SAMPLE = 10_000
"""From about so many boards is learned which units of a net are active together."""
SLICES = 8
"""A batch is cut into so many pieces, whatever the number of cores: sums come out the same on all."""


def rates(step: Fit, steps: int) -> Floats:
    """One rate for each step of the whole fit: up over the first 2 %, then down along a cosine."""
    at = (np.arange(steps) + 0.5) / steps
    fall = step.last_rate + (step.rate - step.last_rate) * (1 + np.cos(np.pi * at)) / 2
    return (fall * np.minimum(1, at / WARM_UP)).astype(np.float32)


def hold_out_error(net: Network, rows: Rows, held: npt.NDArray[np.bool_]) -> tuple[float, float, float]:
    """Of the equity on rows that were not learned from: root mean square and mean absolute error.

    The third is the root mean square error of the difference of two plays of one roll, 0 where there are none.
    """
    pairs = np.flatnonzero(held & (rows.partners >= 0))
    asked = np.concatenate([np.flatnonzero(held), pairs, rows.partners[pairs]])
    chances = np.zeros((len(asked), 5), np.float32)
    native.evaluate(net.prepare(), NO_TABLES, np.ascontiguousarray(rows.words[asked]), 0, chances)
    error = equities(chances) - equities(rows.labels[asked])
    single, one, other = np.split(error, [len(asked) - 2 * len(pairs), len(asked) - len(pairs)])
    apart = float(np.sqrt(np.mean((one - other) ** 2))) if len(pairs) else 0.0
    return float(np.sqrt(np.mean(single**2))), float(np.mean(np.abs(single))), apart


class Slopes:
    """The mean slope of a batch, its pieces on as many cores as there are."""

    def __init__(self, net: Network, rows: Rows, step: Fit) -> None:
        self.net, self.rows, self.step = net, rows, step
        self.pieces = np.zeros((SLICES, len(net.weights)), np.float32)
        self.losses = np.zeros((SLICES, 5))
        self.threads = ThreadPoolExecutor(min(SLICES, os.cpu_count() or 1))

    def of(self, batch: npt.NDArray[np.int32]) -> Floats:
        """The slope of the mean loss over rows of these numbers; `losses` holds the sums of each piece."""
        parts = np.array_split(batch, SLICES)

        def one(i: int) -> None:
            native.slopes(
                self.net.shape, self.net.weights, *self.rows, parts[i],
                self.step.equity_weight, self.step.pair_weight, self.pieces[i], self.losses[i],
            )  # fmt: skip

        list(self.threads.map(one, range(SLICES)))
        total: Floats = self.pieces.sum(0)
        total /= len(batch)
        return total


def _begun(step: Fit, net: Network) -> Network:
    """The net that a step starts from, as wide as the step wants it."""
    fits = (net.width2, net.squared) == (step.width2, step.squared)
    if not fits or net.width1 > step.width1 or (net.width1 < step.width1 and not net.width2):
        raise InvalidText("train.shape", name=step.name, start=step.start)
    return net.widened(step.width1, step.seed)


def fit(step: Fit, run: Run, report: Report) -> None:
    """Fit the step's net; after every epoch the state is kept."""
    rows = run.rows(step.rows)
    held = np.arange(len(rows.words)) % HOLD_OUT == 0
    learned = np.flatnonzero(~held).astype(np.int32)
    rows.partners[~held & (rows.partners >= 0) & held[rows.partners]] = -1
    if step.start is None:
        net = Network.random(step.width1, step.width2, step.squared, step.seed)
    else:
        net = _begun(step, run.net(step.start))
    soap, slopes = Soap(net), Slopes(net, rows, step)
    per_epoch = max(1, len(learned) // step.batch)
    plan = rates(step, per_epoch * step.epochs)
    first = 0
    kept = run.load(f"{step.name}.kept")
    if kept is not None:
        net.weights[:] = kept["weights"]
        soap.resume(kept)
        first = int(kept["epoch"])
    for epoch in range(first, step.epochs):
        order = np.random.default_rng([step.seed, epoch]).permutation(learned)
        squares = 0.0
        for batch, rate in zip(np.array_split(order, per_epoch), plan[epoch * per_epoch :], strict=False):
            soap.step(slopes.of(batch), float(rate))
            squares += slopes.losses[:, 0].sum()
        run.save(f"{step.name}.kept", weights=net.weights, epoch=np.array(epoch + 1), **soap.state())
        rms, mean, pairs = hold_out_error(net, rows, held)
        report(
            "train.epoch",
            step=step.name,
            done=epoch + 1,
            total=step.epochs,
            learned=float(np.sqrt(squares / len(order))),
            held=rms,
            mean=mean,
            pairs=pairs,
            largest=float(np.abs(net.weights).max()),
        )
    run.save_net(step.name, net.paired(rows.words[:: max(1, len(rows.words) // SAMPLE)]))
