"""The catalogues: dotted key to sentence, one gettext domain an area, one folder a language.

`.po` files are what people edit; `make words` (and every installation) compiles them to the `.mo` files that
are read here with the standard library. Placeholders are written `{name}`.
"""

import errno
import gettext
import re
import socket
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tavla.errors import InvalidOption, MissingData, TavlaError

LANGUAGES = ("tr", "en")
MINUS = "\N{MINUS SIGN}"
LOCALE = Path(__file__).parent / "locale"
_PLACEHOLDER = re.compile(r"\{(\w+)\}")

Message = str | tuple[str, ...]
"""A sentence, or its plural forms ("one", "other")."""


@cache
def messages(language: str) -> Mapping[str, Message]:
    """The whole catalogue of a language; raises `InvalidOption` for one we do not speak."""
    if language not in LANGUAGES:
        raise InvalidOption("words.no_language", language=language, languages=", ".join(LANGUAGES))
    files = sorted((LOCALE / language).glob("*.mo"))
    if not files:
        raise MissingData("words.not_compiled", command="make words")
    found: dict[str, Message] = {}
    for file in files:
        found.update(_read(file))
    return found


def _read(file: Path) -> dict[str, Message]:
    with file.open("rb") as stream:
        catalogue: dict[object, str] = gettext.GNUTranslations(stream)._catalog  # type: ignore[attr-defined]
    sentences: dict[str, Message] = {}
    for key, text in sorted(catalogue.items(), key=str):
        if isinstance(key, str) and key:
            sentences[key] = text
        elif isinstance(key, tuple):
            name = str(key[0])
            sentences[name] = (*sentences.get(name, ()), text)
    return sentences


def say(language: str, key: str, /, **values: object) -> str:
    """The sentence of `key` in a language, with its values filled in; `n` chooses the plural. A refusal of the system
    among the values is told in the same language.

    An unknown key is answered with the key and its values: a missing word never hides a fact.
    """
    message = messages(language).get(key)
    if message is None:
        return " ".join([key, *(f"{name}={value}" for name, value in values.items())])
    text = message if isinstance(message, str) else message[0 if values.get("n") == 1 else -1]
    return _PLACEHOLDER.sub(lambda found: _told(language, values.get(found[1], found[0])), text)


def _told(language: str, value: object) -> str:
    return say_refusal(language, value) if isinstance(value, OSError) else str(value)


def say_refusal(language: str, error: OSError) -> str:
    """Why the system refuses something; of a reason that is rare the number."""
    name = "host" if isinstance(error, socket.gaierror) else errno.errorcode.get(error.errno or 0, "")
    found = messages(language).get(f"system.{name}")
    return found if isinstance(found, str) else say(language, "system.other", number=error.errno)


def say_error(language: str, error: TavlaError) -> str:
    """What went wrong, in one line."""
    try:
        return " ".join(say(language, error.code, **error.values).split())
    except MissingData:
        return " ".join([error.code, *(f"{name}={value}" for name, value in error.values.items())])


def number(language: str, value: float, digits: int) -> str:
    """A number as people of the language write it, with a real minus sign: `−0.306` in English, `−0,306` in Turkish."""
    text = f"{value:z,.{digits}f}".replace("-", MINUS)
    return text if language != "tr" else text.translate(str.maketrans(",.", ".,"))
