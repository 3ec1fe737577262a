"""The files of eXtreme Gammon, `.xg` and, by the notes on the format alone, `.xgp`: records of 2560 bytes.

Boards are seen by player 1, but the board after a play by the mover; plays stand in the mover's own numbering,
counted from 0. Player 1 sits in seat 0. XG's analysis becomes notes: `XG.move` and `XG.cube` with what was chosen,
its error and luck, and `XG.candidate` for each play that was looked at, every number as text. What it thought of not
doubling stands beside the roll that followed.
"""

import math
import struct
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tavla.errors import InvalidInput, InvalidText
from tavla.formats.diagnostics import Diagnostics, Place
from tavla.formats.found import Deed, Ending, FoundGame, FoundMatch, Note, Notes
from tavla.formats.xg_archive import member
from tavla.match.events import Setup
from tavla.rules import BAR, Cube, Position, Reason, Roll, Seat
from tavla.rules.position import side
from tavla.rules.ruleset import MAX_LENGTH, VARIANTS

RECORD = 2560
MAX_RECORDS = 13_000
UNLIMITED = 99_999
UNICODE_SINCE = 24
DAY_ZERO = -2_209_161_600
"""1899-12-30, the day that Delphi counts from, in seconds since the epoch."""

_HEADER, _GAME, _CUBE, _MOVE, _GAME_END, _MATCH_END = range(6)
_VARIANTS = ("backgammon", "nackgammon", "hypergammon", "longgammon")
_ACTORS = {_CUBE: 12, _MOVE: 64}
_NOT_ANALYSED = -999.0
_CANDIDATES = 32


class _Record(NamedTuple):
    """One record, and where it stands in the member, counted from 1."""

    data: bytes
    number: int

    @property
    def kind(self) -> int:
        return self.data[8]

    @property
    def place(self) -> Place:
        return Place(self.number)

    def i32(self, at: int) -> int:
        return int(struct.unpack_from("<i", self.data, at)[0])

    def f64(self, at: int) -> float:
        return float(struct.unpack_from("<d", self.data, at)[0])

    def numbers(self, form: str, at: int) -> tuple[Any, ...]:
        return struct.unpack_from(f"<{form}", self.data, at)

    def pascal(self, at: int) -> str:
        return self.data[at + 1 : at + 1 + self.data[at]].decode("cp1252", errors="replace")

    def wide(self, at: int) -> str:
        text = self.data[at : at + 258].decode("utf-16-le", errors="replace")
        return text.split("\0", 1)[0]

    def seat(self, at: int) -> Seat:
        return 0 if self.i32(at) > 0 else 1


def read_xg(data: bytes, diagnostics: Diagnostics) -> list[FoundMatch]:
    """The match of a file; raises `InvalidText` for a container or records that cannot be read."""
    content = member(data, "temp.xg")
    if not content or len(content) % RECORD or len(content) // RECORD > MAX_RECORDS:
        raise InvalidText("formats.xg_records", size=len(content), record=RECORD)
    records = [
        _Record(content[at : at + RECORD], number) for number, at in enumerate(range(0, len(content), RECORD), start=1)
    ]
    if records[0].kind != _HEADER:
        raise InvalidText("formats.xg_header")
    match = _match(records[0])
    reader = _Reader(match, diagnostics)
    for record in records[1:]:
        reader.take(record)
    return [match]


def _match(header: _Record) -> FoundMatch:
    length = header.i32(92)
    if length != UNLIMITED and not 0 <= length <= MAX_LENGTH:
        raise InvalidText("formats.length", line=1, n=length, most=MAX_LENGTH)
    wide = header.i32(552) >= UNICODE_SINCE
    variation = header.i32(96)
    limit = header.i32(612)
    time = _seconds(header.f64(128))
    return FoundMatch(
        names=(header.wide(880), header.wide(1138)) if wide else (header.pascal(9), header.pascal(50)),
        length=0 if length == UNLIMITED else length,
        tags=_tags(header, wide),
        variant=_VARIANTS[variation] if 0 <= variation < len(_VARIANTS) else "backgammon",
        crawford=bool(header.data[100]),
        jacoby=bool(header.data[101]),
        beavers=bool(header.data[102]),
        cube_max=1 << limit if 1 <= limit < 10 else None,
        time=time,
        place=header.place,
    )


