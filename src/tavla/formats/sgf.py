"""SGF of backgammon as gnubg writes it: one tree a game, dice and checkers as letters, the analysis beside them.

White is the first player (seat 0, gnubg's player 0), Black the second. Points have one letter for both: `a` is White's
ace point and Black's 24, `y` the bar, `z` off. What a node holds beside plays and boards is kept word for word, so
that an analysis survives, and with it the name of the program (`AP`) that made it.
"""

import re
from collections.abc import Iterable

from tavla.errors import InvalidInput, InvalidText
from tavla.formats.diagnostics import Diagnostics, Place, quoted
from tavla.formats.found import Deed, Ending, FoundGame, FoundMatch, Note, Notes
from tavla.formats.sgf_tree import SgfNode, read_trees
from tavla.formats.tags import apply_tags
from tavla.match.events import Setup
from tavla.rules import BAR, OFF, Cube, Position, Reason, Roll, Seat
from tavla.rules.position import STARTS, side
from tavla.rules.ruleset import MAX_CUBE, MAX_LENGTH, VARIANTS

SEATS = {"W": 0, "B": 1}
BAR_LETTER, OFF_LETTER = "y", "z"

TAGS = {"EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber", "WR": "Player 1 Elo", "BR": "Player 2 Elo"}
"""Properties of the first game that say the same as tags of match text."""

ANALYSIS = frozenset(("A", "DA", "LU"))
"""What gnubg thought of a play, of the cube, and of the luck of a roll."""

_ROOT = frozenset(("FF", "GM", "CA", "MI", "PW", "PB", "DT", "RU", "RE", "CV", *TAGS))
_SETUP = frozenset(("PL", "AE", "AW", "AB", "DI", "CV", "CP", "CO"))
_PLAY = re.compile(r"([1-6])([1-6])((?:[a-yA-Y][a-zA-Z]){0,8})")
_RESULT = re.compile(r"([WB])\+(\d{1,6})(?:\.0)?([A-Za-z]*)")
_RANGE = re.compile(r"([a-z]):([a-z])")
_OWNERS: dict[str, Seat | None] = {"w": 0, "b": 1, "c": None, "n": None}


def read_sgf(text: str, diagnostics: Diagnostics) -> list[FoundMatch]:
    """Every match of a file; games that follow each other make one match."""
    matches: list[FoundMatch] = []
    last = -1
    for tree in read_trees(text):
        if not tree:
            continue
        game = _Game(tree, diagnostics)
        number = game.number
        if not matches or number <= last or not game.continues(matches[-1]):
            matches.append(game.match())
        last = number
        matches[-1].games.append(game.found())
    if not matches:
        raise InvalidText("formats.no_match")
    return matches


def point_of(letter: str, seat: Seat) -> int:
    """The point of a letter in a player's own numbering."""
    place = ord(letter.lower()) - ord("a")
    if place >= 24:
        return BAR if place == 24 else OFF
    return place + 1 if seat == 0 else 24 - place


def letter_of(point: int, seat: Seat) -> str:
    """The letter of a point of a player's own numbering."""
    if point == BAR:
        return BAR_LETTER
    if point == OFF:
        return OFF_LETTER
    return chr(ord("a") + (point - 1 if seat == 0 else 24 - point))


