"""The syntax of SGF: trees of nodes, each a list of properties; values are kept as they are written.

    (;FF[4]GM[6]PW[Ada]PB[Kaan] ;B[41lpab] ;W[31fehe])

Only the main line of a tree is read: of several continuations the first.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tavla.errors import InvalidText
from tavla.formats.diagnostics import Place
from tavla.formats.found import Note

MAX_NODES = 100_000
MAX_DEPTH = 10_000

_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[();])|(?P<name>[A-Za-z]{1,64})(?=\s*\[)|(?P<value>\[(?:[^\]\\]|\\.)*+\]))", re.DOTALL
)
_CUT = re.compile(r"\s*(?:[A-Za-z]{1,64}\s*|\[(?:[^\]\\]|\\.)*+\\?)", re.DOTALL)
"""The end of a text that breaks off in the middle of a node: a name without a value, or a value without its end."""


class SgfNode(NamedTuple):
    """One node: where it begins, and its properties in their order."""

    place: Place
    properties: tuple[Note, ...]

    def values(self, name: str) -> tuple[str, ...]:
        """The values of a property as written; none if the node does not have it."""
        return next((each.values for each in self.properties if each.name == name), ())

    def text(self, name: str) -> str | None:
        """The first value of a property, its escapes undone; None if the node does not have it."""
        values = self.values(name)
        return unescaped(values[0]) if values else None


class _Open(NamedTuple):
    """A tree that is being read: whether its nodes belong to the main line, and whether it has had a branch."""

    counts: bool
    branched: bool = False


def is_sgf(text: str) -> bool:
    """Whether a text is SGF of backgammon."""
    return re.match(r"\s*\(\s*;", text) is not None and re.search(r"GM\s*\[\s*6\s*\]", text) is not None


def read_trees(text: str) -> Iterator[list[SgfNode]]:
    """The main line of every tree; raises `InvalidText` with the line for what is no SGF."""
    lines = _Lines(text)
    line: list[SgfNode] = []
    stack: list[_Open] = []
    nodes = 0
    for mark, properties, place in _pieces(text, lines):
        if mark == "(":
            counts = not stack or (stack[-1].counts and not stack[-1].branched)
            if stack:
                stack[-1] = stack[-1]._replace(branched=True)
            stack.append(_Open(counts))
            if len(stack) > MAX_DEPTH:
                raise InvalidText("formats.sgf_depth", line=place.line, most=MAX_DEPTH)
        elif mark == ")":
            if not stack:
                raise InvalidText("formats.sgf", line=place.line)
            stack.pop()
            if not stack:
                yield line
                line = []
        else:
            nodes += 1
            if not stack or nodes > MAX_NODES:
                raise InvalidText("formats.sgf" if not stack else "formats.sgf_nodes", line=place.line, most=MAX_NODES)
            if stack[-1].counts:
                line.append(SgfNode(place, properties))
    if stack:
        raise InvalidText("formats.sgf_cut", line=lines.place(len(text.rstrip())).line)


class _Lines:
    """Where in the lines of a text a place is, asked for in rising order."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line, self._start = text, 0, 1, 0

    def place(self, at: int) -> Place:
        breaks = self._text.count("\n", self._at, at)
        if breaks:
            self._line += breaks
            self._start = self._text.rindex("\n", self._at, at) + 1
        self._at = at
        return Place(self._line, at - self._start + 1)


def _pieces(text: str, lines: _Lines) -> Iterator[tuple[str, tuple[Note, ...], Place]]:
    """Brackets of trees, and nodes with their properties."""
    at, place = 0, Place()
    node: list[tuple[str, list[str]]] | None = None
    end = len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            is_cut = _CUT.fullmatch(text, at) is not None
            raise InvalidText(
                "formats.sgf_cut" if is_cut else "formats.sgf", line=lines.place(end if is_cut else at).line
            )
        at = found.end()
        if found["mark"]:
            if node is not None:
                yield ";", tuple(Note(name, tuple(values)) for name, values in node), place
            place = lines.place(found.start("mark"))
            node = [] if found["mark"] == ";" else None
            if node is None:
                yield found["mark"], (), place
        elif node is not None and found["name"]:
            node.append((found["name"], []))
        elif node:
            node[-1][1].append(found["value"][1:-1])
        else:
            raise InvalidText("formats.sgf", line=lines.place(at).line)


def unescaped(value: str) -> str:
    """A value as text: escapes undone, line breaks that were escaped taken out."""
    return re.sub(r"\\(\n|.)", lambda found: "" if found[1] == "\n" else found[1], value, flags=re.DOTALL)


def escaped(text: str) -> str:
    """A text as a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
