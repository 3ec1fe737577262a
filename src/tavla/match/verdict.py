"""What is wrong with a play as it was really made: judged from the board before and the board after.

A play may leave a number out that could be played (forgotten), break a rule of movement (illegal), or do what no
rule ever allows (impossible: a checker moved backwards, another's checker moved, one taken off too early).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any, NamedTuple

from tavla.errors import IllegalAction, InvalidInput
from tavla.rules.dice import Roll
from tavla.rules.plays import Continuations, Move, Node, Play, Reason
from tavla.rules.position import BAR, HOME, OFF, Position, Side
from tavla.rules.ruleset import RuleSet

MAX_STEPS = 8
"""More checkers than this nobody moves in one turn, by any mistake."""

MOST_MATCHED = 5
"""So many checkers are matched in every way to find how they went; the ways grow as the factorial."""

Step = tuple[int, int]
"""A checker moved from one point to another, as it was really done."""


class Shift(NamedTuple):
    """One checker put somewhere else; `mine` if it belongs to the player whose play is judged."""

    mine: bool
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a play: `kind` forgotten, illegal or impossible, and the sentence that says it.

    `dice` are the forgotten numbers and `made` the moves that were played of a legal play; `back` puts the
    impossible part right.
    """

    kind: str
    reason: Reason
    dice: tuple[int, ...] = ()
    made: Play = ()
    back: tuple[Shift, ...] = ()


def judge(turn: Continuations, after: Position) -> Verdict | None:
    """What is wrong with a turn that ended on `after` (seen by the opponent); None for a legal play."""
    if is_legal(turn, after):
        return None
    board = after.flip()
    return _impossible(turn, board) or _forgotten(turn, board) or Verdict("illegal", _why(turn, board))


def is_legal(turn: Continuations, after: Position) -> bool:
    """Whether the board after the turn is one that a legal play leads to."""
    return after in turn.plays() if turn.dice_used else after == turn.position.flip()


def play_to(turn: Continuations, after: Position, made: Play = ()) -> Play:
    """A legal play to a board, beginning with the moves that were already made.

    Raises `IllegalAction` when there is none.
    """
    start, _ = turn.node_after((move.source, move.die) for move in made)
    ways: list[tuple[Node, Play]] = [(start, made)]
    seen = {start}
    for node, play in ways:
        if not turn.edges[node] and Position(node.theirs, node.mine) == after:
            return play
        for move, child in turn.edges[node].items():
            if child not in seen:
                seen.add(child)
                ways.append((child, (*play, move)))
    raise IllegalAction("table.error.complete_only", dice=", ".join(map(str, start.left)))


def board_after(position: Position, steps: Iterable[Step]) -> Position:
    """The board after checkers were moved freely, whatever the rules say, seen by the opponent.

    A single enemy checker on a target is hit. Raises `InvalidInput` for what no hand can do.
    """
    mine, theirs = list(position.mine), list(position.theirs)
    for count, (source, target) in enumerate(steps, start=1):
        if count > MAX_STEPS or not OFF <= source <= BAR or not OFF <= target <= BAR or source == target:
            raise InvalidInput("table.error.step", source=source, target=target)
        if not mine[source]:
            raise InvalidInput("play.no_checker", point=source)
        enemies = theirs[BAR - target] if OFF < target < BAR else 0
        if enemies > 1:
            raise InvalidInput("table.error.shared_point", point=target)
        mine[source] -= 1
        mine[target] += 1
        theirs[BAR - target] -= enemies
        theirs[BAR] += enemies
    return Position(tuple(theirs), tuple(mine)).checked()


def moves_made(turn: Continuations, after: Position) -> Play:
    """How the checkers of a turn that ended on `after` went, as well as a board can tell, legal or not.

    For showing only: the dice of these moves are 0.
    """
    board = after.flip()
    hits = {BAR - point for point in range(1, BAR) if turn.position.theirs[point] == 1 and not board.theirs[point]}
    steps = _as_moved(turn, board)
    return tuple(Move(source, target, 0, target in hits) for source, target in steps)


def numbers(position: Position, dice: tuple[int, ...], rules: RuleSet) -> Continuations:
    """The ways to play numbers that the other player forgot, for a player who has not rolled yet."""
    return Continuations(position, Roll.of(dice[0], dice[-1]), rules, dice)


def shifted(position: Position, shifts: Iterable[Shift]) -> Position | None:
    """The board with some checkers put elsewhere; None if they are not there any more or find no room."""
    sides = {True: list(position.mine), False: list(position.theirs)}
    for mine, source, target in shifts:
        own, other = sides[mine], sides[not mine]
        if not own[source] or (OFF < target < BAR and other[BAR - target]):
            return None
        own[source] -= 1
        own[target] += 1
    return Position(tuple(sides[True]), tuple(sides[False]))


def _moved(before: Side, after: Side) -> list[Step]:
    """How one side's checkers went, matched so that as few as possible seem to go backwards."""
    left = [point for point in range(BAR, -1, -1) for _ in range(before[point] - after[point])]
    found = [point for point in range(BAR, -1, -1) for _ in range(after[point] - before[point])]
    return list(zip(left, found, strict=False))


