"""Seven players with a style: each sees what the engine sees, and among plays that are nearly the best takes the one
that serves its strategy best.

What a style gives away is bounded by `WINDOW` at every decision and measured much lower: `python -m benchmarks.styles`
measures that, and how far each style moves the feature that is its own. The cube and resignations are the
engine's, and so is everything in a race, where there is nothing left to plan.
"""

from collections.abc import Mapping
from functools import partial
from random import Random

from tavla.bots.base import Action, BotMaker
from tavla.engine.decision import LEVELS, Choice, Decision, decide
from tavla.plans.strategies import STRATEGIES, Strategy
from tavla.rules import Act, Phase, Seat, State

LEVEL = LEVELS["0-ply"]
"""How far every style looks."""

WINDOW = 0.05
"""How much equity a play may lose to be chosen for its style."""

PREFIX = "style_"


class StyleBot:
    """A player who follows one strategy. Nothing about it is random."""

    def __init__(self, strategy: Strategy, rng: Random | None = None) -> None:
        self.strategy = strategy

    def act(self, state: State, seat: Seat) -> Action:
        """What the player in `seat` does now."""
        if state.phase is Phase.OPENING and state.resignation is None:
            return Act.THROW
        return self.choose(state, decide(state, LEVEL)).action

    def choose(self, state: State, decision: Decision) -> Choice:
        """The choice that serves the strategy best of those within the window, the better one where two serve alike."""
        near = [choice for choice in decision.choices if decision.best.equity - choice.equity <= WINDOW]
        boards = [choice.after.flip() for choice in near if choice.after is not None]
        if len(boards) < 2 or not state.position.contact:
            return decision.best
        served = self.strategy.serves(boards)
        return near[int(served.argmax())]


ORDER = ("alan", "kombinasyon", "riskli", "guvenli_risk", "kacis", "geri_oyun", "guvenli")
"""The strategies in the order in which they are told."""


def makers() -> Mapping[str, BotMaker]:
    """The styles as bots by name."""
    return {PREFIX + name: partial(StyleBot, STRATEGIES[name]) for name in ORDER}
