"""tavla: the rules of backgammon as a library, a table to play at, in Turkish and English."""

import tavla.words as words

__all__ = ["__version__", "words"]
__version__ = "0.1.0"
