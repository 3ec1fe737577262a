"""The one door for positions as text: whichever form it has, it is recognised by its content."""

from tavla.errors import InvalidText
from tavla.notation.fibs import decode_fibs
from tavla.notation.gnu_id import decode_gnu_id
from tavla.notation.situation import Situation
from tavla.notation.xgid import decode_xgid, is_xgid

MAX_TEXT = 16_384
"""The longest text that is searched for an ID: a page of analysis, not a file."""


def read_position(text: str, checkers: int = 15) -> Situation:
    """What a GNU position ID, a match ID, both together, an XGID or a FIBS board line tells.

    An ID may be labelled, and stand within a longer text such as the position texts that programs copy to the
    clipboard. `checkers` is how many a player has in the variant. Raises `InvalidInput` and nothing else.

    >>> read_position("4HPwATDgc/ABMA:cAkAAAAAAAAE").length
    0
    """
    if len(text) > MAX_TEXT:
        raise InvalidText("notation.too_long", n=len(text), most=MAX_TEXT)
    if is_xgid(text):
        return decode_xgid(text, checkers)
    if text.lstrip().startswith("board:") or "\nboard:" in text:
        return decode_fibs(text).situation
    return decode_gnu_id(text, checkers)
