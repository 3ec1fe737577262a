"""Networks in memory: as floats, which learn, and prepared in 16-bit integers, which play.

As floats a network is one array: first layer (inputs x width1) and bias, second layer (width1 x width2) and bias, 8
rows of heads (5 used) over the last layer, 16 for their bias (5 used). width2 may be 0: then there is one layer.

Prepared it is one block: 64 bytes that say what it is; first layer and bias; the second layer as words of two weights,
one for each unit of a pair; then as floats the second layer's scale and bias, the heads and their bias. With one layer
the heads stand for the second. Every unit and every output has a scale of its own, the finest with which no sum of any
board overflows.
"""

NO_FIT = "weights do not fit the shape"
NO_NET = "this is no prepared network"

# The first number of a prepared network
PREPARED = cython.declare(cython.int, 0x36314E54)

# The finest scale of a unit's sum: as a square it is then kept in steps of 1/32
FINEST = cython.declare(cython.double, 512)

Fine = cython.struct(
    width1=cython.int,
    width2=cython.int,
    squared=cython.int,
    size=cython.longlong,
    first=cython.p_float,
    bias1=cython.p_float,
    second=cython.p_float,
    bias2=cython.p_float,
    heads=cython.p_float,
    bias3=cython.p_float,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lay_fine(
    net: cython.pointer(Fine), width1: cython.int, width2: cython.int, squared: cython.int, weights: cython.p_float
) -> i64:
    """Point the parts of a network into its array of weights; the number of weights."""
    at: i64 = 0
    net.width1 = width1
    net.width2 = width2
    net.squared = squared
    net.first = weights
    at += cython.cast(i64, INPUTS) * width1
    net.bias1 = weights + at
    at += width1
    net.second = weights + at
    at += cython.cast(i64, width1) * width2
    net.bias2 = weights + at
    at += width2
    net.heads = weights + at
    at += 8 * (width2 if width2 else width1)
    net.bias3 = weights + at
    at += 16
    net.size = at
    return at


def count_weights(width1: cython.int, width2: cython.int) -> cython.longlong:
    """How many weights a network of these widths has."""
    net: Fine
    return lay_fine(cython.address(net), width1, width2, 0, cython.NULL)


@cython.cfunc
def take_fine(net: cython.pointer(Fine), shape: cython.int[::1], weights: cython.float[::1]) -> cython.int:
    """Read (width1, width2, squared) and weights; -1 if the widths are no multiples of 16 in bounds or do not fit."""
    if shape.shape[0] != 3 or shape[0] < 16 or shape[0] > MOST_WIDTH or shape[0] % 16:
        return -1
    if shape[1] < 0 or shape[1] > MOST_WIDTH or shape[1] % 16 or weights.shape[0] == 0:
        return -1
    if lay_fine(net, shape[0], shape[1], shape[2], cython.address(weights[0])) != weights.shape[0]:
        return -1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lay_parts(net: cython.pointer(Net), width1: cython.int, width2: cython.int, block: cython.p_short) -> i64:
    """Point the parts of a prepared network, so far without tables, into its block; how many 16-bit numbers it has.

    The first layer is filled up with silent units to a multiple of 32.
    """
    at: i64 = 32
    net.width1 = (width1 + 31) // 32 * 32
    net.width2 = width2
    net.outputs = width2 if width2 else 16
    net.first = block + at
    at += cython.cast(i64, INPUTS) * net.width1
    net.bias1 = block + at
    at += net.width1
    net.second = block + at
    at += cython.cast(i64, net.width1) * net.outputs
    net.scale2 = cython.cast(cython.p_float, block + at)
    at += 2 * net.outputs
    net.bias2 = cython.cast(cython.p_float, block + at)
    at += 2 * net.outputs
    net.heads = cython.cast(cython.p_float, block + at)
    at += 16 * width2
    net.bias3 = cython.cast(cython.p_float, block + at)
    net.tables = cython.NULL
    return at + 32


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lay_prepared(net: cython.pointer(Net), block: cython.p_short) -> i64:
    """As `lay_parts`, the widths taken from the block itself; -1 when it does not begin as it should."""
    said: cython.p_int = cython.cast(cython.p_int, block)
    if said[0] != PREPARED or said[1] < 16 or said[1] > MOST_WIDTH or said[2] < 0 or said[2] > MOST_WIDTH:
        return -1
    if said[1] % 16 or said[2] % 16:
        return -1
    net.squared = said[3]
    return lay_parts(net, said[1], said[2], block)


def prepared_size(width1: cython.int, width2: cython.int) -> cython.longlong:
    """How many 16-bit numbers a prepared network of these widths has."""
    net: Net
    return lay_parts(cython.address(net), width1, width2, cython.NULL)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def most_sums(net: cython.pointer(Fine), at: cython.int, sign: cython.float, most: cython.p_float) -> cython.void:
    """The largest sums (times `sign`) that any board brings about in sixteen units of the first layer from `at` on.

    Each side lays its fifteen checkers where they add most: best[16 * n] is what n of them add on the points seen.
    """
    best: cython.float[256]
    gain: cython.float[256]
    more: cython.float
    side: cython.int
    point: cython.int
    n: cython.int
    c: cython.int
    i: cython.int
    row: cython.p_float
    for i in range(16):
        most[i] = sign * net.bias1[at + i]
    for side in range(2):
        memset(best, 0, 1024)
        memset(gain, 0, 64)
        for point in range(26):
            for c in range(1, 16):
                row = net.first + cython.cast(i64, ROW[(side * 26 + point) * 16 + c - 1]) * net.width1 + at
                for i in range(16):
                    gain[16 * c + i] = gain[16 * c - 16 + i] + sign * row[i]
            for n in range(15, 0, -1):
                for c in range(1, n + 1):
                    for i in range(16):
                        more = best[16 * (n - c) + i] + gain[16 * c + i]
                        best[16 * n + i] = more if more > best[16 * n + i] else best[16 * n + i]
        for i in range(16):
            most[i] += best[240 + i]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def weight_above(net: cython.pointer(Fine), unit: cython.int, o: cython.int) -> cython.double:
    """The weight between a unit of the first layer and output `o` of the layer after it."""
    if net.width2:
        return net.second[cython.cast(i64, unit) * net.width2 + o]
    return net.heads[o * net.width1 + unit] if o < 5 else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def whole(x: cython.double) -> cython.short:
    """The nearest whole number. A weight alone may wrap around, and the sum that it is part of wraps back."""
    return cython.cast(cython.short, lrint(x))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prepare_first(
    fine: cython.pointer(Fine), net: cython.pointer(Net), step: cython.p_double, largest: cython.p_double
) -> cython.void:
    """The first layer in whole numbers; what a step of each rectified unit is worth, and how many steps it reaches."""
    scale: cython.double[1024]
    high: cython.float[16]
    low: cython.float[16]
    x: cython.double
    unit: cython.int
    row: cython.int
    for unit in range(fine.width1):
        if unit % 16 == 0:
            most_sums(fine, unit, 1, high)
            most_sums(fine, unit, -1, low)
        # 32 below the largest number: each of the 31 weights in a sum is rounded
        x = 32735 / max(high[unit % 16], low[unit % 16], 1e-9)
        scale[unit] = x if x < FINEST else FINEST
        x = max(high[unit % 16] * scale[unit] + 16, 0)
        if fine.squared:
            step[unit] = 4 * scale[unit] * scale[unit] / 32768
            x = min(2 * x, 32767)
            largest[unit] = x * x / 32768 + 1
        else:
            step[unit] = scale[unit]
            largest[unit] = x
    # The bias lies behind the last row
    for row in range(INPUTS + 1):
        for unit in range(fine.width1):
            net.first[row * net.width1 + unit] = whole(fine.first[row * fine.width1 + unit] * scale[unit])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prepare_second(
    fine: cython.pointer(Fine), net: cython.pointer(Net), step: cython.p_double, largest: cython.p_double
) -> cython.void:
    """The layer after it in whole numbers, and what one of its sums is worth."""
    w: cython.double
    up: cython.double
    down: cython.double
    heaviest: cython.double
    scale: cython.double
    unit: cython.int
    o: cython.int
    for o in range(net.outputs):
        up = down = heaviest = 1e-9
        for unit in range(fine.width1):
            w = weight_above(fine, unit, o) / step[unit]
            if w > 0:
                up += w * largest[unit]
            else:
                down -= w * largest[unit]
            heaviest = max(heaviest, w, -w)
        # 2 ** 25 below the largest sum: each weight is rounded, by half a step of up to 1,024 units
        scale = min(2113929215 / max(up, down), 32767 / heaviest)
        for unit in range(fine.width1):
            w = weight_above(fine, unit, o) / step[unit]
            net.second[(unit // 2 * net.outputs + o) * 2 + unit % 2] = whole(w * scale)
        net.scale2[o] = 1 / scale


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prepare_net(fine: cython.pointer(Fine), net: cython.pointer(Net), block: cython.p_short) -> cython.void:
    """Fill the block of a prepared network; where nothing is written (silent units, unused outputs) it is zero."""
    said: cython.p_int = cython.cast(cython.p_int, block)
    step: cython.double[1024]
    largest: cython.double[1024]
    said[0], said[1], said[2], said[3] = PREPARED, fine.width1, fine.width2, fine.squared
    lay_prepared(net, block)
    prepare_first(fine, net, step, largest)
    prepare_second(fine, net, step, largest)
    if fine.width2:
        memcpy(net.bias2, fine.bias2, 4 * fine.width2)
        memcpy(net.heads, fine.heads, 32 * fine.width2)
        memcpy(net.bias3, fine.bias3, 64)
    else:
        memcpy(net.bias2, fine.bias3, 20)


def prepare(shape: cython.int[::1], weights: cython.float[::1], block: cython.short[::1]):
    """Make of a network's weights, all finite, the block that plays; it should begin on a line of the cache.

    ValueError when the weights do not fit the shape, or the block the network.
    """
    fine: Fine
    net: Net
    if take_fine(cython.address(fine), shape, weights) < 0:
        raise ValueError(NO_FIT)
    if block.shape[0] != lay_parts(cython.address(net), fine.width1, fine.width2, cython.NULL):
        raise ValueError("the block does not fit the network")
    with cython.nogil:
        memset(cython.address(block[0]), 0, block.shape[0] * 2)
        prepare_net(cython.address(fine), cython.address(net), cython.address(block[0]))
