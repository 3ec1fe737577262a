"""A whole match in the terminal: typed words and plays, both languages, left and taken up again."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tavla.bots import BOTS
from tavla.cli.play import Session, seated, show_lines
from tavla.cli.play_text import read_typed
from tavla.errors import InvalidText
from tavla.rules.ruleset import profile
from tavla.server.commands import Action
from tavla.server.lobby import Lobby, NewMatch
from tavla.store import SqlStore, default_url

Typist = Callable[[dict[str, object]], str]


def natural(view: dict[str, object]) -> str:
    """What somebody types who plays the first play of the list and answers every offer."""
    return {"play": "#1", "double": "al", "resign": "kabul", "takeback": "evet"}.get(str(view["phase"]), "")


def sit_down(folder: Path, new: NewMatch, typist: Typist, lines: int = 2000, tongue: str = "tr") -> list[str]:
    """Everything that was shown to somebody who types at most so many lines."""
    shown: list[str] = []

    async def sitting() -> None:
        store = SqlStore(default_url(folder))
        lobby = Lobby(store, BOTS, pace=0.0)
        table = await lobby.find((await lobby.create(new)).match)
        left = iter(range(lines))

        async def ask(prompt: str) -> str:
            shown.append(prompt)
            if next(left, None) is None:
                raise EOFError
            return typist(table.shown.view)

        await Session(table, tongue, ask, shown.append).run()
        await lobby.close()
        store.close()

    asyncio.run(sitting())
    return shown


def new_match(bot: str | None, **options: str) -> NewMatch:
    return NewMatch(profile("tavla", options), seated("tr", ("Ayşe", "Mehmet"), bot))


def test_a_match_against_the_computer_is_played_to_its_end(tmp_path: Path) -> None:
    shown = sit_down(tmp_path, new_match("simple", length="points(2)"), natural)
    assert any("Maçı" in line and "kazandı" in line for line in shown[-1:])
    assert any("zar attı" in line for line in shown)


def test_two_people_share_the_terminal_and_the_board_turns(tmp_path: Path) -> None:
    shown = sit_down(tmp_path, new_match(None, length="one"), natural, tongue="en")
    boards = [line for line in shown if "+13-14" in line]
    bottoms = {"Ayşe" if "Ayşe" in board.splitlines()[-1] else "Mehmet" for board in boards}
    assert bottoms == {"Ayşe", "Mehmet"}
    assert "wins" in shown[-1]


def test_leaving_keeps_the_match(tmp_path: Path) -> None:
    shown = sit_down(tmp_path, new_match("simple"), natural, lines=6)
    assert "Maç kaydedildi" in shown[-1]
    assert len(SqlStore(default_url(tmp_path)).matches()) == 1


def test_what_is_not_understood_is_said_and_changes_nothing(tmp_path: Path) -> None:
    typed = iter(["", "abrakadabra", "13/14", "#9999", "x" * 500, "bırak 7", "vido"])
    shown = sit_down(tmp_path, new_match(None), lambda view: next(typed), lines=7)
    assert sum("Ayşe 0 - 0 Mehmet" in line for line in shown) <= 3


VIEW: dict[str, object] = {"phase": "roll", "can": {"0": ["roll", "double", "resign"], "1": []}}
PLAY: dict[str, object] = {"phase": "play", "can": {"0": ["play", "resign"], "1": []}}


@pytest.mark.parametrize("typed", ["", "zar", "roll", "ROLL", " r "])
def test_a_roll_is_asked_for_in_either_language(typed: str) -> None:
    assert read_typed(typed, VIEW, 0, []) == Action("roll")


@pytest.mark.parametrize("typed", ["çık", "yardım", "YARDIM", "help", "?", "tahta"])
def test_words_about_the_screen_are_no_actions(typed: str) -> None:
    assert read_typed(typed, VIEW, 0, []) is None


def test_a_resignation_names_its_value() -> None:
    assert read_typed("bırak 2", VIEW, 0, []) == Action("resign", value=2)
    assert read_typed("resign", VIEW, 0, []) == Action("resign", value=1)
    with pytest.raises(InvalidText):
        read_typed("resign 4", VIEW, 0, [])


def test_plays_are_typed_or_chosen_by_number() -> None:
    plays = ["24/18 13/10", "13/4"]
    assert read_typed("13/4", PLAY, 0, plays) == Action("play", text="13/4")
    assert read_typed("#2", PLAY, 0, plays) == Action("play", text="13/4")
    assert read_typed("", PLAY, 0, ["13/4"]) == Action("play", text="13/4")
    with pytest.raises(InvalidText):
        read_typed("#3", PLAY, 0, plays)


def test_a_play_before_the_roll_is_not_understood() -> None:
    with pytest.raises(InvalidText, match="13/4"):
        read_typed("13/4", VIEW, 0, [])


def run(folder: Path, *arguments: str, typed: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", "from tavla.cli import main; main()", "play", "--data", str(folder), *arguments]
    surroundings = os.environ | {"TAVLA_LANG": "en", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, env=surroundings)


def test_the_command_plays_from_a_pipe_and_goes_on_later(tmp_path: Path) -> None:
    first = run(tmp_path, "--hotseat", "--rules", "standard", typed="\n\n#1\n")
    assert first.returncode == 0, first.stderr
    match = first.stdout.rsplit("--match ", 1)[1].split()[0]
    again = run(tmp_path, "--match", match, typed="ids\n")
    assert again.returncode == 0
    assert "XGID=" in again.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_match_that_is_broken_off_is_kept_and_nothing_waited_for(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "from tavla.cli import main; main()", "--lang", "en", "play", "--data", str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        while "press Enter" not in running.stdout.readline():
            pass
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 130
        assert "To go on: tavla play --match " in running.stdout.read()


def test_a_match_that_does_not_exist_is_one_line(tmp_path: Path) -> None:
    found = run(tmp_path, "--match", "../../etc/passwd", typed="")
    assert (found.returncode, len(found.stderr.splitlines())) == (2, 1)


def test_long_sentences_break_between_words_in_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = "Sıra sizdeyken: zar, vido, geri (hamleyi geri al), belli (oyun belli, bitir)."
    show_lines(sentence)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    show_lines(sentence)
    piped, *broken = capsys.readouterr().out.splitlines()
    assert piped == " ".join(broken) == sentence
    assert max(map(len, broken)) <= 40
