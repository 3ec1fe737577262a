"""XG's own files: the container, the records, and what is kept of the analysis."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tavla.errors import InvalidText
from tavla.formats.detect import read
from tavla.formats.encoding import MAX_FILE
from tavla.formats.xg_archive import unpacked
from tavla.rules import Cube, Phase, Position, Roll
from tests.formats.xg_bytes import START, Fields, cube, game, game_end, header, move, record, xg_file

AFTER_31 = (0, -2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
PLAYED_31 = move(1, (3, 1), (7, 4, 5, 4), AFTER_31)


def test_plays_cube_and_result_are_read() -> None:
    data = xg_file(header(), game(), PLAYED_31, cube(-1, 1, 0), game_end(-1, 1, 0))
    reading = read(data)
    assert [each.code for each in reading.diagnostics] == []
    match = reading.entries[0].history.match
    assert reading.entries[0].players == ("Ada", "Kağan")
    assert [(each.winner, each.points, each.how) for each in match.results] == [(1, 1, "dropped")]
    assert reading.entries[0].record.events[0].time == 1_678_881_600.0


def test_the_cube_of_player_two_is_his() -> None:
    reading = read(xg_file(header(), game(), PLAYED_31, cube(-1, 1, 1)))
    assert reading.entries[0].history.match.state.cube == Cube(2, 0)


def test_the_board_after_tells_what_was_played_where_the_steps_do_not() -> None:
    strange = (*AFTER_31[:13], 4, *AFTER_31[14:24], 3, 0)
    reading = read(xg_file(header(), game(), move(1, (3, 1), (7, 4, 5, 4), strange)))
    assert [each.code for each in reading.diagnostics] == ["formats.illegal_play"]
    assert reading.entries[0].history.match.state.position.theirs[24] == 3


def test_the_analysis_is_kept_as_notes() -> None:
    (notes,) = read(xg_file(header(), game(), PLAYED_31)).entries[0].notes.values()
    assert notes[0] == ("XG.move", ("-0.012000", "0.250000"))
    assert notes[1].name == "XG.candidate"
    assert notes[1].values[:2] == ("8/5 6/5", "2")


def test_a_session_without_an_end_is_money() -> None:
    assert read(xg_file(header(length=99_999), game())).entries[0].history.match.rules.is_money


def test_a_checker_taken_off_with_a_larger_die_stands_below_the_ace_point() -> None:
    board = (0, *[0] * 23, -2, 0)
    before = move(-1, (6, 6), (), START)
    reading = read(xg_file(header(), game(), before, move(1, (6, 2), (1, -4), board)))
    assert "2/0" in [each.what.values.get("text") for each in reading.diagnostics]


SPOILT: dict[str, Callable[[], bytes]] = {
    "cut": lambda: xg_file(header(), game())[:4000],
    "no container": lambda: b"RGMH" + bytes(20_000),
    "another member": lambda: xg_file(header(), name="temp.xgi"),
    "damaged": lambda: xg_file(header(), game(), spoil=20),
    "half a record": lambda: xg_file(header(), game()[:500]),
    "no header": lambda: xg_file(game()),
    "nothing": lambda: xg_file(),
    "endless": lambda: xg_file(header(length=-5), game()),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_file_is_refused_in_one_line(how: str) -> None:
    with pytest.raises(InvalidText) as refused:
        read(SPOILT[how]())
    assert not str(refused.value).startswith("formats.")


def test_records_that_mean_nothing_are_told_and_passed_over() -> None:
    reading = read(xg_file(header(), PLAYED_31, game(), move(1, (0, 9), (), START), bytes(8) + b"\x09" + bytes(2551)))
    assert [each.code for each in reading.diagnostics] == ["formats.xg_order", "formats.xg_dice", "formats.xg_kind"]


def test_nothing_unpacks_to_more_than_a_file_may_have() -> None:
    with pytest.raises(InvalidText):
        unpacked(b"", MAX_FILE + 1)


def put_up(kind: int, board: tuple[int, ...], fields: Fields) -> bytes:
    """The one record of a position file, made by the notes on the format: no such file was at hand."""
    return record(kind, {(36 if kind == 2 else 9): ("26b", board), **fields})


ENDING = (0, 2, 3, *[0] * 20, -2, -1, 0)


def test_a_position_waits_for_the_cube() -> None:
    cube_due = put_up(2, ENDING, {12: ("6i", (-1, -2, -1, -1, -1, -1))})
    state = read(xg_file(header(), game((1, 2)), cube_due)).entries[0].history.match.state
    assert (state.turn, state.phase, state.cube) == (1, Phase.ROLL, Cube(2, 1))
    assert state.position == Position.from_points({1: 1, 2: 2}, {1: 2, 2: 3})
    assert state.score.points == (1, 2)


def test_a_position_waits_for_a_play() -> None:
    play_due = put_up(3, ENDING, {64: ("i8iii", (1, *[-1] * 8, 2, 1)), 108: ("i", (0,))})
    state = read(xg_file(header(), game(), play_due)).entries[0].history.match.state
    assert (state.turn, state.phase, state.roll, state.cube) == (0, Phase.PLAY, Roll.of(2, 1), Cube())
    assert state.position == Position.from_points({1: 2, 2: 3}, {1: 1, 2: 2})


def test_xg_and_text_of_a_match_are_the_same(shared: Path) -> None:
    reading = read((shared / "files/xg/charlot1-charlot2_7p_2025-11-08-2305.xg").read_bytes())
    text = read((shared / "files/mat/gnubg_charlot_7pt.mat").read_bytes())
    assert [each.code for each in reading.diagnostics] == []
    facts = [[event.fact for event in each.entries[0].record.events[1:]] for each in (reading, text)]
    assert facts[0] == facts[1]


def test_the_file_that_is_too_short_is_refused(shared: Path) -> None:
    with pytest.raises(InvalidText) as refused:
        read((shared / "files/xg/malformed_example.xg").read_bytes())
    assert "578" in str(refused.value)
