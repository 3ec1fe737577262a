"""A position: where the checkers of both players stand, seen by the player on roll."""

from collections.abc import Mapping
from typing import NamedTuple

from tavla.errors import InvalidInput

OFF = 0
BAR = 25
HOME = 6
"""The highest point of the home board."""

Side = tuple[int, ...]
"""26 counts in their owner's numbering: index 0 borne off, 1 to 24 the points, 25 the bar."""

STARTS: Mapping[str, Mapping[int, int]] = {
    "backgammon": {24: 2, 13: 5, 8: 3, 6: 5},
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon": {24: 1, 23: 1, 22: 1},
    "longgammon": {24: 15},
}
"""The starting places of the variants that differ from backgammon by nothing else."""


def side(points: Mapping[int, int], checkers: int) -> Side:
    """One player's checkers from {point: count}; what is missing to `checkers` is borne off."""
    counts = [0] * 26
    for point, count in points.items():
        if not OFF <= point <= BAR or count < 0:
            raise InvalidInput("position.no_such_point", point=point, count=count)
        counts[point] = count
    missing = checkers - sum(counts)
    if missing < 0:
        raise InvalidInput("position.too_many", count=sum(counts), checkers=checkers)
    counts[OFF] += missing
    return tuple(counts)


class Position(NamedTuple):
    """Both players' checkers, each in their owner's numbering (24 far, 1 the ace point, 25 bar, 0 off).

    `mine` belongs to the player on roll. My point p is the opponent's point 25 - p. The value is
    immutable and hashable; `Position.flip` is the one way to change the point of view.
    """

    mine: Side
    theirs: Side

    @classmethod
    def start(cls, variant: str = "backgammon") -> "Position":
        """The position in which a game of the variant begins."""
        points = STARTS[variant]
        own = side(points, sum(points.values()))
        return cls(own, own)

    @classmethod
    def from_points(cls, mine: Mapping[int, int], theirs: Mapping[int, int], checkers: int = 15) -> "Position":
        """A checked position from {point: count} of both players; the rest of the checkers are off.

        Raises `InvalidInput` when a point does not exist, is held by both, or a side has too many.
        """
        return cls(side(mine, checkers), side(theirs, checkers)).checked()

    def checked(self) -> "Position":
        """The position itself, or `InvalidInput` if no board can look like this."""
        for point in range(1, 25):
            if self.mine[point] and self.theirs[25 - point]:
                raise InvalidInput("position.shared_point", point=point, other=25 - point)
        if not any(self.mine[1:]) and not any(self.theirs[1:]):
            raise InvalidInput("position.nobody_left")
        if self.closed_out and self.flip().closed_out:
            raise InvalidInput("position.both_closed_out")
        return self

    def flip(self) -> "Position":
        """The same board seen by the other player."""
        return Position(self.theirs, self.mine)

    @property
    def pips(self) -> tuple[int, int]:
        """The pip counts, (mine, theirs); a checker on the bar counts 25."""
        return _pips(self.mine), _pips(self.theirs)

    @property
    def contact(self) -> bool:
        """Whether a checker can still be hit (temas); otherwise the game is a race (yarış)."""
        return _rearmost(self.mine) + _rearmost(self.theirs) > 24

    @property
    def winner_is_known(self) -> bool:
        """Whether one side has borne off everything."""
        return not any(self.mine[1:]) or not any(self.theirs[1:])

    @property
    def closed_out(self) -> bool:
        """Whether the player on roll has a checker on the bar and no point to enter on (kapalı)."""
        return self.mine[BAR] > 0 and all(count >= 2 for count in self.theirs[1 : HOME + 1])


def _pips(counts: Side) -> int:
    return sum(point * count for point, count in enumerate(counts))


def _rearmost(counts: Side) -> int:
    return next((point for point in range(BAR, 0, -1) if counts[point]), 0)
