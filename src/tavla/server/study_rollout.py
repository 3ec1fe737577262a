"""Rolling out the choices of one decision, block by block, so that the result can be watched and stopped.

A play is rolled out from the board after it, a cube decision from the board as it stands with each of the cubes that it
may lead to; what passing gives is known. All choices meet the same dice.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tavla.engine.decision import Choice
from tavla.engine.own_tables import table_for
from tavla.engine.rollout import BLOCK, Settings, block_of, estimate, play_block
from tavla.engine.search import Array
from tavla.engine.stake import THEIRS, Stake
from tavla.evaluation.boards import words_of
from tavla.rules.outcome import Chances
from tavla.rules.position import Position
from tavla.rules.state import Act, Phase, State, legal


class Line(NamedTuple):
    """One choice to be rolled out. `name` is play, roll (not to double), double_take, double_drop, take, drop or
    beaver; `stake` is seen by who rolls first on `board`; `is_mine` says whether that is who decides. Where `known` is
    given, the worth for who decides is known and nothing is rolled out."""

    name: str
    board: Position
    stake: Stake
    is_mine: bool
    settings: Settings
    choice: Choice | None = None
    known: float | None = None


class Result(NamedTuple):
    """What a line came to for who decides: equity normalised to the cube as it stood, and its standard error. `play` is
    in notation, None for what is none."""

    name: str
    play: str | None
    trials: int
    equity: float
    error: float
    match_chance: float | None
    chances: Chances | None


class Rolled(NamedTuple):
    """How a rollout stands: so many trials of so many are played."""

    done: int
    trials: int
    results: tuple[Result, ...]


def lines_of(state: State, choices: Sequence[Choice], settings: Settings) -> list[Line]:
    """What there is to roll out about a decision; of the plays of a roll those that are named."""
    stake = Stake.of(state, table_for(state.rules))
    if state.phase is Phase.PLAY:
        theirs = stake.flip()
        return [
            Line("play", choice.after, theirs, False, settings, choice)
            for choice in choices
            if choice.after is not None
        ]
    if state.phase is Phase.CUBE:
        return _answers(state, stake, settings)
    hold = Settings(settings.trials, settings.truncate, settings.plies, True, True, settings.seed, hold=True)
    lines = [Line("roll", state.position, stake, True, hold)]
    if Act.DOUBLE in legal(state).by_seat[state.turn]:
        lines.append(Line("double_take", state.position, stake.turned(THEIRS), True, settings))
        lines.append(Line("double_drop", state.position, stake, True, settings, known=float(stake.wins(stake.cube)[0])))
    return lines


def _answers(state: State, stake: Stake, settings: Settings) -> list[Line]:
    """The answers to an offered cube; the player on roll rolls next, whoever decides."""
    offer = state.offer
    assert offer is not None
    is_mine = offer.by != state.turn
    taken = stake.turned(THEIRS)
    while taken.cube < offer.value:
        taken = taken.turned(THEIRS)
    passed = offer.value // 2
    lost = float(stake.losses(passed)[0]) if is_mine else -float(stake.wins(passed)[0])
    lines = [
        Line("take", state.position, taken, is_mine, settings),
        Line("drop", state.position, stake, is_mine, settings, known=lost),
    ]
    if Act.BEAVER in legal(state).by_seat[1 - offer.by]:
        lines.append(Line("beaver", state.position, taken.turned(THEIRS), is_mine, settings))
    return lines


class Rolling:
    """A rollout under way: `blocks` are to be played anywhere, in order, and are counted in by `add`."""

    def __init__(self, state: State, lines: Sequence[Line], trials: int) -> None:
        self.lines = tuple(lines)
        self.trials = trials
        self.done = 0
        stake = Stake.of(state, table_for(state.rules))
        decides_roller = state.phase is not Phase.CUBE or (state.offer is not None and state.offer.by != state.turn)
        self._view = stake if decides_roller else stake.flip()
        self._found: list[list[Array]] = [[] for _ in self.lines]

    @property
    def is_over(self) -> bool:
        """Whether every trial was played, or there is nothing to play."""
        return self.done >= self.trials or all(line.known is not None for line in self.lines)

    def play(self, number: int, place: int) -> Array | None:
        """Play one block of one line; None where its worth is known."""
        line = self.lines[place]
        if line.known is not None:
            return None
        return play_block(block_of(words_of([line.board])[0], line.stake, line.settings, number))

    def add(self, block: Sequence[Array | None]) -> None:
        """Count in one block of every line."""
        for found, one in zip(self._found, block, strict=True):
            if one is not None:
                found.append(one)
        self.done += BLOCK

    def forget(self) -> None:
        """Let go of the trials: they weigh much, and no more results are asked for."""
        self._found = [[] for _ in self.lines]

    def rolled(self) -> Rolled:
        """How it stands: plays with the best first, cube actions in their usual order."""
        found = [self._result(line, blocks) for line, blocks in zip(self.lines, self._found, strict=True)]
        if self.lines[0].name == "play":
            found.sort(key=lambda each: -each.equity)
        return Rolled(self.done, self.trials, tuple(found))

    def _result(self, line: Line, blocks: list[Array]) -> Result:
        view, name = self._view, (line.name, None if line.choice is None else line.choice.text)
        if line.known is not None:
            return Result(*name, 0, view.normal(line.known), 0.0, view.match_chance(line.known), None)
        told = estimate(np.concatenate(blocks))
        worth = told.worth if line.is_mine else -told.worth
        low, high = view.scale
        error = told.worth_error * 2.0 / (high - low) if high > low else 0.0
        seen = told.chances if line.is_mine else told.chances.flip()
        finite = error if math.isfinite(error) else 0.0
        return Result(*name, told.trials, view.normal(worth), finite, view.match_chance(worth), seen)
