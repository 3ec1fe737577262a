"""`tavla db`: search the kept matches by player, date, result, position and error; `tavla db analyse` judges them.

What is searched for decides what is shown: matches; with `--position` or `--has` the positions that fit; with
`--errors` the decisions that lost so much, out of the analyses that are kept. `tavla match import` brings files in.
"""

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import click

from tavla.analysis.annotate import Annotated, Judgement
from tavla.analysis.rating import Rating, rate
from tavla.cli.interruption import thinkers
from tavla.cli.judged import judged
from tavla.cli.language import language
from tavla.cli.match import kept_matches
from tavla.cli.positions import Json, print_json
from tavla.cli.progress import counting
from tavla.cli.ranges import FiniteRange
from tavla.engine.decision import Level, level
from tavla.errors import InvalidInput, InvalidText, NotFound, TavlaError
from tavla.match.match import History
from tavla.notation import Situation, choice_in_words, encode_position, read_position
from tavla.notation.gnu_id import decode_position
from tavla.notation.pattern import Pattern, parse_pattern
from tavla.rules import Length, Phase
from tavla.store import Found, Place, Search, SqlStore, Verdict
from tavla.store.places import places_of, roll_number
from tavla.words import day, number, say, say_error

RESULTS = ("won", "lost", "over", "open")
KINDS = ("play", "double", "take")
_DATA = click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
_LEVEL = click.option("--level", "level_name", metavar="LEVEL", default="2-ply", show_default=True)
_SEARCH: tuple[Callable[[Any], Any], ...] = (
    click.option("--player", metavar="NAME"),
    click.option("--since", metavar="DATE"),
    click.option("--until", metavar="DATE"),
    click.option("--result", type=click.Choice(RESULTS)),
)
_FORMS = ("%Y-%m-%d", "%Y-%m", "%Y")


def _searching(command: Callable[..., None]) -> Callable[..., None]:
    """The options that choose matches."""
    for option in reversed(_SEARCH):
        command = option(command)
    return command


@click.group(invoke_without_command=True)
@_searching
@click.option("--position", metavar="ID")
@click.option("--has", metavar="PATTERN")
@click.option("--errors", "least", type=FiniteRange(0.0, 10.0), metavar="LOSS")
@click.option("--kind", type=click.Choice(KINDS))
@_LEVEL
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, show_default=True)
@click.option("--json", "json_", is_flag=True)
@_DATA
@click.pass_context
def db(
    context: click.Context,
    player: str | None,
    since: str | None,
    until: str | None,
    result: str | None,
    position: str | None,
    has: str | None,
    least: float | None,
    kind: str | None,
    level_name: str,
    limit: int,
    json_: bool,
    data: Path | None,
) -> None:
    """Search the kept matches."""
    if context.invoked_subcommand is not None:
        return
    search = _search(player, since, until, result)
    if least is not None and math.isnan(least):
        raise InvalidText("db.loss", text=str(least))
    wanted = _Wanted(None if position is None else read_position(position), None if has is None else parse_pattern(has))
    depth = level(level_name)
    with kept_matches(data) as store:
        if least is not None:
            _errors(store, search, wanted, depth, least, _Shown(limit, json_, kind))
        elif wanted.is_any:
            _matches(store, search, _Shown(limit, json_))
        else:
            _positions(store, search, wanted, _Shown(limit, json_))


@db.command("analyse")
@click.argument("matches", metavar="MATCH...", nargs=-1)
@_searching
@_LEVEL
@_DATA
def analyse(
    matches: tuple[str, ...],
    player: str | None,
    since: str | None,
    until: str | None,
    result: str | None,
    level_name: str,
    data: Path | None,
) -> None:
    """Judge what is not judged yet, and keep the judgements."""
    depth, search = level(level_name), _search(player, since, until, result)
    with kept_matches(data) as store, thinkers() as threads:
        for name in matches:
            if not store.archive.matches(replace(search, match=name), 1):
                raise NotFound("store.no_match", match=name[:64])
        searches = [replace(search, match=name) for name in matches] or [search]
        waiting = [name for each in searches for name in store.archive.not_analysed(each, depth.name)]
        done = 0
        for place, name in enumerate(waiting, start=1):
            done += _analyse(store, name, depth, threads, f"{place}/{len(waiting)} {name}: ")
    click.echo(say(language(), "db.analysed", n=done))


