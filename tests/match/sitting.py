"""Two players at a table, told what happens: the shortest way to write down a match in a test."""

from typing import Any

from tavla.match.events import AnyFact, Event, GameStarted, MatchStarted, Player, Setup
from tavla.match.match import History, Match, next_starter
from tavla.match.table_entry import entered
from tavla.match.table_log import log, notes
from tavla.match.table_rules import Table, TableAct, acts
from tavla.rules import Position, Roll, RuleSet, State, profile
from tavla.rules.facts import Played, Rolled, Thrown

ALI, BORA = 0, 1


class Sitting:
    """A match under way; a second passes with every fact unless `at` says when."""

    def __init__(self, rules: RuleSet | str = "standard", mode: str = "play", setup: Setup | None = None) -> None:
        self.history = History()
        self.now = 999.0
        rules = profile(rules) if isinstance(rules, str) else rules
        self.add(None, MatchStarted((Player("Ali"), Player("Bora")), rules, mode, setup))

    @property
    def match(self) -> Match:
        return self.history.match

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def table(self) -> Table:
        assert self.match.table is not None
        return self.match.table

    def add(self, seat: int | None, *happened: AnyFact, at: float | None = None) -> None:
        for fact in happened:
            self.now = self.now + 1 if at is None else at
            self.history.append(Event(self.history.version + 1, self.now, seat, fact))

    def start(self) -> None:
        """The next game."""
        self.add(None, GameStarted(self.match.game + 1, next_starter(self.match)))

    def begin(self, first: int = 6, second: int = 3) -> None:
        """The next game and its opening throw."""
        self.start()
        self.add(None, Thrown((first, second)))

    def roll(self, high: int, low: int) -> None:
        self.add(self.state.turn, Rolled(Roll.of(high, low)))

    def play(self) -> None:
        """Any legal play."""
        assert self.state.continuations is not None
        plays = list(self.state.continuations.plays().values())
        self.add(self.state.turn, Played(plays[0] if plays else ()))

    def play_on(self, turns: int) -> None:
        """Quiet turns at a table with real dice, 2-1 each, that leave the 13 points alone."""
        for _ in range(turns):
            if self.state.phase == "roll":
                self.enter(self.state.turn, "enter_roll", dice=[2, 1])
            assert self.state.continuations is not None
            plays = self.state.continuations.plays().values()
            quiet = next(play for play in plays if all(not move.hit and move.source != 13 for move in play))
            self.add(self.state.turn, Played(quiet))

    def enter(self, seat: int, act: str, **arguments: Any) -> None:
        """An entry at a table with real dice."""
        for by, fact in entered(self.match, seat, act, arguments):
            self.add(by, fact)

    def offered(self, seat: int) -> set[str]:
        """What a seat may do beside the game."""
        return {one.act for one in acts(self.match) if one.seat == seat}

    def act(self, seat: int, name: str) -> TableAct:
        return next(one for one in acts(self.match) if (one.act, one.seat) == (name, seat))

    def notes(self) -> list[str]:
        """The codes of what the referee says now."""
        return [note.code for note in notes(self.match)]

    def log(self) -> list[str]:
        """The codes of what he has said in this game."""
        return [line.code for line in log(self.history)]


def at_table(profile_name: str = "standard", **options: str) -> Sitting:
    """A match with real dice, before its first game."""
    return Sitting(profile(profile_name, options), "table")


def from_position(
    mine: dict[int, int], theirs: dict[int, int], roll: tuple[int, int] | None = None, turn: int = ALI, **options: str
) -> Sitting:
    """A match with real dice that begins in the middle, with `turn` (whose checkers are `mine`) on roll."""
    setup = Setup(Position.from_points(mine, theirs), turn, roll and Roll.of(*roll))
    sitting = Sitting(profile("standard", options), "table", setup)
    sitting.start()
    return sitting
