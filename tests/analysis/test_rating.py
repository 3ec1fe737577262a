"""Figures for players: over matches, by kind of error, without luck, and beside those of a file."""

from dataclasses import replace

import pytest

from tavla.analysis.annotate import annotate
from tavla.analysis.rating import (
    ENOUGH,
    KINDS,
    Totals,
    adjusted,
    in_points,
    kind_of_error,
    rate,
    rated_by_file,
    strength,
)
from tavla.engine.decision import LEVELS
from tavla.formats.detect import read
from tavla.formats.opinions import opinions
from tests.analysis.test_annotate import a_match, annotated

SGF = (
    "(;FF[4]GM[6]AP[GNU Backgammon:1.08]PW[a]PB[b]MI[length:0][game:0][ws:0][bs:0]RU[Jacoby]RE[B+1R]"
    ";B[31qtst]A[0][qtst E ver 3 0.5 0 0 0 0 0.1 2C 0 1 0 1][loab E ver 3 0.5 0 0 0 0 0.0 2C 0 1 0 1]"
    ";W[42hdfd]A[1][hdfd E ver 3 0.5 0 0 0 0 0.2 2C 0 1 0 1][mkmi E ver 3 0.5 0 0 0 0 0.1 2C 0 1 0 1])"
)


def test_totals_of_one_match_are_its_rating() -> None:
    for seat in (0, 1):
        totals, rating = Totals("somebody"), rate(annotated(), seat)
        totals.add(annotated(), seat)
        assert totals.rating == pytest.approx(rating.rating)
        assert totals.standard_error == pytest.approx(rating.standard_error)
        assert totals.luck == pytest.approx(rating.luck)
        assert totals.loss == pytest.approx(rating.loss)
        assert sum(each.decisions for each in totals.kinds.values()) == totals.decisions


def test_the_same_match_twice_has_the_same_rating_and_a_smaller_error() -> None:
    once, twice = Totals("once"), Totals("twice")
    once.add(annotated(), 1)
    for _ in range(2):
        twice.add(annotated(), 1)
    assert twice.rating == pytest.approx(once.rating)
    assert (twice.standard_error or 0.0) < (once.standard_error or 0.0)
    assert (twice.matches, twice.decisions) == (2, 2 * once.decisions)


def test_a_rating_of_few_decisions_has_neither_a_name_nor_a_standard_error() -> None:
    counted = [each for each in annotated().judgements if each.seat == 1 and each.counts]
    few, enough = (rate(replace(annotated(), judgements=tuple(counted[:n])), 1) for n in (ENOUGH - 1, ENOUGH))
    assert few.rating is not None
    assert (few.strength, few.standard_error) == (None, None)
    assert enough.strength is not None
    assert enough.standard_error is not None
    assert (strength(0.0, ENOUGH - 1), strength(0.0, ENOUGH)) == (None, "champion")


def test_decisions_that_all_lose_nothing_do_not_make_a_rating_exact() -> None:
    sound = [each for each in annotated().judgements if each.seat == 0 and each.counts and each.loss == 0.0]
    rating = rate(replace(annotated(), judgements=tuple(sound[:1] * ENOUGH)), 0)
    assert rating.rating == 0.0
    assert rating.standard_error is None


def test_nothing_played_has_no_rating() -> None:
    assert Totals("nobody").rating is None
    assert Totals("nobody").standard_error is None


def test_every_decision_has_a_kind_of_error() -> None:
    kinds = {kind_of_error(each) for each in annotated().judgements}
    assert kinds <= set(KINDS)
    assert {"play", "missed_double"} <= kinds


def test_the_result_without_luck_is_the_same_for_both_but_for_its_sign() -> None:
    first, second = (adjusted(annotated(), seat) for seat in (0, 1))
    assert first is not None
    assert second == pytest.approx(-first)


def test_a_match_that_is_open_has_no_result_without_luck_and_money_has() -> None:
    rows = "Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5      42: 8/4 6/4\n"
    found = [read(f" {length} point match\n\n {rows}".encode()).entries[0].history for length in (5, 0)]
    match, money = (adjusted(annotate(history, LEVELS["0-ply"]), 0) for history in found)
    assert match is None
    assert money is not None


def test_a_single_game_is_counted_in_points_and_a_match_in_chances() -> None:
    assert in_points(annotate(a_match(options="one"), LEVELS["0-ply"]))
    assert not in_points(annotated())


def test_the_rating_by_a_file_takes_its_losses_by_the_same_formula() -> None:
    (entry,) = read(SGF.encode()).entries
    judged = annotate(entry.history, LEVELS["0-ply"], opinions=opinions(entry))
    assert rated_by_file(judged, 1) == pytest.approx(0.0)
    assert rated_by_file(judged, 0) == pytest.approx(0.0)
    assert rated_by_file(judged, 0, game=2) is None
    assert rated_by_file(annotate(a_match(options="one"), LEVELS["0-ply"]), 0) is None
