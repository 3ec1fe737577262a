"""Match text in its dialects: what is said is understood, and what is odd is told."""

import re
from pathlib import Path

import pytest

from tavla.errors import InvalidText
from tavla.formats.detect import read
from tavla.formats.found import Reading
from tavla.formats.snowie import encode_snowie
from tavla.notation import Situation, encode_position
from tavla.rules import Phase, Position, facts
from tests.formats.deeds import deeds

HEAD = "\n {length} point match\n\n Game 1\n {left} : 0                      {right} : 0\n"


def match(*rows: str, length: int = 5, left: str = "Ali Can", right: str = "Bora") -> Reading:
    """The reading of one game with these rows."""
    return read((HEAD.format(length=length, left=left, right=right) + "\n".join(rows) + "\n").encode())


def codes(reading: Reading) -> list[str]:
    return [each.code for each in reading.diagnostics]


def last(reading: Reading) -> Position:
    return reading.entries[-1].history.match.state.position


def test_merged_moves_are_played_out() -> None:
    reading = match("  1) 31: 24/20                        52: 13/6", "  2) 44: 24/16 13/9(2)                65: 24/13")
    assert encode_position(last(reading)) == "4OfgAyDgc8MRAg"
    assert reading.entries[0].players == ("Ali Can", "Bora")
    assert codes(reading) == []


def test_numbers_stand_for_bar_and_off() -> None:
    reading = match("  1) 31: 8/5 6/5                      41: 13/9 6/5", "  2) 64: 24/20*/14      42: 25/23 8/4")
    assert encode_position(last(reading)) == "yLPwADSwZ/AFIA"


def test_one_blank_between_the_columns_is_enough() -> None:
    reading = match(
        "  1)                                 21: 13/11 6/5", "  2) 66: 24/18 24/18 13/7 13/7 31: 24/23 13/10"
    )
    assert [turn[1] for turn in deeds(reading.entries[0].history)[0][:-1]] == [1, 0, 1]


def test_tags_and_blank_lines_may_come_before_the_length() -> None:
    tags = "\n".join(f'; [Key {number} "value"]' for number in range(9))
    text = tags + "\n\n" + HEAD.format(length=7, left="Ali Can", right="Bora").lstrip("\n")
    entry = read(text.encode()).entries[0]
    assert str(entry.history.match.rules.length) == "points(7)"
    assert entry.players == ("Ali Can", "Bora")
    assert entry.tags["Key 8"] == "value"


@pytest.mark.parametrize(
    "line",
    [
        "Ali Can : 0                      Bora : 0",
        " Ali Can: 0                                  Bora: 0",
        "Ali Can,1770 : 0                 Bora,1600 : 0",
        "Ali Can : 0 \t Bora : 0  ",
    ],
)
def test_score_lines_are_written_in_many_ways(line: str) -> None:
    reading = read(f"3 point match\nGame 1\n{line}\n 1) 31: 8/5 6/5\n".encode())
    assert reading.entries[0].players == ("Ali Can", "Bora")


@pytest.mark.parametrize("scores", [("9999999", "-4"), ("0", "-4"), ("12345678901234567890", "0")])
def test_an_impossible_score_does_not_cost_the_names(scores: tuple[str, str]) -> None:
    head = f"3 point match\nGame 1\nAli Can : {scores[0]}      Bora : {scores[1]}\n"
    reading = read(f"{head} 1) 31: 8/5 6/5         52: 13/8 24/22\n".encode())
    assert reading.entries[0].players == ("Ali Can", "Bora")
    assert reading.entries[0].history.match.score.points == (0, 0)
    assert codes(reading) == ["formats.impossible_score"]
    assert f"{scores[0]} : {scores[1]}" in next(iter(reading.diagnostics)).sentence("en")


def test_a_missing_name_is_no_obstacle() -> None:
    assert match("  1) 31: 8/5 6/5", left="").entries[0].players == ("", "Bora")


def test_an_illegal_play_stays_with_its_board() -> None:
    reading = match("  1) 52: Illegal play (13/7)          31: 8/5 6/5")
    assert codes(reading) == ["formats.illegal_play"]
    found = [event.fact for event in reading.entries[0].record.events if isinstance(event.fact, facts.Found)]
    assert found[0].after.theirs[13] == 4
    assert found[0].after.theirs[7] == 1


def test_a_checker_moved_backwards_stays_too() -> None:
    reading = match("  1) 65: 13/7 13/10 6/8               31: 8/5 6/5")
    odd = next(iter(reading.diagnostics))
    assert (odd.code, odd.place) == ("formats.illegal_play", (6, 6))
    assert "13/7" in odd.sentence("en")
    assert "geri" in odd.sentence("tr")


