"""`tavla train RECIPE`: make a net step by step; what is done already is not done again."""

import time
from pathlib import Path

import click

from tavla.cli.language import language
from tavla.train.pipeline import follow
from tavla.words import number, say


@click.command()
@click.argument("recipe", type=click.Path(path_type=Path))
@click.option("--runs", type=click.Path(path_type=Path, file_okay=False), default=Path("runs"), show_default=True)
def train(recipe: Path, runs: Path) -> None:
    """Carry a recipe out."""
    begun = time.monotonic()

    def tell(code: str, /, **values: object) -> None:
        said = {name: number(language(), v, 4) if isinstance(v, float) else v for name, v in values.items()}
        seconds = f"{time.monotonic() - begun:7.0f}"
        click.echo(say(language(), "cli.train.line", seconds=seconds, text=say(language(), code, **said)))

    follow(recipe, runs, tell)
