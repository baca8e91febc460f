"""Seats, the votes of their people, and the lines that are written beside the game."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from pithead.engine.fair import commit

from .base import Motion, SeatData, SeatKind
from .events import Event

SPECTATORS = ""
"""Whoever mutes it hears nobody who only watches."""


@dataclass(slots=True)
class Seat:
    """A seat: who holds it, who plays it."""

    kind: SeatKind
    """`human` (held by a device), `bot`, `invite`, `open`, `closed`; a `human` without a device is expected."""
    name: str = ""
    device: str | None = None
    level: str | None = None
    nonce: str | None = None
    commitment: str | None = None
    """SHA-256 of the nonce; until everybody has committed, the person may keep the nonce back."""
    hotseat: bool = False
    epoch: int = 0
    """Incremented with every change of who holds the seat: links of an older epoch are invalid."""
    conceded: bool = False
    standin: str | None = None
    """The level of the bot that plays for the person."""
    helped: bool = False
    """A bot has stood in at least once."""
    uid: str = ""
    """What stays when the number changes: closed seats disappear at the start."""

    @classmethod
    def of(cls, data: SeatData) -> "Seat":
        """A seat from the log."""
        seat = cls(data.kind, data.name, data.device, data.level, hotseat=data.hotseat, epoch=data.epoch)
        seat.pledge(data.nonce, data.commitment)
        seat.conceded, seat.uid = data.conceded, data.uid
        return seat

    def pledge(self, nonce: str | None, commitment: str | None) -> None:
        """Record a nonce, or the commitment to one, which binds its sender."""
        self.nonce = nonce
        self.commitment = commit(bytes.fromhex(nonce)) if nonce else commitment

    @property
    def bot(self) -> str | None:
        """The level that plays here now, if a bot does."""
        return self.level if self.kind == "bot" else self.standin

    @property
    def person(self) -> bool:
        """Whether somebody holds the seat and plays it."""
        return self.kind == "human" and not self.conceded

    @property
    def holder(self) -> str:
        """An identifier of what has the seat, its device or its kind; empty while it is vacant."""
        if self.kind == "human":
            return f"device {self.device}"
        return "" if self.kind in ("open", "invite") else self.kind

    @property
    def occupied(self) -> bool:
        """Whether a bot or a device is there to play."""
        return self.kind == "bot" or (self.kind == "human" and self.device is not None)

    @property
    def free(self) -> bool:
        """Whether anybody may sit down."""
        return self.kind == "open"

    @property
    def waits(self) -> bool:
        """Whether the seat can be joined with the table's code; seats reserved for a rematch cannot."""
        return self.free or (self.kind == "invite" and self.device is None)


def for_one(kinds: Iterable[str]) -> bool:
    """Whether one person plays against bots, or will: every other seat is a bot's or nobody's."""
    return sum(kind not in ("bot", "closed") for kind in kinds) == 1


@dataclass(slots=True)
class Ballot:
    """A motion with its votes so far."""

    motion: Motion
    whom: int | None
    level: str | None
    by: int
    votes: dict[int, bool] = field(default_factory=dict)


class Line(NamedTuple):
    """A chat line or notice, with its subject as of then, since seat numbers and holders change."""

    seq: int
    at: float
    event: Event
    uid: str | None
    name: str
    device: str | None
