"""The words and numbers of one language, ready for HTML."""

from dataclasses import dataclass
from html import escape

from tavla.engine.decision import Choice
from tavla.match.annotation import Candidate
from tavla.notation import choice_in_words
from tavla.words import MINUS, number, say


@dataclass(frozen=True)
class Tongue:
    """A language with the names of both players."""

    language: str
    names: tuple[str, str]

    def say(self, key: str, /, **values: object) -> str:
        """A sentence of the catalogue `report`, escaped."""
        return escape(self.plain(key, **values))

    def plain(self, key: str, /, **values: object) -> str:
        """The same as plain text, for what a script writes."""
        return say(self.language, f"report.{key}", **values)

    def name(self, seat: int) -> str:
        """A player's name, escaped."""
        return escape(self.names[seat])

    def number(self, value: float, digits: int) -> str:
        """A number as the language writes it."""
        return number(self.language, value, digits)

    def signed(self, value: float, digits: int) -> str:
        """A number that shows its sign."""
        text = self.number(value, digits)
        return text if text.startswith(MINUS) or not any("1" <= each <= "9" for each in text) else f"+{text}"

    def percent(self, share: float, digits: int = 1) -> str:
        """A share of 0 to 1 in hundredths, with the sign where the language puts it."""
        number = self.number(100.0 * share, digits)
        digits_only = number.lstrip(MINUS)
        return (MINUS if digits_only != number else "") + self.plain("percent", n=digits_only)

    def choice(self, choice: Choice | Candidate) -> str:
        """A choice of ours or of another program in words, plain."""
        return choice_in_words(self.language, choice.text)
