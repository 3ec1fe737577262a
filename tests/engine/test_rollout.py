"""Rollouts: unbiased by the luck they take out, the same for any number of workers, exact where the game is known."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tavla.engine.match_equity import kazaross_xg2
from tavla.engine.rollout import Settings, dice_of, rollout
from tavla.engine.stake import MINE, THEIRS, Stake
from tavla.evaluation import equities, evaluate, words_of
from tavla.rules import BAR, Position, Roll, legal_plays
from tavla.rules.dice import ROLLS

START = words_of([Position.start()])
BLITZ = Position.from_points({24: 2, 13: 2, 8: 4, 6: 4, 5: 3}, {BAR: 1, 24: 1, 13: 5, 8: 3, 6: 5})
RACE = Position.from_points({6: 2, 5: 2, 3: 1}, {6: 2, 4: 2, 2: 1})


def test_the_first_two_rolls_run_through_all_pairs() -> None:
    trials = np.arange(1296)
    pairs = {(*map(int, first), *map(int, second)) for first, second in zip(
        dice_of(7, trials, 0), dice_of(7, trials, 1), strict=True
    )}  # fmt: skip
    assert len(pairs) == 21 * 21
    later = dice_of(7, np.arange(36_000), 5)
    assert later.min() == 1
    assert np.abs(later.mean() - 3.5) < 0.03
    assert (later[:, 0] >= later[:, 1]).all()


def test_the_answer_does_not_depend_on_the_number_of_workers() -> None:
    settings = Settings(trials=432, truncate=4, cubeful=True)
    answers = []
    for workers in (1, 2, 5):
        with ThreadPoolExecutor(workers) as threads:
            answers.append(rollout(START, Stake(), settings, threads))
    assert answers[0] == answers[1] == answers[2]


def test_another_seed_gives_another_answer() -> None:
    one, two = (rollout(START, Stake(), Settings(trials=108, truncate=4, seed=seed))[0] for seed in (1, 2))
    assert one.worth != two.worth


def test_an_exact_race_is_hit() -> None:
    (found,) = rollout(words_of([RACE]), Stake(has_cube=False), Settings(trials=432))
    exact = float(equities(evaluate([RACE]))[0])
    assert found.worth == pytest.approx(exact, abs=4 * found.worth_error + 0.002)
    assert found.worth_error < 0.01


def test_taking_the_luck_out_changes_the_error_and_not_the_mean() -> None:
    plain, reduced = (
        rollout(START, Stake(), Settings(trials=432, truncate=8, reduce=reduce))[0] for reduce in (False, True)
    )
    assert reduced.worth_error < plain.worth_error / 3
    assert abs(plain.worth - reduced.worth) < 4 * plain.worth_error


def test_a_won_game_is_worth_what_it_is() -> None:
    won = Position.from_points({6: 5}, {})
    (found,) = rollout(words_of([won]), Stake(), Settings(trials=36, cubeful=True))
    assert (found.chances.win, found.worth, found.worth_error) == (0.0, -1.0, 0.0)


def test_owning_the_cube_is_worth_something() -> None:
    settings = Settings(trials=216, truncate=10, cubeful=True)
    mine, theirs = (rollout(START, Stake(owner=owner), settings)[0].worth for owner in (MINE, THEIRS))
    assert mine > theirs + 0.1


def test_at_the_last_point_plays_are_those_that_win_most() -> None:
    settings = Settings(trials=36, truncate=1, cubeful=True, reduce=False)
    (found,) = rollout(words_of([BLITZ]), Stake(away=(1, 1), table=kazaross_xg2()), settings)
    least = [float(evaluate([*legal_plays(BLITZ, roll)])[:, 0].min()) for roll in ROLLS]
    most = sum(roll.weight * (1.0 - win) for roll, win in zip(ROLLS, least, strict=True)) / 36.0
    assert most - 0.001 < found.chances.win < most + 0.00001


def test_the_score_does_not_bias_what_the_luck_leaves() -> None:
    stake = Stake(away=(2, 4), table=kazaross_xg2())
    plain, reduced = (
        rollout(words_of([BLITZ]), stake, Settings(trials=432, truncate=5, cubeful=True, reduce=reduce))[0]
        for reduce in (False, True)
    )
    assert reduced.worth_error < plain.worth_error / 2
    assert abs(plain.worth - reduced.worth) < 4 * plain.worth_error


def test_it_stops_at_the_error_asked_for_or_when_the_best_leads() -> None:
    (found,) = rollout(START, Stake(), Settings(trials=1296, truncate=2, stop_error=0.05))
    assert found.trials < 1296
    plays = legal_plays(Position.start(), Roll.of(3, 1))
    boards = words_of(list(plays))
    found_all = rollout(boards[:4], Stake(), Settings(trials=1296, truncate=2, stop_lead=3.0))
    assert found_all[0].trials < 1296


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    rollout(START, Stake(), Settings(trials=324, truncate=1), progress=lambda done, of: told.append((done, of)))
    assert told == [(216, 324), (324, 324)]


def test_one_ply_inside_is_played() -> None:
    (found,) = rollout(START, Stake(), Settings(trials=36, truncate=4, plies=1))
    assert 0.48 < found.chances.win < 0.58


def test_holding_the_cube_once_gives_the_double_away() -> None:
    last_roll = words_of([Position.from_points({2: 2}, {1: 1})])
    free, held = (
        rollout(last_roll, Stake(), Settings(trials=216, cubeful=True, hold=hold))[0].worth for hold in (False, True)
    )
    assert free == pytest.approx(8 / 9, abs=0.02)
    assert held == pytest.approx(4 / 9, abs=0.02)
