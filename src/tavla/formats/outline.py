"""A record as the files of other programs tell it: games, and in each the turns and the cube, in order.

The common ground of all writers, and the one place that knows what of a record no such file can hold.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tavla.errors import InvalidInput
from tavla.match import events
from tavla.match.events import GameStarted
from tavla.match.match import History, Match
from tavla.match.table_facts import TableFact
from tavla.match.verdict import board_after, moves_made
from tavla.rules import Continuations, Play, Position, Reason, Roll, RuleSet, Score, Seat, State, facts
from tavla.rules.plays import Node
from tavla.rules.ruleset import PROFILES
from tavla.rules.state import Result


class Turn(NamedTuple):
    """One entry of a game: `kind` is roll, double, beaver, take or drop.

    `play` is what was made of a roll, None if the game ended before; `after` the board that no legal play leads to.
    `value` is the value of an offered cube, `again` how many beavers came before. `before` is the state in which the
    roll was to be played or the cube was dealt with; `version` that of the event.
    """

    kind: str
    seat: Seat
    before: State
    version: int
    roll: Roll | None = None
    play: Play | None = None
    after: Position | None = None
    value: int = 0
    again: int = 0


class Game(NamedTuple):
    """One game: the state and version in which it began, what was done, and the result if it has one."""

    number: int
    first: State
    version: int
    turns: tuple[Turn, ...]
    result: Result | None

    @property
    def score(self) -> Score:
        """The score before the game."""
        return self.first.score

    @property
    def is_set_up(self) -> bool:
        """Whether it begins on another board than the rules say."""
        return self.first.position != self.first.rules.start

    @property
    def was_resigned(self) -> bool:
        """Whether it ended by word and not by the board or the cube."""
        return self.result is not None and self.result.how not in ("borne_off", "dropped")


def outline(history: History) -> Iterator[Game]:
    """The games of a history, without what was taken back."""
    started: tuple[GameStarted, int] | None = None
    turns: list[Turn] = []
    last: Match | None = None
    for event in history.live_events():
        match = history.at(event.version)
        if isinstance(event.fact, GameStarted):
            if started is not None and last is not None:
                yield _game(history, started, turns, last)
            started, turns = (event.fact, event.version), []
        elif started is not None:
            before = history.at(event.version - 1).state
            turns = _with(turns, event, before, match.state)
        last = match
    if started is not None and last is not None:
        yield _game(history, started, turns, last)


def _game(history: History, started: tuple[GameStarted, int], turns: list[Turn], last: Match) -> Game:
    fact, version = started
    return Game(fact.number, history.at(version).state, version, tuple(turns), last.state.result)


def _with(turns: list[Turn], event: events.Event, before: State, after: State) -> list[Turn]:
    """The turns so far and what an event adds to them."""
    version = event.version
    match event.fact:
        case facts.Rolled() | facts.Thrown():
            if after.roll is not None:
                turns.append(Turn("roll", after.turn, after, version, after.roll))
        case facts.Played(moves=moves):
            turns[-1] = turns[-1]._replace(play=moves, version=version)
        case facts.Found(after=board):
            turns[-1:] = [Turn("roll", before.turn, before, version, before.roll, _made(before, board), board)]
        case facts.Doubled():
            turns.append(Turn("double", before.turn, before, version, value=before.cube.value * 2))
        case facts.Beavered():
            assert before.offer is not None
            turns.append(Turn("beaver", 1 - before.offer.by, before, version, value=before.offer.value * 2))
        case facts.Taken() | facts.Dropped():
            assert before.offer is not None
            kind = "take" if isinstance(event.fact, facts.Taken) else "drop"
            turns.append(Turn(kind, 1 - before.offer.by, before, version, again=before.offer.beavers))
    return turns


_LOOSE: dict[str, Any] = {
    "compulsion": "loose",
    "hit_and_run_home": "allowed",
    "bearoff_freeze": False,
    "bearoff_big_first": False,
    "stack_limit": None,
}


def _made(before: State, after: Position) -> Play:
    """How the checkers went to a board that no legal play leads to: by single dice if that explains it."""
    assert before.roll is not None
    turn = Continuations(before.position, before.roll, replace(before.rules, **_LOOSE))
    ways: dict[Node, Play] = {turn.root: ()}
    for node in turn.edges:
        if Position(node.theirs, node.mine) == after:
            return ways[node]
        for move, child in turn.edges[node].items():
            ways.setdefault(child, (*ways[node], move))
    return moves_made(turn, after)


def steps_lead_to(turn: Turn) -> Position | None:
    """The board that the steps of a play lead to, one by one; None where they cannot be made."""
    try:
        return board_after(turn.before.position, [(move.source, move.target) for move in turn.play or ()])
    except InvalidInput:
        return None


def told_length(rules: RuleSet) -> int:
    """The length of a match in points, 0 for money; a single game with a cube counts like one of money."""
    return 0 if rules.length.kind == "one" else rules.length.target or 0


def what_is_lost(history: History) -> tuple[Reason, ...]:
    """What of a record the text of a match cannot hold, each thing once."""
    match = history.match
    found: dict[str, Reason] = {}
    for reason in (*_lost_rules(match.rules), *_lost_events(history)):
        found.setdefault(reason.code, reason)
    return tuple(found.values())


_TOLD = ("length", "variant", "cube", "cube_max", "crawford", "jacoby", "beavers")
_SILENT = ("home", "mix", "cocked", "premature", "forgotten_die", "setup_fix", "illegal", "dead_cube", "closed_board")
"""Options that leave no trace in a finished game."""


def _lost_rules(rules: RuleSet) -> Iterator[Reason]:
    plain = PROFILES["money" if rules.is_money else "standard"].texts()
    other = [name for name, text in rules.texts().items() if text != plain[name]]
    lost = [name for name in other if name not in (*_TOLD, *_SILENT)]
    if rules.length.kind in ("games", "one"):
        yield Reason("formats.lost.length", {"length": str(rules.length)})
    if lost:
        yield Reason("formats.lost.rules", {"options": ", ".join(lost)})


def _lost_events(history: History) -> Iterator[Reason]:
    if len({event.time for event in history.events}) > 1:
        yield Reason("formats.lost.times", {})
    if any(player.bot for player in history.match.started.players):
        yield Reason("formats.lost.bots", {})
    for event in history.events:
        code = _lost(event.fact)
        if code is not None:
            yield Reason(code, {})
        if isinstance(event.fact, facts.Thrown) and event.fact.dice[0] == event.fact.dice[1]:
            yield Reason("formats.lost.equal_throws", {})


def _lost(fact: events.AnyFact) -> str | None:
    match fact:
        case facts.Refused():
            return "formats.lost.refused"
        case facts.Settled():
            return "formats.lost.settled"
        case events.TakenBack():
            return "formats.lost.takebacks"
        case events.TimeExpired():
            return "formats.lost.time_expired"
        case events.DiceCommitted():
            return "formats.lost.fair_dice"
    return "formats.lost.table" if isinstance(fact, TableFact) else None
