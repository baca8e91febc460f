"""Background jobs, problems, sessions and health."""

from typing import Any, Literal

from .words import Outbound


class Problem(Outbound):
    """An error: a stable `code`, its `params`, and one sentence in the requested language."""

    code: str
    text: str
    params: dict[str, Any]


class SessionInfo(Outbound):
    """A cookie or token by which a device is known; `agent` is what its program calls itself."""

    id: str
    agent: str
    created_at: float
    seen_at: float
    current: bool


class Token(Outbound):
    """A bearer token, for programs without cookies."""

    token: str


class Renewed(Outbound):
    """The sessions left after all others were revoked; `token` for a program that had sent one."""

    token: str | None
    sessions: list[SessionInfo]


class Job(Outbound):
    """A background job: `progress` 0 … 1, `result` when done."""

    id: str
    kind: Literal["hint", "analysis"]
    table: str
    state: Literal["waiting", "working", "done", "failed", "cancelled"]
    progress: float
    ahead: int = 0
    """Number of analyses ahead of this one in the queue."""
    result: dict[str, Any] | None = None
    error: Problem | None = None


class Objection(Outbound):
    """What speaks against a decision that cannot be taken back.

    `loss` is a part of a win; `decision` would be better, after `back` decisions of the draft were taken back. The
    sentence asks about it, `why` is the reason in words.
    """

    loss: float
    back: int
    decision: int
    text: str
    sentence: str
    why: str


class Coached(Outbound):
    """What the coach says about a decision: None for nothing, also where there was no time to find out."""

    objection: Objection | None


class Observation(Outbound):
    """What a seat sees as numbers, as the environments have it (docs/observations.md)."""

    observation: list[int]


class Health(Outbound):
    """Result of the health check."""

    status: Literal["ok", "stopping"]
    version: str
    protocol: int
    database: Literal["sqlite", "postgresql"]
    schema_version: str
    durable: dict[str, str]
    """Settings read back from the database that make an acknowledged move durable."""
    uptime: float
    write: float
    """Duration of the last write in seconds."""
    drawing: float
    """Duration of the last rendering in seconds."""
    sweep: float
    """Seconds since the last sweep for overdue bots and clocks."""
    damaged: int
    """Number of tables that cannot be loaded and are quarantined."""
