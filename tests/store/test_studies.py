"""Files under analysis are kept with what was found out about them, as far as there is room."""

import itertools
import secrets
import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, create_engine

from tavla.errors import NotFound
from tavla.store import Finding, KeptStudy, SqlStore
from tavla.store.studies import SqlStudies


def a_study(body: bytes = b"\x1f\x8b\x00\xff") -> KeptStudy:
    return KeptStudy(secrets.token_hex(8), "hash", "2-ply", "engine", body)


def test_a_study_is_loaded_as_it_was_kept(store: SqlStore) -> None:
    study = a_study()
    store.studies.add(study)
    assert store.studies.load(study.id) == (study, [])


def test_findings_are_kept_each_in_the_place_of_an_earlier_one(store: SqlStore) -> None:
    study = a_study()
    store.studies.add(study)
    store.studies.found(study.id, "2-ply", "engine", [Finding("decision 0", "1"), Finding("decision 1", "2")])
    store.studies.found(study.id, "3-ply", "engine", [Finding("decision 1", "3"), Finding("luck 0 4", "0.5")])
    kept, findings = store.studies.load(study.id)
    assert kept == study._replace(level="3-ply")
    assert sorted(findings) == [("decision 0", "1"), ("decision 1", "3"), ("luck 0 4", "0.5")]


def test_many_findings_are_written_at_once(store: SqlStore) -> None:
    study = a_study()
    store.studies.add(study)
    many = [Finding(f"decision {n}", "{}") for n in range(6000)]
    store.studies.found(study.id, "2-ply", "engine", many)
    assert len(store.studies.load(study.id)[1]) == 6000


def test_what_another_engine_found_goes(store: SqlStore) -> None:
    study = a_study()
    store.studies.add(study)
    store.studies.found(study.id, "2-ply", "engine", [Finding("decision 0", "1"), Finding("decision 1", "2")])
    store.studies.found(study.id, "2-ply", "a newer one", [Finding("decision 1", "3")])
    assert store.studies.load(study.id) == (study._replace(engine="a newer one"), [Finding("decision 1", "3")])


def test_a_study_that_is_removed_is_gone_with_its_findings(store: SqlStore) -> None:
    study = a_study()
    store.studies.add(study)
    store.studies.found(study.id, "2-ply", "engine", [Finding("decision 0", "1")])
    store.studies.remove(study.id)
    store.studies.found(study.id, "2-ply", "engine", [Finding("decision 1", "2")])
    with pytest.raises(NotFound):
        store.studies.load(study.id)
    store.studies.add(study)
    assert store.studies.load(study.id) == (study, [])


@pytest.mark.parametrize("name", ["", "nothing", "x" * 10_000, "\0", "a\0b", "' OR 1=1 --", "\ud800", "ş"])
def test_what_is_no_name_is_not_found(store: SqlStore, name: str) -> None:
    with pytest.raises(NotFound):
        store.studies.load(name)


def test_findings_come_from_many_sides(store: SqlStore) -> None:
    study = a_study()
    store.studies.add(study)

    def find(first: int) -> None:
        for n in range(first, first + 10):
            store.studies.found(study.id, "2-ply", "engine", [Finding(f"decision {n}", "{}")])

    threads = [threading.Thread(target=find, args=(10 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.studies.load(study.id)[1]) == 40


@pytest.fixture
def alone(url_of_its_own: str) -> Iterator[Engine]:
    SqlStore(url_of_its_own).close()
    engine = create_engine(url_of_its_own)
    yield engine
    engine.dispose()


def names(studies: SqlStudies, *kept: KeptStudy) -> list[bool]:
    found = []
    for each in kept:
        try:
            found.append(studies.load(each.id)[0] == each)
        except NotFound:
            found.append(False)
    return found


def test_the_longest_unused_goes_first(alone: Engine) -> None:
    studies = SqlStudies(alone, most=2, now=itertools.count().__next__)
    first, second, third = a_study(), a_study(), a_study()
    studies.add(first)
    studies.add(second)
    studies.load(first.id)
    studies.add(third)
    assert names(studies, first, second, third) == [True, False, True]


def test_what_is_found_out_takes_room_as_well(alone: Engine) -> None:
    studies = SqlStudies(alone, most_bytes=1000, now=itertools.count().__next__)
    first, second = a_study(b"x" * 100), a_study(b"y" * 100)
    for each in (first, second):
        studies.add(each)
        studies.found(each.id, "2-ply", "engine", [Finding("decision 0", "1" * 300)])
    assert names(studies, first, second) == [True, True]
    studies.found(second.id, "2-ply", "engine", [Finding("decision 0", "1" * 600)])
    assert names(studies, first, second) == [False, True]
    studies.found(second.id, "2-ply", "engine", [Finding("decision 1", "1" * 5000)])
    assert names(studies, second) == [True]
