"""Which plays a roll allows: the heart of the rules, written to be read.

A play is built move by move. `Node` is a turn in progress: the board, the dice still to be used, and the
checkers that may not go on this turn. From a node every die that is left leads to further nodes; nodes are
met in layers, layer n holding all that n dice can reach. The compulsion to use as many dice as possible then
needs no search of its own: the legal plays end in the last layer that is not empty.

The kernel has a fast twin of this for the standard rules; a property test holds them equal.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tavla.errors import IllegalAction
from tavla.rules.dice import Roll
from tavla.rules.position import BAR, HOME, OFF, Position, Side
from tavla.rules.ruleset import STANDARD, RuleSet


class Move(NamedTuple):
    """One checker moved by one die, in the mover's numbering (25 the bar, 0 off)."""

    source: int
    target: int
    die: int
    hit: bool


Play = tuple[Move, ...]
"""All the moves of one turn, in an order in which they can be made."""


class Reason(NamedTuple):
    """Why something is not allowed: a key of the catalogues and the values of its sentence."""

    code: str
    values: dict[str, object]

    def error(self) -> IllegalAction:
        """The reason as an error to raise."""
        return IllegalAction(self.code, **self.values)


class Node(NamedTuple):
    """A turn in progress: both sides, the dice left (larger first), and the points of locked checkers."""

    mine: Side
    theirs: Side
    left: tuple[int, ...]
    locked: tuple[int, ...] = ()


def legal_plays(position: Position, roll: Roll, rules: RuleSet = STANDARD) -> dict[Position, Play]:
    """Every distinct result of a roll, seen by the opponent, each with one play that leads to it.

    Empty when nothing can be played. The order is deterministic.

    >>> start = Position.start()
    >>> len(legal_plays(start, Roll.of(3, 1)))
    16
    """
    return Continuations(position, roll, rules).plays()


class Continuations:
    """All legal ways through one turn, as a graph of nodes.

    `edges[node]` holds the moves by which a legal play may go on from `node`; a node without moves ends it.
    """

    def __init__(
        self, position: Position, roll: Roll, rules: RuleSet = STANDARD, dice: tuple[int, ...] | None = None
    ) -> None:
        """`dice` are the numbers to be played, the larger first, where they are not those that the roll gives."""
        self.position = position
        self.roll = roll
        self.rules = rules
        self.root = Node(position.mine, position.theirs, roll.dice if dice is None else dice)
        self._layers = _layers(self.root, rules)

    @property
    def dice_used(self) -> int:
        """How many dice must be used: 0 to 2, or 0 to 4 for a double."""
        return len(self._layers) - 1

    def plays(self) -> dict[Position, Play]:
        """The distinct results, seen by the opponent, each with the first play found."""
        if not self.dice_used:
            return {}
        first: dict[Node, Play] = {self.root: ()}
        ends: dict[Position, Play] = {}
        for layer in self._layers:
            for node, moves in layer.items():
                play = first[node]
                if not moves and play:
                    ends.setdefault(Position(node.theirs, node.mine), play)
                for move, child in moves.items():
                    if child not in first:
                        first[child] = (*play, move)
        return ends

    @cached_property
    def edges(self) -> dict[Node, dict[Move, Node]]:
        """The graph itself: from each node that a legal play can pass, its moves."""
        return {node: moves for layer in self._layers for node, moves in layer.items()}

    def node_after(self, steps: Iterator[tuple[int, int]]) -> tuple[Node, Play]:
        """The node reached by (source, die) steps; raises `IllegalAction` with the reason of the first bad one."""
        node: Node = self.root
        play: Play = ()
        for source, die in steps:
            move = next((move for move in self.edges[node] if (move.source, move.die) == (source, die)), None)
            if move is None:
                raise self.why_not(node, source, max(source - die, OFF), die).error()
            node, play = self.edges[node][move], (*play, move)
        return node, play

    def why_not(self, node: Node, source: int, target: int, die: int | None = None) -> Reason:
        """Why the checker on `source` may not go to `target` now; for a move that is legal, the last resort."""
        return _Refusal(self, node, source, target, die).reason()


