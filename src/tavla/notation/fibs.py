"""The board line of the First Internet Backgammon Server, as servers send it and engines read it.

    board:you:opponent: and 50 numbers (length, scores, 26 cells, turn, dice, cube, ...)

The cells stand in one absolute order; colour says whose checkers are positive, direction which way "you" go. In a
`Situation`, "you" are seat 1.
"""

import re
from typing import NamedTuple

from tavla.errors import InvalidInput, InvalidText
from tavla.notation.situation import Situation, Stage
from tavla.rules import BAR, OFF, Continuations, Cube, Position, Roll, Seat

UNLIMITED = 9999
"""The match length that means money play."""

_CELLS = 26
_NUMBERS = 50
_NAME = re.compile(r"[^:\x00-\x1f]{1,64}")
_NUMBER = re.compile(r"\s*-?[0-9]{1,5}\s*")


class FibsBoard(NamedTuple):
    """A board line read: the two names and the situation, in which `you` are seat 1."""

    you: str
    opponent: str
    situation: Situation


class _Numbers(NamedTuple):
    """The numbers of a line that follow the cells, in their order."""

    turn: int
    your_first: int
    your_second: int
    their_first: int
    their_second: int
    cube: int
    you_may_double: int
    they_may_double: int
    was_doubled: int
    colour: int
    direction: int
    home: int
    bar: int
    your_off: int
    their_off: int
    your_bar: int
    their_bar: int
    can_move: int
    forced: int
    post_crawford: int
    redoubles: int


def decode_fibs(text: str) -> FibsBoard:
    """What a board line tells. Raises `InvalidText` for a line that cannot be read or contradicts itself."""
    start = text.find("board:")
    line = (text[start:].splitlines() or [""])[0].strip() if start >= 0 else ""
    fields = line.split(":")
    if len(fields) != _NUMBERS + 3:
        raise InvalidText("notation.fibs_fields", n=max(len(fields) - 1, 0), expected=_NUMBERS + 2)
    you, opponent = fields[1], fields[2]
    for field in (you, opponent):
        if not _NAME.fullmatch(field):
            raise InvalidText("notation.fibs_name", text=field[:32])
    for field in fields[3:]:
        if not _NUMBER.fullmatch(field):
            raise InvalidText("notation.fibs_number", text=field[:32])
    numbers = [int(field.strip()) for field in fields[3:]]
    return FibsBoard(you, opponent, _situation(numbers[:3], numbers[3 : 3 + _CELLS], _Numbers(*numbers[3 + _CELLS :])))


def _situation(match: list[int], cells: list[int], rest: _Numbers) -> Situation:
    _check(rest)
    length, yours, theirs = match
    money = length in (0, UNLIMITED)
    turn = None if rest.turn == 0 else int(rest.turn == rest.colour)
    board = _board(cells, rest)
    roll = _roll(rest)
    offer = _offer(rest, roll)
    one_away = not money and length > 1 and length - 1 in (yours, theirs)
    return Situation(
        position=board.flip() if turn == 0 else board,
        turn=turn,
        roll=roll,
        cube=Cube(rest.cube, _owner(rest, turn)),
        score=(theirs, yours),
        length=0 if money else length,
        crawford=one_away and not (rest.post_crawford or rest.redoubles),
        offer=offer,
        to_act=turn if turn is None or offer is None else 1 - turn,
        stage=Stage.PLAYING if rest.turn else Stage.OVER,
    ).checked()


def _check(rest: _Numbers) -> None:
    """The flags that may take few values only."""
    allowed = {"turn": (-1, 0, 1), "colour": (-1, 1), "direction": (-1, 1)}
    flags = ("you_may_double", "they_may_double", "was_doubled")
    for name, values in {**allowed, **dict.fromkeys(flags, (0, 1))}.items():
        if getattr(rest, name) not in values:
            raise InvalidText("notation.fibs_number", text=getattr(rest, name))
    if (rest.home, rest.bar) != ((OFF, BAR) if rest.direction < 0 else (BAR, OFF)):
        raise InvalidText("notation.fibs_direction", direction=rest.direction, home=rest.home)


