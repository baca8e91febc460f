"""Results of finished games, and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables; results of games that ended before are read from their logs by the server."""
    op.create_table(
        "result",
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("how", sa.String(12), nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("verdict", sa.String(12), nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("ended_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("board", name="pk_result"),
    )
    op.create_index("ix_result_verdict_ended_at", "result", ["verdict", "ended_at"])
    op.create_index("ix_result_number", "result", ["number"])
    op.create_table(
        "result_seat",
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("points", sa.Text, nullable=False),
        sa.Column("fate", sa.String(8), nullable=False),
        sa.Column("mu_before", sa.Float),
        sa.Column("mu_after", sa.Float),
        sa.ForeignKeyConstraint(["board"], ["result.board"], name="fk_result_seat_board", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("board", "seat", name="pk_result_seat"),
    )
    op.create_index("ix_result_seat_player", "result_seat", ["player"])
    op.create_table(
        "rating",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("rivals", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_rating"),
    )
    op.create_index("ix_rating_player", "rating", ["player"])
