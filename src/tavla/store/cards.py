"""Where it is kept what a person studies: decisions as cards, when each is due, and every answer given to it.

An owner is named by the hash of a token that his browser keeps; nobody else can name him. What a card means and when it
is due next is decided elsewhere.

Anybody may draw a token, so what all owners have together is bounded too. When it is full, whoever has been away for
long gives up his cards, and if nobody has, there are no new ones: new tokens never rob those who train.
"""

from typing import NamedTuple, Protocol

from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tavla.errors import IllegalAction, NotFound
from tavla.store.tables import card as card_table
from tavla.store.tables import review as review_table

MOST_IN_ALL = 200_000
"""Cards of all owners together, about 100 MB."""

AWAY = 90 * 86_400.0
"""Seconds after which an owner, none of whose cards was made or due since, gives them up if there is no room."""


class Card(NamedTuple):
    """A decision to be studied.

    `key` is the same for the same decision, `xgid` and `rules` (JSON) rebuild its state, `kind` is play, double or
    take, `played` and `best` are texts and `loss` is equity, all as found when the card was made. `match` is empty
    where the decision was not met in a match. `memory` is the scheduler's own JSON, `due` in seconds since the epoch.
    """

    id: str
    owner: str
    key: str
    made: float
    due: float
    kind: str
    xgid: str
    rules: str
    played: str
    best: str
    loss: float
    match: str = ""
    version: int = 0
    reviews: int = 0
    memory: str = ""


class Review(NamedTuple):
    """One answer to a card: which one counted from 1, when, how well (1 to 4), what it lost, and the answer itself."""

    card: str
    number: int
    time: float
    rating: int
    loss: float
    answer: str


class Counts(NamedTuple):
    """How many cards an owner has, how many of them are due by a time, and when the next one is due (None: never)."""

    total: int
    due: int
    next: float | None


class Cards(Protocol):
    """Append and load, each call one transaction. What is not the owner's does not exist for him."""

    def add(self, card: Card, most: int) -> Card:
        """Keep a new card, unless the owner has `most` already or there is no room for anybody's (`IllegalAction`);
        gives the one that he has of the same decision."""
        ...

    def get(self, owner: str, card: str) -> Card:
        """One card; raises `NotFound`."""
        ...

    def first_due(self, owner: str, by: float) -> Card | None:
        """The card that has been due for longest, if one is due by a time."""
        ...

    def count(self, owner: str, by: float) -> Counts:
        """How much there is to do by a time."""
        ...

    def all(self, owner: str, limit: int = 100, offset: int = 0) -> list[Card]:
        """The cards of an owner, the next due first."""
        ...

    def answered(self, card: Card, review: Review) -> None:
        """Keep an answer and the card as it is after it; raises `IllegalAction` if it was answered meanwhile."""
        ...

    def reviews(self, owner: str, card: str) -> list[Review]:
        """All answers to a card, the first one first."""
        ...

    def remove(self, owner: str, card: str) -> None:
        """Let go of a card; raises `NotFound`."""
        ...


