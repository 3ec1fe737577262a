"""A tiny recipe from nothing to a net, broken off and taken up again."""

import json
import shutil
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tavla.errors import InvalidText, MissingData
from tavla.evaluation.bearoff import NO_TABLES
from tavla.kernel import native
from tavla.train.arena import Verdict, compare, decide
from tavla.train.export import ship
from tavla.train.fit import fit, rates
from tavla.train.pipeline import follow
from tavla.train.recipe import Fit, Gate, Label, read_recipe
from tavla.train.run import Network, Run, read_net

RECIPES = Path(__file__).parents[2] / "recipes"


def silent(_code: str, /, **_values: object) -> None:
    """Nobody reads the progress of a test."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The tiny recipe, done once for this module."""
    return follow(RECIPES / "tiny.toml", tmp_path_factory.mktemp("runs"), silent)


def test_every_recipe_can_be_read() -> None:
    for path in RECIPES.glob("*.toml"):
        recipe = read_recipe(path)
        names = [step.name for step in recipe.steps]
        assert len(names) == len(set(names))
        for at, step in enumerate(recipe.steps):
            needed = {step.net} if isinstance(step, Label | Gate) else set()
            if isinstance(step, Fit):
                needed = {*step.rows, *([step.start] if step.start else [])}
            assert needed <= {*names[:at], "shipped"}


@pytest.mark.parametrize(
    "text", ["", "step = 1", "[[step]]\nkind = 'x'", "[[step]]\nkind = 'gate'\nname = 'g'\nstrange = 1", "\0"]
)
def test_a_recipe_that_cannot_be_read_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(InvalidText):
        read_recipe(tmp_path / "bad.toml")


def test_a_recipe_can_be_carried_out_at_another_size(tmp_path: Path) -> None:
    half = follow(RECIPES / "tiny.toml", tmp_path, silent, 0.5)
    assert half.folder.name == "tiny-0.5"
    assert len(half.rows(("rows",))[0]) == 2000


def test_the_steps_leave_rows_and_nets(run: Run) -> None:
    words, labels, partners = run.rows(("rows",))
    assert words.shape == (4000, 4)
    assert labels.shape == (4000, 5)
    assert 0.01 < (partners >= 0).mean() < 0.5
    assert labels.min() >= -0.2
    assert labels.max() <= 1.2
    assert run.net("net").width2 == 16


def test_rows_of_two_steps_keep_their_partners(run: Run) -> None:
    once, twice = run.rows(("rows",)), run.rows(("rows", "rows"))
    second = twice.partners[4000:]
    assert np.array_equal(second, np.where(once.partners < 0, -1, once.partners + 4000))


def test_the_fitted_net_beats_a_random_one(run: Run) -> None:
    verdict = compare(run.net("net"), Network.random(32, 16, True, 5), 40, 1, silent)
    assert verdict.games == 80
    assert verdict.points > 0.2


def test_the_gate_plays_until_the_interval_decides_and_no_longer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    net, weak = run.net("net"), Network.random(32, 16, True, 5)
    monkeypatch.setattr("tavla.train.arena.FIRST_LOOK", 100)
    verdict = decide(net, weak, 8000, 1, silent)
    assert (verdict.better, verdict.decided, verdict.games) == (True, True, 200)
    lost = decide(weak, net, 8000, 1, silent)
    assert (lost.better, lost.decided) == (False, True)
    assert lost.points < -0.2


def test_a_look_at_half_the_games_widens_the_interval(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    net = run.net("net")
    monkeypatch.setattr("tavla.train.arena.FIRST_LOOK", 100)
    once, twice = compare(net, net, 200, 1, silent), decide(net, net, 200, 1, silent)
    assert (once.games, twice.games) == (400, 400)
    assert twice.half_width == pytest.approx(once.half_width * 2.2414 / 1.9600, rel=1e-3)
    assert not twice.decided


def test_a_net_that_ships_says_whom_it_beat(run: Run, tmp_path: Path) -> None:
    old, new = str(run.folder / "net.npz"), read_net("shipped")
    verdict = Verdict(0.5, 0.25, 400)
    page = json.loads(ship("shipped", old, verdict, 1, tmp_path).with_suffix(".json").read_text())
    assert page["gate"]["against"] == "net"
    assert (page["gate"]["points_a_game"], page["gate"]["games"]) == (0.5, 400)
    assert page["shape"] == [native.INPUT_COUNT, new.width1, new.width2, 5]
    assert np.array_equal(read_net(str(tmp_path / "standard.net")).weights, new.weights)


@pytest.mark.parametrize("name", ["nothing.npz", "nothing.net", "bad.npz", "empty.npz", "bad.net"])
def test_what_is_no_net_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "bad.npz").write_bytes(b"PK nonsense")
    (tmp_path / "bad.net").write_bytes(b"{}\n1234")
    np.savez(tmp_path / "empty.npz", shape=np.array([32, 16, 1]), weights=np.zeros(3, np.float32))
    with pytest.raises((InvalidText, MissingData), match=name.partition(".")[0]):
        read_net(str(tmp_path / name))


