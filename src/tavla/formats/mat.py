"""Match text, `.mat` and `.txt`, in every dialect of the Jellyfish family: what it says, line by line.

    7 point match

    Game 1
    Ada : 0                        Kaan : 0
     1) 31: 8/5 6/5                 42: 24/20 13/11
     2)  Doubles => 2                Drops
         Wins 1 point

Cells are found by what they hold, and given to a player by their order in the row; only a row with one cell is
decided by its column. Nothing here knows the rules.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tavla.errors import InvalidInput, InvalidText, TavlaError
from tavla.formats.diagnostics import Diagnostics, Place, quoted
from tavla.formats.encoding import lines
from tavla.formats.found import Deed, Ending, FoundGame, FoundMatch
from tavla.formats.snowie import board_in_line
from tavla.formats.tags import MAX_TAGS, apply_tags, read_tag
from tavla.match.events import Setup
from tavla.notation.xgid import decode_xgid
from tavla.rules import Cube, Position, Reason, Roll, Seat
from tavla.rules.position import STARTS
from tavla.rules.ruleset import MAX_CUBE, MAX_LENGTH, VARIANTS

_LENGTH = re.compile(
    r"\s*(\d{1,6})\s+points?\s+match\b.*|\s*match\s+(?:of|to)\s+(\d{1,6})\s+points?\b.*", re.IGNORECASE
)
_GAME = re.compile(r"\s*Game\s+\d+\b.*", re.IGNORECASE)
_LEFT_SCORE = re.compile(r":\s*(-?\d{1,20})(?:\s{2,}|\t)")
_RIGHT_SCORE = re.compile(r":\s*(-?\d{1,20})\s*$")
_HIGHEST_SCORE = 999_999
_RATING = re.compile(r",\s*\d{3,4}(?:\.\d+)?\s*$")
_ROW = re.compile(r"\s*(\d{1,4})\)(.*)", re.DOTALL)
_NUMBER_IN_ROW = re.compile(r"(?<![(\d/])\d{1,3}\)")
_ILLEGAL = re.compile(r"Illegal\s+play\s*\(([^)]*)\)", re.IGNORECASE)
_CELL = re.compile(
    r"(?<![\d/])(?P<dice>[1-6][1-6])\s*:"
    r"|\b(?P<double>(?:Re)?doubles?)\b"
    r"|\b(?P<beaver>Beavers?|Raccoons?)\b"
    r"|\b(?P<take>Takes?|Accepts?)\b"
    r"|\b(?P<drop>Drops?|Pass(?:es)?|Rejects?)\b"
    r"|\b(?P<wins>Wins?)\b"
    r"|\b(?P<loses>Loss(?:es)?|Loses?|Resign(?:s|ed)?|Forfeits?(?:ed)?|Lost\s+on\s+time)\b",
    re.IGNORECASE,
)
_VALUE = re.compile(r"=>\s*(\d{1,20})")
_POINTS = re.compile(r"(\d{1,20})\s*(?:points?|puan)?", re.IGNORECASE)
_UNPLAYED = re.compile(r"\?+")
_FORFEIT = re.compile(r"(.+?)\s+wins\s+by\s+forfeit\.?", re.IGNORECASE)
_SET_POSITION = re.compile(r"Set\s*Pos\s*=\s*([-A-Pa-p]{26})(?:/(-?\d{1,4})(?:/(-?\d{1,4}))?)?", re.IGNORECASE)


MAX_ROW = 2000
"""Longer lines are no rows."""


class Cell(NamedTuple):
    """One thing in a row: its kind by the names of `_CELL`, column, the sign it begins with, and what follows."""

    kind: str
    column: int
    sign: str
    text: str


class _Row(NamedTuple):
    line: int
    cells: tuple[Cell, ...]


def is_match_text(text: str) -> bool:
    """Whether a text looks like match text: a tag, or the line that tells the length."""
    return any(line.lstrip().startswith("; [") or _LENGTH.fullmatch(line) for line in text.split("\n")[:200])


def read_matches(text: str, diagnostics: Diagnostics) -> list[FoundMatch]:
    """Every match of a text; raises `InvalidText` if there is none."""
    reader = _Reader(diagnostics)
    for number, line in enumerate(lines(text.expandtabs()), start=1):
        reader.take(number, line)
    reader.close()
    if not reader.matches:
        raise InvalidText("formats.no_match")
    return reader.matches


def read_game(text: str, diagnostics: Diagnostics) -> list[FoundMatch]:
    """A single game without a score (`.gam`): one line with both names, and rows. Counted as money."""
    reader = _Reader(diagnostics)
    found = [(number, line) for number, line in enumerate(lines(text.expandtabs()), start=1) if line.strip()]
    if not found:
        raise InvalidText("formats.no_match")
    (number, names), *rows = found
    split = re.fullmatch(r"\s*(\S.*?)\s{2,}(\S.*?)\s*", names) or re.fullmatch(r"\s*(\S+)\s+(\S+)\s*", names)
    if split is None:
        raise InvalidText("formats.no_match")
    reader.begin_single((split[1], split[2]), split.start(2), Place(number, 1))
    for number, line in rows:
        reader.take(number, line)
    reader.close()
    return reader.matches


class _Reader:
    """Line after line into matches and games."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.matches: list[FoundMatch] = []
        self._diagnostics = diagnostics
        self._tags: dict[str, str] = {}
        self._match: FoundMatch | None = None
        self._game: FoundGame | None = None
        self._right_name = 34
        self._rows: list[_Row] = []
        self._comments: list[tuple[int, str]] = []
        self._wants_score = False

    def odd(self, code: str, line: int, column: int = 1, why: Reason | None = None, **values: object) -> None:
        self._diagnostics.add(Reason(code, values), Place(line, column), why)

    def take(self, number: int, line: str) -> None:
        plain = line.strip()
        if not plain:
            return
        if len(line) > MAX_ROW:
            self.odd("formats.unknown_line", number, text=quoted(plain))
        elif plain[0] in ";#":
            self._comment(number, line)
        elif _LENGTH.fullmatch(line):
            self._length(number, line)
        elif self._wants_score:
            self._score(number, line)
        elif _GAME.fullmatch(line) and not _ROW.match(line):
            self._begin_game(number)
        elif self._game is not None and (_ROW.match(line) or _CELL.search(_masked(line))):
            self._rows.append(_Row(number, tuple(_cells(line))))
            if not self._rows[-1].cells and _junk(line):
                self.odd("formats.unknown_line", number, text=quoted(plain))
        else:
            self.odd("formats.unknown_line", number, text=quoted(plain))

    def _comment(self, number: int, line: str) -> None:
        tag = read_tag(line)
        if tag is None:
            if self._game is None and not self._tags and self._match is None:
                return
            self._comments.append((number, line.strip().lstrip(";# ").strip()))
            return
        if self._game is not None and not re.match(r"Game \d+, Move", tag[0], re.IGNORECASE):
            self.close()
        if len(self._tags) < MAX_TAGS:
            self._tags.setdefault(*tag)

    def _length(self, number: int, line: str) -> None:
        if self._match is not None:
            self.close()
        found = _LENGTH.fullmatch(line)
        assert found is not None
        length = int(found[1] or found[2])
        if length > MAX_LENGTH:
            raise InvalidText("formats.length", line=number, n=length, most=MAX_LENGTH)
        self._begin_match(length, Place(number, 1))

    def _begin_match(self, length: int, place: Place) -> None:
        self._match = FoundMatch(length=length, tags=self._tags, place=place)
        self._tags = {}
        unknown = apply_tags(self._match)
        if unknown is not None:
            self.odd("formats.variation", place.line, text=quoted(unknown))
        self.matches.append(self._match)

    def _begin_game(self, number: int) -> None:
        if self._match is None:
            self.odd("formats.no_length", number)
            self._begin_match(0, Place(number, 1))
        self._end_game()
        self._game = FoundGame(Place(number, 1))
        self._wants_score = True

    def begin_single(self, names: tuple[str, str], right: int, place: Place) -> None:
        """The game of a file that has no more than names and rows."""
        self._begin_match(0, place)
        assert self._match is not None
        self._match.names, self._game, self._right_name = names, FoundGame(place), right

    def _score(self, number: int, line: str) -> None:
        self._wants_score = False
        left, right = _LEFT_SCORE.search(line), _RIGHT_SCORE.search(line)
        if left is None or right is None or left.end() > right.start():
            self.odd("formats.no_score", number, text=quoted(line))
            self.take(number, line)
            return
        assert self._match is not None
        assert self._game is not None
        names = line[: left.start()], line[left.end() : right.start()]
        self._right_name = right.start() - len(names[1].lstrip())
        self._take_names(names[0], names[1], number)
        score = (int(left[1]), int(right[1]))
        if all(0 <= each <= _HIGHEST_SCORE for each in score):
            self._game.score = score
        else:
            self.odd("formats.impossible_score", number, left.start(1) + 1, told=quoted(f"{left[1]} : {right[1]}"))

    def _take_names(self, left: str, right: str, number: int) -> None:
        """Both names of a score line, without the ratings that GridGammon writes behind them."""
        assert self._match is not None
        names = _RATING.sub("", left).strip(), _RATING.sub("", right).strip()
        for name, key in ((left, "Player 1 Rating"), (right, "Player 2 Rating")):
            rating = _RATING.search(name)
            if rating:
                self._match.tags.setdefault(key, rating[0].strip(", "))
        if not self._match.games:
            self._match.names = names
        elif names != self._match.names:
            self.odd("formats.other_names", number, text=quoted(f"{left.strip()} - {right.strip()}"))

    def close(self) -> None:
        """The match is complete."""
        self._end_game()
        self._match = None

    def _end_game(self) -> None:
        if self._game is None or self._match is None:
            return
        game = _GameOf(self, self._match, self._game, self._right_name)
        game.fill(self._rows, self._comments)
        self._match.games.append(self._game)
        self._game, self._rows, self._comments, self._wants_score = None, [], [], False


