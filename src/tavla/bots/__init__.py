"""Players made of code: state in, action out."""

from collections.abc import Collection, Mapping

from tavla.bots import levels, styles
from tavla.bots.base import Action, Bot, BotMaker
from tavla.bots.levels import LevelBot
from tavla.bots.simple import RandomBot, SimpleBot
from tavla.bots.styles import StyleBot

__all__ = ["BOTS", "Action", "Bot", "BotMaker", "LevelBot", "RandomBot", "SimpleBot", "StyleBot", "grouped"]

_GROUPS: Mapping[str, Mapping[str, BotMaker]] = {
    "levels": levels.makers(),
    "styles": styles.makers(),
    "others": {"simple": SimpleBot, "random": RandomBot},
}

BOTS: Mapping[str, BotMaker] = {name: maker for group in _GROUPS.values() for name, maker in group.items()}
"""The bots that can sit at a table, by name."""


def grouped(names: Collection[str]) -> dict[str, list[str]]:
    """Bots as people look for them: `levels`, `styles` and `others`, in order; a name that is not ours is of the
    others, and a group without a bot is left out."""
    found = {group: [name for name in bots if name in names] for group, bots in _GROUPS.items()}
    found["others"] += [name for name in names if name not in BOTS]
    return {group: bots for group, bots in found.items() if bots}
