"""The Universal Backgammon Interface, drafts 0.1 and 0.2 (and the bare positions of 0.01), from the engine's side.

A line in gives lines out. Thinking goes deeper ply by ply, so that `stop` or a time limit gets the best answer found so
far. The command line reads in one thread and thinks in another: `stop`, `isready` and `quit` are heard meanwhile.
"""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

import tavla
from tavla.engine.decision import LEVELS, Decision, Level, decide
from tavla.errors import TavlaError
from tavla.notation import Situation, read_position, rules_of, state_of
from tavla.protocols.answers import after_as_id, hops
from tavla.rules import Cube, Phase, Roll, State
from tavla.rules.facts import Doubled, Played
from tavla.rules.ruleset import MAX_CUBE, MAX_LENGTH

Say = Callable[[str], None]
MOST_WAITING = 1000
"""Lines kept while something is thought about."""

DEEPEST = max(level.plies for level in LEVELS.values())
_BY_PLIES = sorted(LEVELS.values(), key=lambda level: level.plies)
_SEATS = {"p0": 0, "p1": 1}
_OWNERS: dict[str, int | None] = {"center": None, "centre": None, **_SEATS}
_SWITCH = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}


class Refusal(Exception):
    """A line that gets `error CODE DETAIL`."""


@dataclass
class Session:
    """What the controller has said about the game so far."""

    situation: Situation | None = None
    roll: Roll | None = None
    turn: int = 0
    cube: Cube = field(default_factory=Cube)
    score: tuple[int, int] = (0, 0)
    length: int = 0
    jacoby: bool = True
    crawford: bool = False

    def told(self) -> Situation:
        """The situation to decide; an ID that tells more than the board is taken at its word."""
        given = self.situation
        if given is None or given.position is None:
            raise Refusal("bad_state missing position")
        if given.score is not None:
            return given if self.roll is None else replace(given, roll=self.roll, offer=None)
        one_away = bool(self.length) and self.length - 1 in self.score
        return Situation(
            position=given.position,
            turn=self.turn,
            roll=self.roll,
            cube=self.cube,
            score=self.score,
            length=self.length,
            crawford=self.crawford and one_away,
            jacoby=self.jacoby and not self.length,
        ).checked()


@dataclass(frozen=True)
class Task:
    """A decision asked for: what about, how deep, how long, and how the answer is put."""

    state: State
    role: str
    plies: int
    seconds: float | None
    doubling: State | None = None


