"""Whom people block, and what they report to the operator."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add both tables."""
    op.create_table(
        "block",
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("blocked", sa.String(32), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("device", "blocked", name="pk_block"),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_report"),
    )
    op.create_index("ix_report_at", "report", ["at"])
