"""The course of the match as a drawing: who was how near to winning, and the luck and the errors of each decision."""

from collections.abc import Sequence
from itertools import pairwise

from tavla.analysis.report.entries import Entry
from tavla.analysis.report.tongue import Tongue

WIDTH, HEIGHT = 1000.0, 330.0
STRIP = 34.0
"""Half the height of the strips of luck and of errors."""
LUCK, ERRORS = HEIGHT + 60.0, HEIGHT + 164.0
"""Where the middle lines of the strips are."""
BOTTOM = ERRORS + STRIP + 12.0
LEAST_SCALE = 0.2
"""What fills a strip at least: quiet matches do not look wild."""


def curve(entries: Sequence[Entry], tongue: Tongue, is_match: bool) -> str:
    """The drawing with its caption; nothing for less than two decisions."""
    if len(entries) < 2:
        return ""
    name = tongue.say("curve.match" if is_match else "curve.game", name=tongue.names[0])
    parts = [_grid(tongue), _games(entries), _line(entries), _dots(entries), _luck(entries), _errors(entries)]
    words = _words(tongue)
    cursor = f'<line class="cursor" y1="0" y2="{BOTTOM:.0f}" visibility="hidden"/>'
    return (
        f'<figure class="curve"><div class="chart"><svg viewBox="0 0 {WIDTH:.0f} {BOTTOM:.0f}" role="img" '
        f'aria-label="{name}">{"".join(parts)}{words}{cursor}'
        f"</svg></div><figcaption>{name}. {tongue.say('curve.how')}</figcaption></figure>"
    )


def x_of(place: int, count: int) -> float:
    """Where a decision stands."""
    return WIDTH * place / max(count - 1, 1)


def _grid(tongue: Tongue) -> str:
    lines = "".join(
        f'<line class="grid" x1="0" x2="{WIDTH:.0f}" y1="{HEIGHT * share:.1f}" y2="{HEIGHT * share:.1f}"/>'
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    middles = "".join(f'<line class="grid" x1="0" x2="{WIDTH:.0f}" y1="{y}" y2="{y}"/>' for y in (LUCK, ERRORS))
    labels = "".join(
        f'<text x="4" y="{HEIGHT * (1 - share) + way * 4:.0f}"{hanging}>{tongue.percent(share, 0)}</text>'
        for share, way, hanging in ((0.0, -1, ""), (0.5, -1, ""), (1.0, 1, ' dominant-baseline="hanging"'))
    )
    return lines + middles + labels


def _words(tongue: Tongue) -> str:
    return (
        f'<text x="4" y="{LUCK - STRIP + 2:.0f}">{tongue.say("curve.luck")}</text>'
        f'<text x="4" y="{ERRORS - STRIP + 2:.0f}">{tongue.say("curve.errors")}</text>'
    )


def _games(entries: Sequence[Entry]) -> str:
    """Where a game begins, with its number."""
    parts = []
    for before, entry in pairwise(entries):
        if before.judgement.game != entry.judgement.game:
            x = x_of(entry.place, len(entries))
            number = f'<text class="number" x="{x + 3:.1f}" y="{HEIGHT - 5:.0f}">{entry.judgement.game}</text>'
            parts.append(f'<line class="game" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{BOTTOM:.0f}"/>{number}')
    return "".join(parts)


def _line(entries: Sequence[Entry]) -> str:
    points = " ".join(f"{x_of(each.place, len(entries)):.1f},{HEIGHT * (1 - each.chance):.1f}" for each in entries)
    return f'<polygon points="0,{HEIGHT / 2} {points} {WIDTH:.0f},{HEIGHT / 2}"/><polyline points="{points}"/>'


def _dots(entries: Sequence[Entry]) -> str:
    return "".join(
        f'<circle class="{each.grade}" cx="{x_of(each.place, len(entries)):.1f}" '
        f'cy="{HEIGHT * (1 - each.chance):.1f}" r="{5 if each.grade == "blunder" else 3.5}"/>'
        for each in entries
        if each.grade in ("blunder", "error")
    )


def _luck(entries: Sequence[Entry]) -> str:
    """Luck upwards for the player in seat 0, downwards for the other."""
    scale = max([LEAST_SCALE, *(abs(each.luck) for each in entries)])
    return "".join(
        _bar(each.place, len(entries), LUCK, each.luck / scale, "one" if each.luck > 0 else "two")
        for each in entries
        if abs(each.luck) >= 0.01
    )


def _errors(entries: Sequence[Entry]) -> str:
    """Losses of the player in seat 0 upwards, of the other downwards."""
    scale = max([LEAST_SCALE, *(each.judgement.loss for each in entries)])
    return "".join(
        _bar(each.place, len(entries), ERRORS, _towards(each) / scale, each.grade)
        for each in entries
        if each.judgement.loss >= 0.005
    )


def _towards(entry: Entry) -> float:
    return entry.judgement.loss if entry.judgement.seat == 0 else -entry.judgement.loss


def _bar(place: int, count: int, middle: float, share: float, name: str) -> str:
    length = max(abs(share) * STRIP, 1.0)
    top = middle - length if share > 0 else middle
    width = min(8.0, max(1.4, 0.6 * WIDTH / count))
    x = x_of(place, count) - width / 2
    return f'<rect class="{name}" x="{x:.1f}" y="{top:.1f}" width="{width:.1f}" height="{length:.1f}"/>'
