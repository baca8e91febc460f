"""The first schema: settings, devices, boards with their logs, plans, editions, jobs, presence, outages."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "setting",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_setting"),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("language", sa.String(2)),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
    )
    op.create_table(
        "board",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("code", sa.String(12)),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("changed_at", sa.Float, nullable=False),
        sa.Column("due_at", sa.Float),
        sa.Column("waits_for", sa.String(32)),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("lease", sa.String(32)),
        sa.Column("lease_until", sa.Float, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_board"),
        sa.UniqueConstraint("code", name="uq_board_code"),
    )
    op.create_index("ix_board_due_at", "board", ["due_at"])
    op.create_index("ix_board_status_changed_at", "board", ["status", "changed_at"])
    op.create_table(
        "entry",
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("key", sa.String(100)),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("board", "seq", name="pk_entry"),
        sa.UniqueConstraint("board", "key", name="uq_entry_board_key"),
        _of_board("entry"),
    )
    op.create_table(
        "sitting",
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("board", "seat", name="pk_sitting"),
        _of_board("sitting"),
    )
    op.create_index("ix_sitting_device", "sitting", ["device"])
    op.create_table(
        "plan",
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("decisions", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("board", "seat", name="pk_plan"),
        _of_board("plan"),
    )
    op.create_table(
        "edition",
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name="pk_edition"),
    )
    op.create_table(
        "job",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("ask", sa.Text, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("progress", sa.Float, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("worker", sa.String(32), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("changed_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_job"),
        _of_board("job"),
    )
    op.create_index("ix_job_board", "job", ["board"])
    op.create_index("ix_job_device_created_at", "job", ["device", "created_at"])
    op.create_table(
        "presence",
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("worker", sa.String(32), nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("spectators", sa.Integer, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("board", "worker", name="pk_presence"),
        _of_board("presence"),
    )
    op.create_table(
        "outage",
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("began", name="pk_outage"),
    )


def _of_board(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["board"], ["board.id"], name=f"fk_{table}_board", ondelete="CASCADE")
