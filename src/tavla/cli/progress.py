"""How far something is, for whoever waits at a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from tavla.analysis.annotate import Progress
from tavla.cli.language import language
from tavla.words import say


@contextmanager
def counting(key: str, before: str = "") -> Iterator[Progress | None]:
    """A line that counts up and is gone at the end; None where there is no terminal. `key` says what is done."""
    if not sys.stderr.isatty():
        yield None
        return
    width = 0

    def told(done: int, of: int) -> None:
        nonlocal width
        text = f"{before}{say(language(), key)} {done}/{of}"
        click.echo(f"\r{text:<{width}}", nl=False, err=True)
        width = len(text)

    try:
        yield told
    finally:
        click.echo(f"\r{' ' * width}\r", nl=False, err=True)
