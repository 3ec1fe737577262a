"""Training over HTTP: the cards of whoever brings their key, the one that is due, and the verdict on an answer.

There are no accounts. A key is a random token that the browser keeps and sends as `Authorization: Bearer KEY`; the
store knows only its hash. What a card costs is always the engine's word, never the visitor's.
"""

import asyncio
import re
import time
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field, StringConstraints

from tavla.analysis.annotate import Question
from tavla.analysis.study import (
    MOST_CARDS,
    RATINGS,
    after_answer,
    lesson_of,
    new_card,
    rating_of,
    state_of_card,
    state_of_lesson,
)
from tavla.analysis.tutor import Verdict, answered, decider, verdict
from tavla.errors import IllegalAction, InvalidInput, InvalidText
from tavla.notation import parse_play
from tavla.rules import Phase, State, legal
from tavla.server.lobby import Lobby
from tavla.server.table import hash_token
from tavla.server.view import tree
from tavla.store.cards import Card, Cards
from tavla.web.limits import Gate
from tavla.web.tutor import Language, verdict_as_json
from tavla.web.wire import Message, Steps, Token, Version, Word, bearer

cards = APIRouter(prefix="/api/cards")

MOST_LISTED = 200
_KEY = re.compile(r"[0-9A-Za-z_-]{16,64}")


class AnswerModel(Message):
    """What is decided: `play` with `moves` or `text`, `roll` (not to double; `pass` on a closed board), `double`,
    `take`, `drop`, `beaver`."""

    action: Word = ""
    moves: Steps | None = None
    text: Annotated[str, StringConstraints(max_length=200)] | None = None


class CardRequest(AnswerModel):
    """A card to be made of a decision of a match (`match`, `version`, and the `token` of a seat while it is played), or
    of a position: its XGID with the roll, the rules, and what was decided there."""

    match: Annotated[str, StringConstraints(max_length=64)] | None = None
    version: Version = 0
    token: Token | None = None
    xgid: Annotated[str, StringConstraints(max_length=256)] | None = None
    profile: Word | None = None
    options: Annotated[dict[Word, Word], Field(max_length=64, default_factory=dict)]


class AnswerRequest(AnswerModel):
    """An answer to a card; `reviews` is how often it had been answered when it was shown."""

    reviews: Version
    language: Language = "en"


@cards.post("", status_code=201)
async def add(request: Request, asked: CardRequest) -> dict[str, Any]:
    """Make a card of a decision; the same decision is one card, however often it is added."""
    owner = _owner(request)
    found = await _judged(request, asked)
    lesson = lesson_of(found.judgement, asked.match or "")
    made = new_card(lesson, owner, time.time())
    kept = await asyncio.to_thread(_cards(request).add, made, MOST_CARDS)
    return {"card": card_as_json(kept), "new": kept.id == made.id}


@cards.get("")
async def all_(
    request: Request,
    limit: int = Query(100, ge=1, le=MOST_LISTED),
    offset: int = Query(0, ge=0, le=MOST_CARDS),
    until: float | None = Query(None, ge=0, le=1e11),
) -> dict[str, Any]:
    """The cards, the next due first, and how many are due by now and by a time."""
    owner, kept = _owner(request), _cards(request)
    found = await asyncio.to_thread(kept.all, owner, limit, offset)
    listed = await asyncio.to_thread(lambda: [card_as_json(each) | {"board": _pictured(each)} for each in found])
    return {"cards": listed} | await _counts(kept, owner, until)


@cards.get("/due")
async def due(request: Request, until: float | None = Query(None, ge=0, le=1e11)) -> dict[str, Any]:
    """The card that is due, as a board; null where there is none, and `next` says when there will be."""
    owner, kept = _owner(request), _cards(request)
    found = await asyncio.to_thread(kept.first_due, owner, time.time())
    return {"card": None if found is None else await _shown(found)} | await _counts(kept, owner, until)


@cards.get("/{card}")
async def one(request: Request, card: str) -> dict[str, Any]:
    """One card as a board, whether it is due or not."""
    return {"card": await _shown(await asyncio.to_thread(_cards(request).get, _owner(request), card))}


@cards.post("/{card}/answer")
async def answer(request: Request, card: str, given: AnswerRequest) -> dict[str, Any]:
    """The verdict on an answer, and when the card is due again."""
    owner, kept = _owner(request), _cards(request)
    held = await asyncio.to_thread(kept.get, owner, card)
    if held.reviews != given.reviews:
        raise IllegalAction("tutor.answered_meanwhile")
    found = await _lobby(request).tutor.think(lambda: _verdict(_question(state_of_card(held), given)))
    later, review = after_answer(held, found.judgement, time.time())
    await asyncio.to_thread(kept.answered, later, review)
    rating = RATINGS[rating_of(found.judgement)]
    told = verdict_as_json(found, given.language)
    return {"verdict": told, "rating": rating, "card": card_as_json(later)}


