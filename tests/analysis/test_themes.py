"""Every remark is made where it is due and nowhere else, and it says nothing that the board does not show."""

import re

from tavla.analysis.themes import Remark, explain
from tavla.engine.decision import Choice
from tavla.notation import parse_play
from tavla.rules import Position, Roll, State, profile
from tavla.rules.facts import Played
from tavla.rules.outcome import Chances
from tavla.rules.state import Phase
from tavla.words import LANGUAGES, messages

EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


def play_choice(position: Position, roll: Roll, text: str, chances: Chances = EVEN, equity: float = 0.0) -> Choice:
    """A play as the engine gives it, with chances that the test chooses."""
    parsed = parse_play(text, position, roll)
    return Choice(Played(parsed.play), equity, None, chances, 2, parsed.after)


def said(position: Position, roll: int, made: str, best: str) -> dict[str, Remark]:
    """The remarks on two plays of a roll in a money game, by code; `best` is taken to be the better one."""
    dice = Roll.parse(str(roll))
    state = State(profile("money"), position, Phase.PLAY, 0, dice)
    remarks = explain(state, play_choice(position, dice, made), play_choice(position, dice, best))
    return {remark.code: remark for remark in remarks}


def test_every_code_has_its_words() -> None:
    from pathlib import Path

    import tavla.analysis.themes

    source = "".join(file.read_text("utf-8") for file in Path(tavla.analysis.themes.__file__).parent.glob("*.py"))
    codes = set(re.findall(r"Remark\(\s*f?\"([a-z_.]+)\"", source))
    assert len(codes) > 20
    for language in LANGUAGES:
        assert all(f"theme.{code}" in messages(language) for code in codes)


def test_making_a_point_is_said() -> None:
    found = said(Position.start(), 31, "24/23 13/10", "8/5 6/5")
    assert found["point.made.best"].values["points"] == (5,)