def _layers(root: Node, rules: RuleSet) -> list[dict[Node, dict[Move, Node]]]:
    """The nodes that 0, 1, 2... dice reach, each with its legal moves."""
    layers: list[dict[Node, dict[Move, Node]]] = []
    frontier: dict[Node, None] = {root: None}
    while frontier:
        layer = {node: dict(_moves(node, rules)) for node in frontier}
        layers.append(layer)
        frontier = {child: None for moves in layer.values() for child in moves.values()}
    if rules.compulsion == "full":
        _compel(layers)
    return layers


def _compel(layers: list[dict[Node, dict[Move, Node]]]) -> None:
    """As many dice as possible, and if only one of two can be used, the larger where it can."""
    root_moves = next(iter(layers[0].values()))
    if len(layers) == 2:
        largest = max(move.die for move in root_moves)
        for move in [move for move in root_moves if move.die < largest]:
            del root_moves[move]
        layers[1] = {child: {} for child in root_moves.values()}
    for depth in range(len(layers) - 2, 0, -1):
        layers[depth] = {node: moves for node, moves in layers[depth].items() if moves}
        alive = layers[depth]
        for moves in layers[depth - 1].values():
            for move in [move for move, child in moves.items() if child not in alive]:
                del moves[move]


def _moves(node: Node, rules: RuleSet) -> Iterator[tuple[Move, Node]]:
    """Each single move that the board allows with a die that is left, and the node it leads to."""
    mine, theirs, left, locked = node
    plain = not rules.restricts_moves
    for die in _dice_in_turn(node, rules):
        remaining = _without(left, die)
        for source in _sources(mine, die):
            target = source - die if source > die else OFF
            enemies = theirs[BAR - target] if target else 0
            if enemies >= 2 or not (plain or _allowed(node, source, target, rules)):
                continue
            hit = enemies == 1
            moved = list(mine)
            moved[source] -= 1
            moved[target] += 1
            yield (
                Move(source, target, die, hit),
                Node(
                    tuple(moved),
                    _with_hit(theirs, target) if hit else theirs,
                    remaining,
                    locked if plain else _locked_after(node, target, hit, rules),
                ),
            )


def _sources(mine: Side, die: int) -> list[int]:
    """Where a checker may start with a die, high points first, leaving aside what stands on its target."""
    if mine[BAR]:
        return [BAR]
    held = [point for point in range(24, 0, -1) if mine[point]]
    if not held or held[0] > HOME:
        return [point for point in held if point > die]
    return [point for point in held if point >= die or point == held[0]]


def _with_hit(theirs: Side, target: int) -> Side:
    """The other side after its blot on my `target` went to the bar."""
    hit = list(theirs)
    hit[BAR - target] -= 1
    hit[BAR] += 1
    return tuple(hit)


def _without(left: tuple[int, ...], die: int) -> tuple[int, ...]:
    place = left.index(die)
    return left[:place] + left[place + 1 :]


def _all_home(mine: Side) -> bool:
    return not any(mine[HOME + 1 :])


def _dice_in_turn(node: Node, rules: RuleSet) -> tuple[int, ...]:
    """The different dice that may be used now; `bearoff_big_first` holds the smaller back."""
    left = node.left
    if len(left) < 2 or left[0] == left[-1]:
        return left[:1]
    if rules.bearoff_big_first and _all_home(node.mine):
        larger = node._replace(left=left[:1])
        if next(_moves(larger, rules), None) is not None:
            return left[:1]
    return left


def _allowed(node: Node, source: int, target: int, rules: RuleSet) -> bool:
    """What house rules ask of a move: a checker that is free to go, and room where it lands."""
    if source in node.locked and node.mine[source] <= node.locked.count(source):
        return False
    return rules.stack_limit is None or target == OFF or node.mine[target] < rules.stack_limit


def _locked_after(node: Node, target: int, hit: bool, rules: RuleSet) -> tuple[int, ...]:
    """The points of checkers that stay where they are for the rest of the turn.

    `hit_and_run_home=banned`: a checker that has hit in its own home. `bearoff_freeze`: one moved within the
    home board while all are home.
    """
    runs_banned = rules.hit_and_run_home == "banned" and hit and target <= HOME
    frozen = rules.bearoff_freeze and target != OFF and _all_home(node.mine)
    return (*node.locked, target) if runs_banned or frozen else node.locked


def _dice_text(left: tuple[int, ...]) -> str:
    """The dice that are left, as they are said: 6-3, or 4-4 for what a double still gives."""
    return "-".join(map(str, left[:2]))


