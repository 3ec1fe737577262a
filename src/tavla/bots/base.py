"""What a player made of code is: a state goes in, an action comes out.

An action is what a player decides, not what chance adds. So it is the fact itself (`Played`, `Doubled`, `Taken`...)
wherever the player alone makes the fact, and the bare act where the dice make it: `Act.ROLL`, and `Act.THROW` before
the opening. Whoever runs the table has the dice and completes it.
"""

from random import Random
from typing import Literal, Protocol

from tavla.rules import Act, Seat, State
from tavla.rules.facts import Fact

Action = Fact | Literal[Act.ROLL, Act.THROW]


class Bot(Protocol):
    """A player. It is asked only when `seat` is in `state.to_act`, and answers with something legal."""

    def act(self, state: State, seat: Seat) -> Action:
        """What the player in `seat` does now; the state is seen as it is, whoever is on roll."""
        ...


class BotMaker(Protocol):
    """Makes a bot for one table; without a generator it draws its own seed."""

    def __call__(self, rng: Random | None = None) -> Bot: ...
