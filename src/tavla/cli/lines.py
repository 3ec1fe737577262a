"""Answers line after line: one JSON object in, one out, for programs that ask many questions."""

import json
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from tavla.cli.language import language
from tavla.cli.positions import Json, print_json
from tavla.errors import InvalidText, TavlaError
from tavla.protocols.stream import LONGEST_LINE, read_lines
from tavla.words import say_error


def answer_lines(source: BinaryIO, answer: Callable[[Mapping[str, Any]], Json]) -> None:
    """One line out for every line in, at once; a bad line is answered with its error and the rest go on."""
    for line in read_lines(source):
        try:
            found = answer(_parse(line))
        except TavlaError as error:
            found = {"error": say_error(language(), error)}
        print_json(found)


def _parse(line: bytes | None) -> Mapping[str, Any]:
    if line is None:
        raise InvalidText("cli.plays.line_too_long", most=LONGEST_LINE)
    try:
        row = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidText("cli.plays.not_utf8", place=error.start + 1) from error
    except json.JSONDecodeError as error:
        raise InvalidText("cli.plays.not_json", place=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise InvalidText("cli.plays.not_json", place=1) from error
    if not isinstance(row, dict):
        raise InvalidText("cli.plays.not_an_object")
    return row


def bad_field(field: str) -> InvalidText:
    """A field of a line that is missing or of the wrong kind."""
    return InvalidText("cli.plays.field", field=field)
