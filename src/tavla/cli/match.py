"""`tavla match list|show|export|import|verify`: the matches of the store."""

import errno
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import click

from tavla.cli.language import language
from tavla.cli.play_text import Teller, called
from tavla.cli.sources import expand, is_folder
from tavla.errors import IllegalAction, InvalidInput, InvalidText, TavlaError
from tavla.formats.detect import read_file
from tavla.formats.native import FORMAT, MAX_SIZE, Record, dumps, event_to_json, loads
from tavla.match.events import Event, GameStarted
from tavla.match.match import History
from tavla.match.table_log import found_text
from tavla.notation import format_play
from tavla.rules import Length, facts
from tavla.server.fair_dice import new_seed, verify
from tavla.server.view import summary, summary_text
from tavla.store import SqlStore, default_url
from tavla.words import minute, say, say_error, say_refusal

BAD_INPUT = 2
_NAME = re.compile(r"[0-9A-Za-z_-]{1,64}")
_DATA = click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
_HEAD = 4096
"""So many bytes of a file tell whether it is a record of our own."""

STDOUT = Path("-")
_JSON = click.option("--json", "json_", is_flag=True)


@click.group(invoke_without_command=True)
@click.pass_context
def match(context: click.Context) -> None:
    """Look after the matches that are kept."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@match.command("list")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@_JSON
@_DATA
def list_(limit: int, json_: bool, data: Path | None) -> None:
    """List the matches, the last changed first."""
    with kept_matches(data) as store:
        lines = store.matches(limit)
    for line in lines:
        about = json.loads(line.about)
        if json_:
            stamp = {"match": line.match, "created": line.created, "updated": line.updated, "events": line.events}
            click.echo(json.dumps(stamp | about, ensure_ascii=False))
        else:
            names = " - ".join(_name(player) for player in about["players"])
            score = "-".join(map(str, about["score"]))
            when = minute(language(), line.updated) if line.updated else "?"
            state = say(language(), "cli.match.over" if about["over"] else "cli.match.open")
            click.echo(f"{line.match:<14}{when:<20}{score:<7}{_length(about['length']):<22}{state:<10}{names}")
    if not lines and not json_:
        click.echo(say(language(), "cli.match.none"))


def _name(player: dict[str, str | None]) -> str:
    """What a player is called; `?` where a file does not tell."""
    return called(language(), player["name"] or "", player["bot"]) or "?"


def _length(text: str) -> str:
    """The length of a match in words."""
    length = Length.parse(text)
    return say(language(), f"length.{length.kind}", n=length.n)


@match.command("show")
@click.argument("id_", metavar="MATCH")
@_JSON
@_DATA
def show(id_: str, json_: bool, data: Path | None) -> None:
    """Show a match: its players, rules, games and plays."""
    record = _load(id_, data)
    history = History(record.events)
    if json_:
        click.echo(json.dumps(_as_json(record, history), ensure_ascii=False))
        return
    teller = Teller(language(), history.match.started.players)
    click.echo(teller.welcome(record.match, history.match))
    for game in _games(history):
        click.echo(f"\n{teller.say('terminal.event.game_started', n=game.number)}")
        click.echo("\n".join(_columns(game, teller.names)))
        click.echo("\n".join(game.notes(teller)))
    click.echo(f"\n{teller.score(history.match)}")


@match.command("export")
@click.argument("id_", metavar="MATCH")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@_DATA
def export(id_: str, out: Path | None, data: Path | None) -> None:
    """Write the record of a match, one JSON object a line."""
    text = dumps(_load(id_, data))
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(out, text)
        tell_written(out)


@match.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@_DATA
def import_(files: tuple[str, ...], data: Path | None) -> int:
    """Read the matches of files and folders into the store, whatever formats they have."""
    with kept_matches(data) as store:
        if len(files) == 1 and not is_folder(files[0]):
            return 0 if _import(store, Path(files[0])) else BAD_INPUT
        read = [_import_of_many(store, Path(name)) for name in expand(files)]
    return 0 if any(read) else BAD_INPUT


def _import(store: SqlStore, file: Path) -> bool:
    """Read the matches of one file into the store; none of them if one cannot be read.

    Each comes in whole or not at all. One that is there already costs a line and those after it still come in, so that
    an import that was broken off can be repeated; False if it is another match of the same name.
    """
    matches = [(record, replayed(record)) for record in read_records(file)]
    taken = [_take_in(store, file, record, summary_text(history.match)) for record, history in matches]
    return all(taken)


def _take_in(store: SqlStore, file: Path, record: Record, about: str) -> bool:
    """Keep a match and name it; False if another one has its name."""
    try:
        store.create(record.match, record.events, {}, new_seed(), about)
    except IllegalAction as error:
        is_same = dumps(store.load(record.match).record).startswith(dumps(record))
        found = error if is_same else IllegalAction("store.other_match", match=record.match)
        click.echo(f"{file}: {say_error(language(), found)}", err=True)
        return is_same
    click.echo(record.match)
    return True


def _import_of_many(store: SqlStore, file: Path) -> bool:
    """The same for one of many files: what cannot be read costs a line and no more. Whether it could be read.

    What is no file at all, such as a device, is passed over.
    """
    if file.exists() and not file.is_file():
        return False
    try:
        _import(store, file)
    except (TavlaError, OSError) as error:
        reason = say_error(language(), error) if isinstance(error, TavlaError) else say_refusal(language(), error)
        click.echo(f"{file}: {reason}", err=True)
        return False
    return True


@match.command("verify")
@click.argument("id_", metavar="MATCH")
@_JSON
@_DATA
def verify_(id_: str, json_: bool, data: Path | None) -> None:
    """Throw the dice of a finished match again from its seed and compare."""
    record = _load(id_, data)
    throws = verify(record.match, record.events)
    if json_:
        click.echo(json.dumps({"match": record.match, "throws": throws}))
    else:
        click.echo(say(language(), "cli.match.verified", n=throws))


def read_records(file: Path) -> list[Record]:
    """The records of the matches in a file of any format that is read."""
    with file.open("rb") as stream:
        head = stream.read(_HEAD)
    if FORMAT.encode() in head:
        return [_native_record(file)]
    return [entry.record for entry in read_file(file).entries]


def _native_record(file: Path) -> Record:
    """The record in a file of our own; raises our own errors for everything that is not one, however large."""
    size = file.stat().st_size
    if size > MAX_SIZE:
        raise InvalidText("record.too_large", size=size, most=MAX_SIZE)
    try:
        record = loads(file.read_bytes().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidText("record.not_utf8", place=error.start + 1) from error
    if not record.events or not _NAME.fullmatch(record.match):
        raise InvalidInput("record.field", field="match", value=record.match)
    return record


def replayed(record: Record) -> History:
    """The match of a record; an event that cannot follow is named by its line."""
    history = History()
    for event in record.events:
        try:
            history.append(event)
        except TavlaError as error:
            raise InvalidText("record.bad_event", line=event.version + 1, reason=str(error)) from error
    return history


def check_target(out: Path, sources: Iterable[Path] = ()) -> None:
    """Raise for a file that cannot be written, before any work is done for it: its folder is not there, it is a folder
    or not to be written itself, or it is one of the files that are read, by whatever name. Any other that is there
    already is written over. Standard output always can."""
    if out == STDOUT:
        return
    if not out.parent.is_dir():
        raise InvalidInput("cli.error.no_folder", path=out.parent)
    if out.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(out))
    if not out.exists():
        return
    if any(source.exists() and out.samefile(source) for source in sources):
        raise InvalidInput("cli.error.same_file", path=out)
    if not os.access(out, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(out))


def write_whole(out: Path, content: str | bytes, sources: Iterable[Path] = ()) -> None:
    """A file is there whole or not at all, and never in the place of one of its sources. What is no file, such as a
    pipe, is written to; `-` is standard output."""
    check_target(out, sources)
    data = content.encode() if isinstance(content, str) else content
    if out == STDOUT:
        click.echo(data, nl=False)
        return
    try:
        _replace(out, data)
    except OSError as error:
        raise InvalidInput("cli.error.not_written", path=out, reason=error) from error


def _replace(out: Path, data: bytes) -> None:
    if out.exists() and not out.is_file():
        out.write_bytes(data)
        return
    beside = out.with_name(f".{out.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(out)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def tell_written(out: Path) -> None:
    """Name a file that was written, where its content is not what was printed."""
    if out != STDOUT:
        click.echo(str(out))


@contextmanager
def kept_matches(data: Path | None) -> Iterator[SqlStore]:
    """The store of a data folder, or of the user's own, closed afterwards."""
    store = SqlStore(default_url(data))
    try:
        yield store
    finally:
        store.close()


