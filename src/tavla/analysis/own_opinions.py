"""Our own judgement in the form in which files carry one, so that other programs can read it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tavla.analysis.annotate import Annotated, Judgement
from tavla.engine.decision import Choice, decide
from tavla.formats.found import Note
from tavla.formats.sgf_analysis import left_out, with_analysis
from tavla.formats.sgf_write import write_sgf
from tavla.formats.write import SGF_NOTES
from tavla.match.annotation import Candidate, Opinion, Opinions
from tavla.notation import format_play
from tavla.rules.facts import Doubled, Played
from tavla.rules.state import apply

PROGRAM = "tavla"
ANSWERS = ("take", "drop", "beaver")
DROPPED = 1.0 - 1e-6
"""A double that is worth as much as a won game is one that is dropped."""


class InSgf(NamedTuple):
    """A match with its analysis as SGF, and how many of the decisions SGF has no words for."""

    text: str
    left_out: int


def as_sgf(annotated: Annotated, tags: Mapping[str, str], notes: Mapping[int, Sequence[Note]]) -> InSgf:
    """A match with this analysis in it, as gnubg reads it. `tags` and `notes` are what its file brought along; an
    analysis among them gives way to this one."""
    history = annotated.history
    in_sgf = {version: tuple(each for each in told if len(each.name) <= SGF_NOTES) for version, told in notes.items()}
    said = own_opinions(annotated)
    text = write_sgf(history, tags, with_analysis(history, in_sgf, said))
    return InSgf(text, len(left_out(history, said)))


def own_opinions(annotated: Annotated) -> Opinions:
    """What was found out about a match, by version of the event."""
    decisions = {each.version: _opinion(each, annotated) for each in annotated.judgements}
    return Opinions(decisions, {each.version: each.luck for each in annotated.luck})


def _opinion(judgement: Judgement, annotated: Annotated) -> Opinion:
    choices = list(judgement.decision.choices)
    if judgement.kind == "double":
        candidates = _cube(judgement, annotated)
    elif judgement.kind == "take":
        candidates = tuple(_candidate(each) for name in ANSWERS for each in choices if each.name == name)
    else:
        candidates = tuple(map(_candidate, choices))
        return Opinion(PROGRAM, "play", candidates, choices.index(judgement.chosen))
    names = [each.name for each in candidates]
    made = judgement.chosen.name
    return Opinion(PROGRAM, judgement.kind, candidates, names.index(made) if made in names else None)


def _cube(judgement: Judgement, annotated: Annotated) -> tuple[Candidate, ...]:
    """Not to double, to double and be taken, to double and be dropped.

    A decision ranks a double by the best answer to it; what a take would have been worth is asked for where another
    may be that answer.
    """
    by_name = {each.name: each for each in judgement.decision.choices}
    if "double" not in by_name or "roll" not in by_name:
        return ()
    held, doubled = _candidate(by_name["roll"]), _candidate(by_name["double"])
    dropped = Candidate("drop", 1.0, None, None, held.level)
    if by_name["double"].equity < DROPPED and not judgement.state.rules.beavers:
        return held, doubled, dropped
    answers = decide(apply(judgement.state, Doubled()), annotated.level)
    taken = next(each for each in answers.choices if each.name == "take")
    chance = None if taken.match_chance is None else 1.0 - taken.match_chance
    return held, doubled._replace(equity=-taken.equity, match_chance=chance), dropped


def _candidate(choice: Choice) -> Candidate:
    level = f"{choice.plies}-ply"
    if not isinstance(choice.action, Played):
        return Candidate(choice.name, choice.equity, choice.match_chance, choice.chances, level)
    moves = choice.action.moves
    steps = tuple((move.source, move.target) for move in moves)
    play = format_play(moves)
    return Candidate("play", choice.equity, choice.match_chance, choice.chances, level, play, choice.after, steps)
