"""The kernel's network against a plain one written here, and the trainer against the kernel's network."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest

from tavla.evaluation.weights import load_shipped, prepare
from tavla.kernel import native

NO_TABLES = np.zeros(0, np.float32)
Floats = npt.NDArray[np.float32]


def boards(count: int, seed: int) -> npt.NDArray[np.int64]:
    words = np.empty((count, 4), np.int64)
    native.random_boards(seed, words)
    return words


def random_net(width1: int, width2: int, squared: bool) -> tuple[npt.NDArray[np.int32], Floats]:
    weights = np.random.default_rng(width1 + width2).normal(0, 0.15, native.count_weights(width1, width2))
    return np.array([width1, width2, squared], np.int32), weights.astype(np.float32)


def evaluate(shape: npt.NDArray[np.int32], weights: Floats, words: npt.NDArray[np.int64]) -> Floats:
    found = np.zeros((len(words), 5), np.float32)
    native.evaluate(prepare(shape, weights), NO_TABLES, words, 0, found)
    return found


def inputs(words: npt.NDArray[np.int64]) -> Floats:
    """The 326 inputs as their description says: six a point, the sixth counting on; four for the bar, fifteen off."""
    counts = np.zeros((len(words), 2, 26), np.int8)
    native.unpack(words, counts)
    rows = np.zeros((len(words), 326), np.float32)
    for board, row in zip(counts.tolist(), rows, strict=True):
        for side, points in enumerate(board):
            for point, count in enumerate(points):
                for k in range(count):
                    if point == 0:
                        row[163 * side + 148 + min(k, 14)] += 1
                    elif point == 25:
                        row[163 * side + 144 + min(k, 3)] += 1
                    else:
                        row[163 * side + 6 * (point - 1) + min(k, 5)] += 1
    return rows


def plain(shape: npt.NDArray[np.int32], weights: Floats, words: npt.NDArray[np.int64]) -> Floats:
    """The network's five numbers before they are made possible."""
    width1, width2, squared = shape.tolist()
    parts = np.split(weights, np.cumsum([326 * width1, width1, width1 * width2, width2, 8 * (width2 or width1)]))
    h = np.maximum(inputs(words) @ parts[0].reshape(326, width1) + parts[1], 0)
    h = h**2 if squared else h
    if width2:
        h = np.maximum(h @ parts[2].reshape(width1, width2) + parts[3], 0)
    z = h @ parts[4].reshape(8, -1)[:5].T + parts[5][:5]
    return np.asarray(1 / (1 + np.exp(-z.clip(-16, 16))), np.float32)


def possible(chances: Floats, words: npt.NDArray[np.int64]) -> Floats:
    """Nested, and no gammon against a side that has borne off."""
    y = chances.copy()
    y[(words[:, 2] & 15) > 0, 1:3] = 0
    y[(words[:, 0] & 15) > 0, 3:5] = 0
    y[:, 1] = np.minimum(y[:, 1], y[:, 0])
    y[:, 2] = np.minimum(y[:, 2], y[:, 1])
    y[:, 3] = np.minimum(y[:, 3], 1 - y[:, 0])
    y[:, 4] = np.minimum(y[:, 4], y[:, 3])
    return y


SHAPES = [(16, 0, False), (128, 0, True), (48, 16, True), (64, 80, False), (256, 64, True), (528, 32, True)]


