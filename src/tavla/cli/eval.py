"""`tavla eval ID`: the chances of a position; `tavla eval --jsonl` answers line after line."""

import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

import click

from tavla.cli.language import language
from tavla.cli.lines import answer_lines, bad_field
from tavla.cli.positions import Json, print_json
from tavla.engine.search import cubeless
from tavla.errors import InvalidInput
from tavla.evaluation import words_of
from tavla.notation import read_position
from tavla.rules import Chances, Position
from tavla.words import number, say

MOST_PLIES = 3


@click.command("eval")
@click.argument("id_", metavar="ID", required=False)
@click.option("--plies", type=click.IntRange(0, MOST_PLIES), default=0, show_default=True)
@click.option("--json", "json_", is_flag=True)
@click.option("--jsonl", is_flag=True)
def eval(id_: str | None, plies: int, json_: bool, jsonl: bool) -> None:
    """Say what a position is worth."""
    if jsonl:
        answer_lines(sys.stdin.buffer, partial(_answer, plies=plies))
        return
    if id_ is None:
        raise InvalidInput("cli.eval.no_id")
    chances = evaluated(read_board(id_), plies)
    if json_:
        print_json(as_json(chances))
    else:
        print_chances(chances)
        roll = read_position(id_).roll
        if roll is not None:
            click.echo(say(language(), "cli.eval.before_roll", roll=f"{roll.high}-{roll.low}"))


def read_board(text: str) -> Position:
    """The board of an ID, the player on roll first."""
    position = read_position(text).position
    if position is None:
        raise InvalidInput("notation.no_position")
    return position


def evaluated(position: Position, plies: int) -> Chances:
    """The cubeless chances of the player on roll."""
    return Chances(*map(float, cubeless(words_of([position]), plies)[0]))


def as_json(chances: Chances) -> Json:
    """The chances and the cubeless equity, as `--json` gives them."""
    return {"probs": [round(each, 6) for each in chances], "equity": round(chances.equity(), 6)}


def _answer(row: Mapping[str, Any], plies: int) -> Json:
    text = row.get("position")
    if not isinstance(text, str):
        raise bad_field("position")
    return as_json(evaluated(read_board(text), plies))


def print_chances(chances: Chances) -> None:
    """The chances of both sides in a small table."""
    tongue = language()
    lost = chances.flip()
    click.echo(f"{'':<12}{say(tongue, 'cli.eval.win'):>10}{say(tongue, 'cli.eval.gammon'):>10}"
               f"{say(tongue, 'cli.eval.backgammon'):>16}")  # fmt: skip
    for key, side in (("cli.eval.mover", chances), ("cli.eval.opponent", lost)):
        cells = [f"{number(tongue, 100 * each, 2)} %" for each in side[:3]]
        click.echo(f"{say(tongue, key):<12}{cells[0]:>10}{cells[1]:>10}{cells[2]:>16}")
    click.echo(f"{say(tongue, 'cli.eval.equity')}: {number(tongue, chances.equity(), 4)}")
