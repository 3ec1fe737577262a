"""Where files under analysis are kept: each as it was read, and what was found out about it so far.

A study is named by a random word that is passed on as its address; it is commanded by whoever has its key, of which the
hash is kept. What a finding means is decided elsewhere. There is room for so much; the longest unused goes first.
"""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from tavla.errors import NotFound
from tavla.store.tables import study as study_table
from tavla.store.tables import study_finding as finding_table

MOST = 1000
MOST_BYTES = 1 << 30
"""Of all studies with their findings."""

AT_ONCE = 500
"""How many findings are written by one statement."""


class KeptStudy(NamedTuple):
    """A file under analysis: `lock` is the hash of its key, `level` and `engine` say by what it was judged last, `body`
    is what was read, packed."""

    id: str
    lock: str
    level: str
    engine: str
    body: bytes


class Finding(NamedTuple):
    """One thing that was found out: `what` names it, `body` is JSON."""

    what: str
    body: str


class StudyStore(Protocol):
    """Keep and load, each call one transaction."""

    def add(self, study: KeptStudy) -> None:
        """Keep a new study, and let others go if there is no room."""
        ...

    def load(self, study: str) -> tuple[KeptStudy, list[Finding]]:
        """A study with what was found out about it; raises `NotFound`."""
        ...

    def found(self, study: str, level: str, engine: str, findings: Sequence[Finding]) -> None:
        """Keep findings, each in the place of an earlier one; those of another engine go. Of a study that is not kept
        any more, nothing is."""
        ...

    def remove(self, study: str) -> None:
        """Let go of a study, if there is such a one."""
        ...


class SqlStudies:
    """`StudyStore` in the database of an `SqlStore`."""

    def __init__(
        self, engine: Engine, most: int = MOST, most_bytes: int = MOST_BYTES, now: Callable[[], float] = time.time
    ) -> None:
        self._engine = engine
        self._most, self._most_bytes = most, most_bytes
        self._now = now

    def add(self, study: KeptStudy) -> None:
        """Keep a new study, and let others go if there is no room."""
        row = study._asdict() | {"used": self._now(), "size": len(study.body)}
        with self._engine.begin() as connection:
            connection.execute(insert(study_table).values(**row))
            self._make_room(connection, study.id)

    def load(self, study: str) -> tuple[KeptStudy, list[Finding]]:
        """A study with what was found out about it; raises `NotFound`."""
        if not study.isalnum() or not study.isascii():
            raise NotFound("study.error.gone")
        columns = study_table.c
        query = select(*(columns[name] for name in KeptStudy._fields)).where(columns.id == study[:32])
        found = select(finding_table.c.what, finding_table.c.body).where(finding_table.c.study == study[:32])
        with self._engine.begin() as connection:
            row = connection.execute(query).first()
            if row is None:
                raise NotFound("study.error.gone")
            connection.execute(update(study_table).where(columns.id == study).values(used=self._now()))
            return KeptStudy(*row), [Finding(*each) for each in connection.execute(found)]

    def found(self, study: str, level: str, engine: str, findings: Sequence[Finding]) -> None:
        """Keep findings, each in the place of an earlier one."""
        mine, columns = study_table.c.id == study, finding_table.c
        with self._engine.begin() as connection:
            before = connection.scalar(select(study_table.c.engine).where(mine).with_for_update())
            if before is None:
                return
            if before != engine:
                connection.execute(delete(finding_table).where(columns.study == study))
            for begin in range(0, len(findings), AT_ONCE):
                some = findings[begin : begin + AT_ONCE]
                names = [each.what for each in some]
                connection.execute(delete(finding_table).where(columns.study == study, columns.what.in_(names)))
                connection.execute(insert(finding_table), [{"study": study, **each._asdict()} for each in some])
            told = select(func.coalesce(func.sum(func.length(columns.body)), 0)).where(columns.study == study)
            size = func.length(study_table.c.body) + told.scalar_subquery()
            values = {"level": level, "engine": engine, "used": self._now(), "size": size}
            connection.execute(update(study_table).where(mine).values(**values))
            self._make_room(connection, study)

    def remove(self, study: str) -> None:
        """Let go of a study, if there is such a one."""
        with self._engine.begin() as connection:
            _remove(connection, study)

    def _make_room(self, connection: Connection, spared: str) -> None:
        """Let the longest unused go until all fit; one is spared."""
        columns = study_table.c
        count, size = connection.execute(select(func.count(), func.coalesce(func.sum(columns.size), 0))).one()
        oldest = select(columns.id, columns.size).where(columns.id != spared).order_by(columns.used, columns.id)
        while count > self._most or size > self._most_bytes:
            row = connection.execute(oldest.limit(1)).first()
            if row is None:
                return
            _remove(connection, row.id)
            count, size = count - 1, size - row.size


def _remove(connection: Connection, study: str) -> None:
    connection.execute(delete(finding_table).where(finding_table.c.study == study))
    connection.execute(delete(study_table).where(study_table.c.id == study))