def test_the_board_after_an_illegal_play_may_be_given_whole() -> None:
    after = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 4, 8: 4, 5: 5})
    dump = encode_snowie(Situation(after, 1), ("Ali Can", "Bora"))
    reading = match(f"  1) 52: Illegal play ({dump})        31: 8/5 6/5")
    assert codes(reading) == ["formats.illegal_play"]
    assert reading.entries[0].record.events[3].fact == facts.Found(after)
    reading = match(f"  1) 52: Illegal play ({dump[2:]})        31: 8/5 6/5")
    assert codes(reading) == ["formats.bad_board", "formats.no_play"]


def test_a_roll_with_question_marks_was_not_played() -> None:
    reading = match("  1) 31: 8/5 6/5                        63: ????", "      Wins 2 point")
    result = reading.entries[0].history.match.results[0]
    assert (result.winner, result.points, result.how) == (0, 2, "resigned")
    assert codes(reading) == []


@pytest.mark.parametrize("dance", ["", "Cannot Move", "Cannot move", "(no play)", "Dances"])
def test_a_lost_turn_is_written_in_many_ways(dance: str) -> None:
    rows = (
        "  1) 65: 24/13                        42: 8/4 6/4",
        "  2) 61: 13/7 8/7                     55: 8/3(2) 6/1*(2)",
    )
    more = f"  3) 66: {dance}                      31: 6/5 4/1"
    reading = match(*rows, more)
    assert codes(reading) == []


def test_whoever_gives_up_is_named_in_his_own_cell() -> None:
    reading = match("  1)  Losses 1 point              Wins 1 point", length=16)
    assert reading.entries[0].history.match.score.points == (0, 1)


def test_a_result_in_a_row_with_its_number_twice() -> None:
    rows = (
        "  1) 31: 8/5 6/5                  64: 24/14",
        "  2) 21: 13/10                     2)  Losses 1 point        Wins 1 point",
    )
    reading = match(*rows)
    assert reading.entries[0].history.match.score.points == (1, 0)


def test_a_result_close_behind_a_roll_stands_in_the_column_of_the_roll() -> None:
    reading = match("  1) 31: 8/5 6/5                  64: 24/14", "  2) 31:       Wins 2 points")
    assert reading.entries[0].history.match.score.points == (2, 0)


def test_nonsense_points_are_told_and_bounded() -> None:
    reading = match("  1) 31: 8/5 6/5                        32: ????", "      Wins 4016 point")
    assert codes(reading) == ["formats.other_points"]
    assert reading.entries[0].history.match.score.points == (3, 0)


def test_the_next_score_tells_who_won_whatever_the_column() -> None:
    second = "\n Game 2\n Ali Can: 0                      Bora: 2\n  1) 31: 8/5 6/5\n"
    reading = match("  1) 31: 8/5 6/5                        63: 24/15", "   Wins 2 points", second)
    assert reading.entries[0].history.match.results[0].winner == 1
    assert codes(reading) == []


def test_a_beaver_is_taken_by_the_next_roll() -> None:
    rows = ("  1) 31: 8/5 6/5                       Doubles => 2", "  2)  Beavers => 4                     63: 24/15")
    reading = match(*rows, length=0)
    assert reading.entries[0].history.match.state.cube == (4, 0)
    assert codes(reading) == []


def test_a_score_that_does_not_follow_is_taken_from_the_file() -> None:
    second = "\n Game 2\n Ali Can : 3                      Bora : 0\n  1) 31: 8/5 6/5\n"
    reading = match("  1) 31: 8/5 6/5                        63: ????", "      Wins 1 point", second)
    assert codes(reading) == ["formats.score"]
    assert reading.entries[0].history.match.score.points == (3, 0)


def test_a_game_without_a_result_begins_another_record() -> None:
    second = "\n Game 2\n Ali Can : 0                      Bora : 0\n  1) 31: 8/5 6/5\n"
    reading = match("  1) 31: 8/5 6/5                        63: 24/15", second)
    assert [len(entry.history.match.results) for entry in reading.entries] == [0, 0]
    assert codes(reading) == ["formats.abandoned"]


def test_a_missing_turn_begins_another_record_on_the_board() -> None:
    reading = match("  1) 31: 8/5 6/5", "  2) 52: 13/8 13/11")
    assert codes(reading) == ["formats.turn_missing"]
    assert len(reading.entries) == 2
    assert last(reading).theirs[5] == 2


def test_a_double_that_the_rules_refuse_is_kept_by_the_board_after_it() -> None:
    rows = (
        "  1) 31: 8/5 6/5                        63: 24/15",
        "  2)  Doubles => 2                     Takes",
        "  3) 42: 8/4 6/4",
    )
    reading = match(*rows, length=1)
    assert codes(reading) == ["formats.illegal_double"]
    assert reading.entries[-1].history.match.state.cube.value == 2


def test_the_cube_in_the_crawford_game_means_that_there_was_none() -> None:
    rows = " 1) 31: 8/5 6/5                  63: 24/15\n 2)  Doubles => 2         Takes\n"
    reading = read(f"3 point match\nGame 1\nA : 2      B : 0\n{rows}".encode())
    assert not reading.entries[0].history.match.rules.crawford
    assert codes(reading) == ["formats.no_crawford"]


