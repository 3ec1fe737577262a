"""A remark: a code with values, and how the catalogues say it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Union

from tavla.words import number, say


class Percent(float):
    """A share of 0 to 1 that is said in hundredths."""


Value = Union[int, float, Percent, tuple[int, ...], "Remark"]
"""What a remark can hold: counts, worths (three places), shares, points, and another remark to be said inside it."""


@dataclass(frozen=True)
class Remark:
    """One thing to say. Points are the decider's; `n`, where there is one, chooses the plural."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)


def sentences(language: str, remarks: Iterable[Remark], *, tried: bool = False) -> list[str]:
    """The remarks in words, one sentence each; of a play that was only `tried` nothing says that it was made."""
    made = say(language, "theme.tried" if tried else "theme.made")
    return [_said(language, remark, made) for remark in remarks]


def _said(language: str, remark: Remark, made: str) -> str:
    words = {name: _word(language, value, made) for name, value in remark.values.items()}
    said = say(language, f"theme.{remark.code}", made=made, **words | _plural(remark))
    return said[:1].upper() + said[1:] if said.startswith(made) else said


def _plural(remark: Remark) -> dict[str, int]:
    """The number that chooses the plural: `n`, or how many points there are."""
    counted = remark.values.get("n", remark.values.get("points"))
    if isinstance(counted, tuple):
        return {"n": len(counted)}
    return {"n": counted} if isinstance(counted, int) else {}


def _word(language: str, value: Value, made: str) -> str:
    match value:
        case Remark():
            return _said(language, value, made)
        case tuple():
            return _listed(language, value)
        case Percent():
            return number(language, 100.0 * value, 1)
        case float():
            return number(language, value, 3)
    return str(value)


def _listed(language: str, points: tuple[int, ...]) -> str:
    *others, last = map(str, points)
    return last if not others else say(language, "theme.list", others=", ".join(others), last=last)
