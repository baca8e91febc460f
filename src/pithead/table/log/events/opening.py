"""Events until the game begins, and of who sits where."""

from typing import Literal

from pithead.engine.fair import Scheme
from pithead.table.log.base import BaseEvent, ClockRules, DealData, Fields, LessonData, SeatData, SeatEvent


class Created(BaseEvent):
    """A table was opened: all that there is to know about it; with `actions`, with a game that is under way."""

    KIND = "created"
    VERSION = 2

    game: str
    edition: str | None = None
    """The fingerprint of the material; None in logs of the first versions, where the rules version selects it."""
    rules: int
    options: Fields
    clock: ClockRules
    visibility: Literal["private", "public"] = "private"
    hints: bool = True
    coach: int = 0
    rated: bool = False
    """Whether the result counts; False for tables from before ratings existed."""
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
    """All links to a seat were revoked."""

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
