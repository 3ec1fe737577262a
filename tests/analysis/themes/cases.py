"""Decisions with chosen worths, so that what is said about them does not hang on a net."""

from tavla.analysis.themes import chances, plays, races
from tavla.analysis.themes.pair import Found, Pair
from tavla.engine.decision import Choice
from tavla.notation import parse_play, read_position, rules_of, state_of
from tavla.rules import State
from tavla.rules.facts import Played
from tavla.rules.outcome import Chances

EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


def moment(xgid: str) -> State:
    """The state of an XGID."""
    situation = read_position(f"XGID={xgid}")
    return state_of(situation, rules_of(situation))


def play(state: State, text: str, worth: Chances = EVEN, plies: int = 2) -> Choice:
    """A play as the engine gives it."""
    assert state.roll is not None
    parsed = parse_play(text, state.position, state.roll)
    return Choice(Played(parsed.play), worth.equity(), None, worth, plies, parsed.after)


def pair(xgid: str, made: str, best: str) -> Pair:
    """Two plays, of which `best` is called the better one."""
    state = moment(xgid)
    return Pair.of(state, play(state, made), play(state, best))


def found(both: Pair) -> dict[str, Found]:
    """Everything that could be said about two plays, by code."""
    own = races.remarks(both) if both.is_race else plays.remarks(both)
    return {each.remark.code: each for each in [*own, *chances.remarks(both)]}
