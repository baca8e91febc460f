"""Indexes for the lists that everybody asks for first: my tables, and those that wait for me."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add them."""
    op.create_index("ix_board_owner", "board", ["owner"])
    op.create_index("ix_board_waits_for", "board", ["waits_for"])
