"""How far something is, for whoever waits at a terminal, and where it was broken off."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from tavla.analysis.annotate import Progress
from tavla.cli.interruption import Interrupted
from tavla.cli.language import language
from tavla.words import say


@contextmanager
def counting(key: str, before: str = "") -> Iterator[Progress]:
    """A line that counts up at a terminal and is gone at the end; `key` says what is done, and whatever is done is
    kept. Raises `Interrupted` with how far it was when the user breaks it off."""
    shows, width, reached = sys.stderr.isatty(), 0, ""

    def told(done: int, of: int) -> None:
        nonlocal width, reached
        reached = f"{done}/{of}"
        if shows:
            text = f"{before}{say(language(), key)} {reached}"
            click.echo(f"\r{text:<{width}}", nl=False, err=True)
            width = len(text)

    try:
        yield told
    except KeyboardInterrupt:
        sentence = say(language(), "cli.stopped.at", reached=reached) if reached else say(language(), "cli.stopped")
        raise Interrupted(before + sentence) from None
    finally:
        if shows:
            click.echo(f"\r{' ' * width}\r", nl=False, err=True)
