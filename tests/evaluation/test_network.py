"""The evaluator as a programmer meets it."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tavla.errors import InvalidInput
from tavla.evaluation import Source, best_play, equities, evaluate, positions_of, source, standard, words_of
from tavla.rules import Chances, Position, Roll, legal_plays

CLOSED = dict.fromkeys(range(1, 7), 2)


def test_the_first_player_has_a_small_edge() -> None:
    chances = evaluate([Position.start()])[0]
    assert 0.5 < chances[0] < 0.56
    assert 0.0 < Chances(*chances.tolist()).equity() < 0.12


def test_chances_are_nested(positions: list[Position]) -> None:
    win, gammon, backgammon, lost_gammon, lost_backgammon = evaluate(positions).T
    assert (backgammon <= gammon).all()
    assert (gammon <= win).all()
    assert (lost_backgammon <= lost_gammon).all()
    assert (lost_gammon <= 1 - win + 1e-6).all()
    assert (np.minimum(backgammon, lost_backgammon) >= 0).all()


def test_no_gammon_against_a_side_that_has_borne_off() -> None:
    chances = evaluate([Position.from_points({24: 1, 6: 13}, {6: 14})])[0]
    assert chances[1] == chances[2] == chances[3] == chances[4] == 0


@pytest.mark.parametrize(
    ("mine", "chances"),
    [({1: 14}, (0, 0, 0, 0, 0)), ({20: 1, 1: 14}, (0, 0, 0, 1, 1)), ({7: 1, 1: 14}, (0, 0, 0, 1, 0))],
)
def test_a_game_that_is_over_has_its_result(mine: dict[int, int], chances: tuple[int, ...]) -> None:
    position = Position.from_points(mine, {})
    assert evaluate([position])[0].tolist() == list(chances)
    assert source(position) is Source.OVER


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ({6: 15}, {6: 15}, Source.ONE_SIDED),
        ({6: 6}, {6: 6}, Source.TWO_SIDED),
        ({7: 1, 6: 14}, {6: 15}, Source.NETWORK),
        ({25: 1, 6: 14}, {6: 15}, Source.NETWORK),
    ],
)
def test_the_source_goes_by_the_class(mine: dict[int, int], theirs: dict[int, int], expected: Source) -> None:
    assert source(Position.from_points(mine, theirs)) is expected


def test_the_best_play_is_legal_and_the_best_by_the_chances(positions: list[Position]) -> None:
    for position in positions[:60]:
        for roll in (Roll(6, 5), Roll(2, 1), Roll(3, 3)):
            plays = legal_plays(position, roll)
            choice = best_play(position, roll)
            if not plays:
                assert choice.play == ()
                assert choice.after == position.flip()
                continue
            assert choice.after in plays
            least = equities(evaluate(list(plays))).min()
            assert -choice.chances.equity() == pytest.approx(least, abs=1e-4)
            assert sum(move.die for move in choice.play) == sum(move.die for move in plays[choice.after])


def test_a_closed_out_player_dances() -> None:
    position = Position.from_points({25: 1, 6: 14}, CLOSED | {20: 3})
    assert best_play(position, Roll(6, 6)).play == ()


def test_positions_survive_the_words(positions: list[Position]) -> None:
    assert positions_of(words_of(positions)) == positions


def test_counts_and_positions_are_the_same_boards(positions: list[Position]) -> None:
    assert np.array_equal(evaluate(np.array(positions, np.int8)), evaluate(positions))


def test_no_positions_give_no_chances() -> None:
    assert evaluate([]).shape == (0, 5)


@pytest.mark.parametrize(
    "boards", [np.zeros((3, 26)), np.zeros((1, 2, 26)), [[1, 2]], "text", np.full((1, 2, 26), 300)]
)
def test_what_is_no_board_is_refused(boards: object) -> None:
    with pytest.raises(InvalidInput):
        evaluate(boards)  # type: ignore[arg-type]


def test_threads_give_the_same_chances(positions: list[Position]) -> None:
    words = words_of(positions)
    alone = standard(1).chances(words)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(standard(1).chances, [words] * 4):
            assert np.array_equal(found, alone)


def test_one_ply_is_near_the_network_itself(positions: list[Position]) -> None:
    near = np.abs(equities(evaluate(positions, plies=1)) - equities(evaluate(positions)))
    assert np.median(near) < 0.05


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Positions of games played at random from the start, none of them over."""
    rng, found = random.Random(7), [Position.start()]
    while len(found) < 300:
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        after = rng.choice(list(legal_plays(found[-1], roll)) or [found[-1].flip()])
        found.append(Position.start() if after.winner_is_known else after)
    return found
