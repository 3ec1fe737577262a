"""What the script of the report draws from: every decision as compact JSON, its words, and the board's geometry."""

import json
from collections.abc import Sequence
from typing import Any

from tavla.analysis.report.cards import HEADS, score_of
from tavla.analysis.report.curve import WIDTH, x_of
from tavla.analysis.report.entries import Entry
from tavla.analysis.report.tongue import Tongue
from tavla.drawing.geometry import geometry
from tavla.rules import Position
from tavla.words import roll_name

GEOMETRY = (
    *("width", "height", "frame", "point", "bar", "tray", "stack", "checker", "die", "cube", "number", "count"),
    "arrow",
)
DIGITS = "0123456789abcdef"
WORDS = (
    *("made", "best", "copy", "copied", "percent", "of_match", "opinion", "where", "board", "candidates", "shown"),
    *("of", "curve.at", "curve.luck_at", "curve.loss_at"),
)


def data(entries: Sequence[Entry], tongue: Tongue) -> str:
    """The JSON as it stands in the page; nothing in it can end a script element."""
    g = geometry()
    found = {
        "names": tongue.names,
        "geometry": {key: g[key] for key in GEOMETRY},
        "home": entries[0].judgement.state.rules.home if entries else "right",
        "words": {key: tongue.plain(key) for key in WORDS},
        "kinds": {kind: tongue.plain(f"kind.{kind}") for kind in ("play", "double", "take")},
        "heads": [tongue.plain(f"head.{key}") for key in HEADS],
        "width": WIDTH,
        "entries": [_entry(entry, len(entries), tongue) for entry in entries],
    }
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _entry(entry: Entry, count: int, tongue: Tongue) -> dict[str, Any]:
    judgement = entry.judgement
    state, roll = judgement.state, entry.roll
    found = {
        "version": judgement.version,
        "game": judgement.game,
        "seat": judgement.seat,
        "kind": judgement.kind,
        "grade": entry.grade,
        "loss": _kept(judgement.loss),
        "matchLoss": None if judgement.match_loss is None else _kept(judgement.match_loss),
        "opinion": _opinion(entry, tongue),
        "board": _board(state.position),
        "turn": state.turn,
        "roll": list(roll) if roll else None,
        "rollName": roll_name(tongue.language, roll) if roll else "",
        "cube": entry.cube,
        "score": score_of(entry),
        "arrows": entry.arrows,
        "why": entry.why(tongue.language),
        "choices": [_choice(each, tongue) for each in entry.candidates],
        "made": entry.candidates.index(judgement.chosen),
        "ids": entry.ids,
        "x": round(x_of(entry.place, count), 1),
        "chance": _kept(entry.chance),
        "luck": _kept(entry.luck),
    }
    return {key: value for key, value in found.items() if value not in (None, "", [], ())}


def _opinion(entry: Entry, tongue: Tongue) -> list[Any] | None:
    """Program, loss, and what it would have done."""
    if entry.opinion is None:
        return None
    program, loss, best = entry.opinion
    return [program, _kept(loss), tongue.choice(best)]


def _board(position: Position) -> str:
    """Both sides, 26 digits each: the player on roll first."""
    return "".join(DIGITS[count] for side in position for count in side)


def _kept(value: float) -> float:
    """A number with more digits than are ever shown: what is rounded twice is rounded wrongly now and then, and then
    differs from the same number in the tables."""
    return round(float(value), 7)


def _choice(choice: Any, tongue: Tongue) -> list[Any]:
    """Name, equity and chances in hundredths."""
    return [tongue.choice(choice), _kept(choice.equity), *(_kept(100 * each) for each in choice.chances)]
