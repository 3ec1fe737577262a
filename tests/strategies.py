"""What Hypothesis draws: positions that a board can show, rolls, and texts that nobody expects."""

from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st

from tavla.errors import InvalidInput
from tavla.rules import Position, Roll
from tavla.rules.position import side

settings.register_profile("tavla", deadline=None)
settings.load_profile("tavla")


@st.composite
def positions(draw: st.DrawFn, checkers: int = 15) -> Position:
    """Any board that can be: contact, race, bar and bear-off alike."""
    places = st.lists(st.integers(0, 25), min_size=checkers, max_size=checkers)
    mine = Counter(draw(places)) if draw(st.booleans()) else Counter({1: draw(st.integers(1, checkers))})
    theirs = Counter(point for point in draw(places) if point == 25 or not mine[25 - point])
    try:
        return Position(side(mine, checkers), side(theirs, checkers)).checked()
    except InvalidInput:
        return Position.start()


def rolls() -> st.SearchStrategy[Roll]:
    """Any roll of two dice."""
    return st.builds(Roll.of, st.integers(1, 6), st.integers(1, 6))


def odd_texts(alphabet: str) -> st.SearchStrategy[str]:
    """Texts of characters that a form uses, and texts of anything at all."""
    return st.one_of(st.text(alphabet, max_size=80), st.text(max_size=200), st.binary(max_size=80).map(_as_latin))


def _as_latin(raw: bytes) -> str:
    return raw.decode("latin-1")
