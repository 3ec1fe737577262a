"""`tavla cube ID`: whether to double a position, and whether to take, at every score of a match and for money.

Rows are the points that the player on roll still needs, columns those of the other. Where a player needs one point the
Crawford game is over; in it nobody doubles. A roll in the ID is left out: the cube is turned before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import click

from tavla.cli.interruption import thinkers
from tavla.cli.language import language
from tavla.cli.positions import Json, print_json
from tavla.engine.decision import Choice, Decision, Level, decide, level
from tavla.errors import InvalidInput
from tavla.notation import Situation, encode_xgid, read_position
from tavla.rules import Act, Cube, Length, Phase, Position, RuleSet, Score, State, apply, legal, profile
from tavla.rules.facts import Doubled
from tavla.words import say

USUAL = 7
LONGEST = 25

_COLOURS = {
    "no_double": None,
    "double_take": "green",
    "double_drop": "yellow",
    "too_good": "magenta",
    "no_double_beaver": "cyan",
    "double_beaver": "cyan",
    "none": "bright_black",
}


class Cell(NamedTuple):
    """One score: the points that both need (None for money), the action, and what it rests on.

    `equities` are those of not doubling, of a double that is taken and of one that is dropped, for the player on roll;
    None where there is no double to think about.
    """

    away: tuple[int, int] | None
    jacoby: bool
    action: str
    equities: tuple[float, float, float] | None


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--length", type=click.IntRange(2, LONGEST), metavar="N")
@click.option("--level", "level_name", metavar="LEVEL", default="2-ply", show_default=True)
@click.option("--json", "json_", is_flag=True)
def cube(id_: str, length: int | None, level_name: str, json_: bool) -> None:
    """Tell the cube action of a position at every score."""
    depth = level(level_name)
    situation = read_position(id_)
    position, stake = _checked(situation)
    if situation.roll is not None:
        click.echo(say(language(), "cube.roll_left_out", roll=f"{situation.roll.high}-{situation.roll.low}"), err=True)
    points = length or min(max(situation.length or USUAL, 2), LONGEST)
    states = [*_money(position, stake), *_scores(position, stake, points)]
    with thinkers() as threads:
        cells = list(threads.map(lambda state: cell(state, depth), states))
    if json_:
        print_json(_as_json(situation, points, depth, cells))
    else:
        for line in _lines(points, depth, cells):
            click.echo(line)


def _checked(situation: Situation) -> tuple[Position, Cube]:
    """The board, and the cube as if the player on roll were in seat 0."""
    if situation.position is None:
        raise InvalidInput("notation.no_position")
    if situation.position.winner_is_known:
        raise InvalidInput("notation.over")
    found = situation.cube or Cube()
    if found.owner is None:
        return situation.position, found
    if found.owner != (situation.turn or 0):
        raise InvalidInput("cube.not_yours")
    return situation.position, Cube(found.value, 0)


def _money(position: Position, stake: Cube) -> Iterator[State]:
    for jacoby in ("on", "off"):
        rules = profile("money", {"jacoby": jacoby, "beavers": "1"})
        yield State(rules, position, Phase.ROLL, 0, cube=stake)


def _scores(position: Position, stake: Cube, points: int) -> Iterator[State]:
    rules = profile("standard", {"length": str(Length("points", points))})
    for mine in range(1, points + 1):
        for theirs in range(1, points + 1):
            yield State(rules, position, Phase.ROLL, 0, cube=stake, score=_score(rules, points, mine, theirs))


def _score(rules: RuleSet, points: int, mine: int, theirs: int) -> Score:
    return Score((points - mine, points - theirs), False, rules.has_crawford and min(mine, theirs) == 1)


def cell(state: State, depth: Level) -> Cell:
    """The cube action in a state before the roll, the player on roll in seat 0."""
    away = state.score.away(0, state.rules), state.score.away(1, state.rules)
    told = None if away[0] is None or away[1] is None else (away[0], away[1])
    if not legal(state).allows(0, Act.DOUBLE):
        return Cell(told, state.rules.jacoby, "none", None)
    held = _named(decide(state, depth), "roll").equity
    answers = decide(apply(state, Doubled()), depth)
    taken, dropped = -_named(answers, "take").equity, -_named(answers, "drop").equity
    return Cell(told, state.rules.jacoby, _action(held, answers), (held, taken, dropped))


def _named(decision: Decision, name: str) -> Choice:
    return next(each for each in decision.choices if each.name == name)


def _action(held: float, answers: Decision) -> str:
    """What both do: the answer is the best one, and a double is right if it is worth more than holding the cube."""
    answer = answers.best
    if held < -answer.equity:
        return f"double_{answer.name}"
    if answer.name == "beaver":
        return "no_double_beaver"
    return "too_good" if answer.name == "drop" else "no_double"


def _as_json(situation: Situation, points: int, depth: Level, cells: Sequence[Cell]) -> Json:
    return {
        "xgid": encode_xgid(replace(situation, roll=None, offer=None)),
        "level": depth.name,
        "length": points,
        "cells": [
            {
                "away": None if each.away is None else list(each.away),
                "jacoby": each.jacoby,
                "action": each.action,
                "no_double": None if each.equities is None else round(each.equities[0], 6),
                "double_take": None if each.equities is None else round(each.equities[1], 6),
                "double_drop": None if each.equities is None else round(each.equities[2], 6),
            }
            for each in cells
        ],
    }


def _lines(points: int, depth: Level, cells: Sequence[Cell]) -> Iterator[str]:
    tongue = language()
    money, scores = cells[:2], cells[2:]
    yield say(tongue, "cube.title", level=depth.name, n=points)
    for each in money:
        name = say(tongue, "cube.money.jacoby" if each.jacoby else "cube.money.plain")
        yield f"  {name}  {_said(each, 0)}"
    yield ""
    width = max(2, *(len(say(tongue, f"cube.short.{action}")) for action in _COLOURS))
    yield "  ".join(["    ", *(f"{theirs:^{width}}" for theirs in range(1, points + 1))]).rstrip()
    for mine in range(1, points + 1):
        row = scores[(mine - 1) * points : mine * points]
        yield "  ".join([f"{mine:>4}", *(_said(each, width) for each in row)])
    yield ""
    used = {each.action for each in cells}
    legend = (
        (say(tongue, f"cube.short.{action}"), say(tongue, f"cube.{action}")) for action in _COLOURS if action in used
    )
    yield "   ".join(f"{short} = {words}" for short, words in legend)
    yield say(tongue, "cube.crawford")


def _said(each: Cell, width: int) -> str:
    text = say(language(), f"cube.short.{each.action}")
    return click.style(f"{text:^{width}}", fg=_COLOURS[each.action], bold=each.action == "double_take")
