"""Files under analysis, and what was found out about them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "study",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("lock", sa.String(128), nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("study_by_use", "study", ["used"])
    op.create_table(
        "study_finding",
        sa.Column("study", sa.String(32), sa.ForeignKey("study.id"), primary_key=True),
        sa.Column("what", sa.String(32), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
