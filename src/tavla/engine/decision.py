"""The one door of the engine: `decide(state, level)`, with every choice ranked and what it is worth.

Plays come from `rules.plays`, so every rule of the table holds at the root. Below it, and in the judge's training, the
standard rules of movement are assumed: under `bearoff_freeze`, `hit_and_run_home`, `compulsion=loose`,
`bearoff_big_first` and `stack_limit` the worths are approximate, the plays are not.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from tavla.engine.own_tables import table_for
from tavla.engine.search import Array, Filter, Node, doubles, hold, look, race, value
from tavla.engine.stake import Stake
from tavla.errors import IllegalAction, InvalidOption
from tavla.evaluation.boards import words_of
from tavla.notation import format_play
from tavla.rules.facts import Accepted, Beavered, Doubled, Dropped, Fact, Passed, Played, Refused, Taken
from tavla.rules.outcome import Chances
from tavla.rules.plays import Play
from tavla.rules.position import Position
from tavla.rules.state import Act, Phase, State, legal

Action = Fact | Literal[Act.ROLL]
"""What a player decides: the fact that it makes, or `Act.ROLL` for not doubling, whose dice are not his to choose."""


@dataclass(frozen=True, slots=True)
class Level:
    """How far to look: plies, and for each ply beyond the first look which plays go on to it."""

    name: str
    plies: int
    filters: tuple[Filter, ...] = ()


LEVELS = {
    level.name: level
    for level in (
        Level("0-ply", 0),
        Level("1-ply", 1, (Filter(8, 0.16),)),
        Level("2-ply", 2, (Filter(8, 0.16), Filter(3, 0.06))),
        Level("3-ply", 3, (Filter(8, 0.16), Filter(3, 0.06), Filter(2, 0.03))),
    )
}
"""By what they cost and earn. The filters are the narrowest that lost nothing against wider ones (docs/log.md)."""


CUBE_TURNS = 2
"""So many turns of a cube decision at least hold the cube: the next of either side. A third one costs four times as
much and changes nothing (docs/log.md)."""


def level(name: str) -> Level:
    """A level by its name; raises `InvalidOption`."""
    if name not in LEVELS:
        raise InvalidOption("engine.no_level", name=name[:32], levels=", ".join(LEVELS))
    return LEVELS[name]


_NAMES: dict[type, str] = {
    Played: "play",
    Passed: "pass",
    Doubled: "double",
    Taken: "take",
    Dropped: "drop",
    Beavered: "beaver",
    Accepted: "accept",
    Refused: "refuse",
}


class Choice(NamedTuple):
    """One thing that may be done. Worths are the decider's.

    `equity` is normalised to the cube as it stands, `match_chance` is None for money, `chances` are cubeless and
    the decider's, `plies` how far this choice was looked at, `after` the board after a play, the opponent on roll.
    """

    action: Action
    equity: float
    match_chance: float | None
    chances: Chances
    plies: int
    after: Position | None = None

    @property
    def name(self) -> str:
        """What is done, by the word that the wire and the command line use: play, roll, double, take ..."""
        return "roll" if self.action is Act.ROLL else _NAMES[type(self.action)]

    @property
    def text(self) -> str:
        """What is done as text: a play in notation (empty where nothing can be played), all else by its name."""
        return format_play(self.action.moves) if isinstance(self.action, Played) else self.name


@dataclass(frozen=True)
class Decision:
    """All choices, the best first."""

    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """What to do."""
        return self.choices[0]

    def loss_of(self, after: Position) -> float:
        """How much worse the play that leads to a board (the opponent on roll) is than the best one, 0 or more.

        Raises `IllegalAction` for what was not among the choices.
        """
        for choice in self.choices:
            if choice.after == after:
                return self.best.equity - choice.equity
        raise IllegalAction("engine.no_choice")


def decide(state: State, level: Level, played: Position | None = None) -> Decision:
    """What the player whom the state waits for should do, with all choices ranked. Deterministic.

    The play that leads to the board `played` is looked at to the full depth, whatever the filters say. Raises
    `IllegalAction` where there is nothing to decide (before the opening throw, after the end).
    """
    stake = Stake.of(state, table_for(state.rules))
    if state.resignation is not None:
        return _about_resignation(state, stake, level)
    match state.phase:
        case Phase.PLAY:
            return _about_plays(state, stake, level, played)
        case Phase.ROLL:
            return _about_doubling(state, stake, level)
        case Phase.CUBE:
            return _about_taking(state, stake, level)
    raise IllegalAction("engine.nothing_to_decide")


def _about_plays(state: State, stake: Stake, level: Level, played: Position | None = None) -> Decision:
    assert state.continuations is not None
    plays = state.continuations.plays() or {state.position.flip(): ()}
    return rank_plays(plays, stake, level, played)


def rank_plays(plays: dict[Position, Play], stake: Stake, level: Level, played: Position | None = None) -> Decision:
    """Plays by the board that each leads to, ranked; those that fall out of a filter keep their shallower worth.

    One that is looked at further only because it was `played` stands where its worth puts it, and says nothing about
    the others.
    """
    boards = list(plays)
    made = -1 if played is None else boards.index(played)
    added = False
    words = words_of(boards)
    theirs = stake.flip()
    places = np.arange(len(boards))
    found: dict[int, tuple[float, Array, int]] = {}
    known = race(words)
    for plies in range(level.plies + 1) if known is None else (level.plies,):
        node = look(words[places], plies, theirs) if known is None else known
        worths = -value(node, theirs)
        found |= {int(place): (float(worths[i]), node.chances[i], plies) for i, place in enumerate(places)}
        if plies < level.plies:
            kept = places[level.filters[plies].keep(_normal(stake, worths))]
            added = added or (made >= 0 and made not in kept)
            places = np.unique(np.append(kept, made)) if added else kept
    ranked = sorted(found, key=lambda place: (-found[place][2], -found[place][0], place))
    choices = [
        _play_choice(boards[at], plays[boards[at]], found[at], stake) for at in ranked if not added or at != made
    ]
    settled = _settled_order(choices)
    if played is None or not added:
        return Decision(settled)
    return Decision(_inserted(settled, _play_choice(played, plays[played], found[made], stake)))


def _inserted(settled: tuple[Choice, ...], choice: Choice) -> tuple[Choice, ...]:
    """A choice among others that are in order, after those that are worth as much."""
    place = sum(each.equity >= choice.equity for each in settled)
    return (*settled[:place], choice, *settled[place:])


def _settled_order(choices: list[Choice]) -> tuple[Choice, ...]:
    """A play that was looked at deeper stands before the shallower ones, whose worth is brought below it."""
    settled: list[Choice] = []
    for choice in choices:
        ceiling = settled[-1].equity if settled else choice.equity
        settled.append(choice if choice.equity <= ceiling else choice._replace(equity=ceiling))
    return tuple(settled)


def _normal(stake: Stake, worths: Array) -> Array:
    return np.array([stake.normal(float(each)) for each in worths])


def _play_choice(board: Position, play: Play, found: tuple[float, Array, int], stake: Stake) -> Choice:
    worth_, chances_, plies = found
    chances = Chances(*map(float, chances_)).flip()
    return Choice(Played(play), stake.normal(worth_), stake.match_chance(worth_), chances, plies, board)


def _root(state: State, stake: Stake, level: Level) -> Node:
    """The tree from a board before its roll, seen by the player in seat `state.turn`, with the cube in its turns."""
    return look(words_of([state.position]), max(level.plies, 0), stake, averaged=int(level.plies > CUBE_TURNS))


def _about_doubling(state: State, stake: Stake, level: Level) -> Decision:
    node = _root(state, stake, level)
    acts = legal(state).by_seat[state.turn]
    rest: Action = Act.ROLL if Act.ROLL in acts else Passed()
    held = float(hold(node, stake)[0])
    choices = [_cube_choice(rest, held, stake, node, level)]
    if Act.DOUBLE in acts:
        found = doubles(node, stake)
        doubled = min(float(found.double_take[0]), float(found.double_drop[0]))
        choices.append(_cube_choice(Doubled(), _with_beaver(doubled, state, stake, node), stake, node, level))
    return Decision(tuple(sorted(choices, key=lambda choice: -choice.equity)))


def _with_beaver(doubled: float, state: State, stake: Stake, node: Node) -> float:
    """A double is worth less where the other would beaver it."""
    if not state.rules.beavers:
        return doubled
    return min(doubled, float(hold(node, stake.turned(-1).turned(-1))[0]))


def _about_taking(state: State, stake: Stake, level: Level) -> Decision:
    """The offered cube, from the side that answers it; `turn` is still the player who began the doubling."""
    offer = state.offer
    assert offer is not None
    node = _root(state, stake, level)
    answers_roller = offer.by != state.turn
    sign = 1.0 if answers_roller else -1.0
    held = Stake.turned(stake, -1)
    while held.cube < offer.value:
        held = held.turned(-1)
    taken = sign * float(hold(node, held)[0])
    previous = offer.value // 2
    dropped = float(stake.losses(previous)[0]) if answers_roller else -float(stake.wins(previous)[0])
    view = stake if answers_roller else stake.flip()
    choices = [
        _answer(Taken(), taken, view, node, level, answers_roller),
        _answer(Dropped(), dropped, view, node, level, answers_roller),
    ]
    if Act.BEAVER in legal(state).by_seat[1 - offer.by]:
        again = sign * float(hold(node, held.turned(-1))[0])
        choices.append(_answer(Beavered(), again, view, node, level, answers_roller))
    return Decision(tuple(sorted(choices, key=lambda choice: -choice.equity)))


def _about_resignation(state: State, stake: Stake, level: Level) -> Decision:
    """Whether to accept less than everything: what the offer gives against what playing on is worth."""
    offer = state.resignation
    assert offer is not None
    is_mine = offer.by != state.turn
    node = _root(state, stake, level)
    on = _playing_on(state, stake, node, level) * (1.0 if is_mine else -1.0)
    view = stake if is_mine else stake.flip()
    gained = float(view.wins(stake.cube, stake.counts(stake.cube, stake.owner))[offer.value - 1])
    choices = [
        _answer(Accepted(), gained, view, node, level, is_mine),
        _answer(Refused(), on, view, node, level, is_mine),
    ]
    return Decision(tuple(sorted(choices, key=lambda choice: -choice.equity)))


def _playing_on(state: State, stake: Stake, node: Node, level: Level) -> float:
    """What the state is worth for the player on roll, with the roll if it is thrown already."""
    if state.phase is not Phase.PLAY or state.continuations is None:
        return float(value(node, stake)[0])
    low, high = stake.scale
    return low + (_about_plays(state, stake, level).best.equity + 1.0) * (high - low) / 2.0


def _cube_choice(action: Action, worth_: float, stake: Stake, node: Node, level: Level) -> Choice:
    return _answer(action, worth_, stake, node, level, True)


def _answer(action: Action, worth_: float, view: Stake, node: Node, level: Level, is_mine: bool) -> Choice:
    chances = Chances(*map(float, node.chances[0]))
    return Choice(
        action,
        view.normal(worth_),
        view.match_chance(worth_),
        chances if is_mine else chances.flip(),
        level.plies,
    )


__all__ = ["LEVELS", "Action", "Choice", "Decision", "Level", "decide", "level", "rank_plays"]
