"""Which source answers for a position: what the kernel does by itself, said aloud."""

from enum import StrEnum

from tavla.evaluation.bearoff import SMALL
from tavla.rules import Position


class Source(StrEnum):
    """Where the chances of a position come from."""

    OVER = "over"
    TWO_SIDED = "two_sided"
    ONE_SIDED = "one_sided"
    NETWORK = "network"


def source(position: Position) -> Source:
    """The source for a position: a finished game, an exact table with all checkers home, or the network."""
    if position.winner_is_known:
        return Source.OVER
    if any(position.mine[7:]) or any(position.theirs[7:]):
        return Source.NETWORK
    small = sum(position.mine[1:]) <= SMALL and sum(position.theirs[1:]) <= SMALL
    return Source.TWO_SIDED if small else Source.ONE_SIDED
