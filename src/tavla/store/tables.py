"""The tables of the database. Changing them takes a migration; `HEAD` names the newest."""

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

HEAD = "0004"

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
    Column("over", Integer, nullable=False, server_default="0"),
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

entrant = Table(
    "entrant",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("won", Integer),
    Index("entrant_by_name", "folded"),
)
"""Who plays, by name for searching: `folded` is the name without case; `won` is null until the match is over."""

indexed = Table(
    "indexed",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("version", Integer, nullable=False),
)
"""Up to which version the positions of a match are in `position`."""

position = Table(
    "position",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("game", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("roll", Integer, nullable=False),
    Column("board", String(14), nullable=False),
    Index("position_by_board", "board"),
)
"""Where somebody had to play a roll or to answer a double: GNU position ID seen by the player on roll; a roll is 61, no
roll 0."""

annotation = Table(
    "annotation",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("level", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("made", Float, nullable=False),
    Column("about", Text, nullable=False),
)
"""An analysis of a match as it stood at a version; `about` is what whoever made it says of the players, as JSON."""

judgement = Table(
    "judgement",
    metadata,
    Column("match", String(64), primary_key=True),
    Column("level", String(16), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("game", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("loss", Float, nullable=False),
    Column("counts", Integer, nullable=False),
    Column("played", Text, nullable=False),
    Column("best", Text, nullable=False),
    Column("roll", Integer, nullable=False),
    Column("board", String(14), nullable=False),
    ForeignKeyConstraint(["match", "level"], ["annotation.match", "annotation.level"]),
    Index("judgement_by_loss", "loss"),
    Index("judgement_by_board", "board"),
)
"""One decision of an analysis, as far as it is searched for."""

card = Table(
    "card",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    Column("made", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("xgid", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("played", Text, nullable=False),
    Column("best", Text, nullable=False),
    Column("loss", Float, nullable=False),
    Column("match", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("reviews", Integer, nullable=False),
    Column("memory", Text, nullable=False),
    UniqueConstraint("owner", "key"),
    Index("card_by_due", "owner", "due"),
)
"""A decision that somebody studies. `key` is the same for the same decision, `memory` the scheduler's own JSON."""

review = Table(
    "review",
    metadata,
    Column("card", ForeignKey("card.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("time", Float, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("loss", Float, nullable=False),
    Column("answer", Text, nullable=False),
)

study = Table(
    "study",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("lock", String(128), nullable=False),
    Column("level", String(16), nullable=False),
    Column("engine", String(64), nullable=False),
    Column("used", Float, nullable=False),
    Column("size", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("study_by_use", "used"),
)
"""A file under analysis; `size` is what it takes with its findings, in bytes."""

study_finding = Table(
    "study_finding",
    metadata,
    Column("study", ForeignKey("study.id"), primary_key=True),
    Column("what", String(32), primary_key=True),
    Column("body", Text, nullable=False),
)
