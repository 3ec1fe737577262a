"""Random matches with real dice: legal plays and blunders, every procedure, and answers of either kind."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from tavla.errors import TavlaError
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
from tavla.match.match import History, Match, next_starter, step
from tavla.match.table_entry import Deed, entered
from tavla.match.table_rules import Table, TableAct, acts, allowed
from tavla.match.verdict import board_after, numbers
from tavla.rules import Act, Position, RuleSet, legal_plays
from tavla.rules.facts import Resigned, Settled
from tavla.rules.state import Phase
from tests.random_play import PLAIN, RARE

WEIGHTS = {
    "enter_roll": 40.0,
    "enter_play": 40.0,
    "choose_die": 40.0,
    "enter_board": 5.0,
    "lift": 5.0,
    "demand": 10.0,
    "claim": 10.0,
    "play_forgotten": 10.0,
    "let_stand": 10.0,
    "put_back": 5.0,
    "mend_setup": 1.0,
    "agree_board": 5.0,
    "refuse_board": 5.0,
    "early_roll": 2.0,
}
"""How likely an act is when it is offered; the others 0.3."""


def random_table_match(rules: RuleSet, rng: random.Random, games: int = 2) -> History:
    """A match of at most so many games, with everything that can go wrong in it."""
    history = History()
    for seat, fact in _deeds(history, rules, rng, games):
        history.append(Event(history.version + 1, 1_000_000.0 + history.version, seat, fact))
    return history


def _deeds(history: History, rules: RuleSet, rng: random.Random, games: int) -> Iterator[tuple[int | None, AnyFact]]:
    yield None, MatchStarted((Player("Ayşe"), Player("Can")), rules, "table")
    while not history.match.is_over and history.match.game < games:
        while history.match.table is not None and history.match.table.mixing:
            yield from _entries(history.match, rng)
        yield None, GameStarted(history.match.game + 1, next_starter(history.match))
        while history.match.state.phase is not Phase.OVER:
            yield from _entries(history.match, rng)
            if rng.random() < 0.01:
                yield from _takeback(history, rng)


def _takeback(history: History, rng: random.Random) -> Iterator[tuple[int, AnyFact]]:
    seat = rng.randint(0, 1)
    version = history.takeback_version(seat)
    if version is not None and not history.match.between_games and not history.match.is_over:
        yield seat, TakebackAsked(seat)
        yield 1 - seat, TakenBack(version) if rng.random() < 0.5 else TakebackRefused()


def _entries(match: Match, rng: random.Random) -> tuple[Deed, ...]:
    """The facts of one act, of the referee's or of the game's, that can be done now."""
    while True:
        if rng.random() < 0.15 and (deed := _act_of_the_game(match, rng)) is not None:
            return (deed,)
        offered = acts(match)
        if not offered:
            continue
        act = rng.choices(offered, [WEIGHTS.get(one.act, 0.3) for one in offered])[0]
        try:
            return _checked(match, entered(match, act.seat, act.act, _arguments(match, act, rng)))
        except TavlaError:
            continue


def _checked(match: Match, deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """The facts, if all of them may follow one another."""
    for deed in deeds:
        match = step(match, deed.fact)
    return deeds


def _act_of_the_game(match: Match, rng: random.Random) -> Deed | None:
    if match.game == 0:
        return None
    actions = allowed(match)
    offered = [(seat, act) for seat in (0, 1) for act in actions.by_seat[seat] if act is not Act.PLAY]
    if not offered:
        return None
    seat, act = rng.choice(offered)
    if rng.random() >= RARE.get(act, 1.0):
        return None
    if act is Act.RESIGN:
        return Deed(seat, Resigned(seat, rng.choice(actions.resign_values[seat])))
    return Deed(seat, Settled(seat) if act is Act.SETTLE else PLAIN[act]())


def _arguments(match: Match, act: TableAct, rng: random.Random) -> dict[str, Any]:
    table = match.table
    assert table is not None
    maker = _MAKERS.get(act.act)
    made = maker(match, table, rng) if maker else {}
    chosen = {name: rng.choice(spec["choices"]) for name, spec in act.args.items() if "choices" in spec}
    return chosen | made


def _dice(match: Match, table: Table, rng: random.Random) -> dict[str, Any]:
    if table.early is not None:
        return {"dice": list(table.early)}
    return {"dice": [rng.randint(1, 6), rng.randint(1, 6)]}


def _steps(match: Match, rng: random.Random) -> list[tuple[int, int]]:
    """A legal play, a part of one, or anything that a hand could do."""
    state = match.state
    assert state.roll is not None
    plays = list(legal_plays(state.position, state.roll, state.rules).values())
    steps = [(move.source, move.target) for move in rng.choice(plays)] if plays else []
    kind = rng.random()
    if kind < 0.8:
        return steps
    if kind < 0.9:
        return steps[:-1]
    sources = [point for point in range(1, 26) if state.position.mine[point]]
    return [(source, rng.randint(0, 24)) for source in rng.choices(sources, k=rng.randint(1, 3))]


def _play(match: Match, table: Table, rng: random.Random) -> dict[str, Any]:
    made = {(move.source, move.target) for move in table.completing or ()}
    return {"moves": [list(step) for step in _steps(match, rng) if step not in made]}


def _board(match: Match, table: Table, rng: random.Random) -> dict[str, Any]:
    after = board_after(match.state.position, _steps(match, rng))
    sides = (after.theirs, after.mine) if match.state.turn == 0 else (after.mine, after.theirs)
    return {"points": [list(side) for side in sides]}


def _other_board(match: Match, table: Table, rng: random.Random) -> dict[str, Any]:
    """The board with one checker elsewhere, or gone."""
    sides = [list(side) for side in match.state.sides]
    side = rng.choice(sides)
    side[rng.choice([point for point in range(1, 26) if side[point]])] -= 1
    if rng.random() < 0.7:
        side[rng.randint(1, 25)] += 1
    Position(tuple(sides[0]), tuple(sides[1])).checked()
    return {"points": sides}


def _forgotten(match: Match, table: Table, rng: random.Random) -> dict[str, Any]:
    assert table.fault is not None
    turn = numbers(match.state.position, table.fault.verdict.dice, match.rules)
    move = rng.choice(list(turn.edges[turn.root]))
    return {"moves": [[move.source, move.target]]}


_MAKERS: dict[str, Callable[[Match, Table, random.Random], dict[str, Any]]] = {
    "enter_roll": _dice,
    "early_roll": _dice,
    "enter_play": _play,
    "enter_board": _board,
    "play_forgotten": _forgotten,
    "found_setup": _other_board,
    "propose_board": _other_board,
}
