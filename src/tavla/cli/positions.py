"""Positions on the command line: the ID forms of one, as JSON and as lines."""

import json
from typing import Any

import click

from tavla.cli.language import language
from tavla.notation import Situation, encode_match, encode_position, encode_xgid
from tavla.rules import BAR, OFF, Seat
from tavla.rules.position import Side
from tavla.words import say

Json = dict[str, Any]


def as_json(situation: Situation) -> Json:
    """Every ID of a situation and what it tells, from the side of the player on roll; null for what it does not."""
    position = situation.position
    cube, score, turn = situation.cube, situation.score, 1 if situation.turn is None else situation.turn
    return {
        "gnu_position": None if position is None else encode_position(position),
        "gnu_match": None if cube is None else encode_match(situation),
        "xgid": None if position is None else encode_xgid(situation),
        "mover": None if position is None else points(position.mine),
        "opponent": None if position is None else points(position.theirs),
        "cube": None if cube is None else cube.value,
        "cube_owner": None if cube is None else _side(cube.owner, turn),
        "score": None if score is None else [score[turn], score[1 - turn]],
        "match_length": situation.length,
        "crawford": situation.crawford,
        "jacoby": situation.jacoby,
        "roll": None if situation.roll is None else list(situation.roll),
    }


def points(counts: Side) -> dict[str, int]:
    """The points that hold checkers, from the bar down; what is missing is borne off."""
    names = {BAR: "bar"}
    return {names.get(point, str(point)): counts[point] for point in range(BAR, OFF, -1) if counts[point]}


def _side(owner: Seat | None, turn: Seat) -> str | None:
    return None if owner is None else "mover" if owner == turn else "opponent"


def print_json(value: Json) -> None:
    """One JSON object on one line, at once; what no UTF-8 can hold is written as an escape."""
    click.echo(json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode())


def id_lines(situation: Situation) -> list[str]:
    """The ID forms as lines to read, those that the situation has."""
    told = as_json(situation)
    forms = {name: told[name] for name in ("gnu_position", "gnu_match", "xgid") if told[name] is not None}
    labels = {name: say(language(), f"cli.id.{name}") for name in forms}
    width = max(map(len, labels.values()), default=0)
    return [f"{labels[name]:<{width}}  {text}" for name, text in forms.items()]


def stake_lines(situation: Situation) -> list[str]:
    """Cube, score and roll as lines to read, those that the situation has."""
    tongue, told = language(), as_json(situation)
    lines = []
    if told["cube"] is not None:
        lines.append(say(tongue, f"cli.show.cube.{told['cube_owner'] or 'centred'}", value=told["cube"]))
    if told["score"] is not None:
        mover, opponent = told["score"]
        kind = "match" if situation.length else "money"
        lines.append(say(tongue, f"cli.show.{kind}", mover=mover, opponent=opponent, n=situation.length))
    lines += [say(tongue, f"cli.show.{name}") for name in ("crawford", "jacoby") if told[name]]
    if situation.offer is not None:
        lines.append(say(tongue, f"cli.show.offer.{situation.offer}"))
    if situation.roll is not None:
        lines.append(say(tongue, "cli.show.roll", roll=f"{situation.roll.high}-{situation.roll.low}"))
    return lines
