"""What tavla is: positions, rolls, rules, plays, and the machine of one game. Standard library only."""

from tavla.rules.dice import ROLLS, Roll
from tavla.rules.outcome import Chances, Kind
from tavla.rules.plays import Continuations, Move, Play, Reason, legal_plays
from tavla.rules.position import BAR, OFF, Position
from tavla.rules.ruleset import OPTIONS, PROFILES, STANDARD, Length, RuleSet, profile
from tavla.rules.stakes import Cube, Score, Seat
from tavla.rules.state import Act, Actions, Phase, State, apply, legal, require

__all__ = [
    "BAR",
    "OFF",
    "OPTIONS",
    "PROFILES",
    "ROLLS",
    "STANDARD",
    "Act",
    "Actions",
    "Chances",
    "Continuations",
    "Cube",
    "Kind",
    "Length",
    "Move",
    "Phase",
    "Play",
    "Position",
    "Reason",
    "Roll",
    "RuleSet",
    "Score",
    "Seat",
    "State",
    "apply",
    "legal",
    "legal_plays",
    "profile",
    "require",
]
