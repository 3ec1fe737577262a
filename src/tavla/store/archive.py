"""The searchable side of the store: who played, which positions came up, and what analyses have found.

Players are entered as matches are. Positions and judgements are made by whoever can read a record, and kept here with
the version of the record that they belong to, so that what is missing or out of date can be told and made later.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, Select, and_, delete, insert, or_, select

from tavla.rules.stakes import Seat
from tavla.store import tables
from tavla.words.names import folded

CHUNK = 500
"""How many rows are written by one statement."""

AT_ONCE = 100
"""How many matches' positions are read at once, so that a long search holds neither all of them nor the database."""


class Found(NamedTuple):
    """A match that was found: when it began, how many events it has, and what the last writer said of it (JSON)."""

    match: str
    created: float
    events: int
    about: str


class Place(NamedTuple):
    """Where somebody had to play a roll or to answer a double. `board` is the GNU position ID seen by the player on
    roll, who sits in `seat`; `roll` is 61 for 6-1 and 0 where none was thrown."""

    match: str
    version: int
    game: int
    seat: Seat
    roll: int
    board: str


class Verdict(NamedTuple):
    """One decision of an analysis as far as it is searched for; `loss` is normalised equity, 0 or more. `board` is
    seen by the player on roll, as in `Place`."""

    match: str
    level: str
    version: int
    game: int
    seat: Seat
    kind: str
    loss: float
    counts: int
    played: str
    best: str
    roll: int
    board: str


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; None asks for nothing. `player` is a part of a name, in any case.

    `since` and `until` bound the beginning of a match, in seconds since the epoch (`until` is not included).
    `result` is won or lost (of the player), over or open.
    """

    player: str | None = None
    since: float | None = None
    until: float | None = None
    result: str | None = None
    match: str | None = None


class Archive:
    """Search in the database of an `SqlStore`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def matches(self, search: Search, limit: int = 100, offset: int = 0) -> list[Found]:
        """The matches that fit, the latest first."""
        columns = tables.match.c
        query = select(columns.id, columns.created, columns.events, columns.about).where(*_match_fits(search))
        page = query.order_by(columns.created.desc(), columns.id).limit(limit).offset(offset)
        with self._engine.connect() as connection:
            return [Found(*row) for row in connection.execute(page)]

    def not_indexed(self, search: Search) -> list[str]:
        """The matches that fit and whose positions are not all in the index."""
        known, columns = tables.indexed.c, tables.match.c
        joined = tables.match.outerjoin(tables.indexed, known.match == columns.id)
        stale = or_(known.version.is_(None), known.version < columns.events)
        return self._ids(select(columns.id).select_from(joined).where(stale, *_match_fits(search)))

    def index(self, match: str, version: int, places: Sequence[Place]) -> None:
        """Keep the positions of a match as it stands at a version."""
        with self._engine.begin() as connection:
            for table in (tables.position, tables.indexed):
                connection.execute(delete(table).where(table.c.match == match))
            connection.execute(insert(tables.indexed).values(match=match, version=version))
            _insert(connection, tables.position, (each._asdict() for each in places))

    def places(self, search: Search, boards: Collection[str] | None = None) -> Iterator[Place]:
        """The positions of the matches that fit, of the player alone if one is named; only certain boards if given."""
        columns = tables.position.c
        query = _of_player(select(tables.position), columns, search).order_by(columns.match, columns.version)
        if boards is not None:
            query = query.where(columns.board.in_(boards))
        ids = self._ids(select(tables.match.c.id).where(*_match_fits(search)))
        for begin in range(0, len(ids), AT_ONCE):
            some = query.where(columns.match.in_(ids[begin : begin + AT_ONCE]))
            with self._engine.connect() as connection:
                rows = [Place(*row) for row in connection.execute(some)]
            yield from rows

    def not_analysed(self, search: Search, level: str) -> list[str]:
        """The matches that fit and were not analysed at a level, or were before they went on."""
        known, columns = tables.annotation.c, tables.match.c
        joined = tables.match.outerjoin(tables.annotation, and_(known.match == columns.id, known.level == level))
        stale = or_(known.version.is_(None), known.version < columns.events)
        return self._ids(select(columns.id).select_from(joined).where(stale, *_match_fits(search)))

    def keep(
        self, match: str, level: str, version: int, made: float, about: Mapping[str, Any], verdicts: Iterable[Verdict]
    ) -> None:
        """Keep the analysis of a match as it stood at a version, in the place of an earlier one."""
        row = {"match": match, "level": level, "version": version, "made": made}
        with self._engine.begin() as connection:
            for table in (tables.judgement, tables.annotation):
                connection.execute(delete(table).where(table.c.match == match, table.c.level == level))
            text = json.dumps(about, ensure_ascii=False, separators=(",", ":"))
            connection.execute(insert(tables.annotation).values(**row, about=text))
            _insert(connection, tables.judgement, (each._asdict() for each in verdicts))

    def analysis(self, match: str, level: str) -> dict[str, Any] | None:
        """What was said of the players by the last analysis at a level, if it is of the record as it stands now."""
        known, columns = tables.annotation.c, tables.match.c
        joined = tables.annotation.join(tables.match, known.match == columns.id)
        fits = (known.match == match, known.level == level, known.version == columns.events)
        with self._engine.connect() as connection:
            text = connection.scalar(select(known.about).select_from(joined).where(*fits))
        about: dict[str, Any] | None = None if text is None else json.loads(text)
        return about

    def errors(self, search: Search, level: str, least: float, boards: Collection[str] | None = None) -> list[Verdict]:
        """The decisions that lost `least` or more, of the player alone if one is named, the worst first."""
        columns = tables.judgement.c
        query = select(tables.judgement).join(tables.match, tables.match.c.id == columns.match)
        query = _of_player(query.where(*_match_fits(search)), columns, search)
        query = query.where(columns.level == level, columns.loss >= least)
        if boards is not None:
            query = query.where(columns.board.in_(boards))
        ordered = query.order_by(columns.loss.desc(), columns.match, columns.version)
        with self._engine.connect() as connection:
            return [Verdict(*row) for row in connection.execute(ordered)]

    def _ids(self, query: Select[tuple[str]]) -> list[str]:
        columns = tables.match.c
        with self._engine.connect() as connection:
            return list(connection.scalars(query.order_by(columns.created.desc(), columns.id)))


