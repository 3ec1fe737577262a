"""Making weights fit: temporal differences along self-play games, and the slopes of the loss on labelled boards."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def td_step(
    net: cython.pointer(Fine), p: cython.pointer(Board), target: cython.p_float, rate: cython.float, y: cython.p_float
) -> cython.void:
    """Move a network of one layer towards the target for one board; y becomes what it said before."""
    rows: cython.int[64]
    active: cython.int[1040]
    h: Layer
    slope: Layer
    g: cython.float[8]
    n: cython.int = rows_of(p, rows)
    i: cython.int
    add_rows(h.at, net.bias1, net.first, net.width1, rows, n)
    rectify(h.at, net.width1, net.squared, active)
    heads(y, net.bias3, net.heads, net.width1, h.at)
    for i in range(5):
        g[i] = rate * (target[i] - y[i])
    heads_back(slope.at, net.heads, net.bias3, net.heads, net.width1, h.at, g)
    if net.squared:
        unsquare(slope.at, h.at, net.width1)
    spread(net.bias1, net.width1, cython.address(ZERO), 1, slope.at)
    spread(net.first, net.width1, rows, n, slope.at)


ZERO = cython.declare(cython.int, 0)

# So many games are played by one player before it takes over what was learned
PLAYED_ALIKE = cython.declare(cython.int, 32)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def td_game(
    net: cython.pointer(Fine),
    player: cython.pointer(Net),
    dice: cython.pointer(u64),
    rate: cython.float,
    out: cython.pointer(Board),
    boards: cython.pointer(Board),
) -> cython.int:
    """`player` plays a game greedily, then `net` learns from its end backwards: each board's target is the value of the
    next, turned."""
    p: Board = opening_board()
    target: cython.float[8]
    y: cython.float[8]
    die1: cython.int
    die2: cython.int
    k: cython.int
    t: cython.int
    turns: cython.int = 0
    for t in range(LONGEST):
        boards[t] = p
        turns = t + 1
        roll_dice(dice, t == 0, cython.address(die1), cython.address(die2))
        k = greedy(player, p, die1, die2, out)
        p = out[k]
        if over(p.b0, p.b1):
            break
    memset(y, 0, 32)
    value(player, cython.address(p), y)
    for t in range(turns - 1, -1, -1):
        turn_chances(y, target)
        td_step(net, boards + t, target, rate, y)
    return turns


def learn_by_td(
    shape: cython.int[::1],
    weights: cython.float[::1],
    games: cython.longlong,
    rate: cython.float,
    seed: cython.ulonglong,
) -> cython.longlong:
    """Self-play with TD(0) for a network of one layer; the weights change in place. Returns the turns played."""
    net: Fine
    player: Net
    dice: u64 = seed
    turns: i64 = 0
    game: i64
    before: cython.uint
    block: cython.p_short
    room: cython.pointer(Board)
    if take_fine(cython.address(net), shape, weights) < 0 or net.width2:
        raise ValueError("temporal differences need a network of one layer")
    room = cython.cast(cython.pointer(Board), malloc((MOST_PLAYS + LONGEST) * cython.sizeof(Board)))
    block = cython.cast(cython.p_short, calloc(lay_parts(cython.address(player), net.width1, 0, cython.NULL), 2))
    if room == cython.NULL or block == cython.NULL:
        free(room)
        free(block)
        raise MemoryError()
    with cython.nogil:
        before = flush_on()
        for game in range(games):
            if game % PLAYED_ALIKE == 0:
                prepare_net(cython.address(net), cython.address(player), block)
            turns += td_game(
                cython.address(net), cython.address(player), cython.address(dice), rate, room, room + MOST_PLAYS
            )
        flush_restore(before)
    free(room)
    free(block)
    return turns


# One board on its way through a network: what it switches on, both layers, the chances
Passed = cython.struct(
    board=Board,
    rows=cython.int[64],
    n=cython.int,
    active=cython.int[1040],
    k=cython.int,
    h=Layer,
    h2=Layer,
    y=cython.float[8],
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def forwards(net: cython.pointer(Fine), words: cython.pointer(i64), at: cython.pointer(Passed)) -> cython.void:
    """Chances of a board with all that the way back needs. Those that the board rules out are nothing."""
    at.board.a0, at.board.a1, at.board.b0, at.board.b1 = words[0], words[1], words[2], words[3]
    at.n = rows_of(cython.address(at.board), at.rows)
    add_rows(at.h.at, net.bias1, net.first, net.width1, at.rows, at.n)
    at.k = rectify(at.h.at, net.width1, net.squared, at.active)
    if net.width2:
        dense(at.h2.at, net.bias2, net.second, net.width2, at.h.at, at.active, at.k)
        heads(at.y, net.bias3, net.heads, net.width2, at.h2.at)
    else:
        heads(at.y, net.bias3, net.heads, net.width1, at.h.at)
    if at.board.b0 & 15:
        at.y[1] = at.y[2] = 0
    if at.board.a0 & 15:
        at.y[3] = at.y[4] = 0


def active_units(shape: cython.int[::1], weights: cython.float[::1], words: i64[:, ::1], active: cython.char[:, ::1]):
    """Which units of the first layer each board switches on: 1 or 0 into (n, width1)."""
    net: Fine
    p: Board
    rows: cython.int[64]
    h: Layer
    n: cython.int
    unit: cython.int
    i: cython.Py_ssize_t
    if take_fine(cython.address(net), shape, weights) < 0:
        raise ValueError(NO_FIT)
    if active.shape[0] != words.shape[0] or active.shape[1] != net.width1:
        raise ValueError("no room for every unit of every board")
    with cython.nogil:
        for i in range(words.shape[0]):
            p.a0, p.a1, p.b0, p.b1 = words[i, 0], words[i, 1], words[i, 2], words[i, 3]
            n = rows_of(cython.address(p), rows)
            add_rows(h.at, net.bias1, net.first, net.width1, rows, n)
            for unit in range(net.width1):
                active[i, unit] = h.at[unit] > 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def backwards(
    net: cython.pointer(Fine), into: cython.pointer(Fine), at: cython.pointer(Passed), g: cython.p_float
) -> cython.void:
    """Add one board's gradient, given the slopes at the heads."""
    slope: Layer
    slope2: Layer
    if net.width2:
        heads_back(slope2.at, into.heads, into.bias3, net.heads, net.width2, at.h2.at, g)
        spread(into.bias2, net.width2, cython.address(ZERO), 1, slope2.at)
        memset(slope.at, 0, net.width1 * 4)
        dense_back(slope.at, into.second, net.second, net.width2, at.h.at, at.active, at.k, slope2.at)
    else:
        heads_back(slope.at, into.heads, into.bias3, net.heads, net.width1, at.h.at, g)
    if net.squared:
        unsquare(slope.at, at.h.at, net.width1)
    spread(into.bias1, net.width1, cython.address(ZERO), 1, slope.at)
    spread(into.first, net.width1, at.rows, at.n, slope.at)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slopes_of_board(
    at: cython.pointer(Passed), label: cython.p_float, weight: cython.float, g: cython.p_float, losses: cython.p_double
) -> cython.void:
    """Slopes at the heads of cross entropy, and of half the squared error of the equity times `weight`.

    Chances that the board rules out teach nothing.
    """
    error: cython.float = equity(at.y) - equity(label)
    i: cython.int
    losses[0] += error * error
    losses[1] += error if error > 0 else -error
    for i in range(5):
        g[i] = at.y[i] - label[i]
        losses[2] += g[i] * g[i]
    if at.board.b0 & 15:
        g[1] = g[2] = 0
    if at.board.a0 & 15:
        g[3] = g[4] = 0
    add_slope_of_equity(at.y, weight * error, g)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_slope_of_equity(y: cython.p_float, slope: cython.float, g: cython.p_float) -> cython.void:
    """What a slope of the equity is at the heads."""
    g[0] += 2 * slope * y[0] * (1 - y[0])
    g[1] += slope * y[1] * (1 - y[1])
    g[2] += slope * y[2] * (1 - y[2])
    g[3] -= slope * y[3] * (1 - y[3])
    g[4] -= slope * y[4] * (1 - y[4])


