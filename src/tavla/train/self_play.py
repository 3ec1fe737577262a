"""The first step from nothing: a small network learns from games with itself by temporal differences."""

import numpy as np

from tavla.kernel import native
from tavla.train.recipe import SelfPlay
from tavla.train.run import Network, Report, Run

GAMES_AT_A_TIME = 20_000


def learn(step: SelfPlay, run: Run, report: Report) -> None:
    """Play the games, the rate falling from the first to the last by a constant factor."""
    net = Network.random(step.width, 0, False, step.seed)
    rounds = max(1, step.games // GAMES_AT_A_TIME)
    first = 0
    kept = run.load(f"{step.name}.kept")
    if kept is not None:
        net.weights, first = kept["weights"].astype(np.float32), int(kept["round"])
    for i in range(first, rounds):
        rate = step.rate * (step.last_rate / step.rate) ** (i / max(1, rounds - 1))
        native.learn_by_td(net.shape, net.weights, min(step.games, GAMES_AT_A_TIME), rate, step.seed * 1_000_003 + i)
        if i % 10 == 9:
            run.save(f"{step.name}.kept", weights=net.weights, round=np.array(i + 1))
            report("train.games", step=step.name, done=(i + 1) * GAMES_AT_A_TIME, total=step.games)
    run.save_net(step.name, net)