def _match_fits(search: Search) -> list[ColumnElement[bool]]:
    """The conditions on `match`."""
    columns, found = tables.match.c, []
    if search.match is not None:
        found.append(columns.id == search.match)
    if search.since is not None:
        found.append(columns.created >= search.since)
    if search.until is not None:
        found.append(and_(columns.created < search.until, columns.created > 0))
    if search.result is not None:
        found.append(columns.over == int(search.result != "open"))
    if search.player is not None or search.result in ("won", "lost"):
        found.append(columns.id.in_(select(tables.entrant.c.match).where(*_entrant_fits(search))))
    return found


def _entrant_fits(search: Search) -> list[ColumnElement[bool]]:
    columns, found = tables.entrant.c, []
    if search.player is not None:
        found.append(columns.folded.contains(folded(search.player), autoescape=True))
    if search.result in ("won", "lost"):
        found.append(columns.won == int(search.result == "won"))
    return found


def _of_player(query: Select[Any], columns: Any, search: Search) -> Select[Any]:
    """Only what was the player's to decide."""
    if search.player is None:
        return query
    on = and_(tables.entrant.c.match == columns.match, tables.entrant.c.seat == columns.seat)
    return query.join(tables.entrant, on).where(
        tables.entrant.c.folded.contains(folded(search.player), autoescape=True)
    )


def _insert(connection: Connection, table: Any, rows: Iterable[dict[str, Any]]) -> None:
    held = list(rows)
    for begin in range(0, len(held), CHUNK):
        connection.execute(insert(table), held[begin : begin + CHUNK])