def slopes(
    shape: cython.int[::1],
    weights: cython.float[::1],
    words: i64[:, ::1],
    labels: cython.float[:, ::1],
    partners: cython.int[::1],
    order: cython.int[::1],
    equity_weight: cython.float,
    pair_weight: cython.float,
    into: cython.float[::1],
    losses: cython.double[::1],
):
    """The slope of the loss in each weight, summed over the labelled boards that `order` names, into `into`.

    The loss of a board is the cross entropy of its five chances, half the squared error of its equity times
    `equity_weight`, and, if it has a partner (the row of another play of the same roll, or -1), half the squared error
    of the difference of both equities times `pair_weight`: what a choice between them hangs on.

    Sets `losses` to the sums of squared and absolute equity errors, of squared errors of the chances, of squared errors
    of the differences, and to the number of these.
    """
    net: Fine
    sums: Fine
    one: Passed
    two: Passed
    g: cython.float[8]
    g2: cython.float[8]
    error: cython.float
    i: i64
    row: i64
    partner: i64
    n: i64 = words.shape[0]
    before: cython.uint
    if take_fine(cython.address(net), shape, weights) < 0 or into.shape[0] != weights.shape[0]:
        raise ValueError(NO_FIT)
    if n != labels.shape[0] or n != partners.shape[0] or losses.shape[0] < 5 or labels.shape[1] != 5:
        raise ValueError("boards and labels do not fit")
    lay_fine(cython.address(sums), net.width1, net.width2, net.squared, cython.address(into[0]))
    with cython.nogil:
        before = flush_on()
        memset(cython.address(into[0]), 0, net.size * 4)
        memset(cython.address(losses[0]), 0, 40)
        for i in range(order.shape[0]):
            row = order[i]
            partner = partners[row]
            forwards(cython.address(net), cython.address(words[row, 0]), cython.address(one))
            slopes_of_board(
                cython.address(one), cython.address(labels[row, 0]), equity_weight, g, cython.address(losses[0])
            )
            if 0 <= partner < n and pair_weight > 0:
                forwards(cython.address(net), cython.address(words[partner, 0]), cython.address(two))
                error = equity(one.y) - equity(cython.address(labels[row, 0]))
                error -= equity(two.y) - equity(cython.address(labels[partner, 0]))
                losses[3] += error * error
                losses[4] += 1
                memset(g2, 0, 32)
                add_slope_of_equity(one.y, pair_weight * error, g)
                add_slope_of_equity(two.y, -pair_weight * error, g2)
                backwards(cython.address(net), cython.address(sums), cython.address(two), g2)
            backwards(cython.address(net), cython.address(sums), cython.address(one), g)
        flush_restore(before)
