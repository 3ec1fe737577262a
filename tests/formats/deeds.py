"""What was done in a match, as plain values that can be compared whatever format it came from."""

import random
from collections.abc import Sequence

from tavla.formats.found import Entry
from tavla.formats.native import Record
from tavla.formats.outline import Game, Turn, outline
from tavla.formats.write import lost
from tavla.match.match import History
from tavla.match.verdict import board_after
from tavla.rules import Position, RuleSet
from tests.random_play import random_match

Deeds = list[list[tuple[object, ...]]]


def deeds(history: History) -> Deeds:
    """Game by game: every turn with its board, then winner and points."""
    return [[*map(_told, _turns(game)), _end(game)] for game in outline(history)]


def _turns(game: Game) -> Sequence[Turn]:
    """The turns without a last roll that was not played, which some formats leave out."""
    unplayed = game.turns and game.turns[-1].kind == "roll" and not game.turns[-1].play
    return game.turns[:-1] if unplayed and game.was_resigned else game.turns


def _told(turn: Turn) -> tuple[object, ...]:
    return turn.kind, turn.seat, turn.roll, _board(turn), turn.value


def _board(turn: Turn) -> Position | None:
    """The board after a play, whichever way the checkers went."""
    if turn.play is None:
        return None
    return turn.after or board_after(turn.before.position, [(move.source, move.target) for move in turn.play])


def match_for_gnubg(rules: RuleSet, rng: random.Random, games: int = 3) -> History:
    """A random match that gnubg can hold: no vast cube, and nobody gives up on a roll that has one play only."""
    while True:
        history = random_match(rules, rng, games)
        entry = Entry(Record("random", tuple(history.events)), history, {}, {})
        if not {reason.code for reason in lost(entry, "mat")} & {"formats.lost.cube", "formats.lost.forced"}:
            return history


def _end(game: Game) -> tuple[object, ...]:
    return () if game.result is None else (game.result.winner, game.result.points)
