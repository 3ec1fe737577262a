"""The container of XG files: a header with a thumbnail, then members packed by zlib, and a registry at the end.

Every size is checked before it is believed, and nothing unpacks to more than a file may have.
"""

import struct
import zlib
from typing import NamedTuple

from tavla.errors import InvalidText
from tavla.formats.encoding import MAX_FILE

MAGIC = b"RGMH"
HEADER = 8232
TRAILER = 36
ENTRY = 532
MAX_MEMBERS = 64


class _Member(NamedTuple):
    name: str
    size: int
    packed: int
    start: int
    crc: int
    is_packed: bool


def is_xg(data: bytes) -> bool:
    """Whether bytes begin like an XG file."""
    return data.startswith(MAGIC)


def member(data: bytes, name: str) -> bytes:
    """The unpacked bytes of one member; raises `InvalidText` where the container is damaged or has none such."""
    if len(data) < HEADER + TRAILER:
        raise InvalidText("formats.xg_cut", size=len(data))
    _, count, _, registry, archive, packed = struct.unpack_from("<IiiiiI", data, len(data) - TRAILER)
    start = len(data) - TRAILER - registry - archive
    if not (0 < count <= MAX_MEMBERS and 0 < registry <= len(data) and 0 <= archive <= len(data) and start >= HEADER):
        raise InvalidText("formats.xg_archive")
    entries = data[start + archive : start + archive + registry]
    listed = unpacked(entries, count * ENTRY) if packed else entries
    if len(listed) < count * ENTRY:
        raise InvalidText("formats.xg_archive")
    members = [_entry(listed, number) for number in range(count)]
    found = next((each for each in members if each.name == name), None)
    if found is None:
        raise InvalidText("formats.xg_member", name=name)
    return _content(data[start : start + archive], found)


def _entry(listed: bytes, number: int) -> _Member:
    at = number * ENTRY
    name = listed[at + 1 : at + 1 + listed[at]].decode("latin-1")
    size, packed, start, crc, flag, _ = struct.unpack_from("<iiiIBB", listed, at + 512)
    return _Member(name, size, packed, start, crc, flag == 0)


def _content(archive: bytes, found: _Member) -> bytes:
    if not (0 <= found.start <= len(archive) and 0 <= found.packed <= len(archive) - found.start and found.size >= 0):
        raise InvalidText("formats.xg_archive")
    raw = archive[found.start : found.start + found.packed]
    content = unpacked(raw, found.size) if found.is_packed else raw
    if len(content) != found.size or zlib.crc32(content) != found.crc:
        raise InvalidText("formats.xg_checksum", name=found.name)
    return content


def unpacked(data: bytes, size: int) -> bytes:
    """What zlib packed; raises `InvalidText` if it is damaged or more than it says or a file may have."""
    if size > MAX_FILE:
        raise InvalidText("formats.too_large", size=size, most=MAX_FILE)
    try:
        return zlib.decompressobj().decompress(data, size + 1)
    except zlib.error:
        raise InvalidText("formats.xg_archive") from None
