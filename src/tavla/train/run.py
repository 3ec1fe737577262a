"""The folder of a run: nets and rows by the name of the step that made them, written whole or not at all."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from tavla.errors import InvalidText, MissingData
from tavla.evaluation.weights import Prepared, fits, load_shipped, prepare, read_weights
from tavla.kernel import native

Floats = npt.NDArray[np.float32]
Words = npt.NDArray[np.int64]


class Rows(NamedTuple):
    """Boards (n, 4), their labels (n, 5), and for a play not chosen the row of the play that was, else -1 (n)."""

    words: Words
    labels: Floats
    partners: npt.NDArray[np.int32]


class Report(Protocol):
    """Hears how a run goes: a key of the catalogues (`train.*`) and the values of its sentence."""

    def __call__(self, code: str, /, **values: object) -> None: ...


@dataclass
class Network:
    """Widths of the layers, whether the first is squared, and all weights in the kernel's order."""

    width1: int
    width2: int
    squared: bool
    weights: Floats

    @property
    def shape(self) -> npt.NDArray[np.int32]:
        """(width1, width2, squared) as the kernel takes it."""
        return np.array([self.width1, self.width2, self.squared], np.int32)

    def prepare(self) -> Prepared:
        """Make the net that plays of the weights as they are now."""
        return prepare(self.shape, self.weights)

    @classmethod
    def random(cls, width1: int, width2: int, squared: bool, seed: int) -> "Network":
        """Random weights at a scale that lets every layer speak; the heads begin at zero."""
        dice = np.random.default_rng(seed)
        weights = np.zeros(native.count_weights(width1, width2), np.float32)
        first = native.INPUT_COUNT * width1
        weights[:first] = dice.normal(0, 0.12, first)
        second = first + width1
        weights[second : second + width1 * width2] = dice.normal(0, 1.4 / width1**0.5, width1 * width2)
        return cls(width1, width2, squared, weights)

    @property
    def first(self) -> Floats:
        """The first layer with its bias as the last row, (inputs + 1, width1)."""
        return self.weights[: (native.INPUT_COUNT + 1) * self.width1].reshape(-1, self.width1)

    @property
    def second(self) -> Floats:
        """The second layer without its bias, (width1, width2)."""
        at = (native.INPUT_COUNT + 1) * self.width1
        return self.weights[at : at + self.width1 * self.width2].reshape(self.width1, self.width2)

    def widened(self, width1: int, seed: int) -> "Network":
        """The same function with more units in the first of two layers: random ones, to which nobody listens yet."""
        if width1 == self.width1:
            return self
        wide = Network.random(width1, self.width2, self.squared, seed)
        wide.first[:, : self.width1] = self.first
        wide.second[: self.width1] = self.second
        wide.second[self.width1 :] = 0
        above = self.second.size + self.first.size
        wide.weights[len(wide.weights) - len(self.weights) + above :] = self.weights[above:]
        return wide

    def paired(self, words: Words) -> "Network":
        """The same function with units that boards switch on together side by side: a pair that is off costs nothing.

        The unit that is on most often takes the one that is on with it most often, and so on.
        """
        if not self.width2:
            return self
        active = np.zeros((len(words), self.width1), np.int8)
        native.active_units(self.shape, self.weights, np.ascontiguousarray(words), active)
        on = active.astype(np.float32)
        together = on.T @ on
        order: list[int] = []
        free = np.ones(self.width1, bool)
        for unit in np.argsort(-np.diag(together), kind="stable").tolist():
            if free[unit]:
                free[unit] = False
                other = int(np.argmax(np.where(free, together[unit], -1)))
                free[other] = False
                order += unit, other
        same = Network(self.width1, self.width2, self.squared, self.weights.copy())
        same.first[:] = self.first[:, order]
        same.second[:] = self.second[order]
        return same


SHIPPED_NET = "shipped"
"""The name under which every recipe finds the net that ships."""


def shipped() -> Network:
    """The net that ships with the package."""
    net = load_shipped()
    return Network(net.width1, net.width2, net.squared, net.weights)


def read_net(name: str) -> Network:
    """A net by name: `shipped`, a file of a run (`.npz`), or a weights file; InvalidText for anything else."""
    if name == SHIPPED_NET:
        return shipped()
    path = Path(name)
    if not path.is_file():
        raise MissingData("weights.missing", path=name)
    if path.suffix == ".npz":
        return Run(path.parent).net(path.stem)
    net = read_weights(path)
    return Network(net.width1, net.width2, net.squared, net.weights)


class Run:
    """One run's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def has(self, name: str) -> bool:
        """Whether a step of this name has finished."""
        return (self.folder / f"{name}.npz").exists() or (self.folder / name / "done").exists()

    def save(self, name: str, **arrays: npt.NDArray[np.generic]) -> None:
        """Write arrays as one file, in place only when whole."""
        target = self.folder / f"{name}.npz"
        target.parent.mkdir(parents=True, exist_ok=True)
        with (target.with_suffix(".part")).open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
        os.replace(target.with_suffix(".part"), target)

    def load(self, name: str) -> dict[str, npt.NDArray[np.generic]] | None:
        """The arrays of that name, or None."""
        path = self.folder / f"{name}.npz"
        if not path.exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as file:
                return {key: file[key] for key in file.files}
        except (ValueError, OSError, BadZipFile) as error:
            raise InvalidText("weights.damaged", path=str(path)) from error

    def save_net(self, name: str, net: Network) -> None:
        """Keep a net."""
        self.save(name, shape=net.shape, weights=net.weights)

    def net(self, name: str) -> Network:
        """A net made by an earlier step, or the one that ships."""
        if name == SHIPPED_NET:
            return shipped()
        arrays = self.load(name)
        if arrays is None:
            raise MissingData("train.missing", name=name, folder=str(self.folder))
        path = str(self.folder / f"{name}.npz")
        try:
            width1, width2, squared = (int(n) for n in arrays["shape"])
            weights = arrays["weights"].astype(np.float32)
        except (KeyError, ValueError, TypeError) as error:
            raise InvalidText("weights.damaged", path=path) from error
        if not fits(width1, width2, len(weights)):
            raise InvalidText("weights.damaged", path=path)
        return Network(width1, width2, bool(squared), weights)

    def rows(self, names: tuple[str, ...]) -> Rows:
        """The rows of earlier steps, one after the other."""
        pieces = [piece for name in names for piece in self._pieces(name)]
        if not pieces:
            raise MissingData("train.missing", name=", ".join(names), folder=str(self.folder))
        starts = np.cumsum([0] + [len(piece.words) for piece in pieces[:-1]])
        return Rows(
            np.concatenate([piece.words for piece in pieces]),
            np.concatenate([piece.labels for piece in pieces]),
            np.concatenate(
                [
                    np.where(piece.partners < 0, -1, piece.partners + start).astype(np.int32)
                    for piece, start in zip(pieces, starts, strict=True)
                ]
            ),
        )

    def _pieces(self, name: str) -> Iterator[Rows]:
        for path in sorted((self.folder / name).glob("*.npz")):
            arrays = self.load(f"{name}/{path.stem}") or {}
            try:
                words, labels, partners = arrays["words"], arrays["labels"], arrays["partners"]
            except KeyError as error:
                raise InvalidText("weights.damaged", path=str(path)) from error
            yield Rows(words.astype(np.int64), labels.astype(np.float32), partners.astype(np.int32))

    def finish(self, name: str) -> None:
        """Mark a step of many files as finished."""
        (self.folder / name / "done").touch()