def _load(match_id: str, data: Path | None) -> Record:
    with kept_matches(data) as store:
        return store.load(match_id).record


def _as_json(record: Record, history: History) -> dict[str, object]:
    return {
        "match": record.match,
        **summary(history.match),
        "options": history.match.rules.texts(),
        "results": [
            {"winner": each.winner, "kind": int(each.kind), "points": each.points, "how": each.how}
            for each in history.match.results
        ],
        "events": [event_to_json(event) for event in history.live_events()],
    }


class _Game(NamedTuple):
    number: int
    turns: tuple[list[str], list[str]]
    events: list[Event]
    first: list[int]

    def notes(self, teller: Teller) -> list[str]:
        """What happened beside the plays, in words."""
        kinds = (facts.Dropped, facts.Accepted, facts.Settled)
        told = (teller.event(event) for event in self.events if isinstance(event.fact, kinds))
        return [line for line in told if line]


def _games(history: History) -> Iterator[_Game]:
    game: _Game | None = None
    for event in history.live_events():
        if isinstance(event.fact, GameStarted):
            if game is not None:
                yield game
            game = _Game(event.fact.number, ([], []), [], [])
        if game is None:
            continue
        game.events.append(event)
        text = _turn(event.fact, history, event.version)
        if text and event.seat is not None:
            game.first.append(event.seat)
            game.turns[event.seat].append(text)
    if game is not None:
        yield game


def _turn(fact: object, history: History, version: int) -> str | None:
    match fact:
        case facts.Played(moves=moves):
            roll = history.at(version - 1).state.roll
            return f"{roll}: {format_play(moves)}".rstrip()
        case facts.Found():
            before = history.at(version - 1).state
            return f"{before.roll}: {found_text(before, fact)}"
        case facts.Passed():
            return "-"
        case facts.Doubled():
            return f"x{history.at(version).state.cube.value * 2}"
    return None


def _columns(game: _Game, names: list[str]) -> Iterator[str]:
    """The turns of both players side by side, whoever began in the first row."""
    left, right = game.turns
    if game.first and game.first[0] == 1:
        left = ["", *left]
    width = max([len(names[0]), *map(len, left)]) + 3
    yield f"     {names[0]:<{width}}{names[1]}"
    for number, (mine, theirs) in enumerate(zip_longest(left, right, fillvalue=""), start=1):
        yield f"{number:>3}) {mine:<{width}}{theirs}".rstrip()
