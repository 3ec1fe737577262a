"""A weights file is what it says, or it is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from tavla.errors import InvalidText, MissingData
from tavla.evaluation.weights import Weights, load_shipped, prepare, read_weights, write_weights


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "net"
    write_weights(path, load_shipped())
    return path


def test_the_shipped_net_loads_and_its_page_holds_its_hash(tmp_path: Path) -> None:
    net = load_shipped()
    page = Path(__file__).parents[2] / "src/tavla/data/weights/standard.json"
    assert json.loads(page.read_text())["sha256"] == write_weights(tmp_path / "net", net)


def test_weights_survive_the_file(file: Path) -> None:
    assert np.array_equal(read_weights(file).weights, load_shipped().weights)


def test_weights_begin_on_a_line_of_the_cache(file: Path) -> None:
    assert read_weights(file).prepared.ctypes.data % 64 == 0


@pytest.mark.parametrize("cut", [0, 1, 100, 5000, -4, -1])
def test_a_file_cut_short_is_refused(file: Path, cut: int) -> None:
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(InvalidText, match="damaged"):
        read_weights(file)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_is_refused(file: Path, number: float) -> None:
    weights = load_shipped().weights.copy()
    weights[1234] = number
    net = load_shipped()
    write_weights(file, Weights(net.width1, net.width2, net.squared, weights))
    with pytest.raises(InvalidText, match="damaged"):
        read_weights(file)
    with pytest.raises(InvalidText, match="not a number"):
        prepare(net.shape, weights)


def test_a_changed_number_is_refused(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[-40] ^= 1
    file.write_bytes(content)
    with pytest.raises(InvalidText, match="damaged"):
        read_weights(file)


@pytest.mark.parametrize(("key", "value"), [("format", "tavla-net-9"), ("features", "thermometer-9")])
def test_another_version_is_refused(file: Path, key: str, value: str) -> None:
    head, _, body = file.read_bytes().partition(b"\n")
    file.write_bytes(json.dumps(json.loads(head) | {key: value}).encode() + b"\n" + body)
    with pytest.raises(InvalidText, match="version"):
        read_weights(file)


@pytest.mark.parametrize("shape", [{"width1": 8}, {"width1": "x"}, {"width2": 1 << 40}, {"width1": -16}])
def test_a_shape_that_does_not_fit_is_refused(file: Path, shape: dict[str, object]) -> None:
    head, _, body = file.read_bytes().partition(b"\n")
    file.write_bytes(json.dumps(json.loads(head) | shape).encode() + b"\n" + body)
    with pytest.raises(InvalidText, match="damaged"):
        read_weights(file)


def test_a_net_that_sees_the_board_the_wrong_way_round_is_refused(tmp_path: Path) -> None:
    net = load_shipped()
    turned = net.weights.copy()
    first = 326 * net.width1
    table = turned[:first].reshape(326, net.width1)
    turned[:first] = np.concatenate([table[163:], table[:163]]).ravel()
    path = tmp_path / "turned"
    write_weights(path, Weights(net.width1, net.width2, net.squared, turned))
    with pytest.raises(InvalidText, match="wrongly"):
        read_weights(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingData, match="nowhere"):
        read_weights(tmp_path / "nowhere")
