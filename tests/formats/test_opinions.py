"""What gnubg and XG thought of a match, read from their files."""

from pathlib import Path

import pytest

from tavla.formats.detect import read
from tavla.formats.found import Entry
from tavla.formats.opinions import opinions
from tavla.match.annotation import Opinion, Opinions
from tavla.rules import Chances, Position, facts
from tests.formats.xg_bytes import cube, game, header, move, record, xg_file

ROOT = "FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08.003]PW[a]PB[b]"
MATCH = f"(;{ROOT}MI[length:5][game:0][ws:0][bs:0]RU[Crawford]"
MONEY = f"(;{ROOT}MI[length:0][game:0][ws:0][bs:0]RU[Jacoby]"
OPENING = (
    "A[1][stqt E ver 3 0.55 0.16 0.01 0.13 0.006 0.155 2C 0 1 0.000000 1]"
    "[qtst E ver 3 0.54 0.15 0.009 0.12 0.005 0.125 2C 0 1 0.000000 1]"
    "[zzzz E ver 3 0.5 0 0 0 0 0 2C 0 1 0 1][nonsense]"
)
CUBE = "DA[E ver 3 2C 1 0.000000 1 0.7 0.2 0.01 0.05 0.001 0.5 0.6 0.7 0.2 0.01 0.05 0.001 0.5 0.65]"


def entry(text: str) -> Entry:
    (found,) = read(text.encode()).entries
    return found


def of_kind(found: Entry, kind: type) -> Opinion:
    (version,) = (event.version for event in found.record.events if isinstance(event.fact, kind))
    return opinions(found).decisions[version]


def test_plays_have_equity_chances_level_and_the_one_that_was_made() -> None:
    opinion = of_kind(entry(f"{MONEY};B[31qtst]{OPENING})"), facts.Played)
    assert (opinion.program, opinion.kind, opinion.level) == ("gnubg", "play", "2-ply")
    assert [each.play for each in opinion.candidates] == ["8/5 6/5", "8/5 6/5"]
    assert opinion.candidates[0].chances == Chances(0.55, 0.16, 0.01, 0.13, 0.006)
    assert opinion.best.equity == pytest.approx(0.155)
    assert opinion.chosen == 0


def test_what_the_program_did_not_look_at_has_no_loss() -> None:
    opinion = of_kind(entry(f"{MONEY};B[31loab]{OPENING})"), facts.Played)
    assert opinion.chosen is None
    assert opinion.loss is None


def test_the_cube_of_money_is_told_in_equity() -> None:
    found = entry(f"{MONEY};B[31qtst];W[double]{CUBE};B[drop]{CUBE})")
    doubled, dropped = of_kind(found, facts.Doubled), of_kind(found, facts.Dropped)
    assert [(each.name, each.equity) for each in doubled.candidates] == [("roll", 0.6), ("double", 0.65), ("drop", 1.0)]
    assert doubled.loss == 0.0
    assert dropped.best.name == "take"
    assert dropped.loss == pytest.approx(0.35)
    assert dropped.best.chances == Chances(0.7, 0.2, 0.01, 0.05, 0.001).flip()


def test_the_cube_of_a_match_is_told_in_chances_to_win_it() -> None:
    doubled = of_kind(entry(f"{MATCH};B[31qtst];W[double]{CUBE})"), facts.Doubled)
    assert [each.match_chance for each in doubled.candidates[:2]] == [0.6, 0.65]
    assert doubled.loss is None


def test_a_double_that_is_dropped_is_worth_the_drop() -> None:
    too_good = CUBE.replace("0.65]", "1.4]").replace("0.5 0.6 ", "0.5 1.2 ")
    doubled = of_kind(entry(f"{MONEY};B[31qtst];W[double]{too_good})"), facts.Doubled)
    assert doubled.loss == pytest.approx(0.2)
    assert doubled.best.name == "roll"


def test_not_to_double_and_luck_belong_to_the_roll() -> None:
    found = entry(f"{MONEY};B[31qtst]LU[-0.02];W[42hdfd]{CUBE}LU[0.12];B[31mlml]LU[-inf])")
    rolled = [event.version for event in found.record.events if isinstance(event.fact, facts.Rolled | facts.Thrown)]
    said = opinions(found)
    assert [said.luck.get(version) for version in rolled] == [-0.02, 0.12, None]
    assert said.decisions[rolled[1]].made == said.decisions[rolled[1]].candidates[0]
    assert said.decisions[rolled[1]].loss == pytest.approx(0.05)


