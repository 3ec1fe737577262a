"""Lines from outside, each of bounded length."""

from collections.abc import Iterator
from typing import BinaryIO

LONGEST_LINE = 65_536
"""Bytes of one line that are looked at."""


def read_lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of an input; None for one that is too long, whose rest is thrown away unread."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE)
        yield None