class Ubgi:
    """The conversation without its threads: `hear` answers at once, or gives a task to be thought about."""

    def __init__(self, level: Level) -> None:
        self.plies = level.plies
        self.session = Session()
        self.done = False
        self._commands: dict[str, Callable[[list[str]], list[str] | Task]] = {
            "ubgi": self._ubgi,
            "isready": lambda words: ["readyok"],
            "stop": lambda words: [],
            "quit": self._quit,
            "newgame": self._newgame,
            "newsession": self._newsession,
            "setscore": self._setscore,
            "setcube": self._setcube,
            "setturn": self._setturn,
            "setoption": self._setoption,
            "set": self._set,
            "get": self._get,
            "keys": self._keys,
            "position": self._position,
            "dice": self._dice,
            "go": self._go,
        }

    def hear(self, line: str) -> list[str] | Task:
        """The lines that answer a command, or the decision that it asks for."""
        words = line.split()
        if not words:
            return []
        try:
            if words[0] in self._commands:
                return self._commands[words[0]](words[1:])
            if words[0].startswith("board:") or ":" in words[0] or "XGID=" in words[0].upper():
                return self._bare(line)
            return [f"error bad_command {_safe(words[0])}"]
        except Refusal as refusal:
            return [f"error {refusal}"]
        except TavlaError as error:
            return [f"error bad_value {_safe(str(error))}"]

    def _ubgi(self, words: list[str]) -> list[str]:
        return [
            "id name tavla",
            "id author The tavla authors",
            f"id version {tavla.__version__}",
            "proto 0.2",
            f"option name Ply type spin default {self.plies} min 0 max {DEEPEST}",
            "option name Deterministic type check default true",
            "option name EvalMode type combo default cubeful var cubeful",
            "option name Variant type combo default backgammon var backgammon",
            "ubgiok",
        ]

    def _quit(self, words: list[str]) -> list[str]:
        self.done = True
        return []

    def _newgame(self, words: list[str]) -> list[str]:
        old = self.session
        self.session = Session(
            length=old.length, jacoby=old.jacoby, crawford=old.crawford, score=old.score, turn=old.turn
        )
        return []

    def _newsession(self, words: list[str]) -> list[str]:
        given = _pairs(words, ("type", "length", "jacoby", "crawford"))
        kind = given.get("type", "money")
        if kind not in ("money", "match"):
            raise Refusal("bad_value newsession type")
        length = _whole(given.get("length", "1"), 1, MAX_LENGTH, "length") if kind == "match" else 0
        jacoby = _switch(given.get("jacoby", "on"), "jacoby")
        self.session = Session(length=length, jacoby=jacoby, crawford=_switch(given.get("crawford", "off"), "crawford"))
        return []

    def _setscore(self, words: list[str]) -> list[str]:
        if len(words) != 2:
            raise Refusal("bad_command expected: setscore <p0> <p1>")
        first, second = (_whole(word, 0, MAX_LENGTH, "score") for word in words)
        self.session.score = (first, second)
        return []

    def _setcube(self, words: list[str]) -> list[str]:
        given = _pairs(words, ("value", "owner"))
        value = _whole(given.get("value", "1"), 1, MAX_CUBE, "value")
        owner = given.get("owner", "center")
        if owner not in _OWNERS or value & (value - 1) or (value == 1 and _OWNERS[owner] is not None):
            raise Refusal("bad_value setcube")
        self.session.cube = Cube(value, _OWNERS[owner])
        return []

    def _setturn(self, words: list[str]) -> list[str]:
        if len(words) != 1 or words[0] not in _SEATS:
            raise Refusal("bad_value setturn")
        self.session.turn = _SEATS[words[0]]
        return []

    def _setoption(self, words: list[str]) -> list[str]:
        if len(words) < 4 or words[0] != "name" or "value" not in words[2:]:
            raise Refusal("bad_command expected: setoption name <name> value <value>")
        at = words.index("value", 2)
        name, value = " ".join(words[1:at]).lower(), " ".join(words[at + 1 :]).lower()
        if name in ("ply", "evalplies"):
            self.plies = _whole(value, 0, DEEPEST, "Ply")
        elif (name, value) not in (("deterministic", "true"), ("evalmode", "cubeful"), ("variant", "backgammon")):
            raise Refusal(f"unsupported option {_safe(name)} {_safe(value)}")
        return []

    def _keys(self, words: list[str]) -> list[str]:
        return [
            f"key engine.ply int 1..{DEEPEST + 1} {self.plies + 1} plies, the play itself counted",
            "key game.variant enum backgammon backgammon",
            f"key game.length int 0..{MAX_LENGTH} {self.session.length} points of the match, 0 for money",
            f"key game.jacoby bool {_word(self.session.jacoby)}",
            f"key game.crawford bool {_word(self.session.crawford)} this is the Crawford game",
        ]

    def _get(self, words: list[str]) -> list[str]:
        values = self._values()
        if len(words) != 1 or words[0] not in values:
            raise Refusal("unsupported key")
        return [f"value {words[0]} {values[words[0]]}"]

    def _values(self) -> dict[str, str]:
        session = self.session
        return {
            "engine.ply": str(self.plies + 1),
            "game.variant": "backgammon",
            "game.length": str(session.length),
            "game.jacoby": _word(session.jacoby),
            "game.crawford": _word(session.crawford),
        }

    def _set(self, words: list[str]) -> list[str]:
        if len(words) != 2:
            raise Refusal("bad_command expected: set <key> <value>")
        key, value = words
        match key:
            case "engine.ply":
                self.plies = _whole(value, 1, DEEPEST + 1, key) - 1
            case "game.variant" if value == "backgammon":
                pass
            case "game.length":
                self.session.length = _whole(value, 0, MAX_LENGTH, key)
            case "game.jacoby":
                self.session.jacoby = _switch(value, key)
            case "game.crawford":
                self.session.crawford = _switch(value, key)
            case _:
                raise Refusal(f"unsupported {_safe(key)}")
        return []

    def _position(self, words: list[str]) -> list[str]:
        if len(words) < 2 or words[0] not in ("gnubgid", "xgid"):
            raise Refusal("bad_command expected: position gnubgid|xgid <id>")
        situation = read_position(" ".join(words[1:]))
        if situation.position is None:
            raise Refusal("bad_value no board in the id")
        self.session.situation, self.session.roll = situation, None
        return []

    def _dice(self, words: list[str]) -> list[str]:
        if len(words) != 2:
            raise Refusal("bad_command expected: dice <d1> <d2>")
        first, second = (_whole(word, 1, 6, "dice") for word in words)
        self.session.roll = Roll.of(first, second)
        return []

    def _go(self, words: list[str]) -> Task:
        role = "chequer"
        if words and words[0] in ("chequer", "cube", "turn"):
            role, words = words[0], words[1:]
        given = _pairs(words, ("role", "movetime", "depth", "nodes", "trials"))
        role = given.get("role", role)
        if role not in ("chequer", "cube", "turn"):
            raise Refusal("bad_value role")
        depth = given.get("depth")
        plies = self.plies if depth is None else _whole(depth, 0, DEEPEST, "depth")
        limit = given.get("movetime")
        seconds = None if limit is None else _whole(limit, 1, 10**9, "movetime") / 1000
        return self._task(role, plies, seconds)

    def _task(self, role: str, plies: int, seconds: float | None) -> Task:
        situation = self.session.told()
        before = replace(situation, roll=None)
        if role == "cube":
            return Task(_state(before), role, plies, seconds)
        if situation.roll is None:
            raise Refusal("bad_state missing dice")
        return Task(_state(situation), role, plies, seconds, _state(before) if role == "turn" else None)

    def _bare(self, line: str) -> Task:
        """Draft 0.01: a position alone asks for the best action."""
        return Task(_state(read_position(line)), "bare", self.plies, None)


