"""An XG file made by hand: records with their fields put in place, packed into a container."""

import struct
import zlib
from collections.abc import Mapping, Sequence

START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


Fields = Mapping[int, tuple[str, tuple[object, ...]]]


def record(kind: int, fields: Fields) -> bytes:
    """A record of 2560 bytes: by offset a struct format and its values."""
    data = bytearray(2560)
    data[8] = kind
    for at, (form, values) in fields.items():
        struct.pack_into(f"<{form}", data, at, *values)
    return bytes(data)


def header(length: int = 5, names: tuple[str, str] = ("Ada", "Kağan")) -> bytes:
    """The header of a match of version 32."""
    wide = {at: ("258s", (name.encode("utf-16-le"),)) for at, name in zip((880, 1138), names, strict=True)}
    numbers = {92: ("ii", (length, 0)), 100: ("4B", (1, 0, 0, 0)), 128: ("d", (45_000.5,)), 552: ("i", (32,))}
    return record(0, {**numbers, **wide})


def game(score: tuple[int, int] = (0, 0), crawford: bool = False) -> bytes:
    return record(1, {12: ("iiB", (*score, crawford)), 48: ("i", (1,))})


def cube(actor: int, double: int, take: int, before: int = 0) -> bytes:
    return record(2, {12: ("6i", (actor, double, take, -1, -1, before)), 200: ("d", (-0.05,))})


def move(actor: int, dice: tuple[int, int], play: Sequence[int], after: Sequence[int]) -> bytes:
    steps = (*play, *([-1] * (8 - len(play))))
    luck = {2312: ("dd", (-0.012, 0.25)), 120: ("i", (1,)), 1024: ("8b", steps), 1280: ("h", (2,))}
    return record(3, {35: ("26b", tuple(after)), 64: ("i8iii", (actor, *steps, *dice)), **luck})


def game_end(winner: int, points: int, how: int) -> bytes:
    return record(4, {24: ("iii", (winner, points, how))})


def xg_file(*records: bytes, name: str = "temp.xg", spoil: int | None = None) -> bytes:
    """The whole file; `spoil` turns over one byte of what is packed."""
    content = b"".join(records)
    packed = bytearray(zlib.compress(content))
    if spoil is not None:
        packed[spoil] ^= 0xFF
    entry = bytearray(532)
    entry[0] = len(name)
    entry[1 : 1 + len(name)] = name.encode()
    struct.pack_into("<iiiIBB", entry, 512, len(content), len(packed), 0, zlib.crc32(content), 0, 2)
    registry = zlib.compress(bytes(entry))
    body = bytes(packed) + registry
    trailer = struct.pack("<IiiiiI12x", zlib.crc32(body), 1, 1, len(registry), len(packed), 1)
    head = struct.pack("<4sIIqI", b"RGMH", 1, 8232, 0, 0)
    return head + bytes(8232 - len(head)) + body + trailer