def test_several_matches_may_stand_in_one_file() -> None:
    text = HEAD.format(length=5, left="A", right="B") + "  1) 31: 8/5 6/5\n"
    reading = read((text + text).encode())
    assert len(reading.entries) == 2
    assert len({entry.record.match for entry in reading.entries}) == 2


def test_old_letters_are_turkish_where_a_turkish_letter_stands() -> None:
    for name, encoding in (("Ayşe", "cp1254"), ("Géraldine", "cp1252"), ("Ğırç", "utf-8")):
        text = HEAD.format(length=5, left=name, right="Bora") + "  1) 31: 8/5 6/5\n"
        reading = read(text.encode(encoding))
        assert (reading.entries[0].players[0], reading.encoding) == (name, encoding)


def test_a_comment_within_a_game_is_told() -> None:
    reading = match("  1) 31: 8/5 6/5                        63: 24/15", "; connection lost")
    assert [each.sentence("en") for each in reading.diagnostics] == ["a comment: “connection lost”"]


def test_a_cube_of_endless_digits_is_no_cube() -> None:
    board = "-b----E-C---eE---c-e----B-"
    assert match(f"; Set Pos={board}/{'9' * 5000}", "  1) 31: 8/5 6/5").entries


def test_a_game_without_a_score_is_read() -> None:
    reading = read(b" gnubg                          root\n  1)                             53: 8/3 6/3\n")
    assert reading.form == "gam"
    assert reading.entries[0].players == ("gnubg", "root")
    assert reading.entries[0].history.match.state.turn == 0


@pytest.mark.parametrize(
    "text",
    [b"", b"  \n", b"hello", b"\x00\x01\x02\x03", b"Game 1", b"99999 point match\n", b"x" * 100_000],
    ids=["empty", "blank", "prose", "bytes", "no rows", "too long", "one line"],
)
def test_what_is_no_match_is_refused_in_one_line(text: bytes) -> None:
    with pytest.raises(InvalidText) as refused:
        read(text)
    assert "\n" not in str(refused.value)
    assert not re.fullmatch(r"formats\.\w+.*", str(refused.value))


CLEAN = [
    "mat/bgstudio_05.txt",
    "mat/bgstudio_13pt_clocktype.txt",
    "mat/galaxy_match12509560.txt",
    "mat/galaxy_match3241209.txt",
    "mat/galaxy_match8600489.txt",
    "mat/galaxy_match8600770.txt",
    "mat/galaxy_match9700805.txt",
    "mat/gnubg_charlot_7pt.mat",
    "mat/gridgammon_1857680.txt",
    "mat/xg_export_9pt.txt",
    "mat/xg_paris_7pt.txt",
    "mat/xg_paris_7pt_jellyfish.mat",
    "mat/xgmobile_money_session.xg.txt",
    "excerpts/gnubg_roll_then_resign_1p.mat",
    "gnubg-made/gnubg_nack1.mat",
    "gnubg-made/gnubg_hyper3.mat",
    "gnubg-made/gnubg_money_doubles_drop.mat",
    "gnubg-made/gnubg_game.gam",
]
ODD = {
    "mat/bgarena_abandoned_money.mat": ["formats.score", "formats.comment"],
    "mat/bgarena_dance.mat": ["formats.no_play", "formats.illegal_play"],
    "mat/bgstudio_04.txt": ["formats.other_points"],
    "mat/gridgammon_07.txt": ["formats.other_points"],
    "mat/gridgammon_10.txt": ["formats.illegal_play"] * 3,
    "excerpts/dailygammon_nackgammon_excerpt.mat": ["formats.fake_roll"],
    "excerpts/hedgehog_9pt_illegal_backward_play.mat": ["formats.illegal_play"],
    "excerpts/opengammon_style_7pt_games1_2_excerpt.mat": ["formats.illegal_play"],
}


@pytest.mark.parametrize("name", [*CLEAN, *ODD])
def test_files_of_other_programs_are_odd_only_where_they_are(shared: Path, name: str) -> None:
    reading = read((shared / "files" / name).read_bytes())
    assert codes(reading) == ODD.get(name, [])
    assert len(reading.entries) == 1


def test_the_score_of_a_file_is_the_score_of_the_record(shared: Path) -> None:
    told = {"bgstudio_05.txt": (5, 3), "galaxy_match12509560.txt": (7, 6), "xg_export_9pt.txt": (10, 6)}
    for name, points in told.items():
        entry = read((shared / "files/mat" / name).read_bytes()).entries[0]
        assert entry.history.match.score.points == points
        assert entry.history.match.state.phase is Phase.OVER


def test_the_same_match_in_two_manners_is_the_same(shared: Path) -> None:
    names = ("xg_paris_7pt.txt", "xg_paris_7pt_jellyfish.mat")
    first, second = (read((shared / "files/mat" / name).read_bytes()).entries[0] for name in names)
    assert first.record.events == second.record.events
