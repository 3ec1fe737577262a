"""What is taken along from a study: a report to read, the record for another program, everything for one's own."""

import json
from typing import NamedTuple

from tavla.analysis.own_opinions import as_sgf
from tavla.analysis.report import report
from tavla.errors import InvalidInput, NotFound
from tavla.formats.write import FORMS, write
from tavla.server import study_view as shown
from tavla.server.study import Study

_KINDS = {"sgf": "application/x-go-sgf", "native": "application/x-ndjson"}


class File(NamedTuple):
    """A file to be handed out: its name, what kind it is, and what is in it."""

    name: str
    kind: str
    text: str


def exported(study: Study, match: int, form: str, language: str) -> File:
    """One match of a study: `html` is the report, `json` all that was found out, else a form of `formats.write`; an SGF
    has what was found out in it."""
    if not 0 <= match < len(study.subject.entries):
        raise NotFound("formats.no_such_match", n=match + 1, count=len(study.subject.entries))
    stem, entry = _stem(study, match), study.subject.entries[match]
    if form == "html":
        return File(f"{stem}.html", "text/html", report(study.annotated(match), language))
    if form == "json":
        return File(f"{stem}.json", "application/json", json.dumps(_everything(study, match), ensure_ascii=False))
    if form not in FORMS:
        raise InvalidInput("formats.no_form", name=form[:32], forms=", ".join(("html", *FORMS)))
    if form == "sgf":
        return File(f"{stem}.sgf", _KINDS[form], as_sgf(study.annotated(match), entry.tags, entry.notes).text)
    ending = ".jsonl" if form == "native" else FORMS[form].endings[0]
    return File(f"{stem}{ending}", _KINDS.get(form, "text/plain"), write([entry], form))


def _stem(study: Study, match: int) -> str:
    """The name of the file that came in without its ending, else the players' names; numbered where there are more."""
    entry = study.subject.entries[match]
    name = study.subject.name.rsplit(".", 1)[0] or " - ".join(filter(None, entry.players)) or "tavla"
    plain = "".join(letter if letter.isalnum() or letter in " -_.," else "_" for letter in name).strip(" .")
    numbered = f" {match + 1}" if len(study.subject.entries) > 1 else ""
    return (plain[:80] or "tavla") + numbered


def _everything(study: Study, match: int) -> shown.Json:
    outline = shown.outline(study)
    numbers = [n for n, each in enumerate(study.asked) if each.match == match]
    return {
        "match": outline["matches"][match],
        "level": study.level.name,
        "figures": {key: value for key, value in shown.figures(study, match).items() if key in ("players", "games")},
        "decisions": [
            outline["decisions"][n] | (shown.decided(study, n) if n in study.answers else {}) for n in numbers
        ],
        "luck": [shown.luck(study, *key) for key in sorted(study.luck) if key[0] == match],
    }
