"""Plays of many boards at once, random boards, and the environment to learn in."""

import numpy as np
import pytest

from tavla.errors import IllegalAction, InvalidInput
from tavla.evaluation import Environment, batches, evaluate, legal_plays, random_boards
from tavla.rules import Position, Roll
from tavla.rules import legal_plays as readable_plays


def test_random_boards_are_boards_and_repeat_by_their_seed() -> None:
    boards = random_boards(500, seed=3)
    for mine, theirs in boards.tolist():
        position = Position(tuple(mine), tuple(theirs)).checked()
        assert sum(mine) == sum(theirs) == 15
        assert not position.winner_is_known
    assert np.array_equal(boards, random_boards(500, seed=3))
    assert not np.array_equal(boards, random_boards(500, seed=4))


def test_a_batch_finds_each_board_s_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ROOM", 5000)
    boards = random_boards(120, seed=5)
    rolls = np.random.default_rng(6).integers(1, 7, (120, 2))
    plays = legal_plays(boards, rolls)
    assert plays.chances.shape == (0, 5)
    begin = 0
    for (mine, theirs), roll, end in zip(boards.tolist(), rolls.tolist(), plays.ends.tolist(), strict=True):
        found = {Position(tuple(a), tuple(b)) for a, b in plays.after[begin:end].tolist()}
        assert found == set(readable_plays(Position(tuple(mine), tuple(theirs)), Roll.of(*roll)))
        begin = end
    assert begin == len(plays.after)


def test_chances_by_difference_are_those_from_scratch() -> None:
    boards = random_boards(300, seed=7)
    rolls = np.random.default_rng(8).integers(1, 7, (300, 2))
    plays = legal_plays(boards, rolls, with_chances=True)
    assert np.abs(plays.chances - evaluate(plays.after)).max() < 1e-4


@pytest.mark.parametrize("rolls", [[[0, 1]], [[1, 7]], [[1, 2, 3]], [1, 2], [[1, 2], [3, 4]], "dice", [[1, 1 << 80]]])
def test_what_is_no_roll_is_refused(rolls: object) -> None:
    with pytest.raises(InvalidInput):
        legal_plays([Position.start()], rolls)  # type: ignore[arg-type]


def test_no_boards_have_no_plays() -> None:
    assert legal_plays([], []).after.shape == (0, 2, 26)


def test_a_game_in_the_environment_ends_with_the_winner_s_points() -> None:
    environment, dice = Environment(), np.random.default_rng(1)
    for seed in range(5):
        board, info = environment.reset(seed=seed)
        assert board.tolist() == [list(side) for side in Position.start()]
        assert info["roll"][0] > info["roll"][1]
        reward, over = 0.0, False
        while not over:
            assert reward == 0
            action = int(dice.integers(len(info["plays"])))
            expected = info["plays"][action]
            board, reward, over, truncated, info = environment.step(action)
            assert np.array_equal(board, expected)
            assert not truncated
        assert reward in (1, 2, 3)
        with pytest.raises(IllegalAction):
            environment.step(0)


def test_the_environment_repeats_by_its_seed() -> None:
    def game() -> list[tuple[int, int]]:
        environment, rolls = Environment(), []
        _, info = environment.reset(seed=9)
        for _ in range(20):
            rolls.append(info["roll"])
            *_, info = environment.step(0)
        return rolls

    assert game() == game()


def test_an_action_that_is_not_offered_is_refused() -> None:
    environment = Environment()
    _, info = environment.reset(seed=2)
    for action in (-1, len(info["plays"])):
        with pytest.raises(IllegalAction):
            environment.step(action)
