"""Exact play with all checkers home, from one array of tables.

A side whose n checkers stand on its six home points has a place among all such sides: with t(p) checkers on point p
or higher, the sum over p of C(t(p) + 6 - p, 7 - p). A move makes every t smaller or leaves it, so that a side's
successors stand before it, and sides of at most n checkers come before all larger ones.

The array holds, one after the other: for each side of up to 15 checkers the chances that bearing off takes exactly
0, 1 ... 31 rolls when their mean is made small; for each side the chances that the first checker goes off with roll
0, 1 ... 7; for each pair of sides of up to 6 checkers (roller first) the roller's equity before he rolls and without
a double: no cube, cube in the middle, cube his, cube the other's.
"""

HOME_SIDES = cython.declare(cython.int, 54264)
SMALL_SIDES = cython.declare(cython.int, 924)
ROLLS_KEPT = cython.declare(cython.int, 32)
FIRST_KEPT = cython.declare(cython.int, 8)
FIRST_AT = cython.declare(cython.int, 54264 * 32)
PAIRS_AT = cython.declare(cython.int, 54264 * 40)
TABLE_SIZE = 54264 * 40 + 924 * 924 * 4

# PLACE[p * 16 + t]: what t checkers on point p or higher add to a side's place
PLACE = cython.declare(cython.int[112])


def _lay_places():
    point: cython.int
    t: cython.int
    k: cython.int
    n: cython.longlong
    for point in range(1, 7):
        for t in range(16):
            n = 1
            for k in range(7 - point):
                n = n * (t + k) // (k + 1)
            PLACE[point * 16 + t] = cython.cast(cython.int, n)


