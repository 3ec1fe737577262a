"""Everything that can go wrong, as one tree.

    TavlaError
    ├── InvalidInput          what came in cannot be read or cannot be true
    │   ├── InvalidText       a text: notation, an ID, a line of a file
    │   ├── InvalidOption     a rule option, a profile, or a combination of them
    │   └── AmbiguousPlay     a text that fits several legal plays
    ├── IllegalAction         readable, but against the rules here and now
    ├── NotFound              a match, a page, a file that does not exist
    ├── MissingData           data that a command has yet to make (its text names the command)
    └── Unavailable           an engine or a service that cannot be reached

An error carries a code and its values; the sentence is found in the catalogues (`tavla.words`), in the
language of whoever reads it. `str(error)` is the English sentence.
"""

from collections.abc import Callable
from typing import ClassVar


class TavlaError(Exception):
    """The root. `code` is a key of the catalogues, `values` fill its sentence."""

    sentence: ClassVar[Callable[["TavlaError"], str] | None] = None
    """Set by `tavla.words`: how an error is said in English."""

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        if TavlaError.sentence is not None:
            return TavlaError.sentence(self)
        return " ".join([self.code, *(f"{name}={value}" for name, value in self.values.items())])


class InvalidInput(TavlaError, ValueError):
    """What came in cannot be read, or describes something that cannot be."""


class InvalidText(InvalidInput):
    """A text that cannot be read: notation, an ID, a line of a file."""


class InvalidOption(InvalidInput):
    """A profile, option or value that does not exist, or options that exclude each other."""


class AmbiguousPlay(InvalidInput):
    """A text that fits more than one legal play."""


class IllegalAction(TavlaError):
    """An act that is well formed but against the rules at this moment."""


class NotFound(TavlaError, LookupError):
    """Something named that does not exist: a match, a page, a file."""


class MissingData(TavlaError):
    """Data that has to be made first; the sentence names the command that makes it."""


class Unavailable(TavlaError):
    """An engine or a service that cannot be reached."""
