"""The page itself: figures, the curve, a stepper through every decision, the dearest ones, and the table of all.

Nothing is fetched. Without a script everything is there but the stepper; the script draws further boards from the
pieces of the ones that stand in the page.
"""

from functools import cache
from html import escape
from importlib.resources import files

from tavla.analysis.annotate import Annotated
from tavla.analysis.report.cards import cards, wide
from tavla.analysis.report.curve import curve
from tavla.analysis.report.data import data
from tavla.analysis.report.entries import entries_of
from tavla.analysis.report.figures import Figures
from tavla.analysis.report.listing import filters, listing, skipped
from tavla.analysis.report.tongue import Tongue
from tavla.drawing.sprites import colours, sprite_sheet


def report(annotated: Annotated, language: str) -> str:
    """The whole page in a language."""
    match = annotated.history.match
    first, second = match.started.players
    tongue = Tongue(language, (first.name, second.name))
    entries = entries_of(annotated)
    figures = Figures(annotated, tongue)
    is_match = figures.is_match
    players, games = wide(figures.players(), tongue.say("figures")), figures.games()
    points = match.score.points
    title = f"{first.name} {points[0]} – {points[1]} {second.name}"
    parts = [
        f"<header><h1>{escape(title)}</h1>{_about(annotated, len(entries), tongue)}</header>",
        f'<div class="overview">{players}{curve(entries, tongue, is_match)}</div>',
        _stepper(filters(entries, tongue), tongue) if entries else "",
        cards(entries, tongue),
        f"<h2>{tongue.say('games')}</h2>{wide(games, tongue.say('games'))}" if games else "",
        listing(entries, tongue, is_match),
        skipped(annotated, tongue),
    ]
    return _document(title, language, "\n".join(parts), sprite_sheet(match.rules.home), data(entries, tongue))


def _about(annotated: Annotated, count: int, tongue: Tongue) -> str:
    length = annotated.history.match.rules.length
    played = tongue.say(f"length.{length.kind}", n=length.n)
    judged = tongue.say("level", level=annotated.level.name, n=count)
    links = "".join(f'<a href="#{key}">{tongue.say(f"link.{key}")}</a> ' for key in ("worst", "all"))
    return f"<p>{played}. {judged}</p><nav>{links}</nav>"


def _stepper(form: str, tongue: Tongue) -> str:
    """What the script fills: a board, what is known about the decision, and buttons for what the keys do."""
    buttons = "".join(
        f'<button type="button" data-step="{step}" aria-keyshortcuts="{keys}" '
        f'title="{tongue.say(f"step.{step}")} ({shown})">{sign}'
        f"<span>{tongue.say(f'step.{step}')}</span></button>"
        for step, keys, shown, sign in (
            ("worse_back", "P", "P", "«"),
            ("back", "ArrowLeft K", "← K", "‹"),
            ("on", "ArrowRight J", "→ J", "›"),
            ("worse_on", "N", "N", "»"),
        )
    )
    return (
        f'<section class="stepper" hidden aria-labelledby="stepper"><h2 id="stepper">{tongue.say("stepper")}</h2>{form}'
        f'<div class="steps" role="group" aria-label="{tongue.say("stepper")}">{buttons}<output></output></div>'
        f'<div class="card current" tabindex="-1"></div><p class="keys">{tongue.say("keys")}</p></section>'
    )


def _document(title: str, language: str, body: str, sprites: str, found: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_style()}</style>\n</head>\n"
        f"<body>\n{sprites}\n<main>\n{body}\n</main>\n"
        f'<script type="application/json" id="data">{found}</script>\n'
        f'<script type="module">{_part("report.js")}</script>\n</body>\n</html>\n'
    )


def _style() -> str:
    """The style sheet, with the colours of the board for both schemes; a printed page is light."""
    dark = f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {colours('dark')} }} }}"
    return f":root {{ {colours('light')} }}\n{dark}\n{_part('report.css')}"


@cache
def _part(name: str) -> str:
    return (files("tavla") / "data" / "report" / name).read_text("utf-8")
