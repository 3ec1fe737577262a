"""What is certain and what is still possible, against exhaustive play of small races."""

import random
from functools import cache

from tavla.rules import ROLLS, Kind, Position, legal_plays
from tavla.rules.outcome import Chances, least_certain, most_possible, settled
from tavla.rules.position import Side

_FAR = (14, 1, *[0] * 24)
"""An opponent who is in nobody's way."""


@cache
def _after(side: Side) -> set[Side]:
    """Every side that one turn can lead to, by any roll and any legal play."""
    return {after.theirs for roll in ROLLS for after in legal_plays(Position(side, _FAR), roll)}


@cache
def slowest(side: Side) -> int:
    """The most turns that bearing off can take."""
    return 0 if not any(side[1:]) else 1 + max(map(slowest, _after(side)))


@cache
def quickest(side: Side) -> int:
    """The fewest turns that bearing off can take."""
    return 0 if not any(side[1:]) else 1 + min(map(quickest, _after(side)))


@cache
def quickest_to_save(side: Side) -> int:
    """The fewest turns until a checker is off."""
    return 0 if side[0] else 1 + min(map(quickest_to_save, _after(side)))


def side(rng: random.Random, nearest: int, furthest: int, checkers: int = 3) -> Side:
    """A few checkers between two points; 0 is off."""
    counts = [0] * 26
    for _ in range(checkers):
        counts[rng.randint(nearest, furthest)] += 1
    return tuple(counts)


def races(rng: random.Random, count: int, leader: tuple[int, int], trailer: tuple[int, int]) -> list[Position]:
    """Random races between a leader and a trailer, either on roll."""
    drawn = (Position(side(rng, *leader), side(rng, *trailer)) for _ in range(count))
    found = [position for position in drawn if any(position.mine[1:]) and any(position.theirs[1:])]
    return [position if rng.random() < 0.5 else position.flip() for position in found]


def test_a_settled_race_is_won_whatever_happens(rng: random.Random) -> None:
    claims = 0
    for position in races(rng, 200, (0, 2), (0, 18)):
        winner = settled(position)
        if winner == 0:
            assert slowest(position.mine) <= quickest(position.theirs), position
        elif winner == 1:
            assert slowest(position.theirs) < quickest(position.mine), position
        claims += winner is not None
    assert claims > 20


def test_what_is_certain_cannot_be_saved(rng: random.Random) -> None:
    claims = 0
    for position in races(rng, 200, (0, 2), (1, 21)):
        mine, theirs = position
        certain = least_certain(position)
        if certain[0] > Kind.SINGLE:
            assert quickest_to_save(mine) > slowest(theirs), position
        if certain[1] > Kind.SINGLE:
            assert quickest_to_save(theirs) > slowest(mine) - 1, position
        claims += certain != (Kind.SINGLE, Kind.SINGLE)
    assert claims > 20


def test_what_is_certain_is_possible(rng: random.Random) -> None:
    for position in races(rng, 500, (0, 6), (0, 18)):
        for least, most in zip(least_certain(position), most_possible(position), strict=True):
            assert least <= most


def test_chances_turn_with_the_player() -> None:
    chances = Chances(0.6, 0.2, 0.05, 0.1, 0.01)
    assert chances.flip().flip() == Chances(0.6, 0.2, 0.05, 0.1, 0.01)
    assert abs(chances.equity() + chances.flip().equity()) < 1e-12
    assert abs(chances.equity() - (0.2 + 0.1 + 0.04)) < 1e-12
