"""The clock as a fold of the times at which things happened.

Simple delay: each time the game begins to wait for a player, the first seconds are free; what he needs beyond them
comes out of his reserve. Nobody is charged before and during the opening throw, between games, and while dice are
mixed. Dice that fell cocked do not stop it, and a play that is taken back does not bring its time back.
"""

from dataclasses import dataclass, replace

from tavla.rules.ruleset import RuleSet
from tavla.rules.stakes import Seat


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both clocks after an event, in seconds. `running` is who is charged since `since`, after `delay` more
    free seconds; nobody is while it is None."""

    reserve: tuple[float, float]
    running: Seat | None = None
    since: float = 0.0
    delay: float = 0.0

    @classmethod
    def begin(cls, rules: RuleSet, time: float) -> "Clocks | None":
        """Full reserves, nobody charged; None at a table without a clock."""
        if rules.clock is None:
            return None
        reserve = float(rules.clock.reserve_per_point * (rules.length.target or 1))
        return cls((reserve, reserve), since=time)

    def step(self, rules: RuleSet, charged: Seat | None, time: float, away: float = 0.0) -> "Clocks":
        """The clocks after an event at `time` that leaves `charged` to act; `away` are seconds nobody is charged for.

        A time before the last event counts as no time at all: a log may come from a machine whose clock was set back.
        """
        delay, reserve = self._spent(max(time - away, self.since))
        if charged != self.running:
            delay = float(rules.clock.delay) if rules.clock else 0.0
        return replace(self, reserve=reserve, running=charged, since=max(time, self.since), delay=delay)

    def _spent(self, time: float) -> tuple[float, tuple[float, float]]:
        """The free seconds and the reserves that are left at a time."""
        if self.running is None:
            return self.delay, self.reserve
        used = max(time - self.since, 0.0)
        left = list(self.reserve)
        left[self.running] = max(left[self.running] - max(used - self.delay, 0.0), 0.0)
        return max(self.delay - used, 0.0), (left[0], left[1])

    def left(self, time: float) -> tuple[float, float]:
        """The reserve of both seats at a time after the last event."""
        return self._spent(time)[1]

    def free(self, time: float) -> float:
        """The free seconds that the player who is charged still has."""
        return self._spent(time)[0]

    @property
    def expires(self) -> float | None:
        """When the time of the player who is charged will be over, if nothing happens before; None if nobody is."""
        if self.running is None:
            return None
        return self.since + self.delay + self.reserve[self.running]

    def is_over(self, seat: Seat, time: float) -> bool:
        """Whether a player has no time left, to the millisecond."""
        return self.left(time)[seat] < 0.001
