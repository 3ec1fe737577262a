"""What may be decided, put in words, wherever a person reads it."""

from tavla.words import say

NAMES = frozenset({"roll", "double", "take", "drop", "beaver", "pass", "accept", "refuse"})
"""Everything but a play, by the word that the wire, the cards and the command line use."""


def choice_in_words(language: str, text: str) -> str:
    """A choice for people: a play in notation as it is (empty where nothing can be played), all else by its word."""
    if text in NAMES:
        return say(language, f"choice.{text}")
    return text or say(language, "choice.no_play")