@cards.delete("/{card}", status_code=204)
async def remove(request: Request, card: str) -> None:
    """Let go of a card."""
    await asyncio.to_thread(_cards(request).remove, _owner(request), card)


def card_as_json(card: Card) -> dict[str, Any]:
    """A card as it is listed: what was decided when it was made, and when it is due."""
    return {
        "id": card.id,
        "kind": card.kind,
        "xgid": card.xgid,
        "played": card.played,
        "best": card.best,
        "loss": round(card.loss, 6),
        "match": card.match or None,
        "version": card.version,
        "made": card.made,
        "due": card.due,
        "reviews": card.reviews,
    }


async def _shown(card: Card) -> dict[str, Any]:
    """A card to be answered: a board, and what may be decided; not what was, which would give it away."""
    state = state_of_card(card)
    told = {name: value for name, value in card_as_json(card).items() if name not in ("played", "best")}
    return told | {"view": await asyncio.to_thread(_view, card, state)}


def _pictured(card: Card) -> dict[str, Any] | None:
    """The board of a card in a list; None for a card that cannot be read any more, which may still be let go of."""
    try:
        return _board(card, state_of_card(card))
    except InvalidText:
        return None


def _board(card: Card, state: State) -> dict[str, Any]:
    """What lies on the board, and who decides."""
    first, second = state.sides
    offer = state.offer
    return {
        "match": f"card-{card.id}",
        "version": card.reviews,
        "seat": decider(state),
        "turn": state.turn,
        "phase": str(state.phase),
        "points": [list(first), list(second)],
        "roll": state.roll and list(state.roll),
        "cube": {"value": state.cube.value, "owner": state.cube.owner, "on": state.rules.cube},
        "offer": offer and {"kind": "beaver" if offer.beavers else "double", "by": offer.by, "value": offer.value},
    }


def _view(card: Card, state: State) -> dict[str, Any]:
    """The view of a table, as far as a board and a decision need it."""
    board, turn = _board(card, state), state.continuations
    return board | {
        "pips": list(state.position.pips if state.turn == 0 else state.position.flip().pips),
        "tree": None if turn is None else tree(turn, turn.root),
        "can": [str(act) for act in legal(state).by_seat[board["seat"]] if act not in ("resign", "settle")],
        "score": list(state.score.points),
        "length": str(state.rules.length),
        "crawford": state.score.crawford,
        "profile": state.rules.profile,
    }


async def _judged(request: Request, asked: CardRequest) -> Verdict:
    """The engine's verdict on the decision that a card is to be made of."""
    lobby = _lobby(request)
    if asked.match is not None:
        table = await lobby.find(asked.match)
        lobby.tutor.check_judging(table, asked.token or "")
        return await lobby.tutor.judged(table, asked.version)
    if asked.xgid is None:
        raise InvalidInput("server.field", field="match", value="")
    state = state_of_lesson(asked.xgid, asked.profile, asked.options)
    return await lobby.tutor.think(lambda: _verdict(_question(state, asked)))


def _question(state: State, given: AnswerModel) -> Question:
    """The decision that an answer is; a play may be given as text."""
    moves = tuple(given.moves or ())
    if given.action == "play" and given.text is not None:
        if state.phase is not Phase.PLAY or state.roll is None:
            raise IllegalAction("action.no_play")
        play = parse_play(given.text, state.position, state.roll, state.rules).play
        moves = tuple((move.source, move.die) for move in play)
    return answered(state, given.action, moves)


def _verdict(question: Question) -> Verdict:
    found = verdict(question)
    if found is None:
        raise IllegalAction("tutor.no_choice")
    return found


async def _counts(kept: Cards, owner: str, until: float | None) -> dict[str, Any]:
    """How many there are, how many are due now, how many by a time (such as the end of the visitor's day), and when the
    next one is."""
    now = time.time()
    due_now = await asyncio.to_thread(kept.count, owner, now)
    later = due_now if until is None else await asyncio.to_thread(kept.count, owner, max(until, now))
    return {"total": due_now.total, "due": due_now.due, "today": later.due, "next": due_now.next, "most": MOST_CARDS}


def _owner(request: Request) -> str:
    """The hash of the key that a request brings; the door to everything here, so that the rate is bounded with it."""
    gate: Gate = request.app.state.card_gate
    gate.pass_through(request)
    key = bearer(request)
    if not _KEY.fullmatch(key):
        raise InvalidInput("tutor.no_key")
    return hash_token(key)


def _cards(request: Request) -> Cards:
    kept: Cards = request.app.state.cards
    return kept


def _lobby(request: Request) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby
