"""What comes from outside is a command or is refused; it never gets further half read."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla.errors import InvalidInput
from tavla.server.commands import Action, Command, read_action, read_command

GOOD = {"id": "a-1", "version": 3, "seat": 1, "action": {"type": "roll"}}


def test_a_command_is_read() -> None:
    assert read_command(GOOD) == Command("a-1", 3, 1, Action("roll"))


def test_fields_that_a_newer_page_sends_are_left_aside() -> None:
    assert read_command(GOOD | {"colour": "red"}) == read_command(GOOD)


@pytest.mark.parametrize(
    ("row", "action"),
    [
        ({"type": "play", "moves": [[24, 6], [13, 3]]}, Action("play", moves=((24, 6), (13, 3)))),
        ({"type": "play", "moves": []}, Action("play", moves=())),
        ({"type": "play", "text": "24/18 13/10"}, Action("play", text="24/18 13/10")),
        ({"type": "resign", "value": 2}, Action("resign", value=2)),
        ({"type": "takeback", "value": 9}, Action("takeback")),
        ({"type": "enter_roll", "dice": [6, 3]}, Action("enter_roll", arguments={"dice": [6, 3]})),
    ],
)
def test_actions(row: dict[str, Any], action: Action) -> None:
    assert read_action(row) == action


@pytest.mark.parametrize(
    "change",
    [
        {"id": None},
        {"id": ""},
        {"id": "x" * 65},
        {"id": "a b"},
        {"version": -1},
        {"version": True},
        {"version": "3"},
        {"version": 1 << 40},
        {"seat": 2},
        {"seat": None},
        {"action": None},
        {"action": "roll"},
        {"action": {}},
        {"action": {"type": 1}},
        {"action": {"type": "Roll!"}},
        {"action": {"type": "play"}},
        {"action": {"type": "play", "moves": [[24, 6]] * 5}},
        {"action": {"type": "play", "moves": [[24]]}},
        {"action": {"type": "play", "moves": [[26, 6]]}},
        {"action": {"type": "play", "moves": [[24, 7]]}},
        {"action": {"type": "play", "moves": [[24.0, 6]]}},
        {"action": {"type": "play", "text": "x" * 201}},
        {"action": {"type": "play", "text": "24/18", "moves": []}},
        {"action": {"type": "resign"}},
        {"action": {"type": "resign", "value": 4}},
        {"action": {"type": "lift"} | {f"a{n}": n for n in range(9)}},
    ],
)
def test_a_wrong_field_is_named(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_command(GOOD | change)
    assert refused.value.code == "server.field"


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3)))
def test_no_value_gets_anything_but_our_own_error(value: Any) -> None:
    for row in (GOOD | {"action": value}, GOOD | {"action": {"type": "play", "moves": value}}, GOOD | {"seat": value}):
        try:
            read_command(row)
        except InvalidInput:
            continue
