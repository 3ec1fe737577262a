"""Plays as people write them, `13/7* 6/4(2)`, and back.

A text names the checkers that moved, not the order of the dice, and it may merge several dice into one hop. It is
read by walking the graph of legal continuations with the steps of the text: what comes out is legal by
construction, and where the walk stops stands the reason why the text is not.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tavla.errors import AmbiguousPlay, IllegalAction, InvalidText
from tavla.rules import BAR, OFF, STANDARD, Continuations, Play, Position, Reason, Roll, RuleSet
from tavla.rules.plays import Node

MAX_TEXT = 200
"""The longest text of one play that is looked at."""


class ParsedPlay(NamedTuple):
    """A legal play read from a text, the position after it (the opponent on roll), and what had to be forgiven."""

    play: Play
    after: Position
    notes: tuple[Reason, ...] = ()


class Step(NamedTuple):
    """One checker's way as written: from `source` over the written stops; hits are points marked with `*`."""

    source: int
    stops: tuple[int, ...]
    hits: frozenset[int]

    @property
    def hops(self) -> tuple[tuple[int, int], ...]:
        """The way as pairs of points."""
        return tuple(zip((self.source, *self.stops), self.stops, strict=False))


def format_play(play: Play) -> str:
    """A play in its canonical form: hops of one checker merged, `*` on the hop that hits, `(2)` for repeats, the
    high numbers first. A play without moves is the empty text.

    >>> from tavla.rules import Move
    >>> format_play((Move(8, 4, 4, True), Move(6, 4, 2, False)))
    '8/4* 6/4'
    >>> format_play((Move(13, 7, 6, True), Move(7, 3, 4, False)))
    '13/7*/3'
    """
    chains = sorted(_chains(play), reverse=True)
    unmarked = {move.target for move in play if move.hit}
    parts: list[str] = []
    for (source, *targets), count in Counter(chains).items():
        text = _point(source)
        for target in targets:
            hit = target in unmarked
            if hit or target == targets[-1]:
                text += f"/{_point(target)}{'*' if hit else ''}"
            unmarked.discard(target)
        parts.append(f"{text}({count})" if count > 1 else text)
    return " ".join(parts)


def _chains(play: Play) -> list[tuple[int, ...]]:
    """The moves joined where one begins on the point on which another ends: as few checkers as possible."""
    chains: list[tuple[int, ...]] = []
    for source, target, _, _ in sorted(play, key=lambda move: (-move.source, -move.target)):
        ending = [chain for chain in chains if chain[-1] == source]
        if ending:
            longest = max(ending)
            chains.remove(longest)
            chains.append((*longest, target))
        else:
            chains.append((source, target))
    return chains


def _point(point: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))


_NAMES = {
    **dict.fromkeys(("bar", "b", "köprü", "kopru"), BAR),
    **dict.fromkeys(("off", "o", "out", "-", "dışarı", "disari"), OFF),
}
_NO_PLAY = frozenset(
    ("", "-", "o-o", "gele", "pas", "cannot move", "can't move", "no play", "(no play)", "dances", "dance", "fans")
)
_STOP = rf"(?:[0-9]{{1,2}}|{'|'.join(sorted(_NAMES, key=len, reverse=True))})"
_MARK = r"[*x]?"
_STEP = re.compile(
    rf"{_MARK}(?P<way>{_STOP}{_MARK}(?:/{_MARK}{_STOP}{_MARK})+)(?:\((?P<count>[1-4])\))?(?P<late>{_MARK})"
)
_WRITTEN_STOP = re.compile(rf"(?P<before>{_MARK})(?P<stop>{_STOP})(?P<after>{_MARK})")


