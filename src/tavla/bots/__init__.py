"""Players made of code: state in, action out."""

from collections.abc import Mapping

from tavla.bots.base import Action, Bot, BotMaker
from tavla.bots.levels import LevelBot, makers
from tavla.bots.simple import RandomBot, SimpleBot

__all__ = ["BOTS", "Action", "Bot", "BotMaker", "LevelBot", "RandomBot", "SimpleBot"]

BOTS: Mapping[str, BotMaker] = makers() | {"simple": SimpleBot, "random": RandomBot}
"""The bots that can sit at a table, by name."""
