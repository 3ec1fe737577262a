"""Names for searching, folded as everywhere: without what fonts, spaces and decomposed dots add."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_entrant = sa.table("entrant", *map(sa.column, ("match", "seat", "name", "folded")))


def upgrade() -> None:
    connection = op.get_bind()
    columns = _entrant.c
    found = connection.execute(sa.select(columns.match, columns.seat, columns.name, columns.folded)).all()
    for match, seat, name, before in found:
        if _folded(name) != before:
            row = sa.update(_entrant).where(columns.match == match, columns.seat == seat)
            connection.execute(row.values(folded=_folded(name)))


def _folded(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold().replace("\u0307", "").replace("ı", "i")
    return " ".join(unicodedata.normalize("NFKC", plain).split())
