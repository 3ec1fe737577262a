"""`tavla show ID`: the board of a position, drawn in characters."""

import click

from tavla.cli.language import language
from tavla.cli.positions import as_json, id_lines, print_json, stake_lines
from tavla.errors import InvalidInput
from tavla.notation import Labels, Situation, draw, read_position
from tavla.rules import Position
from tavla.words import say


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--flip", is_flag=True)
@click.option("--home", type=click.Choice(["right", "left"]), default="right", show_default=True)
@click.option("--json", "json_", is_flag=True)
def show(id_: str, flip: bool, home: str, json_: bool) -> None:
    """Draw a position."""
    situation = read_position(id_)
    if situation.position is None:
        raise InvalidInput("notation.no_position")
    board = _board(situation, situation.position, flip=flip, home=home)
    if json_:
        print_json({**as_json(situation), "board": board.splitlines()})
        return
    click.echo(board)
    click.echo()
    for line in id_lines(situation):
        click.echo(line)


def _board(situation: Situation, position: Position, *, flip: bool, home: str) -> str:
    """The board as the player on roll sees it, or turned: X stands for player 1 of a match ID, as everywhere."""
    tongue = language()
    mover, other = ("O", "X") if situation.turn == 0 else ("X", "O")
    names = {
        symbol: say(tongue, f"cli.show.{role}", symbol=symbol, n=pips)
        for symbol, role, pips in zip((mover, other), ("mover", "opponent"), position.pips, strict=True)
    }
    bottom, top = (other, mover) if flip else (mover, other)
    phase = say(tongue, "cli.show.contact" if position.contact else "cli.show.race")
    labels = Labels(
        top=(names[top],),
        middle=(*stake_lines(situation), phase),
        bottom=(names[bottom],),
        bar=say(tongue, "cli.show.bar"),
        off=say(tongue, "cli.show.off"),
    )
    return draw(position.flip() if flip else position, labels, symbols=(bottom, top), home=home)
