"""What every verb shares: the language, the help, and one line for whatever goes wrong."""

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

import tavla.cli
from tavla.cli.verbs import VERBS, build
from tavla.errors import InvalidOption
from tavla.words import MINUS, messages, say
from tests.cli.conftest import Tavla

START = "4HPwATDgc/ABMA"
START_CODE = "from tavla.cli import main; main()"
COMMAND = (sys.executable, "-c", START_CODE)


def test_help_names_every_verb_in_both_languages(tavla: Tavla) -> None:
    english, turkish = tavla("--help"), tavla("--lang", "tr", "--help")
    assert english.code == turkish.code == 0
    for verb in VERBS:
        assert f"\n  {verb} " in english.out
        assert f"\n  {verb} " in turkish.out
    assert english.out.startswith("Usage: tavla")
    assert turkish.out.startswith("Kullanım: tavla")
    assert "Seçenekler:" in turkish.out
    assert "Options" not in turkish.out


def test_without_a_verb_it_shows_its_help(tavla: Tavla) -> None:
    assert tavla() == tavla("--help")


def test_without_a_verb_of_its_own_match_shows_its_help(tavla: Tavla) -> None:
    assert tavla("match") == tavla("match", "--help")


def test_an_unknown_verb_of_match_is_told_what_match_has(tavla: Tavla) -> None:
    told = tavla("match", "frob")
    assert told.code == 2
    assert "list" in told.err
    assert "serve" not in told.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("show", START, "--home", "up"), "--home doğru değil: şunlardan biri olmalı: right, left."),
        (("eval", START, "--plies", "9"), "--plies doğru değil: 0 ile 3 arasında bir tam sayı olmalı."),
        (("serve", "--port", "abc"), "--port doğru değil: 0 ile 65535 arasında bir tam sayı olmalı."),
        (("rollout", START, "--threads", "0"), "--threads doğru değil: 1 ile 1024 arasında bir tam sayı olmalı."),
        (("rollout", START, "--stop-error", "0"), "--stop-error doğru değil: 0 sayısından büyük olmalı."),
        (("study", "add", "x", "--errors", "nan"), "--errors doğru değil: 0.001 ile 10.0 arasında bir sayı olmalı."),
        (("rollout", START, "--stop-lead", "inf"), "--stop-lead doğru değil: 0 sayısından büyük olmalı."),
        (("play", "--data", __file__), "--data doğru değil: kullanılabilir bir klasör olmalı, dosya değil."),
        (("match", "export", "x", "--out", "/"), "--out doğru değil: kullanılabilir bir dosya olmalı, klasör değil."),
    ],
)
def test_what_a_value_should_have_been_is_said_in_the_language(
    tavla: Tavla, arguments: tuple[str, ...], reason: str
) -> None:
    told = tavla("--lang", "tr", *arguments)
    assert told.code == 2
    assert told.err.startswith(f"tavla: {reason} Bakınız: ")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself_and_all_its_options(tavla: Tavla, verb: str) -> None:
    for lang in ("tr", "en"):
        called = tavla(verb, "--help", "--lang", lang)
        assert called.code == 0
        assert "cli." not in called.out.replace("tavla.cli", ""), called.out
        assert say(lang, f"cli.{verb}") in " ".join(called.out.split())


