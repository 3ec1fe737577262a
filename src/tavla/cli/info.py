"""`tavla info FILE`: what a file of any program holds, and everything that is odd about it."""

from pathlib import Path

import click

from tavla.cli.language import language
from tavla.cli.positions import Json, as_json, id_lines, print_json
from tavla.formats.detect import read_file
from tavla.formats.diagnostics import Diagnostic
from tavla.formats.encoding import ENCODINGS
from tavla.formats.found import Entry, Reading
from tavla.formats.outline import Game, outline
from tavla.words import say


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--encoding", type=click.Choice(ENCODINGS))
@click.option("--json", "json_", is_flag=True)
def info(file: Path, encoding: str | None, json_: bool) -> None:
    """Say what a file holds."""
    reading = read_file(file, encoding)
    if json_:
        print_json(_as_json(file, reading))
        return
    form = say(language(), f"formats.form.{reading.form}")
    click.echo(f"{file}: {form}" + (f" ({reading.encoding})" if reading.encoding else ""))
    for entry in reading.entries:
        click.echo("\n" + "\n".join(_lines(entry)))
    for situation in reading.positions:
        click.echo("\n" + "\n".join(id_lines(situation)))
    if len(reading.diagnostics):
        click.echo()
    for line in oddities(reading):
        click.echo(line)


def oddities(reading: Reading) -> list[str]:
    """Everything that is odd about a file, a line each."""
    more = reading.diagnostics.more
    rest = [say(language(), "formats.more", n=more)] if more else []
    return [*map(oddity, reading.diagnostics), *rest]


def oddity(each: Diagnostic) -> str:
    """One oddity as a line: where it stands and what it is."""
    line, column = each.place
    sentence = each.sentence(language())
    if not line:
        return sentence
    where = "cli.info.place" if column else "cli.info.record"
    return f"{say(language(), where, line=line, column=column)}: {sentence}"


def _names(entry: Entry) -> tuple[str, str]:
    first, second = (name or "?" for name in entry.players)
    return first, second


def _lines(entry: Entry) -> list[str]:
    tongue, match = language(), entry.history.match
    names, length = _names(entry), match.rules.length
    score = "-".join(map(str, match.score.points))
    state = say(tongue, "cli.match.over" if match.is_over else "cli.match.open")
    told = [say(tongue, f"length.{length.kind}", n=length.n), say(tongue, f"variant.{match.rules.variant}")]
    head = f"{names[0]} - {names[1]}  {score}  ({', '.join([*told, state])})"
    return [head, *(_game_line(game, names) for game in outline(entry.history))]


def _game_line(game: Game, names: tuple[str, str]) -> str:
    tongue = language()
    score, turns = "-".join(map(str, game.score.points)), sum(turn.kind == "roll" for turn in game.turns)
    head = say(tongue, "cli.info.game", number=game.number, score=score, n=turns)
    if game.result is None:
        return f"  {head}: {say(tongue, 'cli.match.open')}"
    name, points = names[game.result.winner], game.result.points
    return f"  {head}: {say(tongue, f'cli.info.how.{game.result.how}', name=name, n=points)}"


def _as_json(file: Path, reading: Reading) -> Json:
    return {
        "file": str(file),
        "format": reading.form,
        "encoding": reading.encoding,
        "matches": [_entry_as_json(entry) for entry in reading.entries],
        "positions": [as_json(situation) for situation in reading.positions],
        "diagnostics": [
            {
                "line": each.place.line,
                "column": each.place.column,
                "code": each.code,
                "text": each.sentence(language()),
            }
            for each in reading.diagnostics
        ],
        "more": reading.diagnostics.more,
    }


def _entry_as_json(entry: Entry) -> Json:
    match = entry.history.match
    return {
        "match": entry.record.match,
        "players": list(entry.players),
        "length": str(match.rules.length),
        "variant": match.rules.variant,
        "score": list(match.score.points),
        "over": match.is_over,
        "winner": match.winner,
        "tags": dict(entry.tags),
        "games": [_game_as_json(game) for game in outline(entry.history)],
    }


def _game_as_json(game: Game) -> Json:
    result = game.result
    return {
        "number": game.number,
        "score": list(game.score.points),
        "crawford": game.score.crawford,
        "rolls": sum(turn.kind == "roll" for turn in game.turns),
        "winner": result and result.winner,
        "points": result and result.points,
        "how": result and result.how,
    }
