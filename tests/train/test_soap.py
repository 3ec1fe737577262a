"""Steps in the eigenbasis: down any slope, quicker than the plain slope where inputs go together, and resumable."""

import numpy as np
import pytest

from tavla.train.run import Floats, Network
from tavla.train.soap import LARGEST, Soap


def valley(net: Network, goal: Floats) -> Floats:
    """The slope of a long narrow valley: half the squares of a mixture of the distances to the goal."""
    apart = net.weights - goal
    mixed = apart.copy()
    n = len(mixed) // 2 * 2
    mixed[0:n:2] += 0.95 * apart[1:n:2]
    mixed[1:n:2] += 0.95 * apart[0:n:2]
    return mixed


@pytest.mark.parametrize("width2", [0, 16])
def test_steps_lead_to_the_goal(width2: int) -> None:
    net, goal = Network.random(16, width2, True, 1), Network.random(16, width2, True, 2).weights
    before = np.abs(net.weights - goal).mean()
    soap = Soap(net)
    for i in range(300):
        soap.step(valley(net, goal), 0.02 * (1 - i / 300))
    assert np.abs(net.weights - goal).mean() < 0.3 * before


def test_no_weight_leaves_the_bounds() -> None:
    net = Network.random(16, 16, True, 1)
    soap = Soap(net)
    for _ in range(10):
        soap.step(np.full_like(net.weights, -1), 5.0)
    assert np.abs(net.weights).max() <= LARGEST


def test_bases_stay_square_with_each_other() -> None:
    net = Network.random(32, 16, True, 1)
    soap, dice = Soap(net), np.random.default_rng(3)
    for _ in range(60):
        soap.step(dice.normal(size=len(net.weights)).astype(np.float32), 1e-3)
    for part in soap.parts:
        for basis in part.bases or ():
            assert np.abs(basis.T @ basis - np.eye(len(basis))).max() < 1e-3


def test_a_state_that_was_kept_goes_on_the_same_way() -> None:
    slopes = np.random.default_rng(4).normal(size=(50, len(Network.random(16, 16, True, 1).weights)))
    whole, half = Network.random(16, 16, True, 1), Network.random(16, 16, True, 1)
    soap, first = Soap(whole), Soap(half)
    for slope in slopes.astype(np.float32):
        soap.step(slope, 1e-3)
    for slope in slopes[:30].astype(np.float32):
        first.step(slope, 1e-3)
    second = Soap(half)
    second.resume({name: array.copy() for name, array in first.state().items()})
    for slope in slopes[30:].astype(np.float32):
        second.step(slope, 1e-3)
    assert np.array_equal(whole.weights, half.weights)