def _search(player: str | None, since: str | None, until: str | None, result: str | None) -> Search:
    if result in ("won", "lost") and player is None:
        raise InvalidInput("db.whose_result")
    return Search(
        player,
        None if since is None else _date(since)[0],
        None if until is None else _date(until)[1],
        result,
    )


def _date(text: str) -> tuple[float, float]:
    """The beginning and the end of a day, a month or a year, as seconds since the epoch."""
    for form in _FORMS:
        try:
            first = datetime.strptime(text, form)
            last = _end(first, form)
            return first.timestamp(), last.timestamp()
        except (ValueError, OverflowError):
            continue
    raise InvalidText("db.date", text=text[:32])


def _end(first: datetime, form: str) -> datetime:
    if form == "%Y-%m-%d":
        return first + timedelta(days=1)
    if form == "%Y-%m":
        return (first + timedelta(days=32)).replace(day=1)
    return first.replace(year=first.year + 1)


class _Shown(NamedTuple):
    """How much is shown, and how; `kind` is the only kind of decision that is."""

    limit: int
    json_: bool
    kind: str | None = None


class _Wanted:
    """Which positions fit: one exactly (with its roll, if it has one), and a pattern."""

    def __init__(self, exactly: Situation | None, pattern: Pattern | None) -> None:
        if exactly is not None and exactly.position is None:
            raise InvalidInput("notation.no_position")
        self.pattern = pattern
        self.boards = None if exactly is None or exactly.position is None else [encode_position(exactly.position)]
        self.roll = roll_number(exactly.roll) if exactly is not None else 0
        self.board_fits = cache(self._board_fits)

    @property
    def is_any(self) -> bool:
        return self.pattern is None and self.boards is None

    def fits(self, found: Place | Verdict) -> bool:
        """Whether a position fits; what the database has not looked at itself."""
        return self.roll in (0, found.roll) and self.board_fits(found.board)

    def _board_fits(self, board: str) -> bool:
        return self.pattern is None or self.pattern.fits(decode_position(board))


def _matches(store: SqlStore, search: Search, shown: _Shown) -> None:
    found = store.archive.matches(search, shown.limit)
    for line in found:
        about = json.loads(line.about)
        if shown.json_:
            print_json({"match": line.match, "created": line.created, "events": line.events} | about)
        else:
            click.echo(_match_line(line, about))
    _nothing(found, shown)


def _match_line(line: Found, about: Json) -> str:
    score = "-".join(map(str, about["score"]))
    length = Length.parse(about["length"])
    told = say(language(), f"length.{length.kind}", n=length.n)
    state = say(language(), "cli.match.over" if about["over"] else "cli.match.open")
    return f"{line.match:<14}{_day(line.created):<14}{score:<7}{told:<22}{state:<10}{' - '.join(_names(about))}"


def _names(about: Json) -> list[str]:
    return [
        player["name"] or (say(language(), f"bot.{player['bot']}") if player["bot"] else "?")
        for player in about["players"]
    ]


def _day(when: float) -> str:
    return day(language(), when) if when else "?"


def _positions(store: SqlStore, search: Search, wanted: _Wanted, shown: _Shown) -> None:
    _index(store, search)
    found = _first(shown.limit, (place for place in store.archive.places(search, wanted.boards) if wanted.fits(place)))
    tell = _Teller(store)
    for place in found:
        if shown.json_:
            print_json(place._asdict() | {"player": tell.player(place), "roll": _roll(place.roll) or None})
        else:
            click.echo(f"{tell.where(place)}  {place.board}  {_roll(place.roll):<3}  {tell.player(place)}")
    _nothing(found, shown)


