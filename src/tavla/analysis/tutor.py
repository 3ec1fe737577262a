"""The tutor: what is best here, and what somebody's decision has cost him, why, and what would have been better.

One decision at a time, as it is met in play or in training; a whole match is the business of `annotate`. Nothing here
knows who may ask: that is a rule of the table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tavla.analysis.annotate import Judgement, Question, judge, question_of
from tavla.analysis.rating import BLUNDER, DOUBTFUL, grade
from tavla.analysis.themes import Remark, explain
from tavla.engine.decision import LEVELS, Choice, Decision, Level, decide
from tavla.errors import IllegalAction, InvalidInput
from tavla.match.events import Event
from tavla.match.match import History
from tavla.rules import Act, Phase, Seat, State, legal
from tavla.rules.facts import Beavered, Doubled, Dropped, Fact, Passed, Played, Taken
from tavla.rules.state import require

LEVEL = LEVELS["2-ply"]
"""How far the tutor looks."""

MENTIONS = {"off": float("inf"), "blunders": BLUNDER, "all": DOUBTFUL}
"""From which loss on the tutor speaks up, by what somebody wishes."""

SHOWN = 5
"""Choices that a hint or a verdict names."""


@dataclass(frozen=True)
class Hint:
    """What may be done, the best first, and what the best choice does."""

    decision: Decision
    remarks: tuple[Remark, ...]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that are worth naming."""
        return self.decision.choices[:SHOWN]


@dataclass(frozen=True)
class Verdict:
    """What a decision has cost, and why the best choice is better."""

    judgement: Judgement
    remarks: tuple[Remark, ...]

    @property
    def loss(self) -> float:
        """Normalised equity, 0 or more."""
        return self.judgement.loss

    @property
    def grade(self) -> str | None:
        """doubtful, error or blunder; None for a sound decision."""
        return grade(self.loss)

    @property
    def best(self) -> Choice:
        """What would have been best."""
        return self.judgement.decision.best

    @property
    def better(self) -> tuple[Choice, ...]:
        """The best choices, and the one that was made at its place among them or after them."""
        shown = self.judgement.decision.choices[:SHOWN]
        return shown if self.judgement.chosen in shown else (*shown, self.judgement.chosen)


def hint(state: State, level: Level = LEVEL) -> Hint:
    """What the player whom the state waits for should do; raises `IllegalAction` where there is no choice to make."""
    if not has_choice(state):
        raise IllegalAction("tutor.no_choice")
    decision = decide(state, level)
    return Hint(decision, explain(state, decision.best, decision.best))


def has_choice(state: State) -> bool:
    """Whether there is anything to decide: a play of several, a double, an answer to one or to a resignation."""
    if state.resignation is not None or state.phase is Phase.CUBE:
        return state.result is None
    if state.phase is Phase.ROLL:
        return Act.DOUBLE in legal(state).by_seat[state.turn]
    return state.continuations is not None and len(state.continuations.plays()) > 1


def decided(history: History, version: int) -> Question | None:
    """The decision that the event of a version was; None if it was none, or was taken back."""
    for before, event in pairwise(history.live_events()):
        if event.version == version:
            match = history.at(before.version)
            return question_of(match.state, event, match.game)
    return None


_ANSWERS: Mapping[str, Callable[[], Fact]] = {"double": Doubled, "take": Taken, "drop": Dropped, "beaver": Beavered}


def answered(state: State, action: str, moves: Sequence[tuple[int, int]] = ()) -> Question:
    """The decision that an answer to a state is.

    `play` comes with its moves as (source, die); `roll` is not to double, `pass` the same where a closed board leaves
    no roll; then there are `double`, `take`, `drop` and `beaver`. Raises `IllegalAction` for what is not allowed there.
    """
    seat = decider(state)
    if action == "play":
        require(state, seat, Act.PLAY)
        assert state.continuations is not None
        node, play = state.continuations.node_after(iter(moves))
        if state.continuations.edges[node]:
            raise IllegalAction("play.incomplete", dice=", ".join(map(str, node.left)))
        found = question_of(state, Event(0, 0.0, seat, Played(play)), 0)
        if found is None:
            raise IllegalAction("tutor.no_choice")
        return found
    if action in ("roll", "pass"):
        require(state, seat, Act(action))
        require(state, seat, Act.DOUBLE)
        return Question(0, 0, seat, "double", state, Act.ROLL if action == "roll" else Passed(), None)
    if action not in _ANSWERS:
        raise InvalidInput("server.unsupported", type=action[:32])
    require(state, seat, Act(action))
    kind = "double" if action == "double" else "take"
    return Question(0, 0, seat, kind, state, _ANSWERS[action](), None)


def decider(state: State) -> Seat:
    """Who has to decide in a state that waits for one player."""
    waiting = state.to_act
    if len(waiting) != 1:
        raise IllegalAction("tutor.no_choice")
    return waiting[0]


def verdict(question: Question, level: Level = LEVEL) -> Verdict | None:
    """What a decision has cost; None if what was done is none of the choices that the engine knows."""
    judgement = judge(question, level)
    if judgement is None:
        return None
    return Verdict(judgement, explain(judgement.state, judgement.chosen, judgement.decision.best))
