"""Adam in the eigenbasis of Shampoo's two factors (SOAP; Vyas and others, 2024), for the matrices of a network.

Inputs that go together (a third checker comes after a second one) and units that do make the plain slope crooked.
For each matrix the means of G G' and G' G are kept; Adam works on G turned into their eigenvectors, and what it says is
turned back. The eigenvectors follow the means by a step of power iteration now and then.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tavla.kernel import native
from tavla.train.run import Floats, Network

MEAN, SQUARE, FACTOR = 0.9, 0.95, 0.95
"""How much of its past each running mean keeps in a step: of the slope, of its square, of the two factors."""
LARGEST = 4.0
"""A weight stays within this bound: squared units blow up otherwise."""
FACTORS_EVERY, TURN_EVERY, FIRST = 4, 20, 20
"""The factors are fed every fourth step and the bases turned every twentieth; in the first twenty, both in each."""


@dataclass
class Part:
    """A piece of the weights with the running means of its slope; a matrix has bases, the last bias has none."""

    weights: Floats
    mean: Floats
    square: Floats
    factors: tuple[Floats, Floats] | None
    bases: tuple[Floats, Floats] | None


class Soap:
    """Makes steps for one network, whose weights change in place.

    A matrix holds its bias as its last row: 327 x width1, (width1 + 1) x width2, and 8 x the last width for the heads.
    """

    def __init__(self, net: Network) -> None:
        self.steps = 0
        self.parts: list[Part] = []
        at = 0
        top = net.width2 or net.width1
        shapes = [(native.INPUT_COUNT + 1, net.width1), (8, top), (16,)]
        if net.width2:
            shapes.insert(1, (net.width1 + 1, net.width2))
        for shape in shapes:
            n = int(np.prod(shape))
            piece = net.weights[at : at + n].reshape(shape)
            sides = [np.zeros((side, side), np.float32) for side in shape] if len(shape) == 2 else None
            turned = [np.eye(side, dtype=np.float32) for side in shape] if len(shape) == 2 else None
            self.parts.append(
                Part(
                    piece,
                    np.zeros(shape, np.float32),
                    np.zeros(shape, np.float32),
                    (sides[0], sides[1]) if sides else None,
                    (turned[0], turned[1]) if turned else None,
                )
            )
            at += n

    def step(self, slope: Floats, rate: float) -> None:
        """Move all weights against their slope."""
        self.steps += 1
        at = 0
        for part in self.parts:
            n = part.weights.size
            self._move(part, slope[at : at + n].reshape(part.weights.shape), rate)
            at += n

    def _move(self, part: Part, slope: Floats, rate: float) -> None:
        if part.factors:
            self._follow(part, slope)
        if part.bases:
            slope = _between(part.bases[0].T, slope, part.bases[1])
        part.mean += (1 - MEAN) * (slope - part.mean)
        part.square += (1 - SQUARE) * (slope * slope - part.square)
        way: Floats = np.sqrt(part.square)
        way *= (1 - SQUARE**self.steps) ** -0.5
        way += 1e-8
        np.divide(part.mean, way, out=way)
        if part.bases:
            way = _between(part.bases[0], way, part.bases[1].T)
        way *= rate / (1 - MEAN**self.steps)
        part.weights -= way
        np.clip(part.weights, -LARGEST, LARGEST, out=part.weights)

    def _follow(self, part: Part, slope: Floats) -> None:
        """Feed the factors, and turn the bases after them; the mean of the slope is told in the new ones."""
        assert part.factors is not None
        assert part.bases is not None
        early = self.steps <= FIRST
        if early or self.steps % FACTORS_EVERY == 0:
            left, right = part.factors
            left += (1 - FACTOR) * (slope @ slope.T - left)
            right += (1 - FACTOR) * (slope.T @ slope - right)
        if early or self.steps % TURN_EVERY == 0:
            old = part.bases
            new = tuple(
                _eigenvectors(factor) if self.steps == 1 else np.linalg.qr(factor @ basis)[0]
                for factor, basis in zip(part.factors, old, strict=True)
            )
            part.mean[:] = (new[0].T @ old[0]) @ part.mean @ (old[1].T @ new[1])
            part.bases = (new[0], new[1])

    def state(self) -> dict[str, npt.NDArray[np.generic]]:
        """All that the next step needs, by name."""
        held: dict[str, npt.NDArray[np.generic]] = {"steps": np.array(self.steps)}
        for i, part in enumerate(self.parts):
            held |= {f"mean{i}": part.mean, f"square{i}": part.square}
            for name, pair in (("factor", part.factors), ("basis", part.bases)):
                held |= {f"{name}{i}{side}": each for side, each in enumerate(pair or ())}
        return held

    def resume(self, held: dict[str, npt.NDArray[np.generic]]) -> None:
        """Go on from a state that was kept."""
        self.steps = int(held["steps"])
        for i, part in enumerate(self.parts):
            part.mean[:], part.square[:] = held[f"mean{i}"], held[f"square{i}"]
            for pair, name in ((part.factors, "factor"), (part.bases, "basis")):
                for side, each in enumerate(pair or ()):
                    each[:] = held[f"{name}{i}{side}"]


def _between(left: Floats, matrix: Floats, right: Floats) -> Floats:
    product: Floats = np.matmul(np.matmul(left, matrix), right)
    return product


def _eigenvectors(factor: Floats) -> Floats:
    """Those of the largest values first, as the power iteration keeps them."""
    return np.ascontiguousarray(np.linalg.eigh(factor)[1][:, ::-1])
