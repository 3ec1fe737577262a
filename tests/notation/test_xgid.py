"""XGIDs, both ways."""

import pytest
from hypothesis import given

from tavla.errors import InvalidInput
from tavla.notation import Situation, decode_xgid, encode_xgid
from tavla.rules import Cube, Position, Roll, State, apply, profile
from tavla.rules.facts import Beavered, Doubled
from tests.strategies import odd_texts, positions

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def test_the_cube_is_an_exponent() -> None:
    """P01: field 2 is log2 of the cube; the bottom player owns it and is on roll."""
    situation = decode_xgid("XGID=-b----E-C---eE---c-e----B-:3:1:1:63:2:1:0:7:10")
    assert situation.cube == Cube(8, 1)
    assert situation.turn == 1
    assert situation.roll == Roll(6, 3)
    assert situation.score == (1, 2)
    assert (situation.length, situation.cube_max) == (7, 1024)


def test_the_start_is_written_as_everybody_writes_it() -> None:
    assert encode_xgid(Situation(Position.start())) == START


def test_the_board_does_not_turn_with_the_player() -> None:
    bottom = decode_xgid("XGID=-A-B--A---------------d---:0:0:1:00:0:0:0:0:10")
    top = decode_xgid("XGID=-A-B--A---------------d---:0:0:-1:00:0:0:0:0:10")
    assert bottom.position == Position.from_points({1: 1, 3: 2, 6: 1}, {3: 4})
    assert top.position == bottom.position.flip()
    assert top.bottom == bottom.bottom
    assert encode_xgid(top).startswith("XGID=-A-B--A---------------d---:0:0:-1:")


@pytest.mark.parametrize(
    "text",
    [
        START,
        START.removeprefix("XGID="),
        START.lower().replace("xgid=-b----e-c---ee---c-e----b-", "xgid=-b----E-C---eE---c-e----B-"),
        f"some text\n  {START}  \nX to play",
        START.rsplit(":", 1)[0],
        "-b----E-C---eE---c-e----B-:0",
        "XGID=-b----E-C---eE---c-e----B-:0:0:0",
    ],
)
def test_the_prefix_the_surroundings_and_the_last_fields_may_vary(text: str) -> None:
    situation = decode_xgid(text)
    assert situation.position == Position.start()
    assert (situation.turn, situation.length, situation.cube) == (1, 0, Cube())


def test_a_board_alone_tells_nothing_else() -> None:
    assert decode_xgid("-b----E-C---eE---c-e----B-") == Situation(Position.start(), 1)


def test_an_offered_double_names_the_doubler() -> None:
    situation = decode_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:5:10")
    assert (situation.offer, situation.turn, situation.to_act, situation.roll) == ("double", 1, 0, None)
    assert encode_xgid(situation) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:5:10"


def test_beavers_are_told() -> None:
    state = apply(apply(State.begin(profile("money", {"beavers": "1"}), starter=0), Doubled()), Beavered())
    text = encode_xgid(Situation.of(state))
    assert text == "XGID=-b----E-C---eE---c-e----B-:0:0:-1:B:0:0:3:0:10"
    assert (decode_xgid(text).offer, decode_xgid(text).to_act) == ("beaver", 0)


@pytest.mark.parametrize(
    ("flag", "length", "crawford", "jacoby", "beavers"),
    [
        ("0", "0", False, False, False),
        ("1", "0", False, True, False),
        ("2", "0", False, False, True),
        ("3", "0", False, True, True),
        ("0", "5", False, False, False),
        ("1", "5", True, False, False),
    ],
)
def test_the_flag_means_other_things_in_a_match(
    flag: str, length: str, crawford: bool, jacoby: bool, beavers: bool
) -> None:
    score = "4:2" if length == "5" else "0:0"
    situation = decode_xgid(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:{score}:{flag}:{length}:10")
    assert (situation.crawford, situation.jacoby, situation.beavers) == (crawford, jacoby, beavers)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (":x", "notation.xgid_field"),
        (":99:0", "notation.xgid_field"),
        (":0:2", "notation.xgid_field"),
        (":0:0:5", "notation.xgid_field"),
        (":0:0:1:77", "notation.xgid_field"),
        (":0:0:1:06", "dice.no_such_face"),
        (":0:0:1:Q", "notation.xgid_field"),
        (":0:0:1:00:-1", "notation.xgid_field"),
        (":0:0:1:00:0:0:4", "notation.xgid_field"),
        (":0:0:1:00:0:0:2:5", "notation.xgid_field"),
        (":0:0:1:00:0:0:0:99999", "notation.length"),
        (":0:0:1:00:5:0:0:5", "notation.score"),
        (":0:0:1:00:1:0:1:5", "notation.crawford_score"),
        (":0:1:1:00", "notation.cube_owner"),
        (":0:0:1:00:0:0:0:0:99", "notation.xgid_field"),
        (":0:0:1:00:0:0:0:0:10:1", "notation.xgid_fields"),
        (":" * 5000, "notation.xgid_fields"),
    ],
)
def test_a_field_that_cannot_be_is_refused(fields: str, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        decode_xgid(f"XGID=-b----E-C---eE---c-e----B-{fields}")
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ("", "notation.xgid_field"),
        ("-b----E-C---eE---c-e----B", "notation.xgid_field"),
        ("-b----E-C---eE---c-e----B-x", "notation.xgid_field"),
        ("-b----E-C---eE---c-e----Q-", "notation.xgid_field"),
        ("-b----P-----eE---c-e----B-", "position.too_many"),
        ("A-----E-C---eE---c-e----B-", "notation.xgid_bar"),
        ("------E-C---eE---c-e----Bb", "notation.xgid_bar"),
        ("--------------------------", "position.nobody_left"),
    ],
)
def test_a_board_that_cannot_be_is_refused(board: str, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        decode_xgid(f"XGID={board}:0:0:1:00:0:0:0:0:10")
    assert caught.value.code == code


@given(positions())
def test_every_position_comes_back_from_its_xgid(position: Position) -> None:
    for turn in (0, 1):
        assert decode_xgid(encode_xgid(Situation(position, turn))).position == position


@given(odd_texts("-ABCDEPabcdep:0123456789DBR").map(lambda text: f"XGID={text}"))
def test_any_xgid_gives_a_situation_or_one_of_our_errors(text: str) -> None:
    try:
        decode_xgid(text)
    except InvalidInput:
        return


def test_a_situation_without_a_board_has_no_xgid() -> None:
    with pytest.raises(InvalidInput):
        encode_xgid(Situation(length=5))
