"""Decisions as other programs read them."""

from typing import Any

from tavla.engine.decision import Choice
from tavla.notation import encode_position, format_play
from tavla.rules import BAR, OFF, Play
from tavla.rules.facts import Played

Json = dict[str, Any]


def choice_as_json(choice: Choice) -> Json:
    """A choice with its equity (normalised), the match-winning chance, and the cubeless chances of the decider."""
    return {
        "action": choice.name,
        "play": format_play(choice.action.moves) if isinstance(choice.action, Played) else None,
        "equity": round(choice.equity, 6),
        "match_chance": None if choice.match_chance is None else round(choice.match_chance, 6),
        "probs": [round(each, 6) for each in choice.chances],
        "plies": choice.plies,
    }


def after_as_id(choice: Choice) -> str | None:
    """The position after a play as a GNU position ID, the opponent on roll; None for what is no play."""
    return None if choice.after is None else encode_position(choice.after)


def hops(play: Play) -> str:
    """A play checker by checker without marks, as protocols want it: `bar/22 13/7`; empty for no move."""
    names = {BAR: "bar", OFF: "off"}
    return " ".join(f"{names.get(m.source, str(m.source))}/{names.get(m.target, str(m.target))}" for m in play)
