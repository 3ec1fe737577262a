"""The plans of both sides, in the terms of the seven strategies, each with what was counted for it."""

from tavla.analysis.themes.pair import Pair
from tavla.analysis.themes.remark import Remark
from tavla.plans.strategies import plan_with_signs
from tavla.rules import Position


def remarks(pair: Pair) -> tuple[Remark, ...]:
    """One remark on the plans after the best play; another plan after the play made is named too."""
    best, made = pair.after_best.board, pair.after_made.board
    mine, theirs, other = plan(best), plan(best.flip()), plan(made)
    if mine is not None and other is not None and mine.code != other.code:
        return (Remark("plans.other", {"best": mine, "played": other}),)
    return both(mine, theirs)


def both(mine: Remark | None, theirs: Remark | None, of: str = "plans") -> tuple[Remark, ...]:
    """What the sides are about, as far as it has a name: player and opponent, or (`plans.cube`) doubler and taker."""
    if mine is not None and theirs is not None:
        return (Remark(f"{of}.both", {"mine": mine, "theirs": theirs}),)
    if mine is not None:
        return (Remark(f"{of}.mine", {"mine": mine}),)
    return () if theirs is None else (Remark(f"{of}.theirs", {"theirs": theirs}),)


_EVIDENCE = {
    "alan": ("home_points", "their_checkers_back"),
    "kombinasyon": ("prime_length", "their_checkers_back"),
    "riskli": ("open_blots",),
    "guvenli_risk": ("forward_anchors", "guarded_blots"),
    "kacis": ("runners", "lead"),
    "geri_oyun": ("anchors", "lead"),
    "guvenli": ("lead",),
}
"""What is counted for each plan, a number of `FEATURES` each."""


def plan(board: Position) -> Remark | None:
    """The plan of `mine` with its signs, or None."""
    found = plan_with_signs(board)
    if found is None:
        return None
    name, side = found
    values = {feature: abs(side[feature]) for feature in _EVIDENCE[name]}
    return Remark(f"plan.{name}", values)
