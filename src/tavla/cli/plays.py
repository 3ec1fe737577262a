"""`tavla plays ID ROLL`: all legal plays of a roll; `tavla plays --jsonl` answers line after line."""

import json
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, BinaryIO

import click

from tavla.cli import read_options
from tavla.cli.language import language
from tavla.cli.positions import Json, print_json
from tavla.errors import InvalidInput, InvalidText, TavlaError
from tavla.notation import encode_position, format_play, read_position
from tavla.rules import PROFILES, Continuations, Position, Roll, RuleSet, profile
from tavla.words import parse_roll_name, say, say_error

LONGEST_LINE = 65_536
"""Bytes of one line of input that are looked at."""


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
        _answer_lines(sys.stdin.buffer, profile_name, changed)
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


def _answer_lines(source: BinaryIO, profile_name: str, options: Mapping[str, str]) -> None:
    """One line out for every line in, at once; a bad line is answered with its error and the rest go on."""
    for line in _lines(source):
        try:
            answer = _answer(_parse(line), profile_name, options)
        except TavlaError as error:
            answer = {"error": say_error(language(), error)}
        print_json(answer)


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of the input; None for one that is too long, whose rest is thrown away unread."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE)
        yield None


def _parse(line: bytes | None) -> Mapping[str, Any]:
    if line is None:
        raise InvalidText("cli.plays.line_too_long", most=LONGEST_LINE)
    try:
        row = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidText("cli.plays.not_utf8", place=error.start + 1) from error
    except json.JSONDecodeError as error:
        raise InvalidText("cli.plays.not_json", place=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise InvalidText("cli.plays.not_json", place=1) from error
    if not isinstance(row, dict):
        raise InvalidText("cli.plays.not_an_object")
    return row


def _answer(row: Mapping[str, Any], profile_name: str, options: Mapping[str, str]) -> Json:
    named = row.get("rules")
    changed = _options(row.get("options"))
    if named is not None and not isinstance(named, str):
        raise _bad("rules")
    rules = _rules(named or profile_name, tuple({**(options if named is None else {}), **changed}.items()))
    text = row.get("position")
    if not isinstance(text, str):
        raise _bad("position")
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
        raise _bad("options")
    texts: dict[str, str] = {}
    for name, option in value.items():
        if isinstance(option, bool):
            texts[name] = "on" if option else "off"
        elif isinstance(option, str | int):
            texts[name] = str(option)
        else:
            raise _bad("options")
    return texts


def _roll(value: object) -> Roll:
    if isinstance(value, str):
        return Roll.parse(value)
    if isinstance(value, list) and len(value) == 2:
        first, second = value
        if type(first) is int and type(second) is int:
            return Roll.of(first, second)
    raise _bad("roll")


def _bad(field: str) -> InvalidText:
    return InvalidText("cli.plays.field", field=field)
