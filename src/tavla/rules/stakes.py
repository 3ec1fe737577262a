"""What is played for: the cube, the score, and the points that a game gives."""

from typing import NamedTuple

from tavla.rules.outcome import Kind
from tavla.rules.ruleset import RuleSet

Seat = int
"""One of the two players of a match, 0 or 1, whoever is on roll."""


class Cube(NamedTuple):
    """The doubling cube: its value, and who may turn it (None while it is in the middle)."""

    value: int = 1
    owner: Seat | None = None


class Score(NamedTuple):
    """Where the match stands before a game: points by seat, and the game's place about the Crawford rule."""

    points: tuple[int, int] = (0, 0)
    crawford: bool = False
    post_crawford: bool = False

    def away(self, seat: Seat, rules: RuleSet) -> int | None:
        """How many points a player still needs; None where there is no end to reach."""
        target = rules.length.target
        if target is None or rules.length.kind == "one":
            return None
        return max(target - self.points[seat], 0)


def next_score(score: Score, winner: Seat, points: int, rules: RuleSet) -> Score:
    """The score after a game. The first game with a player one point away is the Crawford game, once a match."""
    totals = list(score.points)
    totals[winner] += points
    had_crawford = score.crawford or score.post_crawford
    target = rules.length.target or 0
    one_away = rules.has_crawford and max(totals) == target - 1
    return Score((totals[0], totals[1]), one_away and not had_crawford, had_crawford)


def is_match_over(score: Score, games_played: int, rules: RuleSet) -> bool:
    """Whether the length that was agreed is reached."""
    if rules.length.kind == "one":
        return games_played > 0
    target = rules.length.target
    return target is not None and max(score.points) >= target


def most_by_rules(rules: RuleSet, cube: Cube) -> Kind:
    """The highest kind of win that counts at this table with the cube as it is."""
    if rules.mars == 1 or (rules.jacoby and cube.owner is None):
        return Kind.SINGLE
    return Kind.BACKGAMMON if rules.triple else Kind.GAMMON


def points_for(kind: Kind, cube: Cube, rules: RuleSet) -> int:
    """The points (or games) that a win gives: its kind as far as the rules count it, times the cube."""
    return min(kind, most_by_rules(rules, cube)) * cube.value


def is_dead(cube: Cube, seat: Seat, score: Score, rules: RuleSet) -> bool:
    """Whether turning the cube cannot help a player, because it already decides the match.

    `dead_cube=usbgf` calls it dead only when the present value ends the match whoever wins.
    """
    seats = (seat,) if rules.dead_cube == "refuse" else (0, 1)
    needs = [score.away(each, rules) for each in seats]
    return all(need is not None and cube.value >= need for need in needs)


def may_turn(cube: Cube, seat: Seat, score: Score, rolls: tuple[int, int], rules: RuleSet) -> bool:
    """Whether the cube itself allows a player to double: owner, limit, Crawford, Holland and dead cube."""
    return (
        rules.cube
        and cube.owner in (None, seat)
        and cube.value * 2 <= (rules.cube_max or cube.value * 2)
        and not score.crawford
        and not is_dead(cube, seat, score, rules)
        and not (rules.holland and score.post_crawford and min(rolls) < 2)
    )