class SqlCards:
    """`Cards` in the database of an `SqlStore`."""

    def __init__(self, engine: Engine, most_in_all: int = MOST_IN_ALL) -> None:
        self._engine = engine
        self._most_in_all = most_in_all

    def add(self, card: Card, most: int) -> Card:
        """Keep a new card, or give the one that the owner has of the same decision."""
        same = and_(card_table.c.owner == card.owner, card_table.c.key == card.key)
        try:
            with self._engine.begin() as connection:
                known = _one(connection, same)
                if known is not None:
                    return known
                if _total(connection, card.owner) >= most:
                    raise IllegalAction("tutor.cards_full", most=most)
                _make_room(connection, self._most_in_all, card.made - AWAY)
                connection.execute(insert(card_table).values(**card._asdict()))
        except IntegrityError:
            with self._engine.connect() as connection:
                known = _one(connection, same)
            if known is None:
                raise
            return known
        return card

    def get(self, owner: str, card: str) -> Card:
        """One card; raises `NotFound`."""
        with self._engine.connect() as connection:
            return _owned(connection, owner, card)

    def first_due(self, owner: str, by: float) -> Card | None:
        """The card that has been due for longest, if one is due by a time."""
        with self._engine.connect() as connection:
            return _one(connection, and_(card_table.c.owner == owner, card_table.c.due <= by))

    def count(self, owner: str, by: float) -> Counts:
        """How much there is to do by a time."""
        columns = card_table.c
        due = func.count().filter(columns.due <= by)
        query = select(func.count(), due, func.min(columns.due)).where(columns.owner == owner)
        with self._engine.connect() as connection:
            return Counts(*connection.execute(query).one())

    def all(self, owner: str, limit: int = 100, offset: int = 0) -> list[Card]:
        """The cards of an owner, the next due first."""
        columns = card_table.c
        query = select(card_table).where(columns.owner == owner).order_by(columns.due, columns.id)
        with self._engine.connect() as connection:
            return [Card(**row) for row in connection.execute(query.limit(limit).offset(offset)).mappings()]

    def answered(self, card: Card, review: Review) -> None:
        """Keep an answer and the card as it is after it; raises `IllegalAction` if it was answered meanwhile."""
        columns = card_table.c
        line = update(card_table).where(columns.id == card.id, columns.reviews == review.number - 1)
        try:
            with self._engine.begin() as connection:
                found = connection.execute(line.values(due=card.due, memory=card.memory, reviews=review.number))
                if found.rowcount != 1:
                    raise IllegalAction("tutor.answered_meanwhile")
                connection.execute(insert(review_table).values(**review._asdict()))
        except IntegrityError as error:
            raise IllegalAction("tutor.answered_meanwhile") from error

    def reviews(self, owner: str, card: str) -> list[Review]:
        """All answers to a card, the first one first."""
        query = select(review_table).where(review_table.c.card == card).order_by(review_table.c.number)
        with self._engine.connect() as connection:
            _owned(connection, owner, card)
            return [Review(**row) for row in connection.execute(query).mappings()]

    def remove(self, owner: str, card: str) -> None:
        """Let go of a card; raises `NotFound`."""
        with self._engine.begin() as connection:
            _owned(connection, owner, card)
            connection.execute(delete(review_table).where(review_table.c.card == card))
            connection.execute(delete(card_table).where(card_table.c.id == card))


def _one(connection: Connection, condition: ColumnElement[bool]) -> Card | None:
    query = select(card_table).where(condition).order_by(card_table.c.due, card_table.c.id).limit(1)
    row = connection.execute(query).mappings().first()
    return None if row is None else Card(**row)


def _owned(connection: Connection, owner: str, card: str) -> Card:
    found = _one(connection, and_(card_table.c.owner == owner, card_table.c.id == card[:32]))
    if found is None:
        raise NotFound("tutor.no_card", card=card[:32])
    return found


def _total(connection: Connection, owner: str) -> int:
    query = select(func.count()).select_from(card_table).where(card_table.c.owner == owner)
    return connection.scalar(query) or 0


def _make_room(connection: Connection, most: int, since: float) -> None:
    """See that one card more fits: whoever has been away for longest gives up his, if he has been since a time."""
    if (connection.scalar(select(func.count()).select_from(card_table)) or 0) < most:
        return
    owner, last = card_table.c.owner, func.max(card_table.c.due)
    away = connection.scalar(select(owner).group_by(owner).having(last < since).order_by(last, owner).limit(1))
    if away is None:
        raise IllegalAction("tutor.no_room")
    own = select(card_table.c.id).where(owner == away)
    connection.execute(delete(review_table).where(review_table.c.card.in_(own)))
    connection.execute(delete(card_table).where(owner == away))


__all__ = ["Card", "Cards", "Counts", "Review", "SqlCards"]
