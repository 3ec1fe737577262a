"""The tables of figures: both players in the match, and game by game."""

from collections.abc import Callable
from html import escape

from tavla.analysis.annotate import Annotated
from tavla.analysis.rating import Rating, Tally, adjusted, in_points, rate, rated_by_file
from tavla.analysis.report.tongue import Tongue
from tavla.words import say

Cell = Callable[[Rating], str]


class Figures:
    """Both players of a match in figures."""

    def __init__(self, annotated: Annotated, tongue: Tongue) -> None:
        self.annotated, self.tongue = annotated, tongue
        self.is_match = not in_points(annotated)

    def players(self) -> str:
        """The table of the whole match."""
        ratings = [rate(self.annotated, seat) for seat in (0, 1)]
        rows = "".join(self._row(key, cell, ratings) for key, cell in self._cells())
        heads = "".join(f'<th scope="col">{self.tongue.name(seat)}</th>' for seat in (0, 1))
        return f'<table class="figures"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>'

    def _row(self, key: str, cell: Cell, ratings: list[Rating]) -> str:
        cells = [cell(rating) for rating in ratings]
        if not any(cells):
            return ""
        filled = "".join(f"<td>{each or '–'}</td>" for each in cells)
        return f'<tr><th scope="row">{self.tongue.say(f"figure.{key}")}</th>{filled}</tr>'

    def _cells(self) -> list[tuple[str, Cell]]:
        return [
            ("pr", self.rating),
            ("file", self._file),
            ("decisions", lambda each: str(each.decisions)),
            ("loss", lambda each: self.tongue.number(-each.loss, 3)),
            ("match_loss", self._match_loss),
            ("plays", lambda each: self._classes(each.plays)),
            ("doubles", lambda each: self._classes(each.doubles)),
            ("takes", lambda each: self._classes(each.takes)),
            ("luck", lambda each: self.tongue.signed(each.luck, 3)),
            ("adjusted", self._adjusted),
        ]

    def rating(self, rating: Rating) -> str:
        """The PR with its standard error and its name, as far as the decisions are enough for them."""
        if rating.rating is None:
            return ""
        error = rating.standard_error
        spread = "" if error is None else f" <small>± {self.tongue.number(error, 1)}</small>"
        called = "" if rating.strength is None else escape(say(self.tongue.language, f"strength.{rating.strength}"))
        name = f"<br><small>{called}</small>" if called else ""
        return f"<strong>{self.tongue.number(rating.rating, 2)}</strong>{spread}{name}"

    def _file(self, rating: Rating) -> str:
        told = rated_by_file(self.annotated, rating.seat)
        return "" if told is None else self.tongue.number(told, 2)

    def _match_loss(self, rating: Rating) -> str:
        lost = [tally.match_loss for tally in (rating.plays, rating.doubles, rating.takes) if tally.match_loss]
        return self.tongue.percent(-sum(lost), 2) if lost and self.is_match else ""

    def _classes(self, tally: Tally) -> str:
        """Decisions, then blunders, errors and doubtful ones, and what they lost."""
        if not tally.decisions:
            return ""
        counts = " · ".join(
            f'<span class="{name}">{self.tongue.say(f"count.{name}", n=count)}</span>'
            for name, count in (("blunder", tally.blunders), ("error", tally.errors), ("doubtful", tally.doubtful))
            if count
        )
        first = f"{tally.decisions} <small>({self.tongue.number(-tally.loss, 3)})</small>"
        return f"{first}<br><small>{counts}</small>" if counts else first

    def _adjusted(self, rating: Rating) -> str:
        """The result without luck: a match from an even start, money and a single game in points."""
        worth = adjusted(self.annotated, rating.seat)
        if worth is None:
            return ""
        return self.tongue.percent(0.5 + worth) if self.is_match else self.tongue.signed(worth, 2)

    def games(self) -> str:
        """The table of the games; nothing for a single one."""
        results = self.annotated.history.match.results
        games = sorted({judgement.game for judgement in self.annotated.judgements})
        if len(games) < 2:
            return ""
        points = [0, 0]
        rows = []
        for game in range(1, max(games) + 1):
            rows.append(self._game(game, (points[0], points[1])))
            if game <= len(results):
                points[results[game - 1].winner] += results[game - 1].points
        heads = "".join(
            f'<th scope="col">{self.tongue.say(f"game.{key}")}</th>' for key in ("number", "score", "result")
        )
        sides = "".join(
            f'<th scope="col">{self.tongue.name(seat)}<br><small>{self.tongue.say("game.side")}</small></th>'
            for seat in (0, 1)
        )
        return f'<table class="games"><thead><tr>{heads}{sides}</tr></thead><tbody>{"".join(rows)}</tbody></table>'

    def _game(self, game: int, points: tuple[int, int]) -> str:
        sides = "".join(f"<td>{self._side(rate(self.annotated, seat, game))}</td>" for seat in (0, 1))
        score = f"{points[0]}–{points[1]}"
        return f'<tr><th scope="row">{game}</th><td>{score}</td><td>{self._result(game)}</td>{sides}</tr>'

    def _result(self, game: int) -> str:
        results = self.annotated.history.match.results
        if game > len(results):
            return self.tongue.say("game.open")
        result = results[game - 1]
        how = result.how if result.how in ("dropped", "resigned", "time") else f"kind{int(result.kind)}"
        return self.tongue.say(
            "game.won", name=self.tongue.names[result.winner], n=result.points, how=self.tongue.plain(f"how.{how}")
        )

    def _side(self, rating: Rating) -> str:
        shown = "–" if rating.rating is None else self.tongue.number(rating.rating, 2)
        return f"{shown} · {self.tongue.number(-rating.loss, 3)} · {self.tongue.signed(rating.luck, 3)}"
