"""A record judged: every decision with its choices and what it lost, every roll with its luck.

The way is that of one move, over a stored log: each event that was a decision is asked of `engine.decide` in the state
before it. Decisions do not depend on each other, so they are handed to an executor one by one.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from tavla.engine.decision import Choice, Decision, Level, decide
from tavla.engine.luck import luck_of
from tavla.engine.own_tables import table_for
from tavla.engine.stake import Stake
from tavla.match.events import Event
from tavla.match.match import History
from tavla.rules.dice import Roll
from tavla.rules.facts import Beavered, Doubled, Dropped, Played, Rolled, Taken, Thrown
from tavla.rules.position import Position
from tavla.rules.stakes import Seat
from tavla.rules.state import Act, Phase, State, legal

CLOSE = 0.16
"""A cube decision counts for a rating when it was wrong, or when the choices lie no further apart than this."""


@dataclass(frozen=True)
class Judgement:
    """One decision of a match. `kind` is play, double (to double or not) or take; losses are 0 or more.

    `loss` is normalised to the cube as it stood, `match_loss` is in match-winning chances (None for money),
    `counts` says whether it belongs into a rating: a play with a choice, a cube decision that was close or wrong.
    """

    version: int
    game: int
    seat: Seat
    kind: str
    state: State
    decision: Decision
    chosen: Choice
    counts: bool

    @property
    def loss(self) -> float:
        """What the decision lost against the best choice."""
        return self.decision.best.equity - self.chosen.equity

    @property
    def match_loss(self) -> float | None:
        """The same in chances to win the match."""
        best, chosen = self.decision.best.match_chance, self.chosen.match_chance
        return None if best is None or chosen is None else best - chosen


class Luck(NamedTuple):
    """The luck of one roll, as normalised equity of its player, and as points or match-winning chances."""

    version: int
    game: int
    seat: Seat
    roll: Roll
    luck: float


@dataclass(frozen=True)
class Annotated:
    """A match with everything that was found out about it."""

    history: History
    level: Level
    judgements: tuple[Judgement, ...]
    luck: tuple[Luck, ...]


class _Question(NamedTuple):
    """A decision as it stands in the log, before it is judged."""

    version: int
    game: int
    seat: Seat
    kind: str
    state: State
    action: object
    after: Position | None


Progress = Callable[[int, int], None]


def annotate(
    history: History, level: Level, executor: Executor | None = None, progress: Progress | None = None
) -> Annotated:
    """Judge every decision of a match at a level; the answer does not depend on the executor."""
    if executor is None:
        with ThreadPoolExecutor(2) as threads:
            return annotate(history, level, threads, progress)
    questions = list(_questions(history))
    waiting = [executor.submit(_judge, question, level) for question in questions]
    lucks = [executor.submit(_luck, *each) for each in _rolls(history)]
    judgements = []
    for done, each in enumerate(waiting, start=1):
        judgements.append(each.result())
        if progress is not None:
            progress(done, len(waiting))
    found = tuple(judgement for judgement in judgements if judgement is not None)
    return Annotated(history, level, found, tuple(each.result() for each in lucks))


def _questions(history: History) -> Iterator[_Question]:
    """Every decision that counts, in order, with the state in which it was taken."""
    events = history.live_events()
    for before, event in pairwise(events):
        match = history.at(before.version)
        question = _question(match.state, event)
        if question is not None:
            kind, action, after = question
            seat = event.seat if event.seat is not None else match.state.turn
            yield _Question(event.version, match.game, seat, kind, match.state, action, after)


def _question(state: State, event: Event) -> tuple[str, object, Position | None] | None:
    match event.fact:
        case Played() if state.continuations is not None and len(state.continuations.plays()) > 1:
            return "play", event.fact, _after(state, event.fact)
        case Rolled() if state.phase is Phase.ROLL and Act.DOUBLE in legal(state).by_seat[state.turn]:
            return "double", Act.ROLL, None
        case Doubled():
            return "double", event.fact, None
        case Taken() | Dropped() | Beavered():
            return "take", event.fact, None
    return None


def _after(state: State, played: Played) -> Position:
    assert state.continuations is not None
    node, _ = state.continuations.node_after((move.source, move.die) for move in played.moves)
    return Position(node.theirs, node.mine)


def _judge(question: _Question, level: Level) -> Judgement | None:
    decision = decide(question.state, level, question.after)
    chosen = next((each for each in decision.choices if _is_chosen(each, question)), None)
    if chosen is None:
        return None
    loss = decision.best.equity - chosen.equity
    counts = question.kind == "play" or loss > 0.0 or _is_close(decision)
    return Judgement(
        question.version, question.game, question.seat, question.kind, question.state, decision, chosen, counts
    )


def _is_chosen(choice: Choice, question: _Question) -> bool:
    if question.after is not None:
        return choice.after == question.after
    return choice.action == question.action


def _is_close(decision: Decision) -> bool:
    return len(decision.choices) > 1 and decision.choices[0].equity - decision.choices[1].equity <= CLOSE


def _rolls(history: History) -> Iterator[tuple[int, int, Seat, State, Roll, bool]]:
    """Every roll that was played, with the state before it; the opening throw belongs to whoever it made start."""
    events = history.live_events()
    for before, event in pairwise(events):
        match, now = history.at(before.version), history.at(event.version)
        if isinstance(event.fact, Rolled):
            yield event.version, match.game, match.state.turn, match.state, event.fact.roll, False
        elif isinstance(event.fact, Thrown) and now.state.roll is not None:
            yield event.version, match.game, now.state.turn, now.state, now.state.roll, True


def _luck(version: int, game: int, seat: Seat, state: State, roll: Roll, opening: bool) -> Luck:
    stake = Stake.of(state, table_for(state.rules))
    return Luck(version, game, seat, roll, luck_of(state.position, roll, stake, opening))
