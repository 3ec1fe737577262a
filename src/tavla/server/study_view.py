"""What a study tells: its outline, the lines of its news, and one decision with everything about it, as JSON.

Nothing in it is in a human language but names, notations and the sentences of a file's oddities, which travel as codes.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tavla.analysis.annotate import Annotated
from tavla.analysis.rating import Rating, Tally, adjusted, grade, rate, rated_by_file
from tavla.analysis.themes import explain, sentences
from tavla.engine.decision import LEVELS, Choice, decide
from tavla.formats.found import Entry
from tavla.match.annotation import Opinion
from tavla.match.events import GameStarted
from tavla.match.match import History, Match
from tavla.notation.situation import Situation
from tavla.rules.facts import Rolled, Thrown
from tavla.rules.outcome import Chances
from tavla.rules.stakes import Seat
from tavla.rules.state import Phase, State
from tavla.server.choices import choice_as_json, named, short
from tavla.server.identifiers import identifiers
from tavla.server.study import Answered, Asked, Attempt, News, Study
from tavla.server.study_rollout import Result
from tavla.server.view import players, view
from tavla.words import LANGUAGES

Json = Any


def outline(study: Study) -> Json:
    """What stands fast from the beginning: the matches, every decision as it was asked, and the oddities."""
    subject = study.subject
    return {
        "id": study.id,
        "name": subject.name,
        "form": subject.form,
        "of_positions": subject.of_positions,
        "matches": [_match(entry) for entry in subject.entries],
        "oddities": list(subject.oddities),
        "more": subject.more,
        "decisions": [_asked(n, each) for n, each in enumerate(study.asked)],
        **state(study),
    }


def _match(entry: Entry) -> Json:
    match = entry.history.match
    return {
        "players": players(match),
        "length": str(match.rules.length),
        "profile": match.rules.profile,
        "variant": match.rules.variant,
        "cube": match.rules.cube,
        "score": list(match.score.points),
        "over": match.is_over,
        "winner": match.winner,
        "tags": dict(entry.tags),
        "games": _games(entry.history),
    }


def _games(history: History) -> list[Json]:
    """The games with the score at which each began, and how each ended."""
    starts = [event for event in history.live_events() if isinstance(event.fact, GameStarted)]
    results = history.match.results
    return [
        {
            "number": history.at(event.version).game,
            "score": list(history.at(event.version).score.points),
            "crawford": history.at(event.version).state.score.crawford,
            "winner": results[place].winner if place < len(results) else None,
            "points": results[place].points if place < len(results) else 0,
        }
        for place, event in enumerate(starts)
    ]


def _asked(n: int, asked: Asked) -> Json:
    question = asked.question
    return {
        "n": n,
        "match": asked.match,
        "game": question.game,
        "seat": question.seat,
        "kind": question.kind,
        "version": question.version,
        "roll": list(question.state.roll) if question.state.roll and question.kind == "play" else None,
        "open": asked.is_open,
    }


def state(study: Study) -> Json:
    """How far it is."""
    return {
        "busy": study.is_busy,
        "rolling": study.rolling,
        "level": study.level.name,
        "done": study.done,
        "count": len(study.asked),
    }


def lines(study: Study, news: Sequence[tuple[int, News]]) -> list[Json]:
    """News as they are told, each with the place after it; what they change of the figures comes at the end."""
    told = [row | {"at": at} for at, each in news for row in _line(study, each)]
    touched = sorted({_match_of(study, each) for _, each in news} - {None}, key=str)
    return [*told, *(figures(study, match) | {"at": news[-1][0]} for match in touched if match is not None)]


def _match_of(study: Study, news: News) -> int | None:
    if news.kind == "decision":
        return study.asked[news.key[0]].match
    return news.key[0] if news.kind == "luck" else None


def _line(study: Study, news: News) -> Iterator[Json]:
    kind, key = news
    if kind == "state":
        yield {"type": kind, **state(study)}
    elif kind == "luck":
        yield {"type": kind, **luck(study, *key)}
    elif kind == "decision":
        yield {"type": kind, **decision(study, *key)}
    elif key[0] in study.rollouts:
        yield {"type": kind, "n": key[0], **rollout(study, *key)}


def decision(study: Study, n: int) -> Json:
    """What was found out about a decision, in short."""
    asked, answered = study.asked[n], study.answers[n]
    judgement, best = answered.judgement, answered.decision.best
    chance = best.chances.win if best.match_chance is None else best.match_chance
    return {
        "n": n,
        "level": answered.level.name,
        "best": named(best),
        "made": None if judgement is None else named(judgement.chosen),
        "loss": None if judgement is None else short(judgement.loss),
        "match_loss": None if judgement is None or judgement.match_loss is None else short(judgement.match_loss),
        "grade": None if judgement is None else grade(judgement.loss),
        "counts": judgement is not None and judgement.counts,
        "chance": short(chance if asked.question.seat == 0 else 1.0 - chance),
        "opinion": None if judgement is None or judgement.opinion is None else _opinion(judgement.opinion),
    }


def _opinion(opinion: Opinion) -> Json:
    """What the program thought that wrote the file."""
    best, made = opinion.best, opinion.made
    return {
        "program": opinion.program,
        "level": opinion.level,
        "best": {"name": best.name, "play": best.play if best.name == "play" else None},
        "loss": None if opinion.loss is None else short(opinion.loss),
        "made": None if made is None else {"name": made.name, "play": made.play if made.name == "play" else None},
    }


def decided(study: Study, n: int) -> Json:
    """The same with the choices that are kept."""
    answered = study.answers[n]
    made = None if answered.judgement is None else answered.judgement.chosen
    best = answered.decision.best
    return {**decision(study, n), "choices": [_choice(each, best, made) for each in answered.decision.choices]}


def luck(study: Study, match: int, version: int) -> Json:
    """How lucky a roll was."""
    found = study.luck[match, version]
    return {
        "match": match,
        "version": version,
        "game": found.game,
        "seat": found.seat,
        "roll": list(found.roll),
        "luck": short(found.luck),
    }


def figures(study: Study, match: int) -> Json:
    """The figures of both players in a match, and in each of its games."""
    return study.figures(match, lambda: _counted(study, match))


def _counted(study: Study, match: int) -> Json:
    annotated = study.annotated(match)
    games = sorted({each.game for each in annotated.judgements})
    return {
        "type": "figures",
        "match": match,
        "players": [_rating(rate(annotated, seat)) | _whole(annotated, seat) for seat in (0, 1)],
        "games": {str(game): [_rating(rate(annotated, seat, game)) for seat in (0, 1)] for game in games},
    }


def _whole(annotated: Annotated, seat: Seat) -> Json:
    """What only a whole match has: the result without luck, and the rating by the losses that the file tells."""
    result, by_file = adjusted(annotated, seat), rated_by_file(annotated, seat)
    return {
        "without_luck": None if result is None else short(result),
        "pr_by_file": None if by_file is None else short(by_file),
    }


def _rating(rating: Rating) -> Json:
    return {
        "pr": None if rating.rating is None else short(rating.rating),
        "error": None if rating.standard_error is None else short(rating.standard_error),
        "strength": rating.strength,
        "decisions": rating.decisions,
        "plays": _tally(rating.plays),
        "doubles": _tally(rating.doubles),
        "takes": _tally(rating.takes),
        "loss": short(rating.loss),
        "luck": short(rating.luck),
    }


def _tally(tally: Tally) -> Json:
    return {
        "decisions": tally.decisions,
        "loss": short(tally.loss),
        "match_loss": None if tally.match_loss is None else short(tally.match_loss),
        "doubtful": tally.doubtful,
        "errors": tally.errors,
        "blunders": tally.blunders,
    }


def rollout(study: Study, n: int) -> Json:
    """How a rollout stands, the best choice first."""
    rolled = study.rollouts[n]
    return {
        "trials": rolled.done,
        "of": rolled.trials,
        "running": study.rolling == n,
        "rows": [_result(each) for each in rolled.results],
    }


def _result(result: Result) -> Json:
    return {
        "name": result.name,
        "play": result.play,
        "trials": result.trials,
        "equity": short(result.equity),
        "error": short(result.error),
        "match_chance": None if result.match_chance is None else short(result.match_chance),
        "probs": None if result.chances is None else _probs(result.chances),
    }


def detail(study: Study, n: int) -> Json:
    """One decision: the board with its legal plays, its IDs, all choices, what the roll was worth."""
    asked = study.asked[study.known(n)]
    question, history = asked.question, study.subject.entries[asked.match].history
    before = history.at(question.version - 1)
    answered = study.answers.get(n)
    return {
        **_asked(n, asked),
        "view": _view(study, n, before),
        "ids": dict(identifiers(Situation.of(question.state))),
        "luck": _luck_before(study, asked),
        "answer": None if answered is None else {**decision(study, n), "choices": _choices(asked, answered)},
        "rollout": rollout(study, n) if n in study.rollouts else None,
        "themes": _themes_of(question.state, answered),
    }


def _themes_of(state: State, answered: Answered | None) -> Json:
    """Why what was done was worse than the best; of an open decision what the best does, of a sound one nothing."""
    if answered is None:
        return None
    best, judgement = answered.decision.best, answered.judgement
    if judgement is None:
        return _themes(state, best, best)
    return _themes(state, judgement.chosen, best) if grade(judgement.loss) else None


def _themes(state: State, chosen: Choice, best: Choice, *, tried: bool = False) -> Json:
    """The sentences of why, in each language; `tried` for a play that nobody has made."""
    remarks = explain(state, chosen, best)
    state.forget_continuations()
    return {language: sentences(language, remarks, tried=tried) for language in LANGUAGES}


def _view(study: Study, n: int, before: Match) -> Json:
    history = study.subject.entries[study.asked[n].match].history
    live = [event for event in history.live_events() if event.version <= before.version]
    return view(f"{study.id}-{n}", before, live, history) | {"table": None, "dice": None, "clock": None}


def _luck_before(study: Study, asked: Asked) -> float | None:
    """The luck of the roll that was played: the last one before the play that counts."""
    if asked.question.kind != "play":
        return None
    live = study.subject.entries[asked.match].history.live_events()
    thrown = [each.version for each in live if isinstance(each.fact, (Rolled, Thrown))]
    rolled = max((each for each in thrown if each < asked.question.version), default=None)
    found = None if rolled is None else study.luck.get((asked.match, rolled))
    return None if found is None else short(found.luck)


def _choices(asked: Asked, answered: Answered) -> list[Json]:
    """Every choice, the best first: those that were looked at, and after them all other plays at a first glance."""
    made = None if answered.judgement is None else answered.judgement.chosen
    kept = list(answered.decision.choices)
    opinion = None if answered.judgement is None else answered.judgement.opinion
    rows = [
        _choice(each, answered.decision.best, made) | {"opinion": _seen_by_file(each, opinion)}
        for each in _all(asked, kept, made)
    ]
    asked.question.state.forget_continuations()
    return rows


def _seen_by_file(choice: Choice, opinion: Opinion | None) -> float | None:
    """The equity that the program of the file gave the same choice."""
    for each in () if opinion is None else opinion.choices:
        same = each.after == choice.after if choice.after is not None else each.name == choice.name
        if same:
            return None if each.equity is None else short(each.equity)
    return None


def _all(asked: Asked, kept: Sequence[Choice], made: Choice | None) -> list[Choice]:
    """The kept choices and all others; those are worth no more than what was looked at deeper, but for what was made,
    which was looked at whatever it is worth."""
    state = asked.question.state
    if state.phase is not Phase.PLAY or asked.question.kind != "play":
        return list(kept)
    seen = {choice.after for choice in kept}
    least = min(choice.equity for choice in kept if choice != made or choice == kept[0])
    glanced = [choice for choice in decide(state, LEVELS["0-ply"]).choices if choice.after not in seen]
    every = [*kept, *(choice._replace(equity=min(choice.equity, least)) for choice in glanced)]
    return sorted(every, key=lambda choice: -choice.equity)


def _choice(choice: Choice, best: Choice, made: Choice | None) -> Json:
    return choice_as_json(choice, best) | {"made": choice == made}


def attempt(found: Attempt) -> Json:
    """A play that was tried, beside the best one."""
    return {
        "level": found.level.name,
        "choice": _choice(found.choice, found.best, None),
        "best": _choice(found.best, found.best, None),
        "themes": _themes(found.state, found.choice, found.best, tried=True),
    }


def _probs(chances: Chances) -> list[float]:
    return [short(each) for each in chances]