def test_rollouts_are_read() -> None:
    numbers = "Output 0.7 0.2 0.01 0.05 0.001 0.5 0.6 StdDev 0.1 0.1 0.1 0.1 0.1 0.1 0.1"
    play = f"A[0][qtst X ver 3 Score 0.155 0.1 Trials 1296 {numbers} SK 0 RC 1 1 0]"
    double = f"DA[X ver 3 Eq Trials 36 NoDouble {numbers} DoubleTake {numbers.replace('0.6', '0.65')} SK 0 RC 1]"
    found = entry(f"{MONEY};B[31qtst]{play};W[double]{double})")
    played = of_kind(found, facts.Played)
    assert (played.level, played.best.equity) == ("rollout 1296", 0.155)
    assert [each.equity for each in of_kind(found, facts.Doubled).candidates] == [0.6, 0.65, 1.0]


@pytest.mark.parametrize(
    "analysis",
    [
        "A[0]",
        "A[0][qtst]",
        "A[0][qtst E]",
        "A[0][qtst E ver 3 a b c d e f 2C]",
        "A[0][qtst E ver 3 2C]",
        "DA[]",
        "LU[]",
    ],
)
def test_what_makes_no_sense_is_passed_over(analysis: str) -> None:
    assert opinions(entry(f"{MONEY};B[31qtst]{analysis};W[42hdfd]{analysis})")) == Opinions()


def test_another_program_has_its_own_name() -> None:
    found = entry(f"{MONEY.replace('GNU Backgammon', 'tavla')};B[31qtst]{OPENING})")
    assert of_kind(found, facts.Played).program == "tavla"


AFTER_31 = (0, -2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


def xg_cube(actor: int, double: int, take: int) -> bytes:
    """A record of the cube that XG has looked at."""
    row = bytearray(cube(actor, double, take))
    seen = record(2, {92: ("i", (1,)), 124: ("7f", (0.01, 0.1, 0.3, 0.7, 0.2, 0.02, 0.5)), 152: ("3f", (0.6, 0.7, 1.0)),
                      168: ("7f", (0.01, 0.1, 0.3, 0.7, 0.2, 0.02, 0.5))})  # fmt: skip
    for at, size in ((92, 4), (124, 28), (152, 12), (168, 28)):
        row[at : at + size] = seen[at : at + size]
    return bytes(row)


def test_xg_tells_plays_cube_and_luck() -> None:
    played = move(1, (3, 1), (7, 4, 5, 4), AFTER_31)
    reply = move(-1, (4, 2), (7, 3, 5, 3), (0, *[0] * 25))
    (found,) = read(xg_file(header(), game(), played, xg_cube(-1, 0, -1), reply, xg_cube(1, 1, 0))).entries
    said = opinions(found)
    kinds = {type(found.record.events[version - 1].fact).__name__: each for version, each in said.decisions.items()}
    assert kinds["Rolled"].loss == pytest.approx(0.1)
    assert kinds["Doubled"].loss == 0.0
    assert kinds["Dropped"].loss == pytest.approx(0.3)
    assert kinds["Doubled"].best.chances == pytest.approx(Chances(0.7, 0.2, 0.02, 0.1, 0.01), abs=1e-6)
    assert {each.level for each in kinds.values() if each.kind != "play"} == {"2-ply"}
    assert set(said.luck.values()) == {0.25}


def test_both_programs_thought_of_the_same_plays(shared: Path) -> None:
    files = ("sgf/charlot_7pt.sgf", "xg/charlot1-charlot2_7p_2025-11-08-2305.xg")
    entries = [read((shared / "files" / name).read_bytes()).entries[0] for name in files]
    gnubg, xg = (
        {version: each for version, each in opinions(found).decisions.items() if each.kind == "play"}
        for found in entries
    )
    both = gnubg.keys() & xg.keys()
    assert len(both) > 150
    assert all(isinstance(each.best.after, Position) for each in (*gnubg.values(), *xg.values()))
    same = sum(gnubg[version].best.after == xg[version].best.after for version in both)
    assert same > 0.8 * len(both)
    assert sum(each.loss or 0.0 for each in xg.values()) == pytest.approx(0.430, abs=0.002)
