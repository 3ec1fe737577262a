"""Training material from self-play: boards with lambda-returns as labels, corrected for luck exactly."""

# A turn of a recorded game: the board with its player on roll, that player's chances as the network sees them and by
# one ply, and whether the play that led here was the network's own choice
Step = cython.struct(board=Board, seen=cython.float[8], ply=cython.float[8], own_choice=cython.int)

# A play that was not chosen: the board after it, its one-ply chances, and the step to which the chosen play led
Rival = cython.struct(board=Board, ply=cython.float[8], step=cython.int)

# How games for labels are played
Habits = cython.struct(
    trace=cython.float,
    explore=cython.float,
    odd=cython.float,
    back=cython.float,
    nack=cython.float,
    long=cython.float,
    hyper=cython.float,
    sibling=cython.float,
    stray=cython.float,
    contain=cython.float,
    branch=cython.float,
)

# Near plays that were not chosen, for games to begin from
Branches = cython.struct(boards=Board[4096], n=cython.int, at=cython.int)

LONGEST = cython.declare(cython.int, 300)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def starting_board(
    dice: cython.pointer(u64),
    habits: cython.pointer(Habits),
    branches: cython.pointer(Branches),
    loose: cython.p_int,
    plain: cython.p_int,
) -> Board:
    """Where a game begins; `loose` turns are then played at random, `plain` games begin with no double."""
    u: cython.float = chance(dice)
    loose[0] = 0
    plain[0] = 0
    if u < habits.odd:
        return odd_board(dice)
    u -= habits.odd
    if u < habits.back:
        return back_game_board(dice)
    u -= habits.back
    if u < habits.contain:
        return contain_board(dice)
    u -= habits.contain
    if u < habits.branch and branches.n > 0:
        return branches.boards[below(dice, branches.n)]
    u -= habits.branch
    plain[0] = 1
    if u < habits.nack:
        return nack_board()
    u -= habits.nack
    if u < habits.long:
        return long_board()
    u -= habits.long
    if u < habits.hyper:
        return hyper_board()
    u -= habits.hyper
    if u < 0.07:
        loose[0] = 2 + below(dice, 8)
    return opening_board()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def near_choice(
    dice: cython.pointer(u64), equities: cython.p_float, n: cython.int, best: cython.int, within: cython.float
) -> cython.int:
    """Some other play that loses less than `within`, or the best one if none is met."""
    _try: cython.int
    k: cython.int
    for _try in range(20):
        k = below(dice, n)
        if equities[k] - equities[best] < within:
            return k
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose(
    dice: cython.pointer(u64), equities: cython.p_float, n: cython.int, best: cython.int, explore: cython.float
) -> cython.int:
    """The best play, or sometimes a near one, rarely any."""
    if n == 1 or chance(dice) >= explore:
        return best
    return near_choice(dice, equities, n, best, 9.0 if chance(dice) < 0.1 else 0.15)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mean_and_roll(
    net: cython.pointer(Net),
    s: cython.pointer(Step),
    die1: cython.int,
    die2: cython.int,
    out: cython.pointer(Board),
    kept: cython.pointer(Board),
    equities: cython.p_float,
    best: cython.p_int,
) -> cython.int:
    """Set the step's one-ply chances; keep the plays of the roll thrown, their equities and which is best."""
    base: Board = turned(s.board)
    sums: Sums
    spare: cython.float[32768]
    z: cython.float[8]
    total: cython.float[5]
    a: cython.int
    b: cython.int
    i: cython.int
    k: cython.int
    n: cython.int
    kept_n: cython.int = 0
    memset(total, 0, 20)
    first_layer(net, cython.address(base), cython.address(sums))
    for a in range(1, 7):
        for b in range(1, a + 1):
            n = replies(s.board, a, b, out)
            k = best_reply(net, cython.address(sums), cython.address(base), out, n, z, spare)
            for i in range(5):
                total[i] += z[i] if a == b else 2 * z[i]
            if (a == die1 and b == die2) or (a == die2 and b == die1):
                kept_n = n
                best[0] = k
                memcpy(kept, out, n * cython.sizeof(Board))
                for i in range(n):
                    equities[i] = equity(spare + 8 * i)
    for i in range(5):
        total[i] /= 36
    turn_chances(total, s.ply)
    return kept_n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def turn_difference(d: cython.p_float, to: cython.p_float) -> cython.void:
    """The other side's view of a difference of chances."""
    to[0] = -d[0]
    to[1] = d[3]
    to[2] = d[4]
    to[3] = d[1]
    to[4] = d[2]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def trace_back(steps: cython.pointer(Step), n: cython.int, trace: cython.float) -> cython.void:
    """Replace each step's one-ply chances by its lambda-return; the trace ends where another play was chosen.

    Return(t) = ply(t) + trace * turned(Return(t + 1) - seen(t + 1)): what the network's own next value left out, with
    the luck of the roll gone, because ply(t) is already the mean over the rolls.
    """
    error: cython.float[8]
    carried: cython.float[8]
    i: cython.int
    j: cython.int
    memset(error, 0, 32)
    for i in range(n - 1, -1, -1):
        memset(carried, 0, 32)
        if i + 1 < n and steps[i + 1].own_choice:
            turn_difference(error, carried)
        for j in range(5):
            steps[i].ply[j] += trace * carried[j]
            error[j] = steps[i].ply[j] - steps[i].seen[j]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_row(board: Board, y: cython.p_float, words: cython.p_longlong, labels: cython.p_float) -> cython.void:
    i: cython.int
    words[0], words[1], words[2], words[3] = board.a0, board.a1, board.b0, board.b1
    for i in range(5):
        labels[i] = y[i] if y[i] > -0.2 else -0.2
        labels[i] = labels[i] if labels[i] < 1.2 else 1.2


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def keep_branch(branches: cython.pointer(Branches), p: Board) -> cython.void:
    """Keep a board for a later game to begin from; the oldest goes."""
    branches.boards[branches.at] = p
    branches.at = (branches.at + 1) & 4095
    branches.n = branches.n + 1 if branches.n < 4096 else 4096


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def record_game(
    net: cython.pointer(Net),
    habits: cython.pointer(Habits),
    dice: cython.pointer(u64),
    room: cython.pointer(Board),
    steps: cython.pointer(Step),
    rivals: cython.pointer(Rival),
    branches: cython.pointer(Branches),
    words: cython.p_longlong,
    labels: cython.p_float,
    partners: cython.p_int,
    done: i64,
    most: i64,
) -> i64:
    """Play one game and write its rows after the `done` first ones, `most` in all; how many there are then.

    A rival's row names that of the chosen play as its partner. Its label is its own one ply and what the return of the
    chosen play had found beyond one ply: that is much the same for both, luck and all, so that their difference is as
    good as one ply's and their level as the return's.
    """
    out: cython.pointer(Board) = room
    kept: cython.pointer(Board) = room + MOST_PLAYS
    equities: cython.float[4096]
    y: cython.float[8]
    other: cython.int
    loose: cython.int
    plain: cython.int
    best: cython.int = 0
    die1: cython.int
    die2: cython.int
    k: cython.int
    n: cython.int
    t: cython.int
    i: cython.int
    row_of: cython.int[304]
    rows: i64 = done
    turns: cython.int = 0
    rival_n: cython.int = 0
    explore: cython.float = chance(dice)
    explore = 0 if explore < 0.4 else habits.explore * (0.5 if explore < 0.75 else 1.0)
    steps[0].board = starting_board(dice, habits, branches, cython.address(loose), cython.address(plain))
    steps[0].own_choice = 0
    value(net, cython.address(steps[0].board), steps[0].seen)
    for t in range(LONGEST):
        roll_dice(dice, plain and t == 0, cython.address(die1), cython.address(die2))
        n = mean_and_roll(net, steps + t, die1, die2, out, kept, equities, cython.address(best))
        turns = t + 1
        k = below(dice, n) if t < loose else choose(dice, equities, n, best, explore)
        if over(kept[k].b0, kept[k].b1) or turns == LONGEST:
            break
        # Not from games that began so themselves: the longest ones would fill the list, each longer than the last
        if n > 1 and plain and habits.branch > 0 and below(dice, 8) == 0:
            other = near_choice(dice, equities, n, best, 0.08)
            if other != k:
                keep_branch(branches, kept[other])
        if n > 1 and t >= loose:
            other = -1
            if chance(dice) < habits.sibling:
                other = near_choice(dice, equities, n, best, 0.1)
            elif chance(dice) < habits.stray:
                other = below(dice, n)
            if other >= 0 and other != k and not known(net, kept + other, y):
                rivals[rival_n].board = kept[other]
                rivals[rival_n].step = t + 1
                mean_reply(net, kept[other], out, rivals[rival_n].ply)
                rival_n += 1
        steps[t + 1].board = kept[k]
        steps[t + 1].own_choice = k == best
        value(net, cython.address(kept[k]), steps[t + 1].seen)
    for i in range(rival_n):
        for k in range(5):
            rivals[i].ply[k] -= steps[rivals[i].step].ply[k]
    trace_back(steps, turns, habits.trace)
    for t in range(turns - 1, -1, -1):
        row_of[t] = -1
        if t >= loose and rows < most and not known(net, cython.address(steps[t].board), y):
            row_of[t] = rows
            partners[rows] = -1
            write_row(steps[t].board, steps[t].ply, words + 4 * rows, labels + 5 * rows)
            rows += 1
    for i in range(rival_n):
        if rows < most:
            for k in range(5):
                rivals[i].ply[k] += steps[rivals[i].step].ply[k]
            partners[rows] = row_of[rivals[i].step]
            write_row(rivals[i].board, rivals[i].ply, words + 4 * rows, labels + 5 * rows)
            rows += 1
    return rows


