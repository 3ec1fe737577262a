"""`tavla study`: one's own mistakes as cards, asked again in the terminal until they are known.

Without a subcommand it asks the cards that are due. Whoever trains on the page brings its key (`--key`); otherwise the
cards are those of this machine.
"""

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tavla.analysis.rating import BLUNDER
from tavla.analysis.study import (
    LOCAL,
    MOST_CARDS,
    RATINGS,
    after_answer,
    cards_of,
    new_card,
    rating_of,
    state_of_card,
)
from tavla.analysis.tutor import Verdict, answered, decider, verdict
from tavla.cli.interruption import thinkers
from tavla.cli.judged import judged
from tavla.cli.language import language
from tavla.cli.play_text import meaning
from tavla.cli.positions import print_json
from tavla.cli.progress import counting
from tavla.cli.ranges import FiniteRange
from tavla.cli.sources import Case, find
from tavla.cli.tutor_text import ranked_lines, verdict_lines
from tavla.engine.decision import level
from tavla.errors import IllegalAction, InvalidInput, InvalidText, TavlaError
from tavla.notation import Labels, choice_in_words, draw, parse_play
from tavla.rules import Act, Phase, Seat, State, legal
from tavla.server.table import hash_token
from tavla.store import Card, SqlStore, default_url
from tavla.store.cards import Cards
from tavla.words import minute, number, roll_name, say, say_error
from tavla.words.names import folded

_KEY = click.option("--key", metavar="KEY", envvar="TAVLA_STUDY_KEY")
_DATA = click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
_JSON = click.option("--json", "json_", is_flag=True)
_KEY_FORM = re.compile(r"[0-9A-Za-z_-]{16,64}")
_LONGEST = 200


@click.group(invoke_without_command=True)
@click.option("--most", type=click.IntRange(1, MOST_CARDS), metavar="N")
@_KEY
@_DATA
@click.pass_context
def study(context: click.Context, most: int | None, key: str | None, data: Path | None) -> None:
    """Train your own mistakes."""
    if context.invoked_subcommand is None:
        with _cards(data) as cards:
            Training(cards, owner_of(key), language(), _typed).run(most)


@study.command("list")
@_KEY
@_JSON
@_DATA
def list_(key: str | None, json_: bool, data: Path | None) -> None:
    """List the cards, the next due first."""
    owner = owner_of(key)
    with _cards(data) as cards:
        found = cards.all(owner, MOST_CARDS)
    for card in found:
        if json_:
            print_json(_as_json(card))
        else:
            click.echo(_line(card, language()))
    if not found and not json_:
        click.echo(say(language(), "training.none"))


@study.command("add")
@click.argument("source", metavar="MATCH")
@click.option("--player", metavar="NAME")
@click.option("--errors", "least", type=FiniteRange(0.001, 10.0), default=BLUNDER, show_default=True, metavar="LOSS")
@click.option("--level", "level_name", metavar="LEVEL", default="2-ply", show_default=True)
@_KEY
@_DATA
def add(source: str, player: str | None, least: float, level_name: str, key: str | None, data: Path | None) -> None:
    """Make cards of what a player did wrong in a match."""
    owner, depth = owner_of(key), level(level_name)
    found = find(source, data)
    if not found.cases:
        raise InvalidInput("training.no_match", source=source[:64])
    seats = [(case, _seat(case, player)) for case in found.cases]
    with _cards(data) as cards, thinkers() as threads:
        added, known = 0, 0
        for case, seat in seats:
            with counting("cli.analyse.working", f"{case.label}: ") as progress:
                annotated = judged(case.history, depth, threads, progress)
            for lesson in cards_of(annotated, seat, least, case.label if case.entry is None else ""):
                card = new_card(lesson, owner, time.time())
                new = cards.add(card, MOST_CARDS).id == card.id
                added, known = added + new, known + (not new)
    click.echo(say(language(), "training.added", n=added, known=known))


@study.command("remove")
@click.argument("card", metavar="CARD")
@_KEY
@_DATA
def remove(card: str, key: str | None, data: Path | None) -> None:
    """Let go of a card."""
    with _cards(data) as cards:
        cards.remove(owner_of(key), card)


def owner_of(key: str | None) -> str:
    """The owner whom a key names as the page does; without one, whoever uses this machine."""
    if key is None:
        return LOCAL
    if not _KEY_FORM.fullmatch(key):
        raise InvalidInput("tutor.no_key")
    return hash_token(key)


def _seat(case: Case, player: str | None) -> Seat:
    """The seat of the player who is named by a part of his name; the one person where nobody is named."""
    players = case.history.match.started.players
    if player is None:
        persons = [seat for seat, each in enumerate(players) if each.bot is None]
        if len(persons) != 1:
            raise InvalidInput("training.whose", one=players[0].name, two=players[1].name)
        return persons[0]
    fitting = [seat for seat, each in enumerate(players) if folded(player) in folded(each.name)]
    if len(fitting) != 1:
        raise InvalidInput("training.no_player", name=player[:64], one=players[0].name, two=players[1].name)
    return fitting[0]


