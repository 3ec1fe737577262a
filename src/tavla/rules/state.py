"""The machine of one game: a `State`, what is `legal` in it, and `apply`, which takes it one fact further.

Nothing here draws dice, reads a clock or remembers: a state is all that a decision needs.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from tavla.errors import IllegalAction
from tavla.rules.dice import Roll
from tavla.rules.facts import (
    Accepted,
    Beavered,
    Doubled,
    Dropped,
    Fact,
    Found,
    Passed,
    Played,
    Refused,
    Resigned,
    Rolled,
    Settled,
    Taken,
    Thrown,
)
from tavla.rules.outcome import Kind, kind_of_win, least_certain, most_possible, settled
from tavla.rules.plays import Continuations
from tavla.rules.position import Position
from tavla.rules.ruleset import RuleSet
from tavla.rules.stakes import Cube, Score, Seat, may_turn, most_by_rules, points_for


class Phase(StrEnum):
    """What the game waits for."""

    OPENING = "opening"
    ROLL = "roll"
    PLAY = "play"
    CUBE = "double"
    OVER = "game_over"


class Act(StrEnum):
    """What a player may do, by the names that the table and the wire use."""

    THROW = "throw"
    ROLL = "roll"
    PLAY = "play"
    PASS = "pass"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    ACCEPT = "accept"
    REFUSE = "refuse"
    SETTLE = "settle"


@dataclass(frozen=True, slots=True)
class CubeOffer:
    """An offered cube: who offers it, the value it would have, and how many beavers led to it."""

    by: Seat
    value: int
    beavers: int = 0


@dataclass(frozen=True, slots=True)
class Resignation:
    """An offered resignation."""

    by: Seat
    value: Kind


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `how` is borne_off, dropped, resigned, settled or time."""

    winner: Seat
    kind: Kind
    cube: int
    points: int
    how: str


@dataclass(frozen=True)
class State:
    """One moment of a game. `position` is seen by the player in seat `turn` (by seat 0 before the opening)."""

    rules: RuleSet
    position: Position
    phase: Phase = Phase.OPENING
    turn: Seat = 0
    roll: Roll | None = None
    throw: tuple[int, int] | None = None
    cube: Cube = Cube()  # noqa: RUF009
    score: Score = Score()  # noqa: RUF009
    rolls: tuple[int, int] = (0, 0)
    offer: CubeOffer | None = None
    resignation: Resignation | None = None
    result: Result | None = None

    @classmethod
    def begin(cls, rules: RuleSet, score: Score = Score(), starter: Seat | None = None) -> "State":  # noqa: B008
        """A new game: before the opening throw, or with a starter before his first roll."""
        if starter is None:
            return cls(rules, rules.start, score=score)
        return cls(rules, rules.start, Phase.ROLL, starter, score=score)

    @cached_property
    def continuations(self) -> Continuations | None:
        """The legal ways through the present turn; None unless a roll is to be played."""
        if self.phase is not Phase.PLAY or self.roll is None:
            return None
        return Continuations(self.position, self.roll, self.rules)

    def forget_continuations(self) -> None:
        """Let go of the ways through the turn, nearly all that a state weighs; they are found again when asked for."""
        self.__dict__.pop("continuations", None)

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The checkers by seat, each in their owner's numbering."""
        return tuple(self.position) if self.turn == 0 else tuple(self.position.flip())  # type: ignore[return-value]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that the game waits for; both before the opening throw, none after the end."""
        if self.phase is Phase.OVER:
            return ()
        if self.resignation is not None:
            return (1 - self.resignation.by,)
        if self.phase is Phase.OPENING:
            return (0, 1)
        return (1 - self.offer.by,) if self.offer is not None else (self.turn,)


@dataclass(frozen=True, slots=True)
class Actions:
    """What each seat may do now, and with which values it may resign."""

    by_seat: tuple[tuple[Act, ...], tuple[Act, ...]]
    resign_values: tuple[tuple[Kind, ...], tuple[Kind, ...]]

    def allows(self, seat: Seat, act: Act) -> bool:
        """Whether a seat may do something now."""
        return act in self.by_seat[seat]


def legal(state: State) -> Actions:
    """Everything that the rules allow in a state, by seat."""
    acts = (tuple(_acts(state, 0)), tuple(_acts(state, 1)))
    values = tuple(resign_values(state, seat) if Act.RESIGN in acts[seat] else () for seat in (0, 1))
    return Actions(acts, (values[0], values[1]))


def _acts(state: State, seat: Seat) -> list[Act]:
    if state.phase is Phase.OVER:
        return []
    if state.resignation is not None:
        return [] if state.resignation.by == seat else [Act.ACCEPT, Act.REFUSE]
    if state.phase is Phase.CUBE:
        return _answers_to_cube(state, seat)
    acts = _acts_on_turn(state) if seat in state.to_act else []
    if _may_settle(state, seat):
        acts.append(Act.SETTLE)
    return [*acts, Act.RESIGN]


