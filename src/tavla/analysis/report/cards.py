"""The decisions that lost most, each as a person studies it: board, candidates, why, IDs. No script is needed."""

from collections.abc import Sequence
from html import escape

from tavla.analysis.report.entries import Entry
from tavla.analysis.report.tongue import Tongue
from tavla.drawing.sprites import sprite_board
from tavla.drawing.svg import Arrow, Scene
from tavla.engine.decision import Choice
from tavla.words import roll_name

SHOWN = 10
HEADS = ("choice", "equity", "loss", "win", "gammon", "backgammon", "lost_gammon", "lost_backgammon")


def worst(entries: Sequence[Entry], most: int = SHOWN) -> list[Entry]:
    """The entries that lost most, the dearest first."""
    lost = [entry for entry in entries if entry.judgement.loss > 0.0]
    return sorted(lost, key=lambda entry: (-entry.judgement.loss, entry.place))[:most]


def cards(entries: Sequence[Entry], tongue: Tongue) -> str:
    """The dearest decisions with their heading."""
    found = worst(entries)
    if not found:
        return f"<p>{tongue.say('flawless')}</p>"
    items = "".join(_card(place, entry, tongue) for place, entry in enumerate(found, start=1))
    return f'<h2 id="worst">{tongue.say("worst", n=len(found))}</h2><ol class="cards">{items}</ol>'


def _card(place: int, entry: Entry, tongue: Tongue) -> str:
    judgement = entry.judgement
    return (
        f'<li class="card" id="d{judgement.version}"><h3>{place}. {heading(entry, tongue)}</h3>'
        f'<div class="pair"><div class="board">{_board(entry, tongue)}</div>'
        f'<div class="facts">{summary(entry, tongue)}{_why(entry, tongue)}</div>{_candidates(entry, tongue)}</div>'
        f"{_ids(entry, tongue)}</li>"
    )


def heading(entry: Entry, tongue: Tongue) -> str:
    """Who decided what, and what it cost."""
    judgement, roll = entry.judgement, entry.roll
    due = tongue.say(f"kind.{judgement.kind}")
    if roll is not None:
        due = f"{roll.high}-{roll.low} <small>({escape(roll_name(tongue.language, roll))})</small>"
    return f'{tongue.name(judgement.seat)}: {due} <span class="loss {entry.grade}">{losses(entry, tongue)}</span>'


def losses(entry: Entry, tongue: Tongue) -> str:
    """The loss as equity, and in chances to win the match."""
    judgement = entry.judgement
    text = tongue.number(-judgement.loss, 3)
    if judgement.match_loss is None:
        return text
    return f"{text} <small>({tongue.say('of_match', share=tongue.percent(-judgement.match_loss, 2))})</small>"


def summary(entry: Entry, tongue: Tongue) -> str:
    """Where it was, what was made and what was best, and what the file's program thinks."""
    judgement = entry.judgement
    made, right = (escape(tongue.choice(each)) for each in (judgement.chosen, judgement.decision.best))
    lines = [
        tongue.say("where", game=judgement.game, version=judgement.version, score=score_of(entry)),
        f"{tongue.say('made')}: <b>{made}</b>",
        f"{tongue.say('best')}: <b>{right}</b>",
    ]
    if entry.opinion is not None:
        program, loss, best = entry.opinion
        values = {"program": program, "loss": tongue.number(-loss, 3), "best": tongue.choice(best)}
        lines.append(tongue.say("opinion", **values))
    return "".join(f"<p>{line}</p>" for line in lines)


def score_of(entry: Entry) -> str:
    """The score before the game, and the length of the match."""
    state = entry.judgement.state
    first, second = state.score.points
    if state.score.away(0, state.rules) is None:
        return f"{first}–{second}"
    return f"{first}–{second} / {state.rules.length.target}"


def _board(entry: Entry, tongue: Tongue) -> str:
    state = entry.judgement.state
    arrows = tuple(Arrow(*arrow) for arrow in entry.arrows)
    scene = Scene(state.position, state.turn, entry.roll, entry.cube, arrows)
    return sprite_board(scene, home=state.rules.home, title=tongue.plain("board", name=tongue.names[state.turn]))


def _why(entry: Entry, tongue: Tongue) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in entry.why(tongue.language))
    return f'<ul class="why">{items}</ul>' if items else ""


def _candidates(entry: Entry, tongue: Tongue) -> str:
    heads = "".join(f'<th scope="col">{tongue.say(f"head.{key}")}</th>' for key in HEADS)
    rows = "".join(_candidate(each, entry, tongue) for each in entry.candidates)
    table = f'<table class="choices"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    return wide(table, tongue.say("candidates"))


def _candidate(choice: Choice, entry: Entry, tongue: Tongue) -> str:
    made = choice == entry.judgement.chosen
    loss = choice.equity - entry.judgement.decision.best.equity
    lost = tongue.number(loss, 3) if loss <= -0.0005 else ""
    chances = "".join(f"<td>{tongue.number(100 * each, 1)}</td>" for each in choice.chances)
    mark = f" <em>{tongue.say('made')}</em>" if made else ""
    return (
        f'<tr{" class=made" if made else ""}><th scope="row">{escape(tongue.choice(choice))}{mark}</th>'
        f"<td>{tongue.number(choice.equity, 3)}</td><td>{lost}</td>{chances}</tr>"
    )


def wide(table: str, name: str) -> str:
    """A table that may be wider than the screen: it scrolls by itself, by keyboard too."""
    return f'<div class="wide" tabindex="0" role="group" aria-label="{name}">{table}</div>'


def _ids(entry: Entry, tongue: Tongue) -> str:
    copy = tongue.say("copy")
    rows = "".join(
        f'<p><code>{escape(text)}</code> <button type="button" class="copy" hidden>{copy}</button></p>'
        for text in (entry.ids[0], f"GNU BG ID {entry.ids[1]}")
    )
    return f'<div class="ids">{rows}</div>'
