"""What people enter at a table with real dice, and the facts that it amounts to.

An entry is the name of an act (`table_rules.acts` lists what may be done now) with its arguments, as they came from
outside: everything is checked here. One entry may amount to several facts: a play is entered, the dice are lifted with
it, the referee objects where he must, and a roll that was thrown too early follows at once.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from tavla.errors import IllegalAction, InvalidInput
from tavla.match import table_facts as facts
from tavla.match.table_facts import REASONS, Sides
from tavla.match.table_rules import acts, follow, must_settle, node_to_play
from tavla.match.verdict import MAX_STEPS, Step, board_after, is_legal, numbers, play_to
from tavla.notation.plays import read_steps
from tavla.notation.reading import read_position
from tavla.rules.dice import Roll
from tavla.rules.facts import Found, Played, Rolled, Thrown
from tavla.rules.plays import Continuations, Node, Play
from tavla.rules.position import BAR, OFF, Position
from tavla.rules.stakes import Seat
from tavla.rules.state import Phase, State, apply

if TYPE_CHECKING:
    from tavla.match.match import Match

Arguments = Mapping[str, Any]


class Deed(NamedTuple):
    """A fact and the seat that did it; None for the referee."""

    seat: Seat | None
    fact: Any


def entered(match: "Match", seat: Seat, act: str, arguments: Arguments) -> tuple[Deed, ...]:
    """The facts of an entry; raises `InvalidInput` for arguments that cannot be read, `IllegalAction` for the rest."""
    if match.table is None:
        raise IllegalAction("table.error.not_here")
    if act not in _READERS:
        raise InvalidInput("table.error.no_act", act=act[:32])
    if not any((one.act, one.seat) == (act, seat) for one in acts(match)):
        raise IllegalAction("table.error.not_now")
    return _READERS[act](match, seat, arguments)


def finished(match: "Match", steps: Iterable[tuple[int, int]]) -> tuple[Deed, ...]:
    """The facts of a legal play made step by step, as (source, die), from where the play at hand begins.

    Raises `IllegalAction` with the reason if it is not one, or not whole.
    """
    turn = match.state.continuations
    if match.table is None or turn is None:
        raise IllegalAction("action.no_play")
    made = ((move.source, move.die) for move in match.table.completing or ())
    _, play = turn.node_after(chain(made, steps))
    return _with_consequences(match, Played(play))


def _enter_roll(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    first, second = _dice(arguments)
    on_checker = _word(arguments, "on_checker", ("no", "yes"), "no") == "yes"
    before = (Deed(seat, facts.DieOnChecker(seat)),) if on_checker else ()
    fact = Thrown((first, second)) if match.state.phase is Phase.OPENING else Rolled(Roll.of(first, second))
    return (*before, Deed(seat, fact))


def _cocked(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    return (Deed(seat, facts.Cocked(seat, _word(arguments, "reason", REASONS, REASONS[0]))),)


def _early_roll(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    return (Deed(seat, facts.EarlyRoll(seat, Roll.of(*_dice(arguments)))),)


def _enter_play(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    node, turn = _turn(match)
    steps = _steps(arguments)
    after = board_after(Position(node.mine, node.theirs), steps)
    return _as_made(match, turn, after)


def _enter_board(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    _, turn = _turn(match)
    sides = _sides(match.state, arguments, same_count=True)
    return _as_made(match, turn, Position(sides[1 - seat], sides[seat]).checked())


def _turn(match: "Match") -> tuple[Node, Continuations]:
    turn = match.state.continuations
    if match.table is None or turn is None:
        raise IllegalAction("action.no_play")
    return node_to_play(match.table, match.state), turn


def _as_made(match: "Match", turn: Continuations, after: Position) -> tuple[Deed, ...]:
    made = match.table and match.table.completing
    if not turn.dice_used and is_legal(turn, after):
        return _with_consequences(match, Played(()))
    if made is not None or is_legal(turn, after):
        return _with_consequences(match, Played(play_to(turn, after, made or ())))
    return _with_consequences(match, Found(after))


def _with_consequences(match: "Match", fact: Played | Found) -> tuple[Deed, ...]:
    """The end of a turn: dice lifted, the play, then what the referee has to say and what was already thrown."""
    state, table = match.state, match.table
    assert table is not None
    seat = state.turn
    lifted = () if table.lifted or table.completing is not None else (Deed(seat, facts.Lifted(seat)),)
    after = apply(state, fact)
    then = follow(table, state, after, fact)
    deeds: tuple[Deed, ...] = (*lifted, Deed(seat, fact))
    if then.fault is not None and must_settle(then.fault, state.rules):
        if state.rules.illegal == "legal_moves":
            forgotten = then.fault.verdict.kind == "forgotten"
            deeds = (*deeds, Deed(None, facts.Demanded(None) if forgotten else facts.Claimed(None)))
        return deeds
    return deeds if then.early is None else (*deeds, Deed(after.turn, Rolled(then.early)))


def _play_forgotten(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    fault = match.table and match.table.fault
    if not fault:
        raise IllegalAction("table.error.no_fault")
    turn = numbers(match.state.position, fault.verdict.dice, match.rules)
    node, play = turn.root, Play()
    for source, target in _steps(arguments):
        move = next((move for move in turn.edges[node] if move[:2] == (source, target)), None)
        if move is None:
            raise turn.why_not(node, source, target).error()
        node, play = turn.edges[node][move], (*play, move)
    return (Deed(seat, facts.ForgottenPlayed(seat, play)),)


def _choose_die(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    return (Deed(seat, facts.DieChosen(seat, _integer(arguments, "die", 1, 4))),)


def _found_setup(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    return (Deed(seat, facts.SetupFound(seat, _sides(match.state, arguments))),)


def _propose_board(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    return (Deed(seat, facts.BoardProposed(seat, _sides(match.state, arguments))),)


def _void_cube(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    return (Deed(seat, facts.CubeVoided(_integer(arguments, "by", 0, 1))),)


def _centre_cube(match: "Match", seat: Seat, arguments: Arguments) -> tuple[Deed, ...]:
    value = _integer(arguments, "value", 2, 64)
    if value & (value - 1):
        raise _bad("value", value)
    return (Deed(seat, facts.CubeCentred(seat, value)),)


def _plain(kind: Callable[[Seat], Any]) -> "Reader":
    return lambda match, seat, arguments: (Deed(seat, kind(seat)),)


Reader = Callable[["Match", Seat, Arguments], tuple[Deed, ...]]

_READERS: Mapping[str, Reader] = {
    "enter_roll": _enter_roll,
    "cocked": _cocked,
    "early_roll": _early_roll,
    "lift": _plain(facts.Lifted),
    "enter_play": _enter_play,
    "enter_board": _enter_board,
    "demand": _plain(facts.Demanded),
    "claim": _plain(facts.Claimed),
    "let_stand": _plain(facts.LetStand),
    "play_forgotten": _play_forgotten,
    "put_back": _plain(facts.PutBack),
    "ask_mix": _plain(facts.MixAsked),
    "agree_mix": _plain(facts.MixAgreed),
    "refuse_mix": _plain(facts.MixRefused),
    "choose_die": _choose_die,
    "found_setup": _found_setup,
    "mend_setup": _plain(facts.SetupMended),
    "propose_board": _propose_board,
    "agree_board": _plain(facts.BoardAgreed),
    "refuse_board": _plain(facts.BoardRefused),
    "void_cube": _void_cube,
    "centre_cube": _centre_cube,
}

ACTS = tuple(_READERS)
"""Every act by its name on the wire."""


def _bad(name: str, value: object) -> InvalidInput:
    return InvalidInput("table.error.argument", name=name, value=str(value)[:64])


def _integer(arguments: Arguments, name: str, least: int, most: int) -> int:
    value = arguments.get(name)
    if isinstance(value, str) and re.fullmatch("[0-9]{1,3}", value):
        value = int(value)
    if type(value) is not int or not least <= value <= most:
        raise _bad(name, value)
    return value


def _word(arguments: Arguments, name: str, words: tuple[str, ...], default: str) -> str:
    value = arguments.get(name, default)
    if value not in words:
        raise _bad(name, value)
    return str(value)


def _integers(value: object, count: int, most: int) -> tuple[int, ...] | None:
    if not isinstance(value, (list, tuple)) or len(value) != count:
        return None
    fits = all(type(number) is int and 0 <= number <= most for number in value)
    return tuple(value) if fits else None


def _dice(arguments: Arguments) -> tuple[int, int]:
    """Two faces, [6, 3] or the text "63"; at the opening the first is seat 0's."""
    value = arguments.get("dice")
    if isinstance(value, str):
        return Roll.parse(value)
    dice = _integers(value, 2, 6)
    if dice is None or not all(dice):
        raise _bad("dice", value)
    return dice[0], dice[1]


