"""SGF: what gnubg writes is read with its analysis, and gnubg reads what we write."""

import random
from pathlib import Path

import pytest

from tavla.errors import InvalidText
from tavla.formats.detect import read
from tavla.formats.found import Entry, Note
from tavla.formats.sgf import letter_of, point_of
from tavla.formats.sgf_write import write_sgf
from tavla.match import History
from tavla.rules import PROFILES, Cube, Phase, Position, Roll, facts, profile
from tests.conftest import Scale
from tests.formats.conftest import Gnubg, through_gnubg
from tests.formats.deeds import deeds, match_for_gnubg
from tests.random_play import random_match

ROOT = "FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08.003]"
GAME = f"(;{ROOT}MI[length:5][game:0][ws:0][bs:0]PW[Ada]PB[Ka\\]an]DT[2025-11-08]EV[Cup]RU[Crawford]GS[M:1 2]"


def one(text: str) -> Entry:
    reading = read(text.encode())
    assert [each.code for each in reading.diagnostics] == []
    (entry,) = reading.entries
    return entry


def again(history: History) -> Entry:
    return one(write_sgf(history))


def test_letters_name_points_from_whites_ace_to_the_bar_and_off() -> None:
    assert [point_of(letter, 0) for letter in "axyz"] == [1, 24, 25, 0]
    assert [point_of(letter, 1) for letter in "axyz"] == [24, 1, 25, 0]
    assert all(point_of(letter_of(point, seat), seat) == point for point in range(26) for seat in (0, 1))


def test_plays_and_cube_are_read() -> None:
    entry = one(f"{GAME}RE[W+1];B[31qtst];W[double];B[drop])")
    assert entry.players == ("Ada", "Ka]an")
    assert entry.tags == {"Event": "Cup", "EventDate": "2025.11.08"}
    assert [type(event.fact).__name__ for event in entry.record.events[2:]] == [
        "Thrown",
        "Played",
        "Doubled",
        "Dropped",
    ]


def test_the_analysis_is_kept_word_for_word_where_it_stood() -> None:
    analysis = "A[0][lpab E ver 3 0.5 -0.004 2C 0 1 0.000000 1]LU[-inf]C[so\\]: \\\\ fine]"
    entry = one(f"{GAME};B[31qtst]DA[E ver 3]{analysis};W[42hdfd];B[double]BM[1])")
    kinds = {type(entry.record.events[version - 1].fact).__name__: notes for version, notes in entry.notes.items()}
    assert kinds["GameStarted"] == (Note("AP", ("GNU Backgammon:1.08.003",)), Note("GS", ("M:1 2",)))
    assert [note.name for note in kinds["Played"]] == ["DA", "A", "LU", "C"]
    assert kinds["Doubled"] == (Note("BM", ("1",)),)
    assert analysis in write_sgf(entry.history, entry.tags, entry.notes)


def test_a_further_double_is_a_beaver() -> None:
    text = f"(;{ROOT}MI[length:0][game:0][ws:0][bs:0]PW[A]PB[B]RU[Jacoby];B[31qtst];W[double];B[double];W[42hdfd])"
    assert one(text).history.match.state.cube == Cube(4, 1)


def test_a_position_becomes_a_match_that_begins_on_it() -> None:
    board = ";PL[W]AE[a:y]AW[f][f][y]AB[v:v][s][y];CV[2];CP[b];DI[31]"
    state = one(f"(;{ROOT}MI[length:3][game:0][ws:1][bs:0]PW[A]PB[B]RU[Crawford]{board})").history.match.state
    assert state.position == Position.from_points({6: 2, 25: 1}, {3: 1, 6: 1, 25: 1})
    assert (state.turn, state.cube, state.roll, state.phase) == (0, Cube(2, 1), Roll.of(3, 1), Phase.PLAY)
    assert state.score.points == (1, 0)


def test_games_that_follow_each_other_are_one_match_and_others_not() -> None:
    second = GAME.replace("game:0", "game:1").replace("ws:0", "ws:1")
    text = f"{GAME};B[31qtst];W[double];B[drop])\n{second};B[31qtst])\n{GAME};W[31hefe])"
    assert [entry.history.match.game for entry in read(text.encode()).entries] == [2, 1]


