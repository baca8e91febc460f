"""Passkeys and recovery codes."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add what leads back to a person; everybody begins without."""
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(400), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("site", sa.String(255), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_passkey"),
    )
    op.create_index("ix_passkey_device", "passkey", ["device"])
    op.create_table(
        "recovery",
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("device", name="pk_recovery"),
        sa.UniqueConstraint("hash", name="uq_recovery_hash"),
    )
    op.create_table(
        "challenge",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenge"),
    )
