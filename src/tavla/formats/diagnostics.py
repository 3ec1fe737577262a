"""What is odd about a file: where it stands, and a sentence in the reader's language.

Reading goes on after every oddity; only a file that is no match at all is refused with an error.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tavla.rules import Reason
from tavla.words import say

MOST = 500
"""So many are kept; of the rest only the number."""

MAX_QUOTE = 64
"""So many characters of a file are quoted in a sentence."""


class Place(NamedTuple):
    """Where something stands in a file: line and column, both from 1; 0 where a file has no lines."""

    line: int = 0
    column: int = 0


class Diagnostic(NamedTuple):
    """One oddity: what it is, where, and the reason in the rules if there is one."""

    what: Reason
    place: Place = Place()
    why: Reason | None = None

    @property
    def code(self) -> str:
        """The key of its sentence in the catalogues."""
        return self.what.code

    def sentence(self, language: str) -> str:
        """The oddity in words, the reason filled in."""
        why = "" if self.why is None else say(language, self.why.code, **self.why.values)
        return " ".join(say(language, self.code, **self.what.values, why=why).split())


class Diagnostics:
    """The oddities of one file."""

    def __init__(self) -> None:
        self._kept: list[Diagnostic] = []
        self.more = 0

    def add(self, what: Reason, place: Place = Place(), why: Reason | None = None) -> None:  # noqa: B008
        """Note an oddity, unless there are too many already."""
        if len(self._kept) < MOST:
            self._kept.append(Diagnostic(what, place, why))
        else:
            self.more += 1

    def __iter__(self) -> Iterator[Diagnostic]:
        """The oddities in the order of the file."""
        return iter(sorted(self._kept, key=lambda each: each.place))

    def __len__(self) -> int:
        return len(self._kept) + self.more


def quoted(text: str) -> str:
    """A piece of a file as it can stand in a sentence: on one line, and short."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return plain if len(plain) <= MAX_QUOTE else plain[: MAX_QUOTE - 1] + "…"
