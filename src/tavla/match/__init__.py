"""What happened at a table: stamped events, and games, matches and clocks as folds over them."""

from tavla.match.events import Event, MatchStarted, Player, Setup
from tavla.match.match import History, Match, replay

__all__ = ["Event", "History", "Match", "MatchStarted", "Player", "Setup", "replay"]
