"""`tavla train RECIPE`: make a net step by step, nothing twice; `tavla train gate NEW OLD`: which net is better."""

import time
from pathlib import Path

import click

from tavla.cli.language import language
from tavla.cli.ranges import FiniteRange
from tavla.train.arena import decide, tell
from tavla.train.export import ship
from tavla.train.pipeline import follow
from tavla.train.run import Report, read_net
from tavla.words import number, say

NOT_BETTER = 1
"""What `tavla train gate` exits with when the new net has not won."""


class _Train(click.Group):
    """A word that is no subcommand is a recipe."""

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if arguments and arguments[0] not in self.commands:
            arguments = ["recipe", *arguments]
        return super().resolve_command(context, arguments)


@click.group(cls=_Train)
def train() -> None:
    """Make nets and compare them."""


@train.command()
@click.argument("recipe", type=click.Path(path_type=Path))
@click.option("--runs", type=click.Path(path_type=Path, file_okay=False), default=Path("runs"), show_default=True)
@click.option("--scale", type=FiniteRange(0.0, 100.0, min_open=True), default=1.0, show_default=True)
def recipe(recipe: Path, runs: Path, scale: float) -> None:
    """Carry a recipe out."""
    follow(recipe, runs, _telling(), scale)


@train.command()
@click.argument("new")
@click.argument("old")
@click.option("--pairs", type=click.IntRange(1, 10_000_000), default=32_000, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, show_default=True)
@click.option("--ship", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
def gate(new: str, old: str, pairs: int, seed: int, folder: Path | None) -> int:
    """Let two nets play until it is clear which is better; write a better new one with its provenance."""
    first, second = read_net(new), read_net(old)
    telling = _telling()
    verdict = decide(first, second, pairs, seed, telling)
    tell(verdict, new, telling)
    if folder is not None and verdict.better:
        click.echo(say(language(), "cli.train.gate.shipped", path=ship(new, old, verdict, seed, folder)))
    return 0 if verdict.better else NOT_BETTER


def _telling() -> Report:
    begun = time.monotonic()

    def telling(code: str, /, **values: object) -> None:
        said = {name: number(language(), v, 4) if isinstance(v, float) else v for name, v in values.items()}
        seconds = f"{time.monotonic() - begun:7.0f}"
        click.echo(say(language(), "cli.train.line", seconds=seconds, text=say(language(), code, **said)))

    return telling
