"""Options, profiles, and combinations that make no sense."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla.errors import InvalidOption
from tavla.rules import OPTIONS, PROFILES, STANDARD, Length, RuleSet, profile
from tavla.rules.ruleset import Clock
from tavla.words import LANGUAGES, messages

VALUES = {
    "length": ("points(5)", "games(3)", "money", "one"),
    "cube_max": ("none", "2", "64"),
    "clock": ("none", "12/120"),
}


def values(name: str) -> tuple[str, ...]:
    return VALUES.get(name) or OPTIONS[name].words


def refusal(name: str, options: dict[str, str]) -> str:
    with pytest.raises(InvalidOption) as caught:
        profile(name, options)
    return caught.value.code


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("home", "right left"),
        ("dice", "own shared"),
        ("opening", "use reroll"),
        ("starter", "throw winner loser alternate"),
        ("mix", "before_game anytime off"),
        ("cocked", "reroll on_checker_ok"),
        ("premature", "stands rethrow"),
        ("forgotten_die", "demand opponent lost"),
        ("stack_limit", "none 5"),
        ("bearoff_big_first", "off on"),
        ("compulsion", "full loose"),
        ("hit_and_run_home", "allowed banned"),
        ("closed_board", "skip choice roll"),
        ("bearoff_freeze", "off on"),
        ("setup_fix", "second_play 5rolls next_game"),
        ("illegal", "before_roll must_warn legal_moves condone"),
        ("triple", "on off"),
        ("mars", "2 1"),
        ("cube", "on off"),
        ("dead_cube", "refuse usbgf"),
        ("crawford", "on off"),
        ("holland", "off on"),
        ("jacoby", "off on"),
    ],
)
def test_every_option_has_the_values_of_the_table_the_default_first(option: str, words: str) -> None:
    assert OPTIONS[option].words == tuple(words.split())
    assert STANDARD.texts()[option] == words.split()[0]


@pytest.mark.parametrize("option", ["auto_double", "beavers"])
def test_counts_begin_at_none(option: str) -> None:
    assert OPTIONS[option].words[:3] == ("0", "1", "2")
    assert STANDARD.texts()[option] == "0"


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("standard", {}),
        ("money", {"length": "money", "jacoby": "on", "crawford": "off"}),
        (
            "tavla",
            {
                "cube": "off",
                "triple": "off",
                "opening": "reroll",
                "starter": "winner",
                "hit_and_run_home": "banned",
                "dice": "shared",
                "mix": "off",
                "crawford": "off",
            },
        ),
        ("tournament", {"length": "points(7)", "clock": "12/120"}),
        ("single", {"length": "one", "crawford": "off"}),
        (
            "house",
            {
                "length": "games(5)",
                "mix": "anytime",
                "forgotten_die": "opponent",
                "bearoff_freeze": "on",
                "illegal": "must_warn",
                "crawford": "off",
            },
        ),
        ("points", {}),
    ],
)
def test_every_profile_is_standard_but_for_what_its_source_says(name: str, changes: dict[str, str]) -> None:
    plain = STANDARD.texts()
    assert {option: text for option, text in profile(name).texts().items() if text != plain[option]} == changes


@pytest.mark.parametrize(
    ("code", "name", "options"),
    [
        ("ruleset.mix_needs_own_dice", "standard", {"dice": "shared"}),
        ("ruleset.auto_double_money", "standard", {"auto_double": "1"}),
        ("ruleset.auto_double_opening", "money", {"auto_double": "1", "cube": "off", "jacoby": "off"}),
        ("ruleset.jacoby_money", "standard", {"jacoby": "on"}),
        ("ruleset.jacoby_cube", "money", {"cube": "off"}),
        ("ruleset.beavers_money", "standard", {"beavers": "1"}),
        ("ruleset.beavers_cube", "money", {"cube": "off", "jacoby": "off", "beavers": "1"}),
        ("ruleset.cube_max_cube", "tavla", {"cube_max": "64"}),
        ("ruleset.holland_crawford", "standard", {"holland": "on", "crawford": "off"}),
        ("ruleset.holland_crawford", "standard", {"holland": "on", "length": "points(1)"}),
        ("ruleset.holland_crawford", "house", {"holland": "on", "crawford": "on"}),
        ("ruleset.mars_games", "standard", {"mars": "1"}),
        ("ruleset.clock_money", "money", {"clock": "12/120"}),
    ],
)
def test_a_combination_that_makes_no_sense_is_refused_with_the_reason(
    code: str, name: str, options: dict[str, str]
) -> None:
    assert refusal(name, options) == code


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("ruleset.no_option", {"nonsense": "on"}),
        ("ruleset.no_option", {"profile": "money"}),
        ("ruleset.no_option", {"": ""}),
        ("ruleset.no_value", {"triple": "maybe"}),
        ("ruleset.no_value", {"triple": "ON"}),
        ("ruleset.no_value", {"beavers": "7"}),
        ("ruleset.no_value", {"variant": "chess"}),
        ("ruleset.length", {"length": "points"}),
        ("ruleset.length", {"length": "points(5) "}),
        ("ruleset.length", {"length": "points(-1)"}),
        ("ruleset.length", {"length": "points(" + "9" * 400 + ")"}),
        ("ruleset.length", {"length": "money(3)"}),
        ("ruleset.length_range", {"length": "points(0)"}),
        ("ruleset.length_range", {"length": "points(40000)"}),
        ("ruleset.even_games", {"length": "games(4)"}),
        ("ruleset.clock", {"clock": "12"}),
        ("ruleset.clock", {"clock": "12/0"}),
        ("ruleset.clock", {"clock": "x" * 400}),
        ("ruleset.cube_max", {"cube_max": "1"}),
        ("ruleset.cube_max", {"cube_max": "3"}),
        ("ruleset.cube_max", {"cube_max": "65536"}),
        ("ruleset.cube_max", {"cube_max": ""}),
    ],
)
def test_an_option_or_value_that_does_not_exist_is_refused(code: str, options: dict[str, str]) -> None:
    assert refusal("standard", options) == code


def test_a_profile_that_does_not_exist_is_refused() -> None:
    assert refusal("nonsense", {}) == "ruleset.no_profile"


@pytest.mark.parametrize("text", ["points(1)", "points(32767)", "games(5)", "money", "one"])
def test_a_length_is_written_as_it_is_read(text: str) -> None:
    assert str(Length.parse(text)) == text


@pytest.mark.parametrize(("text", "target"), [("points(7)", 7), ("games(5)", 3), ("one", 1), ("money", None)])
def test_a_length_has_a_target(text: str, target: int | None) -> None:
    assert Length.parse(text).target == target


def test_a_clock_is_written_as_it_is_read() -> None:
    assert str(Clock.parse("12/120")) == "12/120"
    assert Clock.parse("none") is None


@given(st.sampled_from(sorted(PROFILES)), st.data())
def test_what_is_built_is_rebuilt_from_its_texts(name: str, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=4))
    options = {option: data.draw(st.sampled_from(values(option))) for option in chosen}
    try:
        rules = profile(name, options)
    except InvalidOption:
        return
    assert profile(name, rules.texts()) == rules
    assert profile(name, rules.changes()) == rules
    assert all(rules.texts()[option] == text for option, text in options.items())


@given(st.text(max_size=50), st.text(max_size=50))
def test_any_option_gives_rules_or_one_of_our_errors(name: str, text: str) -> None:
    for option in (name, *VALUES):
        try:
            STANDARD.with_options({option: text})
        except InvalidOption:
            continue


def test_rules_are_values() -> None:
    assert RuleSet() == STANDARD
    assert len({profile("money"), profile("money"), STANDARD}) == 2


def test_every_option_and_profile_has_its_words() -> None:
    for language in LANGUAGES:
        words = messages(language)
        assert not [name for name in PROFILES if f"profile.{name}" not in words]
        for option in OPTIONS.values():
            if option.name != "length":
                assert f"option.{option.name}" in words
