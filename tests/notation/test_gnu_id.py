"""GNU position IDs and match IDs, both ways."""

import base64
import json
import random
from pathlib import Path

import pytest
from hypothesis import given

from tavla.errors import InvalidInput, InvalidText
from tavla.notation import (
    Situation,
    Stage,
    decode_match,
    decode_position,
    encode_gnu_id,
    encode_match,
    encode_position,
    encode_xgid,
    read_position,
)
from tavla.rules import Cube, Kind, Position, Roll, State, apply, profile
from tavla.rules.facts import Doubled, Dropped, Resigned, Rolled
from tests.random_play import random_match
from tests.strategies import odd_texts, positions

START = "4HPwATDgc/ABMA"


def test_the_start_has_the_id_that_everybody_knows() -> None:
    assert encode_position(Position.start()) == START
    assert decode_position(START) == Position.start()


def test_the_opponent_is_written_first() -> None:
    position = Position.from_points({4: 1, 2: 2}, {24: 1, 1: 5})
    assert decode_position(encode_position(position)) == position
    assert encode_position(position) != encode_position(position.flip())
    assert read_position("PAAAICMAAAAAAA").position == Position.from_points({1: 1, 3: 2, 6: 1}, {3: 4})


def test_a_game_with_fewer_checkers_is_told_their_number() -> None:
    start = Position.start("hypergammon")
    assert decode_position(encode_position(start), checkers=3) == start


@given(positions())
def test_every_position_comes_back_from_its_id(position: Position) -> None:
    assert decode_position(encode_position(position)) == position


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("4HPwATDgc/ABM", "notation.gnu_length.position"),
        ("4HPwATDgc/ABMAA", "notation.gnu_length.position"),
        ("4HPwATDgc/AB!A", "notation.gnu_alphabet"),
        ("4HPwATDgc/ABMB", "notation.gnu_bits"),
        ("4HPwATDgc/ABcA", "position.too_many"),
        ("/////////////w", "position.too_many"),
        ("AAAAAAAAAAAAgA", "notation.gnu_bits"),
        ("AAAAAAAAAAAAAA", "position.nobody_left"),
    ],
)
def test_a_damaged_position_id_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        decode_position(text)
    assert caught.value.code == code


def test_a_point_cannot_be_shared() -> None:
    shared = Position((9, 0, 0, 0, 0, 0, 6, *[0] * 19), (9, *[0] * 18, 6, *[0] * 6))
    with pytest.raises(InvalidInput, match="point 6"):
        decode_position(encode_position(shared))


def test_nobody_can_be_closed_out_on_both_sides() -> None:
    closed = (2, 2, 2, 2, 2, 2, 2, *[0] * 18, 1)
    with pytest.raises(InvalidInput, match="closed board"):
        decode_position(encode_position(Position(closed, closed)))


def test_a_board_that_is_too_full_does_not_fit() -> None:
    crowded = (0, *[2] * 24, 0)
    with pytest.raises(InvalidInput):
        encode_position(Position(crowded, crowded))


# The match


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cAkAAAAAAAAA", {"turn": 1, "length": 0, "jacoby": True, "cube": Cube()}),
        ("cAkAAAAAAAAE", {"turn": 1, "length": 0, "jacoby": False}),
        ("8AngAGAAEAAE", {"length": 7, "score": (6, 2), "crawford": True, "jacoby": False}),
        ("MAGyAAAAAAAE", {"turn": 0, "roll": Roll(4, 4), "length": 5}),
        ("UQkAAAAAAAAE", {"cube": Cube(2, 1)}),
        ("QQkAAAAAAAAE", {"cube": Cube(2, 0)}),
        ("AQGqAAAAAAAE", {"turn": 0, "cube": Cube(2, 0), "roll": Roll(4, 2), "length": 5}),
    ],
)
def test_a_match_id_tells_the_stakes(text: str, expected: dict[str, object]) -> None:
    situation = decode_match(text)
    assert {name: getattr(situation, name) for name in expected} == expected
    assert encode_match(situation) == text