def _as_moved(turn: Continuations, board: Position) -> list[Step]:
    """How the mover's checkers went, as well as a board can tell: few backwards, then such as the roll explains."""
    steps = _moved(turn.position.mine, board.mine)
    if len(steps) > MOST_MATCHED:
        return steps
    dice = turn.root.left
    distances = {sum(some) for count in range(1, len(dice) + 1) for some in combinations(dice, count)}

    def doubts(ways: list[Step]) -> tuple[int, int]:
        backwards = sum(target > source for source, target in ways)
        return backwards, sum(abs(source - target) not in distances for source, target in ways)

    sources, targets = [source for source, _ in steps], [target for _, target in steps]
    return min(([*zip(sources, order, strict=True)] for order in permutations(targets)), key=doubts)


def _impossible(turn: Continuations, board: Position) -> Verdict | None:
    enemy = tuple(_touched(turn.position, board))
    if enemy:
        back = tuple(Shift(False, target, source) for source, target in enemy)
        return Verdict("impossible", Reason("table.note.enemy_moved", {}), back=back)
    steps = _as_moved(turn, board)
    backwards = [(source, target) for source, target in steps if target > source]
    if backwards:
        source, target = backwards[0]
        reason = Reason("table.note.backwards", {"source": source, "target": target})
        return Verdict("impossible", reason, back=_reversed(backwards))
    early = [(source, target) for source, target in steps if target == OFF]
    outside = sum(board.mine[HOME + 1 :])
    if early and outside:
        return Verdict("impossible", Reason("table.note.too_early", {"n": outside}), back=_reversed(early))
    return None


def _reversed(steps: list[Step]) -> tuple[Shift, ...]:
    return tuple(Shift(True, target, source) for source, target in steps)


def _touched(before: Position, after: Position) -> Iterator[Step]:
    """The enemy's checkers that went anywhere but from a blot to the bar."""
    for source, target in _moved(before.theirs, after.theirs):
        hit = target == BAR and before.theirs[source] == 1
        if not hit:
            yield source, target


def _forgotten(turn: Continuations, board: Position) -> Verdict | None:
    """Whether the board is a legal play broken off in the middle."""
    for node, made in _ways(turn):
        if (node.mine, node.theirs) == tuple(board):
            playable = turn.dice_used - len(made)
            dice = tuple(move.die for move in turn.edges[node])[:1] if playable == 1 else node.left[:playable]
            return Verdict("forgotten", _forgot(dice), dice=dice, made=made)
    return None


def _forgot(dice: tuple[int, ...]) -> Reason:
    return Reason("table.note.forgotten", {"dice": ", ".join(map(str, dice))})


def _ways(turn: Continuations) -> Iterator[tuple[Node, tuple[Move, ...]]]:
    """Every point at which a legal play can be broken off, with the moves made until then."""
    first: dict[Node, Play] = {turn.root: ()}
    waiting = [turn.root]
    for node in waiting:
        moves = turn.edges[node]
        if moves:
            yield node, first[node]
        for move, child in moves.items():
            if child not in first:
                first[child] = (*first[node], move)
                waiting.append(child)


_RESTRICTIONS: dict[str, dict[str, Any]] = {
    "table.note.hit_and_run": {"hit_and_run_home": "allowed"},
    "table.note.frozen": {"bearoff_freeze": False},
    "table.note.big_first": {"bearoff_big_first": False},
    "table.note.stack_limit": {"stack_limit": None},
}
"""Rules without which a play would have been legal, by the sentence that names them."""


def _why(turn: Continuations, board: Position) -> Reason:
    """The rule that an illegal play breaks, as far as one can be named."""
    after = board.flip()
    for code, without in _RESTRICTIONS.items():
        relaxed = Continuations(turn.position, turn.roll, replace(turn.rules, **without))
        if relaxed.rules != turn.rules and is_legal(relaxed, after):
            return Reason(code, {})
    loose = Continuations(turn.position, turn.roll, replace(turn.rules, compulsion="loose"))
    if any((node.mine, node.theirs) == tuple(board) for node in loose.edges):
        return _compelled(turn)
    return _about_the_steps(loose, _as_moved(turn, board))


def _compelled(turn: Continuations) -> Reason:
    """Each number was played rightly, but another way would have used more of the roll, or the larger number."""
    if turn.dice_used == 1 and not turn.roll.is_double:
        return Reason("table.note.larger_die", {"die": turn.roll.high})
    return Reason("table.note.all_dice", {"n": turn.dice_used})


def _about_the_steps(loose: Continuations, steps: list[Step]) -> Reason:
    """The first checker that could not go where it went with this roll; else that they do not go together."""
    if loose.position.mine[BAR] and not any(source == BAR for source, _ in steps):
        return Reason("table.note.bar_first", {"n": loose.position.mine[BAR]})
    reached = _reached(loose)
    for source, target in steps:
        if (source, target) not in reached:
            reason = loose.why_not(loose.root, source, target)
            if reason.code != "play.all_dice":
                return reason._replace(code=reason.code.replace("play.", "table.note."))
    return Reason("table.note.not_with_roll", {"roll": f"{loose.roll.high}-{loose.roll.low}"})


def _reached(loose: Continuations) -> set[Step]:
    """Every way that one checker can go, with one number or several."""
    return {step for node in loose.edges for step in _moved(loose.position.mine, node.mine)}