def _masked(line: str) -> str:
    """A line with what stands in the brackets of an illegal play, and repeated row numbers, blanked out."""
    blank = _ILLEGAL.sub(lambda found: found[0][: found.start(1) - found.start()] + "_" * len(found[1]) + ")", line)
    return _NUMBER_IN_ROW.sub(lambda found: " " * len(found[0]), blank)


def _cells(line: str) -> Iterator[Cell]:
    masked = _masked(line)
    found = list(_CELL.finditer(masked))
    ends = [*(each.start() for each in found[1:]), len(line)][: len(found)]
    for cell, end in zip(found, ends, strict=True):
        assert cell.lastgroup is not None
        text = _NUMBER_IN_ROW.sub(" ", line[cell.end() : end]) if "Illegal" not in line else line[cell.end() : end]
        yield Cell(cell.lastgroup, cell.start(), cell[0].rstrip(": "), text.strip())


def _junk(line: str) -> bool:
    row = _ROW.match(line)
    return bool((row[2] if row else line).strip())


class _GameOf:
    """The rows of one game into deeds."""

    def __init__(self, reader: _Reader, match: FoundMatch, game: FoundGame, right_name: int) -> None:
        self._reader, self._match, self._game, self._right_name = reader, match, game, right_name
        self._checkers = VARIANTS[match.variant].checkers
        self._results: list[tuple[Cell, Seat, int]] = []

    def fill(self, rows: Sequence[_Row], comments: Sequence[tuple[int, str]]) -> None:
        right = self._right_column(rows)
        for row in rows:
            for cell, seat in zip(row.cells, _seats(row.cells, right), strict=True):
                self._cell(cell, seat, row.line)
        for line, text in comments:
            self._comment(line, text)
        if self._results:
            self._game.ending = self._ending()
        self._drop_fake_roll()

    def _right_column(self, rows: Sequence[_Row]) -> int:
        """Where the right column begins: where second cells mostly stand, no farther than the right name."""
        second = Counter(
            row.cells[1].column for row in rows if len(row.cells) == 2 and row.cells[0].column < self._right_name - 3
        )
        usual = second.most_common(1)[0][0] if second else self._right_name
        return min(usual, self._right_name) - 3

    def _cell(self, cell: Cell, seat: Seat, line: int) -> None:
        place = Place(line, cell.column + 1)
        match cell.kind:
            case "dice":
                self._roll(cell, seat, place)
            case "wins" | "loses":
                self._results.append((cell, seat, line))
            case "double" | "beaver":
                found = _VALUE.search(cell.text)
                value = int(found[1]) if found else 0
                kind = "beaver" if cell.kind == "beaver" else "double"
                self._game.deeds.append(Deed(kind, seat, place, value=value))
            case kind:
                self._game.deeds.append(Deed(kind, seat, place))

    def _roll(self, cell: Cell, seat: Seat, place: Place) -> None:
        roll = Roll.of(int(cell.sign[0]), int(cell.sign[1]))
        text = cell.text
        illegal = _ILLEGAL.search(text)
        if illegal is not None:
            self._game.deeds.append(self._illegal(illegal[1], roll, seat, place))
        else:
            play = None if _UNPLAYED.fullmatch(text) else text
            self._game.deeds.append(Deed("roll", seat, place, roll, play))

    def _illegal(self, inside: str, roll: Roll, seat: Seat, place: Place) -> Deed:
        """A play marked as illegal: with the board after it, or with its steps."""
        if ";" not in inside:
            return Deed("roll", seat, place, roll, inside)
        try:
            after = board_in_line(inside, self._checkers)
        except InvalidInput as error:
            self._reader.odd(
                "formats.bad_board", place.line, place.column, Reason(error.code, error.values), text=quoted(inside)
            )
            return Deed("roll", seat, place, roll, "")
        return Deed("roll", seat, place, roll, None, after)

    def _ending(self) -> Ending:
        """What the result cells of a game say together."""
        points, winner, loser, column, how = 0, None, None, None, ""
        for cell, seat, _ in self._results:
            number = _POINTS.search(cell.text)
            points = int(number[1]) if number else points
            if cell.kind == "wins":
                column = seat
            else:
                loser, how = seat, "resigned"
                if not cell.sign.casefold().startswith(("loss", "lose", "resign")):
                    how = "forfeit"
        cell, _, line = self._results[0]
        return Ending(points, winner, loser, column, how, Place(line, cell.column + 1))

    def _comment(self, line: int, text: str) -> None:
        board = _SET_POSITION.search(text)
        if board is not None:
            self._set_up(board, line)
            return
        forfeit = _FORFEIT.fullmatch(text)
        if forfeit is not None and forfeit[1] in self._match.names and self._game.ending is None:
            winner = self._match.names.index(forfeit[1])
            self._game.ending = Ending(0, winner, how="forfeit", place=Place(line, 1))
            return
        self._reader.odd("formats.comment", line, text=quoted(text))

    def _set_up(self, found: "re.Match[str]", line: int) -> None:
        """A board that XG puts up: drawn from the right player, with the cube beside it (negative for the left)."""
        first = next((deed.seat for deed in self._game.deeds), 0)
        try:
            board = decode_xgid(found[1]).position
        except TavlaError as error:
            self._reader.odd("formats.bad_board", line, 1, Reason(error.code, error.values), text=quoted(found[0]))
            return
        assert board is not None
        exponent = int(found[2] or 0)
        value = min(1 << min(abs(exponent), 15), MAX_CUBE)
        owner = None if exponent == 0 else 1 if exponent > 0 else 0
        position = board if first == 1 else board.flip()
        self._game.setup = Setup(position, first, None, Cube(value, owner))

    def _drop_fake_roll(self) -> None:
        """DailyGammon opens a game of another variant with a roll that nobody made and the start as its board."""
        first = next(iter(self._game.deeds), None)
        if first is None or first.after is None:
            return
        variant = next((name for name in STARTS if Position.start(name) == first.after), None)
        if variant is not None:
            self._reader.odd("formats.fake_roll", first.place.line, first.place.column)
            self._match.variant = variant
            del self._game.deeds[0]


def _seats(cells: Sequence[Cell], right: int) -> Iterator[Seat]:
    """Whose each cell of a row is: in turn from the left; a lone cell and a result are decided by their column."""
    seat = 0
    for number, cell in enumerate(cells):
        if number == 0 or cell.kind == "wins":
            seat = int(cell.column >= right)
        elif number == 1 or cell.column >= right:
            seat = 1
        yield seat


def is_single_game(text: str) -> bool:
    """Whether a text is one game without a score: a line with two names, then a first row."""
    found = [line for line in text.split("\n") if line.strip()][:2]
    return len(found) == 2 and bool(re.match(r"\s*1\)", found[1])) and len(found[0].split()) >= 2
