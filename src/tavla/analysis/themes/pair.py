"""Two plays of one roll side by side: the one that was made and the best one."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tavla.analysis.themes.remark import Remark
from tavla.engine.decision import Choice
from tavla.engine.own_tables import table_for
from tavla.engine.stake import Stake
from tavla.plans.aftermath import Aftermath, aftermaths
from tavla.rules import State


class Found(NamedTuple):
    """A remark that could be made, and how much it tells: about what such a difference is worth in points of the
    cube. `against` marks what speaks for the play that was made, although it is not the best."""

    weight: float
    remark: Remark
    against: bool = False


@dataclass(frozen=True)
class Pair:
    """The boards after both plays, and what they are worth. Both are the same when the best play was made."""

    state: State
    made: Choice
    best: Choice
    after_made: Aftermath
    after_best: Aftermath

    @classmethod
    def of(cls, state: State, made: Choice, best: Choice) -> "Pair":
        assert made.after is not None
        assert best.after is not None
        return cls(state, made, best, *aftermaths(state.position, (made.after, best.after)))

    @property
    def is_one(self) -> bool:
        """Whether the best play was made."""
        return self.made.after == self.best.after

    @property
    def is_race(self) -> bool:
        """Whether nothing can be hit any more after either play."""
        return not self.after_made.contact and not self.after_best.contact

    @cached_property
    def stake(self) -> Stake:
        """What the game is played for, seen by the mover."""
        return Stake.of(self.state, table_for(self.state.rules))
