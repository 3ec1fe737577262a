"""`tavla play`: the same match in the terminal. The board is drawn, plays are typed in notation.

The terminal is one more front end of `tavla.server`: it opens a table in the user's own store, sends the commands that
the page sends, and shows the events that come back. A match begun here goes on in the browser, and the other way round.
"""

import asyncio
import shutil
import sys
import textwrap
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import click

from tavla.analysis.tutor import MENTIONS
from tavla.bots import BOTS
from tavla.bots.levels import DEFAULT
from tavla.cli import read_options
from tavla.cli.interruption import EXIT_CODE, leave
from tavla.cli.language import language
from tavla.cli.play_text import HELP, Board, Teller, read_typed
from tavla.cli.play_tutor import Guide
from tavla.errors import TavlaError
from tavla.match.events import Player
from tavla.notation.plays import format_play
from tavla.rules.ruleset import PROFILES, profile
from tavla.rules.stakes import Seat
from tavla.server.commands import Action, Command
from tavla.server.lobby import Lobby, NewMatch
from tavla.server.table import News, Table
from tavla.server.tutor import Tutor
from tavla.server.view import persons
from tavla.store import SqlStore, default_url
from tavla.words import say, say_error

Ask = Callable[[str], Awaitable[str]]
"""Shows a prompt and gives the line that was typed; raises `EOFError` at the end of the input."""


@click.command()
@click.option("--rules", "profile_name", default="tavla", type=click.Choice(list(PROFILES)), show_default=True)
@click.option("--option", "options", multiple=True, metavar="K=V")
@click.option("--length", metavar="LENGTH")
@click.option("--bot", default=DEFAULT, show_default=True, metavar="BOT")
@click.option("--hotseat", is_flag=True)
@click.option("--name", "names", multiple=True, metavar="NAME")
@click.option("--match", "match_id", metavar="ID")
@click.option("--tutor", "wanted", type=click.Choice(list(MENTIONS)), default="off", show_default=True)
@click.option("--train", "trains", is_flag=True)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
def play(
    profile_name: str,
    options: tuple[str, ...],
    length: str | None,
    bot: str,
    hotseat: bool,
    names: tuple[str, ...],
    match_id: str | None,
    wanted: str,
    trains: bool,
    data: Path | None,
) -> None:
    """Play a match in the terminal."""
    tongue = language()
    changed = read_options(options)
    if length is not None:
        changed["length"] = length
    rules = profile(profile_name, changed)
    store = SqlStore(default_url(data))
    new = NewMatch(rules, seated(tongue, names, None if hotseat else bot))
    try:
        asyncio.run(_play(store, tongue, match_id, new, Wishes(wanted, trains)))
    finally:
        store.close()


def seated(tongue: str, names: tuple[str, ...], bot: str | None) -> tuple[Player, Player]:
    """Who sits down: a person, and a bot or another person."""
    first = names[0] if names else say(tongue, "terminal.you" if bot else "terminal.first")
    other = names[1] if len(names) > 1 else say(tongue, f"bot.{bot}" if bot else "terminal.second")
    return Player(first), Player(other, bot)


class Wishes(NamedTuple):
    """What the tutor is wanted for: which mistakes it tells, and whether they become cards by themselves."""

    told: str = "off"
    trains: bool = False


async def _play(store: SqlStore, tongue: str, match_id: str | None, new: NewMatch, wishes: Wishes) -> None:
    lobby = Lobby(store, BOTS, pace=0.0)
    try:
        name = match_id or (await lobby.create(new)).match
        table = await lobby.find(name)
        lobby.watched(name)
        guide = Guide(table, lobby.tutor, tongue, show_lines, wishes.told, store.cards, wishes.trains)
        await Session(table, tongue, _prompt(), guide=guide).run()
        await guide.close()
    except asyncio.CancelledError:
        await lobby.close()
        store.close()
        leave(EXIT_CODE)  # asyncio would wait for the bot that thinks, and for a line from a pipe
    finally:
        await lobby.close()


def _prompt() -> Ask:
    """A line editor with a history at a terminal; plain lines from a pipe."""
    if not sys.stdin.isatty():
        return _plain_line
    from prompt_toolkit import PromptSession
    from prompt_toolkit.patch_stdout import patch_stdout

    session: PromptSession[str] = PromptSession()

    async def ask(prompt: str) -> str:
        with patch_stdout():
            return str(await session.prompt_async(prompt))

    return ask