def test_the_version_is_that_of_the_package(tavla: Tavla) -> None:
    assert tavla("--version").out == f"tavla {json.loads(tavla('about', '--json').out)['version']}\n"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"TAVLA_LANG": "tr", "LANG": "en_US.UTF-8"}, "tr"),
        ({"TAVLA_LANG": "xx", "LANG": "tr_TR.UTF-8"}, "tr"),
        ({"LANG": "tr_TR.UTF-8"}, "tr"),
        ({"LC_ALL": "C", "LANG": "tr_TR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_surroundings_choose_the_language(
    variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TAVLA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert tavla.cli.default_language() == expected


@pytest.mark.parametrize(
    "arguments", [("--lang", "tr", "id", "x"), ("id", "--lang=tr", "x"), ("id", "x", "--lang", "tr")]
)
def test_the_language_may_be_named_anywhere(tavla: Tavla, arguments: tuple[str, ...]) -> None:
    assert "karakter" in tavla(*arguments).err


@pytest.mark.parametrize(
    "arguments",
    [
        ("bogus",),
        ("--bogus",),
        ("--lang",),
        ("--lang", "de", "about"),
        ("id",),
        ("id", "a", "b"),
        ("id", "nonsense"),
        ("id", START, "--bogus"),
        ("id", START[:-1]),
        ("id", START + "A"),
        ("id", "A" * 100_000),
        ("id", ""),
        ("id", "\udcff\udcfe"),
        ("show", "cAkAAAAAAAAE"),
        ("show", START, "--home", "up"),
        ("plays",),
        ("plays", START),
        ("plays", START, "70"),
        ("plays", START, "07"),
        ("plays", START, "6-2-1"),
        ("plays", START, "62", "--rules", "nonsense"),
        ("plays", START, "62", "--rules"),
        ("plays", START, "62", "--option", "bogus=on"),
        ("plays", START, "62", "--option", "triple=maybe"),
        ("plays", START, "62", "--option", "triple"),
        ("plays", START, "62", "--option", "jacoby=on"),
        ("plays", START, "62", "--option", "triple=on", "--option", "triple=off"),
        ("plays", START, "--jsonl"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_two(tavla: Tavla, arguments: tuple[str, ...]) -> None:
    for lang in ("en", "tr"):
        called = tavla(*arguments, *([] if "--lang" in arguments else ["--lang", lang]))
        assert called.code == 2, called
        assert called.out == ""
        assert called.err.startswith("tavla: ")
        assert called.err.count("\n") == 1
        assert len(called.err) < 600


@pytest.mark.parametrize(
    ("path", "reason"), [("/no/such", "/no/such diye bir dosya yok"), ("/", "/ bir klasör, dosya değil")]
)
def test_a_file_that_cannot_be_read_is_said_in_the_language(tavla: Tavla, path: str, reason: str) -> None:
    told = tavla("--lang", "tr", "info", path)
    assert (told.code, told.err) == (2, f"tavla: {reason}\n")


def test_something_unexpected_gets_one_line_too(tavla: Tavla, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavla.cli.id.read_position", lambda text: 1 / 0)
    called = tavla("id", START)
    assert called.code == 1
    assert called.err.count("\n") == 1


def test_a_fault_can_be_looked_at(tavla: Tavla, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLA_DEBUG", "1")
    monkeypatch.setattr("tavla.cli.id.read_position", lambda text: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tavla("id", START)


def test_what_is_interrupted_is_said_to_be_stopped(tavla: Tavla, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(text: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tavla.cli.id.read_position", interrupt)
    assert tavla("id", START) == (130, "", "tavla: stopped\n")


THINKS_LONG = f"""
import os
import time
import tavla.analysis.annotate as annotate
import tavla.cli.cube as cube

def think(*_):
    os.write(1, b"thinking\\n")
    time.sleep(3600)

cube.cell = annotate.decision_on = think
{START_CODE}
"""


@pytest.mark.parametrize(
    "verb", [["cube", START], ["analyse", "{file}"], ["study", "add", "{file}", "--player", "Zocodut"]]
)
def test_nothing_that_thinks_is_waited_for_when_interrupted(verb: list[str], tmp_path: Path, shared: Path) -> None:
    file = str(shared / "files" / "mat" / "xg_export_9pt.txt")
    called = [each.replace("{file}", file) for each in verb]
    with subprocess.Popen(
        [sys.executable, "-c", THINKS_LONG, "--lang", "en", *called],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == "thinking\n"
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 130
        assert running.stderr.read().endswith("stopped\n")


def test_a_running_stream_can_be_interrupted() -> None:
    with subprocess.Popen([*COMMAND, "plays", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as running:  # fmt: skip
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b"{}\n")
        running.stdin.flush()
        assert b"error" in running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 130
        assert running.stderr is not None
        assert b"Traceback" not in running.stderr.read()


def test_a_reader_that_leaves_is_no_fault(tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    lines.write_text(f'{{"position": "{START}", "roll": [1, 1]}}\n' * 300)
    with (
        lines.open("rb") as source,
        subprocess.Popen(
            [*COMMAND, "plays", "--jsonl"], stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as running,
    ):
        assert running.stdout is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.wait(60) == 128 + signal.SIGPIPE
        assert running.stderr is not None
        assert running.stderr.read() == b""


@pytest.mark.parametrize("verb", [["id", START], ["about", "--json"], ["--help"], ["match", "list"]])
def test_a_stream_that_is_closed_leads_nowhere(verb: list[str], tmp_path: Path) -> None:
    called = f"exec {shlex.join([*COMMAND, *verb])} <&- >&- 2>&-"
    assert subprocess.run(called, shell=True, env=os.environ | {"XDG_DATA_HOME": str(tmp_path)}).returncode == 0


def test_the_database_does_not_take_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    (tmp_path / "match.jsonl").write_text("no match")
    called = f"exec {shlex.join([*COMMAND, 'match', 'import', str(tmp_path / 'match.jsonl')])} >&- 2>&-"
    assert subprocess.run(called, shell=True, env=os.environ | {"XDG_DATA_HOME": str(tmp_path)}).returncode == 2
    (database,) = tmp_path.rglob("*.db")
    assert database.read_bytes().startswith(b"SQLite format 3")


def test_help_loads_no_verb_and_nothing_heavy() -> None:
    code = (
        "import sys; from tavla.cli import run; run(['--help']);"
        "print(sorted(name for name in sys.modules if name.split('.')[0] in"
        " ('numpy', 'rich', 'sqlalchemy', 'fastapi', 'pydantic', 'uvicorn') or name == 'tavla.rules'))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert out.splitlines()[-1] == "[]"


@pytest.mark.skipif(not hasattr(resource, "RUSAGE_CHILDREN"), reason="no processor time of children here")
def test_help_takes_less_than_a_fifth_of_a_second() -> None:
    """Of processor time, the best of a few: how long it takes on a machine that does nothing else."""
    spent = []
    for _ in range(4):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*COMMAND, "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(spent) < 0.2


def test_options_are_read_by_name() -> None:
    assert tavla.cli.read_options(["triple=off", "length=points(7)"]) == {"triple": "off", "length": "points(7)"}
    with pytest.raises(InvalidOption):
        tavla.cli.read_options(["triple"])


def test_every_word_of_the_catalogue_is_used() -> None:
    """No help text is left over from an option that is gone."""
    group = build()
    context = click.Context(group)
    told = {f"cli.{verb}.{parameter.name}" for verb in VERBS for parameter in _parameters(group, context, verb)}
    texts = {key for key in messages("en") if key.startswith("cli.serve.") or key.startswith("cli.play.")}
    assert texts <= told


def _parameters(group: click.Group, context: click.Context, verb: str) -> list[click.Parameter]:
    command = group.get_command(context, verb)
    assert command is not None
    return command.params


def test_a_terminal_without_a_minus_sign_shows_a_hyphen() -> None:
    assert f"{MINUS}0.5 ş".encode("ascii", "tavla.replaced") == b"-0.5 \\u015f"