def test_a_run_that_is_done_is_not_done_again(run: Run) -> None:
    before = {path: path.stat().st_mtime_ns for path in run.folder.rglob("*")}
    follow(RECIPES / "tiny.toml", run.folder.parent, silent)
    assert {path: path.stat().st_mtime_ns for path in run.folder.rglob("*")} == before


def test_the_same_recipe_gives_the_same_net(run: Run, tmp_path: Path) -> None:
    again = follow(RECIPES / "tiny.toml", tmp_path, silent)
    assert np.array_equal(again.net("net").weights, run.net("net").weights)


def test_a_fit_broken_off_goes_on_where_it_stood(run: Run, tmp_path: Path) -> None:
    step = next(step for step in read_recipe(RECIPES / "tiny.toml").steps if isinstance(step, Fit))

    class Broken(Exception):
        pass

    def after_two(_code: str, /, **values: object) -> None:
        if values["done"] == 2:
            raise Broken

    shutil.copytree(run.folder / "rows", tmp_path / "rows")
    half = Run(tmp_path)
    with pytest.raises(Broken):
        fit(step, half, after_two)
    assert not half.has("net")
    epochs: list[object] = []

    def note(_code: str, /, **values: object) -> None:
        epochs.append(values["done"])

    fit(step, half, note)
    assert epochs == [3, 4]
    assert np.array_equal(half.net("net").weights, run.net("net").weights)


def test_rates_warm_up_and_decay() -> None:
    step = Fit("f", (), 32, 16, 1, 2e-3, 1)
    plan = rates(step, 1000)
    assert plan[0] < plan[19] < plan.max() <= 2e-3
    assert plan[-1] == pytest.approx(1e-5, rel=0.01)


def test_a_step_that_was_not_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingData, match="nothing"):
        Run(tmp_path).net("nothing")
    with pytest.raises(MissingData, match="none"):
        Run(tmp_path).rows(("none",))


def test_rows_that_are_no_rows_are_named(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run.save("rows/0000", words=np.zeros((3, 4), np.int64))
    with pytest.raises(InvalidText, match="0000"):
        run.rows(("rows",))


def test_a_net_against_itself_with_the_luck_taken_away_is_even() -> None:
    net = read_net("shipped")
    points = np.zeros((30, 2), np.float32)
    native.play_games(net.prepare(), net.prepare(), NO_TABLES, True, 3, points)
    assert points.sum(axis=1) == pytest.approx(0, abs=1e-3), "the same dice with sides changed"
    plain = np.zeros((30, 2), np.float32)
    native.play_games(net.prepare(), net.prepare(), NO_TABLES, False, 3, plain)
    assert points.std() < plain.std() / 3


def test_a_wider_net_says_the_same_and_so_does_a_paired_one() -> None:
    net, words = Network.random(48, 16, True, 3), np.empty((300, 4), np.int64)
    net.weights[-8 * 16 - 16 :] = np.random.default_rng(1).normal(0, 0.3, 8 * 16 + 16)
    native.random_boards(4, words)
    wide = net.widened(80, 5)
    paired = wide.paired(words)
    said = []
    for each in (net, wide, paired):
        chances = np.zeros((300, 5), np.float32)
        native.evaluate(each.prepare(), NO_TABLES, words, 0, chances)
        said.append(chances)
    assert wide.width1 == paired.width1 == 80
    assert np.abs(said[1] - said[0]).max() < 3e-3
    assert np.abs(said[2] - said[1]).max() < 1e-5
    assert pairs_on(paired, words) < pairs_on(wide, words)


@pytest.mark.parametrize(("width1", "width2", "squared"), [(32, 16, True), (64, 32, True), (64, 16, False)])
def test_a_fit_starts_from_no_net_of_another_shape(run: Run, width1: int, width2: int, squared: bool) -> None:
    run.save_net("other", Network.random(48, 16, True, 1))
    step = Fit("b", ("rows",), width1, width2, 1, 1e-3, 1, start="other", squared=squared)
    with pytest.raises(InvalidText, match="other"):
        fit(step, run, silent)


def pairs_on(net: Network, words: npt.NDArray[np.int64]) -> float:
    """The share of neighbours in the first layer of which at least one is active."""
    active = np.zeros((len(words), net.width1), np.int8)
    native.active_units(net.shape, net.weights, words, active)
    return float(active.reshape(len(words), -1, 2).any(axis=2).mean())