def _errors(store: SqlStore, search: Search, wanted: _Wanted, depth: Level, least: float, shown: _Shown) -> None:
    missing = store.archive.not_analysed(search, depth.name)
    if missing:
        click.echo(say(language(), "db.not_analysed", n=len(missing), level=depth.name), err=True)
    fitting = store.archive.errors(search, depth.name, least, wanted.boards)
    found = _first(shown.limit, (each for each in fitting if shown.kind in (None, each.kind) and wanted.fits(each)))
    tell = _Teller(store)
    for each in found:
        if shown.json_:
            told = each._asdict() | {"player": tell.player(each), "roll": _roll(each.roll) or None}
            print_json(told | {"loss": round(each.loss, 6), "counts": bool(each.counts)})
        else:
            click.echo(_error_line(each, tell))
    _nothing(found, shown)


def _error_line(each: Verdict, tell: "_Teller") -> str:
    tongue = language()
    played, best = (choice_in_words(tongue, text) for text in (each.played, each.best))
    better = say(tongue, "cli.analyse.better", best=best)
    roll = f"{_roll(each.roll)}: " if each.roll else ""
    loss = number(tongue, -each.loss, 3)
    return f"{loss:>7}  {tell.where(each)}  {each.board}  {tell.player(each)}  {roll}{played}  ({better})"


def _first(limit: int, found: Iterable[Any]) -> list[Any]:
    return list(islice(found, limit))


def _roll(roll: int) -> str:
    return f"{roll // 10}-{roll % 10}" if roll else ""


class _Teller:
    """Names and places of what was found; the summary of each match is looked up once."""

    def __init__(self, store: SqlStore) -> None:
        self._about = cache(lambda match: json.loads(store.archive.matches(Search(match=match), 1)[0].about))

    def player(self, found: Place | Verdict) -> str:
        return _names(self._about(found.match))[found.seat]

    def where(self, found: Place | Verdict) -> str:
        where = say(language(), "cli.analyse.where", game=found.game, version=found.version)
        return f"{found.match:<14}{where}"


def _nothing(found: list[Any], shown: _Shown) -> None:
    if not found and not shown.json_:
        click.echo(say(language(), "db.nothing"))


def _index(store: SqlStore, search: Search) -> None:
    """Bring the positions of new matches into the index."""
    waiting = store.archive.not_indexed(search)
    with counting("db.indexing") as progress:
        for place, name in enumerate(waiting, start=1):
            progress(place, len(waiting))
            history = History(store.load(name).record.events)
            store.archive.index(name, history.version, list(places_of(name, history)))


def _analyse(store: SqlStore, name: str, depth: Level, threads: Executor, before: str) -> bool:
    """Judge one match and keep it; what cannot be judged costs a line and no more."""
    try:
        history = History(store.load(name).record.events)
        with counting("cli.analyse.working", before) as progress:
            annotated = judged(history, depth, threads, progress)
        ratings = [rate(annotated, seat) for seat in (0, 1)]
        about = {"ratings": [_rating(each) for each in ratings]}
        verdicts = list(_verdicts(name, annotated))
        store.archive.keep(name, depth.name, history.version, time.time(), about, verdicts)
    except TavlaError as error:
        click.echo(f"{name}: {say_error(language(), error)}", err=True)
        return False
    names = [player.name or "?" for player in history.match.started.players]
    told = "  ".join(f"{each} {_pr(rating)}" for each, rating in zip(names, ratings, strict=True))
    click.echo(f"{name:<14}{told}")
    return True


def _rating(rating: Rating) -> Json:
    pr = None if rating.rating is None else round(rating.rating, 3)
    return {"pr": pr, "luck": round(rating.luck, 6), "loss": round(rating.loss, 6)}


def _pr(rating: Rating) -> str:
    return "PR -" if rating.rating is None else f"PR {number(language(), rating.rating, 2)}"


def _verdicts(name: str, annotated: Annotated) -> Iterator[Verdict]:
    for each in annotated.judgements:
        try:
            board = encode_position(each.state.position)
        except InvalidInput:
            continue
        yield _verdict(name, annotated.level.name, each, board)


def _verdict(name: str, level_name: str, each: Judgement, board: str) -> Verdict:
    roll = roll_number(each.state.roll) if each.state.phase is Phase.PLAY else 0
    played, best = each.chosen.text, each.decision.best.text
    counts = int(each.counts)
    return Verdict(
        name, level_name, each.version, each.game, each.seat, each.kind, each.loss, counts, played, best, roll, board
    )
