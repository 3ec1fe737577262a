"""The kernel's network against a plain one written here, and the trainer against the kernel's network."""

import numpy as np
import numpy.typing as npt
import pytest

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


@pytest.mark.parametrize(
    ("width1", "width2", "squared"),
    [(16, 0, False), (128, 0, True), (48, 16, True), (64, 80, False), (256, 64, True), (528, 32, True)],
)
def test_the_forward_pass_is_the_plain_one(width1: int, width2: int, squared: bool) -> None:
    shape, weights = random_net(width1, width2, squared)
    words, found = boards(500, 1), np.zeros((500, 5), np.float32)
    native.evaluate(shape, weights, NO_TABLES, words, 0, found)
    assert np.abs(found - possible(plain(shape, weights, words), words)).max() < 2e-3


@pytest.mark.parametrize(("width1", "width2"), [(32, 0), (64, 32)])
def test_the_trainer_sees_what_the_kernel_says(width1: int, width2: int) -> None:
    shape, weights = random_net(width1, width2, True)
    words, said = boards(1000, 2), np.zeros((1000, 5), np.float32)
    native.evaluate(shape, weights, NO_TABLES, words, 0, said)
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
        native.evaluate(np.array(shape, np.int32), weights, NO_TABLES, boards(1, 1), 0, np.zeros((1, 5), np.float32))
