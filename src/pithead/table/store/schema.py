"""The tables of the database. The log (`entry`) is the truth; everything else can be derived from it or lost.

Changes need a migration in `migrations/versions` and a database file of the old schema in `tests/table/databases`.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

setting = Table(
    "setting",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

device = Table(
    "device",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40)),
    Column("language", String(2)),
    Column("seen_at", Float, nullable=False),
)

# A cookie or token of a device; ended ones stay, so that they stay ended.
session = Table(
    "session",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("device", String(32), nullable=False),
    Column("agent", String(200), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("ended_at", Float),
    Index("ix_session_device", "device"),
)

# How somebody comes back: a public key, bound to the name of the site.
passkey = Table(
    "passkey",
    metadata,
    Column("id", String(400), primary_key=True),
    Column("device", String(32), nullable=False),
    Column("site", String(255), nullable=False),
    Column("name", String(40), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("used_at", Float),
    Index("ix_passkey_device", "device"),
)

# The same with a code that somebody has written down; only its hash is kept.
recovery = Table(
    "recovery",
    metadata,
    Column("device", String(32), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created_at", Float, nullable=False),
)

# What a passkey has to sign, until it has: for minutes, and in no backup.
challenge = Table(
    "challenge",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("purpose", String(8), nullable=False),
    Column("device", String(32), nullable=False),
    Column("expires_at", Float, nullable=False),
)

# One row per table: a summary of its log for lists, and when the server has something to do there.
board = Table(
    "board",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(12), unique=True),
    Column("game", String(64), nullable=False),
    Column("status", String(12), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("free", Integer, nullable=False),
    Column("owner", String(32), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Column("due_at", Float),
    Column("waits_for", String(32)),
    Column("turn", Integer, nullable=False, server_default="0"),
    Column("head", Text, nullable=False),
    Column("lease", String(32)),
    Column("lease_until", Float, nullable=False, server_default="0"),
    Index("ix_board_due_at", "due_at"),
    Index("ix_board_owner", "owner"),
    Index("ix_board_waits_for", "waits_for"),
    Index("ix_board_status_changed_at", "status", "changed_at"),
)

# The primary key is the concurrency control: a second writer of the same sequence number fails.
entry = Table(
    "entry",
    metadata,
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("data", Text, nullable=False),
    Column("key", String(100)),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("board", "seq"),
    UniqueConstraint("board", "key"),
)

# Which devices sit where: derived from the log, for "my tables".
sitting = Table(
    "sitting",
    metadata,
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("device", String(32), nullable=False),
    PrimaryKeyConstraint("board", "seat"),
    Index("ix_sitting_device", "device"),
)

plan = Table(
    "plan",
    metadata,
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("decisions", Text, nullable=False),
    PrimaryKeyConstraint("board", "seat"),
)

edition = Table(
    "edition",
    metadata,
    Column("fingerprint", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("text", LargeBinary, nullable=False),
)

job = Table(
    "job",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(32), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("ask", Text, nullable=False),
    Column("state", String(12), nullable=False),
    Column("progress", Float, nullable=False),
    Column("result", Text),
    Column("worker", String(32), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Index("ix_job_board", "board"),
    Index("ix_job_device_created_at", "device", "created_at"),
)

# Who is connected through which worker; only filled where several workers serve.
presence = Table(
    "presence",
    metadata,
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    Column("worker", String(32), nullable=False),
    Column("seats", Text, nullable=False),
    Column("spectators", Integer, nullable=False),
    Column("until", Float, nullable=False),
    PrimaryKeyConstraint("board", "worker"),
)

# Whom somebody does not want at the own tables.
block = Table(
    "block",
    metadata,
    Column("device", String(32), nullable=False),
    Column("blocked", String(32), nullable=False),
    Column("id", String(16), nullable=False),
    Column("name", String(40), nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("device", "blocked"),
)

# What people have told the operator about others; kept when the table is deleted.
report = Table(
    "report",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", Float, nullable=False),
    Column("board", String(16), nullable=False),
    Column("reporter", String(32), nullable=False),
    Column("about", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("reason", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("said", Text, nullable=False),
    Index("ix_report_at", "at"),
)

# How somebody wants to be told; where to is encrypted. `mark` is the same for the same address of the same person.
channel = Table(
    "channel",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("device", String(32), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("format", String(8), nullable=False),
    Column("mark", String(64), nullable=False),
    Column("sealed", Text, nullable=False),
    Column("hint", String(60), nullable=False),
    Column("language", String(2), nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("zone", String(40), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("confirmed_at", Float),
    Column("failing_since", Float),
    Index("ix_channel_device", "device"),
)

# Tables about which somebody does not want to be told.
quiet_table = Table(
    "quiet_table",
    metadata,
    Column("device", String(32), nullable=False),
    Column("board", String(16), ForeignKey("board.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("device", "board"),
)

# What is to be told, and was: the key makes sure that there is one per turn and channel.
notice = Table(
    "notice",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("channel", String(16), nullable=False),
    Column("board", String(16), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("state", String(8), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due_at", Float, nullable=False),
    Column("lease_until", Float, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("sent_at", Float),
    Index("ix_notice_state_due_at", "state", "due_at"),
    Index("ix_notice_channel", "channel"),
)

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

# Who plays in it; whoever leaves is seated no more.
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

# When nobody served: never charged to a player.
outage = Table(
    "outage",
    metadata,
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)
