"""An external player for GNU Backgammon: it connects (`set player 0 external HOST:PORT`), sends a FIBS board line for
every decision and reads one line back.

Its lines differ from those of the server FIBS. Positive checkers are always its player 1's and the turn says who is on
roll; names and scores begin with player 0, except where a double is answered. Between two lines stands a NUL byte.
A beaver shows as a doubled cube that the other side owns. It never tells the Jacoby rule.
"""

import logging
import re
import socket
import socketserver
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import tavla
from tavla.engine.decision import Choice, Level, decide
from tavla.errors import InvalidText, TavlaError
from tavla.notation import Situation, decode_fibs, rules_of, state_of
from tavla.protocols.answers import hops
from tavla.protocols.stream import read_lines
from tavla.rules import Cube, Kind, Seat, State
from tavla.rules.facts import Played
from tavla.rules.state import certain_loss, resign_values, winner_for_certain

MOST_CALLERS = 16
IDLE = 3600.0
"""Seconds without a line after which a connection is given up."""

_RESIGN = {Kind.SINGLE: "normal", Kind.GAMMON: "gammon", Kind.BACKGAMMON: "backgammon"}
_ANSWERS = {"pass": "roll", "take": "take", "drop": "drop"}
_SCORES, _FIRST_CELL, _LAST_CELL, _TURN, _DOUBLED = slice(4, 6), 6, 31, 32, 40
_CUBE, _MINE_MAY, _THEIRS_MAY = 37, 38, 39
_ON_BAR = slice(47, 49)
_GAME = slice(3, 6)
"""Length and score: what tells one game of a session from the next."""
_FIELDS = 53

_NUMBER = re.compile(r"-?[0-9]{1,5}")

log = logging.getLogger(__name__)


class ExternalPlayer:
    """One side of a conversation; it remembers its last answer, so that what was refused is not said again, and in
    which game a resignation was declined: gnubg leaves the game at a second one."""

    def __init__(self, level: Level, jacoby: bool = True) -> None:
        self.level, self.jacoby = level, jacoby
        self.done = False
        self._last = ("", "")
        self._declined: list[str] = []

    def answer(self, line: bytes | None) -> str | None:
        """The answer to a line; None for one that wants none."""
        if line is None:
            return "Error: line too long"
        text = line.decode("utf-8", "replace").replace("\0", "").strip()
        if not text:
            return None
        if text.startswith("board:"):
            return self._decided(text)
        match text.split()[0].lower():
            case "version":
                return f"tavla {tavla.__version__}"
            case "exit" | "quit":
                self.done = True
                return None
        return "Error: expected a board line, version or exit"

    def _decided(self, text: str) -> str:
        try:
            state = state_of(*self._told(text))
            refused = self._last[1] if self._last[0] == text else None
            score = text.split(":")[_GAME]
            if refused is not None and refused.startswith("resign"):
                self._declined = score
            answer = _resignation(state) if score != self._declined else None
            answer = answer or self._best(state, refused)
        except TavlaError as error:
            return f"Error: {' '.join(str(error).split())}"
        self._last = (text, answer)
        return answer

    def _told(self, text: str) -> tuple[Situation, "tavla.rules.RuleSet"]:
        situation = situation_of(text)
        if not situation.length:
            situation = replace(situation, jacoby=self.jacoby, beavers=True)
        return situation, rules_of(situation)

    def _best(self, state: State, refused: str | None) -> str:
        answers = [_answer(choice) for choice in decide(state, self.level).choices]
        return next((answer for answer in answers if answer != refused), answers[0])


def situation_of(text: str) -> Situation:
    """What gnubg's board line tells; seat 0 is its player 0. Raises `InvalidText`."""
    fields = text.split(":")
    if len(fields) != _FIELDS or not all(_NUMBER.fullmatch(field) for field in fields[3:]):
        return decode_fibs(text).situation
    if fields[_TURN] not in ("1", "-1"):
        raise InvalidText("notation.fibs_number", text=fields[_TURN])
    doubled = fields[_DOUBLED] not in ("0", "-0")
    fields[_DOUBLED] = "1" if doubled else "0"
    mover = 1 if fields[_TURN] == "1" else 0
    owner = _owner(fields)
    is_beaver = doubled and owner == 1 - mover
    if not doubled or is_beaver:
        fields[_SCORES] = fields[_SCORES][::-1]
    on_bar = int(fields[_LAST_CELL]), -int(fields[_FIRST_CELL])
    fields[_ON_BAR] = [str(max(count, 0)) for count in on_bar]
    situation = decode_fibs(":".join(fields)).situation
    if not is_beaver or situation.cube is None:
        return situation
    before = situation.cube.value // 2
    return replace(situation, offer="beaver", cube=Cube(before, None if before == 1 else mover), to_act=mover)


def _owner(fields: list[str]) -> Seat | None:
    may = fields[_MINE_MAY], fields[_THEIRS_MAY]
    return {("1", "0"): 1, ("0", "1"): 0}.get(may)


def _answer(choice: Choice) -> str:
    if isinstance(choice.action, Played):
        return hops(choice.action.moves)
    name = choice.text
    return _ANSWERS.get(name, name)


def _resignation(state: State) -> str | None:
    """Giving up what is lost for certain, where no more than that could be lost."""
    if state.offer is not None:
        return None
    winner, seat = winner_for_certain(state), state.turn
    if winner is None or winner == seat:
        return None
    certain = certain_loss(state, seat)
    return f"resign {_RESIGN[certain]}" if resign_values(state, seat)[-1] <= certain else None


class _Caller(socketserver.StreamRequestHandler):
    timeout = IDLE

    def handle(self) -> None:
        assert isinstance(self.server, _Server)
        player = self.server.make_player()
        try:
            for line in read_lines(self.rfile):  # type: ignore[arg-type]
                answer = player.answer(line)
                if answer is not None:
                    self.wfile.write(answer.encode("ascii", "replace") + b"\n")
                if player.done:
                    return
        except OSError:
            log.debug("a caller is gone")


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, place: tuple[str, int], make_player: Callable[[], ExternalPlayer]) -> None:
        self.make_player = make_player
        self._room = threading.BoundedSemaphore(MOST_CALLERS)
        self.address_family = socket.AF_INET6 if ":" in place[0] else socket.AF_INET
        super().__init__(place, _Caller)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Whether there is room for one more."""
        return self._room.acquire(blocking=False)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve one caller in a thread of his own."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()


def serve(
    place: tuple[str, int],
    make_player: Callable[[], ExternalPlayer],
    listening: Callable[[str, int], None],
    once: bool = False,
) -> None:
    """Listen and play until interrupted, or until the first caller leaves; `listening` hears the address and port.

    Raises `OSError` when the place cannot be listened on.
    """
    with _Server(place, make_player) as server:
        host, port = server.server_address[:2]
        listening(str(host), port)
        if once:
            server.daemon_threads = False
            server.handle_request()
        else:
            server.serve_forever()
