"""What a network sees: for each side and point whether it holds 1, 2 ... 6 checkers or more, the bar, the borne off.

326 inputs of 0 or 1, 163 for the player on roll, then 163 for the other, each in its owner's numbering: six a point
(the sixth counts on: a tenth checker adds it five times), four for the bar, fifteen for those borne off.
"""

INPUTS = cython.declare(cython.int, 326)
# The same for Python, and the name that a weights file must carry
INPUT_COUNT = 326
FEATURES = "thermometer-1"

# ROW[(side * 26 + point) * 16 + k]: the input that the (k + 1)th checker on the point switches on
ROW = cython.declare(cython.int[840])


def _lay_out():
    side: cython.int
    point: cython.int
    k: cython.int
    row: cython.int
    for side in range(2):
        for point in range(26):
            for k in range(16):
                if point == 0:
                    row = 148 + (k if k < 14 else 14)
                elif point == 25:
                    row = 144 + (k if k < 3 else 3)
                else:
                    row = 6 * (point - 1) + (k if k < 5 else 5)
                ROW[(side * 26 + point) * 16 + k] = side * 163 + row


_lay_out()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def rows_of_word(word: i64, base: cython.int, rows: cython.p_int, n: cython.int) -> cython.int:
    shift: cython.int
    k: cython.int
    nibble: i64 = 15
    while word:
        shift = lowest(word) & 60
        for k in range(cython.cast(cython.int, (word >> shift) & 15)):
            rows[n] = ROW[base + 4 * shift + k]
            n += 1
        word &= ~(nibble << shift)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rows_of(p: cython.pointer(Board), rows: cython.p_int) -> cython.int:
    """The inputs that are on, and how many (30 with all checkers there)."""
    n: cython.int = rows_of_word(p.a0, 0, rows, 0)
    n = rows_of_word(p.a1, 256, rows, n)
    n = rows_of_word(p.b0, 416, rows, n)
    return rows_of_word(p.b1, 672, rows, n)


# Inputs that differ between two boards: those to take away, and from 64 on those to add
Changes = cython.struct(rows=cython.int[128], n_less=cython.int, n_more=cython.int)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def changes_of_word(old: i64, new: i64, base: cython.int, c: cython.pointer(Changes)) -> cython.void:
    """The inputs in which two words differ.

    A point mostly changes by one or two checkers: those are written without a branch, the rest in a rare loop.
    """
    differ: i64 = old ^ new
    nibble: i64 = 15
    shift: cython.int
    was: cython.int
    now: cython.int
    low: cython.int
    more: cython.int
    at: cython.int
    fewer: cython.int
    rows: cython.p_int
    while differ:
        shift = lowest(differ) & 60
        differ &= ~(nibble << shift)
        was = (old >> shift) & 15
        now = (new >> shift) & 15
        low = was if was < now else now
        more = was + now - 2 * low
        at = base + 4 * shift + low
        fewer = was > now
        rows = c.rows + (c.n_less if fewer else 64 + c.n_more)
        c.n_less += more * fewer
        c.n_more += more * (1 - fewer)
        rows[0] = ROW[at]
        rows[1] = ROW[at + 1]
        while more > 2:
            more -= 1
            rows[more] = ROW[at + more]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def changes_between(old: cython.pointer(Board), new: cython.pointer(Board), c: cython.pointer(Changes)) -> cython.void:
    c.n_less = c.n_more = 0
    changes_of_word(old.a0, new.a0, 0, c)
    changes_of_word(old.a1, new.a1, 256, c)
    changes_of_word(old.b0, new.b0, 416, c)
    changes_of_word(old.b1, new.b1, 672, c)
