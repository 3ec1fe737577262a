"""Plays as text, both ways."""

import random

import pytest
from hypothesis import given, settings

from tavla.errors import AmbiguousPlay, IllegalAction, InvalidText, TavlaError
from tavla.notation import format_play, parse_play
from tavla.notation.plays import Step, read_steps
from tavla.rules import ROLLS, Continuations, Move, Position, Roll, legal_plays, profile
from tests.strategies import odd_texts, positions, rolls

START = Position.start()


def after(text: str, position: Position, roll: Roll) -> Position:
    return parse_play(text, position, roll).after


# Writing


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ((), ""),
        (((8, 5, 3, False), (6, 5, 1, False)), "8/5 6/5"),
        (((6, 5, 1, False), (8, 5, 3, False)), "8/5 6/5"),
        (((24, 18, 6, False), (18, 13, 5, False)), "24/13"),
        (((13, 7, 6, True), (7, 3, 4, False)), "13/7*/3"),
        (((13, 7, 6, False), (7, 3, 4, True)), "13/3*"),
        (((13, 7, 6, True), (7, 3, 4, True)), "13/7*/3*"),
        (((8, 4, 4, True), (8, 4, 4, False)), "8/4*(2)"),
        (((25, 20, 5, False), (20, 15, 5, False), (13, 8, 5, False), (13, 8, 5, False)), "bar/15 13/8(2)"),
        (((10, 6, 4, False), (6, 2, 4, False), (2, 0, 4, False), (2, 0, 4, False)), "10/off 2/off"),
        (((6, 3, 3, False), (6, 3, 3, False), (6, 3, 3, False), (6, 3, 3, False)), "6/3(4)"),
        (((24, 18, 6, True), (24, 18, 6, False), (18, 12, 6, False), (13, 7, 6, False)), "24/18*/12 24/18 13/7"),
    ],
)
def test_a_play_is_written_in_one_way(moves: tuple[tuple[int, int, int, bool], ...], text: str) -> None:
    assert format_play(tuple(Move(*move) for move in moves)) == text


def test_the_mark_stands_on_the_first_arrival_whichever_checker_was_moved_first() -> None:
    position = Position.from_points({11: 1, 6: 4}, {20: 1})
    texts = {format_play(parse_play(text, position, Roll.of(6, 1)).play) for text in ("11/5* 6/5", "6/5* 11/5")}
    assert texts == {"11/5* 6/5"}


# Reading


@pytest.mark.parametrize(
    "text",
    [
        "8/5 6/5",
        "6/5 8/5",
        "6-5 8-5",
        "  8/5,6/5 ",
        "8 / 5   6 / 5",
        "8/5;6/5",
    ],
)
def test_a_play_is_read_in_any_order_and_spacing(text: str) -> None:
    assert after(text, START, Roll.of(3, 1)) == after("8/5 6/5", START, Roll.of(3, 1))


@pytest.mark.parametrize("text", ["bar/20", "25/20", "b/20", "Bar/20", "BAR/20", "köprü/20", "KÖPRÜ/20", "kopru/20"])
def test_the_bar_has_many_names(text: str) -> None:
    position = Position.from_points({25: 1, 8: 1}, {24: 1})
    assert after(f"{text} 8/6", position, Roll.of(5, 2)).theirs[20] == 1


@pytest.mark.parametrize("text", ["6/off", "6/0", "6/o", "6/Off", "6/-", "6-off", "6/dışarı"])
def test_off_has_many_names(text: str) -> None:
    position = Position.from_points({6: 1, 5: 3}, {24: 2})
    assert after(f"{text} 5/4", position, Roll.of(6, 1)).theirs[0] == 12


@pytest.mark.parametrize(
    "text",
    [
        "8/4*(2) 6/2(2)",
        "8/4(2)* 6/2(2)",
        "8/4* 8/4 6/2 6/2",
        "8/4x(2) 6/2(2)",
        "*8/4(2) 6/2(2)",
        "8/*4(2) 6/2(2)",
        "8/4 (2) * 6/2 (2)",
        "8*/4(2) 6/2(2)",
    ],
)
def test_marks_and_counts_come_in_any_order(text: str) -> None:
    position = Position.from_points({8: 2, 6: 2}, {21: 1, 24: 2})
    parsed = parse_play(text, position, Roll.of(4, 4))
    assert format_play(parsed.play) == "8/4*(2) 6/2(2)"
    assert not parsed.notes


@pytest.mark.parametrize("text", ["gele", "Gele", "Cannot Move", "can't move", "", "-", "(no play)"])
def test_a_lost_turn_has_many_names(text: str) -> None:
    closed_out = Position.from_points({25: 1}, dict.fromkeys(range(1, 7), 2))
    assert parse_play(text, closed_out, Roll.of(6, 4)) == ((), closed_out.flip(), ())


def test_a_turn_is_not_lost_while_something_can_be_played() -> None:
    with pytest.raises(IllegalAction) as caught:
        parse_play("gele", START, Roll.of(6, 4))
    assert caught.value.code == "notation.must_play"


def test_a_missing_mark_is_forgiven_with_a_note() -> None:
    position = Position.from_points({8: 1, 6: 2}, {21: 1})
    parsed = parse_play("8/4 6/4", position, Roll.of(4, 2))
    assert [note.code for note in parsed.notes] == ["notation.note_hit_unmarked"]
    assert parsed.notes[0].values == {"point": 4}


