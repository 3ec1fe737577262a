"""`tavla analyse FILE...|FOLDER|ID|MATCH`: what every decision cost, and the ratings of the players.

One match is told in full. Of several there is a line each, and the totals by player and kind of error; what cannot be
read costs a line on stderr and no more. The exit code is 2 only if nothing at all could be read.
"""

import heapq
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple

import click

from tavla.analysis.annotate import Annotated
from tavla.analysis.own_opinions import as_sgf
from tavla.analysis.rating import Totals, worst
from tavla.analysis.report import report
from tavla.cli.analysis_json import match_as_json, totals_as_json
from tavla.cli.analysis_text import Dear, dear_lines, match_line, match_lines, names_of, totals_lines
from tavla.cli.hint import print_choices
from tavla.cli.interruption import thinkers
from tavla.cli.judged import judged
from tavla.cli.language import language
from tavla.cli.match import STDOUT, check_target, write_whole
from tavla.cli.positions import id_lines, print_json
from tavla.cli.progress import counting
from tavla.cli.sources import Case, expand, find, is_folder
from tavla.engine.decision import Decision, Level, decide, level
from tavla.errors import InvalidInput, TavlaError
from tavla.formats.encoding import ENCODINGS
from tavla.formats.sgf_analysis import brings_analysis
from tavla.notation import Situation, encode_xgid, rules_of, state_of
from tavla.protocols.answers import choice_as_json
from tavla.rules import Act, Phase, Seat, State, apply, legal
from tavla.rules.facts import Doubled
from tavla.words import say, say_error, say_refusal
from tavla.words.names import folded

BAD_INPUT = 2
SHOWN = 10


@click.command()
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
@click.option("--level", "level_name", metavar="LEVEL", default="2-ply", show_default=True)
@click.option("--worst", "most", type=click.IntRange(0, 1000), default=10, show_default=True)
@click.option("--player", "players", metavar="NAME", multiple=True)
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE|DIR")
@click.option("--sgf", type=click.Path(path_type=Path), metavar="FILE|DIR")
@click.option("--json", "json_", is_flag=True)
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N")
@click.option("--again", is_flag=True)
@click.option("--encoding", type=click.Choice(ENCODINGS))
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
def analyse(
    sources: tuple[str, ...],
    level_name: str,
    most: int,
    players: tuple[str, ...],
    html: Path | None,
    sgf: Path | None,
    json_: bool,
    jobs: int | None,
    again: bool,
    encoding: str | None,
    data: Path | None,
) -> int:
    """Judge matches decision by decision."""
    order = _Order(level(level_name), most, players, _wanted(html, sgf), json_, again)
    with thinkers(jobs) as threads:
        if len(sources) == 1 and not is_folder(sources[0]):
            found = find(sources[0], data, encoding)
            if found.positions:
                _positions(found.positions, order)
                return 0
            if len(found.cases) == 1:
                _one(found.cases[0], order, threads)
                return 0
        names = list(expand(sources))
        if not names:
            raise InvalidInput("analyse.no_files", folders=", ".join(sources)[:200])
        return _Many(order, threads, _identities(names)).judge(names, data, encoding)


class _Written(NamedTuple):
    """The text of a file, and what of the match it does not hold, in sentences."""

    text: str
    lost: tuple[str, ...] = ()


class _Output(NamedTuple):
    """Something to write of every match: where to, the ending of the files, and how it is made."""

    place: Path
    ending: str
    made: Callable[[Case, Annotated], _Written]

    def write(self, file: Path, case: Case, annotated: Annotated, sources: Sequence[Path] = ()) -> None:
        """Write a file, and say on stderr what it does not hold."""
        written = self.made(case, annotated)
        write_whole(file, written.text, sources)
        for sentence in written.lost:
            click.echo(f"{file}: {sentence}", err=True)

    def make_folder(self) -> None:
        """Make the folder for the files of several matches; raises `InvalidInput` for what is named like one file."""
        if not self.place.is_dir() and (self.place == STDOUT or self.place.suffix.lower() == self.ending):
            raise InvalidInput("analyse.one_file", path=self.place)
        self.place.mkdir(parents=True, exist_ok=True)

    def file(self, label: str) -> Path:
        """Where the one of a single match goes: the file that was named, or a file in the folder that was."""
        return self.place / f"{_stem(label)}{self.ending}" if self.place.is_dir() else self.place