def test_dice_are_read_in_either_order_and_written_high_first() -> None:
    """P03: dice are an unordered pair."""
    situation = Situation(Position.start(), 1, Roll.of(3, 6))
    low_first = 1 << 6 | 3 << 4 | 1 << 8 | 1 << 11 | 3 << 15 | 6 << 18 | 1 << 66
    text = base64.b64encode(low_first.to_bytes(9, "little")).decode()
    assert decode_match(text).roll == Roll(6, 3)
    assert encode_match(decode_match(text)) == encode_match(situation)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ((4, 2), 2, "notation.gnu_bits"),
        ((8, 3), 5, "notation.gnu_bits"),
        ((67, 5), 1, "notation.gnu_bits"),
        ((15, 3), 7, "dice.no_such_face"),
        ((15, 3), 3, "dice.no_such_face"),
        ((7, 1), 1, "notation.crawford_money"),
        ((4, 2), 1, "notation.cube_owner"),
    ],
)
def test_a_damaged_match_id_is_refused(field: tuple[int, int], value: int, code: str) -> None:
    place, width = field
    bits = int.from_bytes(base64.b64decode("cAkAAAAAAAAE"), "little")
    bits = bits & ~(((1 << width) - 1) << place) | value << place
    with pytest.raises(InvalidInput) as caught:
        decode_match(base64.b64encode(bits.to_bytes(9, "little")).decode())
    assert caught.value.code == code


def test_a_score_cannot_reach_the_length_while_the_game_goes_on() -> None:
    with pytest.raises(InvalidInput):
        decode_match(encode_match(Situation(score=(5, 2), length=5)))
    assert decode_match(encode_match(Situation(score=(5, 2), length=5, stage=Stage.OVER))).score == (5, 2)


def test_numbers_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InvalidInput):
        encode_match(Situation(score=(40_000, 0)))
    with pytest.raises(InvalidInput):
        encode_match(Situation(cube=Cube(1 << 16)))


def test_a_crawford_flag_in_a_match_to_one_means_nothing() -> None:
    assert decode_match(encode_match(Situation(score=(0, 0), length=1, crawford=True))).crawford is False


def test_an_offered_double_is_the_responders_to_answer() -> None:
    doubled = apply(State.begin(profile("standard"), starter=1), Doubled())
    situation = decode_match(encode_match(Situation.of(doubled)))
    assert (situation.offer, situation.turn, situation.to_act, situation.cube) == ("double", 1, 0, Cube())


def test_a_resignation_is_told_with_its_value() -> None:
    resigned = apply(State.begin(profile("standard"), starter=0), Resigned(0, 2))
    situation = decode_match(encode_match(Situation.of(resigned)))
    assert (situation.resignation, situation.to_act) == (Kind.GAMMON, 1)


def test_a_dropped_game_is_told_as_such() -> None:
    state = apply(apply(State.begin(profile("standard"), starter=0), Doubled()), Dropped())
    assert decode_match(encode_match(Situation.of(state))).stage is Stage.DROPPED


def test_the_opening_has_no_player_on_roll() -> None:
    assert Situation.of(State.begin(profile("standard"))).turn is None


def test_a_rolled_game_tells_its_dice() -> None:
    state = apply(State.begin(profile("money"), starter=0), Rolled(Roll.of(5, 2)))
    situation = decode_match(encode_match(Situation.of(state)))
    assert (situation.roll, situation.turn, situation.jacoby) == (Roll(5, 2), 0, True)


# Both


