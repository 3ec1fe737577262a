"""GNU Backgammon as an oracle for what its files say."""

from tests.formats.conftest import gnubg

__all__ = ["gnubg"]
