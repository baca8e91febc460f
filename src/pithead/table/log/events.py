"""The events of a table's log: one frozen model per kind. `rows` reads and writes them."""

from typing import Literal, TypeAlias

from pydantic import Field

from pithead.engine.fair import Scheme

from .base import BaseEvent, BilledEvent, ClockRules, DealData, Fields, LessonData, Motion, SeatData, SeatEvent


class Created(BaseEvent):
    """A table was opened: all that there is to know about it; with `actions`, with a game that is under way."""

    KIND = "created"
    VERSION = 2

    game: str
    edition: str | None = None
    """The fingerprint of the material; logs of old name none, but the rules version that chose it."""
    rules: int
    options: Fields
    clock: ClockRules
    visibility: Literal["private", "public"] = "private"
    hints: bool = True
    coach: int = 0
    rated: bool = False
    """Whether the result counts; tables of before nobody knew ratings do not."""
    cup: str | None = None
    """The cup whose table it is."""
    sealed: bool = False
    """Whether other tables are played with the same deal: until they are done, nobody else looks in."""
    substitute: str = "hewer"
    owner: str
    seats: tuple[SeatData, ...]
    deal: DealData
    code: str | None
    origin: str | None = None
    """The table that it goes on from, or `record`, or `lesson`."""
    lesson: LessonData | None = None
    names: tuple[str, ...] | None = None
    actions: tuple[int, ...] | None = None
    status: Literal["running", "finished", "aborted", "closed"] = "running"
    """With `actions`: whether it is played on, or how it was stopped."""
    how: str = "closed"


class Changed(BaseEvent):
    """The owner changed the table before the start; what is None stays."""

    KIND = "changed"
    VERSION = 2

    options: Fields | None = None
    clock: ClockRules | None = None
    visibility: Literal["private", "public"] | None = None
    hints: bool | None = None
    coach: int | None = None
    rated: bool | None = None
    substitute: str | None = None


class SeatChanged(SeatData, SeatEvent):
    """Somebody else, or nobody, holds a seat."""

    KIND = "seat"

    left: str | None = None
    """The name of whoever stood up."""

    @property
    def line(self) -> str:
        """Somebody came or went; a bot or an empty seat is no news."""
        return "left" if self.left is not None else "joined" if self.device else ""


class LinksRevoked(SeatEvent):
    """All links to a seat became worthless."""

    KIND = "links"


class DeviceChanged(SeatEvent):
    """Somebody took his seat to another device."""

    KIND = "device"
    LINE = "moved"

    device: str
    nonce: str | None = None
    commitment: str | None = None


class OwnerChanged(BaseEvent):
    """The table was handed over."""

    KIND = "owner"

    device: str


class Opening(BaseEvent):
    """The table is about to be dealt and waits for the nonces that are kept back."""

    KIND = "opening"


class NonceOpened(SeatEvent):
    """A seat opened the nonce that it had committed to."""

    KIND = "nonce"
    CHANGES_TABLE = False

    nonce: str


class Started(BaseEvent):
    """It was dealt. Closed seats disappeared: `order` lists the old numbers of the others."""

    KIND = "started"
    VERSION = 2
    LINE = "started"

    order: tuple[int, ...]
    names: tuple[str, ...]
    nonces: tuple[str, ...]
    scheme: Scheme


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


class Conceded(SeatEvent):
    """Somebody gave up."""

    KIND = "concede"
    LINE = "conceded"
    CHANGES_CLOCK = True

    ends: bool | None = None
    """Whether that was the end of the game; logs of old do not say so: there it ended with its last person."""


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


Event: TypeAlias = (
    Created | Changed | SeatChanged | LinksRevoked | DeviceChanged | OwnerChanged | Opening | NonceOpened | Started
    | Played | Undone | Chatted | Muted | Silenced | Removed | Voted | Conceded | Replaced | Reclaimed | TimedOut
    | Paused | Resumed | Aborted | Closed | Unsealed | RematchOpened
)  # fmt: skip
