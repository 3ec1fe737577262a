"""What the terminal says and understands in `tavla play`: events as sentences, the board, and typed words."""

import re
from collections.abc import Sequence
from functools import cache

from tavla.errors import InvalidText
from tavla.match import events
from tavla.match.events import Event, Player
from tavla.match.match import Match
from tavla.notation import Labels, Situation, draw, encode_gnu_id, encode_xgid, format_play
from tavla.rules import facts
from tavla.rules.ruleset import RuleSet
from tavla.rules.stakes import Seat
from tavla.rules.state import Result, State
from tavla.server.commands import Action, Json
from tavla.words import LANGUAGES, messages, roll_name, say

View = dict[str, Json]

HELP = tuple(f"terminal.help.{name}" for name in ("play", "acts", "screen", "tutor", "enter"))

ACTS = (
    "roll",
    "double",
    "take",
    "drop",
    "beaver",
    "pass",
    "resign",
    "accept",
    "refuse",
    "settle",
    "takeback",
    "next_game",
    "end_session",
)
SCREEN = ("help", "plays", "board", "ids", "hint", "study", "quit")

PRIMARY = ("roll", "pass", "next_game")
"""What the bare Enter key does, the first that is allowed."""

MARKS = ("O", "X")
_LONGEST = 200


@cache
def _meanings() -> dict[str, str]:
    """Every word that may be typed, in both languages, and what it means."""
    return {
        word.strip(): name
        for tongue in LANGUAGES
        for name in (*ACTS, *SCREEN)
        for word in say(tongue, f"terminal.word.{name}").split(",")
    }


def _lower(text: str) -> str:
    return text.strip().replace("İ", "i").replace("I", "ı" if "ı" in text else "i").lower()


def meaning(typed: str) -> str | None:
    """What a typed line means by its first word, if it is one of ours."""
    words = _lower(typed[:_LONGEST]).split()
    return _meanings().get(words[0]) if words else None


def read_typed(typed: str, view: View, seat: Seat, plays: Sequence[str]) -> Action | None:
    """The action that a line asks for, or None if it is about the screen only.

    Everything that is not one of our words is read as a play. `#3` chooses the third of the listed plays. Raises
    `InvalidText` for what cannot be meant.
    """
    can = view["can"][str(seat)]
    text = typed.strip()
    if len(text) > _LONGEST:
        raise InvalidText("terminal.too_long", most=_LONGEST)
    if not text:
        return _by_enter(can, plays)
    name = meaning(text)
    if name in SCREEN:
        return None
    if name == "resign":
        return Action("resign", value=_value(text))
    if name in ("take", "drop") and view["phase"] != "double":
        name = "accept" if name == "take" else "refuse"
    if name is not None:
        return Action(name)
    if "play" not in can:
        raise InvalidText("terminal.not_understood", text=text[:32])
    return Action("play", text=_numbered(text, plays))


def _by_enter(can: Sequence[str], plays: Sequence[str]) -> Action | None:
    name = next((name for name in PRIMARY if name in can), None)
    if name is not None:
        return Action(name)
    return Action("play", text=plays[0]) if "play" in can and len(plays) == 1 else None


def _numbered(text: str, plays: Sequence[str]) -> str:
    found = re.fullmatch(r"#\s*([0-9]{1,4})", text)
    if found is None:
        return text
    number = int(found[1])
    if not 1 <= number <= len(plays):
        raise InvalidText("terminal.no_number", number=number, most=len(plays))
    return plays[number - 1]


def _value(text: str) -> int:
    words = text.split()
    if len(words) == 1:
        return 1
    if words[1] not in ("1", "2", "3"):
        raise InvalidText("terminal.resign_value", text=words[1][:16])
    return int(words[1])


def called(tongue: str, name: str, bot: str | None) -> str:
    """A player by name. A bot that nobody named is called by its kind, in the language of whoever reads it now."""
    kind = f"bot.{bot}"
    if bot is None or kind not in messages(tongue):
        return name
    return say(tongue, kind) if name in ("", *(say(each, kind) for each in LANGUAGES)) else name


