"""Tables: the log, and what is derived from it."""

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from .base import metadata

# One row per table: a summary of its log for lists, and when the server has something to do there.
board = Table(
    "board",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(12), unique=True),
    Column("game", String(64), nullable=False),
    Column("status", String(12), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("free", Integer, nullable=False),
    Column("owner", String(32), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Column("due_at", Float),
    Column("waits_for", String(32)),
    Column("head", Text, nullable=False),
    Column("lease", String(32)),
    Column("lease_until", Float, nullable=False, server_default="0"),
    Column("turn", Integer, nullable=False, server_default="0"),
    Index("ix_board_due_at", "due_at"),
    Index("ix_board_owner", "owner"),
    Index("ix_board_waits_for", "waits_for"),
    Index("ix_board_status_changed_at", "status", "changed_at"),
)

# The primary key is the concurrency control: a second writer of the same sequence number fails.
entry = Table(
    "entry",
    metadata,
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("data", Text, nullable=False),
    Column("key", String(100)),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("board", "seq"),
    UniqueConstraint("board", "key"),
)

# Which devices sit where: derived from the log, for "my tables".
sitting = Table(
    "sitting",
    metadata,
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("device", String(32), nullable=False),
    PrimaryKeyConstraint("board", "seat"),
    Index("ix_sitting_device", "device"),
)

plan = Table(
    "plan",
    metadata,
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("decisions", Text, nullable=False),
    PrimaryKeyConstraint("board", "seat"),
)

edition = Table(
    "edition",
    metadata,
    Column("fingerprint", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("text", LargeBinary, nullable=False),
)

job = Table(
    "job",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(32), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("ask", Text, nullable=False),
    Column("state", String(12), nullable=False),
    Column("progress", Float, nullable=False),
    Column("result", Text),
    Column("worker", String(32), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Index("ix_job_board", "board"),
    Index("ix_job_device_created_at", "device", "created_at"),
)

# Who is connected through which worker; only filled where several workers serve.
presence = Table(
    "presence",
    metadata,
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("worker", String(32), nullable=False),
    Column("seats", Text, nullable=False),
    Column("spectators", Integer, nullable=False),
    Column("until", Float, nullable=False),
    PrimaryKeyConstraint("board", "worker"),
)
