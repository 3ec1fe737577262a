"""Rows from self-play: what their labels are, and where their games begin."""

import numpy as np
import numpy.typing as npt
import pytest

from tavla.evaluation.bearoff import tables
from tavla.kernel import native
from tavla.rules import Position
from tavla.train.run import Network, Rows

PLAIN = {"trace": 0.0, "explore": 0.2, "odd": 0.0, "back": 0.0, "nack": 0.0, "long": 0.0, "hyper": 0.0,
         "sibling": 0.5, "stray": 0.1, "contain": 0.0, "branch": 0.0}  # fmt: skip


def rows(count: int, **habits: float) -> Rows:
    """Rows of a random net, its habits as in PLAIN but for those named."""
    net = Network.random(32, 16, True, 5)
    made = Rows(np.zeros((count, 4), np.int64), np.zeros((count, 5), np.float32), np.zeros(count, np.int32))
    of_games = np.array(list((PLAIN | habits).values()), np.float32)
    native.label_games(net.prepare(), tables(), of_games, 7, *made)
    return made


def points(words: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
    found = np.zeros((len(words), 2, 26), np.int8)
    native.unpack(words, found)
    return found


@pytest.mark.parametrize(
    "start",
    [{}, {"odd": 1.0}, {"back": 1.0}, {"contain": 1.0}, {"branch": 0.8}, {"nack": 1.0}, {"long": 1.0}, {"hyper": 1.0}],
)
def test_without_a_trace_every_label_is_one_ply(start: dict[str, float]) -> None:
    words, labels, _ = rows(600, **start)
    net, ply = Network.random(32, 16, True, 5), np.zeros((600, 5), np.float32)
    native.evaluate(net.prepare(), tables(), words, 1, ply)
    assert labels == pytest.approx(ply.clip(-0.2, 1.2), abs=1e-4)


def test_a_trace_changes_the_labels_of_the_same_games() -> None:
    (words, labels, _), (same, traced, _) = rows(600), rows(600, trace=0.9)
    assert np.array_equal(words, same)
    assert 0.001 < np.abs(labels - traced).mean() < 0.3


def test_a_play_that_was_not_chosen_names_the_one_that_was() -> None:
    words, labels, partners = rows(2000, trace=0.9)
    rivals = np.flatnonzero(partners >= 0)
    assert 0.1 < len(rivals) / 2000 < 0.6
    assert (partners[partners[rivals]] == -1).all()
    found = points(words)
    moved = np.abs(found[rivals].astype(int) - found[partners[rivals]])
    assert (moved.sum(axis=(1, 2)) > 0).all()
    assert (moved[:, 1].sum(axis=1) <= 16).all(), "both boards are a play away from one"
    ply = np.zeros((2000, 5), np.float32)
    net = Network.random(32, 16, True, 5)
    native.evaluate(net.prepare(), tables(), words, 1, ply)
    inner = np.all((labels > -0.15) & (labels < 1.15), axis=1)
    whole = rivals[inner[rivals] & inner[partners[rivals]]]
    apart = labels[whole] - labels[partners[whole]]
    assert apart == pytest.approx(ply[whole] - ply[partners[whole]], abs=1e-4), "what a trace adds, it adds to both"


@pytest.mark.parametrize("start", [{}, {"odd": 1.0}, {"back": 1.0}, {"contain": 1.0}, {"branch": 0.8}])
def test_every_board_has_fifteen_checkers_a_side_and_none_on_top_of_another(start: dict[str, float]) -> None:
    found = points(rows(2000, **start)[0])
    assert (found.sum(axis=2) == 15).all()
    assert not ((found[:, 0, 1:25] > 0) & (found[:, 1, 24:0:-1] > 0)).any()


def test_a_game_can_begin_with_a_hit_in_the_bear_off() -> None:
    found = points(rows(2000, contain=1.0, sibling=0.0, stray=0.0)[0])
    late = (found[:, :, 0] > 0).any(axis=1)
    assert late.mean() > 0.7
    assert (found[:, :, 25] > 0).any(axis=1).mean() > 0.1


@pytest.mark.parametrize(
    ("variant", "start"), [("nack", "nackgammon"), ("long", "longgammon"), ("hyper", "hypergammon")]
)
def test_a_game_can_begin_as_a_variant(variant: str, start: str) -> None:
    found = points(rows(600, **{variant: 1.0})[0])
    begun = Position.start(start)
    opening = np.array([begun.mine[1:], begun.theirs[1:]], np.int8)
    assert (found[:, :, 1:] == opening).all(axis=(1, 2)).sum() > 3
