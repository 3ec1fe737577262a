"""A record as SGF, the way gnubg reads it: one tree a game.

Notes that came from an SGF file go back where they stood, word for word.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from tavla import __version__
from tavla.formats.found import Notes
from tavla.formats.outline import Game, Turn, outline, steps_lead_to, told_length
from tavla.formats.sgf import TAGS, letter_of
from tavla.formats.sgf_tree import escaped
from tavla.formats.tags import folded
from tavla.match.match import History
from tavla.rules import BAR, Cube, Position, RuleSet, Seat

_COLORS = "WB"
_VARIANTS = {"nackgammon": "Nackgammon", "hypergammon": "Hypergammon3", "longgammon": "Longgammon"}


def write_sgf(history: History, tags: Mapping[str, str] | None = None, notes: Mapping[int, Notes] | None = None) -> str:
    """The whole match as SGF; `tags` and `notes` are those of the file it came from."""
    return "".join(f"({''.join(_game(history, game, tags or {}, notes or {}))})\n" for game in outline(history))


def _game(history: History, game: Game, tags: Mapping[str, str], notes: Mapping[int, Notes]) -> Iterator[str]:
    kept = notes.get(game.version, ())
    maker = "" if any(note.name == "AP" for note in kept) else f"AP[tavla:{__version__}]"
    yield _root(history, game, tags, maker) + _notes(kept) + "\n"
    if game.is_set_up or game.first.cube != Cube():
        yield from _set_up(game.first.position, game.first.turn, game.first.cube)
    for turn in game.turns:
        yield from _turn(turn, _notes(notes.get(turn.version, ())))


def _root(history: History, game: Game, tags: Mapping[str, str], maker: str) -> str:
    rules = history.match.rules
    first, second = (escaped(player.name) for player in history.match.started.players)
    points = game.score.points
    parts = [
        f";FF[4]GM[6]CA[UTF-8]{maker}",
        f"MI[length:{told_length(rules)}][game:{game.number - 1}][ws:{points[0]}][bs:{points[1]}]",
        f"PW[{first}]PB[{second}]",
        *(_first_game(history, tags) if game.number == 1 else ()),
        _rules(rules, game),
    ]
    if game.result is not None:
        letter = "R" if game.was_resigned else ""
        parts.append(f"RE[{_COLORS[game.result.winner]}+{game.result.points}{letter}]")
    return "".join(parts)


def _first_game(history: History, tags: Mapping[str, str]) -> Iterator[str]:
    time = history.events[0].time
    if time > 0:
        yield f"DT[{datetime.fromtimestamp(time, UTC):%Y-%m-%d}]"
    known = folded(tags)
    for name, tag in TAGS.items():
        if tag.casefold() in known:
            yield f"{name}[{escaped(known[tag.casefold()])}]"


def _rules(rules: RuleSet, game: Game) -> str:
    words = [
        *(["NoCube"] if not rules.cube else []),
        *(["Crawford"] if rules.crawford and told_length(rules) else []),
        *(["CrawfordGame"] if game.score.crawford else []),
        *(["Jacoby"] if rules.jacoby else []),
        *([_VARIANTS[rules.variant]] if rules.variant in _VARIANTS else []),
    ]
    return f"RU[{':'.join(words)}]" if words else ""


def _notes(notes: Notes) -> str:
    return "".join(note.name + "".join(f"[{value}]" for value in note.values) for note in notes)


def _turn(turn: Turn, notes: str) -> Iterator[str]:
    color = _COLORS[turn.seat]
    match turn.kind:
        case "roll":
            yield from _roll(turn, color, notes)
        case "double" | "beaver":
            yield f";{color}[double]{notes}\n"
        case kind:
            yield f";{color}[{kind}]{notes}\n"


def _roll(turn: Turn, color: str, notes: str) -> Iterator[str]:
    assert turn.roll is not None
    if turn.play is None:
        yield f";PL[{color}]DI[{turn.roll}]{notes}\n"
        return
    letters = "".join(letter_of(move.source, turn.seat) + letter_of(move.target, turn.seat) for move in turn.play)
    yield f";{color}[{turn.roll}{letters}]{notes}\n"
    if turn.after is not None and turn.after != steps_lead_to(turn):
        yield from _set_up(turn.after, 1 - turn.seat, turn.before.cube)


def _set_up(position: Position, seat: Seat, cube: Cube) -> Iterator[str]:
    sides = position if seat == 0 else position.flip()
    placed = "".join(
        f"A{_COLORS[owner]}" + "".join(f"[{letter_of(point, owner)}]" * counts[point] for point in range(1, BAR + 1))
        for owner, counts in enumerate(sides)
        if any(counts[1:])
    )
    yield f";PL[{_COLORS[seat]}]AE[a:y]{placed}\n;CV[{cube.value}]\n"
    yield f";CP[{'c' if cube.owner is None else 'wb'[cube.owner]}]\n"
