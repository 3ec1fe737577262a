"""What is said to a person, in Turkish and in English.

Every sentence lives in a gettext catalogue under a dotted key; both languages are complete. Below this room
only codes and values travel: `say` turns them into words.
"""

from tavla.errors import TavlaError
from tavla.words.catalogue import LANGUAGES, MINUS, messages, number, say, say_error, say_refusal
from tavla.words.dates import day, minute
from tavla.words.rolls import parse_roll_name, roll_name

__all__ = [
    "LANGUAGES",
    "MINUS",
    "day",
    "messages",
    "minute",
    "number",
    "parse_roll_name",
    "roll_name",
    "say",
    "say_error",
    "say_refusal",
]


def _in_english(error: TavlaError) -> str:
    return say_error("en", error)


TavlaError.sentence = _in_english
