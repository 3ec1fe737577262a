"""Making weights fit: temporal differences along self-play games, and the slopes of the loss on labelled boards."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def td_step(
    net: cython.pointer(Net), p: cython.pointer(Board), target: cython.p_float, rate: cython.float, y: cython.p_float
) -> cython.void:
    """Move a network of one layer towards the target for one board; y becomes what it said before."""
    rows: cython.int[64]
    active: cython.int[1040]
    h: Layer
    slope: Layer
    g: cython.float[8]
    n: cython.int = rows_of(p, rows)
    i: cython.int
    add_rows(h.at, net.bias1, net.first, net.width1, rows, ONES, n)
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def td_game(
    net: cython.pointer(Net),
    dice: cython.pointer(u64),
    rate: cython.float,
    out: cython.pointer(Board),
    boards: cython.pointer(Board),
) -> cython.int:
    """Play a game greedily, then learn from its end backwards: each board's target is the value of the next, turned."""
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
        k = greedy(net, p, die1, die2, out)
        p = out[k]
        if over(p.b0, p.b1):
            break
    memset(y, 0, 32)
    value(net, cython.address(p), y)
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
    net: Net
    dice: u64 = seed
    turns: i64 = 0
    _game: i64
    before: cython.uint
    room: cython.pointer(Board)
    if take_net(cython.address(net), shape, weights, weights[:0]) < 0 or net.width2:
        raise ValueError("temporal differences need a network of one layer")
    room = cython.cast(cython.pointer(Board), malloc((MOST_PLAYS + LONGEST) * cython.sizeof(Board)))
    if room == cython.NULL:
        raise MemoryError()
    with cython.nogil:
        before = flush_on()
        for _game in range(games):
            turns += td_game(cython.address(net), cython.address(dice), rate, room, room + MOST_PLAYS)
        flush_restore(before)
    free(room)
    return turns


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def output_slopes(
    p: cython.pointer(Board),
    y: cython.p_float,
    label: cython.p_float,
    weight: cython.float,
    g: cython.p_float,
    losses: cython.p_double,
) -> cython.void:
    """Slopes of the loss at the heads: cross entropy, and `weight` times the squared error of the equity.

    Chances that the board rules out teach nothing.
    """
    error: cython.float
    side: cython.float
    i: cython.int
    if p.b0 & 15:
        y[1] = y[2] = 0
    if p.a0 & 15:
        y[3] = y[4] = 0
    error = equity(y) - equity(label)
    losses[0] += error * error
    losses[1] += error if error > 0 else -error
    for i in range(5):
        side = 2.0 if i == 0 else (1.0 if i < 3 else -1.0)
        g[i] = y[i] - label[i] + weight * error * side * y[i] * (1 - y[i])
        losses[2] += (y[i] - label[i]) * (y[i] - label[i])
    if p.b0 & 15:
        g[1] = g[2] = 0
    if p.a0 & 15:
        g[3] = g[4] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_gradient(
    net: cython.pointer(Net),
    into: cython.pointer(Net),
    p: cython.pointer(Board),
    label: cython.p_float,
    weight: cython.float,
    losses: cython.p_double,
) -> cython.void:
    """Add one board's gradient."""
    rows: cython.int[64]
    active: cython.int[1040]
    h: Layer
    h2: Layer
    slope: Layer
    slope2: Layer
    y: cython.float[8]
    g: cython.float[8]
    n: cython.int = rows_of(p, rows)
    k: cython.int
    add_rows(h.at, net.bias1, net.first, net.width1, rows, ONES, n)
    k = rectify(h.at, net.width1, net.squared, active)
    if net.width2:
        dense(h2.at, net.bias2, net.second, net.width2, h.at, active, k)
        heads(y, net.bias3, net.heads, net.width2, h2.at)
        output_slopes(p, y, label, weight, g, losses)
        heads_back(slope2.at, into.heads, into.bias3, net.heads, net.width2, h2.at, g)
        spread(into.bias2, net.width2, cython.address(ZERO), 1, slope2.at)
        memset(slope.at, 0, net.width1 * 4)
        dense_back(slope.at, into.second, net.second, net.width2, h.at, active, k, slope2.at)
    else:
        heads(y, net.bias3, net.heads, net.width1, h.at)
        output_slopes(p, y, label, weight, g, losses)
        heads_back(slope.at, into.heads, into.bias3, net.heads, net.width1, h.at, g)
    if net.squared:
        unsquare(slope.at, h.at, net.width1)
    spread(into.bias1, net.width1, cython.address(ZERO), 1, slope.at)
    spread(into.first, net.width1, rows, n, slope.at)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def take_board(p: cython.pointer(Board), words: cython.pointer(i64)) -> cython.void:
    p.a0 = words[0]
    p.a1 = words[1]
    p.b0 = words[2]
    p.b1 = words[3]


def slopes(
    shape: cython.int[::1],
    weights: cython.float[::1],
    words: i64[:, ::1],
    labels: cython.float[:, ::1],
    order: cython.int[::1],
    equity_weight: cython.float,
    into: cython.float[::1],
    losses: cython.double[::1],
):
    """The slope of the loss in each weight, summed over the labelled boards that `order` names, into `into`.

    Sets `losses` to the sums of squared and absolute equity errors and of squared errors of the chances.
    """
    net: Net
    sums: Net
    p: Board
    i: i64
    row: i64
    before: cython.uint
    if take_net(cython.address(net), shape, weights, weights[:0]) < 0 or into.shape[0] != weights.shape[0]:
        raise ValueError("weights do not fit the shape")
    if words.shape[0] != labels.shape[0] or losses.shape[0] < 3 or labels.shape[1] != 5:
        raise ValueError("boards and labels do not fit")
    lay_net(cython.address(sums), net.width1, net.width2, net.squared, cython.address(into[0]))
    with cython.nogil:
        before = flush_on()
        memset(cython.address(into[0]), 0, net.size * 4)
        memset(cython.address(losses[0]), 0, 24)
        for i in range(order.shape[0]):
            row = order[i]
            take_board(cython.address(p), cython.address(words[row, 0]))
            add_gradient(
                cython.address(net),
                cython.address(sums),
                cython.address(p),
                cython.address(labels[row, 0]),
                equity_weight,
                cython.address(losses[0]),
            )
        flush_restore(before)
