"""A table with real dice as it is shown: what may be entered, what the referee remembers, and what he has said."""

from collections.abc import Iterable, Mapping
from typing import Any

from tavla.match.match import History, Match
from tavla.match.table_log import Line, log, notes
from tavla.match.table_rules import Fault, Mix, Table, TableAct, acts, must_settle, setup_is_open
from tavla.rules.ruleset import RuleSet

Json = Any


def referee(match: Match, history: History | None) -> Json:
    """The acts that may be entered, the state and the log; None where dice are thrown by the server.

    The log is read from the history, which is left out for looking back.
    """
    table = match.table
    if table is None:
        return None
    return {
        "acts": [_act(act) for act in acts(match)],
        "state": _state(match, table),
        "log": _lines(log(history)) if history is not None else [],
    }


def plain(values: Mapping[str, object]) -> dict[str, Json]:
    """Values of a sentence as JSON can hold them, whatever came from outside."""
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: object) -> Json:
    if value is None or isinstance(value, (bool, float)):
        return value
    return int(value) if isinstance(value, int) else str(value).encode(errors="backslashreplace").decode()


def _act(act: TableAct) -> Json:
    args = {name: dict(described) for name, described in act.args.items()}
    return {"act": act.act, "seat": act.seat, "args": args or None}


def _line(line: Line) -> Json:
    return {"code": line.code, "values": plain(line.values), "seat": line.seat}


def _lines(lines: Iterable[Line]) -> list[Json]:
    return [_line(line) for line in lines]


def _state(match: Match, table: Table) -> Json:
    state, rules = match.state, match.rules
    proposal = table.proposal
    made = table.completing
    return {
        "holds": None if rules.dice == "shared" else [list(dice) for dice in table.holds],
        "mix": _mix(table.mix),
        "lifted": table.lifted,
        "fault": _fault(table.fault, rules),
        "standing": len(table.standing),
        "completing": None if made is None else [[*move[:3], int(move.hit)] for move in made],
        "early": table.early and list(table.early),
        "proposal": proposal and {"by": proposal.seat, "points": [list(side) for side in proposal.sides]},
        "setup": None if table.found is None else {"open": setup_is_open(table, state)},
        "missing": [rules.checkers - sum(side) for side in state.sides],
        "notes": _lines(notes(match)),
    }


def _mix(mix: Mix | None) -> Json:
    if mix is None:
        return None
    taken = [list(each) for each in mix.taken]
    return {"by": mix.asker, "agreed": mix.agreed, "chooser": mix.chooser, "left": list(mix.left), "taken": taken}


def _fault(fault: Fault | None, rules: RuleSet) -> Json:
    if fault is None:
        return None
    verdict = fault.verdict
    return {
        "by": fault.seat,
        "kind": verdict.kind,
        "code": verdict.reason.code,
        "values": plain(verdict.reason.values),
        "dice": list(verdict.dice),
        "must_settle": must_settle(fault, rules),
    }
