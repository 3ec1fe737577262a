"""Bytes of a file to text, and the sizes up to which anything is read.

UTF-8 is taken wherever the bytes are UTF-8. Older files have one byte a letter: the code pages of western Europe
(cp1252) and of Turkey (cp1254) differ in six letters only, which in the first are Icelandic. A file that has one of
them is taken for Turkish.
"""

from typing import NamedTuple

from tavla.errors import InvalidText

MAX_FILE = 64 * 1024 * 1024
"""Bytes of a file, or of what is packed in it."""

MAX_LINE = 65_536
MAX_LINES = 400_000

ENCODINGS = ("utf-8", "cp1252", "cp1254", "latin-1", "utf-16", "cp932")
"""What may be named where the guess is wrong."""

_TURKISH = frozenset(b"\xd0\xdd\xde\xf0\xfd\xfe")
_MARK = b"\xef\xbb\xbf"


class Decoded(NamedTuple):
    """The text of a file and the encoding that it was found in."""

    text: str
    encoding: str


def check_size(size: int) -> None:
    """Raise `InvalidText` for a file that is too large to be read."""
    if size > MAX_FILE:
        raise InvalidText("formats.too_large", size=size, most=MAX_FILE)


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """The text of a file, line ends as line feeds; raises `InvalidText` for what is no text."""
    check_size(len(data))
    text, found = _decoded(data, encoding)
    if "\x00" in text:
        raise InvalidText("formats.not_text")
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if plain.count("\n") > MAX_LINES:
        raise InvalidText("formats.too_many_lines", most=MAX_LINES)
    return Decoded(plain, found)


def _decoded(data: bytes, encoding: str | None) -> Decoded:
    if encoding is not None:
        if encoding not in ENCODINGS:
            raise InvalidText("formats.no_encoding", encoding=encoding[:32], known=", ".join(ENCODINGS))
        try:
            return Decoded(data.decode("utf-8-sig" if encoding == "utf-8" else encoding), encoding)
        except UnicodeDecodeError as error:
            raise InvalidText("formats.undecodable", encoding=encoding, place=error.start + 1) from None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(data, "utf-16")
    try:
        return Decoded(data.decode("utf-8-sig"), "utf-8-sig" if data.startswith(_MARK) else "utf-8")
    except UnicodeDecodeError:
        page = "cp1254" if _TURKISH & set(data) else "cp1252"
        return Decoded(data.decode(page, errors="replace"), page)


def lines(text: str) -> list[str]:
    """The lines of a text without their ends; raises `InvalidText` for one of no sensible length."""
    found = text.split("\n")
    longest = max(map(len, found), default=0)
    if longest > MAX_LINE:
        raise InvalidText("formats.long_line", n=longest, most=MAX_LINE)
    return found
