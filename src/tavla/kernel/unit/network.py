"""The forward pass: from scratch for one board, by difference for all plays of a roll, in 16-bit integers.

A network answers five nested chances of the player on roll: win, win a gammon or more, win a backgammon, lose a gammon
or more, lose a backgammon. Here it is a block of memory made by `prepare` (the chapter before), whose parts `Net`
points into. All sums below the heads are of whole numbers: the same by whatever way a board was found.
"""


@cython.cfunc
def take_net(net: cython.pointer(Net), prepared: cython.short[::1], tables: cython.float[::1]) -> cython.int:
    """Read a prepared network, and the exact tables if there are any (length 0 or TABLE_SIZE); -1 if they are none."""
    if prepared.shape[0] < 32 or lay_prepared(net, cython.address(prepared[0])) != prepared.shape[0]:
        return -1
    if tables.shape[0] == 0:
        return 0
    if tables.shape[0] != TABLE_SIZE:
        return -1
    net.tables = cython.address(tables[0])
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def equity(y: cython.p_float) -> cython.float:
    """Cubeless money equity of five chances."""
    return 2 * y[0] - 1 + y[1] + y[2] - y[3] - y[4]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def known(net: cython.pointer(Net), p: cython.pointer(Board), y: cython.p_float) -> cython.bint:
    """Whether no network is needed: the game is over, or the tables hold it; then y is set."""
    won: cython.int
    if over(p.b0, p.b1):
        won = value_of_win(p.a0, p.a1)
        y[0] = y[1] = y[2] = 0
        y[3] = won > 1
        y[4] = won > 2
        return True
    if over(p.a0, p.a1):
        won = value_of_win(p.b0, p.b1)
        y[0] = 1
        y[1] = won > 1
        y[2] = won > 2
        y[3] = y[4] = 0
        return True
    if net.tables != cython.NULL and all_home(p):
        exact_chances(p, net.tables, y)
        return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def make_possible(p: cython.pointer(Board), y: cython.p_float) -> cython.void:
    """Nest the chances; no gammon against a side that has borne off."""
    if p.b0 & 15:
        y[1] = y[2] = 0
    if p.a0 & 15:
        y[3] = y[4] = 0
    y[1] = y[1] if y[1] < y[0] else y[0]
    y[2] = y[2] if y[2] < y[1] else y[1]
    y[3] = y[3] if y[3] < 1 - y[0] else 1 - y[0]
    y[4] = y[4] if y[4] < y[3] else y[3]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_layer(net: cython.pointer(Net), p: cython.pointer(Board), sums: cython.pointer(Sums)) -> cython.void:
    """The first layer before it is rectified."""
    rows: cython.int[64]
    first_sums(net, sums.at, rows, rows_of(p, rows))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def value(net: cython.pointer(Net), p: cython.pointer(Board), y: cython.p_float) -> cython.void:
    """Chances (8 floats, 5 used) of the player on roll, from scratch."""
    sums: Sums
    if not known(net, p, y):
        first_layer(net, p, cython.address(sums))
        change_units(net, sums.at, sums.at, cython.NULL, 0, cython.NULL, 0)
        say_chances(net, 1, sums.at, y)
        make_possible(p, y)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_reply(
    net: cython.pointer(Net),
    parent: cython.pointer(Sums),
    base: cython.pointer(Board),
    out: cython.pointer(Board),
    n: cython.int,
    y: cython.p_float,
    each: cython.p_float,
) -> cython.int:
    """The best of n positions after a play, for the one who played.

    `base` is the board before the play as seen by the opponent and `parent` its first layer's sums. `y` becomes the
    opponent's chances after the best play; `each`, if given, is filled with those after every play, eight floats apart.
    """
    units: Units
    z: cython.float[32]
    group: cython.int[4]
    c: Changes
    k: cython.int
    i: cython.int
    waiting: cython.int = 0
    best: cython.int = 0
    least: cython.float = 9
    e: cython.float
    for k in range(n):
        group[waiting] = k
        if known(net, out + k, z + 8 * waiting):
            e = equity(z + 8 * waiting)
            if each != cython.NULL:
                memcpy(each + 8 * k, z + 8 * waiting, 32)
            if e < least:
                least = e
                best = k
                memcpy(y, z + 8 * waiting, 20)
        else:
            changes_between(base, out + k, cython.address(c))
            change_units(net, units.at + UNITS_ROOM * waiting, parent.at, c.rows, c.n_less, c.rows + 64, c.n_more)
            waiting += 1
        if waiting < 4 and k + 1 < n:
            continue
        say_chances(net, waiting, units.at, z)
        for i in range(waiting):
            make_possible(out + group[i], z + 8 * i)
            e = equity(z + 8 * i)
            if each != cython.NULL:
                memcpy(each + 8 * group[i], z + 8 * i, 32)
            if e < least:
                least = e
                best = group[i]
                memcpy(y, z + 8 * i, 20)
        waiting = 0
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def turn_chances(y: cython.p_float, to: cython.p_float) -> cython.void:
    """The other side's view of chances."""
    to[0] = 1 - y[0]
    to[1] = y[3]
    to[2] = y[4]
    to[3] = y[1]
    to[4] = y[2]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mean_reply(net: cython.pointer(Net), p: Board, out: cython.pointer(Board), y: cython.p_float) -> cython.void:
    """One ply: mean over the 21 rolls of the chances after the best reply, for the player on roll."""
    base: Board = turned(p)
    sums: Sums
    z: cython.float[8]
    total: cython.float[5]
    die1: cython.int
    die2: cython.int
    i: cython.int
    n: cython.int
    memset(total, 0, 20)
    first_layer(net, cython.address(base), cython.address(sums))
    for die1 in range(1, 7):
        for die2 in range(1, die1 + 1):
            n = replies(p, die1, die2, out)
            best_reply(net, cython.address(sums), cython.address(base), out, n, z, cython.NULL)
            for i in range(5):
                total[i] += z[i] if die1 == die2 else 2 * z[i]
    for i in range(5):
        total[i] /= 36
    turn_chances(total, y)


