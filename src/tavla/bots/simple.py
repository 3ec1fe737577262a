"""Two opponents for anybody: `random` plays whatever is legal, `simple` counts pips, points and blots.

Both choose from what the rules offer, so they are legal at every table. Neither resigns, and neither accepts less than
what the opponent has already lost for certain.
"""

from random import Random

from tavla.bots.base import Action
from tavla.rules import Act, Kind, Play, Position, Seat, State, legal
from tavla.rules.facts import (
    Accepted,
    Beavered,
    Doubled,
    Dropped,
    Passed,
    Played,
    Refused,
    Taken,
)
from tavla.rules.position import BAR, HOME, OFF, Side
from tavla.rules.state import certain_loss, resign_values

_WHIM = 0.05
"""How often the random player doubles when he may."""


class RandomBot:
    """Whatever is legal, with equal chances; the cube now and then."""

    def __init__(self, rng: Random | None = None) -> None:
        self._rng = rng or Random()

    def act(self, state: State, seat: Seat) -> Action:
        acts = legal(state).by_seat[seat]
        if Act.PLAY in acts:
            return Played(self._play(state))
        if Act.ACCEPT in acts:
            return _answer(state, wanted=certain_loss(state, 1 - seat))
        if Act.TAKE in acts:
            return self._rng.choice((Taken(), Dropped(), *([Beavered()] if Act.BEAVER in acts else [])))
        if Act.DOUBLE in acts and self._rng.random() < _WHIM:
            return Doubled()
        return _go_on(acts)

    def _play(self, state: State) -> Play:
        plays = _plays(state)
        return self._rng.choice(list(plays.values())) if plays else ()


class SimpleBot:
    """Runs, makes points, hides its blots, and doubles by the count. Of equal plays it draws one."""

    def __init__(self, rng: Random | None = None) -> None:
        self._rng = rng or Random()

    def act(self, state: State, seat: Seat) -> Action:
        acts = legal(state).by_seat[seat]
        if Act.PLAY in acts:
            return Played(self._play(state))
        if Act.ACCEPT in acts:
            return _answer(state, wanted=_due(state, 1 - seat))
        if Act.TAKE in acts:
            return _answer_double(state, acts)
        if Act.DOUBLE in acts and _should_double(state):
            return Doubled()
        return _go_on(acts)

    def _play(self, state: State) -> Play:
        plays = _plays(state)
        if not plays:
            return ()
        worth = {after: assess(after.flip()) for after in plays}
        best = max(worth.values())
        return plays[self._rng.choice([after for after in plays if worth[after] == best])]


def _plays(state: State) -> dict[Position, Play]:
    assert state.continuations is not None
    return state.continuations.plays()


def _go_on(acts: tuple[Act, ...]) -> Action:
    """The turn as it comes: throw, roll, or let it pass where the board is closed."""
    if Act.THROW in acts:
        return Act.THROW
    return Act.ROLL if Act.ROLL in acts else Passed()


def _answer(state: State, wanted: Kind) -> Action:
    assert state.resignation is not None
    return Accepted() if state.resignation.value >= wanted else Refused()


# What a position is worth, in pips

_POINTS: Side = (0, 2, 4, 7, 9, 11, 9, 8, 5, 2, 2, 2, 1, 3, 0, 1, 2, 2, 4, 4, 7, 6, 4, 3, 2, 0)
"""What holding a point is worth, by the point."""

_PRIME = (0, 0, 0, 2, 8, 16, 26)
"""What so many points in a row are worth."""

