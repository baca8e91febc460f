"""Cups and their rounds."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from .base import metadata

# A cup: what is played, how often, and how far it has come; `round` is 0 until it starts.
cup = Table(
    "cup",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("owner", String(32), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("format", String(12), nullable=False),
    Column("duplicate", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("substitute", String(16), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("status", String(12), nullable=False),
    Column("round", Integer, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Index("ix_cup_status_changed_at", "status", "changed_at"),
)

# Participants; one who has left is not paired any more.
cup_player = Table(
    "cup_player",
    metadata,
    Column("cup", String(16), ForeignKey("cup.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("joined_at", Float, nullable=False),
    Column("left_at", Float),
    PrimaryKeyConstraint("cup", "device"),
    Index("ix_cup_player_device", "device"),
)

# The tables of its rounds, planned before they are opened; in a duplicate round all have one secret.
cup_game = Table(
    "cup_game",
    metadata,
    Column("cup", String(16), ForeignKey("cup.id", ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("board", String(16), nullable=False),
    Column("secret", String(64), nullable=False),
    PrimaryKeyConstraint("cup", "round", "number"),
    Index("ix_cup_game_board", "board"),
)

# Who sits where at them; nobody is a bot.
cup_seat = Table(
    "cup_seat",
    metadata,
    Column("cup", String(16), ForeignKey("cup.id", ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("device", String(32)),
    PrimaryKeyConstraint("cup", "round", "number", "seat"),
    Index("ix_cup_seat_device", "device"),
)
