"""Fitting a network to labelled rows: Adam in the kernel, a rate that warms up and then decays to nothing."""

import numpy as np

from tavla.evaluation.bearoff import NO_TABLES
from tavla.kernel import native
from tavla.train.recipe import Fit
from tavla.train.run import Floats, Network, Report, Run, Words

HOLD_OUT = 100
WARM_UP = 0.02


def rates(step: Fit, steps: int) -> Floats:
    """One rate for each step of the whole fit: up over the first 2 %, then down along a cosine."""
    at = (np.arange(steps) + 0.5) / steps
    fall = step.last_rate + (step.rate - step.last_rate) * (1 + np.cos(np.pi * at)) / 2
    return (fall * np.minimum(1, at / WARM_UP)).astype(np.float32)


def hold_out_error(net: Network, words: Words, labels: Floats) -> tuple[float, float]:
    """Root mean square and mean absolute error of the equity on rows that were not learned from."""
    chances = np.zeros((len(words), 5), np.float32)
    native.evaluate(net.shape, net.weights, NO_TABLES, words, 0, chances)
    signs = np.array([2, 1, 1, -1, -1], np.float32)
    error = (chances - labels) @ signs
    return float(np.sqrt(np.mean(error**2))), float(np.mean(np.abs(error)))


def fit(step: Fit, run: Run, report: Report) -> None:
    """Fit the step's net; after every epoch the state is kept."""
    words, labels = run.rows(step.rows)
    held = np.arange(len(words)) % HOLD_OUT == 0
    learned = np.flatnonzero(~held).astype(np.int32)
    if step.start is None:
        net = Network.random(step.width1, step.width2, step.squared, step.seed)
    else:
        net = run.net(step.start)
    moments = np.zeros((2, len(net.weights)), np.float32)
    per_epoch = max(1, len(learned) // step.batch)
    plan = rates(step, per_epoch * step.epochs)
    first = 0
    kept = run.load(f"{step.name}.kept")
    if kept is not None:
        net.weights, moments = kept["weights"].astype(np.float32), kept["moments"].astype(np.float32)
        first = int(kept["epoch"])
    for epoch in range(first, step.epochs):
        order = np.random.default_rng([step.seed, epoch]).permutation(learned)
        losses = np.zeros(3)
        at = epoch * per_epoch
        native.fit(
            net.shape, net.weights, moments, words, labels, order, plan[at : at + per_epoch], at,
            step.equity_weight, losses,
        )  # fmt: skip
        run.save(f"{step.name}.kept", weights=net.weights, moments=moments, epoch=np.array(epoch + 1))
        rms, mean = hold_out_error(net, words[held], labels[held])
        report(
            "train.epoch",
            step=step.name,
            done=epoch + 1,
            total=step.epochs,
            learned=float(np.sqrt(losses[0] / len(order))),
            held=rms,
            mean=mean,
            largest=float(np.abs(net.weights).max()),
        )
    run.save_net(step.name, net)
