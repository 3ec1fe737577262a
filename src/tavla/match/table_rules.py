"""The referee at a table with real dice: what the players may do beside the game, and what follows from it.

People throw real dice, move real checkers and enter what happened. The referee notes what is wrong with a play; what
comes of it the players decide, by the options of the rule set. `Table` is what he remembers, `acts` is what may be
done now, and `step` folds a fact in. A fact of the game itself passes `admit` before and `follow` after.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tavla.errors import IllegalAction
from tavla.match import table_facts as facts
from tavla.match.table_facts import REASONS, Sides, TableFact
from tavla.match.verdict import Verdict, judge, numbers, play_to, shifted
from tavla.rules.dice import Roll
from tavla.rules.facts import Doubled, Fact, Found, Passed, Played, Rolled, Thrown
from tavla.rules.plays import Node, Play
from tavla.rules.position import Position
from tavla.rules.ruleset import RuleSet
from tavla.rules.stakes import Cube, Seat
from tavla.rules.state import Act, Actions, Phase, State, arranged, legal

if TYPE_CHECKING:
    from tavla.match.match import Match

SEATS: tuple[Seat, Seat] = (0, 1)
DICE = (1, 2, 3, 4)
CUBE_FACES = (2, 4, 8, 16, 32, 64)

Args = Mapping[str, Mapping[str, Any]]


class TableAct(NamedTuple):
    """Something that a seat may do now. `args` describes each argument: {"type", "choices", "count", "optional"}."""

    act: str
    seat: Seat
    args: Args = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Mix:
    """A mixing of the four dice: who asked, whether the dice are in the cup, and who took which so far."""

    asker: Seat
    agreed: bool = False
    taken: tuple[tuple[Seat, int], ...] = ()

    @property
    def chooser(self) -> Seat:
        """Whose choice it is: the opponent of the asker first, then in turn."""
        return self.asker if len(self.taken) % 2 else 1 - self.asker

    @property
    def left(self) -> tuple[int, ...]:
        """The dice that nobody has taken."""
        taken = {die for _, die in self.taken}
        return tuple(die for die in DICE if die not in taken)


@dataclass(frozen=True, slots=True)
class Fault:
    """A play with something wrong in it, and the game before it was made: what a claim goes back to."""

    seat: Seat
    verdict: Verdict
    before: State


@dataclass(frozen=True, slots=True)
class Proposal:
    """A board that a player proposes."""

    seat: Seat
    sides: Sides


@dataclass(frozen=True, slots=True)
class Table:
    """What the referee remembers.

    `holds` says which of the dice 1 to 4 each seat throws. `fault` is the last play while something is wrong with
    it and the window is open; `standing` are impossible acts whose window has closed. `completing` is the part that
    was played while the rest is demanded, `early` a roll thrown too early that stands. `found` is a wrong set-up: how
    the checkers stood when it was found, and how they should have. `turns` counts the turns ended in this game.
    """

    holds: tuple[tuple[int, ...], tuple[int, ...]] = ((1, 2), (3, 4))
    mix: Mix | None = None
    lifted: bool = False
    fault: Fault | None = None
    standing: tuple[Fault, ...] = ()
    completing: Play | None = None
    early: Roll | None = None
    proposal: Proposal | None = None
    found: tuple[Sides, Sides] | None = None
    turns: int = 0

    def new_game(self) -> "Table":
        """The table at the beginning of a game: everybody keeps his dice."""
        return Table(self.holds)

    @property
    def mixing(self) -> bool:
        """Whether the dice are being mixed: nothing else happens meanwhile."""
        return self.mix is not None and self.mix.agreed


def must_settle(fault: Fault | None, rules: RuleSet) -> bool:
    """Whether something has to be decided about the last play before the game goes on."""
    if fault is None:
        return False
    if fault.verdict.kind == "forgotten":
        return rules.illegal == "legal_moves" and rules.forgotten_die == "demand"
    return rules.illegal in ("legal_moves", "condone")


def setup_is_open(table: Table, state: State) -> bool:
    """Whether a wrong set-up may still be put right by either player, by `setup_fix`."""
    match state.rules.setup_fix:
        case "second_play":
            return table.turns < 2
        case "5rolls":
            return sum(state.rolls) < 5
    return True


def admit(table: Table, state: State, fact: Fact) -> None:
    """Raise `IllegalAction` if the referee does not let a fact of the game happen now."""
    if table.mixing:
        raise IllegalAction("table.error.mixing")
    if isinstance(fact, (Rolled, Doubled, Passed)) and must_settle(table.fault, state.rules):
        raise IllegalAction("table.error.settle_first")
    other_than_early = isinstance(fact, (Doubled, Passed)) or (isinstance(fact, Rolled) and fact.roll != table.early)
    if table.early is not None and other_than_early:
        raise IllegalAction("table.error.early_stands", roll=_written(table.early))
    if isinstance(fact, Found):
        _check_found(table, state, fact)
    if isinstance(fact, Played) and table.completing is not None:
        _check_completion(table.completing, state, fact)


def _check_found(table: Table, state: State, fact: Found) -> None:
    if table.completing is not None:
        raise IllegalAction("table.error.complete_only", dice=_listed(node_to_play(table, state).left))
    for before, after in zip(state.position, reversed(fact.after), strict=True):
        if sum(before) != sum(after):
            raise IllegalAction("table.error.count", before=sum(before), after=sum(after))


def _check_completion(made: Play, state: State, fact: Played) -> None:
    turn = state.continuations
    if turn is None:
        return
    node, _ = turn.node_after((move.source, move.die) for move in fact.moves)
    play_to(turn, Position(node.theirs, node.mine), made)


def node_to_play(table: Table | None, state: State, steps: Iterable[tuple[int, int]] = ()) -> Node:
    """Where the play at hand stands after some steps (source, die) of it.

    It begins after the part that was made, if a completion is demanded. Raises `IllegalAction` if no play is at hand.
    """
    turn = state.continuations
    if turn is None:
        raise IllegalAction("action.no_play")
    made = (table.completing or ()) if table is not None else ()
    return turn.node_after(chain(((move.source, move.die) for move in made), steps))[0]


def sides_to_play(match: "Match") -> Sides:
    """The checkers as they stand, by seat: after the part that was made, while the rest of a play is demanded."""
    table, state = match.table, match.state
    if table is None or table.completing is None or state.phase is not Phase.PLAY:
        return state.sides
    node = node_to_play(table, state)
    return (node.mine, node.theirs) if state.turn == 0 else (node.theirs, node.mine)


def follow(table: Table, before: State, state: State, fact: Fact) -> Table:
    """The table after a fact of the game; questions that were open lapse."""
    table = replace(table, proposal=None, mix=None)
    if isinstance(fact, (Played, Found)):
        return _turn_ended(table, before, state, fact)
    if isinstance(fact, (Thrown, Rolled, Doubled, Passed)):
        table = replace(_window_closed(table), early=table.early if isinstance(fact, Doubled) else None)
    return replace(table, turns=table.turns + isinstance(fact, Passed))


def _turn_ended(table: Table, before: State, state: State, fact: Played | Found) -> Table:
    verdict = None
    if isinstance(fact, Found) and before.continuations is not None:
        verdict = judge(before.continuations, fact.after)
    early_counts = table.early is not None and legal(state).allows(state.turn, Act.ROLL)
    return replace(
        table,
        turns=table.turns + 1,
        lifted=False,
        completing=None,
        early=table.early if early_counts else None,
        fault=None if verdict is None else Fault(before.turn, verdict, before),
    )


def _window_closed(table: Table) -> Table:
    fault = table.fault
    stays = fault is not None and fault.verdict.kind == "impossible"
    return replace(table, fault=None, standing=(*table.standing, fault) if stays and fault else table.standing)


def allowed(match: "Match") -> Actions:
    """What the rules of the game allow at this table: dice are entered, not asked for, and disputes come first."""
    actions, table = legal(match.state), match.table
    if table is None:
        return actions
    held: set[Act] = {Act.THROW, Act.ROLL}
    if table.mixing:
        held.update(Act)
    if table.early is not None or must_settle(table.fault, match.rules):
        held |= {Act.DOUBLE, Act.PASS}
    first, second = (tuple(act for act in acts if act not in held) for acts in actions.by_seat)
    return replace(actions, by_seat=(first, second))


def acts(match: "Match") -> tuple[TableAct, ...]:
    """Everything that each seat may do at a table with real dice, beside the acts of the game."""
    table = match.table
    if table is None or match.closed is not None:
        return ()
    return tuple(_acts(match, table))


def _acts(match: "Match", table: Table) -> Iterator[TableAct]:
    state = match.state
    if table.mix is not None and table.mix.agreed:
        yield TableAct("choose_die", table.mix.chooser, {"die": _choices(*table.mix.left)})
        return
    if state.resignation is not None or match.takeback is not None:
        return
    if match.game:
        yield from _claims(table, state)
        yield from _throws(table, state)
        yield from _plays(table, state)
    yield from _mixing(match, table)
    if match.game:
        yield from _boards(table, state)
        yield from _cubes(state)


def _choices(*values: int | str) -> dict[str, Any]:
    return {"type": "choice", "choices": list(values)}


def _both(act: str, args: Args | None = None) -> Iterator[TableAct]:
    for seat in SEATS:
        yield TableAct(act, seat, args or {})


def _throws(table: Table, state: State) -> Iterator[TableAct]:
    """Entering dice; throwing again; and dice that fell too early."""
    on_checker = state.rules.cocked == "on_checker_ok"
    args: dict[str, Any] = {"dice": {"type": "dice", "count": 2}}
    if table.early is not None:
        args["dice"]["default"] = list(table.early)
    if on_checker:
        args["on_checker"] = _choices("no", "yes") | {"default": "no", "optional": True}
    reasons = {"reason": _choices(*(reason for reason in REASONS if not (on_checker and reason == "on_checker")))}
    if state.phase is Phase.OPENING:
        yield from _both("enter_roll", args)
        yield from _both("cocked", reasons)
    elif state.phase is Phase.ROLL and _may_roll(table, state):
        yield TableAct("enter_roll", state.turn, args)
        if table.early is None:
            yield TableAct("cocked", state.turn, reasons)
    elif state.phase is Phase.PLAY and not table.lifted and table.completing is None and table.early is None:
        yield TableAct("early_roll", 1 - state.turn, {"dice": {"type": "dice", "count": 2}})


def _may_roll(table: Table, state: State) -> bool:
    return not must_settle(table.fault, state.rules) and legal(state).allows(state.turn, Act.ROLL)


def _plays(table: Table, state: State) -> Iterator[TableAct]:
    """Entering a play as it was really made."""
    if state.phase is not Phase.PLAY:
        return
    yield TableAct("enter_play", state.turn, {"moves": {"type": "moves"}})
    if table.completing is None:
        yield TableAct("enter_board", state.turn, {"points": {"type": "points"}})
        if not table.lifted:
            yield TableAct("lift", state.turn)


def _claims(table: Table, state: State) -> Iterator[TableAct]:
    """What may be done about the last play while its window is open, and about what can be put right later."""
    fault = table.fault
    if fault is not None and state.phase in (Phase.ROLL, Phase.OVER):
        for act in _rights(fault, state):
            both = must_settle(fault, state.rules) and state.rules.illegal == "legal_moves"
            args = {"moves": {"type": "moves", "dice": list(fault.verdict.dice)}} if act == "play_forgotten" else {}
            yield from _both(act, args) if both else [TableAct(act, 1 - fault.seat, args)]
    if state.phase in (Phase.ROLL, Phase.PLAY) and table.completing is None and _put_back(table, state) is not None:
        yield from _both("put_back")


def _rights(fault: Fault, state: State) -> tuple[str, ...]:
    rules = state.rules
    if fault.verdict.kind != "forgotten":
        return ("claim", "let_stand") if rules.illegal == "condone" else ("claim",)
    match rules.forgotten_die:
        case "demand":
            return ("demand",) if rules.illegal == "legal_moves" else ("demand", "let_stand")
        case "opponent":
            playable = state.phase is Phase.ROLL and numbers(state.position, fault.verdict.dice, rules).dice_used
            return ("play_forgotten", "let_stand") if playable else ()
    return ()


def _put_back(table: Table, state: State) -> tuple[Fault, Position] | None:
    """The latest impossible act that can still be put right, and the board after it, seen by the player on roll."""
    for fault in reversed(table.standing):
        mine = fault.seat == state.turn
        board = shifted(state.position if mine else state.position.flip(), fault.verdict.back)
        if board is not None:
            return fault, board if mine else board.flip()
    return None


def _mixing(match: "Match", table: Table) -> Iterator[TableAct]:
    rules = match.rules
    if rules.mix == "off" or match.is_over:
        return
    if table.mix is not None:
        yield TableAct("agree_mix", 1 - table.mix.asker)
        yield TableAct("refuse_mix", 1 - table.mix.asker)
    elif match.game == 0 or match.state.phase in (Phase.OPENING, Phase.ROLL, Phase.OVER) or table.lifted:
        yield from _both("ask_mix")


def mixes_by_right(match: "Match") -> bool:
    """Whether a player who asks needs no consent: before a game, or at any time where that was agreed."""
    state = match.state
    before_game = match.between_games or (state.phase is Phase.OPENING and state.throw is None)
    unrolled = state.phase is Phase.ROLL and state.throw is None and state.rolls == (0, 0)
    return match.rules.mix == "anytime" or before_game or unrolled


def _boards(table: Table, state: State) -> Iterator[TableAct]:
    """A wrong set-up, found and put right; and any board that both agree to."""
    if table.proposal is not None:
        yield TableAct("agree_board", 1 - table.proposal.seat)
        yield TableAct("refuse_board", 1 - table.proposal.seat)
        return
    points: Args = {"points": {"type": "points"}}
    if state.phase in (Phase.OPENING, Phase.ROLL) and setup_is_open(table, state):
        if table.found is None:
            yield from _both("found_setup", points)
        elif _mended(table, state) is not None:
            yield from _both("mend_setup")
    if state.phase is Phase.ROLL and table.fault is None:
        yield from _both("propose_board", points)


def _mended(table: Table, state: State) -> Sides | None:
    """The checkers with a wrong set-up put right; None where those that stood wrong have gone on meanwhile."""
    if table.found is None:
        return None
    sides = [
        tuple(now + right - wrong for now, wrong, right in zip(*places, strict=True))
        for places in zip(state.sides, *table.found, strict=True)
    ]
    shared = any(sides[0][point] and sides[1][25 - point] for point in range(1, 25))
    return None if shared or min(map(min, sides)) < 0 else (sides[0], sides[1])


def _cubes(state: State) -> Iterator[TableAct]:
    """Cube acts that count for nothing: an illegal double, and a cube that was left turned."""
    if not state.rules.cube or state.phase is Phase.CUBE:
        return
    illegal = [seat for seat in SEATS if not legal(state).allows(seat, Act.DOUBLE)]
    if illegal:
        yield from _both("void_cube", {"by": {"type": "seat", "choices": illegal}})
    if state.cube == Cube() and state.phase is not Phase.OVER:
        yield from _both("centre_cube", {"value": _choices(*CUBE_FACES)})


def step(match: "Match", fact: TableFact) -> tuple[Table, State]:
    """The table and the game after an act; raises `IllegalAction` if it may not be done now."""
    table = match.table
    if table is None:
        raise IllegalAction("table.error.not_here")
    act = _STEPS[type(fact)]
    _require(match, act.name, fact.seat)
    return act.step(match, table, fact)


def _require(match: "Match", act: str, seat: Seat | None) -> TableAct:
    """The act as it is offered now. The referee himself (seat None) may do what both seats may."""
    offered = [one for one in acts(match) if one.act == act]
    by_seat = [one for one in offered if one.seat == seat]
    found = by_seat or (offered if seat is None and len(offered) == len(SEATS) else [])
    if not found:
        raise IllegalAction("table.error.not_now")
    return found[0]


def _same(match: "Match", table: Table, fact: Any) -> tuple[Table, State]:
    return table, match.state


def _cocked(match: "Match", table: Table, fact: facts.Cocked) -> tuple[Table, State]:
    if fact.reason == "on_checker" and match.rules.cocked == "on_checker_ok":
        raise IllegalAction("table.error.on_checker_counts")
    return table, match.state


def _die_on_checker(match: "Match", table: Table, fact: facts.DieOnChecker) -> tuple[Table, State]:
    if match.rules.cocked != "on_checker_ok":
        raise IllegalAction("table.error.on_checker")
    return table, match.state


def _early_roll(match: "Match", table: Table, fact: facts.EarlyRoll) -> tuple[Table, State]:
    return replace(table, early=fact.roll if match.rules.premature == "stands" else None), match.state


def _lifted(match: "Match", table: Table, fact: facts.Lifted) -> tuple[Table, State]:
    return replace(table, lifted=True), match.state


def _fault(table: Table) -> Fault:
    if table.fault is None:
        raise IllegalAction("table.error.no_fault")
    return table.fault


def _demanded(match: "Match", table: Table, fact: facts.Demanded) -> tuple[Table, State]:
    fault = _fault(table)
    again = replace(table, fault=None, completing=fault.verdict.made, turns=table.turns - 1)
    return again, fault.before


def _claimed(match: "Match", table: Table, fact: facts.Claimed) -> tuple[Table, State]:
    return replace(table, fault=None, turns=table.turns - 1), _fault(table).before


def _let_stand(match: "Match", table: Table, fact: facts.LetStand) -> tuple[Table, State]:
    _fault(table)
    return replace(table, fault=None), match.state


def _forgotten_played(match: "Match", table: Table, fact: facts.ForgottenPlayed) -> tuple[Table, State]:
    state = match.state
    turn = numbers(state.position, _fault(table).verdict.dice, state.rules)
    node, moves = turn.node_after((move.source, move.die) for move in fact.moves)
    if not moves:
        raise IllegalAction("table.error.no_moves")
    return replace(table, fault=None), arranged(state, Position(node.mine, node.theirs))


def _putting_back(match: "Match", table: Table, fact: facts.PutBack) -> tuple[Table, State]:
    found = _put_back(table, match.state)
    if found is None:
        raise IllegalAction("table.error.not_now")
    fault, board = found
    left = tuple(one for one in table.standing if one is not fault)
    return replace(table, standing=left), arranged(match.state, board)


def _mix_asked(match: "Match", table: Table, fact: facts.MixAsked) -> tuple[Table, State]:
    return replace(table, mix=Mix(fact.seat, agreed=mixes_by_right(match))), match.state


def _mix_agreed(match: "Match", table: Table, fact: facts.MixAgreed) -> tuple[Table, State]:
    return replace(table, mix=Mix(1 - fact.seat, agreed=True)), match.state


def _mix_refused(match: "Match", table: Table, fact: facts.MixRefused) -> tuple[Table, State]:
    return replace(table, mix=None), match.state


def _die_chosen(match: "Match", table: Table, fact: facts.DieChosen) -> tuple[Table, State]:
    mix = table.mix
    if mix is None or fact.die not in mix.left:
        raise IllegalAction("table.error.die_taken", die=fact.die)
    mix = replace(mix, taken=(*mix.taken, (fact.seat, fact.die)))
    if len(mix.left) > 1:
        return replace(table, mix=mix), match.state
    taken = (*mix.taken, (mix.asker, mix.left[0]))
    first, second = (tuple(sorted(die for seat, die in taken if seat == one)) for one in SEATS)
    return replace(table, mix=None, holds=(first, second)), match.state


def _check_board(state: State, sides: Sides) -> None:
    """A board that players may put up: nobody has too many checkers, and both have some to play with."""
    seen_by_first = Position(*sides).checked()
    for side in seen_by_first:
        if sum(side) > state.rules.checkers:
            raise IllegalAction("position.too_many", count=sum(side), checkers=state.rules.checkers)
        if not any(side[1:]):
            raise IllegalAction("table.error.no_checkers")


def _with_sides(state: State, sides: Sides) -> State:
    position = Position(*sides)
    return arranged(state, position if state.turn == 0 else position.flip())


def _setup_found(match: "Match", table: Table, fact: facts.SetupFound) -> tuple[Table, State]:
    state = match.state
    _check_board(state, fact.sides)
    if fact.sides == state.sides:
        raise IllegalAction("table.error.same_board")
    return replace(table, found=(fact.sides, state.sides)), _with_sides(state, fact.sides)


def _setup_mended(match: "Match", table: Table, fact: facts.SetupMended) -> tuple[Table, State]:
    sides = _mended(table, match.state)
    if sides is None:
        raise IllegalAction("table.error.not_now")
    return replace(table, found=None), _with_sides(match.state, sides)


def _board_proposed(match: "Match", table: Table, fact: facts.BoardProposed) -> tuple[Table, State]:
    _check_board(match.state, fact.sides)
    if fact.sides == match.state.sides:
        raise IllegalAction("table.error.same_board")
    return replace(table, proposal=Proposal(fact.seat, fact.sides)), match.state


def _board_agreed(match: "Match", table: Table, fact: facts.BoardAgreed) -> tuple[Table, State]:
    if table.proposal is None:
        raise IllegalAction("table.error.not_now")
    return replace(table, proposal=None, found=None), _with_sides(match.state, table.proposal.sides)


def _board_refused(match: "Match", table: Table, fact: facts.BoardRefused) -> tuple[Table, State]:
    return replace(table, proposal=None), match.state


def _cube_voided(match: "Match", table: Table, fact: facts.CubeVoided) -> tuple[Table, State]:
    if legal(match.state).allows(fact.seat, Act.DOUBLE):
        raise IllegalAction("table.error.double_is_legal")
    return table, match.state


class _Step(NamedTuple):
    name: str
    step: Callable[["Match", Table, Any], tuple[Table, State]]


_STEPS: Mapping[type, _Step] = {
    facts.Cocked: _Step("cocked", _cocked),
    facts.DieOnChecker: _Step("enter_roll", _die_on_checker),
    facts.EarlyRoll: _Step("early_roll", _early_roll),
    facts.Lifted: _Step("lift", _lifted),
    facts.Demanded: _Step("demand", _demanded),
    facts.Claimed: _Step("claim", _claimed),
    facts.LetStand: _Step("let_stand", _let_stand),
    facts.ForgottenPlayed: _Step("play_forgotten", _forgotten_played),
    facts.PutBack: _Step("put_back", _putting_back),
    facts.MixAsked: _Step("ask_mix", _mix_asked),
    facts.MixAgreed: _Step("agree_mix", _mix_agreed),
    facts.MixRefused: _Step("refuse_mix", _mix_refused),
    facts.DieChosen: _Step("choose_die", _die_chosen),
    facts.SetupFound: _Step("found_setup", _setup_found),
    facts.SetupMended: _Step("mend_setup", _setup_mended),
    facts.BoardProposed: _Step("propose_board", _board_proposed),
    facts.BoardAgreed: _Step("agree_board", _board_agreed),
    facts.BoardRefused: _Step("refuse_board", _board_refused),
    facts.CubeVoided: _Step("void_cube", _cube_voided),
    facts.CubeCentred: _Step("centre_cube", _same),
}


def _written(roll: Roll) -> str:
    return f"{roll.high}-{roll.low}"


def _listed(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))
