"""Matches in an SQL database: SQLite in the user's data folder, or any that a URL names.

SQLite runs with a write-ahead log and full synchronisation: an event is on the disk before it is acknowledged.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import Connection, Engine, case, create_engine, event, func, insert, inspect, select, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError

from tavla.errors import IllegalAction, InvalidOption, NotFound, Unavailable
from tavla.formats.native import Record, event_from_json, event_to_json
from tavla.match.events import Event, MatchStarted
from tavla.rules.stakes import Seat
from tavla.store import tables
from tavla.store.address import spoken
from tavla.store.archive import Archive
from tavla.store.base import Kept, Summary
from tavla.store.cards import SqlCards
from tavla.store.studies import SqlStudies
from tavla.words.names import folded


def default_url(folder: Path | None = None) -> str:
    """The URL of the user's own database, in `folder` or the platform's data folder, which is made if missing."""
    home = folder or user_data_path("tavla")
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable("store.folder", folder=home, reason=error) from error
    return URL.create("sqlite", database=str(home / "tavla.db")).render_as_string()


class SqlStore:
    """A `Store` over SQLAlchemy; safe to call from several threads and processes.

    `cards` is what people study, `studies` are the files under analysis, `archive` searches the matches; all of them
    live in the same database.
    """

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        with _speaking_plainly(url):
            _migrate(self._engine)
        self.cards = SqlCards(self._engine)
        self.studies = SqlStudies(self._engine)
        self.archive = Archive(self._engine)

    def create(self, match: str, events: Sequence[Event], tokens: Mapping[Seat, str], secret: str, about: str) -> None:
        """Keep a new match with all its events so far, at least one; raises `IllegalAction` if the name is taken."""
        first = events[0]
        row = {"id": match, "created": first.time, "updated": first.time, "events": 0}
        seats = [{"match": match, "seat": seat, "hash": digest} for seat, digest in tokens.items()]
        with self._write("store.match_exists", match) as connection:
            connection.execute(insert(tables.match).values(**row, about=about, secret=secret))
            if seats:
                connection.execute(insert(tables.token), seats)
            if entrants := _entrants(match, first):
                connection.execute(insert(tables.entrant), entrants)
            _write_down(connection, match, events, about)

    def append(self, match: str, events: Sequence[Event], about: str, command: str | None = None) -> None:
        """Keep further events, all or none; raises `IllegalAction` if one with that version is there already."""
        with self._write("store.conflict", match) as connection:
            _write_down(connection, match, events, about)
            if command is not None:
                row = {"match": match, "id": command, "version": events[-1].version}
                connection.execute(insert(tables.command).values(**row))

    def load(self, match: str) -> Kept:
        """Everything kept of a match; raises `NotFound`."""
        with self._engine.connect() as connection:
            secret = connection.scalar(select(tables.match.c.secret).where(tables.match.c.id == match[:64]))
            if secret is None:
                raise NotFound("store.no_match", match=match[:64])
            events = tuple(_events(connection, match))
            tokens = _tokens(connection, match)
            commands = _commands(connection, match)
        return Kept(Record(match, events), tokens, secret, commands)

    def matches(self, limit: int = 100, offset: int = 0) -> list[Summary]:
        """The matches, the last changed first."""
        columns = tables.match.c
        query = select(columns.id, columns.created, columns.updated, columns.events, columns.about)
        page = query.order_by(columns.updated.desc(), columns.id).limit(limit).offset(offset)
        with self._engine.connect() as connection:
            return [Summary(*row) for row in connection.execute(page)]

    def count(self) -> int:
        """How many matches are kept."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(tables.match)) or 0

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def _write(self, conflict: str, match: str) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise IllegalAction(conflict, match=match) from error


def _entrants(match: str, event: Event) -> list[dict[str, object]]:
    """The players of a match, as its first event names them."""
    if not isinstance(event.fact, MatchStarted):
        return []
    names = [player.name.replace("\0", "").encode(errors="replace").decode() for player in event.fact.players]
    return [
        {"match": match, "seat": seat, "name": name, "folded": folded(name), "won": None}
        for seat, name in enumerate(names)
    ]


def _write_down(connection: Connection, match: str, events: Sequence[Event], about: str) -> None:
    """Events and what follows from them for the line of their match."""
    connection.execute(insert(tables.event), [_event_row(match, each) for each in events])
    line = update(tables.match).where(tables.match.c.id == match)
    last, (over, winner) = events[-1], _ending(about)
    connection.execute(line.values(updated=last.time, events=last.version, about=about, over=int(over)))
    if winner is not None:
        _enter_winner(connection, match, winner)


def _ending(about: str) -> tuple[bool, Seat | None]:
    """Whether a match is over and who won it, by what its last writer says of it."""
    told = json.loads(about)
    over = bool(told.get("over"))
    return over, told.get("winner") if over else None


def _enter_winner(connection: Connection, match: str, winner: Seat) -> None:
    won = case((tables.entrant.c.seat == winner, 1), else_=0)
    connection.execute(update(tables.entrant).where(tables.entrant.c.match == match).values(won=won))


def _event_row(match: str, event: Event) -> dict[str, object]:
    body = json.dumps(event_to_json(event), ensure_ascii=False, separators=(",", ":"))
    return {"match": match, "version": event.version, "body": body}


def _events(connection: Connection, match: str) -> Iterator[Event]:
    query = select(tables.event.c.body).where(tables.event.c.match == match).order_by(tables.event.c.version)
    for body in connection.scalars(query):
        yield event_from_json(json.loads(body))


def _tokens(connection: Connection, match: str) -> dict[Seat, str]:
    query = select(tables.token.c.seat, tables.token.c.hash).where(tables.token.c.match == match)
    return {key: value for key, value in connection.execute(query)}  # noqa: C416


def _commands(connection: Connection, match: str) -> dict[str, int]:
    query = select(tables.command.c.id, tables.command.c.version).where(tables.command.c.match == match)
    return {key: value for key, value in connection.execute(query)}  # noqa: C416


def _engine(url: str) -> Engine:
    try:
        engine = create_engine(url)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise InvalidOption("store.url", reason=str(error).splitlines()[0]) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_immediately)
    return engine


def _prepare_sqlite(connection: object, record: object) -> None:
    """Write-ahead log, full synchronisation, ten seconds of patience; transactions are begun by us alone."""
    connection.isolation_level = None  # type: ignore[attr-defined]
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediately(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


@contextmanager
def _speaking_plainly(url: str) -> Iterator[None]:
    """A database that cannot be opened is said in one line, without the password of its URL."""
    try:
        yield
    except (DBAPIError, ValueError) as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error).partition("\n")[0]
        raise Unavailable("store.cannot_open", url=spoken(make_url(url)), reason=reason) from error


def _migrate(engine: Engine) -> None:
    """Bring the tables to the newest form; the tool for that is loaded only when there is something to do."""
    with engine.connect() as connection:
        known = inspect(connection).has_table("alembic_version")
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if known else None
    version = str(found or "")
    if version == tables.HEAD:
        return
    if version > tables.HEAD:
        raise Unavailable("store.later_version", version=version, known=tables.HEAD)
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, tables.HEAD)
