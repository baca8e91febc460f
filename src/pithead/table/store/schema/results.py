"""What finished games leave behind."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from .base import metadata

# What a finished game was worth. It outlives its table: ratings are made from it. `verdict` is `waiting` until ratings
# have taken it in, then `counted`, or why it does not count; `number` is its place in the order of those that count.
result = Table(
    "result",
    metadata,
    Column("board", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("how", String(12), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("verdict", String(12), nullable=False),
    Column("number", Integer),
    Column("ended_at", Float, nullable=False),
    Index("ix_result_verdict_ended_at", "verdict", "ended_at"),
    Index("ix_result_number", "number"),
)

# Who sat there. `player` is the public name of a person (never the device), or `bot:` with a level; `points` by source.
result_seat = Table(
    "result_seat",
    metadata,
    Column("board", String(16), ForeignKey("result.board", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("side", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("points", Text, nullable=False),
    Column("fate", String(8), nullable=False),
    Column("mu_before", Float),
    Column("mu_after", Float),
    PrimaryKeyConstraint("board", "seat"),
    Index("ix_result_seat_player", "player"),
)

# How strong somebody is in a title: derived from the results that count (`pithead ratings --rebuild`).
rating = Table(
    "rating",
    metadata,
    Column("game", String(64), nullable=False),
    Column("player", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("rivals", Integer, nullable=False),
    Column("changed_at", Float, nullable=False),
    PrimaryKeyConstraint("game", "player"),
    Index("ix_rating_player", "player"),
)
