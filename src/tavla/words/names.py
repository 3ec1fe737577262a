"""Names of people as they are compared."""

import unicodedata


def folded(name: str) -> str:
    """A name without its case, in Turkish too (I, İ, ı and i are one letter), and without what fonts, spaces and
    decomposed dots add."""
    plain = unicodedata.normalize("NFKC", name).casefold().replace("\u0307", "").replace("ı", "i")
    return " ".join(unicodedata.normalize("NFKC", plain).split())
