"""What we write is read back as it was, by us and by gnubg."""

import random
from pathlib import Path

import pytest

from tavla.formats.detect import read
from tavla.formats.found import Entry
from tavla.formats.mat_write import FLAVOURS, write_mat
from tavla.formats.outline import what_is_lost
from tavla.formats.write import lost, write
from tavla.match import History
from tavla.rules import PROFILES, facts, profile
from tests.conftest import Scale
from tests.formats.conftest import Gnubg, through_gnubg
from tests.formats.deeds import deeds, match_for_gnubg
from tests.random_play import random_match

WHOLE = ("standard", "money", "tournament", "single", "points")
"""Profiles of which match text can hold everything that is played."""

VARIANTS = ("nackgammon", "hypergammon", "longgammon")


def again(history: History, flavour: str) -> Entry:
    reading = read(write_mat(history, flavour=flavour).encode())
    assert [each.code for each in reading.diagnostics] == []
    (entry,) = reading.entries
    return entry


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("name", WHOLE)
def test_a_match_is_read_back_as_it_was_played(name: str, flavour: str, scale: Scale, rng: random.Random) -> None:
    for _ in range(scale(100)):
        history = random_match(profile(name), rng, games=3)
        assert deeds(again(history, flavour).history) == deeds(history)


@pytest.mark.parametrize("variant", VARIANTS)
def test_so_is_a_match_of_another_variant(variant: str, rng: random.Random) -> None:
    history = random_match(profile("standard", {"variant": variant}), rng, games=2)
    entry = again(history, "plain")
    assert entry.history.match.rules.variant == variant
    assert deeds(entry.history) == deeds(history)


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("name", PROFILES)
def test_what_was_read_is_written_and_read_the_same(name: str, flavour: str, rng: random.Random) -> None:
    first = read(write_mat(random_match(profile(name), rng, games=2), flavour=flavour).encode()).entries[0]
    second = read(write_mat(first.history, first.tags, flavour).encode()).entries[0]
    assert [event.fact for event in first.record.events] == [event.fact for event in second.record.events]


def test_beavers_and_raccoons_come_back(rng: random.Random) -> None:
    history = random_match(profile("money", {"beavers": "2"}), rng, games=6)
    assert deeds(again(history, "plain").history) == deeds(history)


def test_an_illegal_play_comes_back_with_its_board() -> None:
    text = "5 point match\nGame 1\nA : 0       B : 0\n 1) 52: 13/7 6/4                 31: 8/5 6/5\n 2) 42: 8/4 6/4\n"
    first = read(text.encode()).entries[0]
    second = read(write_mat(first.history).encode()).entries[0]
    boards = [
        [event.fact for event in each.record.events if isinstance(event.fact, facts.Found)] for each in (first, second)
    ]
    assert boards[0] == boards[1]
    assert len(boards[0]) == 1


def test_a_game_that_begins_on_a_board_comes_back() -> None:
    text = (
        "5 point match\nGame 1\nA : 0       B : 0\n; Set Pos=-a----E-C---dE---c-e----B-/1\n"
        " 1) 52: 13/8 13/11              31: 8/5 6/5\n"
    )
    first = read(text.encode()).entries[0]
    second = read(write_mat(first.history).encode()).entries[0]
    assert first.record.events[1:] == second.record.events[1:]
    assert first.history.at(2).state.cube.value == 2


def test_the_tags_of_a_file_are_kept() -> None:
    tags = '; [Site "Ankara"]\n; [EventDate "2024.02.29"]\n; [EventTime "20.10"]\n'
    first = read(f"{tags}3 point match\nGame 1\nA : 0     B : 0\n 1) 31: 8/5 6/5\n".encode()).entries[0]
    written = write_mat(first.history, first.tags, "xg")
    assert '; [Site "Ankara"]' in written
    assert '; [EventTime "20.10"]' in written
    assert read(written.encode()).entries[0].record.events[0].time == first.record.events[0].time > 1.7e9


def test_a_name_that_no_score_line_can_hold_is_changed() -> None:
    text = "3 point match\nGame 1\n : 0            B  :  C : 0\n 1) 31: 8/5 6/5\n"
    entry = read(text.encode()).entries[0]
    assert read(write_mat(entry.history).encode()).entries[0].players == ("Player 1", "B _ C")
    assert "formats.lost.names" in {reason.code for reason in lost(entry, "mat")}
    assert "formats.lost.names" not in {reason.code for reason in lost(entry, "sgf")}


def test_a_long_name_stands_apart_from_the_other() -> None:
    text = f"3 point match\nGame 1\n{'Ada ' * 12}: 0      Kaan : 0\n 1) 31: 8/5 6/5\n"
    history = read(text.encode()).entries[0].history
    assert read(write_mat(history).encode()).entries[0].players == (("Ada " * 12).strip(), "Kaan")