def _steps(arguments: Arguments) -> tuple[Step, ...]:
    """Checkers as they were moved: [[24, 18], [13, 10]], or a text such as "24/18 13/10"."""
    value = arguments.get("moves")
    if isinstance(value, str):
        return tuple(hop for step in read_steps(value, forwards=False) for hop in step.hops)
    if not isinstance(value, (list, tuple)) or len(value) > MAX_STEPS:
        raise _bad("moves", value)
    pairs = [_integers(pair, 2, BAR) for pair in value]
    if None in pairs:
        raise _bad("moves", value)
    return tuple((pair[0], pair[1]) for pair in pairs if pair is not None)


def _sides(state: State, arguments: Arguments, *, same_count: bool = False) -> Sides:
    """A board by seat: two lists of 26 counts (0 off, 25 the bar), or the text of an ID seen by the player on roll.

    An ID does not tell checkers that are off from checkers that are missing. `same_count` takes the rest as borne
    off; otherwise nothing has been borne off since the board was last known.
    """
    value = arguments.get("points")
    if isinstance(value, str):
        return _sides_of_text(state, value, same_count=same_count)
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise _bad("points", value)
    first, second = (_integers(side, BAR + 1, state.rules.checkers) for side in value)
    if first is None or second is None:
        raise _bad("points", value)
    return first, second


def _sides_of_text(state: State, text: str, *, same_count: bool) -> Sides:
    position = read_position(text, state.rules.checkers).position
    if position is None:
        raise _bad("points", text)
    seen = position if state.turn == 0 else position.flip()
    sides = []
    for side, now in zip(seen, state.sides, strict=True):
        off = sum(now) - sum(side[1:]) if same_count else now[OFF]
        if off < 0:
            raise IllegalAction("table.error.count", before=sum(now), after=sum(side[1:]))
        sides.append((off, *side[1:]))
    return sides[0], sides[1]
