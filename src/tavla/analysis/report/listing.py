"""Every decision in a table, and the means to narrow it down and to step through it."""

from collections.abc import Sequence
from html import escape

from tavla.analysis.annotate import Annotated
from tavla.analysis.report.cards import wide
from tavla.analysis.report.entries import Entry
from tavla.analysis.report.tongue import Tongue
from tavla.words import say

KINDS = ("play", "double", "take")
GRADES = ("doubtful", "error", "blunder")


def listing(entries: Sequence[Entry], tongue: Tongue, is_match: bool) -> str:
    """The table of all decisions."""
    told = any(entry.opinion for entry in entries)
    columns = ["game", "player", "kind", "roll", "made", "best", "loss"]
    columns += ["match_loss"] if is_match else []
    columns += ["opinion"] if told else []
    heads = "".join(f'<th scope="col" class="{key}">{tongue.say(f"column.{key}")}</th>' for key in columns)
    rows = "".join(_row(entry, tongue, columns) for entry in entries)
    table = f'<table class="all"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<h2 id="all">{tongue.say("all")}</h2><p class="shown" role="status"></p>{wide(table, tongue.say("all"))}'


def _row(entry: Entry, tongue: Tongue, columns: Sequence[str]) -> str:
    judgement, roll = entry.judgement, entry.roll
    lost = judgement.loss > 0.0005
    cells = {
        "game": str(judgement.game),
        "player": tongue.name(judgement.seat),
        "kind": tongue.say(f"kind.{judgement.kind}"),
        "roll": f"{roll.high}-{roll.low}" if roll else "",
        "made": escape(tongue.choice(judgement.chosen)),
        "best": escape(tongue.choice(judgement.decision.best)) if lost else "",
        "loss": tongue.number(-judgement.loss, 3) if lost else "",
        "match_loss": tongue.percent(-judgement.match_loss, 2) if lost and judgement.match_loss is not None else "",
        "opinion": tongue.number(-entry.opinion[1], 3) if entry.opinion else "",
    }
    data = f'data-game="{judgement.game}" data-seat="{judgement.seat}" data-kind="{judgement.kind}"'
    filled = "".join(f'<td class="{key}">{cells[key]}</td>' for key in columns)
    return f'<tr class="{entry.grade}" {data} data-grade="{entry.grade}" data-place="{entry.place}">{filled}</tr>'


def skipped(annotated: Annotated, tongue: Tongue) -> str:
    """What could not be judged, and why; nothing where all could."""
    items = "".join(
        f"<li>{tongue.name(each.seat)}, {tongue.say('event', game=each.game, version=each.version)}: "
        f"{escape(say(tongue.language, each.code))}</li>"
        for each in annotated.skipped
    )
    return f"<h2>{tongue.say('skipped')}</h2><ul>{items}</ul>" if items else ""


def filters(entries: Sequence[Entry], tongue: Tongue) -> str:
    """What the table and the stepper are narrowed down and ordered by; shown by the script."""
    games = sorted({entry.judgement.game for entry in entries})
    choices = (
        ("game", [(str(game), str(game)) for game in games]),
        ("seat", [(str(seat), tongue.name(seat)) for seat in (0, 1)]),
        ("kind", [(kind, tongue.say(f"kind.{kind}")) for kind in KINDS]),
        ("grade", [(name, tongue.say(f"grade.{name}")) for name in GRADES]),
    )
    fields = "".join(_filter(name, values, tongue) for name, values in choices)
    orders = "".join(f'<option value="{name}">{tongue.say(f"order.{name}")}</option>' for name in ("loss", "match"))
    order = f'<label>{tongue.say("filter.order")} <select name="order">{orders}</select></label>'
    return f'<form class="filters">{fields}{order}</form>'


def _filter(name: str, values: Sequence[tuple[str, str]], tongue: Tongue) -> str:
    options = "".join(f'<option value="{value}">{text}</option>' for value, text in values)
    every = f'<option value="">{tongue.say("filter.every")}</option>'
    return f'<label>{tongue.say(f"filter.{name}")} <select name="{name}">{every}{options}</select></label>'