@pytest.mark.parametrize(("name", "options"), [("tavla", "opening"), ("house", "bearoff_freeze")])
def test_rules_that_no_text_can_hold_are_named(name: str, options: str, rng: random.Random) -> None:
    lost = {reason.code: reason for reason in what_is_lost(random_match(profile(name), rng, games=1))}
    assert options in str(lost["formats.lost.rules"].values)


@pytest.mark.parametrize("name", ["standard", "money", "tournament", "single", "nackgammon"])
def test_gnubg_reads_the_same_games(name: str, gnubg: Gnubg, tmp_path: Path, scale: Scale, rng: random.Random) -> None:
    rules = profile("standard", {"variant": name}) if name in VARIANTS else profile(name)
    histories = [match_for_gnubg(rules, rng) for _ in range(scale(48))]
    said, theirs = through_gnubg(gnubg, tmp_path, [write_mat(each) for each in histories], "import mat")
    assert "WARNING" not in said
    assert "Unrecognised" not in said
    assert [deeds(each.history) for each in theirs] == [deeds(each) for each in histories]


RESIGNED = """7 point match
Game 1
Ada : 0                          Kaan : 0
 1) 31: 8/5 6/5                   42: 8/4 6/4
 2) 64: 24/18 13/9               {row}
{end}
Game 2
Ada : {score[0]}      Kaan : {score[1]}
 1) 31: 8/5 6/5
"""


@pytest.mark.parametrize("row", [" Doubles => 2\n 3)  Takes", "55: 13/3(2)\n 3)  Doubles => 2   Takes", "55: ????"])
@pytest.mark.parametrize("winner", [0, 1])
def test_gnubg_reads_who_gave_up_on_the_way(row: str, winner: int, gnubg: Gnubg, tmp_path: Path) -> None:
    end = "      Wins 2 points" if winner == 0 else f"{'':<36}Wins 2 points"
    text = RESIGNED.format(row=row, end=end, score=(2, 0) if winner == 0 else (0, 2))
    history = read(text.encode()).entries[0].history
    said, (theirs,) = through_gnubg(gnubg, tmp_path, [write_mat(history)], "import mat")
    assert "WARNING" not in said
    assert deeds(theirs.history) == deeds(history)


SET_UP = "(;FF[4]GM[6]PW[a]PB[b]MI[length:0][game:0][ws:0][bs:0]RE[B+1R];PL[W]AE[a:y]AW[b][b]AB[w][w];{rest})"


@pytest.mark.parametrize(
    ("rest", "code", "forms"),
    [
        ("CV[4096];CP[w];W[double];B[drop]", "formats.lost.cube", {"mat", "sgf"}),
        ("DI[33]", "formats.lost.forced", {"mat"}),
    ],
)
def test_what_gnubg_takes_another_way_is_told(rest: str, code: str, forms: set[str]) -> None:
    entry = read(SET_UP.format(rest=rest).encode()).entries[0]
    assert {form for form in ("mat", "sgf", "xg-text") if code in {each.code for each in lost(entry, form)}} == forms


DROP_BEFORE_CRAWFORD = """3 point match
Game 1
Ada : 0                          Kaan : 0
 1) 31: 8/5 6/5                   42: 8/4 6/4
 2) 64: 24/18 13/9                Doubles => 2
 3)  Takes                       52: 13/8 13/11
 4)  Doubles => 4                 Takes
 5) 66: 24/18 18/12               Doubles => 8
 6)  Drops                        Wins 4 points
"""


def test_a_drop_of_the_left_player_stands_beside_the_result(gnubg: Gnubg, tmp_path: Path) -> None:
    text = DROP_BEFORE_CRAWFORD.replace("3 point", "5 point") + "Game 2\nAda : 0      Kaan : 4\n 1) 31: 8/5 6/5\n"
    history = read(text.encode()).entries[0].history
    assert "Drops                       Wins 4 points" in write_mat(history)
    (tmp_path / "ours.mat").write_text(write_mat(history), "utf-8")
    gnubg(f'import mat "{tmp_path}/ours.mat"\nexport match mat "{tmp_path}/theirs.mat"')
    theirs = read((tmp_path / "theirs.mat").read_bytes()).entries[0]
    assert deeds(theirs.history) == deeds(history)


@pytest.mark.parametrize("form", ["mat", "xg-text", "sgf"])
def test_real_matches_come_back_the_same_in_every_form(shared: Path, form: str) -> None:
    """Those that have no illegal play and no missing name, which not every form can hold."""
    for name in ("bgstudio_05.txt", "galaxy_match3241209.txt"):
        entry = read((shared / "files/mat" / name).read_bytes()).entries[0]
        (back,) = read(write([entry], form).encode()).entries
        assert [event.fact for event in back.record.events] == [event.fact for event in entry.record.events]
