# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: nonecheck=False
"""The compiled unit of the kernel: board, plays, features, bearoff, nets, network, play_out,
label and fitting are its chapters.

The chapters are joined in that order and compiled together, so that the small functions of one are inlined in the
others. Only this first one holds the compiler's directives and the imports.

A board is four 64-bit words: two for the player on roll, two for the other, each in its owner's numbering. Nibble n
of a side holds the checkers on point n: 0 is borne off, 1 to 24 the points, 25 the bar; points 0 to 15 stand in the
first word, 16 to 25 in the second.
"""

import cython
from cython.cimports.libc.math import lrint
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.vectors import (
    HASH1,
    HASH2,
    MIX1,
    MIX2,
    MIX3,
    MOST_WIDTH,
    NIBBLE_BITS,
    STEP1,
    STEP2,
    STEP3,
    UNITS_ROOM,
    Layer,
    Net,
    Sums,
    Units,
    add_rows,
    change_units,
    dense,
    dense_back,
    first_sums,
    flush_on,
    flush_restore,
    heads,
    heads_back,
    highest,
    lowest,
    processor_level,
    rectify,
    say_chances,
    spread,
    unsquare,
)

i64 = cython.typedef(cython.longlong)
u64 = cython.typedef(cython.ulonglong)

# a0, a1 belong to the player on roll, b0, b1 to the other one
Board = cython.struct(a0=cython.longlong, a1=cython.longlong, b0=cython.longlong, b1=cython.longlong)


def level() -> cython.int:
    """The level of x86-64 that this processor serves: 2, 3 or 4; 0 on other architectures."""
    return processor_level()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def gather(x: i64) -> i64:
    """The lowest bits of sixteen nibbles as sixteen bits."""
    x = (x | (x >> 3)) & STEP1
    x = (x | (x >> 6)) & STEP2
    x = (x | (x >> 12)) & STEP3
    return (x | (x >> 24)) & 0xFFFF


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def held(low: i64, high: i64) -> i64:
    """Bits 1 to 25: where the side has a checker."""
    near: i64 = (low | (low >> 1) | (low >> 2) | (low >> 3)) & NIBBLE_BITS
    far: i64 = (high | (high >> 1) | (high >> 2) | (high >> 3)) & NIBBLE_BITS
    return (gather(near) | (gather(far) << 16)) & 0x3FFFFFE


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def made(low: i64, high: i64) -> i64:
    """Bits 1 to 24: the points on which the side has two checkers or more."""
    near: i64 = ((low >> 1) | (low >> 2) | (low >> 3)) & NIBBLE_BITS
    far: i64 = ((high >> 1) | (high >> 2) | (high >> 3)) & NIBBLE_BITS
    return (gather(near) | (gather(far) << 16)) & 0x1FFFFFE


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def facing(x: i64) -> i64:
    """Bits 1 to 24 in the other side's numbering: bit p becomes bit 25 - p."""
    x = (x >> 1) & 0xFFFFFF
    x = ((x & 0x555555) << 1) | ((x >> 1) & 0x555555)
    x = ((x & 0x333333) << 2) | ((x >> 2) & 0x333333)
    x = ((x & 0x0F0F0F) << 4) | ((x >> 4) & 0x0F0F0F)
    return (((x & 0xFF) << 16) | (x & 0xFF00) | (x >> 16)) << 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count(low: i64, high: i64, point: cython.int) -> cython.int:
    """Checkers of a side on a point (0 off, 25 bar)."""
    if point < 16:
        return (low >> (4 * point)) & 15
    return (high >> (4 * (point - 16))) & 15


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def unit_at(point: cython.int, high: cython.int) -> i64:
    """One checker on the point, as it counts in the low or the high word."""
    one: i64 = 1
    if point < 16:
        return 0 if high else one << (4 * point)
    return one << (4 * (point - 16)) if high else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def over(low: i64, high: i64) -> cython.int:
    """Whether a side has no checker left on the board."""
    return (low >> 4) == 0 and high == 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def value_of_win(low: i64, high: i64) -> cython.int:
    """What the side that has borne off everything wins from a loser that stands so: 1, 2 or 3."""
    if low & 15:
        return 1
    if high >> 12:
        return 3
    return 2


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def turned(p: Board) -> Board:
    """The same board with the other player on roll."""
    q: Board
    q.a0 = p.b0
    q.a1 = p.b1
    q.b0 = p.a0
    q.b1 = p.a1
    return q


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pack_side(points: cython.p_char, low: cython.pointer(i64), high: cython.pointer(i64)) -> cython.int:
    """Fill the two words of a side; the number of its checkers, or -1 if a count is out of range."""
    total: cython.int = 0
    n: cython.int
    c: i64
    low[0] = 0
    high[0] = 0
    for n in range(26):
        c = points[n]
        if c < 0 or c > 15:
            return -1
        total += cython.cast(cython.int, c)
        if n < 16:
            low[0] |= c << (4 * n)
        else:
            high[0] |= c << (4 * (n - 16))
    return total if total <= 15 else -1


def pack(points: cython.char[:, :, ::1], words: i64[:, ::1]) -> cython.Py_ssize_t:
    """Boards as words: (n, 2, 26) counts into (n, 4).

    Returns n, or the first row that is no board: a count outside 0 to 15, more than fifteen checkers, two sides of
    different size, no checker at all, or both on one point.
    """
    i: cython.Py_ssize_t
    mine: cython.int
    theirs: cython.int
    for i in range(points.shape[0]):
        mine = pack_side(cython.address(points[i, 0, 0]), cython.address(words[i, 0]), cython.address(words[i, 1]))
        theirs = pack_side(cython.address(points[i, 1, 0]), cython.address(words[i, 2]), cython.address(words[i, 3]))
        if mine <= 0 or mine != theirs:
            return i
        if held(words[i, 0], words[i, 1]) & facing(held(words[i, 2], words[i, 3])):
            return i
    return points.shape[0]


def unpack(words: i64[:, ::1], points: cython.char[:, :, ::1]):
    """Words as boards: (n, 4) into (n, 2, 26) counts."""
    i: cython.Py_ssize_t
    side: cython.int
    n: cython.int
    for i in range(words.shape[0]):
        for side in range(2):
            for n in range(26):
                points[i, side, n] = count(words[i, 2 * side], words[i, 2 * side + 1], n)
