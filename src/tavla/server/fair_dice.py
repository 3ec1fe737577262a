"""Dice that nobody at the table can foresee, and that everybody can check afterwards.

A match has a seed of 32 random bytes. Its SHA-256, the commitment, is written into the log before the first throw;
the seed itself stays with the server and is written into the log when the match is over. Throw n of the match (from
0; the opening throws count, and so do throws that were taken back) is read from the bytes of

    HMAC-SHA256(seed, "tavla-dice-v1|<match>|<n>|<block>"),  block = 0, 1, ...

one byte a die: bytes of 252 and more are skipped, and any other gives byte mod 6 + 1.

What this proves: the server fixed all dice of the match before it began, and did not bend them to the play.
What it does not prove: the server chose the seed alone, so whoever runs it could have looked at the dice to come.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator
from itertools import count

from tavla.errors import InvalidInput
from tavla.match.events import DiceCommitted, DiceRevealed, Event
from tavla.server.dice import throws

SCHEME = "tavla-dice-v1"
_FAIR = 252
"""The largest multiple of 6 that a byte can hold; what lies above would favour small numbers."""


def new_seed() -> str:
    """32 bytes from the system's own generator, in hexadecimal."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """The SHA-256 of a seed, in hexadecimal: published first, so that the seed cannot be changed."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


class FairDice:
    """The dice of one match, all of them settled by its seed."""

    def __init__(self, seed: str, match: str) -> None:
        self._key = bytes.fromhex(seed)
        self._match = match

    def throw(self, number: int) -> tuple[int, int]:
        """The two dice of a throw, counted from 0 through the whole match."""
        dice = self._dice(number)
        return next(dice), next(dice)

    def _dice(self, number: int) -> Iterator[int]:
        for block in count():
            text = f"{SCHEME}|{self._match}|{number}|{block}"
            for byte in hmac.digest(self._key, text.encode(), "sha256"):
                if byte < _FAIR:
                    yield byte % 6 + 1


def verify(match: str, events: Iterable[Event]) -> int:
    """How many throws of a finished match follow from its seed: all of them, or `InvalidInput` says which did not.

    >>> verify("m", [])
    Traceback (most recent call last):
    ...
    tavla.errors.InvalidInput: this record does not say how its dice were thrown
    """
    log = list(events)
    promised = next((event.fact for event in log if isinstance(event.fact, DiceCommitted)), None)
    shown = next((event.fact for event in log if isinstance(event.fact, DiceRevealed)), None)
    if promised is None or promised.scheme != SCHEME:
        raise InvalidInput("server.dice_no_scheme")
    if shown is None:
        raise InvalidInput("server.dice_not_revealed")
    if not _is_seed(shown.seed) or commitment(shown.seed) != promised.commitment:
        raise InvalidInput("server.dice_wrong_seed")
    dice = FairDice(shown.seed, match)
    number = 0
    for number, thrown in enumerate(throws(log), start=1):
        if sorted(thrown) != sorted(dice.throw(number - 1)):
            raise InvalidInput("server.dice_differ", number=number)
    return number


def _is_seed(text: str) -> bool:
    return len(text) == 64 and all(letter in "0123456789abcdef" for letter in text)
