"""What an analysis found, for programs: one object for a match, one for a player over many."""

from tavla.analysis.annotate import Annotated, Judgement, Luck
from tavla.analysis.rating import Rating, Tally, Totals, adjusted, grade, kind_of_error, rate, rated_by_file
from tavla.cli.positions import Json
from tavla.match.annotation import Opinion
from tavla.notation import Situation, encode_xgid
from tavla.protocols.answers import choice_as_json
from tavla.rules import Seat


def match_as_json(annotated: Annotated, seats: tuple[Seat, ...] = (0, 1)) -> Json:
    """Everything that was found out about a match; of decisions and luck those of some seats."""
    match = annotated.history.match
    return {
        "level": annotated.level.name,
        "players": [player.name for player in match.started.players],
        "score": list(match.score.points),
        "winner": match.winner,
        "ratings": [_rating(annotated, seat) for seat in (0, 1)],
        "decisions": [_judgement(each) for each in annotated.judgements if each.seat in seats],
        "luck": [_luck(each) for each in annotated.luck if each.seat in seats],
        "skipped": [
            {"version": each.version, "game": each.game, "seat": each.seat, "code": each.code}
            for each in annotated.skipped
            if each.seat in seats
        ],
    }


def totals_as_json(totals: Totals) -> Json:
    """A player's figures over several matches."""
    return {
        "player": totals.name,
        "matches": totals.matches,
        "won": totals.won,
        "decisions": totals.decisions,
        "pr": _rounded(totals.rating, 3),
        "standard_error": _rounded(totals.standard_error, 3),
        "loss": round(totals.loss, 6),
        "luck": round(totals.luck, 6),
        "kinds": {
            kind: {
                "decisions": found.decisions,
                "doubtful": found.doubtful,
                "errors": found.errors,
                "blunders": found.blunders,
                "loss": round(found.loss, 6),
            }
            for kind, found in totals.kinds.items()
        },
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _rating(annotated: Annotated, seat: Seat) -> Json:
    rating = rate(annotated, seat)
    return {
        "pr": _rounded(rating.rating, 3),
        "standard_error": _rounded(rating.standard_error, 3),
        "pr_by_file": _rounded(rated_by_file(annotated, seat), 3),
        "luck": round(rating.luck, 6),
        "without_luck": _rounded(adjusted(annotated, seat), 6),
        **_tallies(rating),
    }


def _tallies(rating: Rating) -> Json:
    return {
        name: _tally(tally)
        for name, tally in (("plays", rating.plays), ("doubles", rating.doubles), ("takes", rating.takes))
    }


def _tally(tally: Tally) -> Json:
    return {
        "decisions": tally.decisions,
        "loss": round(tally.loss, 6),
        "match_loss": _rounded(tally.match_loss, 6),
        "doubtful": tally.doubtful,
        "errors": tally.errors,
        "blunders": tally.blunders,
    }


def _judgement(judgement: Judgement) -> Json:
    return {
        "version": judgement.version,
        "game": judgement.game,
        "seat": judgement.seat,
        "kind": judgement.kind,
        "xgid": encode_xgid(Situation.of(judgement.state)),
        "chosen": choice_as_json(judgement.chosen),
        "best": choice_as_json(judgement.decision.best),
        "loss": round(judgement.loss, 6),
        "match_loss": _rounded(judgement.match_loss, 6),
        "class": grade(judgement.loss),
        "as": kind_of_error(judgement),
        "counts": judgement.counts,
        "opinion": None if judgement.opinion is None else _opinion(judgement.opinion),
    }


def _opinion(opinion: Opinion) -> Json:
    """What the file's own program thought, in few words."""
    best, made = opinion.best, opinion.made
    return {
        "program": opinion.program,
        "level": opinion.level,
        "best": best.play or best.name,
        "best_equity": _rounded(best.equity, 6),
        "chosen_equity": None if made is None else _rounded(made.equity, 6),
        "loss": _rounded(opinion.loss, 6),
    }


def _luck(luck: Luck) -> Json:
    return {
        "version": luck.version,
        "game": luck.game,
        "seat": luck.seat,
        "roll": list(luck.roll),
        "luck": round(luck.luck, 6),
        "opinion": _rounded(luck.opinion, 6),
    }
