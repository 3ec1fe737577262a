"""FIBS board lines, both ways."""

from dataclasses import replace

import pytest
from hypothesis import given

from tavla.errors import InvalidInput
from tavla.notation import Situation, decode_fibs, encode_fibs, read_position
from tavla.rules import Cube, Position, Roll
from tests.strategies import odd_texts, positions, rolls

CELLS = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
LINE = f"board:You:someplayer:3:0:1:{CELLS}:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
AS_X = "board:You:kawasaki:1:0:0:" + CELLS + ":-1:2:6:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0"
"""The same server's line for the player of the negative checkers, who moves upwards."""


def changed(place: int, value: object, line: str = LINE) -> str:
    fields = line.split(":")
    fields[place + 3] = str(value)
    return ":".join(fields)


LENGTH, YOURS, THEIRS, CELL, TURN, CUBE, MAY, THEY_MAY, DOUBLED, COLOUR = 0, 1, 2, 3, 29, 34, 35, 36, 37, 38
DIRECTION, HOME, BAR, OFF, THEIR_OFF, ON_BAR, THEIR_BAR, POST_CRAWFORD, REDOUBLES = 39, 40, 41, 42, 43, 44, 45, 48, 49


def test_a_line_of_the_server_is_read() -> None:
    board = decode_fibs(LINE)
    assert (board.you, board.opponent) == ("You", "someplayer")
    assert board.situation.position == Position.start()
    assert board.situation.turn == 1
    assert board.situation.roll == Roll(6, 2)
    assert (board.situation.length, board.situation.score, board.situation.cube) == (3, (1, 0), Cube())


def test_the_other_colour_moves_the_other_way() -> None:
    situation = decode_fibs(AS_X).situation
    assert situation.position == Position.start()
    assert (situation.turn, situation.roll) == (1, Roll(6, 2))


def test_colour_and_direction_are_independent() -> None:
    one_off = changed(OFF, 1, changed(CELL + 6, 4))
    turned = one_off.split(":")
    cells = [str(-int(cell)) for cell in turned[6:32]]
    turned[6:32] = cells
    turned[COLOUR + 3] = "-1"
    turned[TURN + 3] = "-1"
    assert decode_fibs(":".join(turned)).situation == decode_fibs(one_off).situation


def test_unlimited_is_money() -> None:
    """I11: a length of 9999 is money play, whatever the score."""
    situation = decode_fibs(changed(LENGTH, 9999, changed(YOURS, 3, changed(THEIRS, 5)))).situation
    assert (situation.length, situation.score) == (0, (5, 3))


def test_blanks_about_a_number_mean_nothing() -> None:
    assert decode_fibs(changed(LENGTH, "\x1f9999 ")).situation.length == 0


def test_a_length_that_is_not_above_the_score_is_refused() -> None:
    """I11, second half."""
    with pytest.raises(InvalidInput) as caught:
        decode_fibs(changed(YOURS, 3))
    assert caught.value.code == "notation.score"


def test_the_bar_is_read_from_cells_or_from_the_count() -> None:
    line = changed(CELL + 1, -1, changed(THEIR_BAR, 1))
    assert decode_fibs(line).situation == decode_fibs(changed(CELL + 0, -1, line)).situation
    position = decode_fibs(line).situation.position
    assert position is not None
    assert position.theirs[25] == 1


def test_the_cube_belongs_to_who_alone_may_turn_it() -> None:
    assert decode_fibs(changed(CUBE, 2, changed(MAY, 0))).situation.cube == Cube(2, 0)
    assert decode_fibs(changed(CUBE, 2, changed(THEY_MAY, 0))).situation.cube == Cube(2, 1)


def test_a_double_waits_when_nobody_may_double() -> None:
    waiting = changed(MAY, 0, changed(THEY_MAY, 0, changed(30, 0, changed(31, 0))))
    situation = decode_fibs(waiting).situation
    assert (situation.offer, situation.turn, situation.to_act) == ("double", 1, 0)


def test_crawford_is_told_by_what_has_not_been() -> None:
    one_away = changed(YOURS, 2)
    assert decode_fibs(one_away).situation.crawford is True
    assert decode_fibs(changed(POST_CRAWFORD, 1, one_away)).situation.crawford is False
    assert decode_fibs(changed(REDOUBLES, 3, one_away)).situation.crawford is False
    assert decode_fibs(LINE).situation.crawford is False


@pytest.mark.parametrize(
    "line",
    [
        "board:",
        LINE[:-2],
        LINE + ":0",
        LINE.replace("You", ""),
        LINE.replace("You", "Y" * 65),
        changed(LENGTH, "x"),
        changed(LENGTH, "9" * 400),
        changed(TURN, 2),
        changed(DIRECTION, 1),
        changed(MAY, 7),
        changed(CUBE, 3),
        changed(30, 7),
        changed(OFF, 1),
        changed(ON_BAR, 1),
        changed(ON_BAR, -1, changed(OFF, 1)),
        changed(CELL + 25, -1),
        changed(CELL + 6, 20),
    ],
)
def test_a_line_that_cannot_be_is_refused(line: str) -> None:
    with pytest.raises(InvalidInput):
        decode_fibs(line)


def test_a_line_is_written_as_the_server_writes_it() -> None:
    assert encode_fibs(decode_fibs(LINE).situation, "You", "someplayer") == LINE


def test_a_colon_in_a_name_becomes_an_underscore() -> None:
    assert encode_fibs(Situation(Position.start()), "A:B", "C").startswith("board:A_B:C:9999:0:0:0:-2:")


@given(positions(), rolls())
def test_every_position_comes_back_from_its_line(position: Position, roll: Roll) -> None:
    situation = decode_fibs(LINE).situation
    for turn in (0, 1):
        before = replace(situation, position=position, turn=turn, roll=roll, to_act=turn)
        assert decode_fibs(encode_fibs(before)).situation == before


@pytest.mark.parametrize(
    "changes",
    [
        {"cube": Cube(4, 0)},
        {"cube": Cube(4, 1)},
        {"cube": Cube(2, 1), "offer": "double", "to_act": 0, "roll": None},
        {"offer": "double", "to_act": 0, "roll": None},
        {"length": 0, "score": (9, 9)},
        {"score": (2, 0), "crawford": True},
        {"score": (2, 2), "crawford": False},
    ],
)
def test_every_stake_comes_back_from_its_line(changes: dict[str, object]) -> None:
    situation = replace(decode_fibs(LINE).situation, **changes)  # type: ignore[arg-type]
    assert decode_fibs(encode_fibs(situation)).situation == situation


def test_the_door_knows_the_form() -> None:
    assert read_position(f"  {LINE}\n") == decode_fibs(LINE).situation


@given(odd_texts(":0123456789-").map(lambda text: f"board:You:Opp:{text}"))
def test_any_line_gives_a_situation_or_one_of_our_errors(text: str) -> None:
    try:
        decode_fibs(text)
    except InvalidInput:
        return
