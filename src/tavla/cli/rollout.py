"""`tavla rollout ID [ROLL]`: a position, or the plays of a roll, played out many times."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

import click
import numpy as np

from tavla.cli.interruption import thinkers
from tavla.cli.language import language
from tavla.cli.positions import Json, print_json
from tavla.cli.ranges import FiniteRange
from tavla.engine.decision import LEVELS, rank_plays
from tavla.engine.own_tables import table_for
from tavla.engine.rollout import Estimate, Progress, Settings
from tavla.engine.rollout import rollout as roll_out
from tavla.engine.stake import Stake
from tavla.errors import InvalidInput
from tavla.evaluation import words_of
from tavla.notation import choice_in_words, format_play, read_position, rules_of, state_of
from tavla.rules import Chances, Phase, Play, Position, Roll, State
from tavla.words import number, say

MOST_TRIALS = 1_000_000
FIRST_LOOK = "1-ply"
"""The level that chooses which plays are rolled out."""


class Row(NamedTuple):
    """One line of the answer, seen by the player on roll."""

    play: Play | None
    chances: Chances
    chances_error: Chances
    equity: float
    equity_error: float
    match_chance: float | None
    trials: int


@click.command()
@click.argument("id_", metavar="ID")
@click.argument("roll", metavar="ROLL", required=False)
@click.option("--trials", type=click.IntRange(1, MOST_TRIALS), default=1296, show_default=True)
@click.option("--truncate", type=click.IntRange(1, 1000))
@click.option("--plies", type=click.IntRange(0, 1), default=0, show_default=True)
@click.option("--cubeful", is_flag=True)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option("--stop-error", type=FiniteRange(0, min_open=True))
@click.option("--stop-lead", type=FiniteRange(0, min_open=True))
@click.option("--top", type=click.IntRange(1, 100), default=5, show_default=True)
@click.option("--threads", type=click.IntRange(1, 1024))
@click.option("--cluster", "address", metavar="ADDRESS")
@click.option("--json", "json_", is_flag=True)
def rollout(
    id_: str,
    roll: str | None,
    trials: int,
    truncate: int | None,
    plies: int,
    cubeful: bool,
    seed: int,
    stop_error: float | None,
    stop_lead: float | None,
    top: int,
    threads: int | None,
    address: str | None,
    json_: bool,
) -> None:
    """Play a position out many times."""
    situation = read_position(id_)
    state = state_of(situation, rules_of(situation), None if roll is None else Roll.parse(roll))
    settings = Settings(trials, truncate, plies, cubeful, True, seed, stop_error, stop_lead)
    with _executor(address, threads) as executor, _progress() as progress:
        rows = rolled_out(state, settings, top, executor, progress)
    if json_:
        print_json(_as_json(rows, settings))
    else:
        _print(rows, settings)


def _executor(address: str | None, threads: int | None) -> AbstractContextManager[Executor]:
    if address is None:
        return thinkers(threads or _cores())
    from tavla.engine.cluster import cluster

    return cluster(address)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _progress() -> Iterator[Progress | None]:
    """A bar on the terminal, nothing where there is none."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say(language(), "rollout.trials"), total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def rolled_out(
    state: State, settings: Settings, top: int, executor: Executor, progress: Progress | None = None
) -> list[Row]:
    """The rollouts of the `top` plays of a state's roll, the best first; of the position itself before the roll."""
    if state.phase is Phase.CUBE:
        raise InvalidInput("rollout.offer")
    stake = Stake.of(state, table_for(state.rules))
    if state.phase is Phase.ROLL:
        (found,) = roll_out(words_of([state.position]), stake, settings, executor, progress)
        return [_row(None, found, stake, settings.cubeful)]
    chosen = _candidates(state, stake, top)
    words = words_of(list(chosen))
    found_all = roll_out(words, stake.flip(), settings, executor, progress)
    rows = [
        _row(play, _turned(found), stake, settings.cubeful)
        for play, found in zip(chosen.values(), found_all, strict=True)
    ]
    return sorted(rows, key=lambda row: -row.equity)


def _candidates(state: State, stake: Stake, top: int) -> dict[Position, Play]:
    """The plays that look best at a first glance; no play at all where nothing can be moved."""
    assert state.continuations is not None
    plays = state.continuations.plays() or {state.position.flip(): ()}
    ranked = rank_plays(plays, stake, LEVELS[FIRST_LOOK]).choices[:top]
    return {choice.after: plays[choice.after] for choice in ranked if choice.after is not None}


def _turned(found: Estimate) -> Estimate:
    """An estimate of the opponent's as the player sees it."""
    error = found.chances_error
    turned = Chances(error.win, error.lose_gammon, error.lose_backgammon, error.win_gammon, error.win_backgammon)
    return found._replace(chances=found.chances.flip(), chances_error=turned, worth=-found.worth)


def _row(play: Play | None, found: Estimate, stake: Stake, cubeful: bool) -> Row:
    if not cubeful:
        return Row(play, found.chances, found.chances_error, found.worth, found.worth_error, None, found.trials)
    low, high = stake.scale
    scale = 2.0 / (high - low) if high > low else 0.0
    chance = stake.match_chance(found.worth)
    error = found.worth_error * scale
    return Row(play, found.chances, found.chances_error, stake.normal(found.worth), error, chance, found.trials)


def _finite(value: float) -> float | None:
    return round(value, 6) if np.isfinite(value) else None


def _as_json(rows: list[Row], settings: Settings) -> Json:
    best = rows[0].equity
    return {
        "seed": settings.seed,
        "truncate": settings.truncate,
        "plies": settings.plies,
        "cubeful": settings.cubeful,
        "choices": [
            {
                "play": None if row.play is None else format_play(row.play),
                "equity": _finite(row.equity),
                "equity_error": _finite(row.equity_error),
                "loss": _finite(best - row.equity),
                "match_chance": None if row.match_chance is None else _finite(row.match_chance),
                "probs": [_finite(each) for each in row.chances],
                "probs_error": [_finite(each) for each in row.chances_error],
                "trials": row.trials,
            }
            for row in rows
        ],
    }


def _print(rows: list[Row], settings: Settings) -> None:
    tongue = language()
    names = [_name(tongue, row) for row in rows]
    width = max(map(len, names))
    kind = "cubeful" if settings.cubeful else "cubeless"
    click.echo(say(tongue, f"rollout.{kind}", n=rows[0].trials, seed=settings.seed))
    heads = [say(tongue, f"rollout.{name}") for name in _COLUMNS]
    click.echo(f"{'':{width + 5}}" + "".join(f"{head:>17}" for head in heads))
    for place, (name, row) in enumerate(zip(names, rows, strict=True), start=1):
        cells = [_with_error(tongue, row.equity, row.equity_error, 4)]
        pairs = zip(row.chances, row.chances_error, strict=True)
        cells += [_with_error(tongue, 100 * chance, 100 * error, 2) for chance, error in pairs]
        click.echo(f"{place:>3}  {name:<{width}}" + "".join(f"{cell:>17}" for cell in cells))


_COLUMNS = ("equity", "win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")


def _name(tongue: str, row: Row) -> str:
    if row.play is None:
        return say(tongue, "rollout.position")
    return choice_in_words(tongue, format_play(row.play))


def _with_error(tongue: str, value: float, error: float, digits: int) -> str:
    shown = number(tongue, error, digits) if np.isfinite(error) else "?"
    return f"{number(tongue, value, digits)} ±{shown}"
