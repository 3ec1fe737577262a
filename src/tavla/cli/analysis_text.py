"""What an analysis found, as text on a terminal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from tavla.analysis.annotate import Annotated, Judgement
from tavla.analysis.rating import KINDS, Rating, Totals, adjusted, in_points, rate, rated_by_file
from tavla.analysis.themes import explain, sentences
from tavla.notation import choice_in_words
from tavla.words import number, say

LABEL = 30
MOST_KINDS = 10
"""The kinds of error are told of so many players at most, those with the most matches."""


_OF_A_PLAYER = ("matches", "won", "decisions", "pr", "loss", "doubtful", "errors", "blunders", "luck")
_OF_A_KIND = ("decisions", "loss", "doubtful", "errors", "blunders")


class Dear(NamedTuple):
    """A dear decision and where it was made; `label` is empty where there is one match only."""

    judgement: Judgement
    names: tuple[str, str]
    label: str = ""


def names_of(annotated: Annotated) -> tuple[str, str]:
    """What both players are called, `?` for a file that does not tell."""
    first, second = (player.name or "?" for player in annotated.history.match.started.players)
    return first, second


def match_lines(tongue: str, annotated: Annotated) -> Iterator[str]:
    """The figures of both players, side by side."""
    names = names_of(annotated)
    yield say(tongue, "cli.analyse.title", one=names[0], two=names[1], level=annotated.level.name)
    width = max(12, *map(len, names))
    yield ""
    yield f"{'':<{LABEL}}{names[0]:>{width}}  {names[1]:>{width}}"
    for key, values, cells in _rows(tongue, annotated):
        yield f"{say(tongue, key, **values):<{LABEL}}{cells[0]:>{width}}  {cells[1]:>{width}}"
    for code in dict.fromkeys(each.code for each in annotated.skipped):
        count = sum(each.code == code for each in annotated.skipped)
        yield say(tongue, "analyse.skipped", n=count, what=say(tongue, code))


class _Row(NamedTuple):
    key: str
    values: dict[str, object]
    cells: list[str]


def _rows(tongue: str, annotated: Annotated) -> Iterator[_Row]:
    ratings = [rate(annotated, seat) for seat in (0, 1)]

    def row(key: str, cell: Callable[[Rating], str], **values: object) -> _Row:
        return _Row(key, values, [cell(each) for each in ratings])

    yield row("cli.analyse.pr", lambda each: _pr(tongue, each.rating, each.standard_error))
    yield row("cli.analyse.strength", lambda each: _strength(tongue, each))
    program = _program(annotated)
    if program:
        told = [rated_by_file(annotated, seat) for seat in (0, 1)]
        yield _Row("analyse.pr_by_file", {"program": program}, [_figure(tongue, each, 2) for each in told])
    yield row("cli.analyse.plays", lambda each: str(each.plays.decisions))
    yield row("cli.analyse.play_loss", lambda each: number(tongue, -each.plays.loss, 3))
    yield row("cli.analyse.doubtful", lambda each: str(each.plays.doubtful))
    yield row("cli.analyse.errors", lambda each: str(each.plays.errors))
    yield row("cli.analyse.blunders", lambda each: str(each.plays.blunders))
    yield row("cli.analyse.cube", lambda each: str(each.doubles.decisions + each.takes.decisions))
    yield row("cli.analyse.cube_loss", lambda each: number(tongue, -(each.doubles.loss + each.takes.loss), 3))
    yield row("cli.analyse.luck", lambda each: number(tongue, each.luck, 3))
    without = [adjusted(annotated, seat) for seat in (0, 1)]
    if None in without:
        return
    if in_points(annotated):
        yield _Row("analyse.without_luck.points", {}, [_figure(tongue, each, 2) for each in without])
    else:
        percent = [None if each is None else 100.0 * (each + 0.5) for each in without]
        yield _Row("analyse.without_luck.match", {}, [_figure(tongue, each, 1) for each in percent])


def _program(annotated: Annotated) -> str:
    return next((each.opinion.program for each in annotated.judgements if each.opinion is not None), "")


def _figure(tongue: str, value: float | None, digits: int) -> str:
    return "-" if value is None else number(tongue, value, digits)


def _pr(tongue: str, rating: float | None, standard_error: float | None) -> str:
    if rating is None:
        return "-"
    error = "" if standard_error is None else f" ± {number(tongue, standard_error, 1)}"
    return number(tongue, rating, 2) + error


def _strength(tongue: str, rating: Rating) -> str:
    return "-" if rating.strength is None else say(tongue, f"strength.{rating.strength}")


def match_line(tongue: str, label: str, annotated: Annotated) -> str:
    """One match of many on one line."""
    names, score = names_of(annotated), annotated.history.match.score.points
    ratings = (_figure(tongue, rate(annotated, seat).rating, 2) for seat in (0, 1))
    return f"{label}: {names[0]} {score[0]}-{score[1]} {names[1]}  PR {' / '.join(ratings)}"


def dear_lines(tongue: str, dear: Sequence[Dear]) -> Iterator[str]:
    """The dearest decisions, the worst first, each with the reasons under it."""
    if dear:
        yield ""
        yield say(tongue, "cli.analyse.worst", n=len(dear))
    for place, each in enumerate(dear, start=1):
        yield _dear_line(tongue, place, each)
        judgement = each.judgement
        for sentence in sentences(tongue, explain(judgement.state, judgement.chosen, judgement.decision.best)):
            yield f"     {sentence}"


def _dear_line(tongue: str, place: int, dear: Dear) -> str:
    judgement, state = dear.judgement, dear.judgement.state
    roll = f"{state.roll.high}-{state.roll.low}: " if judgement.kind == "play" and state.roll else ""
    chosen, best = (choice_in_words(tongue, each.text) for each in (judgement.chosen, judgement.decision.best))
    where = say(tongue, "cli.analyse.where", game=judgement.game, version=judgement.version)
    if dear.label:
        where = f"{dear.label}, {where}"
    better = say(tongue, "cli.analyse.better", best=best)
    loss, name = number(tongue, -judgement.loss, 3), dear.names[judgement.seat]
    line = f"{place:>3}  {loss}  {where}  {name}  {roll}{chosen}  ({better})"
    opinion = judgement.opinion
    if opinion is None or opinion.loss is None:
        return line
    return f"{line}  {opinion.program}: {number(tongue, -opinion.loss, 3)}"


def totals_lines(tongue: str, totals: Sequence[Totals]) -> Iterator[str]:
    """The players of many matches, and the kinds of error of those with the most matches."""
    yield ""
    yield from _table(
        ["", *(say(tongue, f"analyse.total.{head}") for head in _OF_A_PLAYER)],
        [_total_cells(tongue, each) for each in totals],
    )
    for each in totals[:MOST_KINDS]:
        if any(each.kinds[kind].loss for kind in KINDS):
            yield ""
            yield from _table(
                [each.name or "?", *(say(tongue, f"analyse.total.{head}") for head in _OF_A_KIND)],
                [_kind_cells(tongue, each, kind) for kind in KINDS if each.kinds[kind].decisions],
            )


def _total_cells(tongue: str, totals: Totals) -> list[str]:
    counts = [
        sum(getattr(found, name) for found in totals.kinds.values()) for name in ("doubtful", "errors", "blunders")
    ]
    return [
        totals.name or "?",
        str(totals.matches),
        str(totals.won),
        str(totals.decisions),
        _pr(tongue, totals.rating, totals.standard_error),
        number(tongue, -totals.loss, 3),
        *map(str, counts),
        number(tongue, totals.luck, 3),
    ]


def _kind_cells(tongue: str, totals: Totals, kind: str) -> list[str]:
    found = totals.kinds[kind]
    return [
        say(tongue, f"analyse.kind.{kind}"),
        str(found.decisions),
        number(tongue, -found.loss, 3),
        str(found.doubtful),
        str(found.errors),
        str(found.blunders),
    ]


def _table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    """Columns as wide as they have to be, the first to the left and the others to the right."""
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for first, *rest in lines:
        cells = (f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
        yield f"{first:<{widths[0]}}  " + "  ".join(cells)
