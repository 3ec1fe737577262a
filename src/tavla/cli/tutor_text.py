"""What the tutor says in the terminal: a hint as a table, a mistake as lines."""

from collections.abc import Iterable, Sequence

from tavla.analysis.themes import Remark, sentences
from tavla.analysis.tutor import Hint, Verdict
from tavla.engine.decision import Choice, Decision
from tavla.notation import choice_in_words
from tavla.words import number, say


def hint_lines(tongue: str, hint: Hint) -> list[str]:
    """The best choices and what the best one does."""
    return [*_ranked(tongue, hint.choices, hint.decision), *_why(tongue, hint.remarks)]


def verdict_lines(tongue: str, verdict: Verdict) -> list[str]:
    """What a mistake has cost, what would have been better, and why; one line for a sound decision."""
    best = choice_in_words(tongue, verdict.best.text)
    loss = number(tongue, -verdict.loss, 3)
    if verdict.grade is None:
        return [say(tongue, "tutor.sound", loss=loss, best=best)]
    told = say(tongue, f"page.tutor.verdict.{verdict.grade}", loss=loss, best=best)
    return [told, *_why(tongue, verdict.remarks)]


def ranked_lines(tongue: str, verdict: Verdict) -> list[str]:
    """The choices of a decision, the one that was made marked."""
    return _ranked(tongue, verdict.better, verdict.judgement.decision, verdict.judgement.chosen)


def _ranked(tongue: str, choices: Sequence[Choice], decision: Decision, made: Choice | None = None) -> list[str]:
    names = [choice_in_words(tongue, each.text) for each in choices]
    width = max(map(len, names))
    return [
        f"  {place}  {name:<{width}}  {number(tongue, each.equity, 3):>7}  "
        f"{number(tongue, each.equity - decision.best.equity, 3) if place > 1 else '':>7}"
        f"{'  *' if each == made else ''}".rstrip()
        for place, (name, each) in enumerate(zip(names, choices, strict=True), start=1)
    ]


def _why(tongue: str, remarks: Iterable[Remark]) -> list[str]:
    return [f"  - {sentence}" for sentence in sentences(tongue, remarks)]
