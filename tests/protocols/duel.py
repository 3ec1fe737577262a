"""A small match runner: two UBGI engines, one referee who knows the rules and throws the dice."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tavla.notation import Situation, encode_position, encode_xgid, parse_play
from tavla.rules import Act, Cube, Phase, Roll, RuleSet, Score, State, apply, legal
from tavla.rules.facts import Beavered, Doubled, Dropped, Fact, Played, Rolled, Taken
from tavla.rules.stakes import is_match_over, next_score

COMMAND = (sys.executable, "-c", "from tavla.cli import main; main()", "engine", "--level", "0-ply")

ANSWERS: dict[str, Fact] = {"take": Taken(), "drop": Dropped(), "beaver": Beavered()}


class Engine:
    """The other end of an engine's pipe."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.tell("ubgi")
        self.read("ubgiok")
        self.tell("isready")
        self.read("readyok")

    def tell(self, *lines: str) -> None:
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def read(self, word: str = "") -> str:
        """The first line that begins with a word; an error on the way is a failure."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            assert not line.startswith("error"), line
            if line.startswith(word):
                return line.rstrip("\n").removeprefix(word).strip()
        raise AssertionError(f"the engine left without saying {word}")

    def leave(self) -> int:
        self.tell("quit")
        return self._process.wait(timeout=20)


@contextmanager
def engines() -> Iterator[tuple[Engine, Engine]]:
    """Two engines in processes of their own, which leave when they are told to."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen(COMMAND, **pipes) for _ in "01"]  # type: ignore[call-overload]
    try:
        first, second = (Engine(process) for process in processes)
        yield first, second
        assert [first.leave(), second.leave()] == [0, 0]
    finally:
        for process in processes:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                pipe.close()


def play_match(players: tuple[Engine, Engine], rules: RuleSet, rng: random.Random) -> tuple[Score, int]:
    """The score at the end of a match and how many decisions were made."""
    for engine in players:
        engine.tell(f"newsession type match length {rules.length.target} crawford off")
    score, games, decisions = Score(), 0, 0
    while not is_match_over(score, games, rules):
        state = State.begin(rules, score, starter=rng.randrange(2))
        while state.phase is not Phase.OVER:
            state, asked = _step(players, state, rng)
            decisions += asked
        assert state.result is not None
        games += 1
        score = next_score(score, state.result.winner, state.result.points, rules)
    return score, decisions


def _step(players: tuple[Engine, Engine], state: State, rng: random.Random) -> tuple[State, int]:
    (seat,) = state.to_act
    engine = players[seat]
    match state.phase:
        case Phase.PLAY:
            assert state.roll is not None
            _explain(engine, state)
            engine.tell(f"dice {state.roll.high} {state.roll.low}", "go role chequer")
            text = engine.read("bestmove").replace("pass", "")
            return apply(state, Played(parse_play(text, state.position, state.roll, state.rules).play)), 1
        case Phase.CUBE:
            engine.tell(encode_xgid(Situation.of(state)))
            return apply(state, ANSWERS[engine.read()]), 1
    may_double = Act.DOUBLE in legal(state).by_seat[seat]
    if may_double:
        _explain(engine, state)
        engine.tell("go role cube")
        if engine.read("bestcube") == "double":
            return apply(state, Doubled()), 1
    return apply(state, Rolled(Roll.of(rng.randint(1, 6), rng.randint(1, 6)))), int(may_double)


def _explain(engine: Engine, state: State) -> None:
    """Everything about the moment but the dice."""
    crawford = "on" if state.score.crawford else "off"
    engine.tell(
        "setscore {} {}".format(*state.score.points),
        f"set game.crawford {crawford}",
        f"setcube value {state.cube.value} owner {_owner(state.cube)}",
        f"setturn p{state.turn}",
        f"position gnubgid {encode_position(state.position)}",
    )


def _owner(cube: Cube) -> str:
    return "center" if cube.owner is None else f"p{cube.owner}"
