"""`tavla id ID`: every ID form of a position."""

import click

from tavla.cli.positions import as_json, id_lines, print_json, stake_lines
from tavla.notation import read_position


@click.command("id")
@click.argument("id_", metavar="ID")
@click.option("--json", "json_", is_flag=True)
def id(id_: str, json_: bool) -> None:
    """Say every ID form of a position."""
    situation = read_position(id_)
    if json_:
        print_json(as_json(situation))
        return
    for line in [*id_lines(situation), *stake_lines(situation)]:
        click.echo(line)