def _state(situation: Situation) -> State:
    return state_of(situation, rules_of(situation))


def _pairs(words: list[str], names: tuple[str, ...]) -> dict[str, str]:
    if len(words) % 2 or any(name not in names for name in words[::2]):
        raise Refusal(f"bad_command expected: {' '.join(f'[{name} <value>]' for name in names)}")
    return dict(zip(words[::2], words[1::2], strict=True))


def _whole(text: str, least: int, most: int, name: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and least <= int(text) <= most):
        raise Refusal(f"bad_value {name} must_be {least}..{most}")
    return int(text)


def _switch(text: str, name: str) -> bool:
    if text not in _SWITCH:
        raise Refusal(f"bad_value {name} must_be on|off")
    return _SWITCH[text]


def _word(value: bool) -> str:
    return "true" if value else "false"


def _safe(text: str) -> str:
    """Foreign words within an answer: one short line that can be shown."""
    return " ".join(text.encode("ascii", "replace").decode().split())[:120]


def think(task: Task, stopped: threading.Event) -> Iterator[tuple[int, Decision, Decision | None]]:
    """The task decided at one depth after another: plies, the decision, and the one about doubling for a turn."""
    until = None if task.seconds is None else time.monotonic() + task.seconds
    for level in _BY_PLIES[: task.plies + 1]:
        doubling = None if task.doubling is None else decide(task.doubling, level)
        yield level.plies, decide(task.state, level), doubling
        if stopped.is_set() or (until is not None and time.monotonic() >= until):
            return


def info(plies: int, decision: Decision) -> str:
    """What was found at a depth."""
    best = decision.best
    chances = f"pwin {best.chances.win:.4f} pgammon {best.chances.win_gammon:.4f} pbg {best.chances.win_backgammon:.4f}"
    match = "" if best.match_chance is None else f" mwc {best.match_chance:.4f}"
    after = after_as_id(best)
    return f"info depth {plies} eq {best.equity:.4f}{match} {chances}" + (f" moveid {after}" if after else "")


