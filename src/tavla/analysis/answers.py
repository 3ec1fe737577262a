"""What the engine answered about a record, as JSON and back, so that what is kept need not be worked out twice."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from tavla.analysis.annotate import Question
from tavla.engine.decision import Action, Choice, Decision
from tavla.errors import TavlaError
from tavla.notation import decode_position, encode_position
from tavla.rules import Act, Chances
from tavla.rules.facts import Beavered, Doubled, Dropped, Passed, Played, Taken

DAMAGED = (KeyError, TypeError, ValueError, IndexError, TavlaError)
"""What reading raises for an answer that was damaged, or that belongs to another record."""

_ACTIONS: Mapping[str, Action] = {
    "roll": Act.ROLL,
    "double": Doubled(),
    "take": Taken(),
    "drop": Dropped(),
    "beaver": Beavered(),
    "pass": Passed(),
}


def choices_to_json(choices: Iterable[Choice]) -> list[list[object]]:
    """Ranked choices: each the board after it (else its name), equity, chance in the match, chances, plies."""
    return [
        [
            choice.name if choice.after is None else encode_position(choice.after),
            choice.equity,
            choice.match_chance,
            list(choice.chances),
            choice.plies,
        ]
        for choice in choices
    ]


def decision_from_json(rows: list[Any], question: Question) -> Decision:
    """The choices of a question; raises one of `DAMAGED` for what they cannot be."""
    if not rows:
        raise ValueError("a decision without choices")
    return Decision(tuple(_choice(row, question) for row in rows))


def _choice(row: list[Any], question: Question) -> Choice:
    what, equity, chance, chances, plies = row
    numbers = finite(equity), None if chance is None else finite(chance), Chances(*map(finite, chances)), int(plies)
    if question.kind != "play":
        return Choice(_ACTIONS[what], *numbers)
    assert question.state.continuations is not None
    after = decode_position(what, question.state.rules.checkers)
    return Choice(Played(question.state.continuations.plays()[after]), *numbers, after)


def finite(value: Any) -> float:
    """A number that is one; raises `ValueError` or `TypeError`."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(value)
    return number
