"""What the user breaks off, and the threads that are not waited for then."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NoReturn

from tavla.cli.language import language
from tavla.words import say

EXIT_CODE = 130


class Interrupted(Exception):
    """The user broke something off; `sentence` says how far it was."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class ReaderLeft(Exception):
    """Whoever read the output is gone."""


@contextmanager
def not_by_click() -> Iterator[None]:
    """What ends a verb early, as an exception that click does not answer in its own way."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(say(language(), "cli.stopped")) from None
    except BrokenPipeError:
        raise ReaderLeft from None


@contextmanager
def thinkers(count: int | None = None) -> Iterator[ThreadPoolExecutor]:
    """So many threads (None: as many as processors) to think in. When what they are asked for is broken off, they are
    not waited for: a deep decision takes its time."""
    threads = ThreadPoolExecutor(count or os.cpu_count())
    try:
        yield threads
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


def leave(code: int) -> NoReturn:
    """End the process at once: Python would wait for threads that still think."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue
    os._exit(code)