_DIRECT = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""Rolls of 36 that hit at a distance, if nothing stands between."""


def assess(position: Position) -> float:
    """How good a position is for `mine`, who has just played, in pips: higher is better."""
    mine, theirs = position
    my_pips, their_pips = position.pips
    if not position.contact:
        return 4.0 * mine[OFF] - my_pips + their_pips
    return (
        their_pips
        - my_pips
        + _structure(mine)
        - _structure(theirs)
        + theirs[BAR] * (4 + 3 * _home_points(mine))
        - _danger(mine, theirs)
    )


def _home_points(side: Side) -> int:
    return sum(count >= 2 for count in side[1 : HOME + 1])


def _structure(side: Side) -> float:
    """Points held and points in a row, less what is stacked too high."""
    held = [count >= 2 for count in side[:BAR]]
    points = sum(_POINTS[point] for point in range(1, BAR) if held[point])
    stacked = sum(2.0 * (count - 4) for count in side[1:BAR] if count > 4)
    longest = run = 0
    for point in range(1, 13):
        run = run + 1 if held[point] else 0
        longest = max(longest, run)
    return points + _PRIME[min(longest, HOME)] - stacked


def _danger(mine: Side, theirs: Side) -> float:
    """What my blots may cost: the chance that one is hit, times the pips it loses and how hard it is to enter."""
    hard = 6.0 + 4.0 * _home_points(theirs)
    return sum(
        _rolls_that_hit(theirs, BAR - point) / 36 * (BAR - point + hard) for point in range(1, BAR) if mine[point] == 1
    )


def _rolls_that_hit(hitters: Side, target: int) -> int:
    """About how many of the 36 rolls hit a blot on `target`, in the hitters' numbering."""
    distances = [distance for distance in range(1, 13) if target + distance <= BAR and hitters[target + distance]]
    return min(sum(_DIRECT[distance] for distance in distances), 32)


# The cube


def advantage(position: Position) -> float:
    """How far the player on roll is ahead before the roll, in hundredths of his pip count."""
    my_pips, _ = position.pips
    lead = (assess(position) - assess(position.flip())) / 2 + 4.0 if position.contact else _race_lead(position)
    return 100.0 * lead / max(my_pips, 20)


def _race_lead(position: Position) -> float:
    my_pips, their_pips = position.pips
    return float(their_pips - my_pips)


_DOUBLE_FROM = 8.0
_TAKE_UP_TO = 12.0
_BEAVER_BELOW = -4.0
"""The old rule for races: double at 8 % ahead, take up to 12 % behind. In contact the margin counts thrice as wide."""


def _margin(position: Position) -> float:
    return advantage(position) / (3.0 if position.contact else 1.0)


def _should_double(state: State) -> bool:
    """Far enough ahead; and always where the opponent needs one point only, and a lost game is the match."""
    if state.score.away(1 - state.turn, state.rules) == 1:
        return True
    return _margin(state.position) >= _DOUBLE_FROM


def _answer_double(state: State, acts: tuple[Act, ...]) -> Action:
    """By the margin of the player on roll; beavers when it is not his lead at all."""
    assert state.offer is not None
    margin = _margin(state.position) * (1 if state.offer.by == state.turn else -1)
    if Act.BEAVER in acts and margin < _BEAVER_BELOW:
        return Beavered()
    return Taken() if margin <= _TAKE_UP_TO else Dropped()


# Resignations


def _due(state: State, loser: Seat) -> Kind:
    """What a resignation must offer: what is certain, or mars while the loser is too far from saving it."""
    certain = certain_loss(state, loser)
    sides = state.sides
    return max(certain, Kind.GAMMON) if _far_from_saving(sides[loser], sides[1 - loser], state) else certain


def _far_from_saving(loser: Side, winner: Side, state: State) -> bool:
    """Whether the loser needs clearly more turns to bear off one checker than the winner for all, at 8 pips a turn."""
    if loser[OFF] or Kind.GAMMON not in _kinds(state):
        return False
    to_save = sum((point - HOME) * count for point, count in enumerate(loser) if point > HOME) + 3
    to_win = sum(point * count for point, count in enumerate(winner))
    return to_save / 8 > to_win / 8 + 2


def _kinds(state: State) -> tuple[Kind, ...]:
    """The kinds of loss that can be offered and count at this table."""
    assert state.resignation is not None
    return resign_values(state, state.resignation.by)