class Teller:
    """Sentences about a match in one language."""

    def __init__(self, tongue: str, players: tuple[Player, Player]) -> None:
        self.tongue = tongue
        self.names = [called(tongue, player.name, player.bot) for player in players]

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(self.tongue, key, **values)

    def welcome(self, match_id: str, match: Match) -> str:
        """Who plays what."""
        rules = match.rules
        return self.say(
            "terminal.welcome",
            one=self.names[0],
            two=self.names[1],
            profile=self.say(f"profile.{rules.profile}"),
            length=self.length(rules),
            match=match_id,
        )

    def length(self, rules: RuleSet) -> str:
        """How long the match is, in words."""
        return self.say(f"length.{rules.length.kind}", n=rules.length.n)

    def roll(self, dice: Sequence[int]) -> str:
        """A roll with its name: 6-3 (şeş-ü se)."""
        high, low = max(dice), min(dice)
        return f"{high}-{low} ({roll_name(self.tongue, (high, low))})"

    def event(self, event: Event) -> str | None:
        """What happened, in one line; None for what needs no words."""
        fact = event.fact
        name = "" if event.seat is None else self.names[event.seat]
        match fact:
            case facts.Thrown(dice=dice):
                return self._thrown(dice)
            case facts.Rolled(roll=roll):
                return self.say("terminal.event.rolled", name=name, roll=self.roll(roll))
            case facts.Played(moves=moves) if moves:
                return self.say("terminal.event.played", name=name, play=format_play(moves))
            case facts.Played():
                return self.say("terminal.event.no_play", name=name)
            case facts.Resigned(value=value):
                return self.say("terminal.event.resigned", name=name, kind=self.say(f"terminal.kind.{int(value)}"))
            case events.GameStarted(number=number):
                return self.say("terminal.event.game_started", n=number)
        key = _PLAIN.get(type(fact))
        return None if key is None else self.say(f"terminal.event.{key}", name=name)

    def _thrown(self, dice: tuple[int, int]) -> str:
        one, two = (f"{name} {die}" for name, die in zip(self.names, dice, strict=True))
        if dice[0] == dice[1]:
            return self.say("terminal.event.tie", one=one, two=two)
        starter = self.names[0 if dice[0] > dice[1] else 1]
        return self.say("terminal.event.thrown", one=one, two=two, name=starter)

    def result(self, result: Result) -> str:
        """How a game ended."""
        return self.say(
            f"terminal.result.{result.how}",
            name=self.names[result.winner],
            kind=self.say(f"terminal.kind.{int(result.kind)}"),
            n=result.points,
        )

    def score(self, match: Match) -> str:
        """The score with both names."""
        first, second = match.score.points
        return f"{self.names[0]} {first} - {second} {self.names[1]}"

    def final(self, match: Match) -> str:
        """The last word on a match."""
        lines = [self.result(match.results[-1])] if match.results else []
        if match.winner is not None:
            lines.append(self.say("terminal.match_won", name=self.names[match.winner]))
        return "\n".join([*lines, self.score(match)])

    def prompt(self, view: View, seat: Seat) -> str:
        """What is due, and where it is typed."""
        roll = view["roll"]
        key = f"terminal.due.{_due(view, seat)}"
        values = {"name": self.names[seat], "roll": self.roll(roll) if roll else ""}
        offer = view["offer"] or {}
        kind = self.say(f"terminal.kind.{offer['value']}") if offer.get("kind") == "resign" else ""
        return self.say(key, **values, value=offer.get("value", ""), kind=kind) + "\n> "


def _due(view: View, seat: Seat) -> str:
    phase: str = view["phase"]
    if phase != "roll":
        return phase
    can = view["can"][str(seat)]
    if "roll" not in can:
        return "closed"
    return "roll_or_double" if "double" in can else "roll"


_PLAIN: dict[type, str] = {
    facts.Passed: "passed",
    facts.Doubled: "doubled",
    facts.Beavered: "beavered",
    facts.Taken: "taken",
    facts.Dropped: "dropped",
    facts.Accepted: "accepted",
    facts.Refused: "refused",
    facts.Settled: "settled",
    events.TakebackAsked: "takeback_asked",
    events.TakebackRefused: "takeback_refused",
    events.TakenBack: "taken_back",
    events.TimeExpired: "time_expired",
    events.SessionEnded: "session_ended",
}


class Board:
    """The board and what stands beside it, as text."""

    def __init__(self, tongue: str, teller: Teller) -> None:
        self._teller = teller
        self.meaning = meaning

    def draw(self, match: Match, seat: Seat) -> str:
        """The board seen by a seat, with names, pips, cube and score."""
        say_, state = self._teller.say, match.state
        position = state.position if state.turn == seat else state.position.flip()
        mine, theirs = position.pips
        labels = Labels(
            top=[self._player(1 - seat, theirs)],
            middle=self._middle(match, state),
            bottom=[self._player(seat, mine)],
            bar=say_("terminal.bar"),
            off=say_("terminal.off"),
        )
        marks = (MARKS[seat], MARKS[1 - seat])
        drawn = draw(position, labels, symbols=marks, home=match.rules.home)
        return f"\n{drawn}\n"

    def _player(self, seat: Seat, pips: int) -> str:
        return f"{MARKS[seat]}  {self._teller.names[seat]}  {self._teller.say('terminal.pips', n=pips)}"

    def _middle(self, match: Match, state: State) -> list[str]:
        say_ = self._teller.say
        phase = say_("terminal.contact" if state.position.contact else "terminal.race")
        lines = [self._teller.score(match), f"{say_('terminal.game', n=match.game)}, {phase}"]
        if match.rules.cube:
            owner = state.cube.owner
            where = say_("terminal.centred") if owner is None else self._teller.names[owner]
            lines.append(say_("terminal.cube", value=state.cube.value, owner=where))
        if state.score.crawford:
            lines.append(say_("terminal.crawford"))
        return lines

    def ids(self, match: Match) -> str:
        """The position in every form."""
        situation = Situation.of(match.state)
        return f"GNU BG ID  {encode_gnu_id(situation)}\n{encode_xgid(situation)}"


__all__ = ["ACTS", "HELP", "SCREEN", "Board", "Teller", "meaning", "read_typed"]
