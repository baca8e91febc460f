"""The server itself: background work, refusals, health."""

from typing import Any, Literal

from .words import Outbound


class Problem(Outbound):
    """What went wrong: a stable `code`, its `params`, and one sentence in the language asked for."""

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


class Renewed(Outbound):
    """What goes on after all other sessions were ended; `token` for a program that showed one."""

    token: str | None
    sessions: list[SessionInfo]


class Job(Outbound):
    """Work in the background: `progress` 0 … 1, `result` when done."""

    id: str
    kind: Literal["hint", "analysis"]
    table: str
    state: Literal["waiting", "working", "done", "failed", "cancelled"]
    progress: float
    ahead: int = 0
    """How many analyses are done before this one begins."""
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
    """Whether the server can serve."""

    status: Literal["ok", "stopping"]
    version: str
    protocol: int
    database: Literal["sqlite", "postgresql"]
    schema_version: str
    durable: dict[str, str]
    """Settings read back from the database that make an acknowledged move durable."""
    uptime: float
    write: float
    """Seconds that a write has just taken."""
    drawing: float
    """Seconds that a drawing has just taken."""
    sweep: float
    """Seconds since overdue bots and clocks were last looked for."""
    damaged: int
    """Tables that cannot be read and are set aside."""
