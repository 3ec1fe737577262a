"""A match as a fold of its log: score, games, the game in progress, and the way back.

`Match` is one moment; `replay` yields every moment of a log; `History` is a log that grows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tavla.errors import IllegalAction, InvalidInput
from tavla.match import table_rules
from tavla.match.clock import Clocks
from tavla.match.events import (
    AnyFact,
    DiceCommitted,
    DiceRevealed,
    Event,
    GameStarted,
    Interrupted,
    MatchStarted,
    SessionEnded,
    Setup,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
    TimeExpired,
)
from tavla.match.table_facts import Claimed, Demanded, TableFact
from tavla.match.table_rules import Table
from tavla.rules.facts import Doubled, Dropped, Found, Played, Taken
from tavla.rules.facts import Fact as GameFact
from tavla.rules.ruleset import RuleSet
from tavla.rules.stakes import Score, Seat, is_match_over, next_score
from tavla.rules.state import Phase, Result, State, apply, lost_on_time


@dataclass(frozen=True)
class Match:
    """One moment of a match. `score` counts finished games; `state` is the game in progress or just ended."""

    started: MatchStarted
    score: Score
    state: State
    version: int = 1
    game: int = 0
    results: tuple[Result, ...] = ()
    starter: Seat | None = None
    takeback: Seat | None = None
    closed: str | None = None
    forfeit: Seat | None = None
    table: Table | None = None

    @property
    def rules(self) -> RuleSet:
        """The rules that were agreed."""
        return self.started.rules

    @property
    def is_over(self) -> bool:
        """Whether no further game can follow."""
        return self.closed is not None or is_match_over(self.score, len(self.results), self.rules)

    @property
    def between_games(self) -> bool:
        """Whether the next game may begin."""
        return not self.is_over and (self.game == 0 or self.state.phase is Phase.OVER)

    @property
    def charged(self) -> Seat | None:
        """Whose clock runs: who the game waits for, and nobody around the opening throw, a mixing and the end."""
        waits_for = self.state.to_act if self.game and self.closed is None else ()
        mixing = self.table is not None and self.table.mixing
        return waits_for[0] if len(waits_for) == 1 and not mixing else None

    @property
    def winner(self) -> Seat | None:
        """Who won the match; None while it is open, for a session that was ended, and for a tie."""
        if self.forfeit is not None:
            return 1 - self.forfeit
        if not self.is_over or self.closed is not None:
            return None
        first, second = self.score.points
        return None if first == second else int(second > first)


def begin(started: MatchStarted) -> Match:
    """The moment after the players sat down, before the first game."""
    score = started.setup.score if started.setup else Score()
    table = Table() if started.mode == "table" else None
    return Match(started, score, State.begin(started.rules, score), table=table)


def step(match: Match, fact: AnyFact) -> Match:
    """The match after a fact; raises `IllegalAction` if it cannot happen now. `TakenBack` needs a `History`."""
    if match.closed is not None and not isinstance(fact, (Interrupted, DiceRevealed)):
        raise IllegalAction("match.closed")
    match fact:
        case MatchStarted():
            raise IllegalAction("match.already_started")
        case GameStarted():
            return _game_started(match, fact)
        case TakebackAsked():
            return _takeback_asked(match, fact)
        case TakebackRefused():
            _asker(match)
            return replace(match, takeback=None)
        case TimeExpired():
            return _time_expired(match, fact)
        case SessionEnded():
            return replace(match, closed="session_ended")
        case Interrupted() | DiceCommitted() | DiceRevealed():
            return match
        case TakenBack():
            raise IllegalAction("match.no_takeback")
        case _ if isinstance(fact, TableFact):
            return _table_fact(match, fact)
        case _:
            return _game_fact(match, fact)


def _game_started(match: Match, fact: GameStarted) -> Match:
    if match.table is not None and match.table.mixing:
        raise IllegalAction("table.error.mixing")
    if not match.between_games:
        raise IllegalAction("match.game_running" if not match.is_over else "match.over")
    starter = None if fact.setup is not None else next_starter(match)
    if (fact.number, fact.starter) != (match.game + 1, starter):
        raise InvalidInput("match.wrong_game", number=fact.number)
    setup = fact.setup or (match.started.setup if fact.number == 1 else None)
    if setup is not None:
        match = replace(match, score=setup.score)
        state = _from_setup(match, setup)
    else:
        state = State.begin(match.rules, match.score, fact.starter)
    table = match.table and match.table.new_game()
    return replace(match, game=fact.number, state=state, starter=fact.starter, takeback=None, table=table)


def _from_setup(match: Match, setup: Setup) -> State:
    phase = Phase.ROLL if setup.roll is None else Phase.PLAY
    return State(match.rules, setup.position, phase, setup.turn, setup.roll, cube=setup.cube, score=match.score)


def next_starter(match: Match) -> Seat | None:
    """Who starts the next game; None where the opening throw decides."""
    if not match.results or match.rules.starter == "throw":
        return None
    winner = match.results[-1].winner
    if match.rules.starter == "alternate":
        return None if match.starter is None else 1 - match.starter
    return winner if match.rules.starter == "winner" else 1 - winner


def _game_fact(match: Match, fact: GameFact) -> Match:
    if match.game == 0:
        raise IllegalAction("match.no_game")
    if match.table is None:
        return _with_state(match, apply(match.state, fact))
    table_rules.admit(match.table, match.state, fact)
    state = apply(match.state, fact)
    table = table_rules.follow(match.table, match.state, state, fact)
    return replace(_with_state(match, state), table=table)


def _table_fact(match: Match, fact: TableFact) -> Match:
    table, state = table_rules.step(match, fact)
    if state is match.state:
        return replace(match, table=table, takeback=None)
    if match.state.result is not None:
        match = replace(match, score=state.score, results=match.results[:-1])
    return replace(_with_state(match, state), table=table)


def _with_state(match: Match, state: State) -> Match:
    """The match with its game a step further; a game that ends is counted."""
    opened = match.state.phase is Phase.OPENING and state.phase is not Phase.OPENING
    moved = replace(match, state=state, takeback=None, starter=state.turn if opened else match.starter)
    if state.result is None:
        return moved
    score = next_score(match.score, state.result.winner, state.result.points, match.rules)
    return replace(moved, score=score, results=(*match.results, state.result))


def _takeback_asked(match: Match, fact: TakebackAsked) -> Match:
    if match.takeback is not None:
        raise IllegalAction("match.takeback_pending")
    return replace(match, takeback=fact.seat)


def _asker(match: Match) -> Seat:
    if match.takeback is None:
        raise IllegalAction("match.no_takeback")
    return match.takeback


def _time_expired(match: Match, fact: TimeExpired) -> Match:
    if match.state.phase is Phase.OVER:
        raise IllegalAction("match.no_game")
    lost = _with_state(match, lost_on_time(match.state, fact.seat))
    return replace(lost, closed="time", forfeit=fact.seat)


class History:
    """A log that grows, with the match at every version. The one place that can go back."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events: list[Event] = []
        self._moments: list[Match] = []
        self._clocks: Clocks | None = None
        for event in events:
            self.append(event)

    @property
    def match(self) -> Match:
        """The match as it stands; raises `InvalidInput` while the log is empty."""
        if not self._moments:
            raise InvalidInput("match.empty_log")
        return self._moments[-1]

    @property
    def version(self) -> int:
        """The version of the last event, 0 for an empty log."""
        return len(self.events)

    def at(self, version: int) -> Match:
        """The match as it stood after an event."""
        return self._moments[version - 1]

    @property
    def clocks(self) -> Clocks | None:
        """The clocks as they stood after the last event; None without a clock, or while the log is empty."""
        return self._clocks

    def append(self, event: Event) -> Match:
        """Take one event in; raises without any change if it does not follow."""
        match = self.after(event.fact)
        if event.version != self.version + 1:
            raise InvalidInput("match.wrong_version", version=event.version, expected=self.version + 1)
        clocks = self._clocks_after(event, match)
        if self._moments:
            self._moments[-1].state.forget_continuations()
        self.events.append(event)
        self._moments.append(match)
        self._clocks = clocks
        return match

    def _clocks_after(self, event: Event, match: Match) -> Clocks | None:
        if not self.events:
            return Clocks.begin(match.rules, event.time)
        before, fact = self._clocks, event.fact
        if before is None:
            return None
        if isinstance(fact, TimeExpired) and not before.is_over(fact.seat, event.time):
            raise IllegalAction("match.time_left")
        away = fact.seconds if isinstance(fact, Interrupted) else 0.0
        return before.step(match.rules, match.charged, event.time, away)

    def after(self, fact: AnyFact) -> Match:
        """The match as a fact would leave it; nothing is recorded."""
        if not self._moments:
            if not isinstance(fact, MatchStarted):
                raise InvalidInput("match.must_start")
            return begin(fact)
        if isinstance(fact, TakenBack):
            return self._taken_back(fact)
        return replace(step(self.match, fact), version=self.version + 1)

    def takeback_version(self, seat: Seat) -> int | None:
        """The version just before the last decision that a player took in this game; None if there is none.

        With real dice that is whatever he has entered last.
        """
        real_dice = self.match.table is not None
        standing = self._standing()
        for version in reversed(standing):
            event = self.events[version - 1]
            if isinstance(event.fact, GameStarted):
                return None
            if event.seat == seat and (real_dice or _is_decision(event.fact)):
                return standing[standing.index(version) - 1]
        return None

    def _standing(self) -> list[int]:
        """The versions that were not taken back."""
        standing: list[int] = []
        for event in self.events:
            if isinstance(event.fact, TakenBack):
                standing = [version for version in standing if version <= event.fact.version]
            elif not isinstance(event.fact, (TakebackAsked, TakebackRefused, Interrupted)):
                standing.append(event.version)
        return standing

    def _live(self) -> list[int]:
        """The versions that still count: what was not taken back, without plays that had to be made anew."""
        live: list[int] = []
        for version in self._standing():
            if isinstance(self.events[version - 1].fact, (Claimed, Demanded)):
                live.remove(next(earlier for earlier in reversed(live) if self._ends_a_turn(earlier)))
            live.append(version)
        return live

    def _ends_a_turn(self, version: int) -> bool:
        return isinstance(self.events[version - 1].fact, (Played, Found))

    def live_events(self) -> list[Event]:
        """The events that still count, in order: what a play list and an export show."""
        return [self.events[version - 1] for version in self._live()]

    def _taken_back(self, fact: TakenBack) -> Match:
        asker = _asker(self.match)
        if fact.version != self.takeback_version(asker):
            raise IllegalAction("match.no_takeback")
        return replace(self.at(fact.version), version=self.version + 1, takeback=None)


def _is_decision(fact: AnyFact) -> bool:
    """Whether a player chose: a turn in which nothing could be played was no choice."""
    return isinstance(fact, (Doubled, Taken, Dropped)) or (isinstance(fact, Played) and bool(fact.moves))


def replay(events: Iterable[Event]) -> Iterator[tuple[Match, Event]]:
    """Every event with the match after it."""
    history = History()
    for event in events:
        yield history.append(event), event
