"""A choice as it travels, the same for the tutor, for cards and for analyses."""

from typing import Any

from tavla.engine.decision import Choice
from tavla.notation import format_play
from tavla.rules.facts import Played


def choice_as_json(choice: Choice, best: Choice) -> dict[str, Any]:
    """A choice: its moves as [source, target, die, hit], what it is worth, and what it costs against the best, 0 or
    more."""
    moves = choice.action.moves if isinstance(choice.action, Played) else ()
    return {
        **named(choice),
        "moves": [[*move[:3], int(move.hit)] for move in moves],
        "equity": short(choice.equity),
        "loss": short(max(best.equity - choice.equity, 0.0)),
        "match_chance": None if choice.match_chance is None else short(choice.match_chance),
        "match_loss": _match_loss(choice, best),
        "probs": [short(each) for each in choice.chances],
        "plies": choice.plies,
    }


def named(choice: Choice) -> dict[str, str | None]:
    """What is done, and the play in notation if it is one."""
    play = format_play(choice.action.moves) if isinstance(choice.action, Played) else None
    return {"name": choice.name, "play": play}


def short(value: float) -> float:
    """A number with no more digits than it is good for."""
    return round(float(value), 6)


def _match_loss(choice: Choice, best: Choice) -> float | None:
    if choice.match_chance is None or best.match_chance is None:
        return None
    return short(max(best.match_chance - choice.match_chance, 0.0))
