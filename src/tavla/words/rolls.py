"""The names of the 21 rolls, as they are called at the table (Turkish, with aliases) and in English."""

import re
import unicodedata
from functools import cache

TURKISH: dict[tuple[int, int], tuple[str, ...]] = {
    (1, 1): ("hep yek", "hepyek"),
    (2, 1): ("iki bir", "yek-i dü", "dü yek", "düyek"),
    (2, 2): ("dubara", "dü bara"),
    (3, 1): ("se yek", "seyek"),
    (3, 2): ("seba-i dü", "sebai dü"),
    (3, 3): ("dü se", "düse", "düsse"),
    (4, 1): ("cihar-ı yek", "caar-i yek", "cehar-ı yek"),
    (4, 2): ("cihar-ı dü", "caar-i dü"),
    (4, 3): ("cihar-ü se", "cihar-ı se", "caar-i se"),
    (4, 4): ("dört cihar", "dört caar", "dücihar"),
    (5, 1): ("penc-i yek", "pencü yek", "penciyek"),
    (5, 2): ("penc-i dü", "pencidü"),
    (5, 3): ("penc-ü se", "pencüse"),
    (5, 4): ("beş dört", "cihar-ü penc", "penc-i caar"),
    (5, 5): ("dü beş", "dübeş"),
    (6, 1): ("şeş-i yek", "şeş yek", "şeşü yek"),
    (6, 2): ("şeş-i dü", "şeşidü"),
    (6, 3): ("şeş-ü se", "şeşüse"),
    (6, 4): ("şeş cihar", "şeş caar", "şeş cehar"),
    (6, 5): ("şeş beş", "şeşbeş"),
    (6, 6): ("dü şeş", "düşeş"),
}
"""Each roll, larger die first: the usual form, then the others found (spec: Turkish terms, section 2).

Some say dü yek for 1-1 as well; it means 2-1 here, which is what the words say.
"""

_NUMBERS = ("", "one", "two", "three", "four", "five", "six")
_DOUBLES = ("", "double ones", "double twos", "double threes", "double fours", "double fives", "double sixes")
_ENGLISH_ALIASES = {
    "aces": (1, 1), "deuces": (2, 2), "threes": (3, 3), "fours": (4, 4), "boxcars": (6, 6), "lover's leap": (6, 5),
}  # fmt: skip


def roll_name(language: str, roll: tuple[int, int]) -> str:
    """What a roll is called: `roll_name("tr", (6, 3))` is "şeş-ü se", in English "six-three"."""
    high, low = max(roll), min(roll)
    if language == "tr":
        return TURKISH[high, low][0]
    return _DOUBLES[high] if high == low else f"{_NUMBERS[high]}-{_NUMBERS[low]}"


def parse_roll_name(text: str) -> tuple[int, int] | None:
    """The roll that a spoken name means, whatever its spelling; None if it names none."""
    return _names().get(_plain(text))


@cache
def _names() -> dict[str, tuple[int, int]]:
    names = {_plain(name): roll for roll, forms in TURKISH.items() for name in forms}
    names |= {_plain(roll_name("en", roll)): roll for roll in TURKISH}
    return names | {_plain(name): roll for name, roll in _ENGLISH_ALIASES.items()}


def _plain(text: str) -> str:
    """Letters only, without case, accents or the dotless i: the suffixes -i, -ı, -ü are spelt in many ways."""
    lowered = text[:64].replace("I", "ı").replace("İ", "i").lower().replace("ı", "i")
    letters = unicodedata.normalize("NFKD", lowered)
    return re.sub(r"[^a-z]", "", letters)
