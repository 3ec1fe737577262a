"""What a table shows: one JSON value with all that a front end draws, legal continuations included.

Backgammon hides nothing from anybody, so every seat and every spectator gets the same view; `can` says what each
seat may do. Points are always counted in their owner's numbering, 0 off and 25 the bar.
"""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from tavla.formats.native import event_to_json
from tavla.match.clock import Clocks
from tavla.match.events import AnyFact, DiceCommitted, DiceRevealed, Event, GameStarted
from tavla.match.match import History, Match
from tavla.match.table_log import found_text
from tavla.match.table_rules import allowed, node_to_play, sides_to_play
from tavla.notation.plays import format_play
from tavla.rules import facts
from tavla.rules.outcome import Kind
from tavla.rules.plays import Continuations, Move, Node
from tavla.rules.position import Position
from tavla.rules.stakes import Seat
from tavla.rules.state import Act, Actions, Phase, State
from tavla.server.referee import referee

Json = Any
View = dict[str, Json]
SEATS: tuple[Seat, Seat] = (0, 1)


def replay_steps(match_id: str, history: History, live: Sequence[Event], game: int | None = None) -> list[Json]:
    """Every event of `live` with the view after it, without the continuations; of one game if it is named."""
    steps = []
    for place, event in enumerate(live, start=1):
        match = history.at(event.version)
        if game is None or match.game == game:
            shown = view(match_id, match, live[:place], history, continuations=False)
            steps.append({"event": event_to_json(event), "view": shown})
    return steps


def view(
    match_id: str,
    match: Match,
    live: Sequence[Event],
    history: History,
    *,
    continuations: bool = True,
) -> View:
    """One moment of a match; `live` are the events that count up to then, without what was taken back.

    The clock is left out, since it does not stand still: `clock` tells it. For looking back, without the legal
    `continuations`, the referee's log is left out too.
    """
    actions = allowed(match) if match.game else Actions(((), ()), ((), ()))
    phase = _phase(match)
    return {
        "match": match_id,
        **_agreed(match),
        **_standing(match, phase),
        "can": {str(seat): may_do(match, seat, actions, live) for seat in SEATS},
        "resign_values": {str(seat): list(map(int, actions.resign_values[seat])) for seat in SEATS},
        "tree": _tree(match) if continuations and phase == "play" else None,
        "result": _result(match.state),
        "winner": match.winner,
        "closed": match.closed,
        "clock": None,
        "table": referee(match, history if continuations else None),
        "dice": _dice(live),
        "plays": list(_plays(match, live, history)),
    }


def _agreed(match: Match) -> dict[str, Json]:
    """Who plays by which rules, and how far the match has come."""
    rules = match.rules
    return {
        "version": match.version,
        "mode": match.started.mode,
        "profile": rules.profile,
        "variant": rules.variant,
        "options": rules.texts(),
        "length": str(rules.length),
        "players": players(match),
        "score": list(match.score.points),
        "game": match.game,
        "crawford": match.state.score.crawford,
    }


def _standing(match: Match, phase: str) -> dict[str, Json]:
    """What lies on the board and beside it, and who is to act; no turn where nobody has one."""
    state = match.state
    board = Position(*sides_to_play(match))
    nobodys = phase in ("game_over", "match_over") or state.phase is Phase.OPENING
    return {
        "phase": phase,
        "turn": None if nobodys else state.turn,
        "act": _to_act(match, phase),
        "points": [list(side) for side in board],
        "pips": list(board.pips),
        "race": not board.contact,
        "roll": state.roll and list(state.roll),
        "opening": state.throw and list(state.throw),
        "cube": {"value": state.cube.value, "owner": state.cube.owner, "on": match.rules.cube},
        "offer": _offer(match),
    }


def clock(clocks: Clocks | None, now: float) -> Json:
    """The clocks at a time: whose runs, the reserves by seat, and the free seconds left, which run out first."""
    if clocks is None:
        return None
    return {"running": clocks.running, "left": list(clocks.left(now)), "delay": clocks.free(now), "at": now}


def players(match: Match) -> list[Json]:
    """Who plays, by seat."""
    return [
        {"name": player.name, "kind": "person" if player.bot is None else "bot", "bot": player.bot}
        for player in match.started.players
    ]


def persons(match: Match) -> list[Seat]:
    """The seats in which no bot plays."""
    return [seat for seat in SEATS if match.started.players[seat].bot is None]


def summary(match: Match) -> dict[str, Json]:
    """A match in the list of matches."""
    return {
        "players": players(match),
        "score": list(match.score.points),
        "length": str(match.rules.length),
        "profile": match.rules.profile,
        "variant": match.rules.variant,
        "mode": match.started.mode,
        "game": match.game,
        "phase": _phase(match),
        "over": match.is_over,
        "winner": match.winner,
    }


def summary_text(match: Match) -> str:
    """The summary as JSON text, as it is kept beside the log."""
    return json.dumps(summary(match), ensure_ascii=False, separators=(",", ":"))


def _phase(match: Match) -> str:
    if match.is_over:
        return "match_over"
    if match.takeback is not None:
        return "takeback"
    if match.state.resignation is not None:
        return "resign"
    return str(match.state.phase)