def _acts_on_turn(state: State) -> list[Act]:
    match state.phase:
        case Phase.OPENING:
            return [Act.THROW]
        case Phase.PLAY:
            return [Act.PLAY]
    acts = [Act.ROLL]
    if state.position.closed_out and state.rules.closed_board != "roll":
        acts = [Act.PASS] if state.rules.closed_board == "skip" else [Act.ROLL, Act.PASS]
    if may_turn(state.cube, state.turn, state.score, state.rolls, state.rules):
        acts.append(Act.DOUBLE)
    return acts


def _answers_to_cube(state: State, seat: Seat) -> list[Act]:
    offer = state.offer
    if offer is None or offer.by == seat:
        return []
    rules = state.rules
    within_limit = offer.value * 2 <= (rules.cube_max or offer.value * 2)
    again = offer.beavers < rules.beavers and within_limit
    return [Act.TAKE, Act.DROP, *([Act.BEAVER] if again else [])]


def resign_values(state: State, seat: Seat) -> tuple[Kind, ...]:
    """The values that a player may offer to lose: none that could not be lost any more or does not count."""
    possible = most_possible(state.position)[0 if seat == state.turn else 1]
    return tuple(kind for kind in Kind if kind <= min(possible, most_by_rules(state.rules, state.cube)))


def certain_loss(state: State, seat: Seat) -> Kind:
    """The least that a player loses by if he loses, as far as it counts at this table."""
    certain = least_certain(state.position)[0 if seat == state.turn else 1]
    return Kind(min(certain, most_by_rules(state.rules, state.cube)))


def winner_for_certain(state: State) -> Seat | None:
    """The seat that wins whatever the dice ("oyun belli"), or None."""
    side = settled(state.position)
    return None if side is None else state.turn ^ side


def _may_settle(state: State, seat: Seat) -> bool:
    """The winner may always waive the rest; the loser only where nothing more could be lost."""
    winner = winner_for_certain(state) if state.phase in (Phase.ROLL, Phase.PLAY) else None
    if winner is None:
        return False
    return seat == winner or resign_values(state, seat)[-1] <= certain_loss(state, seat)


def apply(state: State, fact: Fact) -> State:
    """The state after a fact; raises `IllegalAction` if the rules do not allow it."""
    return _STEPS[type(fact)](state, fact)


def require(state: State, seat: Seat, act: Act) -> None:
    """Raise `IllegalAction` with the reason unless a seat may do something now."""
    if act not in _acts(state, seat):
        raise IllegalAction(*_why_refused(state, seat, act))


def _why_refused(state: State, seat: Seat, act: Act) -> tuple[str]:
    """The code of the sentence that says why a player may not do something now."""
    if state.phase is Phase.OVER:
        return ("action.game_over",)
    if state.resignation is not None:
        return ("action.answer_resignation",)
    if state.phase is Phase.CUBE:
        return ("action.no_beaver" if act is Act.BEAVER else "action.answer_double",)
    if act is Act.DOUBLE and state.phase is Phase.ROLL and seat == state.turn:
        return (_why_no_double(state),)
    if act in (Act.DOUBLE, Act.ROLL) and state.phase is Phase.PLAY:
        return ("action.already_rolled",)
    if act is Act.ROLL and state.phase is Phase.ROLL and seat == state.turn:
        return ("action.closed_board",)
    if seat not in state.to_act and act not in (Act.SETTLE, Act.RESIGN):
        return ("action.not_your_turn",)
    return (f"action.no_{act}",)


def _why_no_double(state: State) -> str:
    rules, cube, score = state.rules, state.cube, state.score
    if not rules.cube:
        return "action.cube_off"
    if score.crawford:
        return "action.crawford"
    if cube.owner not in (None, state.turn):
        return "action.not_cube_owner"
    if rules.cube_max is not None and cube.value * 2 > rules.cube_max:
        return "action.cube_limit"
    if rules.holland and score.post_crawford and min(state.rolls) < 2:
        return "action.holland"
    return "action.dead_cube"


def _thrown(state: State, fact: Thrown) -> State:
    require(state, 0, Act.THROW)
    first, second = fact.dice
    roll = Roll.of(first, second)
    if first == second:
        return replace(state, throw=fact.dice, cube=_automatic_double(state))
    starter = 0 if first > second else 1
    position = state.position if starter == 0 else state.position.flip()
    started = replace(state, throw=fact.dice, turn=starter, position=position, phase=Phase.ROLL)
    return _with_roll(started, roll) if state.rules.opening == "use" else started


def _automatic_double(state: State) -> Cube:
    """An equal opening throw doubles the centred cube, as often as was agreed."""
    limit = 1 << state.rules.auto_double
    if state.rules.cube_max is not None:
        limit = min(limit, state.rules.cube_max)
    return state.cube._replace(value=min(state.cube.value * 2, limit))


def _with_roll(state: State, roll: Roll) -> State:
    rolls = (state.rolls[0] + (state.turn == 0), state.rolls[1] + (state.turn == 1))
    return replace(state, phase=Phase.PLAY, roll=roll, rolls=rolls)


