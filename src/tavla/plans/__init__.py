"""What is going on: measured features of positions and plays, and the seven strategies that are named from them."""

from tavla.plans.features import FEATURES, measure
from tavla.plans.strategies import STRATEGIES, Strategy, plan_of

__all__ = ["FEATURES", "STRATEGIES", "Strategy", "measure", "plan_of"]
