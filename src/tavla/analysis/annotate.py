"""A record judged: every decision with its choices and what it lost, every roll with its luck.

The way is that of one move, over a stored log: each event that was a decision is a `Question`, which `engine.decide` is
asked in the state before it. Questions do not depend on each other, so they are handed to an executor one by one, and
what was answered before need not be asked again.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple, TypeVar

from tavla.engine.decision import Action, Choice, Decision, Level, decide
from tavla.engine.luck import luck_of
from tavla.engine.own_tables import table_for
from tavla.engine.stake import MINE, Stake
from tavla.match.annotation import Candidate, Opinion, Opinions
from tavla.match.events import AnyFact, Event
from tavla.match.match import History
from tavla.rules.dice import Roll
from tavla.rules.facts import Beavered, Doubled, Dropped, Found, Played, Rolled, Taken, Thrown
from tavla.rules.position import Position
from tavla.rules.stakes import Seat
from tavla.rules.state import Act, Phase, State, legal

CLOSE = 0.16
"""A cube decision counts for a rating when it was wrong, or when the choices lie no further apart than this."""


class Question(NamedTuple):
    """A decision as it stands in the log, before it is judged: who decided what in which state.

    `kind` is play, double (to double or not) or take; `after` is the board after a play, the opponent on roll.
    """

    version: int
    game: int
    seat: Seat
    kind: str
    state: State
    action: Action
    after: Position | None


class Dice(NamedTuple):
    """A roll as it fell, with the state before its player played it; `opening` for the throw that began a game."""

    version: int
    game: int
    seat: Seat
    state: State
    roll: Roll
    opening: bool


@dataclass(frozen=True)
class Judgement:
    """One decision of a match, judged. Losses are 0 or more.

    `loss` is normalised to the cube as it stood, `match_loss` is in match-winning chances (None for money),
    `counts` says whether it belongs into a rating: a play with a choice, a cube decision that was close or wrong.
    `opinion` is what the program thought that wrote the file.
    """

    version: int
    game: int
    seat: Seat
    kind: str
    state: State
    decision: Decision
    chosen: Choice
    counts: bool
    opinion: Opinion | None = None

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
    """The luck of one roll, as normalised equity of its player; `opinion` is what the file says of it.

    `worth` is the same in chances to win the match, or in points for money.
    """

    version: int
    game: int
    seat: Seat
    roll: Roll
    luck: float
    opinion: float | None = None
    worth: float = 0.0


class Skipped(NamedTuple):
    """A decision that stays in the record and is not judged; `code` says why, as a key of the catalogues."""

    version: int
    game: int
    seat: Seat
    code: str


@dataclass(frozen=True)
class Annotated:
    """A match with everything that was found out about it."""

    history: History
    level: Level
    judgements: tuple[Judgement, ...]
    luck: tuple[Luck, ...]
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True)
class Known:
    """What was found out earlier about the same record at the same level, by version of the event."""

    decisions: Mapping[int, Decision] = field(default_factory=dict)
    luck: Mapping[int, float] = field(default_factory=dict)


Answer = TypeVar("Answer", Decision, float)

Progress = Callable[[int, int], None]
Keep = Callable[[Question | Dice, Decision | float], None]
"""Told of every new answer as it comes: the ranked choices of a question, or the luck of a roll."""


def annotate(
    history: History,
    level: Level,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    known: Known | None = None,
    keep: Keep | None = None,
    opinions: Opinions | None = None,
) -> Annotated:
    """Judge every decision of a match at a level; the answer does not depend on the executor.

    What is in `known` is not asked again; `keep` is told what is new, so that a run that was broken off can go on.
    """
    if executor is None:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            return annotate(history, level, threads, progress, known=known, keep=keep, opinions=opinions)
    work = _Work(level, executor, known or Known(), keep)
    said = opinions or Opinions()
    asked = [*questions(history)]
    thrown = [*rolls(history)]
    try:
        waiting = [(each, work.decision(each)) for each in asked]
        lucks = [(each, work.luck(each)) for each in thrown]
        found: list[Judgement] = []
        skipped = [*_illegal(history)]
        for done, (question, coming) in enumerate(waiting, start=1):
            judgement = judged(question, work.came(question, coming), said.decisions.get(question.version))
            question.state.forget_continuations()
            if judgement is None:
                skipped.append(Skipped(question.version, question.game, question.seat, "analysis.skipped.no_choice"))
            else:
                found.append(judgement)
            if progress is not None:
                progress(done, len(waiting))
        luck = tuple(lucky(dice, work.came(dice, coming), said) for dice, coming in lucks)
    finally:
        work.cancel()
    return Annotated(history, level, tuple(found), luck, tuple(sorted(skipped)))


class _Work:
    """What is still to be asked, on its way through an executor."""

    def __init__(self, level: Level, executor: Executor, known: Known, keep: Keep | None) -> None:
        self._level, self._executor, self._known, self._keep = level, executor, known, keep
        self._coming: list[Future[Decision] | Future[float]] = []

    def decision(self, question: Question) -> "Decision | Future[Decision]":
        known = self._known.decisions.get(question.version)
        if known is not None:
            return known
        coming = self._executor.submit(decision_on, question, self._level)
        self._coming.append(coming)
        return coming

    def luck(self, dice: Dice) -> "float | Future[float]":
        known = self._known.luck.get(dice.version)
        if known is not None:
            return known
        coming = self._executor.submit(luck_in, dice)
        self._coming.append(coming)
        return coming

    def came(self, asked: Question | Dice, coming: "Answer | Future[Answer]") -> Answer:
        """An answer, waited for if need be, and told on if it is new."""
        if not isinstance(coming, Future):
            return coming
        answer = coming.result()
        if self._keep is not None:
            self._keep(asked, answer)
        return answer

    def cancel(self) -> None:
        """Take back what nobody waits for any more: the run was broken off."""
        for each in self._coming:
            each.cancel()


def questions(history: History) -> Iterator[Question]:
    """Every decision of a match, in order, with the state in which it was taken; forced plays are none."""
    for before, event in pairwise(history.live_events()):
        match = history.at(before.version)
        found = question_of(match.state, event, match.game)
        if found is not None:
            yield found


def question_of(state: State, event: Event, game: int) -> Question | None:
    """The decision that an event was, with the state before it; None for what left no choice or was none."""
    found = _question(state, event.fact)
    if found is None:
        return None
    kind, action, after = found
    seat = event.seat if event.seat is not None else state.turn
    return Question(event.version, game, seat, kind, state, action, after)


def _question(state: State, fact: AnyFact) -> tuple[str, Action, Position | None] | None:
    match fact:
        case Played() if state.continuations is not None and len(state.continuations.plays()) > 1:
            return "play", fact, _after(state, fact)
        case Rolled() if _might_double(state):
            return "double", Act.ROLL, None
        case Doubled():
            return "double", fact, None
        case Taken() | Dropped() | Beavered():
            return "take", fact, None
    return None


def _might_double(state: State) -> bool:
    """Whether not to double was a decision: the rules allow a double, and there is a use in it at this score."""
    if state.phase is not Phase.ROLL or Act.DOUBLE not in legal(state).by_seat[state.turn]:
        return False
    return Stake.of(state, table_for(state.rules)).may_double(MINE, state.cube.value)


def _after(state: State, played: Played) -> Position:
    assert state.continuations is not None
    node, _ = state.continuations.node_after((move.source, move.die) for move in played.moves)
    return Position(node.theirs, node.mine)


def judge(question: Question, level: Level, opinion: Opinion | None = None) -> Judgement | None:
    """The judgement on one decision; None if what was done is none of the choices that the engine knows."""
    return judged(question, decision_on(question, level), opinion)


def decision_on(question: Question, level: Level) -> Decision:
    """All choices of a question, ranked; what was done is looked at to the full depth."""
    return decide(question.state, level, question.after)


def judged(question: Question, decision: Decision, opinion: Opinion | None = None) -> Judgement | None:
    """The judgement that follows from the ranked choices of a question; None if what was done is none of them."""
    chosen = next((each for each in decision.choices if _is_chosen(each, question)), None)
    if chosen is None:
        return None
    loss = decision.best.equity - chosen.equity
    counts = question.kind == "play" or loss > 0.0 or _is_close(decision)
    version, game, seat, kind, state, *_ = question
    told = None if opinion is None else _told_fully(opinion, state, seat)
    return Judgement(version, game, seat, kind, state, decision, chosen, counts, told)


def _told_fully(opinion: Opinion, state: State, seat: Seat) -> Opinion:
    """An opinion with equity and chance to win the match for each candidate, whichever of them the file gives."""
    stake = Stake.of(state, table_for(state.rules))
    view = stake if seat == state.turn else stake.flip()
    return replace(opinion, candidates=tuple(_candidate_told(each, view) for each in opinion.candidates))


def _candidate_told(candidate: Candidate, view: Stake) -> Candidate:
    if view.away is None:
        return candidate
    if candidate.equity is None and candidate.match_chance is not None:
        return candidate._replace(equity=view.normal(2.0 * candidate.match_chance - 1.0))
    if candidate.equity is not None and candidate.match_chance is None:
        low, high = view.scale
        worth = low + (candidate.equity + 1.0) * (high - low) / 2.0
        return candidate._replace(match_chance=view.match_chance(worth))
    return candidate


def _is_chosen(choice: Choice, question: Question) -> bool:
    if question.after is not None:
        return choice.after == question.after
    return choice.action == question.action


def _is_close(decision: Decision) -> bool:
    return len(decision.choices) > 1 and decision.choices[0].equity - decision.choices[1].equity <= CLOSE


def _illegal(history: History) -> Iterator[Skipped]:
    """Plays that the rules do not allow: there is nothing to compare them with."""
    for before, event in pairwise(history.live_events()):
        if isinstance(event.fact, Found):
            match = history.at(before.version)
            yield Skipped(event.version, match.game, match.state.turn, "analysis.skipped.illegal")


def rolls(history: History) -> Iterator[Dice]:
    """Every roll that was played, with the state before it; the opening throw belongs to whoever it made start."""
    events: Iterable[Event] = history.live_events()
    for before, event in pairwise(events):
        match, now = history.at(before.version), history.at(event.version)
        if isinstance(event.fact, Rolled):
            yield Dice(event.version, match.game, match.state.turn, match.state, event.fact.roll, False)
        elif isinstance(event.fact, Thrown) and now.state.roll is not None:
            yield Dice(event.version, match.game, now.state.turn, now.state, now.state.roll, True)


def luck_in(dice: Dice) -> float:
    """The luck of a roll as normalised equity of its player."""
    stake = Stake.of(dice.state, table_for(dice.state.rules))
    return luck_of(dice.state.position, dice.roll, stake, dice.opening)


def lucky(dice: Dice, luck: float, said: Opinions) -> Luck:
    """The luck of a roll with everything that belongs to it, what the file says of it too."""
    stake = Stake.of(dice.state, table_for(dice.state.rules))
    low, high = stake.scale
    worth = luck * (high - low) / (2.0 if stake.away is None else 4.0)
    return Luck(dice.version, dice.game, dice.seat, dice.roll, luck, said.luck.get(dice.version), worth)
