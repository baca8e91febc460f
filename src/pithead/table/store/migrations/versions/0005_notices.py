"""Telling people that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add channels and the outbox; a table from before counts its turns from its next entry on."""
    op.add_column("board", sa.Column("turn", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "channel",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("format", sa.String(8), nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("hint", sa.String(60), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("zone", sa.String(40), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("confirmed_at", sa.Float),
        sa.Column("failing_since", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_channel"),
    )
    op.create_index("ix_channel_device", "channel", ["device"])
    op.create_table(
        "quiet_table",
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("board", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["board"], ["board.id"], name="fk_quiet_table_board", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("device", "board", name="pk_quiet_table"),
    )
    op.create_table(
        "notice",
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due_at", sa.Float, nullable=False),
        sa.Column("lease_until", sa.Float, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("sent_at", sa.Float),
        sa.PrimaryKeyConstraint("key", name="pk_notice"),
    )
    op.create_index("ix_notice_state_due_at", "notice", ["state", "due_at"])
    op.create_index("ix_notice_channel", "notice", ["channel"])
