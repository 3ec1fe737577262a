"""What two plays without contact differ in: checkers off, rolls still needed, crossovers, gaps, wasted pips."""

from collections.abc import Iterator

import numpy as np

from tavla.analysis.themes.pair import Found, Pair
from tavla.analysis.themes.remark import Remark
from tavla.evaluation.bearoff import rolls_to_bear_off
from tavla.evaluation.boards import words_of
from tavla.plans.aftermath import Aftermath
from tavla.rules.position import HOME


def remarks(pair: Pair) -> list[Found]:
    """Everything that can be said about a race."""
    if pair.is_one:
        return []
    return [found for theme in (_rolls, _off, _crossovers, _gaps, _waste) for found in theme(pair)]


def _is_home(after: Aftermath) -> bool:
    return not any(after.board.mine[HOME + 1 :])


def _rolls(pair: Pair) -> Iterator[Found]:
    """How many rolls bearing off takes in the mean, from the exact tables."""
    made, best = pair.after_made, pair.after_best
    if _is_home(made) and _is_home(best):
        chances = rolls_to_bear_off(words_of([made.board, best.board]))
        played, fewest = (float(mean) for mean in chances @ np.arange(chances.shape[1]))
        if played - fewest >= 0.005:
            yield Found(0.5 * (played - fewest), Remark("race.rolls", {"best": fewest, "played": played}))


def _off(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made.off, pair.after_best.off
    if made != best:
        yield Found(0.1 * abs(best - made), Remark("off", {"best": best, "played": made}), best < made)


def _crossovers(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made.crossovers, pair.after_best.crossovers
    if best < made:
        yield Found(0.05 * (made - best), Remark("race.crossovers", {"best": best, "played": made}))


def _gaps(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made, pair.after_best
    if best.gaps < made.gaps:
        values = {"best": best.gaps, "played": made.gaps}
        yield Found(0.04 * (made.gaps - best.gaps), Remark("race.gaps", values))


def _waste(pair: Pair) -> Iterator[Found]:
    """Pips of the roll that nothing was moved by."""
    made, best = pair.after_made.pips, pair.after_best.pips
    if best < made:
        yield Found(0.02 * (made - best), Remark("race.pips", {"best": best, "played": made}))
