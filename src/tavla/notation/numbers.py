"""Numbers in texts of other programs: some write a decimal comma, as their computers' locale has it.

What tavla itself writes into files has a point; a comma appears only where a person reads it (`tavla.words.number`).
"""

import re

from tavla.errors import InvalidText

_NUMBER = re.compile(r"([-+\N{MINUS SIGN}]?)([0-9]{1,12})(?:[.,]([0-9]{1,12}))?")


def parse_number(text: str) -> float:
    """The number written `-0.306` or `-0,306`; there are no separators of thousands. Raises `InvalidText`.

    >>> parse_number("-0,306") == parse_number("-0.306") == -0.306
    True
    """
    found = _NUMBER.fullmatch(text.strip()) if len(text) <= 64 else None
    if found is None:
        raise InvalidText("notation.not_a_number", text=text.strip()[:32])
    sign, whole, decimals = found.groups()
    value = float(f"{whole}.{decimals or 0}")
    return -value if sign and sign != "+" else value