def _wanted(html: Path | None, sgf: Path | None) -> tuple[_Output, ...]:
    outputs = (_Output(html, ".html", _as_html) if html else None, _Output(sgf, ".sgf", _as_sgf) if sgf else None)
    return tuple(each for each in outputs if each is not None)


def _as_html(case: Case, annotated: Annotated) -> _Written:
    return _Written(report(annotated, language()))


def _as_sgf(case: Case, annotated: Annotated) -> _Written:
    tags, notes = (case.entry.tags, case.entry.notes) if case.entry is not None else ({}, {})
    found = as_sgf(annotated, tags, notes)
    replaced = [say(language(), "analyse.sgf.replaced")] if brings_analysis(notes) else []
    left_out = [say(language(), "analyse.sgf.left_out", n=found.left_out)] if found.left_out else []
    return _Written(found.text, (*replaced, *left_out))


@dataclass(frozen=True)
class _Order:
    """What the command line asks for."""

    level: Level
    most: int
    players: tuple[str, ...]
    outputs: tuple["_Output", ...]
    json: bool
    again: bool

    def wants(self, name: str) -> bool:
        """Whether a player is asked for: nobody is named, or this is one of the names of the one who is."""
        return not self.players or folded(name) in {folded(each) for each in self.players}

    def seats(self, case: Case) -> tuple[Seat, ...]:
        """The seats of the players that are asked for."""
        players = case.history.match.started.players
        return tuple(seat for seat in (0, 1) if self.wants(players[seat].name))


def _judge(case: Case, order: _Order, executor: Executor, before: str = "") -> Annotated:
    """A match judged, with a line that counts up for whoever waits at a terminal."""
    with counting("cli.analyse.working", before) as progress:
        return judged(case.history, order.level, executor, progress, anew=order.again, opinions=case.said)


def _one(case: Case, order: _Order, executor: Executor) -> None:
    seats = order.seats(case)
    if not seats:
        raise InvalidInput("analyse.no_player", name=", ".join(order.players)[:64])
    files = [(output.file(case.label), output) for output in order.outputs]
    if [file for file, _ in files].count(STDOUT) + order.json > 1:
        raise InvalidInput("analyse.one_output")
    for file, _ in files:
        check_target(file, case.sources)
    annotated = _judge(case, order, executor)
    for file, output in files:
        output.write(file, case, annotated, case.sources)
    if order.json:
        print_json(match_as_json(annotated, seats))
        return
    if any(file == STDOUT for file, _ in files):
        return
    own = [each for each in annotated.judgements if each.seat in seats]
    dear = [Dear(each, names_of(annotated)) for each in worst(own, order.most)]
    for line in (*match_lines(language(), annotated), *dear_lines(language(), dear)):
        click.echo(line)
    for file, _ in files:
        click.echo(say(language(), "analyse.written", file=file))


def _stem(label: str) -> str:
    """What the report of a match is called, after the file of the match."""
    name, _, place = Path(label).name.partition("#")
    return (Path(name).stem or "match") + (f"-{place}" if place else "")


def _identities(names: Sequence[str]) -> set[tuple[int, int]]:
    """What the system knows the files behind names by, whatever their names; of IDs and matches there is none."""
    return {found for name in names if (found := _identity(name)) is not None}


def _identity(name: str | Path) -> tuple[int, int] | None:
    try:
        found = os.stat(name)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