class _Game:
    """One tree: the root says who plays for what, the rest what was done."""

    def __init__(self, tree: list[SgfNode], diagnostics: Diagnostics) -> None:
        self._root, self._nodes, self._diagnostics = tree[0], tree, diagnostics
        self._info = dict(part.partition(":")[::2] for part in self._root.values("MI"))
        self._rules = {word.strip().casefold() for word in (self._root.text("RU") or "").split(":")}
        self._board = _Board(self._variant())
        self._deeds: list[Deed] = []
        self._of_the_roll: Notes = ()
        self._result = FoundGame(self._root.place)

    @property
    def number(self) -> int:
        return self._number("game", 0)

    def _number(self, name: str, otherwise: int) -> int:
        text = self._info.get(name, "").strip()
        return int(text) if re.fullmatch(r"\d{1,6}", text) else otherwise

    def _variant(self) -> str:
        return next((name for name in STARTS if any(word.startswith(name) for word in self._rules)), "backgammon")

    def _names(self) -> tuple[str, str]:
        return self._root.text("PW") or "", self._root.text("PB") or ""

    def continues(self, match: FoundMatch) -> bool:
        """Whether this can be a further game of a match."""
        return (self._names(), self._number("length", 0)) == (match.names, match.length)

    def match(self) -> FoundMatch:
        length = self._number("length", 0)
        if length > MAX_LENGTH:
            raise InvalidText("formats.length", line=self._root.place.line, n=length, most=MAX_LENGTH)
        tags = {tag: text for name, tag in TAGS.items() if (text := self._root.text(name))}
        date = self._root.text("DT")
        if date:
            tags["EventDate"] = date.replace("-", ".")
        match = FoundMatch(self._names(), length, tags=tags, variant=self._variant(), place=self._root.place)
        apply_tags(match)
        match.cube = "nocube" not in self._rules
        match.crawford = "crawford" in self._rules
        match.jacoby = "jacoby" in self._rules
        return match

    def found(self) -> FoundGame:
        score = (self._number("ws", 0), self._number("bs", 0))
        result = FoundGame(self._root.place, score, notes=self._root_notes())
        if self._number("length", 0) > 1 and "crawford" in self._rules:
            result.crawford = "crawfordgame" in self._rules
        self._result = result
        for node in self._nodes:
            self._node(node)
        self._end_setup(self._nodes[-1].place)
        result.deeds = self._deeds
        result.ending = self._ending()
        return result

    def _root_notes(self) -> Notes:
        """What the root holds beside the rules; the name of the program only if it analysed the game."""
        analysed = any(each.name in ANALYSIS for node in self._nodes for each in node.properties)
        return _others(self._root, _ROOT | _SETUP if analysed else _ROOT | _SETUP | {"AP"})

    def _ending(self) -> Ending | None:
        found = _RESULT.match(self._root.text("RE") or "")
        if found is None:
            return None
        return Ending(int(found[2]), SEATS[found[1]], how="resigned" if found[3] else "", place=self._root.place)

    def _odd(self, code: str, place: Place, why: Reason | None = None, **values: object) -> None:
        self._diagnostics.add(Reason(code, values), place, why)

    def _node(self, node: SgfNode) -> None:
        self._board.take(node.properties)
        for color, seat in SEATS.items():
            value = node.text(color)
            if value is not None:
                self._begin_play(seat, node.place)
                self._act(value.strip(), seat, node)
                return
        if node is not self._root:
            notes = _others(node, _SETUP)
            if node.values("DI"):
                self._of_the_roll += notes
            else:
                self._keep_elsewhere(notes)

    def _keep_elsewhere(self, notes: Notes) -> None:
        """Notes of a node in which nothing was done belong to what came before."""
        if self._deeds:
            self._deeds[-1] = self._deeds[-1]._replace(notes=self._deeds[-1].notes + notes)
        else:
            self._result.notes += notes

    def _act(self, value: str, seat: Seat, node: SgfNode) -> None:
        notes = _others(node, _SETUP | SEATS.keys())
        play = _PLAY.fullmatch(value)
        if play is not None:
            letters = play[3]
            hops = [(letters[place], letters[place + 1]) for place in range(0, len(letters), 2)]
            text = " ".join(f"{point_of(source, seat)}/{point_of(target, seat)}" for source, target in hops)
            roll = Roll.of(int(play[1]), int(play[2]))
            self._deeds.append(Deed("roll", seat, node.place, roll, text, notes=self._of_the_roll + notes))
            self._of_the_roll = ()
            return
        pending = bool(self._deeds) and self._deeds[-1].kind in ("double", "beaver")
        kind = {"double": "beaver" if pending else "double", "take": "take", "drop": "drop"}.get(value.casefold())
        if kind is None:
            self._odd("formats.sgf_play", node.place, text=quoted(value))
            self._keep_elsewhere(notes)
        else:
            self._deeds.append(Deed(kind, seat, node.place, notes=notes))

    def _begin_play(self, seat: Seat, place: Place) -> None:
        """Whatever was put up before a play is put up now, with the player who plays on roll."""
        if self._board.touched:
            self._put_up(seat, place)
        self._board.roll = None

    def _end_setup(self, place: Place) -> None:
        """What was put up after the last play, and dice that nobody played."""
        turn = self._board.turn
        if self._board.touched:
            self._put_up(0 if turn is None else turn, place)
        if self._board.roll is not None and turn is not None:
            self._deeds.append(Deed("roll", turn, place, self._board.roll, notes=self._of_the_roll))
        else:
            self._keep_elsewhere(self._of_the_roll)

    def _put_up(self, seat: Seat, place: Place) -> None:
        try:
            setup = self._board.setup(seat)
        except InvalidInput as error:
            self._odd("formats.bad_board", place, Reason(error.code, error.values), text="AE AW AB")
            setup = None
        self._board.touched = False
        if setup is None:
            return
        if self._deeds:
            self._deeds.append(Deed("board", seat, place, setup=setup))
        else:
            self._result.setup = setup