def test_a_superfluous_mark_is_forgiven_with_a_note() -> None:
    parsed = parse_play("8/5* 6/5", START, Roll.of(3, 1))
    assert [note.code for note in parsed.notes] == ["notation.note_no_hit"]


def test_a_stop_that_is_written_is_gone_over() -> None:
    position = Position.from_points({11: 1, 2: 2}, {20: 1})
    assert format_play(parse_play("11/5/4", position, Roll.of(6, 1)).play) == "11/5*/4"
    assert format_play(parse_play("11/10/4", position, Roll.of(6, 1)).play) == "11/4"


def test_the_mark_tells_two_ways_of_one_checker_apart() -> None:
    position = Position.from_points({11: 1, 2: 2}, {20: 1, 15: 1})
    assert parse_play("11/10*/4", position, Roll.of(6, 1)).after.mine[25] == 1
    assert parse_play("11/5*/4", position, Roll.of(6, 1)).after.mine[15] == 1


def test_two_ways_that_both_hit_are_ambiguous_without_a_mark() -> None:
    position = Position.from_points({11: 1, 2: 2}, {20: 1, 15: 1})
    with pytest.raises(AmbiguousPlay) as caught:
        parse_play("11/4", position, Roll.of(6, 1))
    assert caught.value.values["plays"] == "11/10*/4, 11/5*/4"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("13/x", "notation.play_unreadable"),
        ("hello", "notation.play_unreadable"),
        ("13", "notation.play_unreadable"),
        ("13/7(0)", "notation.play_unreadable"),
        ("13/7(5)", "notation.play_unreadable"),
        ("13//7", "notation.play_unreadable"),
        ("26/20", "notation.no_such_point"),
        ("middle/7", "notation.play_unreadable"),
        ("٣/١", "notation.play_unreadable"),
        ("8/5 " * 80, "notation.play_too_long"),
    ],
)
def test_an_unreadable_text_is_an_invalid_text(text: str, code: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_play(text, START, Roll.of(3, 1))
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "roll", "code"),
    [
        ("13/14 6/5", (3, 1), "play.backwards"),
        ("bar/22 6/5", (3, 1), "play.no_checker"),
        ("13/7 6/5", (3, 1), "play.wrong_number"),
        ("24/19 13/12", (5, 1), "play.blocked"),
        ("24/14", (5, 5), "play.way_blocked"),
        ("6/off 6/5", (6, 1), "play.not_home"),
        ("8/5", (3, 1), "play.incomplete"),
        ("8/5 6/5 6/5", (3, 1), "notation.too_many_moves"),
        ("24/23/22/21/20/19/18", (1, 1), "notation.too_many_moves"),
    ],
)
def test_an_illegal_play_says_why(text: str, roll: tuple[int, int], code: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse_play(text, START, Roll.of(*roll))
    assert caught.value.code == code


def test_a_blocked_entry_names_the_point() -> None:
    blocked = Position.from_points({25: 1, 6: 2}, {5: 2, 24: 2})
    with pytest.raises(IllegalAction) as caught:
        parse_play("bar/20 6/3", blocked, Roll.of(5, 3))
    assert (caught.value.code, caught.value.values) == ("play.blocked", {"point": 20})


def test_house_rules_refuse_in_their_own_words() -> None:
    position = Position.from_points({8: 1, 6: 2}, {21: 1})
    with pytest.raises(IllegalAction) as caught:
        parse_play("8/4*/1", position, Roll.of(4, 3), profile("tavla"))
    assert caught.value.code == "play.hit_and_run"


@settings(max_examples=40)
@given(positions(), rolls())
def test_every_legal_play_is_read_back_from_its_text(position: Position, roll: Roll) -> None:
    for result, play in list(legal_plays(position, roll).items())[::7]:
        parsed = parse_play(format_play(play), position, roll)
        assert parsed.after == result
        assert not parsed.notes


@settings(max_examples=40)
@given(positions(), rolls())
def test_plays_of_one_turn_have_different_texts(position: Position, roll: Roll) -> None:
    plays = list(legal_plays(position, roll).values())
    assert len({format_play(play) for play in plays}) == len(plays)


@settings(max_examples=25)
@given(positions(), rolls())
def test_what_is_read_can_be_played_as_it_stands(position: Position, roll: Roll) -> None:
    turn = Continuations(position, roll)
    for play in list(turn.plays().values())[:10]:
        read = parse_play(format_play(play), position, roll).play
        node, _ = turn.node_after((move.source, move.die) for move in read)
        assert not turn.edges[node]


@settings(max_examples=400)
@given(odd_texts("0123456789/*x() -barofköprü,"))
def test_any_text_gives_a_play_or_one_of_our_errors(text: str) -> None:
    try:
        parse_play(text, START, Roll.of(2, 2))
    except TavlaError:
        return


def test_a_shuffled_text_means_the_same(rng: random.Random) -> None:
    for roll in ROLLS:
        for result, play in legal_plays(START, roll).items():
            words = format_play(play).split()
            rng.shuffle(words)
            assert after(" ".join(words), START, roll) == result


def test_steps_are_read_without_a_board() -> None:
    step, _ = read_steps("24/20*/14 6/off")
    assert step == Step(24, (20, 14), frozenset({20}))