@dataclass
class _Many:
    """Several matches, one after the other, and what they add up to. `sources` are the files that are read."""

    order: _Order
    executor: Executor
    sources: set[tuple[int, int]]
    totals: dict[str, Totals] = field(default_factory=dict)
    matches: int = 0
    read: int = 0
    failed: int = 0
    dearest: list[tuple[float, int, Dear]] = field(default_factory=list)
    written: set[Path] = field(default_factory=set)
    _order_of_coming: Iterator[int] = field(default_factory=count)

    def judge(self, names: Sequence[str], data: Path | None, encoding: str | None) -> int:
        """Everything that stands behind the names; the exit code."""
        for output in self.order.outputs:
            output.make_folder()
        for name in names:
            try:
                found = find(name, data, encoding)
                if found.positions:
                    raise InvalidInput("analyse.positions")
            except (TavlaError, OSError) as error:
                self._fail(name, error)
                continue
            self.read += 1
            for case in found.cases:
                self._case(case)
        self._tell()
        return 0 if self.read else BAD_INPUT

    def _fail(self, name: str, error: TavlaError | OSError) -> None:
        self.failed += 1
        reason = say_error(language(), error) if isinstance(error, TavlaError) else say_refusal(language(), error)
        line = " ".join(f"{name}: {reason}".split())
        click.echo(line, err=True)
        if self.order.json:
            print_json({"source": name, "error": " ".join(reason.split())})

    def _case(self, case: Case) -> None:
        seats = self.order.seats(case)
        if not seats:
            return
        annotated = _judge(case, self.order, self.executor, f"{case.label}: ")
        self.matches += 1
        for seat in seats:
            self._player(annotated.history.match.started.players[seat].name).add(annotated, seat)
        for output in self.order.outputs:
            output.write(self._file(output, case.label), case, annotated)
        if self.order.json:
            print_json({"source": case.label} | match_as_json(annotated, seats))
            return
        click.echo(match_line(language(), case.label, annotated))
        for each in worst([each for each in annotated.judgements if each.seat in seats], self.order.most):
            self._remember(Dear(each, names_of(annotated), case.label))

    def _file(self, output: _Output, label: str) -> Path:
        """A file of its own for every match of this run; one of an earlier run is written over, unless it is read."""
        names = (f"{_stem(label)}{f'_{again}' if again else ''}{output.ending}" for again in count())
        places = (output.place / name for name in names)
        file = next(each for each in places if each not in self.written and _identity(each) not in self.sources)
        self.written.add(file)
        return file

    def _player(self, name: str) -> Totals:
        """The totals of a player: one for all names of the one who is asked for."""
        named = self.order.players
        key = folded(named[0] if named else name)
        return self.totals.setdefault(key, Totals(named[0] if named else name))

    def _remember(self, dear: Dear) -> None:
        heapq.heappush(self.dearest, (dear.judgement.loss, -next(self._order_of_coming), dear))
        if len(self.dearest) > self.order.most:
            heapq.heappop(self.dearest)

    def _tell(self) -> None:
        totals = sorted(self.totals.values(), key=lambda each: (-each.matches, folded(each.name)))
        if self.order.json:
            figures = [totals_as_json(each) for each in totals]
            print_json(
                {"level": self.order.level.name, "matches": self.matches, "failed": self.failed, "players": figures}
            )
        elif totals:
            dear = [each for _, _, each in sorted(self.dearest, key=lambda each: -each[0])]
            for line in (*totals_lines(language(), totals), *dear_lines(language(), dear)):
                click.echo(line)
        if self.failed:
            click.echo(say(language(), "analyse.failed", n=self.failed, of=self.failed + self.read), err=True)
        if not self.matches and self.read and self.order.players:
            raise InvalidInput("analyse.no_player", name=", ".join(self.order.players)[:64])


def _positions(positions: tuple[Situation, ...], order: _Order) -> None:
    """What there is to decide in positions: a play, or to double and to take."""
    if order.outputs:
        raise InvalidInput("analyse.only_matches")
    for place, situation in enumerate(positions):
        state = state_of(situation, rules_of(situation))
        decisions = [(name, ask()) for name, ask in _asked(state, order.level)]
        if order.json:
            print_json(
                {
                    "xgid": encode_xgid(situation),
                    "level": order.level.name,
                    "decisions": [
                        {"kind": name, "choices": [choice_as_json(each) for each in decision.choices]}
                        for name, decision in decisions
                    ],
                }
            )
            continue
        if place:
            click.echo()
        click.echo("\n".join(id_lines(situation)))
        for name, decision in decisions:
            click.echo(f"\n{say(language(), f'analyse.decision.{name}')}")
            print_choices(decision, SHOWN)


def _asked(state: State, depth: Level) -> Iterator[tuple[str, Callable[[], Decision]]]:
    """What a position asks: how to play a roll; else whether to double, and whether a double is to be taken."""
    if state.phase is Phase.PLAY:
        yield "play", lambda: decide(state, depth)
    elif state.phase is Phase.CUBE:
        yield "take", lambda: decide(state, depth)
    else:
        yield "double", lambda: decide(state, depth)
        if legal(state).allows(state.turn, Act.DOUBLE):
            yield "take", lambda: decide(apply(state, Doubled()), depth)