def _tags(header: _Record, wide: bool) -> dict[str, str]:
    tags = {"Match ID": str(header.i32(268))}
    tags["Event"] = header.wide(622) if wide else header.pascal(136)
    if wide:
        tags |= {"Site": header.wide(1396), "Round": header.wide(1654)}
    if header.i32(552) >= 30:
        tags["Transcriber"] = header.wide(1960)
    for number, at in ((1, 104), (2, 112)):
        rating = header.f64(at)
        if 0 < rating < 10_000:
            tags[f"Player {number} Elo"] = f"{rating:.2f}"
    return {name: "".join(filter(str.isprintable, value)) for name, value in tags.items() if value}


def _seconds(days: float) -> float:
    """Days since Delphi's first day as whole seconds since the epoch; 0 for a date that means nothing."""
    seconds = days * 86_400 + DAY_ZERO if math.isfinite(days) and 0 < days < 1e6 else 0.0
    return float(max(round(seconds), 0))


class _Reader:
    """Record after record into games."""

    def __init__(self, match: FoundMatch, diagnostics: Diagnostics) -> None:
        self._match, self._diagnostics = match, diagnostics
        self._checkers = VARIANTS[match.variant].checkers
        self._not_doubled: Notes = ()

    def take(self, record: _Record) -> None:
        if record.kind == _GAME:
            self._begin(record)
        elif record.kind in (_CUBE, _MOVE, _GAME_END) and not self._match.games:
            self._odd("formats.xg_order", record)
        elif record.kind == _CUBE:
            self._deeds.extend(self._cube(record))
        elif record.kind == _MOVE:
            self._move(record)
        elif record.kind == _GAME_END:
            self._match.games[-1].ending = _ending(record)
        elif record.kind != _MATCH_END:
            self._odd("formats.xg_kind", record, kind=record.kind)

    @property
    def _deeds(self) -> list[Deed]:
        return self._match.games[-1].deeds

    def _odd(self, code: str, record: _Record, why: Reason | None = None, **values: object) -> None:
        self._diagnostics.add(Reason(code, values), record.place, why)

    def _begin(self, record: _Record) -> None:
        game = FoundGame(record.place, (max(record.i32(12), 0), max(record.i32(16), 0)))
        if self._match.length > 1:
            game.crawford = bool(record.data[20])
        if any(record.data[21:47]):
            board = self._board(record, 21, 0)
            if board is not None and board != VARIANTS[self._match.variant].start:
                game.setup = Setup(board, 0, None, Cube())
        self._match.games.append(game)

    def _board(self, record: _Record, at: int, seat: Seat) -> Position | None:
        """The board at an offset, seen by a seat; None and an oddity if no board can look like this."""
        cells = record.numbers("26b", at)
        first = {point: count for point, count in enumerate(cells) if count > 0}
        second = {BAR - point: -count for point, count in enumerate(cells) if count < 0}
        try:
            position = Position(side(first, self._checkers), side(second, self._checkers)).checked()
        except InvalidInput as error:
            self._odd("formats.bad_board", record, Reason(error.code, error.values), text=" ".join(map(str, cells)))
            return None
        return position if seat == 0 else position.flip()

    def _cube(self, record: _Record) -> Iterator[Deed]:
        self._put_up(record, 36)
        self._put_cube(record, 32)
        double, take, raccoon = record.i32(16), record.i32(20), record.i32(28)
        if double != 1:
            self._not_doubled = _cube_notes(record) if double == 0 else ()
            return
        seat, value = record.seat(12), 2 << min(abs(record.i32(32)), 14)
        yield Deed("double", seat, record.place, value=value, notes=_cube_notes(record))
        if take == 2:
            yield Deed("beaver", 1 - seat, record.place, value=value * 2)
            if raccoon == 1:
                yield Deed("beaver", seat, record.place, value=value * 4)
        elif take in (0, 1):
            yield Deed(("drop", "take")[take], 1 - seat, record.place)

    def _put_up(self, record: _Record, at: int) -> None:
        """A file of one position tells its board in the first record of the game, and not with the game itself."""
        game = self._match.games[-1]
        if game.deeds or game.setup is not None or not any(record.data[at : at + 26]):
            return
        seat = record.seat(_ACTORS[record.kind])
        board = self._board(record, at, seat)
        if board is not None and board != VARIANTS[self._match.variant].start:
            game.setup = Setup(board, seat, None, Cube())

    def _put_cube(self, record: _Record, at: int) -> None:
        """A board that was put up has the cube of the first record after it."""
        game, power = self._match.games[-1], record.i32(at)
        if game.setup is not None and not game.deeds and 0 < abs(power) <= 15:
            owner = 0 if power > 0 else 1
            game.setup = replace(game.setup, cube=Cube(1 << abs(power), owner))

    def _move(self, record: _Record) -> None:
        dice = record.i32(100), record.i32(104)
        if not all(1 <= die <= 6 for die in dice):
            self._odd("formats.xg_dice", record, dice=f"{dice[0]} {dice[1]}")
            return
        self._put_up(record, 9)
        self._put_cube(record, 108)
        seat, game = record.seat(64), self._match.games[-1]
        if game.setup is not None and not game.deeds and seat != game.setup.turn:
            game.setup = Setup(game.setup.position.flip(), seat, None, game.setup.cube)
        play: str | None = _play(record.numbers("8i", 68))
        if not play and not any(record.data[35:61]):
            play = None
        seen_by_mover = self._board(record, 35, 0) if play else None
        after = None if seen_by_mover is None else seen_by_mover.flip()
        notes, self._not_doubled = self._not_doubled + _move_notes(record), ()
        self._deeds.append(Deed("roll", seat, record.place, Roll.of(*dice), play, after, notes=notes))


