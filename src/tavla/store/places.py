"""From a record to the positions that the archive is searched for."""

from collections.abc import Iterator
from contextlib import suppress

from tavla.errors import InvalidInput
from tavla.match.match import History
from tavla.notation.gnu_id import encode_position
from tavla.rules.dice import Roll
from tavla.rules.state import Phase, State
from tavla.store.archive import Place


def places_of(match: str, history: History) -> Iterator[Place]:
    """Every position in which a roll was to be played or a double to be answered, in order, each once."""
    last = None
    for event in history.live_events():
        moment = history.at(event.version)
        place = _place(match, event.version, moment.game, moment.state)
        if place is not None and place._replace(version=0) != last:
            last = place._replace(version=0)
            yield place


def _place(match: str, version: int, game: int, state: State) -> Place | None:
    if state.phase not in (Phase.PLAY, Phase.CUBE) or state.resignation is not None:
        return None
    roll = roll_number(state.roll) if state.phase is Phase.PLAY else 0
    with suppress(InvalidInput):
        return Place(match, version, game, state.turn, roll, encode_position(state.position))
    return None


def roll_number(roll: Roll | None) -> int:
    """A roll as the archive keeps it: 61 for 6-1, 0 for none."""
    return 0 if roll is None else 10 * roll.high + roll.low
