"""Dates as people of a language write them, by the clock of this machine."""

import time

from tavla.words.catalogue import say


def day(language: str, when: float) -> str:
    """The day of a moment given in seconds since the epoch: `Jul 23, 2024`, `23 Tem 2024`."""
    found = time.localtime(when)
    month = say(language, "words.months").split()[found.tm_mon - 1]
    return say(language, "words.day", day=found.tm_mday, month=month, year=found.tm_year)


def minute(language: str, when: float) -> str:
    """The same with the time of day: `Jul 23, 2024 14:05`."""
    return f"{day(language, when)} {time.strftime('%H:%M', time.localtime(when))}"
