"""What people say, vote, and do about each other."""

from pithead.table.log.base import BaseEvent, Fields, Motion, SeatEvent


class Chatted(BaseEvent):
    """Somebody said something; whoever only watches is named by `by` and `name`."""

    KIND = "chat"
    LINE = "chat"
    CHANGES_TABLE = False

    text: str
    name: str | None = None
    by: str | None = None

    @property
    def line_params(self) -> Fields:
        """What was said."""
        return {"text": self.text}


class Muted(SeatEvent):
    """Somebody wants to hear no more of a seat (None: of the spectators), or again."""

    KIND = "mute"
    CHANGES_TABLE = False

    whom: int | None
    on: bool


class Silenced(BaseEvent):
    """The owner lets somebody say nothing, or again."""

    KIND = "silenced"

    device: str
    on: bool


class Removed(BaseEvent):
    """The owner sent somebody away."""

    KIND = "removed"

    device: str


class Voted(SeatEvent):
    """Somebody proposed a motion, or voted on it."""

    KIND = "vote"

    motion: Motion
    whom: int | None
    level: str | None
    yes: bool
