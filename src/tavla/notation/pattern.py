"""A pattern of positions, as short text: what must stand where.

    24:2+ 7:2+ their 20:2+ bar:0 pips:100-150 contact

Terms are separated by spaces or commas and must all hold. `PLACE:COUNT` says how many checkers stand on a point from
24 to 1, on the `bar` or `off`, or how many `pips` a side has: `2` exactly, `2+` at least, `2-` at most, `2-4` between.
Points are counted in their owner's numbering. Terms are about the player on roll; those after `their` are about the
opponent, those after `my` about the player on roll again. `contact` and `race` say whether anything can still be hit.
"""

import re
from dataclasses import dataclass

from tavla.errors import InvalidText
from tavla.rules import BAR, OFF, Position

MOST_TERMS = 64
MOST = 999
_TERM = re.compile(r"(bar|off|pips|[0-9]{1,2}):([0-9]{1,3})(?:(\+)|(-)([0-9]{1,3})?)?")
_SIDES = {"my": 0, "their": 1}
_PIPS = -1


@dataclass(frozen=True, slots=True)
class Term:
    """How many checkers a side (0: the player on roll) has on a place, or how many pips; bounds are included."""

    side: int
    place: int
    least: int
    most: int

    def fits(self, position: Position) -> bool:
        """Whether a position is like that."""
        count = position.pips[self.side] if self.place == _PIPS else position[self.side][self.place]
        return self.least <= count <= self.most


@dataclass(frozen=True, slots=True)
class Pattern:
    """All terms must hold; `contact` is None where the pattern does not ask for it."""

    terms: tuple[Term, ...]
    contact: bool | None = None

    def fits(self, position: Position) -> bool:
        """Whether a position, seen by the player on roll, is like that."""
        if self.contact is not None and position.contact is not self.contact:
            return False
        return all(term.fits(position) for term in self.terms)


def parse_pattern(text: str) -> Pattern:
    """The pattern that a text describes; raises `InvalidText` naming the word that cannot be read.

    >>> parse_pattern("6:5 their bar:1+").fits(Position.start())
    False
    >>> parse_pattern("6:5 8:3 13:5 24:2, their 6:5 contact").fits(Position.start())
    True
    """
    words = text.replace(",", " ").lower().split()
    if not words or len(words) > MOST_TERMS:
        raise InvalidText("pattern.length", most=MOST_TERMS)
    side, contact, terms = 0, None, []
    for word in words:
        if word in _SIDES:
            side = _SIDES[word]
        elif word in ("contact", "race"):
            contact = word == "contact"
        else:
            terms.append(_term(word, side))
    return Pattern(tuple(terms), contact)


def _term(word: str, side: int) -> Term:
    found = _TERM.fullmatch(word)
    if found is None:
        raise InvalidText("pattern.word", word=word[:32])
    name, first, more, dash, last = found.groups()
    place = {"bar": BAR, "off": OFF, "pips": _PIPS}.get(name)
    if place is None:
        place = int(name)
        if not OFF < place < BAR:
            raise InvalidText("pattern.word", word=word[:32])
    least, most = _bounds(int(first), bool(more), bool(dash), last)
    if least > most:
        raise InvalidText("pattern.word", word=word[:32])
    return Term(side, place, least, most)


def _bounds(first: int, more: bool, dash: bool, last: str | None) -> tuple[int, int]:
    if more:
        return first, MOST
    if dash:
        return (0, first) if last is None else (first, int(last))
    return first, first
