"""Channels of notices, and the notices that were sent."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from .base import metadata

# Channels of a person; the address is encrypted. `mark` is the same for the same address of the same person.
channel = Table(
    "channel",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("device", String(32), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("format", String(8), nullable=False),
    Column("mark", String(64), nullable=False),
    Column("sealed", Text, nullable=False),
    Column("hint", String(60), nullable=False),
    Column("language", String(2), nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("zone", String(40), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("confirmed_at", Float),
    Column("failing_since", Float),
    Index("ix_channel_device", "device"),
)

# Tables of which a person wants no notices.
quiet_table = Table(
    "quiet_table",
    metadata,
    Column("device", String(32), nullable=False),
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("device", "board"),
)

# Notices, pending and sent: the idempotency key allows one per turn and channel.
notice = Table(
    "notice",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("channel", String(16), nullable=False),
    Column("board", String(16), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("state", String(8), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due_at", Float, nullable=False),
    Column("lease_until", Float, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("sent_at", Float),
    Index("ix_notice_state_due_at", "state", "due_at"),
    Index("ix_notice_channel", "channel"),
)
