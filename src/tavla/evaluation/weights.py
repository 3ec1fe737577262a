"""Weights on disk: one line that says what they are, then the numbers.

The first line is JSON: `format`, `features` (the version of the inputs), `width1`, `width2`, `squared`, `sha256` of
all that follows. Then come the weights in the kernel's order as 32-bit little-endian floats. A file of another format
or feature version, of the wrong length or with another hash is refused; so are weights of which one is no number, or
that turn three plain positions the wrong way round. When it plays, a net is 16-bit integers made of these floats.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tavla.errors import InvalidText, MissingData
from tavla.evaluation.bearoff import NO_TABLES
from tavla.kernel import native

FORMAT = "tavla-net-1"
SHIPPED = "standard.net"
MOST_BYTES = 16 << 20


Prepared = npt.NDArray[np.int16]
"""A net as the kernel plays it, in 16-bit integers."""


@dataclass(frozen=True)
class Weights:
    """A network's shape and all its weights as one array of 32-bit floats."""

    width1: int
    width2: int
    squared: bool
    weights: npt.NDArray[np.float32]

    @property
    def shape(self) -> npt.NDArray[np.int32]:
        """(width1, width2, squared) as the kernel takes it."""
        return np.array([self.width1, self.width2, self.squared], np.int32)

    @cached_property
    def prepared(self) -> Prepared:
        """The net as it plays."""
        return prepare(self.shape, self.weights)


def write_weights(path: Path, net: Weights) -> str:
    """Write a weights file; the SHA-256 of its numbers."""
    body = net.weights.astype("<f4").tobytes()
    digest = hashlib.sha256(body).hexdigest()
    head = {
        "format": FORMAT,
        "features": native.FEATURES,
        "width1": net.width1,
        "width2": net.width2,
        "squared": net.squared,
        "sha256": digest,
    }
    path.write_bytes(json.dumps(head).encode() + b"\n" + body)
    return digest


def read_weights(path: Path) -> Weights:
    """The weights in a file; InvalidText when they are not what they say."""
    if not path.is_file():
        raise MissingData("weights.missing", path=str(path))
    if path.stat().st_size > MOST_BYTES:
        raise InvalidText("weights.damaged", path=str(path))
    return parse_weights(path.read_bytes(), str(path))


def parse_weights(content: bytes, path: str) -> Weights:
    """As `read_weights`, of a file's content."""
    line, _, body = content.partition(b"\n")
    try:
        head = json.loads(line)
        widths = int(head["width1"]), int(head["width2"]), bool(head["squared"])
        form, features, digest = head["format"], head["features"], head["sha256"]
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidText("weights.damaged", path=path) from error
    if form != FORMAT or features != native.FEATURES:
        raise InvalidText("weights.version", path=path, found=f"{form}, {features}")
    if len(body) % 4 or not fits(widths[0], widths[1], len(body) // 4) or hashlib.sha256(body).hexdigest() != digest:
        raise InvalidText("weights.damaged", path=path)
    net = Weights(*widths, np.frombuffer(body, "<f4").astype(np.float32))
    if not np.isfinite(net.weights).all():
        raise InvalidText("weights.damaged", path=path)
    check_canary(net, path)
    return net


def load_shipped() -> Weights:
    """The net that ships with the package."""
    source = files("tavla") / "data" / "weights" / SHIPPED
    if not source.is_file():
        raise MissingData("weights.missing", path=str(source))
    return parse_weights(source.read_bytes(), str(source))


def fits(width1: int, width2: int, weights: int) -> bool:
    """Whether a net of these widths can be, and has so many weights."""
    good = 16 <= width1 <= 1024 and 0 <= width2 <= 1024 and width1 % 16 == 0 and width2 % 16 == 0
    return good and weights == native.count_weights(width1, width2)


def prepare(shape: npt.NDArray[np.int32], weights: npt.NDArray[np.float32]) -> Prepared:
    """Make the net that plays, on a line of the cache, of one that learns; InvalidText if a weight is no number."""
    if not np.isfinite(weights).all():
        raise InvalidText("weights.not_finite")
    size = native.prepared_size(int(shape[0]), int(shape[1]))
    room = np.empty(size + 32, np.int16)
    first = -room.ctypes.data // 2 % 32
    native.prepare(shape, weights, room[first : first + size])
    return room[first : first + size]


def check_canary(net: Weights, path: str) -> None:
    """Three positions that any net must know: the start is near even, a race far ahead is won, far behind lost."""
    start = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]
    ahead = [10, 5, *[0] * 24]
    behind = [0, 0, 0, 0, 0, 5, 5, 5, *[0] * 18]
    boards = np.array([[start, start], [ahead, behind], [behind, ahead]], np.int8)
    words, chances = np.zeros((3, 4), np.int64), np.zeros((3, 5), np.float32)
    native.pack(boards, words)
    native.evaluate(net.prepared, NO_TABLES, words, 0, chances)
    wins = chances[:, 0]
    good = 0.4 < wins[0] < 0.65 and wins[1] > 0.9 and wins[2] < 0.1
    if not good:
        raise InvalidText("weights.canary", path=path)
