"""Rows to learn from: a net plays itself and its games are labelled by lambda-returns, free of the luck of the dice."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tavla.evaluation.bearoff import tables
from tavla.kernel import native
from tavla.train.recipe import Label
from tavla.train.run import Report, Run

ROWS_AT_A_TIME = 100_000


def label(step: Label, run: Run, report: Report) -> None:
    """Make the step's rows, a file for every hundred thousand, all cores at work; those that lie there are kept."""
    net = run.net(step.net).prepare()

    def make(i: int) -> int:
        name, n = f"{step.name}/{i:04}", min(ROWS_AT_A_TIME, step.rows - i * ROWS_AT_A_TIME)
        if not run.has(name):
            words, labels = np.zeros((n, 4), np.int64), np.zeros((n, 5), np.float32)
            partners, seed = np.full(n, -1, np.int32), step.seed * 1_000_003 + i
            native.label_games(net, tables(), step.habits, seed, words, labels, partners)
            run.save(name, words=words, labels=labels, partners=partners)
        return n

    done = 0
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for n in threads.map(make, range(-(-step.rows // ROWS_AT_A_TIME))):
            done += n
            report("train.rows", step=step.name, done=done, total=step.rows)
    run.finish(step.name)
