"""A record as match text: plain, as gnubg and Jellyfish write it, or in the manner of XG.

Plain has every hop written out with 25 and 0 and is what every program reads; XG's manner joins the hops of a
checker, counts repeats, and has all tags.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tavla.errors import TavlaError
from tavla.formats.outline import Game, Turn, outline, steps_lead_to, told_length
from tavla.formats.snowie import encode_snowie
from tavla.formats.tags import time_tags
from tavla.match.match import History
from tavla.notation.plays import format_play, plays_meant
from tavla.notation.situation import Situation
from tavla.notation.xgid import encode_xgid
from tavla.rules import Continuations, Play, RuleSet


class Flavour(NamedTuple):
    """What distinguishes two manners of the same text: column of the right cells, plays, and how much is told."""

    right: int
    collapsed: bool
    every_tag: bool
    unplayed: str


FLAVOURS: Mapping[str, Flavour] = {
    "plain": Flavour(right=28, collapsed=False, every_tag=False, unplayed=""),
    "xg": Flavour(right=33, collapsed=True, every_tag=True, unplayed="????"),
}

_DROP = " Drops"
_VARIATIONS = {
    "backgammon": "Backgammon",
    "nackgammon": "NackGammon",
    "hypergammon": "HyperGammon (3)",
    "longgammon": "Longgammon",
}
_OWN_TAGS = frozenset(
    ("player 1", "player 2", "eventdate", "eventtime", "variation", "crawford", "jacoby", "beaver", "cubelimit")
)


def write_mat(history: History, tags: Mapping[str, str] | None = None, flavour: str = "plain") -> str:
    """The whole match as text; `tags` are those of the file it came from, kept where they say nothing of our own."""
    manner = FLAVOURS[flavour]
    names = names_in_text(history)
    lines = [f'; [{name} "{value}"]' for name, value in _tags(history, names, tags or {}, manner)]
    length = told_length(history.match.rules)
    lines += ["", f" {length} point match"]
    for game in outline(history):
        lines += ["", f" Game {game.number}", _score_line(game, names, manner), *_game_lines(game, names, manner)]
    return "\n".join(lines) + "\n"


def names_in_text(history: History) -> tuple[str, str]:
    """The names as a score line can hold them: none empty, no colons, no gaps."""
    players = history.match.started.players
    plain = [" ".join(player.name.replace(":", "_").split()) for player in players]
    first, second = (name or f"Player {number}" for number, name in enumerate(plain, start=1))
    return first, second


def _tags(
    history: History, names: tuple[str, str], kept: Mapping[str, str], manner: Flavour
) -> Iterator[tuple[str, str]]:
    rules = history.match.rules
    for name, value in kept.items():
        if name.casefold() not in _OWN_TAGS:
            yield name, value.replace('"', "'")
    if manner.every_tag:
        yield from (("Player 1", names[0]), ("Player 2", names[1]))
    yield from time_tags(history.events[0].time).items()
    if manner.every_tag or rules.variant != "backgammon":
        yield "Variation", _VARIATIONS[rules.variant]
    yield from _rule_tags(rules, manner)


def _rule_tags(rules: RuleSet, manner: Flavour) -> Iterator[tuple[str, str]]:
    if not told_length(rules):
        yield "Jacoby", _switch(rules.jacoby)
        yield "Beaver", _switch(rules.beavers > 0)
    elif manner.every_tag or not rules.has_crawford:
        yield "Crawford", _switch(rules.crawford)
    if not rules.cube:
        yield "CubeLimit", "1"
    elif manner.every_tag or rules.cube_max:
        yield "CubeLimit", str(rules.cube_max or 1024)


def _switch(on: bool) -> str:
    return "On" if on else "Off"


def _score_line(game: Game, names: tuple[str, str], manner: Flavour) -> str:
    left, right = (f"{name} : {points}" for name, points in zip(names, game.score.points, strict=True))
    gap = " " if len(left) < manner.right + 2 else "  "
    return f" {left:<{manner.right + 2}}{gap}{right}"


def _game_lines(game: Game, names: tuple[str, str], manner: Flavour) -> Iterator[str]:
    if game.is_set_up:
        yield _set_up(game)
    rows = list(_rows(game, names, manner))
    result = _result(game)
    half = bool(result and rows) and rows[-1][1] is None
    if half and (game.result is None or game.result.winner == 1):
        rows[-1] = (rows[-1][0], result)
        result = ""
    for number, row in enumerate(rows, start=1):
        line = f"{number:>3}) {row[0] or '':<{manner.right - 1}} {row[1] or ''}"
        yield line if half and number == len(rows) else line.rstrip()
    if result:
        margin = 5 if game.result is not None and game.result.winner == 0 else manner.right + 5
        yield f"{'':<{margin}}{result}"


def _result(game: Game) -> str:
    """The cell that tells the result. Beside a last row of the left player alone stands what the right one wins, and
    blanks where he does not: without them gnubg takes a result after a take for another double."""
    if game.result is None:
        return ""
    points = game.result.points
    return f" Wins {points} point{'' if points == 1 else 's'}"


def _set_up(game: Game) -> str:
    """The board as XG puts one up: drawn from the right player, the cube negative for the left one."""
    first = game.first
    board = encode_xgid(Situation(first.position, first.turn)).removeprefix("XGID=").split(":")[0]
    exponent = first.cube.value.bit_length() - 1
    return f"; Set Pos={board}/{-exponent if first.cube.owner == 0 else exponent}"


def _rows(game: Game, names: tuple[str, str], manner: Flavour) -> Iterator[tuple[str | None, str | None]]:
    """The cells two by two; a seat that stands out leaves its cell empty."""
    row: list[str | None] = [None, None]
    for turn in game.turns:
        cell = _cell(turn, names, manner)
        if cell is None:
            continue
        if row[turn.seat] is not None or row[1] is not None:
            yield row[0], row[1]
            row = [None, None]
        row[turn.seat] = cell
    if row != [None, None]:
        yield row[0], row[1]


def _cell(turn: Turn, names: tuple[str, str], manner: Flavour) -> str | None:
    match turn.kind:
        case "double":
            return f" Doubles => {turn.value}"
        case "beaver":
            return f" {'Beavers' if turn.value == turn.before.cube.value * 4 else 'Raccoons'} => {turn.value}"
        case "take":
            return None if turn.again == 1 else " Takes"
        case "drop":
            return _DROP
    if turn.after is not None and not _is_told_by_steps(turn, manner):
        return f"{turn.roll}: Illegal play ({_dump(turn, names)})"
    if turn.play is None:
        return f"{turn.roll}: {manner.unplayed}"
    return f"{turn.roll}: {_play(turn.play, manner)}"


def _is_told_by_steps(turn: Turn, manner: Flavour) -> bool:
    """Whether the steps of an illegal play lead to its board, and nowhere else."""
    if not turn.play or steps_lead_to(turn) != turn.after:
        return False
    assert turn.roll is not None
    try:
        plays_meant(_play(turn.play, manner), Continuations(turn.before.position, turn.roll, turn.before.rules))
    except TavlaError:
        return True
    return False


def _dump(turn: Turn, names: tuple[str, str]) -> str:
    """The board after an illegal play, seen by the player who is next."""
    state, seat = turn.before, 1 - turn.seat
    situation = Situation(
        turn.after,
        seat,
        cube=state.cube,
        score=state.score.points,
        length=told_length(state.rules),
        crawford=state.score.crawford,
        jacoby=state.rules.jacoby,
    )
    plain = (names[0].replace(")", "]"), names[1].replace(")", "]"))
    return encode_snowie(situation, plain)


def _play(play: Play, manner: Flavour) -> str:
    if not manner.collapsed:
        return " ".join(f"{move.source}/{move.target}{'*' if move.hit else ''}" for move in play)
    if not play:
        return "Cannot Move"
    return format_play(play).replace("bar", "Bar").replace("off", "Off")
