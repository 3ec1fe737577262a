"""`tavla hint ID`: what to do in a position, every choice ranked."""

import click

from tavla.analysis.themes import explain, sentences
from tavla.cli import read_options
from tavla.cli.language import language
from tavla.cli.positions import print_json
from tavla.engine.decision import Choice, Decision, decide, level
from tavla.notation import choice_in_words, read_position, rules_of, state_of
from tavla.protocols.answers import choice_as_json
from tavla.rules import Roll, State
from tavla.words import number, say

__all__ = ["choice_as_json", "hint", "print_choices"]

SHOWN = 10


@click.command()
@click.argument("id_", metavar="ID")
@click.argument("roll", metavar="ROLL", required=False)
@click.option("--level", "level_name", metavar="LEVEL", default="2-ply", show_default=True)
@click.option("--rules", "profile_name", metavar="PROFILE")
@click.option("--option", "options", multiple=True, metavar="K=V")
@click.option("--all", "all_", is_flag=True)
@click.option("--json", "json_", is_flag=True)
def hint(
    id_: str,
    roll: str | None,
    level_name: str,
    profile_name: str | None,
    options: tuple[str, ...],
    all_: bool,
    json_: bool,
) -> None:
    """Rank the plays or the cube actions of a position."""
    depth = level(level_name)
    situation = read_position(id_)
    rules = rules_of(situation, profile_name, read_options(options))
    state = state_of(situation, rules, None if roll is None else Roll.parse(roll))
    decision = decide(state, depth)
    if json_:
        print_json({"level": depth.name, "choices": [choice_as_json(choice) for choice in decision.choices]})
    else:
        print_choices(decision, None if all_ else SHOWN)
        _print_why(state, decision)


def _print_why(state: State, decision: Decision) -> None:
    """What the best play does, or what a cube decision hangs on."""
    best = decision.best
    other = best if best.after is not None or len(decision.choices) < 2 else decision.choices[1]
    for sentence in sentences(language(), explain(state, other, best)):
        click.echo(f"     {sentence}")


def print_choices(decision: Decision, most: int | None) -> None:
    """The choices with their figures, a line each, so many at most."""
    tongue = language()
    best = decision.best
    names = [choice_in_words(tongue, choice.text) for choice in decision.choices]
    width = max(map(len, names[:most]))
    depths = [_depth(tongue, choice, best) for choice in decision.choices]
    deepest = max(map(len, [say(tongue, "cli.hint.depth"), *depths]))
    click.echo(_heading(tongue, width, deepest))
    for place, (name, choice) in enumerate(zip(names, decision.choices, strict=True), start=1):
        if most is not None and place > most:
            click.echo(say(tongue, "cli.hint.more", n=len(names) - most))
            break
        loss = number(tongue, choice.equity - best.equity, 4) if place > 1 else ""
        chances = " ".join(f"{number(tongue, 100 * each, 1):>6}" for each in choice.chances)
        equity = number(tongue, choice.equity, 4)
        depth = f"{depths[place - 1]:<{deepest}}"
        click.echo(f"{place:>3}  {name:<{width}}  {equity:>8}  {loss:>8}  {depth} {chances}")
    if any(choice.plies < best.plies for choice in decision.choices[:most]):
        click.echo(say(tongue, "cli.hint.shallow"))


def _depth(tongue: str, choice: Choice, best: Choice) -> str:
    """How many rolls ahead a choice was looked at, with a mark if the best one was looked at deeper."""
    return say(tongue, "cli.hint.plies", n=choice.plies) + ("*" if choice.plies < best.plies else "")


def _heading(tongue: str, width: int, depth: int) -> str:
    equity, loss, *chances = (
        say(tongue, f"cli.hint.{name}")
        for name in ("equity", "loss", "win", "gammon", "backgammon", "gammon_lost", "backgammon_lost")
    )
    columns = " ".join(f"{each:>6}" for each in chances)
    return f"{'':>{width + 3}}  {equity:>10}  {loss:>8}  {say(tongue, 'cli.hint.depth'):<{depth}} {columns}"
