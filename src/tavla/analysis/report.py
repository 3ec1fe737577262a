"""A judged match as one HTML page that stands alone: figures, the curve, the dearest decisions on drawn boards, and a
list of every decision that can be filtered and printed. Nothing is fetched; without a script everything is still there.
"""

from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from importlib.resources import files

from tavla.analysis.annotate import Annotated, Judgement
from tavla.analysis.rating import Rating, grade, rate, strength, worst
from tavla.drawing.svg import board_svg
from tavla.engine.decision import Choice
from tavla.notation import format_play
from tavla.rules import Phase
from tavla.rules.facts import Played
from tavla.words import number, roll_name, say

SHOWN = 10
CANDIDATES = 5
WIDTH, HEIGHT = 900, 220


def report(annotated: Annotated, language: str) -> str:
    """The whole page in a language."""
    return _Report(annotated, language).page()


class _Report:
    def __init__(self, annotated: Annotated, language: str) -> None:
        self.annotated, self.tongue = annotated, language
        self.names = [player.name for player in annotated.history.match.started.players]

    def say(self, key: str, **values: object) -> str:
        """A sentence, ready for HTML."""
        return escape(say(self.tongue, key, **values))

    def number(self, value: float, digits: int) -> str:
        return number(self.tongue, value, digits)

    def page(self) -> str:
        first, second = self.annotated.history.match.score.points
        title = f"{self.names[0]} {first} - {second} {self.names[1]}"
        parts = [
            f"<h1>{escape(title)}</h1>",
            f"<p>{self.say('report.level', level=self.annotated.level.name, n=len(self.annotated.judgements))}</p>",
            self.figures(),
            self.curve(),
            self.dearest(),
            self.everything(),
        ]
        body = "\n".join(parts)
        return (
            f'<!DOCTYPE html>\n<html lang="{self.tongue}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{_part('report.css')}</style>\n</head>\n"
            f"<body>\n<main>\n{body}\n</main>\n<script>{_part('report.js')}</script>\n</body>\n</html>\n"
        )

    def figures(self) -> str:
        """The table of both players' figures."""
        ratings = [rate(self.annotated, seat) for seat in (0, 1)]
        rows = "".join(
            f'<tr><th scope="row">{self.say(key)}</th>{"".join(f"<td>{cell(each)}</td>" for each in ratings)}</tr>'
            for key, cell in self._figures()
        )
        heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.names)
        return f'<table class="figures"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>'

    def _figures(self) -> list[tuple[str, Callable[[Rating], str]]]:
        return [
            ("cli.analyse.pr", self._rating),
            ("cli.analyse.plays", lambda each: str(each.plays.decisions)),
            ("cli.analyse.play_loss", lambda each: self.number(-each.plays.loss, 3)),
            ("cli.analyse.doubtful", lambda each: str(each.plays.doubtful)),
            ("cli.analyse.errors", lambda each: str(each.plays.errors)),
            ("cli.analyse.blunders", lambda each: str(each.plays.blunders)),
            ("cli.analyse.cube", lambda each: str(each.doubles.decisions + each.takes.decisions)),
            ("cli.analyse.cube_loss", lambda each: self.number(-(each.doubles.loss + each.takes.loss), 3)),
            ("cli.analyse.luck", lambda each: self.number(each.luck, 3)),
        ]

    def _rating(self, rating: Rating) -> str:
        if rating.rating is None:
            return "–"
        error = "" if rating.standard_error is None else f" <small>± {self.number(rating.standard_error, 1)}</small>"
        name = self.say(f"strength.{strength(rating.rating)}")
        return f"<strong>{self.number(rating.rating, 2)}</strong>{error}<br>{name}"

    def curve(self) -> str:
        """The first player's chances from decision to decision: of the match, or of the game for money."""
        points = [self._chance(each) for each in self.annotated.judgements]
        if len(points) < 2:
            return ""
        step = WIDTH / (len(points) - 1)
        line = " ".join(f"{step * at:.1f},{HEIGHT * (1 - chance):.1f}" for at, chance in enumerate(points))
        starts = self._game_starts(step)
        name = self.say("report.curve", name=self.names[0])
        return (
            f'<figure class="curve"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}">'
            f'<line class="middle" x1="0" x2="{WIDTH}" y1="{HEIGHT / 2}" y2="{HEIGHT / 2}"/>{starts}'
            f'<polyline points="{line}"/></svg><figcaption>{name}</figcaption></figure>'
        )

    def _chance(self, judgement: Judgement) -> float:
        best = judgement.decision.best
        chance = best.chances.win if best.match_chance is None else best.match_chance
        return chance if judgement.seat == 0 else 1.0 - chance

    def _game_starts(self, step: float) -> str:
        games = [judgement.game for judgement in self.annotated.judgements]
        starts = [at for at in range(1, len(games)) if games[at] != games[at - 1]]
        return "".join(
            f'<line class="game" x1="{step * at:.1f}" x2="{step * at:.1f}" y1="0" y2="{HEIGHT}"/>' for at in starts
        )

    def dearest(self) -> str:
        """The decisions that lost most, each with its board and its candidates."""
        found = worst(self.annotated.judgements, SHOWN)
        if not found:
            return f"<p>{self.say('report.flawless')}</p>"
        cards = "".join(self.card(place, each) for place, each in enumerate(found, start=1))
        return f"<h2>{self.say('cli.analyse.worst', n=len(found))}</h2><ol class='cards'>{cards}</ol>"

    def card(self, place: int, judgement: Judgement) -> str:
        """One decision as a person studies it."""
        state = judgement.state
        cube = (state.cube.value, state.cube.owner) if state.rules.cube else None
        board = board_svg(
            state.position,
            turn=state.turn,
            roll=state.roll,
            cube=cube,
            home=state.rules.home,
            arrows=self._arrows(judgement.decision.best),
            title=say(self.tongue, "report.board", name=self.names[state.turn]),
        )
        return (
            f'<li id="d{judgement.version}"><h3>{place}. {self.heading(judgement)}</h3>'
            f'<div class="board">{board}</div>{self.candidates(judgement)}</li>'
        )

    def heading(self, judgement: Judgement) -> str:
        """Who decided what, and what it cost."""
        state = judgement.state
        due = self.say(f"report.kind.{judgement.kind}")
        if judgement.kind == "play" and state.roll is not None:
            due = f"{state.roll.high}-{state.roll.low} ({escape(roll_name(self.tongue, state.roll))})"
        where = self.say("cli.analyse.where", game=judgement.game, version=judgement.version)
        loss = f'<span class="loss {grade(judgement.loss) or ""}">{self.number(-judgement.loss, 3)}</span>'
        return f"{escape(self.names[judgement.seat])}: {due} {loss} <small>{where}</small>"

    def _arrows(self, choice: Choice) -> Iterable[tuple[int, int]]:
        if not isinstance(choice.action, Played):
            return ()
        return tuple((move.source, move.target) for move in choice.action.moves)

    def candidates(self, judgement: Judgement) -> str:
        """The best choices and the one that was made."""
        shown = list(judgement.decision.choices[:CANDIDATES])
        if judgement.chosen not in shown:
            shown.append(judgement.chosen)
        heads = "".join(f'<th scope="col">{self.say(key)}</th>' for key in _HEADS)
        rows = "".join(self._candidate(each, judgement) for each in shown)
        table = f'<table class="choices"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        return self._wide(table, "report.candidates")

    def _candidate(self, choice: Choice, judgement: Judgement) -> str:
        made = choice == judgement.chosen
        loss = choice.equity - judgement.decision.best.equity
        chances = "".join(f"<td>{self.number(100 * each, 1)}</td>" for each in choice.chances)
        name = escape(self.choice(choice))
        mark = f" <em>{self.say('report.made')}</em>" if made else ""
        cost = self.number(loss, 3) if loss else ""
        return (
            f'<tr{" class=made" if made else ""}><th scope="row">{name}{mark}</th>'
            f"<td>{self.number(choice.equity, 3)}</td><td>{cost}</td>{chances}</tr>"
        )

    def choice(self, choice: Choice) -> str:
        """A choice in words: a play in notation, everything else by its name."""
        if isinstance(choice.action, Played):
            return format_play(choice.action.moves) or say(self.tongue, "cli.hint.no_play")
        return say(self.tongue, f"cli.hint.{choice.name}")

    def everything(self) -> str:
        """Every decision in a table, with the means to narrow it down."""
        rows = "".join(self._row(each) for each in self.annotated.judgements if each.counts)
        heads = "".join(f'<th scope="col">{self.say(key)}</th>' for key in _COLUMNS)
        return f"<h2>{self.say('report.all')}</h2>{self._filters()}" + self._wide(
            f'<table class="all"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>', "report.all"
        )

    def _wide(self, table: str, key: str) -> str:
        """A table that may be wider than the screen: it scrolls by itself, by keyboard too."""
        return f'<div class="wide" tabindex="0" role="group" aria-label="{self.say(key)}">{table}</div>'

    def _row(self, judgement: Judgement) -> str:
        state = judgement.state
        roll = f"{state.roll.high}-{state.roll.low}" if state.phase is Phase.PLAY and state.roll else ""
        kind = grade(judgement.loss) or "sound"
        cells = (
            str(judgement.game),
            escape(self.names[judgement.seat]),
            self.say(f"report.kind.{judgement.kind}"),
            roll,
            escape(self.choice(judgement.chosen)),
            escape(self.choice(judgement.decision.best)) if judgement.loss else "",
            self.number(-judgement.loss, 3) if judgement.loss else "",
        )
        data = f'data-game="{judgement.game}" data-seat="{judgement.seat}" data-kind="{judgement.kind}"'
        return f'<tr class="{kind}" {data} data-grade="{kind}">{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'

    def _filters(self) -> str:
        games = sorted({judgement.game for judgement in self.annotated.judgements})
        choices = (
            ("game", "report.filter.game", [(str(game), str(game)) for game in games]),
            ("seat", "report.filter.player", [(str(seat), escape(name)) for seat, name in enumerate(self.names)]),
            ("kind", "report.filter.kind", [(kind, self.say(f"report.kind.{kind}")) for kind in _KINDS]),
            ("grade", "report.filter.grade", [(name, self.say(f"report.grade.{name}")) for name in _GRADES]),
        )
        fields = "".join(self._filter(name, key, values) for name, key, values in choices)
        return f'<form class="filters" hidden>{fields}</form>'

    def _filter(self, name: str, key: str, values: list[tuple[str, str]]) -> str:
        options = "".join(f'<option value="{value}">{text}</option>' for value, text in values)
        every = f'<option value="">{self.say("report.filter.every")}</option>'
        return f'<label>{self.say(key)} <select name="{name}">{every}{options}</select></label>'


_KINDS = ("play", "double", "take")
_GRADES = ("doubtful", "error", "blunder")
_HEADS = (
    "report.head.choice",
    "report.head.equity",
    "report.head.loss",
    "report.head.win",
    "report.head.gammon",
    "report.head.backgammon",
    "report.head.lost_gammon",
    "report.head.lost_backgammon",
)
_COLUMNS = (
    "report.filter.game",
    "report.filter.player",
    "report.filter.kind",
    "report.head.roll",
    "report.made",
    "report.head.best",
    "report.head.loss",
)


@cache
def _part(name: str) -> str:
    return (files("tavla") / "data" / "report" / name).read_text("utf-8")
