"""`tavla plays ID ROLL`: all legal plays of a roll; `tavla plays --jsonl` answers line after line."""

import sys
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import click

from tavla.cli import read_options
from tavla.cli.language import language
from tavla.cli.lines import answer_lines, bad_field
from tavla.cli.positions import Json, print_json
from tavla.errors import InvalidInput
from tavla.notation import encode_position, format_play, read_position
from tavla.rules import PROFILES, Continuations, Position, Roll, RuleSet, profile
from tavla.words import parse_roll_name, say


@click.command()
@click.argument("id_", metavar="ID", required=False)
@click.argument("roll", metavar="ROLL", required=False)
@click.option("--rules", "profile_name", metavar="PROFILE", default="standard", show_default=True)
@click.option("--option", "options", multiple=True, metavar="K=V")
@click.option("--json", "json_", is_flag=True)
@click.option("--jsonl", is_flag=True)
def plays(
    id_: str | None, roll: str | None, profile_name: str, options: tuple[str, ...], json_: bool, jsonl: bool
) -> None:
    """List all legal plays of a roll."""
    changed = read_options(options)
    rules = profile(profile_name, changed)
    if jsonl:
        if id_ is not None:
            raise InvalidInput("cli.plays.jsonl_alone")
        answer_lines(sys.stdin.buffer, partial(_answer, profile_name=profile_name, options=changed))
        return
    if id_ is None:
        raise InvalidInput("cli.plays.no_id", profiles=", ".join(PROFILES))
    position, dice = _read(id_, roll, rules)
    found = _found(position, dice, rules)
    if json_:
        print_json(found)
    else:
        _print_plays(position, dice, rules, found)


def _read(id_: str, roll: str | None, rules: RuleSet) -> tuple[Position, Roll]:
    """The board of an ID and the roll: the one named, else the one that the ID holds."""
    situation = read_position(id_, rules.checkers)
    if situation.position is None:
        raise InvalidInput("notation.no_position")
    dice = situation.roll if roll is None else _read_roll(roll)
    if dice is None:
        raise InvalidInput("cli.plays.no_roll")
    return situation.position, dice


def _read_roll(text: str) -> Roll:
    named = parse_roll_name(text)
    return Roll.of(*named) if named else Roll.parse(text)


def _found(position: Position, roll: Roll, rules: RuleSet) -> Json:
    """The answer for one roll: dice used, and the results in the order of their IDs, each with its play."""
    turn = Continuations(position, roll, rules)
    found = sorted((encode_position(after), format_play(play)) for after, play in turn.plays().items())
    return {
        "dice_used": turn.dice_used,
        "after": [after for after, _ in found],
        "plays": [play for _, play in found],
    }


def _print_plays(position: Position, roll: Roll, rules: RuleSet, found: Json) -> None:
    tongue = language()
    texts = [format_play(play) for play in Continuations(position, roll, rules).plays().values()]
    if not texts:
        click.echo(say(tongue, "cli.plays.none", roll=f"{roll.high}-{roll.low}"))
        return
    click.echo(say(tongue, "cli.plays.count", n=len(texts), dice=found["dice_used"]))
    after = dict(zip(found["plays"], found["after"], strict=True))
    width = max(map(len, texts))
    for number, text in enumerate(texts, 1):
        click.echo(f"{number:>4}  {text:<{width}}  {after[text]}")


# Line after line


def _answer(row: Mapping[str, Any], profile_name: str, options: Mapping[str, str]) -> Json:
    named = row.get("rules")
    changed = _options(row.get("options"))
    if named is not None and not isinstance(named, str):
        raise bad_field("rules")
    rules = _rules(named or profile_name, tuple({**(options if named is None else {}), **changed}.items()))
    text = row.get("position")
    if not isinstance(text, str):
        raise bad_field("position")
    position = read_position(text, rules.checkers).position
    if position is None:
        raise InvalidInput("notation.no_position")
    return _found(position, _roll(row.get("roll")), rules)


@lru_cache(maxsize=64)
def _rules(name: str, options: tuple[tuple[str, str], ...]) -> RuleSet:
    return profile(name, dict(options))


def _options(value: object) -> dict[str, str]:
    """The options of a line; on and off may be said by true and false, numbers by numbers."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise bad_field("options")
    texts: dict[str, str] = {}
    for name, option in value.items():
        if isinstance(option, bool):
            texts[name] = "on" if option else "off"
        elif isinstance(option, str | int):
            texts[name] = str(option)
        else:
            raise bad_field("options")
    return texts


def _roll(value: object) -> Roll:
    if isinstance(value, str):
        return Roll.parse(value)
    if isinstance(value, list) and len(value) == 2:
        first, second = value
        if type(first) is int and type(second) is int:
            return Roll.of(first, second)
    raise bad_field("roll")