def _play(pairs: tuple[int, ...]) -> str:
    """A play as it is written everywhere: 25 the bar, 0 off, whatever number below the ace point stands for it."""
    steps = []
    for source, target in zip(pairs[::2], pairs[1::2], strict=True):
        if not 0 <= source <= 24:
            break
        steps.append(f"{source + 1}/{min(max(target + 1, 0), BAR)}")
    return " ".join(steps)


def _ending(record: _Record) -> Ending:
    termination = record.i32(32)
    how = "" if termination < 100 else "resigned"
    return Ending(max(record.i32(28), 0), record.seat(24), how=how, place=record.place)


def _number(value: float) -> str:
    return f"{value:.6f}" if math.isfinite(value) and value > _NOT_ANALYSED else "-"


def _cube_notes(record: _Record) -> Notes:
    """What XG thought of a double; nothing if it did not look.

    Error of the double and of the answer, the equities of no double, double and take, double and pass, the level, and
    the chances without and with a double as XG orders them.
    """
    equities = record.numbers("3f", 152)
    if equities[2] <= 0 or not math.isfinite(sum(equities)):
        return ()
    values = (record.f64(200), record.f64(216), *equities)
    chances = (" ".join(map(_number, record.numbers("7f", at))) for at in (124, 168))
    return (Note("XG.cube", (*map(_number, values), str(record.i32(92)), *chances)),)


def _move_notes(record: _Record) -> Notes:
    """Error and luck of the move, then every candidate: its play, level, and chances and equity as XG orders them."""
    count = min(max(record.i32(120), 0), _CANDIDATES)
    notes = [Note("XG.move", (_number(record.f64(2312)), _number(record.f64(2320))))]
    for number in range(count):
        play = _play(record.numbers("8b", 1024 + 8 * number))
        level = record.numbers("h", 1280 + 4 * number)[0]
        chances = record.numbers("7f", 1408 + 28 * number)
        notes.append(Note("XG.candidate", (play, str(level), " ".join(map(_number, chances)))))
    return tuple(notes)
