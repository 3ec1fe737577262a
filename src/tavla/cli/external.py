"""`tavla external HOST:PORT`: an external player for GNU Backgammon."""

import re

import click

from tavla.cli.language import language
from tavla.engine.decision import level
from tavla.errors import InvalidInput, Unavailable
from tavla.protocols.gnubg_external import ExternalPlayer, serve
from tavla.words import say

_PLACE = re.compile(r"(\[[0-9a-fA-F:]{2,45}\]|[^:\s]{1,253}):([0-9]{1,5})")


@click.command()
@click.argument("address", metavar="HOST:PORT")
@click.option("--level", "level_name", metavar="LEVEL", default="2-ply", show_default=True)
@click.option("--jacoby/--no-jacoby", default=True, show_default=True)
@click.option("--once", is_flag=True)
def external(address: str, level_name: str, jacoby: bool, once: bool) -> None:
    """Play for GNU Backgammon."""
    depth = level(level_name)
    place = _place(address)
    try:
        serve(place, lambda: ExternalPlayer(depth, jacoby), _announce, once)
    except OSError as error:
        raise Unavailable("cli.external.cannot_listen", address=address[:80], reason=error) from error


def _announce(host: str, port: int) -> None:
    click.echo(say(language(), "cli.external.listening", address=f"{host}:{port}"))


def _place(address: str) -> tuple[str, int]:
    found = _PLACE.fullmatch(address)
    if found is None or int(found[2]) > 65535:
        raise InvalidInput("cli.external.address", text=address[:80])
    return found[1].strip("[]"), int(found[2])
