"""What is searched for (players, positions, analyses) and what is studied (cards and their reviews)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _players()
    _positions()
    _analyses()
    _cards()
    _enter_players()


def _players() -> None:
    op.add_column("match", sa.Column("over", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "entrant",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("won", sa.Integer),
    )
    op.create_index("entrant_by_name", "entrant", ["folded"])


def _positions() -> None:
    op.create_table(
        "indexed",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "position",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("roll", sa.Integer, nullable=False),
        sa.Column("board", sa.String(14), nullable=False),
    )
    op.create_index("position_by_board", "position", ["board"])


def _analyses() -> None:
    op.create_table(
        "annotation",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("level", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
    )
    op.create_table(
        "judgement",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("level", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("counts", sa.Integer, nullable=False),
        sa.Column("played", sa.Text, nullable=False),
        sa.Column("best", sa.Text, nullable=False),
        sa.Column("roll", sa.Integer, nullable=False),
        sa.Column("board", sa.String(14), nullable=False),
        sa.ForeignKeyConstraint(["match", "level"], ["annotation.match", "annotation.level"]),
    )
    op.create_index("judgement_by_loss", "judgement", ["loss"])
    op.create_index("judgement_by_board", "judgement", ["board"])


def _cards() -> None:
    op.create_table(
        "card",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("xgid", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("played", sa.Text, nullable=False),
        sa.Column("best", sa.Text, nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("match", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("reviews", sa.Integer, nullable=False),
        sa.Column("memory", sa.Text, nullable=False),
        sa.UniqueConstraint("owner", "key"),
    )
    op.create_index("card_by_due", "card", ["owner", "due"])
    op.create_table(
        "review",
        sa.Column("card", sa.String(32), sa.ForeignKey("card.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
    )


_match = sa.table("match", *map(sa.column, ("id", "about", "over")))
_event = sa.table("event", sa.column("match"), sa.column("version"), sa.column("body"))
_entrant = sa.table("entrant", *map(sa.column, ("match", "seat", "name", "folded", "won")))


def _enter_players() -> None:
    """The players of the matches that are there already, as their first events name them."""
    connection = op.get_bind()
    first = sa.select(_event.c.match, _event.c.body, _match.c.about).join(_match, _match.c.id == _event.c.match)
    found = connection.execute(first.where(_event.c.version == 1)).all()
    rows = [row for match, body, about in found for row in _rows(match, json.loads(body), _json(about))]
    for begin in range(0, len(rows), 500):
        connection.execute(sa.insert(_entrant), rows[begin : begin + 500])
    for match, _, about in found:
        if _json(about).get("over"):
            connection.execute(sa.update(_match).where(_match.c.id == match).values(over=1))


def _rows(match: str, started: Mapping[str, Any], about: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    winner = about.get("winner") if about.get("over") else None
    for seat, player in enumerate(started.get("players", ())):
        name = str(player.get("name", "")).replace("\0", "")
        won = None if winner is None else int(winner == seat)
        yield {"match": match, "seat": seat, "name": name, "folded": _folded(name), "won": won}


def _json(text: str) -> Mapping[str, Any]:
    try:
        about = json.loads(text)
    except ValueError:
        return {}
    return about if isinstance(about, dict) else {}


def _folded(name: str) -> str:
    return name.replace("İ", "i").replace("ı", "i").casefold()
