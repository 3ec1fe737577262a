"""Positions in files: OGIDs, Snowie lines, Jellyfish files and the texts that programs copy."""

import csv
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tavla.errors import InvalidInput, InvalidText
from tavla.formats.detect import read
from tavla.formats.jellyfish import decode_pos, encode_pos
from tavla.formats.ogid import decode_ogid, encode_ogid
from tavla.formats.snowie import decode_snowie, encode_snowie
from tavla.notation import Situation, decode_xgid, encode_fibs, encode_xgid
from tavla.rules import Cube, Phase, Position, Roll, profile
from tests.random_play import random_match

START = "11ccccchhhjjjjj:66666888dddddoo"
XGID = "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10"


def situations(rng: random.Random) -> list[Situation]:
    """Moments of a random match in which somebody is on roll and nothing is on offer."""
    history = random_match(profile("standard", {"length": "points(7)"}), rng, games=4, takebacks=False)
    states = [history.at(version).state for version in range(2, history.version)]
    return [
        Situation.of(state) for state in states if state.phase in (Phase.ROLL, Phase.PLAY) and not state.resignation
    ]


def plain(situation: Situation) -> Situation:
    """What every form can tell."""
    return replace(situation, cube_max=None, stage=None, jacoby=None, beavers=None)


def test_every_moment_comes_back_from_an_ogid(rng: random.Random) -> None:
    for situation in situations(rng):
        assert plain(decode_ogid(encode_ogid(situation))) == plain(situation)


def test_every_moment_comes_back_from_a_snowie_line(rng: random.Random) -> None:
    for situation in situations(rng):
        read_back = decode_snowie(encode_snowie(situation, ("Ada", "Ka;an")))
        assert plain(read_back.situation) == plain(situation)
        assert read_back.names == ("Ada", "Ka,an")


def test_every_moment_comes_back_from_a_jellyfish_file(rng: random.Random) -> None:
    for situation in situations(rng):
        read_back = decode_pos(encode_pos(situation, ("Ada", "Kaan")))
        assert plain(read_back.situation) == plain(situation)
        assert read_back.names == ("Ada", "Kaan")


def test_the_colour_of_an_ogid_reached_the_position() -> None:
    situation = decode_ogid(f"OGID={START}:N0N:46:B:IB:0:0:3:0")
    assert (situation.turn, situation.roll, situation.length) == (0, Roll.of(6, 4), 3)


def test_without_a_state_the_colour_is_on_roll() -> None:
    situation = decode_ogid(f"{START}:W1N:51:B::2:5:7:")
    assert (situation.turn, situation.cube, situation.score) == (1, Cube(2, 0), (2, 5))


def test_an_offered_cube_is_the_colours() -> None:
    situation = decode_ogid(f"{START}:N0O::B:D:0:0:3:11")
    assert (situation.turn, situation.offer, situation.to_act) == (1, "double", 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1:2",
        f"{START}:N0N:77:W:R",
        f"{START}:X0N::W:C",
        f"{START}:N99N::W:C",
        "pp:qq:N0N::W:C",
        "6:6:N0N::W:C:0:0:9",
    ],
)
def test_what_is_no_ogid_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        decode_ogid(text)


@pytest.mark.parametrize("bar", [0, 25])
def test_the_bars_of_a_snowie_line_are_told_apart_by_their_sign(bar: int) -> None:
    board = Position.from_points({6: 3, 25: 2}, {6: 3, 25: 1})
    fields = encode_snowie(Situation(board, 0)).split(";")
    if bar == 25:
        fields[12], fields[37] = fields[37], fields[12]
    assert decode_snowie(";".join(fields)).situation.position == board


@pytest.mark.parametrize("blank", [" ", "\t", "\x1e", "\u2003"])
def test_blanks_about_a_number_mean_nothing(blank: str) -> None:
    line = encode_snowie(Situation(Position.start(), 0)).replace(";5;", f";{blank}5{blank};")
    assert decode_snowie(line).situation.position == Position.start()