async def _plain_line(prompt: str) -> str:
    click.echo(prompt, nl=False)
    line: str = await asyncio.to_thread(sys.stdin.readline)
    if not line:
        raise EOFError
    click.echo(line.rstrip("\n"))
    return line


def show_lines(text: str) -> None:
    """Show a text, its long lines broken between words where a person reads them."""
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        text = "\n".join(textwrap.fill(line, width) if len(line) > width else line for line in text.split("\n"))
    click.echo(text)


class Session:
    """One sitting at a table, until the match ends or the player leaves."""

    def __init__(
        self,
        table: Table,
        tongue: str,
        ask: Ask,
        show: Callable[[str], None] = show_lines,
        guide: Guide | None = None,
    ) -> None:
        self.table = table
        self.tongue = tongue
        self.ask = ask
        self.show = show
        self.seats = persons(table.shown.match)
        self._guide = guide or Guide(table, Tutor(), tongue, show)
        self._teller = Teller(tongue, table.shown.match.started.players)
        self._board = Board(tongue, self._teller)
        self._news = asyncio.Event()
        self._told = table.shown.match.version

    async def run(self) -> None:
        """Show, ask, act, until there is nothing more to do."""
        stop = self.table.listen(self._hear)
        try:
            self.show(self._teller.welcome(self.table.id, self.table.shown.match))
            self._draw()
            while not self.table.shown.match.is_over:
                if not await self._turn():
                    self.show(self._teller.say("terminal.left", match=self.table.id))
                    return
                self._tell()
            self.show(self._teller.final(self.table.shown.match))
        except asyncio.CancelledError:
            self.show("\n" + self._teller.say("terminal.left", match=self.table.id))
            raise
        finally:
            stop()

    def _hear(self, news: News) -> None:
        self._news.set()

    def _tell(self) -> None:
        """What happened since the last look, then the board as it stands now."""
        events = self.table.events_since(self._told)
        if not events:
            return
        for event in events:
            line = self._teller.event(event)
            if line:
                self.show(line)
        self._told = events[-1].version
        if self._seat() is not None:
            self._draw()

    def _draw(self) -> None:
        match, seat = self.table.shown.match, self._seat()
        if match.game and not match.is_over:
            self.show(self._board.draw(match, self.seats[0] if seat is None else seat))

    def _seat(self) -> Seat | None:
        """The seat of a person that the table waits for."""
        waiting = [seat for seat in self.table.shown.view["act"] if seat in self.seats]
        return waiting[0] if waiting else None

    async def _turn(self) -> bool:
        """Wait for the others, or ask the person whose turn it is; False when he leaves."""
        seat = self._seat()
        if seat is None:
            self._news.clear()
            if self._seat() is None and not self.table.shown.match.is_over:
                await self._news.wait()
            return True
        view = self.table.shown.view
        try:
            typed = await self.ask(self._teller.prompt(view, seat))
        except (EOFError, KeyboardInterrupt):
            return False
        return await self._typed(typed, seat)

    async def _typed(self, typed: str, seat: Seat) -> bool:
        view = self.table.shown.view
        try:
            action = read_typed(typed, view, seat, self._numbered())
            if action is None:
                return await self._about_the_screen(typed)
        except TavlaError as error:
            self.show(say_error(self.tongue, error))
            return True
        await self._submit(action, seat)
        return True

    async def _submit(self, action: Action, seat: Seat) -> None:
        version = self.table.shown.match.version
        answer = await self.table.submit(Command(uuid.uuid4().hex, version, seat, action))
        if answer.refusal is not None:
            self.show(say_error(self.tongue, answer.refusal))
        else:
            await self._guide.judge(version + 1, self.seats)

    def _numbered(self) -> list[str]:
        """The legal plays as text, in the order in which `plays` lists them."""
        turn = self.table.shown.match.state.continuations
        return [] if turn is None else sorted((format_play(each) for each in turn.plays().values()), reverse=True)

    async def _about_the_screen(self, typed: str) -> bool:
        """The words that change nothing at the table."""
        match self._board.meaning(typed):
            case "quit":
                return False
            case "plays":
                lines = [f"#{number}  {text}" for number, text in enumerate(self._numbered(), start=1)]
                self.show("\n".join(lines) or self._teller.say("terminal.no_plays"))
            case "board":
                self._draw()
            case "ids":
                self.show(self._board.ids(self.table.shown.match))
            case "hint":
                await self._guide.hint(self.table.shown.match, self.seats)
            case "study":
                await self._guide.study()
            case _:
                self.show("\n".join(self._teller.say(key) for key in HELP))
        return True
