"""People: devices and their sessions, how somebody comes back, blocks and reports."""

from sqlalchemy import BigInteger, Column, Float, Index, LargeBinary, PrimaryKeyConstraint, String, Table, Text

from .base import metadata

device = Table(
    "device",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40)),
    Column("language", String(2)),
    Column("seen_at", Float, nullable=False),
)

# A cookie or token of a device; ended ones stay, so that they stay ended.
session = Table(
    "session",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("device", String(32), nullable=False),
    Column("agent", String(200), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("ended_at", Float),
    Index("ix_session_device", "device"),
)

# How somebody comes back: a public key, bound to the name of the site.
passkey = Table(
    "passkey",
    metadata,
    Column("id", String(400), primary_key=True),
    Column("device", String(32), nullable=False),
    Column("site", String(255), nullable=False),
    Column("name", String(40), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("used_at", Float),
    Index("ix_passkey_device", "device"),
)

# The same with a code that somebody has written down; only its hash is kept.
recovery = Table(
    "recovery",
    metadata,
    Column("device", String(32), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created_at", Float, nullable=False),
)

# What a passkey has to sign, until it has: for minutes, and in no backup.
challenge = Table(
    "challenge",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("purpose", String(8), nullable=False),
    Column("device", String(32), nullable=False),
    Column("expires_at", Float, nullable=False),
)

# Whom somebody does not want at the own tables.
block = Table(
    "block",
    metadata,
    Column("device", String(32), nullable=False),
    Column("blocked", String(32), nullable=False),
    Column("id", String(16), nullable=False),
    Column("name", String(40), nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("device", "blocked"),
)

# Reports about people to the operator; kept when the table is deleted.
report = Table(
    "report",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", Float, nullable=False),
    Column("board", String(16), nullable=False),
    Column("reporter", String(32), nullable=False),
    Column("about", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("reason", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("said", Text, nullable=False),
    Index("ix_report_at", "at"),
)
