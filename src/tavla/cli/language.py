"""In which language the command line speaks: `--lang`, else TAVLA_LANG, else the locale of whoever calls it."""

import locale
import os

from tavla.errors import InvalidOption
from tavla.words import LANGUAGES

_chosen: list[str] = []


def language() -> str:
    """The language of this run."""
    return _chosen[-1] if _chosen else default_language()


def default_language() -> str:
    """The language of the surroundings, English where they name none that we speak."""
    named = os.environ.get("TAVLA_LANG", "").lower()
    if named in LANGUAGES:
        return named
    return "tr" if _locale().lower().startswith(("tr", "turkish")) else "en"


def _locale() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return os.environ[variable]
    return locale.getlocale()[0] or ""


def take_language(arguments: list[str]) -> list[str]:
    """The arguments without `--lang`, wherever it stands: help and errors are in the language from the first."""
    _chosen.clear()
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        name, equals, value = argument.partition("=")
        if argument == "--":
            rest += [argument, *waiting]
        elif name == "--lang":
            _choose(value if equals else next(waiting, ""))
        else:
            rest.append(argument)
    return rest


def _choose(named: str) -> None:
    if named not in LANGUAGES:
        raise InvalidOption("words.no_language", language=named[:32], languages=", ".join(LANGUAGES))
    _chosen.append(named)
