"""`tavla <verb>`: one file a verb, imported only when it is called.

What every verb shares is here: the language, the help in it, and how anything that goes wrong becomes one line and an
exit code. 2 means that what came in was not understood or not allowed.
"""

import codecs
import io
import os
import sys
from collections.abc import Sequence

from tavla.cli.interruption import EXIT_CODE as INTERRUPTED
from tavla.cli.interruption import Interrupted, ReaderLeft, leave
from tavla.cli.language import default_language, language, take_language
from tavla.errors import InvalidOption, TavlaError
from tavla.words import MINUS, say, say_error, say_refusal

__all__ = ["default_language", "language", "main", "read_options"]

BAD_INPUT = 2
FAILED = 1
BROKEN_PIPE = 141
"""As a program ends that SIGPIPE stops."""


_REPLACED = "tavla.replaced"


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that a stream has none for: a hyphen for a minus sign, else their escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].replace(MINUS, "-")
    return text.encode("ascii", "backslashreplace").decode(), error.end


codecs.register_error(_REPLACED, _replaced)


def main() -> None:
    """The command `tavla`."""
    _one_thread_a_product()
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_REPLACED)
    code = run(sys.argv[1:])
    if code == INTERRUPTED:
        leave(code)
    sys.exit(code)


def _open_what_is_closed() -> None:
    """A stream that whoever called us closed leads nowhere: no other file takes its number, and nothing fails that is
    written to it."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _one_thread_a_product() -> None:
    """NumPy's products are small here: threads of their own would only get in the way of ours."""
    for library in ("OPENBLAS", "MKL", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def run(arguments: Sequence[str]) -> int:
    """Run one command line; every failure becomes one line on stderr, the result is the exit code."""
    try:
        return _run(take_language(list(arguments)))
    except TavlaError as error:
        return _fail(say_error(language(), error), BAD_INPUT)
    except (BrokenPipeError, ReaderLeft):
        _leave_the_pipe()
        return BROKEN_PIPE
    except Interrupted as stopped:
        return _fail(stopped.sentence, INTERRUPTED)
    except KeyboardInterrupt:
        return _fail(say(language(), "cli.stopped"), INTERRUPTED)
    except EOFError:
        return INTERRUPTED
    except OSError as error:
        return _fail(_of_the_system(error), BAD_INPUT)
    except Exception as error:
        if os.environ.get("TAVLA_DEBUG"):
            raise
        return _fail(f"{say(language(), 'error.unexpected')} ({type(error).__name__})", FAILED)


def _run(arguments: list[str]) -> int:
    import click

    from tavla.cli.verbs import build, usage_error

    try:
        result = build().main(arguments, prog_name="tavla", standalone_mode=False)
    except click.UsageError as error:
        return _fail(usage_error(error), BAD_INPUT)
    except click.ClickException as error:
        return _fail(error.format_message(), BAD_INPUT)
    except click.Abort:
        return INTERRUPTED
    sys.stdout.flush()
    return result if isinstance(result, int) else 0


def _of_the_system(error: OSError) -> str:
    for kind, key in ((FileNotFoundError, "no_file"), (IsADirectoryError, "is_folder"), (PermissionError, "no_access")):
        if isinstance(error, kind) and error.filename:
            return say(language(), f"cli.os_error.{key}", path=error.filename)
    reason = say_refusal(language(), error)
    return say(language(), "cli.os_error", reason=f"{error.filename}: {reason}" if error.filename else reason)


def _fail(sentence: str, code: int) -> int:
    line = " ".join(sentence.split()).encode("utf-8", "backslashreplace").decode()
    print(f"tavla: {line}", file=sys.stderr)
    return code


def _leave_the_pipe() -> None:
    """Whoever read the output is gone: what is still buffered goes nowhere, without a complaint at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_options(options: Sequence[str]) -> dict[str, str]:
    """The options given as `K=V`, by name; raises `InvalidOption` for one of another form or given twice."""
    values: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise InvalidOption("cli.option_form", text=option[:64])
        if values.setdefault(name, value) != value:
            raise InvalidOption("cli.option_twice", name=name[:64])
    return values
