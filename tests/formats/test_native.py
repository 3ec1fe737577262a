"""Our own record: written and read without loss, and strict about everything that is not one."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla.errors import InvalidInput, InvalidOption, InvalidText, TavlaError
from tavla.formats.native import (
    EVENT_TYPES,
    MAX_EVENTS,
    MAX_LINE,
    MAX_SIZE,
    Record,
    dumps,
    event_from_json,
    event_to_json,
    fact_from_json,
    loads,
    parse_line,
)
from tavla.match.events import (
    AnyFact,
    DiceCommitted,
    DiceRevealed,
    Event,
    Interrupted,
    MatchStarted,
    Player,
    SessionEnded,
    Setup,
    TimeExpired,
)
from tavla.match.match import History
from tavla.match.table_facts import SetupFound
from tavla.rules import PROFILES, Cube, Position, Roll, Score, profile
from tavla.rules.facts import Passed, Thrown
from tests.random_play import random_match
from tests.strategies import odd_texts
from tests.table_play import random_table_match

HEADER = '{"format":"tavla-match","format_version":1,"match":"x"}\n'
STARTED = MatchStarted((Player("Ali"), Player("Bora", "simple")), profile("standard"))


EMPTY = [[0] * 26] * 2


def record(*facts: AnyFact) -> Record:
    return Record("x", tuple(Event(version, 1.5, None, fact) for version, fact in enumerate(facts, start=1)))


def lines(*facts: AnyFact) -> list[str]:
    return dumps(record(*facts)).splitlines(keepends=True)


def changed(fact: AnyFact, **fields: Any) -> str:
    """A record of one event in which some fields are something else."""
    row = event_to_json(Event(1, 1.5, None, fact)) | fields
    return HEADER + json.dumps(row) + "\n"


@pytest.mark.parametrize("name", PROFILES)
def test_random_matches_come_back_as_they_were(name: str, rng: random.Random, scale: Callable[[int], int]) -> None:
    for _ in range(scale(100)):
        history = random_match(profile(name), rng, games=2)
        kept = Record("maç 1", tuple(history.events))
        again = loads(dumps(kept))
        assert again == kept
        assert History(again.events).match == history.match


@pytest.mark.parametrize("name", PROFILES)
def test_random_matches_with_real_dice_too(name: str, rng: random.Random, scale: Callable[[int], int]) -> None:
    for _ in range(scale(50)):
        kept = Record("masa", tuple(random_table_match(profile(name), rng, games=1).events))
        assert loads(dumps(kept)) == kept


def test_every_event_that_no_match_of_chance_contains() -> None:
    position = Position.from_points({6: 5, 5: 5, 4: 4}, {24: 2, 6: 10, 5: 3})
    setup = Setup(position, 1, Roll.of(4, 2), Cube(2, 0), Score((1, 3), post_crawford=True))
    started = MatchStarted(STARTED.players, profile("tavla", {"clock": "12/60"}), "table", setup)
    facts = (
        started,
        DiceCommitted("hmac-sha256", "ab" * 32),
        DiceRevealed("cd" * 16),
        Interrupted(12.25),
        TimeExpired(0),
        SessionEnded(1),
        SetupFound(1, (position.mine, position.theirs)),
        Passed(),
    )
    kept = record(*facts)
    assert loads(dumps(kept)) == kept


def test_names_in_any_script_are_kept() -> None:
    started = MatchStarted((Player("Çağrı İğdır"), Player("ゆき 🎲")), profile("standard"))
    assert loads(dumps(record(started))).events[0].fact == started


def test_a_record_of_no_events_is_a_record() -> None:
    assert loads(HEADER) == Record("x", ())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "record.empty"),
        ("\n", "record.not_json"),
        ('{"format":"other"}\n', "record.no_header"),
        ("[]\n", "record.not_json"),
        ("null\n", "record.not_json"),
        ('{"format":"tavla-match"}\n', "record.version"),
        ('{"format":"tavla-match","format_version":2,"match":"x"}\n', "record.version"),
        ('{"format":"tavla-match","format_version":1}\n', "record.field"),
        (HEADER + "nonsense\n", "record.not_json"),
        (HEADER + "\n", "record.not_json"),
        (HEADER + '{"version":1,"time":NaN,"seat":null,"type":"passed"}\n', "record.not_json"),
        (HEADER + "[" * 5000 + "\n", "record.not_json"),
        (HEADER + '{"a":"' + "x" * MAX_LINE + '"}\n', "record.long_line"),
        (HEADER + "x", "record.cut"),
    ],
)
def test_what_is_not_a_record_is_refused_with_the_reason(text: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        loads(text)
    assert refusal.value.code == code


def test_a_record_cut_anywhere_is_refused_or_a_shorter_record() -> None:
    text = dumps(record(STARTED, Thrown((6, 3)), Passed()))
    whole = [text.index("\n", start) + 1 for start in (0, text.index("thrown"), text.index("passed"))]
    for end in range(len(text)):
        if end in (*whole, len(HEADER), text.index("\n", len(HEADER)) + 1):
            assert len(loads(text[:end]).events) <= 3
        else:
            with pytest.raises(InvalidText):
                loads(text[:end])


def test_a_refusal_names_the_line() -> None:
    text = "".join((HEADER, lines(STARTED)[1], lines(STARTED, Thrown((6, 3)))[2].replace("[6,3]", "[6,7]")))
    with pytest.raises(InvalidText, match="3"):
        loads(text)


@pytest.mark.parametrize(
    ("fact", "field", "values"),
    [
        (STARTED, "players", [None, [], [{}], [{"name": "A"}] * 3, ["A", "B"], [{"name": "x" * 65}, {"name": "y"}]]),
        (STARTED, "players", [[{"name": 1}, {"name": "y"}], [{"name": "A", "bot": 3}, {"name": "y"}]]),
        (STARTED, "rules", [None, [], {"profile": "x", "options": {}}, {"profile": "standard", "options": {"a": "b"}}]),
        (STARTED, "rules", [{"profile": "standard", "options": {"triple": True}}, {"profile": "standard"}]),
        (STARTED, "mode", [None, 1, "other"]),
        (
            STARTED,
            "setup",
            [[], 1, {}, {"position": [[0] * 26] * 2}, {"position": [[0] * 26, [16, *[0] * 25]], "turn": 0}],
        ),
        (Thrown((6, 3)), "dice", [None, 6, [6], [6, 3, 1], [0, 3], [7, 1], [6.0, 3], ["6", 3], [True, 3]]),
        (Thrown((6, 3)), "version", [0, -1, 1.0, "1", None, MAX_EVENTS + 1]),
        (Thrown((6, 3)), "time", [None, "1", -1, 1e13, True]),
        (Thrown((6, 3)), "seat", [2, -1, "0", 0.0, True, [0]]),
        (Thrown((6, 3)), "type", [None, 1, "other", "Thrown", [], {}]),
        (
            SetupFound(0, Position.start()),
            "sides",
            [None, [], [[0] * 26], [[0] * 25] * 2, [[1] * 26] * 2, [[-1] * 26] * 2],
        ),
    ],
)
def test_fields_of_another_kind_are_refused(fact: AnyFact, field: str, values: list[object]) -> None:
    for value in values:
        with pytest.raises((InvalidText, InvalidOption)):
            loads(changed(fact, **{field: value}))


def test_a_field_that_is_missing_is_refused() -> None:
    row = event_to_json(Event(1, 1.5, 0, Thrown((6, 3))))
    for name in ("version", "time", "type", "dice"):
        with pytest.raises(InvalidInput):
            event_from_json({key: value for key, value in row.items() if key != name})


def test_numbers_too_long_to_read_are_refused() -> None:
    with pytest.raises(InvalidText):
        loads(HEADER + '{"version":' + "9" * 5000 + "}\n")


def test_a_record_of_a_hundred_megabytes_is_refused_at_once() -> None:
    text = "x" * (100 * 1024 * 1024)
    with pytest.raises(InvalidText) as refusal:
        loads(text)
    assert refusal.value.code == "record.too_large"
    assert len(text) > MAX_SIZE


def test_too_many_lines_are_refused() -> None:
    with pytest.raises(InvalidText) as refusal:
        loads(HEADER + "{}\n" * (MAX_EVENTS + 1))
    assert refusal.value.code in ("record.too_many", "record.bad_event")


@given(odd_texts('{}[]":,0123456789 \n\\abcdeformtvlxps'))
def test_whatever_comes_in_only_our_errors_come_out(text: str) -> None:
    for attempt in (text, HEADER + text, HEADER + text + "\n"):
        try:
            loads(attempt)
        except TavlaError:
            continue


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = (
    "dice",
    "moves",
    "after",
    "by",
    "value",
    "number",
    "to",
    "seconds",
    "sides",
    "die",
    "reason",
    "players",
    "rules",
)


@given(st.sampled_from(EVENT_TYPES), st.dictionaries(st.sampled_from((*FIELDS, "rules", "mode", "setup")), json_values))
def test_facts_with_any_fields_raise_only_our_errors(name: str, fields: dict[str, object]) -> None:
    try:
        fact_from_json({"type": name, **fields})
    except TavlaError:
        return


@given(st.text(max_size=60))
def test_a_line_is_an_object_or_refused(text: str) -> None:
    try:
        assert isinstance(parse_line(text, 1), dict)
    except TavlaError:
        return
