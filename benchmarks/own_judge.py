"""Decisions of a match judged by our own rollouts: what each lost against the best of the choices in question.

In question are what was done, what we and what gnubg would have done; of a cube, holding it and having it taken, for
a drop is known. All choices of a decision meet the same dice. Equities of trials are kept in `runs/judge/own`.
"""

import math
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.analysis_pairs import KEPT, Pair
from tavla.engine.own_tables import table_for
from tavla.engine.rollout import Settings, block_of, play_block
from tavla.engine.stake import THEIRS, Stake
from tavla.evaluation import words_of
from tavla.rules.position import Position

BLOCK = 216
"""Trials of every choice between two looks at the clock."""

ROLLS = 36
"""So many trials in a row begin with every roll."""

Trials = NDArray[np.float64]
"""Normalised equities of the decider's choices: a row for each choice, a column for each trial."""


class Verdict(NamedTuple):
    """What a decision lost by a judge, with the standard error."""

    loss: float
    error: float


class Question(NamedTuple):
    """A board to be played out for a stake seen by its player on roll; `sign` turns the worth to the decider's."""

    board: Position
    stake: Stake
    sign: float
    hold: bool


def questions(pair: Pair) -> list[Question]:
    """What has to be rolled out, the choice made first where it is one of them."""
    judgement = pair.judgement
    state = judgement.state
    stake = Stake.of(state, table_for(state.rules))
    if judgement.kind == "play":
        return [Question(board, stake.flip(), -1.0, False) for board in pair.boards]
    taken = Question(state.position, stake.turned(THEIRS), 1.0 if judgement.kind == "double" else -1.0, False)
    return [Question(state.position, stake, 1.0, True), taken] if judgement.kind == "double" else [taken]


def view_of(pair: Pair) -> Stake:
    """The stake before the decision, seen by the decider."""
    state = pair.judgement.state
    stake = Stake.of(state, table_for(state.rules))
    return stake if pair.judgement.seat == state.turn else stake.flip()


class OwnJudge:
    """Our rollouts, with plays by so many plies; cubeful and to the end."""

    name = "own rollouts"

    def __init__(self, plies: int = 0) -> None:
        self._plies = plies

    def trials(self, pair: Pair) -> Trials:
        """What is kept of a decision."""
        path = self._path(pair)
        return np.load(path) if path.is_file() else np.zeros((len(questions(pair)), 0))

    def go_on(self, pair: Pair) -> None:
        """One more block of trials of every choice."""
        found = self.trials(pair)
        number = found.shape[1] // BLOCK
        more = np.stack([self._rolled(pair, each, number) for each in questions(pair)])
        self._path(pair).parent.mkdir(parents=True, exist_ok=True)
        np.save(self._path(pair), np.concatenate([found, more], axis=1))

    def verdict(self, pair: Pair) -> Verdict | None:
        """What the decision lost; None where nothing was rolled out."""
        found = self.trials(pair)
        return verdict(pair, found) if found.shape[1] else None

    def _path(self, pair: Pair) -> Path:
        return KEPT / f"own-{self._plies}" / f"{pair.key}.npy"

    def _rolled(self, pair: Pair, asked: Question, number: int) -> Trials:
        seed = zlib.crc32(pair.key.encode())
        settings = Settings(plies=self._plies, cubeful=True, seed=seed, hold=asked.hold)
        worths = play_block(block_of(words_of([asked.board])[0], asked.stake, settings, number, BLOCK))[:, 5]
        low, high = view_of(pair).scale
        return np.asarray(2.0 * (asked.sign * worths - low) / (high - low) - 1.0)


def verdict(pair: Pair, trials: Trials) -> Verdict:
    """What was done against the best choice. Each half of the trials takes for the best what the other half found so:
    the better of two noisy figures would be too good."""
    choices, made = choices_of(pair, trials)
    half = np.arange(trials.shape[1]) // ROLLS % 2 == 0
    lost = [
        choices[choices[:, ~part].mean(axis=1).argmax(), part].mean() - choices[made, part].mean()
        for part in (half, ~half)
    ]
    others = np.delete(choices, made, axis=0)
    rival = others[others.mean(axis=1).argmax()] - choices[made]
    return Verdict(float(np.mean(lost)), float(rival.std(ddof=1) / math.sqrt(rival.size)))


def choices_of(pair: Pair, trials: Trials) -> tuple[Trials, int]:
    """The equities of the decider's choices, and which of them was made."""
    kind, name = pair.judgement.kind, pair.judgement.chosen.name
    if kind == "play":
        return trials, 0
    if kind == "double":
        hold, taken = trials
        doubled = taken if taken.mean() < 1.0 else np.ones_like(taken)
        return np.stack([hold, doubled]), int(name == "double")
    return np.stack([trials[0], -np.ones_like(trials[0])]), int(name == "drop")
