"""What a game is worth when it ends: tek, mars or katmerli mars; and what is already certain before."""

from enum import IntEnum
from typing import NamedTuple

from tavla.rules.position import BAR, HOME, OFF, Position, Side


class Kind(IntEnum):
    """The three ways to win, by the points they give: tek, mars, katmerli mars."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Chances(NamedTuple):
    """Probabilities for the player on roll before the roll; each gammon figure includes the backgammons."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    def flip(self) -> "Chances":
        """The same chances seen by the other player."""
        return Chances(1.0 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon)

    def equity(self) -> float:
        """The expected points of a game without the cube, -3 to 3."""
        gammons = self.win_gammon - self.lose_gammon + self.win_backgammon - self.lose_backgammon
        return 2.0 * self.win - 1.0 + gammons


def kind_of_win(loser: Side) -> Kind:
    """How the game was lost: with a checker off tek; else mars, or katmerli mars with one on the bar or in
    the winner's home (the loser's points 19 to 24)."""
    if loser[OFF]:
        return Kind.SINGLE
    return Kind.BACKGAMMON if any(loser[19:]) else Kind.GAMMON


def most_possible(position: Position) -> tuple[Kind, Kind]:
    """The most that (the player on roll, the opponent) can still lose by."""
    contact = position.contact
    return _most(position.mine, contact), _most(position.theirs, contact)


def _most(loser: Side, contact: bool) -> Kind:
    return Kind.BACKGAMMON if contact and not loser[OFF] else kind_of_win(loser)


def least_certain(position: Position) -> tuple[Kind, Kind]:
    """The least that (the player on roll, the opponent) loses by if he loses: what no dice can save any more."""
    if position.contact:
        return Kind.SINGLE, Kind.SINGLE
    mine, theirs = position
    return (
        _least(mine, turns_left=_slowest(theirs)),
        _least(theirs, turns_left=_slowest(mine) - 1),
    )


def _least(loser: Side, turns_left: int) -> Kind:
    """What is lost for certain by a side that has so many turns left at most."""
    if loser[OFF] or _quickest_to_save(loser, HOME, 1) <= turns_left:
        return Kind.SINGLE
    return Kind.GAMMON if _quickest_to_save(loser, 18, 0) <= turns_left else Kind.BACKGAMMON


def settled(position: Position) -> int | None:
    """Who wins for certain ("oyun belli"): 0 the player on roll, 1 the opponent, None while it is open.

    Proved by bounds, so a settled race may be recognised a turn late but never wrongly.
    """
    if position.contact:
        return None
    mine, theirs = position
    if _slowest(mine) <= _quickest(theirs):
        return 0
    return 1 if _slowest(theirs) < _quickest(mine) else None


def _quickest(side: Side) -> int:
    """A lower bound of the turns to bear off everything: four checkers and 24 pips a turn at best."""
    checkers = sum(side[1:])
    pips = sum(point * count for point, count in enumerate(side))
    return max(-(-checkers // 4), -(-pips // 24))


def _slowest(side: Side) -> int:
    """An upper bound of the turns to bear off everything in a race, whatever the dice.

    While a checker stands beyond the ace point the two dice use at least three pips; then two checkers a turn.
    """
    checkers = sum(side[1:])
    pips = sum(point * count for point, count in enumerate(side))
    return -(-(pips - checkers) // 3) + -(-checkers // 2)


def _quickest_to_save(side: Side, border: int, further: int) -> int:
    """A lower bound of the turns to bring every checker to `border` or below, and `further` checkers off."""
    beyond = range(border + 1, BAR + 1)
    dice = sum(side[point] * -(-(point - border) // 6) for point in beyond) + further
    pips = sum(side[point] * (point - border) for point in beyond) + further
    return max(-(-dice // 4), -(-pips // 24))