def parse_play(text: str, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> ParsedPlay:
    """The legal play that a text means, however loosely it is written.

    Steps come in any order and may merge several dice; bar is `bar`, `25`, `b` or `köprü`, off is `off`, `0` or `o`;
    hits are marked `*` or `x`, and a mark too few or too many is forgiven with a note. Where the text leaves open
    whether a checker hit on its way, it did not.

    Raises `InvalidText` when the text cannot be read, `IllegalAction` with the reason when the play is not legal,
    `AmbiguousPlay` when it fits several plays.
    """
    fitting = plays_meant(text, Continuations(position, roll, rules))
    if len(fitting) > 1:
        plays = ", ".join(sorted(format_play(each.play) for each in fitting))
        raise AmbiguousPlay("notation.play_ambiguous", text=text.strip()[:64], plays=plays)
    return fitting[0]


def plays_meant(text: str, turn: Continuations) -> tuple[ParsedPlay, ...]:
    """Every legal play of a turn that a text fits equally well, at least one; errors as those of `parse_play`."""
    steps, roll = read_steps(text), turn.roll
    moves = sum(len(step.stops) for step in steps)
    if moves > len(roll.dice):
        raise IllegalAction("notation.too_many_moves", n=moves, most=len(roll.dice))
    if not steps:
        return (_no_play(turn),)
    walk = _Walk(turn)
    ends = walk.take(steps)
    if not ends:
        raise walk.refusal.error()
    marked = frozenset().union(*(step.hits for step in steps))
    return tuple(ParsedPlay(play, after, tuple(_notes(play, marked))) for after, play in _fitting(ends, marked))


def read_steps(text: str, *, forwards: bool = True) -> tuple[Step, ...]:
    """The steps that a text names, repeats written out; none for a lost turn (`gele`, `Cannot Move`).

    `forwards=False` accepts checkers that went backwards, for a play written down as it was wrongly made.
    """
    if len(text) > MAX_TEXT:
        raise InvalidText("notation.play_too_long", n=len(text), most=MAX_TEXT)
    plain = " ".join(_lower(text).replace(",", " ").replace(";", " ").split())
    if plain.rstrip(".") in _NO_PLAY:
        return ()
    steps = tuple(step for word in _words(plain) for step in _read_step(word))
    for source, target in (hop for step in steps if forwards for hop in step.hops):
        if target >= source:
            raise IllegalAction("play.backwards", source=source, target=target)
    return steps


def _lower(text: str) -> str:
    """Small letters, without the second dot that a Turkish İ leaves behind."""
    return text.lower().replace("i̇", "i")


def _words(plain: str) -> list[str]:
    """The steps of a text, one a word; marks and counts that stand apart belong to the word before."""
    joined = re.sub(r"\s*/\s*", "/", plain)
    joined = re.sub(r"\s+(?=\(|\*(?:[\s(]|$))", "", joined)
    hyphens = re.sub(r"(?<=[0-9a-zü])-(?=[0-9a-z])", "/", joined)
    return hyphens.split()


def _read_step(word: str) -> list[Step]:
    found = _STEP.fullmatch(word)
    if found is None:
        raise InvalidText("notation.play_unreadable", text=word[:32])
    source, *stops = _WRITTEN_STOP.finditer(found["way"])
    points = tuple(_read_point(stop["stop"]) for stop in stops)
    hits = {point for point, stop in zip(points, stops, strict=True) if stop["before"] or stop["after"]}
    if found["late"] or word[0] in "*x":
        hits.add(points[-1])
    if source["after"]:
        hits.add(points[0])
    step = Step(_read_point(source["stop"]), points, frozenset(hits - {OFF}))
    return [step] * int(found["count"] or 1)


def _read_point(name: str) -> int:
    point = _NAMES[name] if name in _NAMES else int(name)
    if point > BAR:
        raise InvalidText("notation.no_such_point", text=name)
    return point


def _no_play(turn: Continuations) -> ParsedPlay:
    if turn.dice_used:
        raise IllegalAction("notation.must_play", n=turn.dice_used)
    return ParsedPlay((), turn.position.flip())


class _Hop(NamedTuple):
    """A part of a step still to be made: where the checker stands, where it goes, and whether it has set out."""

    place: int
    target: int
    begun: bool = False


class _Walk:
    """All ways through the legal continuations that follow the steps of a text, die by die."""

    def __init__(self, turn: Continuations) -> None:
        self.turn = turn
        self.ends: dict[Position, Play] = {}
        self.refusal = Reason("play.no_dice_left", {})
        self._fewest_left = 99
        self._seen: set[tuple[Node, tuple[_Hop, ...]]] = set()

    def take(self, steps: tuple[Step, ...]) -> dict[Position, Play]:
        """The results that the steps lead to; if there are none, `refusal` is the reason of the best attempt."""
        self._go(self.turn.root, (), tuple(sorted(_Hop(*hop) for step in steps for hop in step.hops)))
        return self.ends

    def _go(self, node: Node, play: Play, waiting: tuple[_Hop, ...]) -> None:
        if (node, waiting) in self._seen:
            return
        self._seen.add((node, waiting))
        self._note_refusal(node, waiting)
        if not waiting and not self.turn.edges[node]:
            self.ends.setdefault(Position(node.theirs, node.mine), play)
        for place, hop in enumerate(waiting):
            others = waiting[:place] + waiting[place + 1 :]
            for move, after in self.turn.edges[node].items():
                if move.source != hop.place or move.target < hop.target:
                    continue
                rest = [] if move.target == hop.target else [_Hop(move.target, hop.target, begun=True)]
                self._go(after, (*play, move), tuple(sorted((*others, *rest))))

    def _note_refusal(self, node: Node, waiting: tuple[_Hop, ...]) -> None:
        """Remember why the text goes no further, if no other attempt came as far with whole hops."""
        if len(waiting) >= self._fewest_left or any(hop.begun for hop in waiting):
            return
        self._fewest_left = len(waiting)
        if waiting:
            blamed = next((hop for hop in reversed(waiting) if node.mine[hop.place]), waiting[-1])
            self.refusal = self.turn.why_not(node, blamed.place, blamed.target)
        else:
            self.refusal = Reason("play.incomplete", {"dice": ", ".join(map(str, node.left))})


def _hits(play: Play) -> frozenset[int]:
    return frozenset(move.target for move in play if move.hit)


def _fitting(ends: dict[Position, Play], marked: frozenset[int]) -> list[tuple[Position, Play]]:
    """The results whose hits are those marked; failing that those that hit least beside them."""

    def distance(play: Play) -> tuple[int, int]:
        hits = _hits(play)
        return len(marked - hits), len(hits - marked)

    nearest = min(distance(play) for play in ends.values())
    return [(after, play) for after, play in ends.items() if distance(play) == nearest]


def _notes(play: Play, marked: frozenset[int]) -> Iterator[Reason]:
    hits = _hits(play)
    for point in sorted(hits - marked, reverse=True):
        yield Reason("notation.note_hit_unmarked", {"point": point})
    for point in sorted(marked - hits, reverse=True):
        yield Reason("notation.note_no_hit", {"point": point})
