"""The server itself."""

from sqlalchemy import Column, Float, String, Table, Text

from .base import metadata

setting = Table(
    "setting",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# When nobody served: never charged to a player.
outage = Table(
    "outage",
    metadata,
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)