def evaluate(
    prepared: cython.short[::1],
    tables: cython.float[::1],
    words: i64[:, ::1],
    plies: cython.int,
    chances: cython.float[:, ::1],
):
    """Chances of the player on roll for boards (n, 4) into (n, 5); 0 plies the network, 1 the mean over replies."""
    net: Net
    p: Board
    out: Board[4096]
    y: cython.float[8]
    i: cython.Py_ssize_t
    before: cython.uint
    if take_net(cython.address(net), prepared, tables) < 0:
        raise ValueError(NO_NET)
    with cython.nogil:
        before = flush_on()
        for i in range(words.shape[0]):
            p.a0, p.a1, p.b0, p.b1 = words[i, 0], words[i, 1], words[i, 2], words[i, 3]
            if plies == 0 or over(p.a0, p.a1) or over(p.b0, p.b1):
                value(cython.address(net), cython.address(p), y)
            else:
                mean_reply(cython.address(net), p, out, y)
            memcpy(cython.address(chances[i, 0]), y, 20)
        flush_restore(before)


def best_play(
    prepared: cython.short[::1],
    tables: cython.float[::1],
    board: bytes,
    die1: cython.int,
    die2: cython.int,
) -> tuple:
    """The best play of a roll by the network alone, made for the shortest way from Python and back.

    `board` is 52 counts, those of the player on roll first. Answers (the 52 counts after the play, the opponent on
    roll; the moves, four bytes each: source, target, die, whether it hits; the mover's five chances). A dance has no
    moves. None when the counts are no board.
    """
    net: Net
    p: Board
    base: Board
    out: Board[4096]
    sums: Sums
    y: cython.float[8]
    z: cython.float[8]
    counts: cython.char[52]
    moves: cython.char[16]
    given: cython.p_char = board
    mine: cython.int
    theirs: cython.int
    n: cython.int
    i: cython.int
    before: cython.uint
    if take_net(cython.address(net), prepared, tables) < 0:
        raise ValueError(NO_NET)
    if len(board) != 52 or not (0 < die1 < 7 and 0 < die2 < 7):
        return None
    mine = pack_side(given, cython.address(p.a0), cython.address(p.a1))
    theirs = pack_side(given + 26, cython.address(p.b0), cython.address(p.b1))
    if mine <= 0 or mine != theirs or held(p.a0, p.a1) & facing(held(p.b0, p.b1)):
        return None
    with cython.nogil:
        before = flush_on()
        base = turned(p)
        n = generate(p, die1, die2, out)
        if n == 0:
            value(cython.address(net), cython.address(base), y)
        else:
            first_layer(cython.address(net), cython.address(base), cython.address(sums))
            i = best_reply(cython.address(net), cython.address(sums), cython.address(base), out, n, y, cython.NULL)
            base = out[i]
            n = find_way(p, cython.address(base), die1, die2, moves)
        flush_restore(before)
    turn_chances(y, z)
    for i in range(26):
        counts[i] = count(base.a0, base.a1, i)
        counts[26 + i] = count(base.b0, base.b1, i)
    return counts[:52], moves[: 4 * n], (z[0], z[1], z[2], z[3], z[4])


def evaluate_plays(
    prepared: cython.short[::1],
    tables: cython.float[::1],
    words: i64[:, ::1],
    dice: cython.char[:, ::1],
    first: cython.Py_ssize_t,
    ends: i64[::1],
    out: i64[:, ::1],
    chances: cython.float[:, ::1],
) -> cython.Py_ssize_t:
    """As `legal_plays`, and for each position in `out` the chances of its player on roll, the opponent, (m, 5).

    By difference: each position costs what has changed since the board before the play.
    """
    net: Net
    p: Board
    base: Board
    sums: Sums
    y: cython.float[8]
    each: cython.float[32768]
    n: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = first
    k: cython.int
    found: cython.int
    before: cython.uint
    room: cython.pointer(Board) = cython.cast(cython.pointer(Board), cython.address(out[0, 0]))
    if take_net(cython.address(net), prepared, tables) < 0:
        raise ValueError(NO_NET)
    if chances.shape[0] < out.shape[0] or chances.shape[1] != 5:
        raise ValueError("no room for the chances of every position")
    with cython.nogil:
        before = flush_on()
        while i < words.shape[0] and n + MOST_PLAYS <= out.shape[0]:
            p.a0, p.a1, p.b0, p.b1 = words[i, 0], words[i, 1], words[i, 2], words[i, 3]
            base = turned(p)
            first_layer(cython.address(net), cython.address(base), cython.address(sums))
            found = generate(p, dice[i, 0], dice[i, 1], room + n)
            best_reply(cython.address(net), cython.address(sums), cython.address(base), room + n, found, y, each)
            for k in range(found):
                memcpy(cython.address(chances[n + k, 0]), each + 8 * k, 20)
            n += found
            ends[i] = n
            i += 1
        flush_restore(before)
    return i
