"""Events of a game that runs, and of its end."""

from typing import Literal

from pydantic import Field

from pithead.table.log.base import BaseEvent, BilledEvent, Fields, SeatEvent


class Played(SeatEvent, BilledEvent):
    """One decision."""

    KIND = "play"
    CHANGES_TABLE = False

    decision: int = Field(alias="d")


class Undone(SeatEvent, BilledEvent):
    """The last decisions of the draft were taken back."""

    KIND = "undo"
    CHANGES_TABLE = False

    count: int = Field(alias="n")


class Conceded(SeatEvent):
    """Somebody gave up."""

    KIND = "concede"
    LINE = "conceded"
    CHANGES_CLOCK = True

    ends: bool | None = None
    """Whether that ended the game; None in old logs, where the game ended with its last person."""


class Replaced(SeatEvent, BilledEvent):
    """A bot plays for somebody who has left."""

    KIND = "replaced"
    VERSION = 2
    LINE = "replaced"
    CHANGES_CLOCK = True

    level: str
    fresh_turn: bool = False
    """Whether the turn begins anew, as it did in version 1."""

    @property
    def line_params(self) -> Fields:
        """Which bot plays."""
        return {"level": self.level}


class Reclaimed(SeatEvent):
    """Somebody took his seat back from the bot that stood in."""

    KIND = "reclaimed"
    VERSION = 2
    LINE = "reclaimed"
    CHANGES_CLOCK = True

    fresh_turn: bool = False
    """Whether the turn begins anew, as it did in version 1."""


class TimedOut(SeatEvent):
    """A seat has used up its time."""

    KIND = "timeout"
    VERSION = 2
    LINE = "timeout"
    CHANGES_CLOCK = True

    policy: Literal["move", "concede", "bot"]
    """`bot` handed the seat over for good, in logs of old."""
    fresh_turn: bool = False
    """Whether the turn begins anew, as it did in version 1."""

    @property
    def line_params(self) -> Fields:
        """What follows."""
        return {"policy": self.policy}


class Paused(BilledEvent):
    """Everybody agreed to a pause."""

    KIND = "paused"
    LINE = "paused"
    CHANGES_CLOCK = True


class Resumed(BaseEvent):
    """Everybody agreed to go on."""

    KIND = "resumed"
    LINE = "resumed"
    CHANGES_CLOCK = True


class Aborted(BaseEvent):
    """Everybody agreed to stop."""

    KIND = "aborted"
    LINE = "aborted"


class Closed(BaseEvent):
    """The owner closed the table, or nobody played there any more."""

    KIND = "closed"
    LINE = "closed"


class Unsealed(BaseEvent):
    """All tables with the same deal are done."""

    KIND = "unsealed"


class RematchOpened(SeatEvent):
    """Somebody asked for a rematch, at another table."""

    KIND = "rematch"
    LINE = "rematch"

    table: str