class _Refusal:
    """One move that cannot be made, and the search for the sentence that says why."""

    def __init__(self, turn: Continuations, node: Node, source: int, target: int, die: int | None) -> None:
        self.turn, self.node = turn, node
        self.source, self.target, self.die = source, target, die

    def reason(self) -> Reason:
        return self._about_the_checker() or self._about_the_dice() or self._about_the_whole_turn()

    def _about_the_checker(self) -> Reason | None:
        mine = self.node.mine
        if not 1 <= self.source <= BAR or not mine[self.source]:
            return Reason("play.no_checker", {"point": self.source})
        if mine[BAR] and self.source != BAR:
            return Reason("play.bar_first", {"n": mine[BAR]})
        if not OFF <= self.target < self.source:
            return Reason("play.backwards", {"source": self.source, "target": self.target})
        if not self.node.left:
            return Reason("play.no_dice_left", {})
        return None

    def _about_the_dice(self) -> Reason | None:
        if self.die is not None and self.die not in self.node.left:
            return Reason("play.die_not_left", {"die": self.die})
        if self.target == OFF:
            return self._about_bearing_off()
        distance = self.source - self.target
        if distance in self.node.left:
            return self._about_landing(distance)
        return self._about_the_way(distance)

    def _about_landing(self, die: int) -> Reason | None:
        """A single move to a point: blocked, locked, full, or held back by the larger die."""
        rules, node, target = self.turn.rules, self.node, self.target
        if node.theirs[BAR - target] >= 2:
            return Reason("play.blocked", {"point": target})
        if self.source in node.locked and node.mine[self.source] <= node.locked.count(self.source):
            return self._about_the_lock()
        if rules.stack_limit is not None and node.mine[target] >= rules.stack_limit:
            return Reason("play.stack_limit", {"point": target, "limit": rules.stack_limit})
        if die not in _dice_in_turn(node, rules):
            return Reason("play.big_first", {"die": max(node.left)})
        return None

    def _about_the_lock(self) -> Reason:
        banned = self.turn.rules.hit_and_run_home == "banned"
        freeze = self.turn.rules.bearoff_freeze
        return Reason("play.hit_and_run" if banned and not freeze else "play.frozen", {"point": self.source})

    def _about_the_way(self, distance: int) -> Reason | None:
        """Several dice with one checker, or a number that was not thrown."""
        left = self.node.left
        sums = [left[:count] for count in range(2, len(left) + 1) if sum(left[:count]) == distance]
        if not sums:
            return Reason("play.wrong_number", {"n": distance, "dice": _dice_text(left)})
        stops = {self.source - die for die in sums[0]}
        closed = sorted((stop for stop in stops if self.node.theirs[BAR - stop] >= 2), reverse=True)
        if len(closed) == len(stops):
            return Reason("play.way_blocked", {"points": ", ".join(map(str, closed))})
        if self.node.theirs[BAR - self.target] >= 2:
            return Reason("play.blocked", {"point": self.target})
        return None

    def _about_bearing_off(self) -> Reason | None:
        node = self.node
        outside = sum(node.mine[HOME + 1 :])
        if outside:
            return Reason("play.not_home", {"n": outside})
        dice = [self.die] if self.die is not None else list(node.left)
        if self.source in node.locked and node.mine[self.source] <= node.locked.count(self.source):
            return self._about_the_lock()
        if self.source not in dice:
            if max(dice) < self.source:
                return Reason("play.too_small", {"point": self.source, "die": max(dice)})
            highest = max(point for point in range(1, HOME + 1) if node.mine[point])
            if highest > self.source:
                return Reason("play.higher_checker", {"point": highest})
        if not set(dice) & set(_dice_in_turn(node, self.turn.rules)):
            return Reason("play.big_first", {"die": max(node.left)})
        return None

    def _about_the_whole_turn(self) -> Reason:
        """The board would allow the move: it is the compulsion of the whole turn that does not."""
        turn = self.turn
        if turn.dice_used == 1 and not turn.roll.is_double:
            playable = {move.die for move in turn.edges[turn.root]}
            if playable == {turn.roll.high}:
                return Reason("play.larger_die", {"die": turn.roll.high})
        return Reason("play.all_dice", {"n": turn.dice_used})
