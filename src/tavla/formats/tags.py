"""The tags of match text, `; [Name "value"]`: what they say about players, time and rules.

Names are compared without regard to case; tags that mean nothing here are kept as they are.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from tavla.formats.found import FoundMatch

MAX_TAGS = 200
MAX_TAG = 1000

_TAG = re.compile(
    r"\s*[;#]\s*\[\s*"
    r"(?:(?P<name>[^\]\"]+?)\s*\"(?P<value>.*)\"|(?P<word>\w+(?: \d+)?(?: \w+)?)\s+(?P<bare>[^\"]*?))"
    r"\s*\]\s*"
)
_VARIANTS = (
    (re.compile(r"nack", re.IGNORECASE), "nackgammon"),
    (re.compile(r"hyper[^(]*(?:\(3\))?\s*$", re.IGNORECASE), "hypergammon"),
    (re.compile(r"long", re.IGNORECASE), "longgammon"),
)
_BACKGAMMON = re.compile(r"\s*(?:backgammon)?\s*", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})")
_CLOCK = re.compile(r"(\d{1,2})[.:](\d{2})")


def read_tag(line: str) -> tuple[str, str] | None:
    """The name and value of a tag line; None for any other line."""
    found = _TAG.fullmatch(line)
    if found is None:
        return None
    name, value = found["name"] or found["word"], found["bare"] if found["value"] is None else found["value"]
    return name[:MAX_TAG], value[:MAX_TAG]


def variant_of(text: str) -> str | None:
    """The variant of a `Variation` tag; None for one that is not known here."""
    if _BACKGAMMON.fullmatch(text):
        return "backgammon"
    return next((name for pattern, name in _VARIANTS if pattern.search(text)), None)


def folded(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags by small names."""
    return {name.casefold(): value.strip() for name, value in tags.items()}


def apply_tags(match: FoundMatch) -> str | None:
    """Take over what the tags say about the rules and the time; the variation, if it is one that is not known."""
    tags = folded(match.tags)
    match.crawford = _switch(tags.get("crawford"), match.crawford)
    match.jacoby = _switch(tags.get("jacoby"), match.jacoby)
    match.beavers = _switch(tags.get("beaver"), match.beavers)
    limit = tags.get("cubelimit", "")
    if limit.isdecimal() and len(limit) < 8:
        match.cube = int(limit) > 1
        match.cube_max = None if int(limit) in (0, 1024) else int(limit)
    match.time = _time(tags)
    variation = tags.get("variation")
    variant = None if variation is None else variant_of(variation)
    if variant is not None:
        match.variant = variant
    return variation if variation is not None and variant is None else None


def _switch(text: str | None, otherwise: bool | None) -> bool | None:
    return {"on": True, "off": False}.get((text or "").casefold(), otherwise)


def _time(tags: Mapping[str, str]) -> float:
    """When the match was played, in seconds since the epoch; 0 where the file does not tell."""
    day = _DATE.search(tags.get("eventdate") or tags.get("date") or "")
    if day is None:
        return 0.0
    hour = _CLOCK.search(tags.get("eventtime") or tags.get("time") or "")
    try:
        moment = datetime(*map(int, day.groups()), *(map(int, hour.groups()) if hour else (0, 0)), tzinfo=UTC)  # type: ignore[arg-type, misc]
    except ValueError:
        return 0.0
    return max(moment.timestamp(), 0.0)


def time_tags(time: float) -> dict[str, str]:
    """The tags that tell a time, to the minute; none for a time that is not known."""
    if time <= 0:
        return {}
    moment = datetime.fromtimestamp(time, UTC)
    return {"EventDate": moment.strftime("%Y.%m.%d"), "EventTime": moment.strftime("%H.%M")}
