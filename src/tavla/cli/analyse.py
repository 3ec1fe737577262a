"""`tavla analyse MATCH|FILE`: what every decision of a match cost, and the ratings of both players."""

import sys
from pathlib import Path

import click

from tavla.analysis.annotate import Annotated, Judgement, annotate
from tavla.analysis.rating import Rating, grade, rate, strength, worst
from tavla.analysis.report import report
from tavla.cli.hint import choice_as_json, choice_name
from tavla.cli.language import language
from tavla.cli.match import read_record, replayed, write_whole
from tavla.cli.positions import Json, print_json
from tavla.engine.decision import level
from tavla.match.match import History
from tavla.store import SqlStore, default_url
from tavla.words import number, say


@click.command()
@click.argument("source", metavar="MATCH")
@click.option("--level", "level_name", metavar="LEVEL", default="2-ply", show_default=True)
@click.option("--worst", "most", type=click.IntRange(0, 1000), default=10, show_default=True)
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--json", "json_", is_flag=True)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
def analyse(source: str, level_name: str, most: int, html: Path | None, json_: bool, data: Path | None) -> None:
    """Judge a match decision by decision."""
    depth = level(level_name)
    history = read_match(source, data)
    annotated = annotate(history, depth, progress=_progress if sys.stderr.isatty() else None)
    if html is not None:
        write_whole(html, report(annotated, language()))
    if json_:
        print_json(as_json(annotated))
    else:
        _print(annotated, most)
        if html is not None:
            click.echo(say(language(), "cli.analyse.written", file=html))


def _progress(done: int, of: int) -> None:
    """A line on the terminal that counts up and is gone at the end."""
    text = f"{say(language(), 'cli.analyse.working')} {done}/{of}"
    click.echo(f"\r{text}" if done < of else f"\r{' ' * len(text)}\r", nl=False, err=True)


def read_match(source: str, data: Path | None) -> History:
    """The match of a file if there is one by that name, else the one that is kept under it."""
    file = Path(source)
    if len(source) < 4096 and file.is_file():
        return replayed(read_record(file))
    store = SqlStore(default_url(data))
    try:
        return History(store.load(source).record.events)
    finally:
        store.close()


def as_json(annotated: Annotated) -> Json:
    """Everything that was found out, for programs."""
    players = annotated.history.match.started.players
    return {
        "level": annotated.level.name,
        "players": [player.name for player in players],
        "score": list(annotated.history.match.score.points),
        "ratings": [_rating_as_json(rate(annotated, seat)) for seat in (0, 1)],
        "decisions": [_judgement_as_json(each) for each in annotated.judgements],
        "luck": [
            {"version": each.version, "game": each.game, "seat": each.seat, "roll": list(each.roll),
             "luck": round(each.luck, 6)}
            for each in annotated.luck
        ],
    }  # fmt: skip


def _rating_as_json(rating: Rating) -> Json:
    tallies = {
        name: {"decisions": tally.decisions, "loss": round(tally.loss, 6), "doubtful": tally.doubtful,
               "errors": tally.errors, "blunders": tally.blunders}
        for name, tally in (("plays", rating.plays), ("doubles", rating.doubles), ("takes", rating.takes))
    }  # fmt: skip
    return {
        "pr": None if rating.rating is None else round(rating.rating, 3),
        "standard_error": None if rating.standard_error is None else round(rating.standard_error, 3),
        "luck": round(rating.luck, 6),
        **tallies,
    }


def _judgement_as_json(judgement: Judgement) -> Json:
    return {
        "version": judgement.version,
        "game": judgement.game,
        "seat": judgement.seat,
        "kind": judgement.kind,
        "chosen": choice_as_json(judgement.chosen),
        "best": choice_as_json(judgement.decision.best),
        "loss": round(judgement.loss, 6),
        "match_loss": None if judgement.match_loss is None else round(judgement.match_loss, 6),
        "class": grade(judgement.loss),
        "counts": judgement.counts,
    }


def _print(annotated: Annotated, most: int) -> None:
    tongue, match = language(), annotated.history.match
    names = [player.name for player in match.started.players]
    ratings = [rate(annotated, seat) for seat in (0, 1)]
    click.echo(say(tongue, "cli.analyse.title", one=names[0], two=names[1], level=annotated.level.name))
    width = max(12, *map(len, names))
    click.echo(f"\n{'':<26}{names[0]:>{width}}  {names[1]:>{width}}")
    for key, cells in _rows(tongue, ratings):
        click.echo(f"{say(tongue, key):<26}{cells[0]:>{width}}  {cells[1]:>{width}}")
    found = worst(annotated.judgements, most)
    if found:
        click.echo(f"\n{say(tongue, 'cli.analyse.worst', n=len(found))}")
    for place, judgement in enumerate(found, start=1):
        click.echo(_worst_line(tongue, place, judgement, names))


def _rows(tongue: str, ratings: list[Rating]) -> list[tuple[str, list[str]]]:
    def pr(rating: Rating) -> str:
        if rating.rating is None:
            return "-"
        error = "" if rating.standard_error is None else f" ± {number(tongue, rating.standard_error, 1)}"
        return number(tongue, rating.rating, 2) + error

    def named(rating: Rating) -> str:
        return "-" if rating.rating is None else say(tongue, f"strength.{strength(rating.rating)}")

    return [
        ("cli.analyse.pr", [pr(each) for each in ratings]),
        ("cli.analyse.strength", [named(each) for each in ratings]),
        ("cli.analyse.plays", [str(each.plays.decisions) for each in ratings]),
        ("cli.analyse.play_loss", [number(tongue, -each.plays.loss, 3) for each in ratings]),
        ("cli.analyse.doubtful", [str(each.plays.doubtful) for each in ratings]),
        ("cli.analyse.errors", [str(each.plays.errors) for each in ratings]),
        ("cli.analyse.blunders", [str(each.plays.blunders) for each in ratings]),
        ("cli.analyse.cube", [str(each.doubles.decisions + each.takes.decisions) for each in ratings]),
        ("cli.analyse.cube_loss", [number(tongue, -(each.doubles.loss + each.takes.loss), 3) for each in ratings]),
        ("cli.analyse.luck", [number(tongue, each.luck, 3) for each in ratings]),
    ]


def _worst_line(tongue: str, place: int, judgement: Judgement, names: list[str]) -> str:
    state = judgement.state
    roll = f"{state.roll.high}-{state.roll.low}: " if judgement.kind == "play" and state.roll else ""
    chosen, best = (
        choice_name(choice) if judgement.kind == "play" else say(tongue, f"cli.hint.{choice_name(choice)}")
        for choice in (judgement.chosen, judgement.decision.best)
    )
    where = say(tongue, "cli.analyse.where", game=judgement.game, version=judgement.version)
    better = say(tongue, "cli.analyse.better", best=best)
    loss, name = number(tongue, -judgement.loss, 3), names[judgement.seat]
    return f"{place:>3}  {loss}  {where}  {name}  {roll}{chosen}  ({better})"
