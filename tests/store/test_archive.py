"""Matches, positions and errors are found by whoever looks for them, on every database."""

import json
import secrets
import sqlite3
from pathlib import Path

import pytest

from tavla.formats.native import event_to_json
from tavla.match.events import Event, GameStarted, MatchStarted, Player
from tavla.store import Place, Search, SqlStore, Verdict, default_url


def a_match(store: SqlStore, one: str, two: str, day: float = 100.0, **about: object) -> str:
    match = secrets.token_hex(8)
    started = MatchStarted((Player(one), Player(two)))
    store.create(match, [Event(1, day, None, started)], {}, "", "{}")
    store.append(match, [Event(2, day + 1, None, GameStarted(1))], json.dumps(about))
    return match


def found(store: SqlStore, search: Search) -> list[str]:
    return [line.match for line in store.archive.matches(search)]


@pytest.fixture
def name() -> str:
    """A name that nobody else in the database has."""
    return secrets.token_hex(6)


def test_a_player_is_found_by_a_part_of_his_name_in_any_case(store: SqlStore, name: str) -> None:
    match = a_match(store, f"İlhan {name}", "Mehmet")
    assert found(store, Search(player=name.upper())) == [match]
    assert found(store, Search(player=f"ilhan {name}")) == [match]
    assert found(store, Search(player=f"{name}%")) == []
    assert found(store, Search(player=f"_lhan {name}")) == []


def test_a_date_bounds_the_beginning(store: SqlStore, name: str) -> None:
    early, late = (a_match(store, name, "B", day) for day in (100.0, 200.0))
    assert found(store, Search(player=name)) == [late, early]
    assert found(store, Search(player=name, since=150.0)) == [late]
    assert found(store, Search(player=name, until=200.0)) == [early]


def test_a_match_without_a_date_lies_in_no_range(store: SqlStore, name: str) -> None:
    a_match(store, name, "B", 0.0)
    assert found(store, Search(player=name, until=1e12)) == []
    assert found(store, Search(player=name, since=1.0)) == []


def test_a_result_is_the_players(store: SqlStore, name: str) -> None:
    won = a_match(store, name, "B", over=True, winner=0)
    lost = a_match(store, "B", name, over=True, winner=0)
    is_open = a_match(store, name, "B", over=False, winner=None)
    assert found(store, Search(player=name, result="won")) == [won]
    assert found(store, Search(player=name, result="lost")) == [lost]
    assert set(found(store, Search(player=name, result="over"))) == {won, lost}
    assert found(store, Search(player=name, result="open")) == [is_open]


def test_positions_are_indexed_once_and_again_when_the_match_went_on(store: SqlStore, name: str) -> None:
    match = a_match(store, name, "B")
    search = Search(player=name)
    assert store.archive.not_indexed(search) == [match]
    mine, theirs = Place(match, 2, 1, 0, 31, "A" * 14), Place(match, 3, 1, 1, 0, "B" * 14)
    store.archive.index(match, 2, [mine, theirs])
    assert store.archive.not_indexed(search) == []
    assert list(store.archive.places(search)) == [mine]
    assert list(store.archive.places(Search(match=match))) == [mine, theirs]
    assert list(store.archive.places(Search(match=match), ["B" * 14])) == [theirs]
    store.append(match, [Event(3, 102.0, None, GameStarted(2))], "{}")
    assert store.archive.not_indexed(search) == [match]
    store.archive.index(match, 3, [mine])
    assert list(store.archive.places(Search(match=match))) == [mine]


def test_positions_of_many_matches_come_one_after_the_other(
    store: SqlStore, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tavla.store.archive.AT_ONCE", 2)
    for _ in range(5):
        match = a_match(store, name, "B")
        store.archive.index(match, 2, [Place(match, version, 1, 0, 61, "C" * 14) for version in range(1, 9)])
    assert sum(1 for _ in store.archive.places(Search(player=name))) == 5 * 8


def verdict(match: str, version: int, seat: int, loss: float, board: str = "A" * 14) -> Verdict:
    return Verdict(match, "2-ply", version, 1, seat, "play", loss, 1, "8/5", "13/10", 31, board)


def test_errors_of_a_player_come_the_worst_first(store: SqlStore, name: str) -> None:
    match = a_match(store, name, "B")
    small, great, other = (verdict(match, *each) for each in ((3, 0, 0.09), (5, 0, 0.3), (4, 1, 0.5)))
    assert store.archive.not_analysed(Search(player=name), "2-ply") == [match]
    store.archive.keep(match, "2-ply", 2, 1.0, {"ratings": [{"pr": 3.5}, {}]}, [small, great, other])
    assert store.archive.not_analysed(Search(player=name), "2-ply") == []
    assert store.archive.not_analysed(Search(player=name), "3-ply") == [match]
    assert store.archive.errors(Search(player=name), "2-ply", 0.08) == [great, small]
    assert store.archive.errors(Search(match=match), "2-ply", 0.2) == [other, great]
    assert store.archive.errors(Search(match=match), "3-ply", 0.0) == []
    assert store.archive.errors(Search(match=match), "2-ply", 0.0, ["B" * 14]) == []


def test_an_analysis_made_again_takes_the_place_of_the_first(store: SqlStore, name: str) -> None:
    match = a_match(store, name, "B")
    store.archive.keep(match, "2-ply", 2, 1.0, {"n": 1}, [verdict(match, 3, 0, 0.5)])
    assert store.archive.analysis(match, "2-ply") == {"n": 1}
    store.append(match, [Event(3, 102.0, None, GameStarted(2))], "{}")
    assert store.archive.analysis(match, "2-ply") is None
    assert store.archive.not_analysed(Search(match=match), "2-ply") == [match]
    store.archive.keep(match, "2-ply", 3, 2.0, {"n": 2}, [])
    assert store.archive.analysis(match, "2-ply") == {"n": 2}
    assert store.archive.errors(Search(match=match), "2-ply", 0.0) == []


def test_matches_of_an_older_database_are_found_by_their_players(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine

    import tavla.store

    url = default_url(tmp_path)
    config = Config()
    config.set_main_option("script_location", str(Path(tavla.store.__file__).parent / "migrations"))
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    body = event_to_json(Event(1, 9.0, None, MatchStarted((Player("Işıl"), Player("B")))))
    raw = sqlite3.connect(tmp_path / "tavla.db")
    raw.execute("INSERT INTO match VALUES ('old', 9, 9, 1, ?, '')", (json.dumps({"over": True, "winner": 1}),))
    raw.execute("INSERT INTO event VALUES ('old', 1, ?)", (json.dumps(body),))
    raw.commit()
    raw.close()
    store = SqlStore(url)
    assert found(store, Search(player="ışıl", result="lost")) == ["old"]
    assert found(store, Search(player="işil")) == ["old"]
    assert store.load("old").record.events[0].fact == MatchStarted((Player("Işıl"), Player("B")))
    store.close()
