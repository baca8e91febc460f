"""Messages from server to client over the WebSocket of a table."""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from .positions import ChangedPosition, OptionData, PlanData, Position, RefusalData
from .tables import TableInfo
from .words import Outbound

Goodbye = Literal["stopping", "revoked", "slow", "gone", "damaged"]


UNNUMBERED = 0
"""The number of a frame until it is sent."""


class Frame(Outbound):
    """The base of all frames."""

    n: int
    """1, 2, 3 …: the frames of this connection. A gap or a repetition means: subscribe again."""
    type: str


class WelcomeFrame(Frame):
    """The answer to `subscribe`, before anything else."""

    type: Literal["welcome"] = "welcome"
    key: str
    protocol: int
    seq: int
    seat: int | None
    table: TableInfo


class TableFrame(Frame):
    """Something about the table itself changed: seats, status, motions, pause, result."""

    type: Literal["table"] = "table"
    seq: int
    table: TableInfo


class PositionFrame(Frame):
    """What this connection may see of the game, complete; `events` are what is new."""

    type: Literal["position"] = "position"
    seq: int
    position: Position


class ChangesFrame(Frame):
    """What changed since the last position of this connection; only for those who subscribed with `changes`."""

    type: Literal["changes"] = "changes"
    seq: int
    base: int
    """The number of the frame that this one follows: the last `position` or `changes` of the connection."""
    position: ChangedPosition


class LineFrame(Frame):
    """A line of the table's log that is no event of the game: `chat`, or the notice `table.notice.<line>`."""

    type: Literal["line"] = "line"
    seq: int
    line: str
    seat: int | None
    name: str
    params: dict[str, Any]
    time: float
    decision: int
    """How many decisions everybody could see when it was written: it belongs before the event of that number."""


class PresenceFrame(Frame):
    """Who is connected, and how ready the bots are."""

    type: Literal["presence"] = "presence"
    online: list[int]
    away: dict[int, float]
    """Since when (seconds of the epoch) a person is away."""
    spectators: int
    warming: int | None = None
    """Seconds until the bots of this game have their compiled search; until then they play without it."""


class PlanFrame(Frame):
    """The private plan of a seat: the beginning that is possible (`legal` decisions), and the board it leads to.

    While the seat is not to move the board is a guess: what the seat cannot know is re-dealt, and bots play the turns
    in between (`guess`).
    """

    type: Literal["plan"] = "plan"
    seat: int
    decisions: list[int]
    legal: int
    guess: bool
    phase: str
    view: dict[str, Any] | None
    options: list[OptionData]
    refusals: list[RefusalData]
    plans: list[PlanData]


class AckFrame(Frame):
    """The command was executed and is durable; `seq` is its place in the log (the last one of several)."""

    type: Literal["ack"] = "ack"
    key: str
    seq: int
    again: bool = False
    """The idempotency key was seen before: nothing happened a second time."""


class ErrorFrame(Frame):
    """The message was refused; nothing changed. `key` is None where the message could not be read."""

    type: Literal["error"] = "error"
    key: str | None
    code: str
    text: str
    params: dict[str, Any]


class ByeFrame(Frame):
    """The server closes the connection; come back after `retry` seconds, or not at all (None)."""

    type: Literal["bye"] = "bye"
    reason: Goodbye
    retry: float | None


ServerFrame = Annotated[
    WelcomeFrame
    | TableFrame
    | PositionFrame
    | ChangesFrame
    | LineFrame
    | PresenceFrame
    | PlanFrame
    | AckFrame
    | ErrorFrame
    | ByeFrame,
    Field(discriminator="type"),
]
server_frame: TypeAdapter[ServerFrame] = TypeAdapter(ServerFrame)
