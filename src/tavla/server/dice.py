"""Where dice come from. The rules are given their dice; this is the one place that throws them."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from tavla.match.events import Event
from tavla.rules.facts import Rolled, Thrown


class Dice(Protocol):
    """A source of throws, counted from 0 through a whole match."""

    def throw(self, number: int) -> tuple[int, int]:
        """The two dice of one throw; the same number gives the same dice."""
        ...


def throws(events: Iterable[Event]) -> Iterator[tuple[int, int]]:
    """Every throw of a log in order, those taken back later included."""
    for event in events:
        match event.fact:
            case Thrown(dice=dice):
                yield dice
            case Rolled(roll=roll):
                yield roll.high, roll.low
