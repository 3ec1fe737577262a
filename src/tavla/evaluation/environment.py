"""A game as an environment to learn in, with the `reset` and `step` of gymnasium (which is not needed to use it).

Each step is the turn of the player on roll: both sides act through the same environment, one after the other. An
observation is the board (2, 26) as he sees it; an action is the number of a position that his roll can lead to.
"""

from typing import Any, TypedDict

import numpy as np

from tavla.errors import IllegalAction
from tavla.evaluation.boards import Counts, counts_of, words_of
from tavla.kernel import native
from tavla.rules import Position
from tavla.rules.outcome import kind_of_win


class Info(TypedDict):
    """What stands beside an observation: the roll, and the boards (n, 2, 26) after each play, the opponent on roll."""

    roll: tuple[int, int]
    plays: Counts


class Environment:
    """Cubeless games from a starting position (backgammon's if none is given), with dice from a seed."""

    def __init__(self, start: Position | None = None) -> None:
        self.start = start or Position.start()
        self.steps = 0
        self._dice = np.random.default_rng()
        self._board = words_of([self.start])
        self._plays = np.zeros((0, 4), np.int64)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Counts, Info]:
        """Begin a game; the first roll is no double. A seed makes the dice repeat from here on."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.steps = 0
        self._board = words_of([self.start])
        return self._observe(first=True)

    def step(self, action: int) -> tuple[Counts, float, bool, bool, Info]:
        """Play: (observation, reward, terminated, truncated, info), the observation seen by the next player.

        The reward is for the player who acted: 1, 2 or 3 when he has borne off his last checker, else 0. A roll
        without a play offers one position, the board as it stands.
        """
        if not 0 <= action < len(self._plays):
            raise IllegalAction("environment.action", action=action, plays=len(self._plays))
        self.steps += 1
        self._board = self._plays[action : action + 1].copy()
        mine, theirs = counts_of(self._board)[0].tolist()
        if not any(theirs[1:]):
            self._plays = self._plays[:0]
            end = Info(roll=(0, 0), plays=counts_of(self._plays))
            return counts_of(self._board)[0], float(kind_of_win(tuple(mine))), True, False, end
        observation, info = self._observe(first=False)
        return observation, 0.0, False, False, info

    def _observe(self, first: bool) -> tuple[Counts, Info]:
        dice = self._dice.integers(1, 7, (1, 2), np.int8)
        while first and dice[0, 0] == dice[0, 1]:
            dice = self._dice.integers(1, 7, (1, 2), np.int8)
        ends, room = np.zeros(1, np.int64), np.empty((4096, 4), np.int64)
        native.legal_plays(self._board, dice, 0, ends, room)
        self._plays = room[: ends[0]].copy() if ends[0] else self._board[:, [2, 3, 0, 1]].copy()
        roll = (int(dice[0].max()), int(dice[0].min()))
        return counts_of(self._board)[0], Info(roll=roll, plays=counts_of(self._plays))