def final(task: Task, decision: Decision, doubling: Decision | None) -> str:
    """The line that ends a decision."""
    best = decision.best
    if task.role == "bare":
        return hops(best.action.moves) if isinstance(best.action, Played) else _bare_name(best.text)
    if task.role == "cube":
        return f"bestcube {_cube_word(task.state, decision)}"
    assert isinstance(best.action, Played)
    move = hops(best.action.moves) or "pass"
    if doubling is None:
        return f"bestmove {move}"
    return f"bestturn cube={'double' if isinstance(doubling.best.action, Doubled) else 'nodouble'} move={move}"


def _bare_name(name: str) -> str:
    return "roll" if name == "pass" else name


def _cube_word(state: State, decision: Decision) -> str:
    if state.phase is Phase.CUBE:
        return decision.best.text
    return "double" if isinstance(decision.best.action, Doubled) else "nodouble"


class _Search:
    """A task being thought about in a thread of its own; `answer` is the best line so far."""

    def __init__(self, task: Task, tell: Callable[["_Search"], None]) -> None:
        self.task = task
        self.stopped = threading.Event()
        self.lines: list[str] = []
        self.answer: str | None = None
        self._tell = tell
        threading.Thread(target=self._think, daemon=True).start()

    def _think(self) -> None:
        try:
            for plies, decision, doubling in think(self.task, self.stopped):
                self.lines.append(info(plies, decision))
                self.answer = final(self.task, decision, doubling)
        except TavlaError as error:
            self.answer = self.answer or f"error bad_state {_safe(str(error))}"
        except Exception as error:
            self.answer = self.answer or f"error bad_state {type(error).__name__}"
        self._tell(self)


class _Conversation:
    """Who says what when: one thing is thought about at a time, and what is said meanwhile waits its turn."""

    def __init__(self, level: Level, say: Say) -> None:
        self.engine = Ubgi(level)
        self.say = say
        self.search: _Search | None = None
        self.waiting: deque[str] = deque()
        self.events: queue.SimpleQueue[bytes | _Search | type[EOFError] | None] = queue.SimpleQueue()

    def hold(self, lines: Iterable[bytes | None]) -> None:
        """Until `quit`, or the end of the input and of all that was asked."""
        threading.Thread(target=_listen, args=(lines, self.events.put), daemon=True).start()
        ended = False
        while not self.engine.done and not (ended and self.search is None):
            event = self.events.get()
            if event is EOFError:
                ended = True
            elif isinstance(event, _Search):
                if event is self.search:
                    self._finish()
            elif not isinstance(event, type):
                self._hear(event)

    def _hear(self, line: bytes | None) -> None:
        if line is None:
            self.say("error bad_command line too long")
            return
        text = line.decode("utf-8", "replace")
        if self.search is None or text.strip() in ("isready", "quit"):
            self._answer(text)
        elif text.strip() == "stop":
            self.search.stopped.set()
            if self.search.answer is not None:
                self._finish()
        elif len(self.waiting) < MOST_WAITING:
            self.waiting.append(text)
        else:
            self.say("error bad_state search in progress")

    def _answer(self, text: str) -> None:
        answer = self.engine.hear(text)
        if isinstance(answer, Task):
            self.search = _Search(answer, self.events.put)
            return
        for line in answer:
            self.say(line)

    def _finish(self) -> None:
        """Say what was found, and go on with what was said meanwhile."""
        search, self.search = self.search, None
        assert search is not None
        if search.task.role != "bare":
            for line in list(search.lines):
                self.say(line)
        self.say("error bad_state nothing found" if search.answer is None else search.answer)
        while self.waiting and self.search is None and not self.engine.done:
            self._answer(self.waiting.popleft())


def converse(lines: Iterable[bytes | None], say: Say, level: Level) -> None:
    """Hold the conversation until `quit`, or the end of the input and of all that was asked."""
    _Conversation(level, say).hold(lines)


def _listen(lines: Iterable[bytes | None], put: Callable[[bytes | type[EOFError] | None], None]) -> None:
    try:
        for line in lines:
            put(line)
            if line is not None and line.strip() == b"quit":
                return
    except (OSError, ValueError):
        pass
    put(EOFError)