def _to_act(match: Match, phase: str) -> list[Seat]:
    match phase:
        case "match_over":
            return []
        case "takeback":
            return [seat for seat in SEATS if seat != match.takeback]
        case "game_over":
            return persons(match)
        case "opening":
            return persons(match) or list(SEATS)
    return list(match.state.to_act)


def may_do(match: Match, seat: Seat, actions: Actions, live: Sequence[Event]) -> list[str]:
    """What a seat may do now, by the names of the wire."""
    if match.is_over:
        return []
    if match.takeback is not None:
        return ["refuse"] if match.takeback == seat else ["accept", "refuse"]
    if match.state.phase is Phase.OVER:
        return ["next_game", "end_session"] if match.rules.is_money else ["next_game"]
    acts = ["roll" if act is Act.THROW else str(act) for act in actions.by_seat[seat]]
    return [*acts, "takeback"] if may_take_back(match, seat, live) else acts


def may_take_back(match: Match, seat: Seat, live: Sequence[Event]) -> bool:
    """Whether a seat may ask to take back: it has decided something in this game (or entered, with real dice), and
    there is no clock."""
    if match.state.phase is Phase.OVER or match.rules.clock is not None:
        return False
    real_dice = match.table is not None
    own = (event.fact for event in _of_this_game(live) if event.seat == seat)
    return any(real_dice or _is_decision(fact) for fact in own)


def _is_decision(fact: AnyFact) -> bool:
    return isinstance(fact, (facts.Doubled, facts.Taken)) or (isinstance(fact, facts.Played) and bool(fact.moves))


def _of_this_game(live: Sequence[Event]) -> Sequence[Event]:
    for place in range(len(live) - 1, -1, -1):
        if isinstance(live[place].fact, GameStarted):
            return live[place:]
    return []


def _offer(match: Match) -> Json:
    state = match.state
    if match.is_over:
        return None
    if match.takeback is not None:
        return {"kind": "takeback", "by": match.takeback, "value": 0}
    if state.resignation is not None:
        return {"kind": "resign", "by": state.resignation.by, "value": int(state.resignation.value)}
    if state.offer is None:
        return None
    kind = "beaver" if state.offer.beavers else "double"
    return {"kind": kind, "by": state.offer.by, "value": state.offer.value}


def _result(state: State) -> Json:
    result = state.result
    if result is None:
        return None
    return {
        "winner": result.winner,
        "kind": int(Kind(result.kind)),
        "cube": result.cube,
        "points": result.points,
        "how": result.how,
    }


def _tree(match: Match) -> list[Json] | None:
    turn = match.state.continuations
    if turn is None:
        return None
    return tree(turn, turn.root if match.table is None else node_to_play(match.table, match.state))


def tree(turn: Continuations, start: Node) -> list[Json]:
    """The legal ways through a turn as a list of nodes; node 0 is `start`, the board before the first move.

    A node is {"moves": [[source, target, die, hit, child], ...], "end": bool, "left": [dice]}: the front end walks it
    and knows no rule.
    """
    nodes = _reached(turn, start)
    index = {node: place for place, node in enumerate(nodes)}
    return [
        {
            "moves": [[*move[:3], int(move.hit), index[child]] for move, child in moves.items()],
            "end": not moves,
            "left": list(node.left),
        }
        for node, moves in nodes.items()
    ]


def _reached(turn: Continuations, start: Node) -> dict[Node, dict[Move, Node]]:
    if start == turn.root:
        return turn.edges
    nodes: dict[Node, dict[Move, Node]] = {}
    waiting = [start]
    while waiting:
        node = waiting.pop(0)
        if node not in nodes:
            nodes[node] = turn.edges[node]
            waiting.extend(nodes[node].values())
    return nodes


def _dice(live: Sequence[Event]) -> Json:
    """What the table has promised about its dice, and the seed once the match is over."""
    promised = next((event.fact for event in live[:2] if isinstance(event.fact, DiceCommitted)), None)
    if promised is None:
        return None
    shown = live[-1].fact if isinstance(live[-1].fact, DiceRevealed) else None
    return {"scheme": promised.scheme, "commitment": promised.commitment, "seed": shown and shown.seed}


_play_text = lru_cache(maxsize=4096)(format_play)
"""Every view lists all plays of its game: each is written once."""


def _plays(match: Match, live: Sequence[Event], history: History) -> Iterator[Json]:
    """The turns of the game under way: whose, with which roll, and the play as text (empty for a lost turn)."""
    setup = match.started.setup if match.game == 1 else None
    roll = list(setup.roll) if setup and setup.roll else None
    for event in _of_this_game(live):
        match event.fact:
            case facts.Thrown(dice=(first, second)):
                roll = [max(first, second), min(first, second)]
            case facts.Rolled(roll=thrown):
                roll = list(thrown)
            case facts.Played(moves=moves):
                yield {"seat": event.seat, "roll": roll, "text": _play_text(moves)}
            case facts.Found():
                before = history.at(event.version - 1).state
                yield {"seat": event.seat, "roll": roll, "text": found_text(before, event.fact)}
            case facts.Passed():
                yield {"seat": event.seat, "roll": None, "text": ""}