class Training:
    """One sitting: the cards that are due, one after the other, until none is or the person leaves."""

    def __init__(
        self, cards: Cards, owner: str, tongue: str, ask: Callable[[str], str], now: Callable[[], float] = time.time
    ) -> None:
        self._cards = cards
        self._owner = owner
        self._tongue = tongue
        self._ask = ask
        self._now = now

    def run(self, most: int | None = None) -> None:
        """Ask until nothing is due, `most` cards were answered, or the input ends."""
        done = 0
        try:
            while (most is None or done < most) and (card := self._cards.first_due(self._owner, self._now())):
                self._one(card)
                done += 1
        except EOFError:
            pass
        click.echo(self._rest())

    def _one(self, card: Card) -> None:
        """Ask a card until the answer is one that can be judged."""
        state = state_of_card(card)
        click.echo(self._shown(state))
        while True:
            typed = self._ask(self._question(card, state))
            try:
                found = self._judged(state, typed)
            except TavlaError as error:
                click.echo(say_error(self._tongue, error))
                continue
            break
        later, review = after_answer(card, found.judgement, self._now())
        self._cards.answered(later, review)
        click.echo("\n".join([*verdict_lines(self._tongue, found), *ranked_lines(self._tongue, found)]))
        rating = RATINGS[rating_of(found.judgement)]
        click.echo(say(self._tongue, f"training.rated.{rating}", when=_when(later.due)) + "\n")

    def _judged(self, state: State, typed: str) -> Verdict:
        text = typed.strip()
        if len(text) > _LONGEST:
            raise InvalidText("terminal.too_long", most=_LONGEST)
        word = meaning(text)
        if word == "quit":
            raise EOFError
        if state.phase is Phase.PLAY and state.roll is not None:
            play = parse_play(text, state.position, state.roll, state.rules).play
            question = answered(state, "play", [(move.source, move.die) for move in play])
        elif word is not None:
            question = answered(state, word)
        else:
            raise InvalidText("terminal.not_understood", text=text[:32])
        found = verdict(question)
        if found is None:
            raise IllegalAction("tutor.no_choice")
        return found

    def _shown(self, state: State) -> str:
        """The board as the one who decides sees it, and what is played for."""
        seat = decider(state)
        position = state.position if state.turn == seat else state.position.flip()
        say_ = self._tongue
        middle = [say(say_, f"length.{state.rules.length.kind}", n=state.rules.length.n)]
        if state.rules.length.target is not None:
            middle.append("-".join(str(state.score.points[each]) for each in (seat, 1 - seat)))
        if state.rules.cube:
            whose = "centred" if state.cube.owner is None else "mover" if state.cube.owner == seat else "opponent"
            middle.append(say(say_, f"cli.show.cube.{whose}", value=state.cube.value))
        if state.score.crawford:
            middle.append(say(say_, "terminal.crawford"))
        pips = [say(say_, "terminal.pips", n=each) for each in position.pips]
        labels = Labels(
            top=[f"O  {pips[1]}"], middle=middle, bottom=[f"X  {pips[0]}"],
            bar=say(say_, "terminal.bar"), off=say(say_, "terminal.off"),
        )  # fmt: skip
        return "\n" + draw(position, labels, home=state.rules.home) + "\n"

    def _question(self, card: Card, state: State) -> str:
        if state.roll is not None and state.phase is Phase.PLAY:
            high, low = state.roll
            roll = f"{high}-{low} ({roll_name(self._tongue, (high, low))})"
            return say(self._tongue, "page.training.ask.play", roll=roll) + "\n> "
        value = state.offer.value if state.offer is not None else state.cube.value * 2
        asked = say(self._tongue, f"page.training.ask.{card.kind}", value=value)
        words = ", ".join(
            say(self._tongue, f"terminal.word.{act}").split(",")[0]
            for act in legal(state).by_seat[decider(state)]
            if act not in (Act.RESIGN, Act.SETTLE)
        )
        return f"{asked} [{words}]\n> "

    def _rest(self) -> str:
        counts = self._cards.count(self._owner, self._now())
        if counts.total == 0:
            return say(self._tongue, "training.none")
        if counts.due:
            return say(self._tongue, "training.left", n=counts.due)
        return say(self._tongue, "page.training.rest", when=_when(counts.next or 0.0))


def _typed(prompt: str) -> str:
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))
    return line


def _when(due: float) -> str:
    return minute(language(), due)


def _line(card: Card, tongue: str) -> str:
    kind = say(tongue, f"page.training.kind.{card.kind}")
    decided = f"{choice_in_words(tongue, card.played)} ({choice_in_words(tongue, card.best)})"
    return f"{card.id}  {_when(card.due):<19}  {number(tongue, -card.loss, 3):>7}  {card.reviews:>3}  {kind}: {decided}"


def _as_json(card: Card) -> dict[str, object]:
    told = card._asdict() | {"rules": json.loads(card.rules)}
    return {name: value for name, value in told.items() if name not in ("owner", "key", "memory")}


@contextmanager
def _cards(data: Path | None) -> Iterator[Cards]:
    store = SqlStore(default_url(data))
    try:
        yield store.cards
    finally:
        store.close()
