"""The engine as a player, from beginner to as strong as it goes: the strength dial.

A level looks so many plies ahead and then errs like a person: the smaller the difference between two choices, the
likelier the wrong one. A choice that loses `loss` is drawn with weight exp(-loss / spread); what loses more than
`worst` is never drawn. Without a spread the best choice is taken.

The average errors below are measured, in thousandths of a point a decision with a choice, judged at 2-ply:
`python -m benchmarks.levels` measures them again.
"""

import math
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom

from tavla.bots.base import Action, BotMaker
from tavla.engine.decision import LEVELS, Choice, decide
from tavla.rules import Act, Phase, Seat, State


@dataclass(frozen=True, slots=True)
class Strength:
    """One step of the dial: how far it looks, how widely it errs, and by how much at most."""

    name: str
    plies: str
    spread: float = 0.0
    worst: float = math.inf


STRENGTHS = {
    strength.name: strength
    for strength in (
        Strength("level1", "0-ply", 0.40),
        Strength("level2", "0-ply", 0.16),
        Strength("level3", "0-ply", 0.080, 0.5),
        Strength("level4", "0-ply", 0.045, 0.4),
        Strength("level5", "0-ply", 0.022, 0.3),
        Strength("level6", "0-ply"),
        Strength("level7", "1-ply"),
        Strength("level8", "2-ply"),
        Strength("level9", "3-ply"),
    )
}
"""The dial: two beginners, three club players, and four that play as well as they can see."""

DEFAULT = "level4"


class LevelBot:
    """A player of one strength; `rng` decides which errors it makes."""

    def __init__(self, strength: Strength, rng: Random | None = None) -> None:
        self.strength = strength
        self._rng = rng or SystemRandom()

    def act(self, state: State, seat: Seat) -> Action:
        """What the player in `seat` does now."""
        if state.phase is Phase.OPENING and state.resignation is None:
            return Act.THROW
        choices = decide(state, LEVELS[self.strength.plies]).choices
        return self._drawn(choices).action

    def _drawn(self, choices: tuple[Choice, ...]) -> Choice:
        best, strength = choices[0], self.strength
        if not strength.spread:
            return best
        losses = [best.equity - choice.equity for choice in choices]
        weights = [math.exp(-loss / strength.spread) if loss <= strength.worst else 0.0 for loss in losses]
        return self._rng.choices(choices, weights)[0]


def makers() -> dict[str, BotMaker]:
    """The levels as bots by name."""
    return {name: partial(LevelBot, strength) for name, strength in STRENGTHS.items()}
