"""Legal plays of the standard game, as the distinct positions they lead to."""

# 3,060 plays of a double are possible at most, each of its own final position
MOST_PLAYS = cython.declare(cython.int, 4096)

# A turn in the making: the board, the mover's points, the other's blots in the mover's numbering
Turn = cython.struct(
    a0=cython.longlong,
    a1=cython.longlong,
    b0=cython.longlong,
    b1=cython.longlong,
    mine=cython.longlong,
    blots=cython.longlong,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sources(mine: i64, blocked: i64, die: cython.int) -> i64:
    """Bits of the points from which the die can be moved; `blocked` are the other's made points."""
    one: i64 = 1
    found: i64
    if mine >> 25:
        return (one << 25) & ~(blocked << die)
    found = ((mine & ~(blocked << die)) >> (die + 1)) << (die + 1)
    if mine < 128 and mine != 0:
        if (mine >> die) & 1:
            found |= one << die
        elif (mine >> die) == 0:
            found |= one << highest(mine)
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def step(turn: cython.pointer(Turn), source: cython.int, die: cython.int) -> cython.void:
    """Move one checker of the turn; a blot on the target goes to the bar."""
    one: i64 = 1
    target: cython.int = source - die
    theirs: cython.int
    if source < 16:
        turn.a0 -= one << (4 * source)
    else:
        turn.a1 -= one << (4 * (source - 16))
    if count(turn.a0, turn.a1, source) == 0:
        turn.mine &= ~(one << source)
    if target <= 0:
        turn.a0 += 1
        return
    if target < 16:
        turn.a0 += one << (4 * target)
    else:
        turn.a1 += one << (4 * (target - 16))
    turn.mine |= one << target
    if (turn.blots >> target) & 1:
        turn.blots &= ~(one << target)
        theirs = 25 - target
        if theirs < 16:
            turn.b0 -= one << (4 * theirs)
        else:
            turn.b1 -= one << (4 * (theirs - 16))
        turn.b1 += one << 36


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def keep(turn: cython.pointer(Turn), to: cython.pointer(Board)) -> cython.void:
    """The position that the turn leads to, the opponent on roll."""
    to.a0 = turn.b0
    to.a1 = turn.b1
    to.b0 = turn.a0
    to.b1 = turn.a1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def begin(p: Board, turn: cython.pointer(Turn), blocked: cython.pointer(i64)) -> cython.void:
    turn.a0 = p.a0
    turn.a1 = p.a1
    turn.b0 = p.b0
    turn.b1 = p.b1
    turn.mine = held(p.a0, p.a1)
    blocked[0] = facing(made(p.b0, p.b1))
    turn.blots = facing(held(p.b0, p.b1)) & ~blocked[0]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def two_dice(
    start: cython.pointer(Turn), blocked: i64, high: cython.int, low: cython.int, out: cython.pointer(Board)
) -> cython.int:
    """Plays of a roll that is no double: both orders, each position kept once by an exact small hash."""
    seen: cython.short[512]
    n: cython.int = 0
    order: cython.int
    first: cython.int
    second: cython.int
    s: cython.int
    t: cython.int
    k: cython.int
    known: cython.bint
    open1: i64
    open2: i64
    h: u64
    p: Turn
    q: Turn
    memset(seen, 255, cython.sizeof(seen))
    for order in range(2):
        first = low if order else high
        second = high if order else low
        open1 = sources(start.mine, blocked, first)
        while open1:
            s = lowest(open1)
            open1 &= open1 - 1
            p = start[0]
            step(cython.address(p), s, first)
            open2 = sources(p.mine, blocked, second)
            while open2:
                t = lowest(open2)
                open2 &= open2 - 1
                q = p
                step(cython.address(q), t, second)
                h = cython.cast(u64, q.a0) ^ (cython.cast(u64, q.a1) * HASH1) ^ (cython.cast(u64, q.b1) << 7)
                h = ((h * HASH2) >> 40) & 511
                known = False
                while seen[h] >= 0:
                    k = seen[h]
                    if out[k].b0 == q.a0 and out[k].b1 == q.a1 and out[k].a0 == q.b0 and out[k].a1 == q.b1:
                        known = True
                        break
                    h = (h + 1) & 511
                if not known:
                    seen[h] = n
                    keep(cython.address(q), cython.address(out[n]))
                    n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def one_die(
    start: cython.pointer(Turn), blocked: i64, high: cython.int, low: cython.int, out: cython.pointer(Board)
) -> cython.int:
    """Plays when the dice cannot both be played: the higher one, or else the lower."""
    n: cython.int = 0
    die: cython.int = high
    s: cython.int
    p: Turn
    free_points: i64 = sources(start.mine, blocked, die)
    if free_points == 0:
        die = low
        free_points = sources(start.mine, blocked, die)
    while free_points:
        s = lowest(free_points)
        free_points &= free_points - 1
        p = start[0]
        step(cython.address(p), s, die)
        keep(cython.address(p), cython.address(out[n]))
        n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def double_dice(start: cython.pointer(Turn), blocked: i64, die: cython.int, out: cython.pointer(Board)) -> cython.int:
    """Plays of a double: depth first with sources that never rise, so that every final position comes once."""
    path: Turn[5]
    left: i64[5]
    depth: cython.int = 0
    deepest: cython.int = 1
    made_moves: cython.int
    n: cython.int = 0
    s: cython.int
    two: i64 = 2
    onward: i64
    p: Turn
    path[0] = start[0]
    left[0] = sources(start.mine, blocked, die)
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        s = lowest(left[depth])
        left[depth] &= left[depth] - 1
        p = path[depth]
        step(cython.address(p), s, die)
        onward = sources(p.mine, blocked, die) & ((two << s) - 1)
        made_moves = depth + 1
        if made_moves < 4 and onward:
            depth = made_moves
            path[depth] = p
            left[depth] = onward
            continue
        if made_moves > deepest:
            deepest = made_moves
            n = 0
        if made_moves == deepest:
            keep(cython.address(p), cython.address(out[n]))
            n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def generate(p: Board, die1: cython.int, die2: cython.int, out: cython.pointer(Board)) -> cython.int:
    """All distinct positions that the roll can lead to, the opponent on roll; 0 when nothing can be played.

    `out` has room for MOST_PLAYS boards.
    """
    start: Turn
    blocked: i64
    n: cython.int
    high: cython.int = die1 if die1 > die2 else die2
    low: cython.int = die2 if die1 > die2 else die1
    begin(p, cython.address(start), cython.address(blocked))
    if high == low:
        return double_dice(cython.address(start), blocked, high, out)
    n = two_dice(cython.address(start), blocked, high, low, out)
    if n == 0:
        n = one_die(cython.address(start), blocked, high, low, out)
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def replies(p: Board, die1: cython.int, die2: cython.int, out: cython.pointer(Board)) -> cython.int:
    """As `generate`, but a dance answers with the board as it stands, turned."""
    n: cython.int = generate(p, die1, die2, out)
    if n == 0:
        out[0] = turned(p)
        n = 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def same(p: cython.pointer(Turn), goal: cython.pointer(Board)) -> cython.bint:
    return p.a0 == goal.b0 and p.a1 == goal.b1 and p.b0 == goal.a0 and p.b1 == goal.a1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def search_way(
    turn: cython.pointer(Turn),
    blocked: i64,
    dice: cython.p_int,
    depth: cython.int,
    moves: cython.int,
    goal: cython.pointer(Board),
    way: cython.p_char,
) -> cython.bint:
    """Depth first, highest points first, for an order of exactly so many moves that leads to the goal."""
    p: Turn
    s: cython.int
    die: cython.int
    one: i64 = 1
    left: i64
    if depth == moves:
        return same(turn, goal)
    die = dice[depth]
    left = sources(turn.mine, blocked, die)
    while left:
        s = highest(left)
        left ^= one << s
        p = turn[0]
        step(cython.address(p), s, die)
        way[4 * depth] = s
        way[4 * depth + 1] = s - die if s > die else 0
        way[4 * depth + 2] = die
        way[4 * depth + 3] = s > die and (turn.blots >> (s - die)) & 1
        if search_way(cython.address(p), blocked, dice, depth + 1, moves, goal, way):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_way(
    p: Board, goal: cython.pointer(Board), die1: cython.int, die2: cython.int, moves: cython.p_char
) -> cython.int:
    """One way to reach a position that the roll leads to, the longest first; how many moves it takes."""
    start: Turn
    blocked: i64
    dice: cython.int[4]
    n: cython.int
    other: cython.int
    begin(p, cython.address(start), cython.address(blocked))
    for n in range(4 if die1 == die2 else 2, 0, -1):
        for other in range(1 if die1 == die2 else 2):
            dice[0] = die2 if other == (die1 > die2) else die1
            dice[1] = die1 + die2 - dice[0]
            dice[2] = die1
            dice[3] = die1
            if search_way(cython.address(start), blocked, dice, 0, n, goal, moves):
                return n
    return 0


def way(
    before: i64[::1], after: i64[::1], die1: cython.int, die2: cython.int, moves: cython.char[:, ::1]
) -> cython.int:
    """One way to reach `after` (opponent on roll) from `before`, as rows of a (4, 4) array: source, target, die, hit.

    Returns how many moves it takes, 0 for a dance, -1 if the position is not one that this roll leads to.
    """
    p: Board
    goal: Board
    k: cython.int
    out: Board[4096]
    p.a0, p.a1, p.b0, p.b1 = before[0], before[1], before[2], before[3]
    goal.a0, goal.a1, goal.b0, goal.b1 = after[0], after[1], after[2], after[3]
    for k in range(replies(p, die1, die2, out)):
        if out[k].a0 == goal.a0 and out[k].a1 == goal.a1 and out[k].b0 == goal.b0 and out[k].b1 == goal.b1:
            return find_way(p, cython.address(goal), die1, die2, cython.address(moves[0, 0]))
    return -1


def legal_plays(
    words: i64[:, ::1], dice: cython.char[:, ::1], first: cython.Py_ssize_t, ends: i64[::1], out: i64[:, ::1]
) -> cython.Py_ssize_t:
    """Positions reached from boards first, first + 1 ... by their rolls, one after the other in `out` (m, 4).

    ends[i] is where those of board i end in `out`. Stops before `out` could overflow (it must hold 4,096 boards more)
    and returns the board to go on with; words.shape[0] when all are done. A dance has no position.
    """
    n: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = first
    p: Board
    room: cython.pointer(Board) = cython.cast(cython.pointer(Board), cython.address(out[0, 0]))
    with cython.nogil:
        while i < words.shape[0] and n + MOST_PLAYS <= out.shape[0]:
            p.a0, p.a1, p.b0, p.b1 = words[i, 0], words[i, 1], words[i, 2], words[i, 3]
            n += generate(p, dice[i, 0], dice[i, 1], room + n)
            ends[i] = n
            i += 1
    return i


def count_plays(words: i64[:, ::1], dice: cython.char[:, ::1], rounds: cython.int) -> cython.longlong:
    """How many plays the boards have by their rolls, counted `rounds` times over: what the bench times."""
    out: Board[4096]
    p: Board
    total: i64 = 0
    i: cython.Py_ssize_t
    _r: cython.int
    with cython.nogil:
        for _r in range(rounds):
            for i in range(words.shape[0]):
                p.a0, p.a1, p.b0, p.b1 = words[i, 0], words[i, 1], words[i, 2], words[i, 3]
                total += generate(p, dice[i, 0], dice[i, 1], out)
    return total
