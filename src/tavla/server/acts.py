"""What an action means: the facts that it adds to the log, and what a table does by itself."""

from collections.abc import Callable, Mapping

from tavla.errors import IllegalAction, InvalidInput
from tavla.match.events import (
    AnyFact,
    DiceCommitted,
    DiceRevealed,
    GameStarted,
    SessionEnded,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from tavla.match.match import History, Match, next_starter
from tavla.match.table_entry import Deed, entered, finished
from tavla.notation.plays import parse_play
from tavla.rules import facts
from tavla.rules.dice import Roll
from tavla.rules.stakes import Seat
from tavla.rules.state import Act, Phase, State, legal, require
from tavla.server.commands import Action
from tavla.server.dice import Dice, throws
from tavla.server.fair_dice import SCHEME, commitment
from tavla.server.view import may_take_back, persons


def deeds(action: Action, seat: Seat, history: History, dice: Dice) -> list[Deed]:
    """What an action of a seat puts into the log; raises with the reason if the seat may not do that now."""
    match = history.match
    if match.table is not None and action.type not in _KNOWN:
        return list(entered(match, seat, action.type, action.arguments))
    if match.is_over:
        raise IllegalAction("match.over")
    if match.takeback is not None:
        return [_answer_takeback(action, seat, history)]
    if match.table is not None and action.type in ("roll", "play"):
        return _with_real_dice(action, seat, match)
    if action.type in _BETWEEN_GAMES:
        return [Deed(seat, _BETWEEN_GAMES[action.type](match, seat))]
    if action.type == "takeback":
        return _ask_takeback(seat, history)
    if action.type == "roll":
        return [_roll(match.state, seat, _throw(history, dice))]
    read = _IN_THE_GAME.get(action.type)
    if read is None:
        raise InvalidInput("server.unsupported", type=action.type)
    act, fact = read
    require(match.state, seat, act)
    return [Deed(seat, fact(match.state, seat, action))]


def _with_real_dice(action: Action, seat: Seat, match: Match) -> list[Deed]:
    """Dice are entered there, and a play made on the screen is one that was made on the board."""
    if action.type == "roll":
        raise IllegalAction("server.enter_roll")
    require(match.state, seat, Act.PLAY)
    if action.text is not None:
        return list(entered(match, seat, "enter_play", {"moves": action.text}))
    return list(finished(match, action.moves or ()))


def by_itself(history: History, seed: str) -> Deed | None:
    """What the table does without being asked: begin, pass a lost turn, show the seed; None: it waits for a player."""
    match = history.match
    if match.game == 0:
        last = history.events[-1].fact
        if match.started.mode == "play" and not isinstance(last, DiceCommitted):
            return Deed(None, DiceCommitted(SCHEME, commitment(seed)))
        return Deed(None, GameStarted(1, next_starter(match)))
    if match.is_over:
        return _show_seed(history, seed)
    if match.takeback is not None or match.state.resignation is not None or match.started.mode != "play":
        return None
    return _lost_turn(history)


def _show_seed(history: History, seed: str) -> Deed | None:
    """The seed that was promised here; a match brought from elsewhere has another, which nobody knows."""
    promise = DiceCommitted(SCHEME, commitment(seed))
    promised = any(event.fact == promise for event in history.events[:2])
    shown = isinstance(history.events[-1].fact, DiceRevealed)
    return Deed(None, DiceRevealed(seed)) if promised and not shown else None


def _lost_turn(history: History) -> Deed | None:
    """A roll that cannot be played, or a closed board without a choice."""
    state = history.match.state
    turn = state.continuations
    if turn is not None:
        return None if turn.dice_used else Deed(state.turn, facts.Played(()))
    if state.phase is not Phase.ROLL:
        return None
    free = set(legal(state).by_seat[state.turn]) - {Act.RESIGN, Act.SETTLE}
    return Deed(state.turn, facts.Passed()) if free == {Act.PASS} else None


def _throw(history: History, dice: Dice) -> tuple[int, int]:
    return dice.throw(sum(1 for _ in throws(history.events)))


def _roll(state: State, seat: Seat, thrown: tuple[int, int]) -> Deed:
    """The opening throw may be asked for by either player, and belongs to both."""
    if state.phase is Phase.OPENING:
        require(state, seat, Act.THROW)
        return Deed(None, facts.Thrown(thrown))
    require(state, seat, Act.ROLL)
    return Deed(seat, facts.Rolled(Roll.of(*thrown)))


def _play(state: State, seat: Seat, action: Action) -> facts.Fact:
    turn = state.continuations
    assert turn is not None
    if action.text is not None:
        return facts.Played(parse_play(action.text, state.position, turn.roll, state.rules).play)
    _, play = turn.node_after(iter(action.moves or ()))
    return facts.Played(play)


def _resign(state: State, seat: Seat, action: Action) -> facts.Fact:
    return facts.Resigned(seat, action.value)


def _plain(fact: Callable[[], facts.Fact]) -> Callable[[State, Seat, Action], facts.Fact]:
    return lambda state, seat, action: fact()


_IN_THE_GAME: Mapping[str, tuple[Act, Callable[[State, Seat, Action], facts.Fact]]] = {
    "play": (Act.PLAY, _play),
    "pass": (Act.PASS, _plain(facts.Passed)),
    "double": (Act.DOUBLE, _plain(facts.Doubled)),
    "take": (Act.TAKE, _plain(facts.Taken)),
    "drop": (Act.DROP, _plain(facts.Dropped)),
    "beaver": (Act.BEAVER, _plain(facts.Beavered)),
    "resign": (Act.RESIGN, _resign),
    "accept": (Act.ACCEPT, _plain(facts.Accepted)),
    "refuse": (Act.REFUSE, _plain(facts.Refused)),
    "settle": (Act.SETTLE, lambda state, seat, action: facts.Settled(seat)),
}


def _next_game(match: Match, seat: Seat) -> AnyFact:
    return GameStarted(match.game + 1, next_starter(match))


def _end_session(match: Match, seat: Seat) -> AnyFact:
    if not match.rules.is_money or match.state.phase is not Phase.OVER:
        raise IllegalAction("server.no_end_session")
    return SessionEnded(seat)


_BETWEEN_GAMES: Mapping[str, Callable[[Match, Seat], AnyFact]] = {
    "next_game": _next_game,
    "end_session": _end_session,
}


_KNOWN = frozenset((*_IN_THE_GAME, *_BETWEEN_GAMES, "roll", "takeback"))
"""The actions of every table; whatever else is asked for belongs to one with real dice."""


def _ask_takeback(seat: Seat, history: History) -> list[Deed]:
    """A bot lets everything be taken back at once; a person is asked."""
    version = history.takeback_version(seat)
    if version is None or not may_take_back(history.match, seat, history.live_events()):
        raise IllegalAction("match.no_takeback")
    asked = Deed(seat, TakebackAsked(seat))
    other = 1 - seat
    return [asked] if other in persons(history.match) else [asked, Deed(other, TakenBack(version))]


def _answer_takeback(action: Action, seat: Seat, history: History) -> Deed:
    """The other player agrees or refuses; who asked may think better of it."""
    asker = history.match.takeback
    assert asker is not None
    if action.type == "refuse":
        return Deed(seat, TakebackRefused())
    if action.type != "accept" or seat == asker:
        raise IllegalAction("server.answer_takeback")
    version = history.takeback_version(asker)
    if version is None:
        raise IllegalAction("match.no_takeback")
    return Deed(seat, TakenBack(version))