def test_only_the_first_of_several_continuations_is_read() -> None:
    entry = one(f"{GAME};B[31qtst](;W[42hdfd](;B[double])(;B[21mm]))(;W[11aaaa]))")
    assert entry.record.events[-1].fact == facts.Doubled()


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[6]",
        "(;GM[6]))",
        "(;GM[6]A)",
        "(;GM[6]A[x)",
        f"(;{ROOT}MI[length:99999])",
        "(;GM[6]" + "(;" * 20_000,
        "()(;GM[6]",
        "(;GM[6][",
    ],
    ids=["open", "closed twice", "no value", "open value", "long", "deep", "empty", "bare"],
)
def test_what_is_no_sgf_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InvalidText) as refused:
        read(text.encode())
    assert str(refused.value).count("\n") == 0


@pytest.mark.parametrize("name", ["standard", "money", "tournament", "single", "points", "house"])
def test_a_match_is_read_back_as_it_was_played(name: str, scale: Scale, rng: random.Random) -> None:
    for _ in range(scale(100)):
        history = random_match(profile(name), rng, games=3)
        assert deeds(again(history).history) == deeds(history)


@pytest.mark.parametrize("name", PROFILES)
def test_what_was_read_is_written_and_read_the_same(name: str, rng: random.Random) -> None:
    first = read(write_sgf(random_match(profile(name), rng, games=2)).encode()).entries[0]
    second = read(write_sgf(first.history, first.tags, first.notes).encode()).entries[0]
    assert first.record.events == second.record.events


def test_a_play_that_no_steps_explain_is_followed_by_its_board() -> None:
    text = f"{GAME};B[31qtst];W[42aabb];B[double])"
    first = read(text.encode()).entries[0]
    assert any(isinstance(event.fact, facts.Found) for event in first.record.events)
    second = read(write_sgf(first.history).encode()).entries[0]
    assert first.record.events[1:] == second.record.events[1:]


@pytest.mark.parametrize("name", ["standard", "money", "tournament", "single", "nackgammon"])
def test_gnubg_reads_the_same_games(name: str, gnubg: Gnubg, tmp_path: Path, scale: Scale, rng: random.Random) -> None:
    rules = profile("standard", {"variant": name}) if name == "nackgammon" else profile(name)
    histories = [match_for_gnubg(rules, rng) for _ in range(scale(48))]
    said, theirs = through_gnubg(gnubg, tmp_path, [write_sgf(each) for each in histories], "load match")
    assert "WARNING" not in said
    assert "rror" not in said
    assert [deeds(each.history) for each in theirs] == [deeds(each) for each in histories]


def test_the_sgf_and_the_text_of_a_match_are_the_same(shared: Path) -> None:
    sgf = one((shared / "files/sgf/charlot_7pt.sgf").read_text("utf-8"))
    mat = read((shared / "files/mat/gnubg_charlot_7pt.mat").read_bytes()).entries[0]
    assert sgf.record.events == mat.record.events


def test_every_word_of_gnubgs_analysis_comes_back(shared: Path) -> None:
    text = (shared / "files/sgf/charlot_7pt.sgf").read_text("utf-8")
    entry = one(text)
    written = one(write_sgf(entry.history, entry.tags, entry.notes))
    assert written.notes == entry.notes
    assert sum(len(notes) for notes in entry.notes.values()) == sum(
        text.count(name) for name in ("AP[", "]A[", "DA[", "LU[", "MR[", "GS[")
    )


@pytest.mark.parametrize("name", ["gnubg_match3.sgf", "gnubg_pos.sgf"])
def test_files_that_gnubg_made_are_read(shared: Path, name: str) -> None:
    assert one((shared / "files/gnubg-made" / name).read_text("utf-8")).players == ("gnubg", "kimu")


@pytest.mark.parametrize("end", ["B[31", "B[31\\", "B", "BM[x\\]", ";", "C[x]\n", ";B[31heff]\n;W[5"])
def test_what_is_cut_off_is_said_to_be(end: str) -> None:
    with pytest.raises(InvalidText) as caught:
        read(f"{GAME}\n;{end}".encode())
    assert caught.value.code == "formats.sgf_cut"
    assert caught.value.values == {"line": 2 + end.strip().count("\n")}