_lay_places()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def place(low: i64) -> cython.int:
    """The place of a side that is all home, from its low word."""
    t: cython.int = 0
    at: cython.int = 0
    point: cython.int
    for point in range(6, 0, -1):
        t += (low >> (4 * point)) & 15
        at += PLACE[point * 16 + t]
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def all_home(p: cython.pointer(Board)) -> cython.bint:
    """Whether both sides have all their checkers home or off."""
    return p.a1 == 0 and p.b1 == 0 and ((p.a0 | p.b0) >> 28) == 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lay_sides(most: cython.int, sides: cython.pointer(i64)) -> cython.void:
    """The low word of every side of up to `most` checkers, at its place; those borne off are left out."""
    c: cython.int[8]
    point: cython.int
    total: cython.int = 0
    low: i64
    memset(c, 0, cython.sizeof(c))
    while True:
        low = 0
        for point in range(1, 7):
            low |= cython.cast(i64, c[point]) << (4 * point)
        sides[place(low)] = low
        point = 1
        while point < 7:
            if total < most:
                c[point] += 1
                total += 1
                break
            total -= c[point]
            c[point] = 0
            point += 1
        if point == 7:
            return


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def bear_off_plays(low: i64, die1: cython.int, die2: cython.int, out: cython.pointer(Board)) -> cython.int:
    """Plays of a side alone on the board; the side is the second one of each result."""
    p: Board
    p.a0 = low
    p.a1 = 0
    p.b0 = 0
    p.b1 = 0
    return generate(p, die1, die2, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def quickest(out: cython.pointer(Board), n: cython.int, means: cython.p_double, save: cython.bint) -> cython.int:
    """The place with the smallest mean among n results; -1 when a checker is off and only the first one counts."""
    best: cython.int = -1
    j: cython.int
    k: cython.int
    for k in range(n):
        if save and out[k].b0 & 15:
            return -1
        j = place(out[k].b0)
        if best < 0 or means[j] < means[best]:
            best = j
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def one_sided(
    sides: cython.pointer(i64), tables: cython.p_float, means: cython.p_double, out: cython.pointer(Board)
) -> cython.void:
    """For every side the chances by number of rolls until all are off, and until the first one is.

    `means` has room for both means of every side.
    """
    i: cython.int
    k: cython.int
    n: cython.int
    die1: cython.int
    die2: cython.int
    best: cython.int
    w: cython.double
    rows: cython.double[40]
    first: cython.p_float = tables + FIRST_AT
    first_means: cython.p_double = means + HOME_SIDES
    tables[0] = 1
    first[0] = 1
    means[0] = 0
    first_means[0] = 0
    for i in range(1, HOME_SIDES):
        memset(rows, 0, cython.sizeof(rows))
        means[i] = 1
        first_means[i] = 1
        for die1 in range(1, 7):
            for die2 in range(1, die1 + 1):
                w = (1.0 if die1 == die2 else 2.0) / 36
                n = bear_off_plays(sides[i], die1, die2, out)
                best = quickest(out, n, means, False)
                means[i] += w * means[best]
                for k in range(ROLLS_KEPT - 1):
                    rows[k + 1] += w * tables[best * ROLLS_KEPT + k]
                best = quickest(out, n, first_means, True)
                if best < 0:
                    rows[33] += w
                    continue
                first_means[i] += w * first_means[best]
                for k in range(FIRST_KEPT - 1):
                    rows[33 + k] += w * first[best * FIRST_KEPT + k]
        for k in range(ROLLS_KEPT):
            tables[i * ROLLS_KEPT + k] = rows[k]
        for k in range(FIRST_KEPT):
            first[i * FIRST_KEPT + k] = rows[32 + k]


# The plays of the small sides: places of what each roll leads to, and where those of side i, roll r begin
SmallPlays = cython.struct(begins=cython.int[924 * 21 + 1], leads=cython.short[924 * 21 * 24])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def small_plays(
    sides: cython.pointer(i64), plays: cython.pointer(SmallPlays), out: cython.pointer(Board)
) -> cython.void:
    i: cython.int
    k: cython.int
    n: cython.int
    die1: cython.int
    die2: cython.int
    row: cython.int = 0
    at: cython.int = 0
    for i in range(SMALL_SIDES):
        for die1 in range(1, 7):
            for die2 in range(1, die1 + 1):
                plays.begins[row] = at
                row += 1
                n = bear_off_plays(sides[i], die1, die2, out)
                for k in range(n):
                    plays.leads[at] = place(out[k].b0)
                    at += 1
    plays.begins[row] = at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def doubled(hold: cython.float, theirs: cython.float) -> cython.float:
    """Equity with the right to double: hold, or double when that is worth more (the other drops beyond 1)."""
    double_now: cython.float = 2 * theirs if 2 * theirs < 1 else 1
    return hold if hold > double_now else double_now


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pair_values(plays: cython.pointer(SmallPlays), pairs: cython.p_float, i: cython.int, j: cython.int) -> cython.void:
    """The four equities of one pair from those of its successors."""
    sums: cython.float[4]
    best: cython.float[4]
    y: cython.p_float
    e: cython.float
    w: cython.float
    r: cython.int
    c: cython.int
    at: cython.int
    die1: cython.int
    die2: cython.int
    row: cython.int = 21 * i
    for c in range(4):
        sums[c] = 0
    for die1 in range(1, 7):
        for die2 in range(1, die1 + 1):
            w = 1.0 if die1 == die2 else 2.0
            for c in range(4):
                best[c] = -9
            for at in range(plays.begins[row], plays.begins[row + 1]):
                r = plays.leads[at]
                if r == 0:
                    for c in range(4):
                        best[c] = 1
                    break
                y = pairs + 4 * (SMALL_SIDES * j + r)
                best[0] = best[0] if best[0] > -y[0] else -y[0]
                e = -doubled(y[1], y[3])
                best[1] = best[1] if best[1] > e else e
                best[2] = best[2] if best[2] > -y[3] else -y[3]
                e = -doubled(y[2], y[3])
                best[3] = best[3] if best[3] > e else e
            for c in range(4):
                sums[c] += w * best[c]
            row += 1
    for c in range(4):
        pairs[4 * (SMALL_SIDES * i + j) + c] = sums[c] / 36


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def two_sided(plays: cython.pointer(SmallPlays), tables: cython.p_float) -> cython.void:
    """All pairs, those with the smallest places first: a successor's places always add up to less."""
    total: cython.int
    i: cython.int
    last: cython.int
    for total in range(2, 2 * SMALL_SIDES - 1):
        i = total - SMALL_SIDES + 1 if total >= SMALL_SIDES else 1
        last = total - 1 if total - 1 < SMALL_SIDES - 1 else SMALL_SIDES - 1
        while i <= last:
            pair_values(plays, tables + PAIRS_AT, i, total - i)
            i += 1


def build_bearoff(tables: cython.float[::1]):
    """Fill an array of TABLE_SIZE zeros with the tables; takes less than a second."""
    sides: cython.pointer(i64)
    means: cython.p_double
    plays: cython.pointer(SmallPlays)
    out: Board[4096]
    if tables.shape[0] != TABLE_SIZE:
        raise ValueError("the tables need TABLE_SIZE numbers")
    sides = cython.cast(cython.pointer(i64), malloc(HOME_SIDES * 8))
    means = cython.cast(cython.p_double, malloc(2 * HOME_SIDES * 8))
    plays = cython.cast(cython.pointer(SmallPlays), malloc(cython.sizeof(SmallPlays)))
    if sides != cython.NULL and means != cython.NULL and plays != cython.NULL:
        with cython.nogil:
            lay_sides(15, sides)
            one_sided(sides, cython.address(tables[0]), means, out)
            small_plays(sides, plays, out)
            two_sided(plays, cython.address(tables[0]))
    free(sides)
    free(means)
    free(plays)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def race_chance(
    doer: cython.p_float, doer_kept: cython.int, other: cython.p_float, other_kept: cython.int, turns_behind: cython.int
) -> cython.float:
    """The chance that `doer` is done with roll k before `other` is done with its roll k - turns_behind."""
    chance_sum: cython.float = 0
    left: cython.float = 1
    k: cython.int
    m: cython.int
    for k in range(doer_kept):
        m = k - turns_behind
        if m >= 0 and m < other_kept:
            left -= other[m]
        chance_sum += doer[k] * left
    return chance_sum


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def exact_chances(p: cython.pointer(Board), tables: cython.p_float, y: cython.p_float) -> cython.void:
    """Chances of the player on roll when all are home: exact for the small pairs, else both in their least mean."""
    i: cython.int = place(p.a0)
    j: cython.int = place(p.b0)
    first: cython.p_float = tables + FIRST_AT
    mine: cython.p_float = tables + ROLLS_KEPT * i
    theirs: cython.p_float = tables + ROLLS_KEPT * j
    if i < SMALL_SIDES and j < SMALL_SIDES:
        y[0] = 0.5 + 0.5 * tables[PAIRS_AT + 4 * (SMALL_SIDES * i + j)]
    else:
        y[0] = race_chance(mine, ROLLS_KEPT, theirs, ROLLS_KEPT, 1)
    y[1] = y[2] = y[3] = y[4] = 0
    if p.b0 & 15 == 0:
        y[1] = race_chance(mine, ROLLS_KEPT, first + FIRST_KEPT * j, FIRST_KEPT, 1)
    if p.a0 & 15 == 0:
        y[3] = race_chance(theirs, ROLLS_KEPT, first + FIRST_KEPT * i, FIRST_KEPT, 0)


def small_pairs(words: i64[:, ::1], tables: cython.float[::1], equities: cython.float[:, ::1]) -> cython.Py_ssize_t:
    """The four equities of boards in the two-sided table into (n, 4): without a double, as the table holds them.

    Returns n, or the first board that the table does not hold.
    """
    p: Board
    i: cython.Py_ssize_t
    for i in range(words.shape[0]):
        p.a0, p.a1, p.b0, p.b1 = words[i, 0], words[i, 1], words[i, 2], words[i, 3]
        if not all_home(cython.address(p)) or over(p.a0, p.a1) or over(p.b0, p.b1):
            return i
        if place(p.a0) >= SMALL_SIDES or place(p.b0) >= SMALL_SIDES:
            return i
        memcpy(
            cython.address(equities[i, 0]),
            cython.address(tables[PAIRS_AT + 4 * (SMALL_SIDES * place(p.a0) + place(p.b0))]),
            16,
        )
    return words.shape[0]


def home_place(words: i64[:, ::1], places: cython.int[::1]):
    """The place in the one-sided table of the player on roll of each board, -1 where he is not all home."""
    i: cython.Py_ssize_t
    for i in range(words.shape[0]):
        places[i] = place(words[i, 0]) if words[i, 1] == 0 and (words[i, 0] >> 28) == 0 else -1
