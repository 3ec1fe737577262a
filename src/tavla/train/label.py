"""Rows to learn from: a net plays itself and its games are labelled by lambda-returns, free of the luck of the dice."""

import numpy as np

from tavla.evaluation.bearoff import tables
from tavla.kernel import native
from tavla.train.recipe import Label
from tavla.train.run import Report, Run

ROWS_AT_A_TIME = 100_000


def label(step: Label, run: Run, report: Report) -> None:
    """Make the step's rows, a file for every hundred thousand; those that lie there are kept."""
    net = run.net(step.net)
    habits = np.array(
        [
            step.trace,
            step.explore,
            step.odd,
            step.back,
            step.variants,
            step.sibling,
            step.stray,
            step.contain,
            step.branch,
        ],
        np.float32,
    )
    for i, first in enumerate(range(0, step.rows, ROWS_AT_A_TIME)):
        name = f"{step.name}/{i:04}"
        if run.has(name):
            continue
        n = min(ROWS_AT_A_TIME, step.rows - first)
        words, labels = np.zeros((n, 4), np.int64), np.zeros((n, 5), np.float32)
        native.label_games(net.shape, net.weights, tables(), habits, step.seed * 1_000_003 + i, words, labels)
        run.save(name, words=words, labels=labels)
        report("train.rows", step=step.name, done=first + n, total=step.rows)
    run.finish(step.name)
