"""Live tables without transport: commands in, numbered events out, one writer a match."""

from tavla.server.commands import Action, Command
from tavla.server.lobby import Created, Lobby, NewMatch
from tavla.server.table import Answer, News, Table

__all__ = ["Action", "Answer", "Command", "Created", "Lobby", "NewMatch", "News", "Table"]
