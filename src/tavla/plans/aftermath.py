"""What a play has done, in the things that players name: points made and broken, hits, shots, walls, who is out.

All of it is about the mover, in his numbering, although plays give boards with the opponent on roll. Several plays
of one roll are measured together, since rolls are tried on all their boards at once.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavla.plans.features import (
    FAR_HOME,
    WEIGHTS,
    builders,
    contact,
    cover_rolls,
    escape_rolls,
    hits,
    stacked,
)
from tavla.rules import BAR, OFF, Position
from tavla.rules.position import HOME, Side


class Wall(NamedTuple):
    """Points held in a row, from the lowest to the highest, and how many opposing checkers stand behind them."""

    low: int
    high: int
    trapped: int

    @property
    def length(self) -> int:
        """How many points it has."""
        return self.high - self.low + 1


class Aftermath(NamedTuple):
    """The board after a play and what the play did to it, seen by who made it.

    `made` and `broken` are points held now and not before, and the other way round; `hit` are points on which an
    opposing checker was taken, `hit_pips` what that costs him. `exposed` are the blots outside his home that some
    roll of his hits, `shots` how many of the 36 hit one of them; `attacked` and `attacks` are the same inside his home.
    `dance` is how many of his rolls bring in none of his checkers from the bar, `escapes` how many bring one out of my
    home, None if none is there; `cover` how many of mine, thrown on this board, make a point of each new blot on 2 to
    7. `wall` is the longest with somebody behind it.
    """

    board: Position
    hit: tuple[int, ...]
    hit_pips: int
    made: tuple[int, ...]
    broken: tuple[int, ...]
    held: frozenset[int]
    exposed: tuple[int, ...]
    shots: int
    attacked: tuple[int, ...]
    attacks: int
    dance: int
    escapes: int | None
    wall: Wall | None
    back: int
    builders: int
    stacked: int
    cover: tuple[tuple[int, int], ...]
    contact: bool

    @property
    def home(self) -> int:
        """How many points of the own home are held."""
        return sum(point <= HOME for point in self.held)

    @property
    def off(self) -> int:
        """Checkers borne off."""
        return self.board.mine[OFF]

    @property
    def deep(self) -> int:
        """Checkers on the own ace and deuce points."""
        return sum(self.board.mine[1:3])

    @property
    def pips(self) -> int:
        """The mover's pip count."""
        return self.board.pips[0]

    @property
    def gaps(self) -> int:
        """Empty points of the own home below the highest that is taken."""
        taken = [point for point in range(1, HOME + 1) if self.board.mine[point]]
        return max(taken, default=0) - len(taken)

    @property
    def crossovers(self) -> int:
        """Quarters of the board that the mover's checkers have still to cross until all are home."""
        return sum(count * quarters_to_home(point) for point, count in enumerate(self.board.mine))

    @property
    def tallest(self) -> tuple[int, int]:
        """The tallest stack: its point and its checkers, the lowest point of equal ones."""
        point = max(range(1, BAR), key=lambda each: (self.board.mine[each], -each))
        return point, self.board.mine[point]


def quarters_to_home(point: int) -> int:
    """Quarters that a checker on a point has to cross until it is home; the bar lies before the first."""
    return max(0, -(-point // HOME) - 1)


def aftermaths(before: Position, afters: Sequence[Position]) -> list[Aftermath]:
    """What plays of one roll have done, from the board before it and those after, where the opponent is on roll."""
    boards = [after.flip() for after in afters]
    counts = np.array(boards, np.int8).reshape(len(boards), 2, 26)
    hit, escapes = hits(counts), escape_rolls(counts[:, ::-1])
    ready, high, touch = builders(counts), stacked(counts), contact(counts)
    covers = [_cover(before, board) for board in boards]
    return [
        _aftermath(before, board)._replace(
            exposed=_points(hit[place, :, :FAR_HOME]),
            shots=_rolls(hit[place, :, :FAR_HOME]),
            attacked=tuple(point + FAR_HOME for point in _points(hit[place, :, FAR_HOME:])),
            attacks=_rolls(hit[place, :, FAR_HOME:]),
            escapes=int(escapes[place]) if any(board.theirs[FAR_HOME:]) else None,
            builders=int(ready[place]),
            stacked=int(high[place]),
            cover=covers[place],
            contact=bool(touch[place]),
        )
        for place, board in enumerate(boards)
    ]


def _points(hit: NDArray[np.bool_]) -> tuple[int, ...]:
    """The points at which some roll hits, the farthest from home first."""
    return tuple(int(point) for point in np.flatnonzero(hit.any(axis=0))[::-1])


def _rolls(hit: NDArray[np.bool_]) -> int:
    """In how many of the 36 throws something is hit."""
    return int(hit.any(axis=1) @ WEIGHTS)


def _aftermath(before: Position, board: Position) -> Aftermath:
    """What needs no dice."""
    was, now = _held(before.mine), _held(board.mine)
    hit = tuple(point for point in range(24, 0, -1) if before.theirs[BAR - point] > board.theirs[BAR - point])
    return Aftermath(
        board=board,
        hit=hit,
        hit_pips=board.pips[1] - before.pips[1],
        made=tuple(sorted(now - was, reverse=True)),
        broken=tuple(sorted(was - now, reverse=True)),
        held=now,
        exposed=(),
        shots=0,
        attacked=(),
        attacks=0,
        dance=sum(point <= HOME for point in now) ** 2 if board.theirs[BAR] else 0,
        escapes=None,
        wall=wall_of(board),
        back=sum(board.mine[FAR_HOME:]),
        builders=0,
        stacked=0,
        cover=(),
        contact=True,
    )


def _held(side: Side) -> frozenset[int]:
    return frozenset(point for point in range(1, BAR) if side[point] >= 2)


def behind(board: Position, point: int) -> int:
    """How many opposing checkers have still to pass a point of `mine`."""
    return sum(board.theirs[BAR - point + 1 :])


def wall_of(board: Position) -> Wall | None:
    """The longest row of points of `mine` with an opposing checker behind it, the nearest to home of equal ones."""
    walls = [Wall(low, high, behind(board, low)) for low, high in _rows(_held(board.mine))]
    return max((wall for wall in walls if wall.trapped), key=lambda wall: (wall.length, -wall.low), default=None)


def _rows(held: frozenset[int]) -> list[tuple[int, int]]:
    """The points held in a row, from the lowest to the highest."""
    rows: list[tuple[int, int]] = []
    for point in sorted(held):
        if rows and rows[-1][1] == point - 1:
            rows[-1] = rows[-1][0], point
        else:
            rows.append((point, point))
    return rows


def _cover(before: Position, board: Position) -> tuple[tuple[int, int], ...]:
    """New blots on 2 to 7 that an opponent has still to pass, each with the rolls that would make the point."""
    put = [point for point in range(7, 1, -1) if board.mine[point] == 1 and before.mine[point] == 0]
    put = [point for point in put if behind(board, point)]
    return tuple((point, int(cover_rolls([board], point)[0])) for point in put)
