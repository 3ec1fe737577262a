"""A recipe: the steps that make a net, each with all its numbers and its seed, read from a TOML file."""

import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tavla.errors import InvalidText


@dataclass(frozen=True)
class SelfPlay:
    """Temporal differences along games of a network of one layer with itself."""

    name: str
    width: int
    games: int
    rate: float
    last_rate: float
    seed: int


@dataclass(frozen=True)
class Label:
    """Boards from self-play games with lambda-returns as labels."""

    name: str
    net: str
    rows: int
    trace: float
    explore: float
    odd: float
    back: float
    sibling: float
    stray: float
    seed: int
    nack: float = 0.03
    long: float = 0.0
    hyper: float = 0.0
    contain: float = 0.0
    branch: float = 0.0

    @property
    def habits(self) -> npt.NDArray[np.float32]:
        """The eleven numbers in the order in which the kernel takes them."""
        starts = (self.odd, self.back, self.nack, self.long, self.hyper)
        rows = (self.sibling, self.stray)
        return np.array([self.trace, self.explore, *starts, *rows, self.contain, self.branch], np.float32)


@dataclass(frozen=True)
class Fit:
    """A network fitted to the rows of earlier steps: from random weights, or warm from a net."""

    name: str
    rows: tuple[str, ...]
    width1: int
    width2: int
    epochs: int
    rate: float
    seed: int
    start: str | None = None
    squared: bool = True
    batch: int = 2048
    last_rate: float = 1e-5
    equity_weight: float = 0.5
    pair_weight: float = 0.0


@dataclass(frozen=True)
class Gate:
    """Games between a net of this run and the shipped one: it ships if it wins by more than the interval."""

    name: str
    net: str
    pairs: int
    seed: int


Step = SelfPlay | Label | Fit | Gate
KINDS: dict[str, type[Step]] = {"self_play": SelfPlay, "label": Label, "fit": Fit, "gate": Gate}


@dataclass(frozen=True)
class Recipe:
    """The steps of one net in their order."""

    name: str
    steps: tuple[Step, ...]


def read_recipe(path: Path, scale: float = 1.0) -> Recipe:
    """The recipe in a file, `scale` times its games and rows; InvalidText when it names what does not exist."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        steps = tuple(_scaled(_step(dict(entry)), scale) for entry in table["step"])
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise InvalidText("train.recipe", path=str(path), reason=str(error)) from error
    return Recipe(path.stem if scale == 1 else f"{path.stem}-{scale:g}", steps)


def _scaled(step: Step, scale: float) -> Step:
    match step:
        case SelfPlay():
            return replace(step, games=max(1, round(step.games * scale)))
        case Label():
            return replace(step, rows=max(1, round(step.rows * scale)))
        case Gate():
            return replace(step, pairs=max(1, round(step.pairs * scale)))
        case Fit():
            return step


def _step(entry: dict[str, Any]) -> Step:
    kind = KINDS[entry.pop("kind")]
    known = {field.name for field in fields(kind)}
    strange = set(entry) - known
    if strange:
        raise KeyError(", ".join(sorted(strange)))
    if "rows" in entry and isinstance(entry["rows"], list):
        entry["rows"] = tuple(entry["rows"])
    return kind(**entry)
