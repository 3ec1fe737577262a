"""What a command line names for an analysis: files and folders of any format, kept matches, IDs of positions."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tavla.errors import InvalidInput, NotFound, TavlaError
from tavla.formats.detect import read_file
from tavla.formats.found import Entry, Reading
from tavla.formats.opinions import opinions
from tavla.match.annotation import Opinions
from tavla.match.match import History
from tavla.notation import Situation, read_position
from tavla.store import SqlStore, default_url

LONGEST_NAME = 4096


class Case(NamedTuple):
    """One match to judge: what it is called, its log, what its file thought of it, the entry of the file, and
    the file itself if it is in one."""

    label: str
    history: History
    said: Opinions
    entry: Entry | None = None
    sources: tuple[Path, ...] = ()


class Found(NamedTuple):
    """What stands behind a name: matches, or positions."""

    cases: tuple[Case, ...] = ()
    positions: tuple[Situation, ...] = ()


def expand(names: Sequence[str]) -> Iterator[str]:
    """The names with every folder replaced by the files under it, in order; hidden ones are passed over."""
    for name in names:
        if _is_path(name) and Path(name).is_dir():
            yield from _files(name)
        else:
            yield name


def _files(folder: str) -> Iterator[str]:
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(files):
            if not name.startswith("."):
                yield str(Path(here) / name)


def _is_path(name: str) -> bool:
    return len(name) < LONGEST_NAME and "\0" not in name


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder."""
    return _is_path(name) and Path(name).is_dir()


def find(name: str, data: Path | None, encoding: str | None = None) -> Found:
    """What a name stands for: a file if there is one, else the ID of a position, else a match that is kept."""
    if _is_path(name) and Path(name).is_file():
        return _in_file(name, read_file(Path(name), encoding))
    with suppress(TavlaError):
        situation = read_position(name)
        if situation.position is not None:
            return Found(positions=(situation,))
    try:
        return Found((_kept(name, data),))
    except NotFound:
        raise NotFound("analyse.nothing", name=name[:64]) from None


def _in_file(name: str, reading: Reading) -> Found:
    if reading.positions:
        return Found(positions=reading.positions)
    if not reading.entries:
        raise InvalidInput("formats.no_match")
    several = len(reading.entries) > 1
    return Found(
        tuple(
            Case(f"{name}#{place}" if several else name, entry.history, opinions(entry), entry, (Path(name),))
            for place, entry in enumerate(reading.entries, start=1)
        )
    )


def _kept(name: str, data: Path | None) -> Case:
    store = SqlStore(default_url(data))
    try:
        return Case(name, History(store.load(name).record.events), Opinions())
    finally:
        store.close()
