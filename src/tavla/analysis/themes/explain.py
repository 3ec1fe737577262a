"""From a decision to its remarks: every theme is asked, the most telling answers stay."""

from tavla.analysis.themes import chances, cube, plays, races, sides
from tavla.analysis.themes.pair import Found, Pair
from tavla.analysis.themes.remark import Remark
from tavla.engine.decision import Choice
from tavla.rules import Phase, State

MOST = 4
"""Remarks on one decision."""


def explain(state: State, chosen: Choice, best: Choice) -> tuple[Remark, ...]:
    """Why `best` is better than what was `chosen`, or what it does where it was chosen; at most `MOST` remarks.

    Both are choices of one decision of `engine.decide`; any other choice may stand in for the chosen one. Nothing is
    said about resignations.
    """
    if chosen.after is not None and best.after is not None:
        return _about_plays(Pair.of(state, chosen, best))
    if state.resignation is not None or state.phase not in (Phase.ROLL, Phase.CUBE):
        return ()
    return _ranked(cube.remarks(state, chosen, best))[:MOST]


def _about_plays(pair: Pair) -> tuple[Remark, ...]:
    """The differences first, then one at most that speaks for the play made, marked as such, and the plans last."""
    found = [*(races.remarks(pair) if pair.is_race else plays.remarks(pair)), *chances.remarks(pair)]
    plans = sides.remarks(pair)
    speaking = _ranked([each for each in found if not each.against])
    contrary = tuple(
        Remark("in_favour", {"what": each}) for each in _ranked([each for each in found if each.against])[:1]
    )
    room = MOST - len(plans) - len(contrary)
    return (*speaking[:room], *contrary, *plans)


def _ranked(found: list[Found]) -> tuple[Remark, ...]:
    return tuple(each.remark for each in sorted(found, key=lambda each: -each.weight))