def _rolled(state: State, fact: Rolled) -> State:
    require(state, state.turn, Act.ROLL)
    return _with_roll(state, Roll.of(*fact.roll))


def _played(state: State, fact: Played) -> State:
    require(state, state.turn, Act.PLAY)
    turn = state.continuations
    assert turn is not None
    node, _ = turn.node_after((move.source, move.die) for move in fact.moves)
    if turn.edges[node]:
        raise IllegalAction("play.incomplete", dice=", ".join(map(str, node.left)))
    return _after_turn(state, Position(node.theirs, node.mine))


def _found(state: State, fact: Found) -> State:
    require(state, state.turn, Act.PLAY)
    return _after_turn(state, fact.after.checked())


def _after_turn(state: State, position: Position) -> State:
    """The other player's turn, or the end of the game if everything is off."""
    ended = replace(state, position=position, turn=1 - state.turn, roll=None, phase=Phase.ROLL)
    if any(position.theirs[1:]):
        return ended
    return _over(ended, state.turn, kind_of_win(position.mine), "borne_off")


def arranged(state: State, position: Position) -> State:
    """The same moment with the checkers elsewhere, seen by the player on roll: a mistake of the hand put right.

    The game is over if nothing is left to the player on roll.
    """
    placed = replace(state, position=position.checked())
    if any(position.mine[1:]):
        return placed
    return _over(placed, state.turn, kind_of_win(position.theirs), "borne_off")


def _passed(state: State, fact: Passed) -> State:
    require(state, state.turn, Act.PASS)
    return replace(state, position=state.position.flip(), turn=1 - state.turn)


def _doubled(state: State, fact: Doubled) -> State:
    require(state, state.turn, Act.DOUBLE)
    offer = CubeOffer(state.turn, state.cube.value * 2)
    return replace(state, phase=Phase.CUBE, offer=offer)


def _beavered(state: State, fact: Beavered) -> State:
    offer = _offer(state)
    require(state, 1 - offer.by, Act.BEAVER)
    again = CubeOffer(1 - offer.by, offer.value * 2, offer.beavers + 1)
    return replace(state, offer=again)


def _taken(state: State, fact: Taken) -> State:
    offer = _offer(state)
    require(state, 1 - offer.by, Act.TAKE)
    cube = Cube(offer.value, 1 - state.turn)
    return replace(state, phase=Phase.ROLL, offer=None, cube=cube)


def _dropped(state: State, fact: Dropped) -> State:
    offer = _offer(state)
    require(state, 1 - offer.by, Act.DROP)
    cube = Cube(offer.value // 2, state.cube.owner)
    return _over(replace(state, cube=cube, offer=None), offer.by, Kind.SINGLE, "dropped")


def _offer(state: State) -> CubeOffer:
    if state.offer is None:
        raise IllegalAction("action.no_double_offered")
    return state.offer


def _resigned(state: State, fact: Resigned) -> State:
    require(state, fact.seat, Act.RESIGN)
    values = resign_values(state, fact.seat)
    if fact.value not in values:
        raise IllegalAction("action.resign_value", value=fact.value, values=", ".join(map(str, map(int, values))))
    return replace(state, resignation=Resignation(fact.seat, Kind(fact.value)))


def _accepted(state: State, fact: Accepted) -> State:
    resignation = state.resignation
    if resignation is None:
        raise IllegalAction("action.no_resignation")
    return _over(state, 1 - resignation.by, resignation.value, "resigned")


def _refused(state: State, fact: Refused) -> State:
    if state.resignation is None:
        raise IllegalAction("action.no_resignation")
    return replace(state, resignation=None)


def _settled(state: State, fact: Settled) -> State:
    require(state, fact.seat, Act.SETTLE)
    winner = winner_for_certain(state)
    assert winner is not None
    return _over(state, winner, certain_loss(state, 1 - winner), "settled")


def _over(state: State, winner: Seat, kind: Kind, how: str) -> State:
    if not state.rules.triple:
        kind = Kind(min(kind, Kind.GAMMON))
    points = points_for(kind, state.cube, state.rules)
    if how == "dropped":
        points = state.cube.value
    result = Result(winner, kind, state.cube.value, points, how)
    return replace(state, phase=Phase.OVER, roll=None, offer=None, resignation=None, result=result)


def lost_on_time(state: State, seat: Seat) -> State:
    """The game after a player's time ran out: lost by what was already certain, never by more."""
    return _over(state, 1 - seat, certain_loss(state, seat), "time")


_STEPS: dict[type, Callable[[State, Any], State]] = {
    Thrown: _thrown,
    Rolled: _rolled,
    Played: _played,
    Found: _found,
    Passed: _passed,
    Doubled: _doubled,
    Beavered: _beavered,
    Taken: _taken,
    Dropped: _dropped,
    Resigned: _resigned,
    Accepted: _accepted,
    Refused: _refused,
    Settled: _settled,
}
