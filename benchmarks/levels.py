"""How much each step of the strength dial gives away: its decisions in its own games, judged at 2-ply.

python -m benchmarks.levels [decisions a level]
"""

import random
import statistics
import sys
import time

from tavla.bots.levels import STRENGTHS, LevelBot
from tavla.engine.decision import LEVELS, decide
from tavla.rules import Phase, Roll, State, apply, profile
from tavla.rules.facts import Played, Rolled

JUDGE = LEVELS["2-ply"]


def losses(bot: LevelBot, rng: random.Random, wanted: int) -> tuple[list[float], float]:
    """What decisions with a choice lost, in money games without a cube; and the median time of one, in seconds."""
    found: list[float] = []
    times: list[float] = []
    while len(found) < wanted:
        state = State.begin(profile("money", {"cube": "off", "jacoby": "off", "closed_board": "roll"}), starter=0)
        while state.phase is not Phase.OVER and len(found) < wanted:
            state = apply(state, Rolled(Roll.of(rng.randint(1, 6), rng.randint(1, 6))))
            started = time.perf_counter()
            action = bot.act(state, state.turn)
            took = time.perf_counter() - started
            assert isinstance(action, Played)
            if state.continuations is not None and len(state.continuations.plays()) > 1:
                judged = decide(state, JUDGE)
                after = apply(state, action).position
                found.append(judged.loss_of(after))
                times.append(took)
            state = apply(state, action)
    return found, statistics.median(times)


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for name, strength in STRENGTHS.items():
        rng = random.Random(f"levels {name}")
        found, median = losses(LevelBot(strength, rng), rng, wanted)
        error = 1000 * statistics.fmean(found)
        standard_error = 1000 * statistics.stdev(found) / len(found) ** 0.5
        print(f"{name}  {error:6.1f} +- {standard_error:4.1f} mEq  worst {max(found):.2f}  {1000 * median:7.1f} ms")


if __name__ == "__main__":
    main()
