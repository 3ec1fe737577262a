"""`tavla engine`: the engine behind another program, on standard input and output."""

import os
import sys
from typing import BinaryIO

import click

from tavla.engine.decision import level
from tavla.protocols.lines import LineEngine
from tavla.protocols.stream import read_lines
from tavla.protocols.ubgi import converse


@click.command()
@click.option("--protocol", type=click.Choice(["ubgi", "lines"]), default="ubgi", show_default=True)
@click.option("--level", "level_name", metavar="LEVEL", default="2-ply", show_default=True)
def engine(protocol: str, level_name: str) -> None:
    """Answer another program."""
    depth = level(level_name)
    if protocol == "ubgi":
        converse(read_lines(_own_input()), _say, depth)
        return
    conversation = LineEngine(depth)
    for line in read_lines(sys.stdin.buffer):
        answer = conversation.answer(line)
        if answer is not None:
            _say(answer)
        if conversation.done:
            return


def _own_input() -> BinaryIO:
    """Standard input as a stream of its own: a thread may still wait at it when the program ends."""
    try:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    except OSError:
        return sys.stdin.buffer


def _say(line: str) -> None:
    click.echo(line)