def label_games(
    prepared: cython.short[::1],
    tables: cython.float[::1],
    habits: cython.float[::1],
    seed: cython.ulonglong,
    words: i64[:, ::1],
    labels: cython.float[:, ::1],
    partners: cython.int[::1],
):
    """Fill boards (n, 4) and their labels (n, 5) from self-play.

    A near play that was not chosen names the row of the play that was as its partner (n); for all others it is -1.
    Boards that the exact tables hold (an array of length 0 or TABLE_SIZE) need no network and give no rows.
    `habits` are eleven numbers: trace (lambda), share of exploring plays, shares of odd starts, of back games, of
    nackgammon, longgammon and hypergammon, chance of a row for a near play not chosen, and of one for any play, shares
    of games that begin with a hit in the bear-off, and with a near play that was not chosen in an earlier game.
    """
    net: Net
    h: Habits
    dice: u64 = seed
    n: i64 = 0
    want: i64 = words.shape[0]
    before: cython.uint
    room: cython.pointer(Board)
    steps: cython.pointer(Step)
    rivals: cython.pointer(Rival)
    branches: cython.pointer(Branches)
    if take_net(cython.address(net), prepared, tables) < 0:
        raise ValueError(NO_NET)
    if habits.shape[0] != 11:
        raise ValueError("the habits are eleven numbers")
    if labels.shape[0] != want or partners.shape[0] != want or want == 0:
        raise ValueError("boards and labels do not fit")
    h.trace = habits[0]
    h.explore = habits[1]
    h.odd = habits[2]
    h.back = habits[3]
    h.nack = habits[4]
    h.long = habits[5]
    h.hyper = habits[6]
    h.sibling = habits[7]
    h.stray = habits[8]
    h.contain = habits[9]
    h.branch = habits[10]
    room = cython.cast(cython.pointer(Board), malloc(2 * MOST_PLAYS * cython.sizeof(Board)))
    steps = cython.cast(cython.pointer(Step), malloc((LONGEST + 2) * cython.sizeof(Step)))
    rivals = cython.cast(cython.pointer(Rival), malloc((LONGEST + 2) * cython.sizeof(Rival)))
    branches = cython.cast(cython.pointer(Branches), calloc(1, cython.sizeof(Branches)))
    if room == cython.NULL or steps == cython.NULL or rivals == cython.NULL or branches == cython.NULL:
        free(room)
        free(steps)
        free(rivals)
        free(branches)
        raise MemoryError()
    with cython.nogil:
        before = flush_on()
        while n < want:
            n = record_game(
                cython.address(net),
                cython.address(h),
                cython.address(dice),
                room,
                steps,
                rivals,
                branches,
                cython.address(words[0, 0]),
                cython.address(labels[0, 0]),
                cython.address(partners[0]),
                n,
                want,
            )
        flush_restore(before)
    free(room)
    free(steps)
    free(rivals)
    free(branches)
