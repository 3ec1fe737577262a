"""Random matches by any rules: whatever is legal happens sooner or later."""

import random
from collections.abc import Callable, Iterator

from tavla.match.events import (
    AnyFact,
    Event,
    GameStarted,
    MatchStarted,
    Player,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from tavla.match.match import History, next_starter
from tavla.rules.dice import Roll
from tavla.rules.facts import (
    Accepted,
    Beavered,
    Doubled,
    Dropped,
    Fact,
    Passed,
    Played,
    Refused,
    Resigned,
    Rolled,
    Settled,
    Taken,
    Thrown,
)
from tavla.rules.ruleset import RuleSet
from tavla.rules.state import Act, Phase, State, legal

RARE = {Act.RESIGN: 0.01, Act.DROP: 0.2, Act.DOUBLE: 0.15, Act.SETTLE: 0.3}
"""How often an act is kept when it is drawn; games would be short otherwise."""

PLAIN: dict[Act, Callable[[], Fact]] = {
    Act.PASS: Passed,
    Act.DOUBLE: Doubled,
    Act.TAKE: Taken,
    Act.DROP: Dropped,
    Act.BEAVER: Beavered,
    Act.ACCEPT: Accepted,
    Act.REFUSE: Refused,
}


def random_fact(state: State, rng: random.Random) -> tuple[int, Fact]:
    """A seat and a legal fact, drawn from everything that the state allows to either."""
    actions = legal(state)
    while True:
        seat = rng.choice(state.to_act if rng.random() < 0.97 else (0, 1))
        if not actions.by_seat[seat]:
            continue
        act = rng.choice(actions.by_seat[seat])
        if rng.random() < RARE.get(act, 1.0):
            return seat, _fact(state, seat, act, rng)


def _fact(state: State, seat: int, act: Act, rng: random.Random) -> Fact:
    match act:
        case Act.THROW:
            return Thrown((rng.randint(1, 6), rng.randint(1, 6)))
        case Act.ROLL:
            return Rolled(Roll.of(rng.randint(1, 6), rng.randint(1, 6)))
        case Act.PLAY:
            assert state.continuations is not None
            plays = list(state.continuations.plays().values())
            return Played(rng.choice(plays) if plays else ())
        case Act.RESIGN:
            return Resigned(seat, rng.choice(legal(state).resign_values[seat]))
        case Act.SETTLE:
            return Settled(seat)
    return PLAIN[act]()


def random_match(rules: RuleSet, rng: random.Random, games: int = 3, takebacks: bool = True) -> History:
    """A match of at most so many games, from the first event to the last."""
    history = History()
    for seat, fact in _facts(history, rules, rng, games, takebacks):
        history.append(Event(history.version + 1, 1_000_000.0 + history.version, seat, fact))
    return history


def _facts(
    history: History, rules: RuleSet, rng: random.Random, games: int, takebacks: bool
) -> Iterator[tuple[int | None, AnyFact]]:
    yield None, MatchStarted((Player("Ayşe"), Player("Mehmet Ali", "simple")), rules)
    for _ in range(games):
        if history.match.is_over:
            return
        yield None, GameStarted(history.match.game + 1, next_starter(history.match))
        while history.match.state.phase is not Phase.OVER:
            yield random_fact(history.match.state, rng)
            if takebacks and rng.random() < 0.02:
                yield from _takeback(history, rng)


def _takeback(history: History, rng: random.Random) -> Iterator[tuple[int, AnyFact]]:
    seat = rng.randint(0, 1)
    version = history.takeback_version(seat)
    if version is not None and not history.match.is_over:
        yield seat, TakebackAsked(seat)
        yield 1 - seat, TakenBack(version) if rng.random() < 0.5 else TakebackRefused()
