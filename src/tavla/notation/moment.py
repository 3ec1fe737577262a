"""From an ID back to a game: the state that a situation tells, under rules that fit it."""

from collections.abc import Mapping
from dataclasses import replace

from tavla.errors import InvalidInput
from tavla.notation.situation import Situation
from tavla.rules import Cube, Length, Phase, Roll, RuleSet, Score, State, profile
from tavla.rules.state import CubeOffer

OFFERS = ("double", "beaver", "raccoon")


def rules_of(
    situation: Situation, profile_name: str | None = None, options: Mapping[str, str] | None = None
) -> RuleSet:
    """The rules of the profile that is named, else the ones that fit what the ID tells; `options` change them."""
    changed = dict(options or {})
    if profile_name is not None:
        return profile(profile_name, changed)
    if not situation.length:
        jacoby = "on" if situation.jacoby else "off"
        return profile("money", {"jacoby": jacoby, "beavers": "1" if situation.beavers else "0"} | changed)
    return profile("standard", {"length": str(Length("points", situation.length))} | changed)


def state_of(situation: Situation, rules: RuleSet, roll: Roll | None = None) -> State:
    """The moment of a game that an ID tells, with a roll if one is named.

    Raises `InvalidInput` for an ID without a board or of a game that is over.
    """
    if situation.position is None:
        raise InvalidInput("notation.no_position")
    if situation.position.winner_is_known:
        raise InvalidInput("notation.over")
    roll = roll or situation.roll
    turn = 0 if situation.turn is None else situation.turn
    state = State(
        rules,
        situation.position,
        Phase.ROLL if roll is None else Phase.PLAY,
        turn,
        roll,
        cube=situation.cube or Cube(),
        score=_score(situation, rules),
    )
    if situation.offer is None or roll is not None:
        return state
    beavers = OFFERS.index(situation.offer)
    by = turn if beavers % 2 == 0 else 1 - turn
    return replace(state, phase=Phase.CUBE, offer=CubeOffer(by, state.cube.value << (beavers + 1), beavers))


def _score(situation: Situation, rules: RuleSet) -> Score:
    points = situation.score or (0, 0)
    target = rules.length.target
    one_away = target is not None and max(points) == target - 1 and rules.has_crawford
    crawford = bool(situation.crawford)
    return Score(points, crawford, one_away and not crawford)
