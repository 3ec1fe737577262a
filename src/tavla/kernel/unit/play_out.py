"""Playing games out: dice, starting positions, and greedy play of one network or of two against each other."""

START0 = cython.declare(cython.longlong, (5 << 24) | (3 << 32) | (cython.cast(cython.longlong, 5) << 52))
START1 = cython.declare(cython.longlong, 2 << 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def draw(dice: cython.pointer(u64)) -> u64:
    """32 random bits (splitmix64)."""
    dice[0] += MIX1
    x: u64 = dice[0]
    x = (x ^ (x >> 30)) * MIX2
    x = (x ^ (x >> 27)) * MIX3
    return (x ^ (x >> 31)) >> 32


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def below(dice: cython.pointer(u64), n: cython.int) -> cython.int:
    """A random whole number from 0 to n - 1."""
    return (draw(dice) * cython.cast(u64, n)) >> 32


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def chance(dice: cython.pointer(u64)) -> cython.float:
    """A random number from 0 to 1."""
    return draw(dice) * cython.cast(cython.float, 1.0 / 4294967296.0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def opening_board() -> Board:
    p: Board
    p.a0 = p.b0 = START0
    p.a1 = p.b1 = START1
    return p


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def nack_board() -> Board:
    """The start of nackgammon."""
    p: Board
    one: i64 = 1
    p.a0 = p.b0 = (4 * (one << 24)) | (3 * (one << 32)) | (4 * (one << 52))
    p.a1 = p.b1 = (2 * (one << 28)) | (2 * (one << 32))
    return p


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def long_board() -> Board:
    """The start of longgammon: all checkers on the 24 point."""
    p: Board
    one: i64 = 1
    p.a0 = p.b0 = 0
    p.a1 = p.b1 = 15 * (one << 32)
    return p


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def hyper_board() -> Board:
    """The start of hypergammon: three checkers a side."""
    p: Board
    one: i64 = 1
    p.a0 = p.b0 = 0
    p.a1 = p.b1 = (one << 32) | (one << 28) | (one << 24)
    return p


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def scatter(
    dice: cython.pointer(u64), own: cython.p_int, other: cython.p_int, n: cython.int, reach: cython.int
) -> cython.bint:
    """Lay n checkers on points 1 to reach in lumps, apart from the other side's."""
    tries: cython.int = 0
    point: cython.int
    lump: cython.int
    while n > 0 and tries < 400:
        tries += 1
        point = 1 + below(dice, 8 if below(dice, 3) == 0 and reach > 8 else reach)
        lump = 2 if below(dice, 2) else 1 + below(dice, 4)
        lump = lump if lump < n else n
        if other[25 - point] or own[point] + lump > 11:
            continue
        own[point] += lump
        n -= lump
    return n == 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lay_board(mine: cython.p_int, theirs: cython.p_int) -> Board:
    p: Board
    n: cython.int
    one: i64 = 1
    p.a0 = p.a1 = p.b0 = p.b1 = 0
    for n in range(26):
        if n < 16:
            p.a0 |= (one * mine[n]) << (4 * n)
            p.b0 |= (one * theirs[n]) << (4 * n)
        else:
            p.a1 |= (one * mine[n]) << (4 * (n - 16))
            p.b1 |= (one * theirs[n]) << (4 * (n - 16))
    return p


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def odd_board(dice: cython.pointer(u64)) -> Board:
    """Checkers laid at random, some borne off, now and then one on a bar."""
    mine: cython.int[26]
    theirs: cython.int[26]
    rear: cython.int
    while True:
        memset(mine, 0, cython.sizeof(mine))
        memset(theirs, 0, cython.sizeof(theirs))
        mine[0] = below(dice, 8) if below(dice, 4) == 0 else 0
        theirs[0] = below(dice, 8) if below(dice, 4) == 0 else 0
        if not scatter(dice, mine, theirs, 15 - mine[0], 24):
            continue
        if not scatter(dice, theirs, mine, 15 - theirs[0], 24):
            continue
        if below(dice, 12) == 0:
            rear = 24
            while mine[rear] == 0:
                rear -= 1
            mine[rear] -= 1
            mine[25] += 1
        return lay_board(mine, theirs)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def back_game_board(dice: cython.pointer(u64)) -> Board:
    """One side holds two points in the other's home, the other brings its checkers round."""
    back: cython.int[26]
    front: cython.int[26]
    anchor1: cython.int
    anchor2: cython.int
    while True:
        memset(back, 0, cython.sizeof(back))
        memset(front, 0, cython.sizeof(front))
        anchor1 = 20 + below(dice, 5)
        anchor2 = 20 + below(dice, 5)
        if anchor1 == anchor2:
            continue
        back[anchor1] = 2 + below(dice, 2)
        back[anchor2] = 2 + (below(dice, 3) == 0)
        if below(dice, 4) == 0:
            back[anchor1] -= 1
            back[25] = 1
        if not scatter(dice, back, front, 15 - back[anchor1] - back[anchor2] - back[25], 8 if below(dice, 4) else 16):
            continue
        front[0] = below(dice, 6) if below(dice, 5) == 0 else 0
        if not scatter(dice, front, back, 15 - front[0], 8 if below(dice, 3) == 0 else 14):
            continue
        if back[25] or below(dice, 2):
            return lay_board(back, front)
        return lay_board(front, back)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def contain_board(dice: cython.pointer(u64)) -> Board:
    """One side has borne off some checkers and been hit, the other brings its own round to hold what it hit."""
    front: cython.int[26]
    back: cython.int[26]
    hit: cython.int
    late: cython.int
    point: cython.int
    _checker: cython.int
    while True:
        memset(front, 0, cython.sizeof(front))
        memset(back, 0, cython.sizeof(back))
        hit = 1 + (below(dice, 3) == 0)
        for _checker in range(hit):
            front[25 if below(dice, 2) else 10 + below(dice, 15)] += 1
        late = 0
        for _checker in range(below(dice, 4)):
            point = 19 + below(dice, 6)
            if front[25 - point] == 0:
                back[point] += 1
                late += 1
        front[0] = below(dice, 14)
        if not scatter(dice, front, back, 15 - hit - front[0], 6):
            continue
        if not scatter(dice, back, front, 15 - late, 7 if below(dice, 2) else 13):
            continue
        if below(dice, 2):
            return lay_board(back, front)
        return lay_board(front, back)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def roll_dice(dice: cython.pointer(u64), first: cython.bint, die1: cython.p_int, die2: cython.p_int) -> cython.void:
    """A roll; a game's first one is no double."""
    die1[0] = 1 + below(dice, 6)
    die2[0] = 1 + below(dice, 6)
    while first and die1[0] == die2[0]:
        die1[0] = 1 + below(dice, 6)
        die2[0] = 1 + below(dice, 6)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def wander(dice: cython.pointer(u64), turns: cython.int, out: cython.pointer(Board)) -> Board:
    """The board after so many turns played at random from the opening; a game that ends begins again."""
    p: Board = opening_board()
    die1: cython.int
    die2: cython.int
    _turn: cython.int
    for _turn in range(turns):
        roll_dice(dice, False, cython.address(die1), cython.address(die2))
        p = out[below(dice, replies(p, die1, die2, out))]
        if over(p.b0, p.b1):
            p = opening_board()
    return p


def random_boards(seed: cython.ulonglong, words: i64[:, ::1]):
    """Fill `words` (n, 4) with boards on which a game can go on: half from games played at random, half laid at random,
    some of these as back games."""
    dice: u64 = seed
    p: Board
    i: cython.Py_ssize_t
    kind: cython.int
    out: Board[4096]
    with cython.nogil:
        for i in range(words.shape[0]):
            kind = below(cython.address(dice), 8)
            if kind < 4:
                p = wander(cython.address(dice), below(cython.address(dice), 100), out)
            elif kind < 7:
                p = odd_board(cython.address(dice))
            else:
                p = back_game_board(cython.address(dice))
            words[i, 0], words[i, 1], words[i, 2], words[i, 3] = p.a0, p.a1, p.b0, p.b1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def greedy(
    net: cython.pointer(Net), p: Board, die1: cython.int, die2: cython.int, out: cython.pointer(Board)
) -> cython.int:
    """The index in `out` of the network's best play."""
    base: Board
    sums: Sums
    y: cython.float[8]
    n: cython.int = replies(p, die1, die2, out)
    if n == 1:
        return 0
    base = turned(p)
    first_layer(net, cython.address(base), cython.address(sums))
    return best_reply(net, cython.address(sums), cython.address(base), out, n, y, cython.NULL)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def luck_of(
    judge: cython.pointer(Net), p: Board, out: cython.pointer(Board), n: cython.int, spare: cython.pointer(Board)
) -> cython.float:
    """What the roll that allows the n plays in `out` is worth more than the mean over all rolls, to its player."""
    base: Board = turned(p)
    sums: Sums
    y: cython.float[8]
    mean: cython.float[8]
    mean_reply(judge, p, spare, mean)
    first_layer(judge, cython.address(base), cython.address(sums))
    best_reply(judge, cython.address(sums), cython.address(base), out, n, y, cython.NULL)
    return -equity(y) - equity(mean)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_game(
    first: cython.pointer(Net),
    second: cython.pointer(Net),
    judge: cython.pointer(Net),
    seed: u64,
    mover: cython.int,
    room: cython.pointer(Board),
    turns: cython.pointer(i64),
) -> cython.float:
    """One game of cubeless money: points won by `first`, less its luck as `judge` sees it, if there is one.

    The luck is taken from the judge alone, whatever is played, so that its mean is nothing; the first roll, which is
    no double, is left out.
    """
    dice: u64 = seed
    p: Board = opening_board()
    die1: cython.int
    die2: cython.int
    k: cython.int
    n: cython.int
    t: cython.int
    luck: cython.float = 0
    won: cython.float
    for t in range(2000):
        roll_dice(cython.address(dice), t == 0, cython.address(die1), cython.address(die2))
        if judge != cython.NULL and t > 0:
            n = replies(p, die1, die2, room)
            won = luck_of(judge, p, room, n, room + MOST_PLAYS)
            luck += -won if mover else won
        k = greedy(second if mover else first, p, die1, die2, room)
        turns[0] += 1
        p = room[k]
        if over(p.b0, p.b1):
            won = value_of_win(p.a0, p.a1)
            return (-won if mover else won) - luck
        mover = 1 - mover
    return 0


def play_games(
    prepared1: cython.short[::1],
    prepared2: cython.short[::1],
    tables: cython.float[::1],
    adjusted: cython.bint,
    seed: cython.ulonglong,
    points: cython.float[:, ::1],
) -> cython.longlong:
    """Pairs of games between two networks, the same dice with sides changed: points of the first, (pairs, 2).

    `adjusted` takes the luck away as the second network judges it: a fifth of the spread at eight times the work.
    Returns the turns played.
    """
    one: Net
    two: Net
    judge: cython.pointer(Net) = cython.address(two) if adjusted else cython.NULL
    turns: i64 = 0
    i: cython.Py_ssize_t
    side: cython.int
    before: cython.uint
    room: cython.pointer(Board)
    if take_net(cython.address(one), prepared1, tables) < 0 or take_net(cython.address(two), prepared2, tables) < 0:
        raise ValueError(NO_NET)
    room = cython.cast(cython.pointer(Board), malloc(2 * MOST_PLAYS * cython.sizeof(Board)))
    if room == cython.NULL:
        raise MemoryError()
    with cython.nogil:
        before = flush_on()
        for i in range(points.shape[0]):
            for side in range(2):
                points[i, side] = play_game(
                    cython.address(one), cython.address(two), judge, seed + i * MIX2, side, room, cython.address(turns)
                )
        flush_restore(before)
    free(room)
    return turns
