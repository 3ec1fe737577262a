"""The tables of the database. Changing them takes a migration; `HEAD` names the newest."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

HEAD = "0001"

metadata = MetaData()

match = Table(
    "match",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("events", Integer, nullable=False),
    Column("about", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Index("match_by_update", "updated"),
)

event = Table(
    "event",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)

token = Table(
    "token",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("hash", String(128), nullable=False),
)

command = Table(
    "command",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
)