@pytest.mark.parametrize(
    "text",
    [
        "4HPwATDgc/ABMA:cAkAAAAAAAAE",
        "cAkAAAAAAAAE:4HPwATDgc/ABMA",
        "  4HPwATDgc/ABMA cAkAAAAAAAAE\n",
        "GNUBGID 4HPwATDgc/ABMA:cAkAAAAAAAAE",
        "GNUBG ID: 4HPwATDgc/ABMA:cAkAAAAAAAAE",
        "Position ID: 4HPwATDgc/ABMA\nMatch ID   : cAkAAAAAAAAE",
        "Position-ID: 4HPwATDgc/ABMA    Match-ID: cAkAAAAAAAAE",
        " +13-14-15\n | some board |\n Match ID : cAkAAAAAAAAE\n Position ID: 4HPwATDgc/ABMA, and more",
    ],
)
def test_the_pair_is_found_however_it_is_labelled(text: str) -> None:
    situation = read_position(text)
    assert situation.position == Position.start()
    assert situation.length == 0


def test_either_id_may_stand_alone() -> None:
    assert read_position(START) == Situation(Position.start())
    assert read_position("cAkAAAAAAAAE").position is None


def test_a_pair_is_written_together() -> None:
    situation = read_position("4HPwATDgc/ABMA:cAkAAAAAAAAE")
    assert encode_gnu_id(situation) == "4HPwATDgc/ABMA:cAkAAAAAAAAE"
    with pytest.raises(InvalidInput):
        encode_gnu_id(Situation())


def test_bar_checkers_are_not_borne_off() -> None:
    """P05: the bar is the 25th point of the code."""
    position = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {25: 2, 13: 5, 8: 3, 6: 5})
    again = decode_position(encode_position(position))
    assert (again.theirs[25], again.theirs[0]) == (2, 0)


def test_the_ids_of_the_reference_engine(shared: Path) -> None:
    """Every XGID gives the reference's two IDs, and they give the same situation back."""
    lines = (shared / "oracle" / "ids.jsonl").read_text().splitlines()
    assert lines
    for line in lines:
        row = json.loads(line)
        situation = read_position(row["xgid"])
        assert situation.position is not None
        assert (encode_position(situation.position), encode_match(situation)) == (row["id"], row["mid"])
        again = read_position(f"{row['id']}:{row['mid']}")
        from_xgid = read_position(encode_xgid(again))
        for name in ("position", "turn", "roll", "cube", "score", "length", "crawford", "jacoby", "offer", "to_act"):
            assert getattr(again, name) == getattr(situation, name) == getattr(from_xgid, name)


def test_the_pairs_written_by_other_programs(shared: Path) -> None:
    lines = (shared / "files" / "ids" / "identifier_gallery.csv").read_text().splitlines()[1:]
    for line in lines:
        *_, xgid, pair = line.split(",")
        from_xgid, from_pair = read_position(xgid), read_position(pair)
        for name in ("position", "turn", "roll", "cube", "score", "length", "crawford", "jacoby"):
            assert getattr(from_xgid, name) == getattr(from_pair, name), line


def test_every_state_of_random_games_comes_back_from_its_ids(rng: random.Random) -> None:
    for name in ("standard", "money", "tavla", "house"):
        history = random_match(profile(name), rng, games=2, takebacks=False)
        for version in range(2, history.version + 1):
            situation = Situation.of(history.at(version).state)
            if situation.stage is not Stage.PLAYING or situation.turn is None:
                continue
            again = read_position(encode_gnu_id(situation))
            for field in ("position", "turn", "roll", "cube", "score", "length", "crawford", "resignation", "to_act"):
                assert getattr(again, field) == getattr(situation, field), field


@given(odd_texts("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/: "))
def test_any_text_gives_a_situation_or_one_of_our_errors(text: str) -> None:
    try:
        read_position(text)
    except InvalidInput:
        return


@pytest.mark.parametrize("text", ["", "hello world, this", "::::", "4HPwATDgc/ABM\N{GREEK CAPITAL LETTER ALPHA}"])
def test_a_text_that_is_no_id_is_unreadable(text: str) -> None:
    with pytest.raises(InvalidText):
        read_position(text)


def test_a_text_too_long_is_not_searched() -> None:
    with pytest.raises(InvalidText):
        read_position("A" * 100_000)
