"""Bodies of HTTP requests."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from .tables import ClockSetup, Visibility
from .words import Commitment, Count, Inbound, Language, Level, Name, Nonce, Seat, Value

Coach = Annotated[int, Field(ge=0, le=50)]
"""Per cent of a win: `POST …/coach` speaks against a turn that gives away at least as much; 0 for no coach."""


class Pledge(Inbound):
    """Your part of the deal: 16 random bytes (hex), or their SHA-256, which are opened when everybody has committed.

    The nonce alone protects against the other players; kept back behind its commitment, also against the host.
    """

    nonce: Nonce | None = None
    commitment: Commitment | None = None


class OpenNonce(Inbound):
    """Open a commitment: only while the table waits for it (`deal.opening`)."""

    nonce: Nonce


class SeatSetup(Inbound):
    """Who sits where: `you`, another person on your device, somebody invited, anybody, a bot, or nobody."""

    kind: Literal["you", "hotseat", "invite", "open", "bot", "closed"]
    name: Name | None = None
    level: Level | None = None


class NewTable(Pledge):
    """A table to create; seats that are not listed are `open`."""

    game: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    seats: list[SeatSetup] = Field(min_length=1, max_length=16)
    options: dict[str, Value] = Field(default_factory=dict, max_length=64)
    clock: ClockSetup = ClockSetup()
    visibility: Visibility = "private"
    hints: bool = True
    coach: Coach = 0
    rated: bool = False
    """Whether the result counts: with a clock, one person per seat, and neither hints nor a coach."""
    substitute: Level = "hewer"
    """The bot that plays for leavers, for conceded seats and on time-out."""
    material: Annotated[str, StringConstraints(max_length=1_000_000)] | None = None
    """The text of an edition file; only where the server allows editions."""
    edition: str | None = Field(default=None, pattern=r"^[a-z0-9-]{1,64}$")
    """The name of an edition that is shipped with the game."""
    start: bool = False
    """Start at once; every seat must be taken."""


class TableChange(Inbound):
    """What the owner may change before the start; fields left out stay as they are."""

    options: dict[str, Value] | None = Field(default=None, max_length=64)
    clock: ClockSetup | None = None
    visibility: Visibility | None = None
    hints: bool | None = None
    coach: Coach | None = None
    rated: bool | None = None
    substitute: Level | None = None


class SitDown(Pledge):
    """Take a seat: your name and your part of the deal."""

    name: Name


class JoinByCode(SitDown):
    """Take the first seat that waits at the table with this code, open ones before those of invited friends."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z0-9]{4,12}$")]


class Redeem(Pledge):
    """Redeem a link: an invitation needs a name, the other kinds do not."""

    token: str = Field(max_length=512)
    name: Name | None = None


class LookAtLink(Inbound):
    """Ask what a link is for, before it is used."""

    token: str = Field(max_length=512)


class Whom(Inbound):
    """Somebody at a table: whoever holds a seat, or whoever said a line of the chat (its `seq`)."""

    seat: Seat | None = None
    line: Count | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        """Either of them: a seat beside a line would be given the words of somebody else."""
        if (self.seat is None) == (self.line is None):
            raise ValueError("either seat or line")
        return self


class Silence(Whom):
    """Silence somebody at this table, or lift that."""

    on: bool = True


class Report(Whom):
    """Report somebody to the operator."""

    reason: Literal["chat", "name", "play", "other"]
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000, pattern=r"^[^\x00]*$")] = ""


class BlockWhom(Whom):
    """Somebody at a table who shall not come to yours."""

    table: str = Field(pattern=r"^[A-Za-z0-9]{1,16}$")


class MeChange(Inbound):
    """Set the name and the language of this device."""

    name: Name | None = None
    language: Language | None = None


class Replace(Inbound):
    """Let a bot play for a seat; without a level the table's substitute."""

    level: Level | None = None


class NewRematch(Pledge):
    """The same people and options again; without `rotate` on the same seats."""

    rotate: bool = True


class Branch(Inbound):
    """Play on from a position of a finished game or of an uploaded record."""

    decision: Count
    seats: list[SeatSetup] = Field(min_length=1, max_length=16)
    nonce: Nonce | None = None


class NewLesson(Inbound):
    """A lesson to begin, under a name of yours."""

    game: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    lesson: str = Field(pattern=r"^[a-z0-9-]{1,64}$")
    name: Name | None = None


class UploadRecord(Inbound):
    """A record to replay; the answer is a finished (or stopped) table."""

    text: Annotated[str, StringConstraints(max_length=2_000_000)]
    material: Annotated[str, StringConstraints(max_length=1_000_000)] | None = None


class AskHint(Inbound):
    """Ask for the best decision of a seat of yours that is to move."""

    seat: Seat
    think: float = Field(default=2.0, ge=0.1, le=10.0)


class AskCoach(Inbound):
    """Ask what speaks against a decision of a seat of yours that is to move, before it is taken."""

    seat: Seat
    decision: Count


class AskAnalysis(Inbound):
    """Analyse a finished game."""

    think: float = Field(default=0.5, ge=0.05, le=5.0)
