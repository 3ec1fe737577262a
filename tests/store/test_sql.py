"""What is appended is loaded again, once, whole and in order, on every database."""

import secrets
import sqlite3
import threading
from pathlib import Path

import pytest

from tavla.errors import IllegalAction, InvalidOption, NotFound, Unavailable
from tavla.match.events import Event, GameStarted, Interrupted, MatchStarted, Player
from tavla.store import Search, SqlStore, default_url

STARTED = MatchStarted((Player("Ali Can"), Player("Şule", "simple")))


def begin(store: SqlStore) -> str:
    match = secrets.token_hex(8)
    store.create(match, [Event(1, 100.0, None, STARTED)], {0: "hash-0", 1: "hash-1"}, "seed", '{"n":1}')
    return match


def test_a_match_is_loaded_as_it_was_kept(store: SqlStore) -> None:
    match = begin(store)
    store.append(match, [Event(2, 101.5, None, GameStarted(1)), Event(3, 102.0, 1, Interrupted(2.5))], "{}", "c1")
    kept = store.load(match)
    assert [event.version for event in kept.record.events] == [1, 2, 3]
    assert kept.record.events[0].fact == STARTED
    assert kept.record.events[2] == Event(3, 102.0, 1, Interrupted(2.5))
    assert (kept.tokens, kept.secret, kept.commands) == ({0: "hash-0", 1: "hash-1"}, "seed", {"c1": 3})


def test_the_list_begins_with_what_changed_last(store: SqlStore) -> None:
    first, second = begin(store), begin(store)
    store.append(first, [Event(2, 1e11, None, GameStarted(1))], '{"n":2}')
    newest = store.matches(limit=1)[0]
    assert (newest.match, newest.updated, newest.events, newest.about) == (first, 1e11, 2, '{"n":2}')
    assert second in {line.match for line in store.matches()}


def test_a_version_is_written_once(store: SqlStore) -> None:
    match = begin(store)
    store.append(match, [Event(2, 101.0, None, GameStarted(1))], "{}")
    with pytest.raises(IllegalAction, match=match):
        store.append(match, [Event(2, 102.0, None, GameStarted(1))], "{}")
    assert store.load(match).record.events[1].time == 101.0


def test_several_events_are_written_all_or_none(store: SqlStore) -> None:
    match = begin(store)
    with pytest.raises(IllegalAction):
        store.append(match, [Event(2, 101.0, None, GameStarted(1)), Event(1, 101.0, None, GameStarted(1))], "{}")
    assert len(store.load(match).record.events) == 1


def test_a_match_comes_in_whole_or_not_at_all(store: SqlStore) -> None:
    match, first = secrets.token_hex(8), Event(1, 1.0, None, STARTED)
    with pytest.raises(IllegalAction):
        store.create(match, [first, Event(2, 2.0, None, GameStarted(1)), first], {}, "", "{}")
    with pytest.raises(NotFound):
        store.load(match)
    store.create(match, [first, Event(2, 2.0, None, GameStarted(1))], {}, "", '{"over": true, "winner": 1}')
    assert len(store.load(match).record.events) == 2
    assert [(line.updated, line.events) for line in store.matches() if line.match == match] == [(2.0, 2)]
    assert match in {line.match for line in store.archive.matches(Search(player="Şule", result="won"))}


def test_a_name_is_given_once(store: SqlStore) -> None:
    match = begin(store)
    with pytest.raises(IllegalAction, match="already"):
        store.create(match, [Event(1, 1.0, None, STARTED)], {}, "", "{}")


@pytest.mark.parametrize("name", ["nothing", "../../etc/passwd", "x" * 10_000, "' OR 1=1 --"])
def test_a_match_that_does_not_exist_is_named(store: SqlStore, name: str) -> None:
    with pytest.raises(NotFound, match="there is no match"):
        store.load(name)


def test_writers_side_by_side_lose_nothing(store: SqlStore) -> None:
    match = begin(store)
    refused: list[int] = []

    def write(version: int) -> None:
        try:
            store.append(match, [Event(version, 101.0, None, Interrupted(1.0))], "{}", f"c{version}")
        except IllegalAction:
            refused.append(version)

    threads = [threading.Thread(target=write, args=(version,)) for version in [*range(2, 18), *range(2, 18)]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(refused) == list(range(2, 18))
    assert [event.version for event in store.load(match).record.events] == list(range(1, 18))


def test_sqlite_syncs_a_write_ahead_log(tmp_path: Path) -> None:
    store = SqlStore(default_url(tmp_path))
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(Unavailable, match="file/data"):
        default_url(blocked / "data")


def test_a_damaged_database_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "tavla.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(Unavailable, match="not a database"):
        SqlStore(default_url(tmp_path))


def test_an_unknown_address_is_refused() -> None:
    with pytest.raises(InvalidOption):
        SqlStore("foo://bar")


def test_a_database_of_a_later_version_is_not_touched(tmp_path: Path) -> None:
    SqlStore(default_url(tmp_path)).close()
    raw = sqlite3.connect(tmp_path / "tavla.db")
    raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.commit()
    raw.close()
    with pytest.raises(Unavailable, match="later version"):
        SqlStore(default_url(tmp_path))


def test_names_that_were_folded_otherwise_are_folded_anew(tmp_path: Path) -> None:
    store = SqlStore(default_url(tmp_path))
    store.create("old", [Event(1, 1.0, None, MatchStarted((Player("I\u0307nci"), Player("Veli"))))], {}, "", "{}")
    store.close()
    with sqlite3.connect(tmp_path / "tavla.db") as database:
        database.execute("UPDATE entrant SET folded = name")
        for later in ("study_finding", "study"):
            database.execute(f"DROP TABLE {later}")
        database.execute("UPDATE alembic_version SET version_num = '0002'")
    database.close()
    store = SqlStore(default_url(tmp_path))
    assert [line.match for line in store.archive.matches(Search(player="inci"))] == ["old"]
    store.close()