def _board(cells: list[int], rest: _Numbers) -> Position:
    """The board as "you" see it, counts checked against the numbers of checkers off and on the bar."""
    own_way = cells if rest.direction < 0 else cells[::-1]
    counts = [count * rest.colour for count in own_way]
    mine = [max(count, 0) for count in counts]
    theirs = [max(-count, 0) for count in reversed(counts)]
    for own, off, bar in ((mine, rest.your_off, rest.your_bar), (theirs, rest.their_off, rest.their_bar)):
        if own[OFF] or own[BAR] not in (0, bar) or min(off, bar) < 0:
            raise InvalidText("notation.fibs_bar")
        own[OFF], own[BAR] = off, bar
    if sum(mine) != sum(theirs) or not 1 <= sum(mine) <= 15:
        raise InvalidText("notation.fibs_checkers", mine=sum(mine), theirs=sum(theirs))
    return Position(tuple(mine), tuple(theirs)).checked()


def _roll(rest: _Numbers) -> Roll | None:
    yours, theirs = (rest.your_first, rest.your_second), (rest.their_first, rest.their_second)
    dice = yours if any(yours) else theirs
    return Roll.of(*dice) if any(dice) else None


def _offer(rest: _Numbers, roll: Roll | None) -> str | None:
    nobody = not rest.you_may_double and not rest.they_may_double
    return "double" if rest.turn and (rest.was_doubled or (nobody and roll is None)) else None


def _owner(rest: _Numbers, turn: Seat | None) -> Seat | None:
    """Who may double alone; while an offer is open nobody may, and a turned cube was the doubler's."""
    if rest.cube == 1 or (rest.you_may_double and rest.they_may_double):
        return None
    if not rest.you_may_double and not rest.they_may_double:
        return turn
    return int(bool(rest.you_may_double))


def encode_fibs(situation: Situation, you: str = "You", opponent: str = "Opponent") -> str:
    """The board line of a situation for the player in seat 1; colons in names become underscores."""
    board = situation.bottom
    if board is None:
        raise InvalidInput("notation.no_position")
    score = situation.score or (0, 0)
    cells = [0, *(board.mine[point] - board.theirs[BAR - point] for point in range(1, BAR)), board.mine[BAR]]
    cells[OFF] = -board.theirs[BAR]
    numbers = (situation.length or UNLIMITED, score[1], score[0], *cells, *_numbers(situation, board))
    names = [name.replace(":", "_") for name in (you, opponent)]
    return ":".join(["board", *names, *map(str, numbers)])


def _numbers(situation: Situation, board: Position) -> _Numbers:
    over = situation.stage is not None and situation.stage > Stage.PLAYING
    cube, roll, turn = situation.cube or Cube(), situation.roll or (0, 0), situation.turn
    dice = (*roll, 0, 0) if turn != 0 else (0, 0, *roll)
    offered = situation.offer is not None
    one_away = bool(situation.length and situation.score and max(situation.score) == situation.length - 1)
    return _Numbers(
        0 if over else -1 if turn == 0 else 1,
        *dice,
        cube=cube.value,
        you_may_double=int(cube.owner in (None, 1) and not offered),
        they_may_double=int(cube.owner in (None, 0) and not offered),
        was_doubled=int(offered),
        colour=1,
        direction=-1,
        home=OFF,
        bar=BAR,
        your_off=board.mine[OFF],
        their_off=board.theirs[OFF],
        your_bar=board.mine[BAR],
        their_bar=board.theirs[BAR],
        can_move=_playable(situation),
        forced=0,
        post_crawford=int(one_away and not situation.crawford),
        redoubles=0,
    )


def _playable(situation: Situation) -> int:
    """How many dice the player on roll can use."""
    if situation.position is None or situation.roll is None:
        return 0
    return Continuations(situation.position, situation.roll).dice_used
