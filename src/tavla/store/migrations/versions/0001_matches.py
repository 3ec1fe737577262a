"""Matches, their events, the tokens of their seats and the commands that were carried out."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
    )
    op.create_index("match_by_update", "match", ["updated"])
    op.create_table(
        "event",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "token",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String(128), nullable=False),
    )
    op.create_table(
        "command",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for name in ("command", "token", "event", "match"):
        op.drop_table(name)
