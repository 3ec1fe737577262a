"""Rolls of two dice. Dice are given to the rules, never drawn here."""

import re
from typing import NamedTuple

from tavla.errors import InvalidText

_WRITTEN = re.compile(r"\s*([0-9])\s*[-, x]?\s*([0-9])\s*")


class Roll(NamedTuple):
    """Two dice, the larger first; the order in which they fell has no meaning."""

    high: int
    low: int

    @classmethod
    def of(cls, first: int, second: int) -> "Roll":
        """The roll of two dice; raises `InvalidText` unless each shows 1 to 6."""
        for die in (first, second):
            if not 1 <= die <= 6:
                raise InvalidText("dice.no_such_face", die=die)
        return cls(max(first, second), min(first, second))

    @classmethod
    def parse(cls, text: str) -> "Roll":
        """The roll written `62`, `6-2` or `6 2`."""
        found = _WRITTEN.fullmatch(text) if len(text) <= 16 else None
        if found is None:
            raise InvalidText("dice.unreadable", text=text[:32])
        return cls.of(int(found[1]), int(found[2]))

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same number."""
        return self.high == self.low

    @property
    def dice(self) -> tuple[int, ...]:
        """The moves that the roll gives, the larger first; a double gives four."""
        return (self.high,) * 4 if self.is_double else (self.high, self.low)

    @property
    def weight(self) -> int:
        """In how many of the 36 throws the roll appears."""
        return 1 if self.is_double else 2

    def __str__(self) -> str:
        return f"{self.high}{self.low}"


ROLLS = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 different rolls."""
