"""How far each style moves the feature that is its own, and what that costs, in games against the engine as deep.

python -m benchmarks.styles [games a style] [decisions judged at 2-ply] [style ...]

Games are for money without a cube and end with the contact, after which nobody follows a plan. A feature is taken from
the boards after each side's plays; a game gives one difference of the two means.
"""

import random
import statistics
import sys
import time
from typing import NamedTuple

from tavla.bots.styles import LEVEL, ORDER, StyleBot
from tavla.engine.decision import LEVELS, decide
from tavla.plans import FEATURES, STRATEGIES, Strategy
from tavla.rules import Phase, Position, Roll, State, apply, profile
from tavla.rules.facts import Rolled

JUDGE = LEVELS["2-ply"]
RULES = profile("money", {"cube": "off", "jacoby": "off", "closed_board": "roll"})


class Game(NamedTuple):
    """The boards after the plays of the style and of the engine, what each decision of the style lost by its own
    depth, and the states that it decided with the board it chose."""

    styled: list[Position]
    plain: list[Position]
    losses: list[float]
    decided: list[tuple[State, Position]]


def play(bot: StyleBot, styled_seat: int, rng: random.Random) -> Game:
    """One game, as far as the contact lasts; the style sits in `styled_seat`, and seat 0 begins."""
    game = Game([], [], [], [])
    state = State.begin(RULES, starter=0)
    while state.phase is not Phase.OVER and state.position.contact:
        state = apply(state, Rolled(Roll.of(rng.randint(1, 6), rng.randint(1, 6))))
        decision = decide(state, LEVEL)
        is_styled = state.turn == styled_seat
        choice = bot.choose(state, decision) if is_styled else decision.best
        assert choice.after is not None
        (game.styled if is_styled else game.plain).append(choice.after.flip())
        if is_styled and len(decision.choices) > 1:
            game.losses.append(decision.best.equity - choice.equity)
            game.decided.append((state, choice.after))
        state = apply(state, choice.action)  # type: ignore[arg-type]
    return game


class Figures(NamedTuple):
    """A style's own feature beside the engine's, and what the style loses a decision."""

    styled: float
    plain: float
    difference: float
    standard_error: float
    loss: float
    decided: list[tuple[State, Position]]


def measure(strategy: Strategy, games: int, rng: random.Random) -> Figures:
    """The figures of a style over so many games."""
    bot, feature = StyleBot(strategy), FEATURES[strategy.feature]
    pairs: list[tuple[float, float]] = []
    losses: list[float] = []
    decided: list[tuple[State, Position]] = []
    for number in range(games):
        game = play(bot, number % 2, rng)
        if game.styled and game.plain:
            pairs.append((float(feature(game.styled).mean()), float(feature(game.plain).mean())))
        losses += game.losses
        decided += game.decided
    differences = [styled - plain for styled, plain in pairs]
    return Figures(
        statistics.fmean(styled for styled, _ in pairs),
        statistics.fmean(plain for _, plain in pairs),
        statistics.fmean(differences),
        statistics.stdev(differences) / len(differences) ** 0.5,
        statistics.fmean(losses),
        decided,
    )


def judged(decided: list[tuple[State, Position]], rng: random.Random, wanted: int) -> tuple[float, float]:
    """What the style's choices and the engine's at the same depth lose by the judge, in a sample of decisions."""
    losses = []
    for state, chosen in rng.sample(decided, min(wanted, len(decided))):
        verdict = decide(state, JUDGE)
        plain = decide(state, LEVEL).best.after
        assert plain is not None
        losses.append((verdict.loss_of(chosen), verdict.loss_of(plain)))
    return statistics.fmean(styled for styled, _ in losses), statistics.fmean(plain for _, plain in losses)


def main() -> None:
    games, sample = (int(text) for text in (sys.argv[1:3] + ["1000", "200"][len(sys.argv[1:3]) :]))
    for name in sys.argv[3:] or ORDER:
        strategy = STRATEGIES[name]
        rng, started = random.Random(f"styles {name}"), time.perf_counter()
        found = measure(strategy, games, rng)
        by_judge, plain_by_judge = judged(found.decided, rng, sample) if sample else (0.0, 0.0)
        print(
            f"{name:12} {strategy.feature:14} {found.styled:6.3f} against {found.plain:6.3f}"
            f"  {found.difference:+.3f} +- {found.standard_error:.3f}"
            f"  = {found.difference / found.standard_error:+6.1f} standard errors"
            f"  cost {1000 * found.loss:5.1f} mEq (at 2-ply {1000 * by_judge:.1f}, engine {1000 * plain_by_judge:.1f})"
            f"  {len(found.decided)} decisions, {time.perf_counter() - started:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