@pytest.mark.parametrize("size", [3, 30, 60, 161])
def test_a_jellyfish_file_that_is_cut_is_refused(size: int) -> None:
    with pytest.raises(InvalidText):
        read(encode_pos(Situation(Position.start(), 0), ("gnubg", "root"))[:size])


@pytest.mark.parametrize(
    "text",
    [
        XGID,
        f"Some words first\n\n{XGID}\n\nX:Spieler 1   O:Spieler 2\n",
        f" Position-ID: b9sBCIC5bYDQAA    Match-ID: QYnoAGAAGAAE\n {XGID}\n",
        encode_snowie(decode_xgid(XGID)),
        encode_ogid(decode_xgid(XGID)),
        encode_fibs(decode_xgid(XGID)),
        "b9sBCIC5bYDQAA:QYnoAGAAGAAE",
    ],
    ids=["xgid", "prose", "labels", "snowie", "ogid", "fibs", "gnu"],
)
def test_a_position_in_any_form_becomes_a_match_that_begins_on_it(text: str) -> None:
    reading = read(text.encode())
    state = reading.entries[0].history.match.state
    assert reading.form == "position"
    assert plain(Situation.of(state)) == plain(decode_xgid(XGID))


def test_a_doubled_cube_waits_for_its_answer() -> None:
    situation = decode_xgid(XGID.replace(":1:-1:1:21:", ":0:0:1:D:"))
    state = read(encode_xgid(situation).encode()).entries[0].history.match.state
    assert (state.phase, state.to_act) == (Phase.CUBE, (0,))


def test_many_positions_are_read_line_by_line() -> None:
    reading = read(f"id\n{XGID}\nXGID=nonsense:0\n{XGID}\n".encode())
    assert len(reading.positions) == len(reading.entries) == 2
    assert [(each.code, each.place.line) for each in reading.diagnostics] == [("formats.bad_position", 3)]


def test_the_gallery_of_ids_is_read_whole(shared: Path) -> None:
    file = shared / "files/ids/identifier_gallery.csv"
    reading = read(file.read_bytes())
    rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    assert [encode_xgid(each).split(":")[0] for each in reading.positions] == [
        row["xgid"].split(":")[0] for row in rows
    ]


@pytest.mark.parametrize("folder", ["xgtext", "bgblitz"])
def test_position_texts_are_the_same_in_every_language(shared: Path, folder: str) -> None:
    files = sorted((shared / "files" / folder).glob("*.txt"))
    found = {read(file.read_bytes()).positions[0] for file in files}
    assert len(files) == 4
    assert found == {decode_xgid(XGID)}


def test_hedgehogs_ogids_tell_who_acts(shared: Path) -> None:
    for ply in json.loads((shared / "files/ids/ogid_hedgehog_match_excerpt.json").read_text("utf-8"))["plies"]:
        assert decode_ogid(ply["ogid"]).to_act == "WB".index(ply["acts"])


def test_ankigammons_ogids_are_its_xgids(shared: Path) -> None:
    cases = json.loads((shared / "files/ids/ogid_xgid_pairs_ankigammon_style.json").read_text("utf-8"))["cases"]
    for case in cases:
        first, second = decode_ogid(case["ogid"]), decode_xgid(case["xgid"])
        assert (first.position, first.turn, first.roll) == (second.position, second.turn, second.roll)
        assert (first.cube, first.score, first.length) == (second.cube, second.score, second.length)


@pytest.mark.parametrize("name", ["gnubg_pos.pos", "gnubg_pos_snowie.txt"])
def test_positions_that_gnubg_made_are_read(shared: Path, name: str) -> None:
    reading = read((shared / "files/gnubg-made" / name).read_bytes())
    assert reading.entries[0].players == ("gnubg", "root")
    assert reading.positions[0].length == 3


def test_the_jellyfish_file_and_the_sgf_of_gnubg_hold_one_board(shared: Path) -> None:
    first, second = (
        read((shared / "files/gnubg-made" / name).read_bytes()) for name in ("gnubg_pos.pos", "gnubg_pos.sgf")
    )
    boards = [each.entries[0].history.match.state.position for each in (first, second)]
    assert boards[0] == boards[1]
