"""Cups."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "cup",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("format", sa.String(12), nullable=False),
        sa.Column("duplicate", sa.Integer, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("substitute", sa.String(16), nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("changed_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cup"),
    )
    op.create_index("ix_cup_status_changed_at", "cup", ["status", "changed_at"])
    op.create_table(
        "cup_player",
        sa.Column("cup", sa.String(16), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("joined_at", sa.Float, nullable=False),
        sa.Column("left_at", sa.Float),
        sa.ForeignKeyConstraint(["cup"], ["cup.id"], name="fk_cup_player_cup", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("cup", "device", name="pk_cup_player"),
    )
    op.create_index("ix_cup_player_device", "cup_player", ["device"])
    op.create_table(
        "cup_game",
        sa.Column("cup", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["cup"], ["cup.id"], name="fk_cup_game_cup", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("cup", "round", "number", name="pk_cup_game"),
    )
    op.create_index("ix_cup_game_board", "cup_game", ["board"])
    op.create_table(
        "cup_seat",
        sa.Column("cup", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("device", sa.String(32)),
        sa.ForeignKeyConstraint(["cup"], ["cup.id"], name="fk_cup_seat_cup", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("cup", "round", "number", "seat", name="pk_cup_seat"),
    )
    op.create_index("ix_cup_seat_device", "cup_seat", ["device"])
