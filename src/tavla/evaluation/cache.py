"""Numbers that are computed once and kept in the user's cache folder, with a hash that shows damage.

A file is one line of hexadecimal SHA-256, then the numbers as 32-bit little-endian floats. A file that is missing, cut
short or damaged is made anew; a folder that cannot be written costs nothing but the time to compute again.
"""

import contextlib
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

Floats = npt.NDArray[np.float32]

DIGEST_LINE = 65
"""Bytes of the first line: 64 hexadecimal digits and the line's end."""


def folder() -> Path:
    """Where the numbers are kept: TAVLA_CACHE, or the user's cache folder."""
    named = os.environ.get("TAVLA_CACHE")
    return Path(named) if named else user_cache_path("tavla", appauthor=False)


def kept(name: str, size: int, build: Callable[[], Floats]) -> Floats:
    """The `size` numbers of that name: from the cache if they are whole, else built and kept."""
    path = folder() / name
    numbers = _read(path, size)
    if numbers is None:
        numbers = build()
        with contextlib.suppress(OSError):
            _write(path, numbers)
    return numbers


def _read(path: Path, size: int) -> Floats | None:
    numbers = np.empty(size, "<f4")
    room = numbers.data.cast("B")
    try:
        with path.open("rb") as file:
            digest = file.readline(DIGEST_LINE)
            whole = file.readinto(room) == len(room) and not file.read(1)
    except OSError:
        return None
    if not whole or hashlib.sha256(room).hexdigest().encode() + b"\n" != digest:
        return None
    return numbers.astype(np.float32, copy=False)


def _write(path: Path, numbers: Floats) -> None:
    body = numbers.astype("<f4").tobytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    os.replace(part, path)
