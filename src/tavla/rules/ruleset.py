"""The rules of one table: every choice that the sources leave open, by name.

`RuleSet` is a frozen value; `profile(name)` gives the named ones and `with_options` changes them by the words
that files and the command line use. A regional variant joins as a `Variant` (start, count and later direction,
contact, limits and cascades); the engine of `rules.plays` stays the same.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

from tavla.errors import InvalidOption
from tavla.rules.position import STARTS, Position

MAX_LENGTH = 32767
"""The longest match: what the score fields of the usual position IDs can hold."""

MAX_CUBE = 1 << 15


class Length(NamedTuple):
    """How long a match is: first to n points, the best of n games, endless money play, or one game."""

    kind: str
    n: int

    @classmethod
    def parse(cls, text: str) -> "Length":
        """`points(7)`, `games(5)`, `money` or `one`."""
        found = re.fullmatch(r"(points|games)\(([0-9]{1,5})\)|(money|one)", text[:64])
        if found is None:
            raise InvalidOption("ruleset.length", text=text[:64])
        length = cls(found[3], 0) if found[3] else cls(found[1], int(found[2]))
        if not found[3] and not 1 <= length.n <= MAX_LENGTH:
            raise InvalidOption("ruleset.length_range", n=length.n, most=MAX_LENGTH)
        if length.kind == "games" and length.n % 2 == 0:
            raise InvalidOption("ruleset.even_games", n=length.n)
        return length

    @property
    def target(self) -> int | None:
        """The points (or games) that win the match; None for money play."""
        match self.kind:
            case "points":
                return self.n
            case "games":
                return self.n // 2 + 1
            case "one":
                return 1
        return None

    def __str__(self) -> str:
        return f"{self.kind}({self.n})" if self.n else self.kind


class Clock(NamedTuple):
    """Simple delay: seconds free at every turn, then a reserve of seconds for each point of the match."""

    delay: int
    reserve_per_point: int

    @classmethod
    def parse(cls, text: str) -> "Clock | None":
        """`none`, or `12/120`: twelve seconds a turn, then two minutes a point."""
        if text == "none":
            return None
        found = re.fullmatch(r"([0-9]{1,4})/([0-9]{1,5})", text[:16])
        if found is None or int(found[2]) == 0:
            raise InvalidOption("ruleset.clock", text=text[:32])
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.delay}/{self.reserve_per_point}"


class Variant(NamedTuple):
    """What distinguishes a game of the family: so far where the checkers start and how many there are."""

    name: str
    start: Position
    checkers: int


def _variant(name: str) -> Variant:
    start = Position.start(name)
    return Variant(name, start, sum(start.mine))


VARIANTS: Mapping[str, Variant] = {name: _variant(name) for name in STARTS}


@dataclass(frozen=True)
class RuleSet:
    """Every option by its name, with the values of the `standard` profile as defaults.

    On and off are booleans here and `on`, `off` in text; everything else is the word itself. Building a set
    that makes no sense raises `InvalidOption` with the reason.
    """

    profile: str = "standard"
    length: Length = Length("points", 5)  # noqa: RUF009
    variant: str = "backgammon"
    home: str = "right"
    dice: str = "own"
    opening: str = "use"
    auto_double: int = 0
    starter: str = "throw"
    mix: str = "before_game"
    cocked: str = "reroll"
    premature: str = "stands"
    forgotten_die: str = "demand"
    stack_limit: int | None = None
    bearoff_big_first: bool = False
    compulsion: str = "full"
    hit_and_run_home: str = "allowed"
    closed_board: str = "skip"
    bearoff_freeze: bool = False
    setup_fix: str = "second_play"
    illegal: str = "before_roll"
    triple: bool = True
    mars: int = 2
    cube: bool = True
    cube_max: int | None = None
    dead_cube: str = "refuse"
    crawford: bool = True
    holland: bool = False
    jacoby: bool = False
    beavers: int = 0
    clock: Clock | None = None

    def __post_init__(self) -> None:
        for code, makes_no_sense in _NONSENSE.items():
            if makes_no_sense(self):
                raise InvalidOption(code, length=self.length)

    def with_options(self, options: Mapping[str, str]) -> "RuleSet":
        """These rules with some options changed, each given as the text of its value."""
        values: dict[str, Any] = {name: _value(name, text) for name, text in options.items()}
        return replace(self, **values)

    def texts(self) -> dict[str, str]:
        """Every option as text, in the order of the table; `with_options` reads it back."""
        return {name: _text(getattr(self, name)) for name in OPTIONS}

    def changes(self) -> dict[str, str]:
        """The options that differ from those of the profile named."""
        plain = PROFILES[self.profile].texts()
        return {name: text for name, text in self.texts().items() if text != plain[name]}

    @cached_property
    def start(self) -> Position:
        """The position in which every game begins."""
        return VARIANTS[self.variant].start

    @property
    def checkers(self) -> int:
        """How many checkers a player has."""
        return VARIANTS[self.variant].checkers

    @property
    def is_money(self) -> bool:
        """Whether points are simply added up, without an end."""
        return self.length.kind == "money"

    @property
    def has_crawford(self) -> bool:
        """Whether a Crawford game can occur: a race to more than one point, with a cube."""
        return self.crawford and self.cube and self.length.kind == "points" and self.length.n > 1

    @property
    def restricts_moves(self) -> bool:
        """Whether a checker may be locked, or the dice ordered: beyond the standard rules of movement."""
        return (
            self.bearoff_freeze
            or self.bearoff_big_first
            or self.hit_and_run_home == "banned"
            or self.compulsion == "loose"
            or self.stack_limit is not None
        )


_NONSENSE: Mapping[str, Callable[[RuleSet], bool]] = {
    "ruleset.mix_needs_own_dice": lambda rules: rules.dice == "shared" and rules.mix != "off",
    "ruleset.auto_double_money": lambda rules: rules.auto_double > 0 and not rules.is_money,
    "ruleset.auto_double_opening": lambda rules: rules.auto_double > 0 and not rules.cube,
    "ruleset.jacoby_money": lambda rules: rules.jacoby and not rules.is_money,
    "ruleset.jacoby_cube": lambda rules: rules.jacoby and not rules.cube,
    "ruleset.beavers_money": lambda rules: rules.beavers > 0 and not rules.is_money,
    "ruleset.beavers_cube": lambda rules: rules.beavers > 0 and not rules.cube,
    "ruleset.cube_max_cube": lambda rules: rules.cube_max is not None and not rules.cube,
    "ruleset.holland_crawford": lambda rules: rules.holland and not rules.has_crawford,
    "ruleset.mars_games": lambda rules: rules.mars == 1 and rules.length.kind != "games",
    "ruleset.clock_money": lambda rules: rules.clock is not None and rules.length.target is None,
}
"""Combinations that are refused, by the code of the reason."""


class Option(NamedTuple):
    """One entry of the table of options: its allowed words (empty for numbers) and how a text is read."""

    name: str
    words: tuple[str, ...]
    read: Callable[[str], object]


def _words(name: str, *words: str) -> Option:
    return Option(name, words, lambda text: text)


def _switch(name: str, *, default: bool = False) -> Option:
    words = ("on", "off") if default else ("off", "on")
    return Option(name, words, lambda text: text == "on")


def _count(name: str, most: int) -> Option:
    words = tuple(str(number) for number in range(most + 1))
    return Option(name, words, int)


def _power_of_two(text: str) -> int | None:
    if text == "none":
        return None
    value = int(text) if re.fullmatch("[0-9]{1,5}", text) else 0
    if not 2 <= value <= MAX_CUBE or value & (value - 1):
        raise InvalidOption("ruleset.cube_max", text=text[:32], most=MAX_CUBE)
    return value


OPTIONS: Mapping[str, Option] = {
    option.name: option
    for option in (
        Option("length", (), Length.parse),
        _words("variant", *VARIANTS),
        _words("home", "right", "left"),
        _words("dice", "own", "shared"),
        _words("opening", "use", "reroll"),
        _count("auto_double", 6),
        _words("starter", "throw", "winner", "loser", "alternate"),
        _words("mix", "before_game", "anytime", "off"),
        _words("cocked", "reroll", "on_checker_ok"),
        _words("premature", "stands", "rethrow"),
        _words("forgotten_die", "demand", "opponent", "lost"),
        Option("stack_limit", ("none", "5"), lambda text: None if text == "none" else int(text)),
        _switch("bearoff_big_first"),
        _words("compulsion", "full", "loose"),
        _words("hit_and_run_home", "allowed", "banned"),
        _words("closed_board", "skip", "choice", "roll"),
        _switch("bearoff_freeze"),
        _words("setup_fix", "second_play", "5rolls", "next_game"),
        _words("illegal", "before_roll", "must_warn", "legal_moves", "condone"),
        _switch("triple", default=True),
        Option("mars", ("2", "1"), int),
        _switch("cube", default=True),
        Option("cube_max", (), _power_of_two),
        _words("dead_cube", "refuse", "usbgf"),
        _switch("crawford", default=True),
        _switch("holland"),
        _switch("jacoby"),
        _count("beavers", 6),
        Option("clock", (), Clock.parse),
    )
}
"""Every option that a table can set, in the order in which people are asked."""


def _value(name: str, text: str) -> object:
    option = OPTIONS.get(name)
    if option is None:
        raise InvalidOption("ruleset.no_option", name=name[:64], options=", ".join(OPTIONS))
    if option.words and text not in option.words:
        raise InvalidOption("ruleset.no_value", name=name, text=text[:64], words=", ".join(option.words))
    return option.read(text)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def _profile(name: str, length: Length, **options: Any) -> RuleSet:
    return RuleSet(profile=name, length=length, **options)


PROFILES: Mapping[str, RuleSet] = {
    rules.profile: rules
    for rules in (
        _profile("standard", Length("points", 5)),
        _profile("money", Length("money", 0), jacoby=True, crawford=False),
        _profile(
            "tavla",
            Length("points", 5),
            cube=False,
            triple=False,
            opening="reroll",
            starter="winner",
            hit_and_run_home="banned",
            dice="shared",
            mix="off",
            crawford=False,
        ),
        _profile("tournament", Length("points", 7), clock=Clock(12, 120)),
        _profile("single", Length("one", 0), crawford=False),
        _profile(
            "house",
            Length("games", 5),
            mix="anytime",
            forgotten_die="opponent",
            bearoff_freeze=True,
            illegal="must_warn",
            crawford=False,
        ),
        _profile("points", Length("points", 5)),
    )
}
"""The named tables: international, money, düz tavla, tournament, and one for each of the source texts."""

STANDARD = PROFILES["standard"]


def profile(name: str, options: Mapping[str, str] | None = None) -> RuleSet:
    """The rules of a named profile, with options changed if any are given."""
    if name not in PROFILES:
        raise InvalidOption("ruleset.no_profile", name=name[:64], profiles=", ".join(PROFILES))
    return PROFILES[name].with_options(options or {})


assert tuple(OPTIONS) == tuple(field.name for field in fields(RuleSet) if field.name != "profile")
