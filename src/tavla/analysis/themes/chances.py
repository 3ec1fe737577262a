"""What two plays differ in by the engine's chances: games won, mars won and lost."""

from collections.abc import Iterator

from tavla.analysis.themes.pair import Found, Pair
from tavla.analysis.themes.remark import Percent, Remark

NOTABLE = 0.005
"""From which difference on a chance is worth a word."""
TRADED = 0.015
"""From which differences of games and of gammons on one is called the price of the other."""
LATER = 0.3
"""What is seen on the board says why; the chances say how much, and come after it unless little is to be seen."""


def remarks(pair: Pair) -> list[Found]:
    """Differences of chances; none where the plays were looked at to different depths."""
    if pair.is_one or pair.made.plies != pair.best.plies:
        return []
    return list(_compared(pair))


def _compared(pair: Pair) -> Iterator[Found]:
    made, best = pair.made.chances, pair.best.chances
    won = best.win - made.win
    gammons = best.win_gammon - made.win_gammon if _price(pair, 0) > 0 else 0.0
    lost = made.lose_gammon - best.lose_gammon if _price(pair, 1) > 0 else 0.0
    if won <= -TRADED and gammons >= TRADED:
        yield Found(
            gammons, Remark("chance.for_gammons", _values(made.win, best.win, made.win_gammon, best.win_gammon))
        )
        won = gammons = 0.0
    elif won >= TRADED and gammons <= -TRADED:
        yield Found(
            LATER * won, Remark("chance.for_wins", _values(made.win, best.win, made.win_gammon, best.win_gammon))
        )
        won = gammons = 0.0
    for gain, code, before, after in (
        (won, "win", made.win, best.win),
        (gammons, "gammon", made.win_gammon, best.win_gammon),
        (lost, "lost_gammon", made.lose_gammon, best.lose_gammon),
    ):
        if abs(gain) >= NOTABLE:
            values = {"played": Percent(before), "best": Percent(after)}
            yield Found(LATER * abs(gain), Remark(f"chance.{code}", values), against=gain < 0)


def _values(made_win: float, best_win: float, made_gammon: float, best_gammon: float) -> dict[str, Percent]:
    return {
        "played": Percent(made_win),
        "best": Percent(best_win),
        "played_gammon": Percent(made_gammon),
        "best_gammon": Percent(best_gammon),
    }


def _price(pair: Pair, side: int) -> float:
    """What a mars adds to a tek, won (0) or lost (1), at this score and cube."""
    stake = pair.stake
    most = stake.counts(stake.cube, stake.owner)
    wins, losses = stake.wins(stake.cube, most), stake.losses(stake.cube, most)
    return float(wins[1] - wins[0]) if side == 0 else float(losses[0] - losses[1])