@dataclass
class Whole:
    """A prepared network read by hand, as the chapter `nets` says it lies."""

    first: npt.NDArray[np.float64]
    second: npt.NDArray[np.float64]
    scale: npt.NDArray[np.float64]
    rest: Floats
    squared: bool
    layers: int

    @classmethod
    def of(cls, shape: npt.NDArray[np.int32], block: npt.NDArray[np.int16]) -> "Whole":
        width1, outputs = -(-int(shape[0]) // 32) * 32, int(shape[1]) or 16
        parts = np.split(block, 32 + np.cumsum([0, 327 * width1, width1 * outputs]))
        second = parts[2].reshape(-1, outputs, 2).transpose(0, 2, 1).reshape(width1, outputs)
        floats = np.frombuffer(parts[3].tobytes(), np.float32)
        scale, rest = floats[:outputs].astype(np.float64), floats[outputs:]
        first = parts[1].reshape(327, width1).astype(np.float64)
        return cls(first, second.astype(np.float64), scale, rest, bool(shape[2]), 2 if shape[1] else 1)

    def units(self, words: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """The first layer's sums, exact."""
        return np.asarray(inputs(words) @ self.first[:326] + self.first[326], np.float64)

    def sums(self, units: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The second layer's sums, exact: they stay below 2 ** 53."""
        h = np.maximum(units, 0)
        if self.squared:
            h = np.floor((np.minimum(2 * h, 32767) ** 2 + 16384) / 32768)
        return np.asarray(h @ self.second, np.float64)

    def chances(self, words: npt.NDArray[np.int64]) -> Floats:
        outputs = len(self.scale)
        z: npt.NDArray[np.float64] = self.sums(self.units(words)) * self.scale + self.rest[:outputs]
        if self.layers == 2:
            heads, bias = self.rest[outputs : 9 * outputs].reshape(8, -1)[:5], self.rest[9 * outputs :][:5]
            z = np.asarray(np.maximum(z, 0) @ heads.T + bias, np.float64)
        return np.asarray(1 / (1 + np.exp(-z[:, :5].clip(-16, 16))), np.float32)


@pytest.mark.parametrize(("width1", "width2", "squared"), SHAPES)
def test_the_forward_pass_is_the_plain_one(width1: int, width2: int, squared: bool) -> None:
    shape, weights = random_net(width1, width2, squared)
    words = boards(500, 1)
    by_hand = Whole.of(shape, prepare(shape, weights)).chances(words)
    assert np.abs(evaluate(shape, weights, words) - possible(by_hand, words)).max() < 2e-5


@pytest.mark.parametrize(("width1", "width2", "squared"), SHAPES)
def test_a_prepared_net_says_what_its_floats_do(width1: int, width2: int, squared: bool) -> None:
    shape, weights = random_net(width1, width2, squared)
    words = boards(500, 1)
    away = evaluate(shape, weights, words) - possible(plain(shape, weights, words), words)
    assert np.abs(away).mean() < 2e-3
    assert np.abs(away).max() < 2e-2


def test_the_net_that_ships_loses_next_to_nothing_by_being_prepared() -> None:
    net, words = load_shipped(), boards(2000, 5)
    floats = possible(plain(net.shape, net.weights, words), words)
    away = (evaluate(net.shape, net.weights, words) - floats) @ np.array([2, 1, 1, -1, -1])
    assert np.abs(away).mean() < 2e-3
    assert np.abs(away).max() < 2e-2


@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize("size", [0.01, 1, 30])
def test_no_sum_of_any_board_overflows(squared: bool, size: float) -> None:
    shape, weights = random_net(64, 32, squared)
    whole = Whole.of(shape, prepare(shape, np.asarray(weights * size, np.float32)))
    stacked = np.zeros((26 * 26, 2, 26), np.int8)
    stacked[np.arange(676), 0, np.arange(676) // 26] = 15
    stacked[np.arange(676), 1, np.arange(676) % 26] = 15
    words = np.zeros((676, 4), np.int64)
    native.pack(stacked, words)
    words = np.concatenate([words, boards(500, 8)])
    units = whole.units(words)
    assert np.abs(units).max() < 32768
    assert np.abs(whole.sums(units)).max() < 2**31


def test_the_scale_leaves_little_room_above_the_largest_sum() -> None:
    shape, weights = np.array([1024, 16, 1], np.int32), np.zeros(native.count_weights(1024, 16), np.float32)
    weights[326 * 1024 : 327 * 1024] = 100 + 0.37 * np.arange(1024)
    weights[327 * 1024 : 327 * 1024 + 1024 * 16] = np.random.default_rng(1).uniform(0.9, 1, 1024 * 16)
    whole = Whole.of(shape, prepare(shape, weights))
    units = whole.units(boards(1, 2))
    assert 32_700 < units.max() < 32768
    assert 0.95 * 2**31 < whole.sums(units).max() < 2**31


def test_a_weight_beyond_its_numbers_is_made_good_by_the_sum() -> None:
    shape, weights = np.array([16, 16, 0], np.int32), np.zeros(native.count_weights(16, 16), np.float32)
    weights[326 * 16 : 327 * 16] = -100
    weights[:16] = 200
    weights[327 * 16 :] = 0.01
    words = np.zeros((1, 4), np.int64)
    stacked = np.zeros((1, 2, 26), np.int8)
    stacked[:, :, 1] = 15
    native.pack(stacked, words)
    assert np.abs(evaluate(shape, weights, words) - possible(plain(shape, weights, words), words)).max() < 1e-3


def test_a_board_is_worth_the_same_by_whatever_way_it_is_found() -> None:
    shape, weights = random_net(96, 48, True)
    words, block = boards(60, 9), prepare(shape, weights)
    dice, ends = np.array([[3, 1], [4, 4], [6, 5]] * 20, np.int8), np.zeros(60, np.int64)
    after, chances = np.zeros((20_000, 4), np.int64), np.zeros((20_000, 5), np.float32)
    assert native.evaluate_plays(block, NO_TABLES, words, dice, 0, ends, after, chances) == 60
    n = int(ends[-1])
    assert np.abs(chances[:n] - evaluate(shape, weights, after[:n].copy())).max() < 1e-5


def test_active_units_are_those_above_nothing() -> None:
    shape, weights = random_net(48, 16, True)
    words, active = boards(50, 10), np.zeros((50, 48), np.int8)
    native.active_units(shape, weights, words, active)
    first = weights[: 327 * 48].reshape(327, 48)
    assert np.array_equal(active > 0, inputs(words) @ first[:326] + first[326] > 0)


@pytest.mark.parametrize(("width1", "width2"), [(32, 0), (64, 32)])
def test_the_trainer_sees_what_the_kernel_says(width1: int, width2: int) -> None:
    shape, weights = random_net(width1, width2, True)
    words = boards(1000, 2)
    labels = np.full((1000, 5), 0.5, np.float32)
    labels[(words[:, 2] & 15) > 0, 1:3] = 0
    labels[(words[:, 0] & 15) > 0, 3:5] = 0
    before, losses = weights.copy(), np.zeros(5)
    order = np.arange(1000, dtype=np.int32)
    native.slopes(shape, weights, words, labels, alone(1000), order, 0.5, 0, np.zeros_like(weights), losses)
    assert np.array_equal(weights, before)
    raw = plain(shape, weights, words)
    raw[(words[:, 2] & 15) > 0, 1:3] = 0
    raw[(words[:, 0] & 15) > 0, 3:5] = 0
    assert losses[2] == pytest.approx(float(((raw - labels) ** 2).sum()), rel=1e-2)


def alone(count: int) -> npt.NDArray[np.int32]:
    """No board has a partner."""
    return np.full(count, -1, np.int32)


def loss(
    shape: npt.NDArray[np.int32],
    weights: Floats,
    words: npt.NDArray[np.int64],
    labels: Floats,
    partners: npt.NDArray[np.int32],
) -> float:
    """What is to be small: cross entropy, half the squared error of the equity, and twice that of differences."""
    y = plain(shape, weights, words).astype(np.float64)
    entropy = -(labels * np.log(y) + (1 - labels) * np.log(1 - y)).sum()
    error = (y - labels) @ np.array([2, 1, 1, -1, -1])
    two = partners >= 0
    apart = error[two] - error[partners[two]]
    return float(entropy + 0.5 * (error**2).sum() + 2 * (apart**2).sum())


@pytest.mark.parametrize(
    ("width1", "width2", "pairs"), [(16, 16, False), (32, 0, False), (16, 16, True), (32, 0, True)]
)
def test_slopes_are_those_of_the_loss(width1: int, width2: int, pairs: bool) -> None:
    shape, weights = random_net(width1, width2, True)
    words = boards(400, 3)
    words = words[((words[:, 0] | words[:, 2]) & 15) == 0][:8]
    labels = np.random.default_rng(4).uniform(0.1, 0.9, (len(words), 5)).astype(np.float32)
    partners = np.array([-1, 0, -1, 2, -1, 4, 4, -1], np.int32) if pairs else alone(8)
    slopes, order = np.full_like(weights, 7), np.arange(8, dtype=np.int32)
    native.slopes(shape, weights, words, labels, partners, order, 1.0, 4.0, slopes, np.zeros(5))
    checked = 0
    for at in np.random.default_rng(5).choice(np.flatnonzero(np.abs(slopes) > 0.05), 60, replace=False):
        up, down = weights.copy(), weights.copy()
        up[at] += 0.01
        down[at] -= 0.01
        rise = loss(shape, up, words, labels, partners) - loss(shape, down, words, labels, partners)
        checked += slopes[at] == pytest.approx(rise / 0.02, rel=0.1, abs=0.01)
    assert checked > 50, "where a unit falls silent within the step, the measure is off"


def test_slopes_add_up_over_boards() -> None:
    shape, weights = random_net(16, 16, True)
    words, labels = boards(50, 6), np.full((50, 5), 0.4, np.float32)
    total, part, other = np.zeros((3, len(weights)), np.float32)
    for into, rows in ((total, range(50)), (part, range(20)), (other, range(20, 50))):
        order = np.array(rows, np.int32)
        native.slopes(shape, weights, words, labels, alone(50), order, 0.5, 0, into, np.zeros(5))
    assert np.abs(part + other - total).max() < 1e-3 * np.abs(total).max()


@pytest.mark.parametrize("shape", [(15, 0, 0), (16, 8, 0), (0, 16, 1), (2048, 16, 1), (32, 16, 1)])
def test_weights_that_do_not_fit_their_shape_are_refused(shape: tuple[int, int, int]) -> None:
    _, weights = random_net(16, 16, True)
    with pytest.raises(ValueError, match="fit"):
        native.prepare(np.array(shape, np.int32), weights, np.zeros(native.prepared_size(16, 16), np.int16))


def test_a_block_that_is_no_network_is_refused() -> None:
    shape, weights = random_net(16, 16, True)
    block = prepare(shape, weights)
    odd = block.copy()
    odd.view(np.int32)[2] = 24
    for bad in (block[:16].copy(), block[:-16].copy(), np.zeros_like(block), odd):
        with pytest.raises(ValueError, match="no prepared network"):
            native.evaluate(bad, NO_TABLES, boards(1, 1), 0, np.zeros((1, 5), np.float32))
    with pytest.raises(ValueError, match="fit"):
        native.prepare(shape, weights, np.zeros(len(block) + 16, np.int16))
