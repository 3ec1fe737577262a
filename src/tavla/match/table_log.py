"""What the referee says: notes on the moment, and the course of a game at a table with real dice, line by line.

A line is a code of the catalogue with its values; a line that is about a player has his seat, and the sentence
names him as `{name}`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tavla.errors import IllegalAction
from tavla.match import table_facts as facts
from tavla.match.events import Event, GameStarted
from tavla.match.table_rules import SEATS, Fault, Table, node_to_play, setup_is_open
from tavla.match.verdict import moves_made
from tavla.notation.plays import format_play
from tavla.rules.dice import Roll
from tavla.rules.facts import Found, Passed
from tavla.rules.stakes import Seat
from tavla.rules.state import Act, Phase, State, require

if TYPE_CHECKING:
    from tavla.match.match import History, Match

MOST_LINES = 60


class Line(NamedTuple):
    """One sentence: its code, its values, and whom it is about."""

    code: str
    values: Mapping[str, object]
    seat: Seat | None = None


def notes(match: "Match") -> tuple[Line, ...]:
    """What the referee has to say about the moment: what is wrong, who may do what about it, and until when."""
    table = match.table
    return () if table is None else tuple(_notes(match, table))


def _notes(match: "Match", table: Table) -> Iterator[Line]:
    state, rules = match.state, match.rules
    if table.mixing and table.mix:
        yield Line("table.note.choosing", {"dice": _listed(table.mix.left)}, table.mix.chooser)
    elif table.mix:
        yield Line("table.note.mix_asked", {}, table.mix.asker)
    if table.fault is not None:
        yield from _about_fault(table.fault, state)
    if table.standing:
        yield Line("table.note.standing", {"n": len(table.standing)})
    if table.completing is not None and state.phase is Phase.PLAY:
        yield Line("table.note.completing", {"dice": _listed(node_to_play(table, state).left)}, state.turn)
    if table.lifted:
        yield Line("table.note.lifted", {}, state.turn)
    if table.early is not None:
        thrower = 1 - state.turn if state.phase is Phase.PLAY else state.turn
        yield Line("table.note.early", {"roll": _written(table.early)}, thrower)
    if table.proposal is not None:
        yield Line("table.note.proposal", {}, table.proposal.seat)
    if table.found is not None:
        yield Line(
            f"table.note.setup.{rules.setup_fix}" if setup_is_open(table, state) else "table.note.setup.stays", {}
        )
    if match.game:
        yield from _about_board(state)


def _about_fault(fault: Fault, state: State) -> Iterator[Line]:
    verdict, rules = fault.verdict, state.rules
    yield Line(verdict.reason.code, verdict.reason.values, fault.seat)
    if verdict.kind == "forgotten":
        yield Line(f"table.note.forgotten.{rules.forgotten_die}", {}, 1 - fault.seat)
    else:
        yield Line(f"table.note.illegal.{rules.illegal}", {}, 1 - fault.seat)


def _about_board(state: State) -> Iterator[Line]:
    for seat in SEATS:
        missing = state.rules.checkers - sum(state.sides[seat])
        if missing:
            yield Line("table.note.missing", {"n": missing}, seat)
    if state.phase is Phase.ROLL and state.position.closed_out:
        yield Line(f"table.note.closed.{state.rules.closed_board}", {}, state.turn)


def log(history: "History") -> tuple[Line, ...]:
    """What happened at the table since the game began, or since the last one ended, the latest last."""
    lines: list[Line] = []
    for event in reversed(history.events):
        if isinstance(event.fact, GameStarted) and event.fact.number == history.match.game:
            break
        lines.extend(reversed(tuple(_lines(history, event))))
        if len(lines) >= MOST_LINES:
            break
    return tuple(reversed(lines[:MOST_LINES]))


def _lines(history: "History", event: Event) -> Iterator[Line]:
    """The lines of one event; none for what the play list tells."""
    teller = _TELLERS.get(type(event.fact))
    if teller is not None and event.version > 1:
        yield from teller(event, history.at(event.version - 1), history.at(event.version))


Teller = Callable[[Event, "Match", "Match"], Iterator[Line]]


def _simply(code: str, tell: Callable[[Any], dict[str, object]] | None = None) -> Teller:
    def teller(event: Event, before: "Match", after: "Match") -> Iterator[Line]:
        yield Line(code, tell(event.fact) if tell else {}, event.seat)

    return teller


def _cocked(event: Event, before: "Match", after: "Match") -> Iterator[Line]:
    yield Line(f"table.log.cocked.{event.fact.reason}", {}, event.seat)  # type: ignore[union-attr]


def _early(event: Event, before: "Match", after: "Match") -> Iterator[Line]:
    assert isinstance(event.fact, facts.EarlyRoll)
    code = f"table.log.early_roll.{after.rules.premature}"
    yield Line(code, {"roll": _written(event.fact.roll)}, event.fact.seat)


def _found(event: Event, before: "Match", after: "Match") -> Iterator[Line]:
    yield Line("table.log.found", {"play": found_text(before.state, event.fact)}, event.seat)
    fault = after.table and after.table.fault
    if fault:
        yield Line(fault.verdict.reason.code, fault.verdict.reason.values, fault.seat)


def found_text(before: State, fact: Any) -> str:
    """A turn that was no legal play, as text: how the checkers seem to have gone; `-` if none did."""
    turn = before.continuations
    return (format_play(moves_made(turn, fact.after)) if turn is not None else "") or "-"


def _by_referee(name: str) -> Teller:
    def teller(event: Event, before: "Match", after: "Match") -> Iterator[Line]:
        yield Line(f"table.log.{name}" if event.seat is not None else f"table.log.{name}.referee", {}, event.seat)

    return teller


def _mix_asked(event: Event, before: "Match", after: "Match") -> Iterator[Line]:
    by_right = after.table is not None and after.table.mixing
    yield Line("table.log.mix_asked.right" if by_right else "table.log.mix_asked", {}, event.seat)


def _die_chosen(event: Event, before: "Match", after: "Match") -> Iterator[Line]:
    assert isinstance(event.fact, facts.DieChosen)
    yield Line("table.log.die_chosen", {"die": event.fact.die}, event.fact.seat)
    if after.table is not None and after.table.mix is None:
        for seat in SEATS:
            yield Line("table.log.holds", {"dice": _listed(after.table.holds[seat])}, seat)


def _cube_voided(event: Event, before: "Match", after: "Match") -> Iterator[Line]:
    assert isinstance(event.fact, facts.CubeVoided)
    yield Line("table.log.cube_voided", {}, event.fact.seat)
    yield Line(why_void(before.state, event.fact.seat), {}, event.fact.seat)


def why_void(state: State, seat: Seat) -> str:
    """The code of the sentence that says why a double by this player counts for nothing."""
    if state.rules.cube and state.score.crawford:
        return "action.crawford"
    try:
        require(state, seat, Act.DOUBLE)
    except IllegalAction as refusal:
        return refusal.code
    return "action.no_double"


_TELLERS: Mapping[type, Teller] = {
    facts.Cocked: _cocked,
    facts.DieOnChecker: _simply("table.log.die_on_checker"),
    facts.EarlyRoll: _early,
    facts.Lifted: _simply("table.log.lifted"),
    facts.Demanded: _by_referee("demanded"),
    facts.Claimed: _by_referee("claimed"),
    facts.LetStand: _simply("table.log.let_stand"),
    facts.ForgottenPlayed: _simply("table.log.forgotten_played", lambda fact: {"play": format_play(fact.moves)}),
    facts.PutBack: _simply("table.log.put_back"),
    facts.MixAsked: _mix_asked,
    facts.MixAgreed: _simply("table.log.mix_agreed"),
    facts.MixRefused: _simply("table.log.mix_refused"),
    facts.DieChosen: _die_chosen,
    facts.SetupFound: _simply("table.log.setup_found"),
    facts.SetupMended: _simply("table.log.setup_mended"),
    facts.BoardProposed: _simply("table.log.board_proposed"),
    facts.BoardAgreed: _simply("table.log.board_agreed"),
    facts.BoardRefused: _simply("table.log.board_refused"),
    facts.CubeVoided: _cube_voided,
    facts.CubeCentred: _simply("table.log.cube_centred", lambda fact: {"value": fact.value}),
    Found: _found,
    Passed: _simply("table.log.passed"),
}


def _written(roll: Roll) -> str:
    return f"{roll.high}-{roll.low}"


def _listed(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))
