"""The second opinion of a file stands beside our own, in the same unit: checked by the sums that gnubg prints."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tavla.analysis.annotate import Annotated, Judgement, annotate
from tavla.analysis.own_opinions import own_opinions
from tavla.engine.decision import LEVELS
from tavla.formats.detect import read, read_file
from tavla.formats.opinions import opinions
from tavla.formats.sgf_analysis import with_analysis
from tavla.formats.sgf_write import write_sgf
from tests.formats.conftest import Gnubg

COMMANDS = """set analysis chequerplay evaluation plies 0
set analysis cubedecision evaluation plies 0
import mat "{source}"
analyse match
save match "{target}"
show statistics match"""

ERRORS = ("Error total EMG (MWC)", "Error total EMG (Points)")
MATCHES = ("mat/gridgammon_1857680.txt", "mat/xgmobile_money_session.xg.txt")


def judged(file: Path) -> Annotated:
    entry = read_file(file).entries[0]
    return annotate(entry.history, LEVELS["0-ply"], opinions=opinions(entry))


def printed(said: str, name: str) -> list[tuple[float, float]]:
    """The figures of both players in every line of that name."""
    rows = re.findall(rf"^{re.escape(name)}.*?([+-]\d+\.\d+) .*?([+-]\d+\.\d+) ", said, re.MULTILINE)
    return [(float(first), float(second)) for first, second in rows]


def lost(annotated: Annotated, seat: int, which: Callable[[Judgement], bool]) -> float:
    told = (each.opinion for each in annotated.judgements if each.seat == seat and which(each))
    return -sum(opinion.loss or 0.0 for opinion in told if opinion is not None)


@pytest.mark.parametrize("name", MATCHES)
def test_the_sums_are_those_that_gnubg_prints(name: str, shared: Path, gnubg: Gnubg, tmp_path: Path) -> None:
    target = tmp_path / "analysed.sgf"
    said = gnubg(COMMANDS.format(source=shared / "files" / name, target=target))
    annotated = judged(target)
    plays, cube, _ = (row for each in ERRORS for row in printed(said, each))
    luck = next(row for each in ("Luck total EMG (MWC)", "Luck total EMG (Points)") for row in printed(said, each))
    for seat in (0, 1):
        assert lost(annotated, seat, lambda each: each.kind == "play") == pytest.approx(plays[seat], abs=0.002)
        assert lost(annotated, seat, lambda each: each.kind != "play") == pytest.approx(cube[seat], abs=0.002)
        lucky = sum(each.opinion or 0.0 for each in annotated.luck if each.seat == seat)
        assert lucky == pytest.approx(luck[seat], abs=0.002)


@pytest.mark.parametrize("name", MATCHES)
def test_gnubg_reads_our_analysis_and_prints_our_sums(name: str, shared: Path, gnubg: Gnubg, tmp_path: Path) -> None:
    entry = read_file(shared / "files" / name).entries[0]
    annotated = annotate(entry.history, LEVELS["0-ply"])
    target = tmp_path / "ours.sgf"
    notes = with_analysis(entry.history, entry.notes, own_opinions(annotated))
    target.write_text(write_sgf(entry.history, entry.tags, notes), "utf-8")
    said = gnubg(f'load match "{target}"\nshow statistics match')
    assert "WARNING" not in said
    plays, cube = [row for each in ERRORS for row in printed(said, each)][:2]
    for seat in (0, 1):
        losses = {kind: sum(each.loss for each in annotated.judgements if each.seat == seat and each.kind in kinds)
                  for kind, kinds in (("play", ("play",)), ("cube", ("double", "take")))}  # fmt: skip
        assert -losses["play"] == pytest.approx(plays[seat], abs=0.002)
        assert -losses["cube"] == pytest.approx(cube[seat], abs=0.01)


@pytest.mark.parametrize("name", ["mat/xg_paris_7pt.txt", "sgf/charlot_7pt.sgf", "mat/xgmobile_money_session.xg.txt"])
def test_our_analysis_is_read_back_from_sgf(name: str, shared: Path) -> None:
    entry = read_file(shared / "files" / name).entries[0]
    annotated = annotate(entry.history, LEVELS["0-ply"])
    notes = with_analysis(entry.history, entry.notes, own_opinions(annotated))
    again = read(write_sgf(entry.history, entry.tags, notes).encode()).entries[0]
    read_back = annotate(again.history, LEVELS["0-ply"], opinions=opinions(again))
    told = [each for each in read_back.judgements if each.opinion is not None]
    assert {each.opinion.program for each in told if each.opinion} == {"tavla"}
    assert len(told) == len(read_back.judgements)
    for each in told:
        assert each.opinion is not None
        assert each.opinion.loss == pytest.approx(each.loss, abs=2e-5)
        assert each.opinion.best.equity == pytest.approx(each.decision.best.equity, abs=2e-5)
    assert all(
        each.opinion == pytest.approx(each.luck, abs=1e-5) for each in read_back.luck if each.opinion is not None
    )


@cache
def charlot(shared: Path, name: str) -> Annotated:
    return judged(shared / "files" / name)


@pytest.mark.parametrize("name", ["sgf/charlot_7pt.sgf", "xg/charlot1-charlot2_7p_2025-11-08-2305.xg"])
def test_every_play_has_a_second_opinion_close_to_ours(name: str, shared: Path) -> None:
    judgements = charlot(shared, name).judgements
    plays = [each for each in judgements if each.kind == "play"]
    assert all(each.opinion is not None and each.opinion.loss is not None for each in plays)
    differences = [
        abs((each.opinion.best.equity or 0.0) - each.decision.best.equity)
        for each in judgements
        if each.opinion is not None
    ]
    assert sum(differences) / len(differences) < 0.1


@pytest.mark.parametrize("name", ["sgf/charlot_7pt.sgf", "xg/charlot1-charlot2_7p_2025-11-08-2305.xg"])
def test_opinions_about_the_cube_are_complete(name: str, shared: Path) -> None:
    told = [each.opinion for each in charlot(shared, name).judgements if each.kind != "play" and each.opinion]
    assert len(told) > 20
    assert all(
        candidate.equity is not None and candidate.match_chance is not None
        for each in told
        for candidate in each.candidates
    )
