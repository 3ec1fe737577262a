"""`tavla convert IN OUT`: a file of one program as a file of another, and what is lost on the way."""

from pathlib import Path

import click

from tavla.cli.info import oddities
from tavla.cli.language import language
from tavla.cli.match import STDOUT, check_target, tell_written, write_whole
from tavla.errors import InvalidInput, InvalidOption
from tavla.formats.detect import read_file
from tavla.formats.encoding import ENCODINGS
from tavla.formats.write import FORMS, POSITION_FILE, POSITION_FORMS, form_of, lost, position_file, positions, write
from tavla.words import say


@click.command()
@click.argument("source", type=click.Path(path_type=Path), metavar="IN")
@click.argument("target", type=click.Path(path_type=Path), metavar="OUT")
@click.option("--to", "form", type=click.Choice((*FORMS, *POSITION_FORMS, POSITION_FILE)))
@click.option("--match", "number", type=click.IntRange(1), metavar="N")
@click.option("--encoding", type=click.Choice(ENCODINGS))
def convert(source: Path, target: Path, form: str | None, number: int | None, encoding: str | None) -> None:
    """Write a match in another format."""
    name = form or _form(target)
    check_target(target, [source])
    reading = read_file(source, encoding)
    if name in POSITION_FORMS or name == POSITION_FILE:
        write_whole(target, position_file(reading) if name == POSITION_FILE else positions(reading, name))
        tell_written(target)
        return
    entries = reading.entries if number is None else reading.entries[number - 1 : number]
    if not entries:
        raise InvalidInput("formats.no_such_match", n=number or 0, count=len(reading.entries))
    write_whole(target, write(entries, name))
    tell_written(target)
    told = dict.fromkeys(say(language(), each.code, **each.values) for entry in entries for each in lost(entry, name))
    for line in [*oddities(reading), *(say(language(), "cli.convert.lost", what=what) for what in told)]:
        click.echo(line, err=True)


def _form(target: Path) -> str:
    if target == STDOUT:
        raise InvalidOption("cli.convert.which_form")
    return form_of(target.name)
