"""`tavla about`: what is installed here, for people who ask and for reports of faults."""

import platform
import sys

import click
import platformdirs

import tavla
from tavla.cli.language import language
from tavla.cli.positions import print_json
from tavla.kernel import BUILD
from tavla.rules import PROFILES
from tavla.rules.ruleset import VARIANTS
from tavla.words import LANGUAGES, say


@click.command()
@click.option("--json", "json_", is_flag=True)
def about(json_: bool) -> None:
    """Say what is installed."""
    facts: dict[str, object] = {
        "version": tavla.__version__,
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "executable": sys.executable,
        "kernel": BUILD,
        "data": platformdirs.user_data_dir("tavla", appauthor=False),
        "languages": list(LANGUAGES),
        "profiles": list(PROFILES),
        "variants": list(VARIANTS),
        "licence": "MIT",
    }
    if json_:
        print_json(facts)
        return
    click.echo(say(language(), "cli.about.what"))
    labels = {name: say(language(), f"cli.about.{name}") for name in facts}
    width = max(map(len, labels.values()))
    for name, value in facts.items():
        text = ", ".join(value) if isinstance(value, list) else value
        click.echo(f"{labels[name]:<{width}}  {text}")