class _Board:
    """What the nodes put up: boards, cube, dice and turn, until somebody plays."""

    def __init__(self, variant: str) -> None:
        self._checkers = VARIANTS[variant].checkers
        start = Position.start(variant)
        self._points = [list(start.mine), list(start.theirs)]
        self._cube = Cube()
        self.turn: Seat | None = None
        self.roll: Roll | None = None
        self.touched = False

    def take(self, properties: Iterable[Note]) -> None:
        """Take over what the properties of a node put up."""
        for name, values in properties:
            match name:
                case "AE":
                    self._clear(values)
                case "AW" | "AB":
                    self._add(0 if name == "AW" else 1, values)
                case "PL":
                    self.turn = SEATS.get((values or ("",))[0][:1].upper(), self.turn)
                case "DI":
                    self._dice((values or ("",))[0])
                case "CV" | "CP" | "CO":
                    self._turn_cube(name, (values or ("",))[0].strip().casefold())

    def setup(self, seat: Seat) -> Setup:
        """The board as it stands for a player on roll."""
        counts = [
            side({point: points[point] for point in range(1, BAR + 1) if points[point]}, self._checkers)
            for points in self._points
        ]
        position = Position(counts[seat], counts[1 - seat]).checked()
        return Setup(position, seat, None, self._cube)

    def _clear(self, values: Iterable[str]) -> None:
        for letter in _letters(values):
            for seat in (0, 1):
                self._points[seat][point_of(letter, seat)] = 0
        self.touched = True

    def _add(self, seat: Seat, values: Iterable[str]) -> None:
        for letter in _letters(values):
            self._points[seat][point_of(letter, seat)] += 1
        self.touched = True

    def _dice(self, value: str) -> None:
        if re.fullmatch(r"[1-6]{2}", value):
            self.roll = Roll.of(int(value[0]), int(value[1]))

    def _turn_cube(self, name: str, value: str) -> None:
        cube = self._cube
        if name == "CV":
            number = int(value) if re.fullmatch(r"\d{1,5}", value) else 0
            if 1 <= number <= MAX_CUBE and not number & (number - 1):
                cube = cube._replace(value=number)
        else:
            cube = cube._replace(owner=_OWNERS.get(value[:1]))
        self.touched |= cube != self._cube
        self._cube = cube


def _letters(values: Iterable[str]) -> Iterable[str]:
    """The points that values name: letters, and ranges of them."""
    for value in values:
        found = _RANGE.fullmatch(value.strip())
        if found is not None:
            yield from map(chr, range(ord(found[1]), ord(found[2]) + 1))
        elif re.fullmatch(r"[a-z]", value.strip()):
            yield value.strip()


def _others(node: SgfNode, known: Iterable[str]) -> Notes:
    return tuple(each for each in node.properties if each.name not in known)
