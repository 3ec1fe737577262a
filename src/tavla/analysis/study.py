"""Training of one's own mistakes: decisions as cards, and when each is shown again (spaced repetition, FSRS).

A card holds its state as an ID with the rules that belong to it; the verdict on an answer is the engine's, given anew
every time. How much the answer loses says how well the card is remembered.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from fsrs import Card as Memory
from fsrs import Rating, Scheduler

from tavla.analysis.annotate import Annotated, Judgement
from tavla.analysis.rating import DOUBTFUL, ERROR
from tavla.errors import InvalidInput, InvalidText
from tavla.notation import Situation, encode_xgid, rules_of, state_of
from tavla.notation.xgid import decode_xgid
from tavla.rules import RuleSet, Seat, State, profile
from tavla.store.cards import Card, Review

MOST_CARDS = 2000
"""Cards of one owner."""

LOCAL = "local"
"""The owner of the cards that are studied in the terminal without a key; no hash of a token reads like this."""

ENOUGH_ROLLS = (2, 2)
"""After so many rolls of both the Holland rule forbids no double."""

PERFECT = 0.001
"""A play that loses less is the best one, or as good."""

RATINGS = {Rating.Again: "again", Rating.Hard: "hard", Rating.Good: "good", Rating.Easy: "easy"}

_SCHEDULER = Scheduler(
    learning_steps=(timedelta(minutes=10),), relearning_steps=(timedelta(minutes=10),), enable_fuzzing=False
)
"""What was right is asked again after days at once; what was wrong, after ten minutes."""


class Lesson(NamedTuple):
    """A decision worth studying, before it is anybody's card: see `Card` for the fields."""

    kind: str
    xgid: str
    rules: str
    played: str
    best: str
    loss: float
    match: str = ""
    version: int = 0

    @property
    def key(self) -> str:
        """The same for the same decision, wherever it was met."""
        return hashlib.sha256(f"{self.kind}|{self.xgid}|{self.rules}".encode()).hexdigest()


def lesson_of(judgement: Judgement, match: str = "") -> Lesson:
    """A decision that was judged, as something to study."""
    state = judgement.state
    return Lesson(
        judgement.kind,
        encode_xgid(Situation.of(state)),
        json.dumps(_rules(state), sort_keys=True, separators=(",", ":")),
        judgement.chosen.text,
        judgement.decision.best.text,
        judgement.loss,
        match,
        judgement.version if match else 0,
    )


def cards_of(annotated: Annotated, seat: Seat, threshold: float, match: str = "") -> list[Lesson]:
    """The decisions of a player that lost `threshold` or more, as lessons, in the order of the match."""
    own = (each for each in annotated.judgements if each.seat == seat)
    return [lesson_of(each, match) for each in own if each.loss >= max(threshold, PERFECT)]


def new_card(lesson: Lesson, owner: str, now: float) -> Card:
    """A lesson as a card of somebody, due at once."""
    memory = Memory(card_id=1, due=_time(now)).to_json()
    return Card(secrets.token_hex(8), owner, lesson.key, now, now, *lesson, reviews=0, memory=memory)


def _rules(state: State) -> dict[str, Any]:
    """What an ID does not tell: the rules, and how often each has rolled where the Holland rule depends on it."""
    rules = state.rules
    rolls = state.rolls if rules.holland else ENOUGH_ROLLS
    return {"profile": rules.profile, "options": rules.changes(), "rolls": list(rolls)}


def state_of_card(card: Card) -> State:
    """The moment that a card asks about; raises `InvalidText` for one that cannot be read any more."""
    try:
        told = json.loads(card.rules)
        rules = profile(told["profile"], told["options"])
        first, second = told["rolls"]
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidText("tutor.bad_card", card=card.id) from error
    return _restored(card.xgid, rules, (int(first), int(second)))


def state_of_lesson(xgid: str, profile_name: str | None, options: Mapping[str, str]) -> State:
    """The moment that an XGID tells, under the rules of a profile (None: those that fit the ID) with options changed.

    Raises `InvalidInput` for what cannot be.
    """
    rules = rules_of(decode_xgid(xgid), profile_name, options)
    target = rules.length.target
    state = _restored(xgid, rules, ENOUGH_ROLLS)
    if target is not None and max(state.score.points) >= target:
        score = "-".join(map(str, state.score.points))
        raise InvalidInput("notation.score", score=score, length=target)
    return state


def _restored(xgid: str, rules: RuleSet, rolls: tuple[int, int]) -> State:
    return replace(state_of(decode_xgid(xgid, rules.checkers), rules), rolls=rolls)


def rating_of(judgement: Judgement) -> Rating:
    """How well a card was remembered, by what the answer loses.

    An error or worse is forgotten (Again), a doubtful answer is Hard, a sound one Good, the best play Easy. Of two or
    three cube actions the right one is easily guessed: it is Good, never Easy.
    """
    loss = judgement.loss
    if loss >= ERROR:
        return Rating.Again
    if loss >= DOUBTFUL:
        return Rating.Hard
    return Rating.Easy if loss < PERFECT and judgement.kind == "play" else Rating.Good


def after_answer(card: Card, judgement: Judgement, now: float) -> tuple[Card, Review]:
    """The card as it stands after an answer, due again later, and the answer for its log."""
    rating = rating_of(judgement)
    memory, _ = _SCHEDULER.review_card(Memory.from_json(card.memory), rating, _time(now))
    number = card.reviews + 1
    review = Review(card.id, number, now, int(rating), judgement.loss, judgement.chosen.text)
    return card._replace(due=memory.due.timestamp(), memory=memory.to_json(), reviews=number), review


def _time(now: float) -> datetime:
    return datetime.fromtimestamp(now, UTC)
