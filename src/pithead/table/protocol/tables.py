"""Tables, their seats and their results; what is asked of a table over HTTP."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from .words import Commitment, Count, Language, Level, Name, Nonce, Said, Seat, Told, Value

ClockKind = Literal["none", "live", "correspondence"]
TimeoutPolicy = Literal["move", "concede"]
Visibility = Literal["private", "public"]
Status = Literal["lobby", "running", "finished", "aborted", "closed", "damaged"]


class Pledge(Said):
    """Your part of the deal: 16 random bytes (hex), or their SHA-256, which are opened when everybody has committed.

    The nonce alone protects against the other players; kept back behind its commitment, also against the host.
    """

    nonce: Nonce | None = None
    commitment: Commitment | None = None


class OpenNonce(Said):
    """Open a commitment: only while the table waits for it (`deal.opening`)."""

    nonce: Nonce


class ClockSetup(Said):
    """How much time a seat has: `turn` seconds for every turn and a `bank` of seconds for the whole game.

    `timeout` says what happens when both are used up: a bot plays this one turn (`move`), or the seat has conceded
    (`concede`).
    """

    kind: ClockKind = "none"
    turn: int = Field(default=60, ge=5, le=30 * 86_400)
    bank: int = Field(default=300, ge=0, le=30 * 86_400)
    timeout: TimeoutPolicy = "move"


class SeatSetup(Said):
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
    substitute: Level = "hewer"
    """The bot that plays for leavers, for conceded seats and on time-out."""
    material: Annotated[str, StringConstraints(max_length=1_000_000)] | None = None
    """The text of an edition file; only where the server allows editions."""
    edition: str | None = Field(default=None, pattern=r"^[a-z0-9-]{1,64}$")
    """The name of an edition that is shipped with the game."""
    start: bool = False
    """Start at once; every seat must be taken."""


class TableChange(Said):
    """What the owner may change before the start; fields left out stay as they are."""

    options: dict[str, Value] | None = Field(default=None, max_length=64)
    clock: ClockSetup | None = None
    visibility: Visibility | None = None
    hints: bool | None = None
    substitute: Level | None = None


class SitDown(Pledge):
    """Take a seat: your name and your part of the deal."""

    name: Name


class JoinByCode(SitDown):
    """Take the first seat that waits at the table with this code, open ones before those of invited friends."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z0-9]{4,12}$")]


class Redeem(Pledge):
    """Use a link: an invitation needs a name, the other kinds do not."""

    token: str = Field(max_length=512)
    name: Name | None = None


class LookAtLink(Said):
    """Ask what a link is for, before it is used."""

    token: str = Field(max_length=512)


class Link(Told):
    """A signed link; `path` opens it in the browser client, `token` redeems it."""

    kind: Literal["invitation", "device", "owner"]
    token: str
    path: str


class Whom(Said):
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
    """Let somebody say nothing more at this table, or again."""

    on: bool = True


class Report(Whom):
    """Tell the operator about somebody."""

    reason: Literal["chat", "name", "play", "other"]
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000, pattern=r"^[^\x00]*$")] = ""


class BlockWhom(Whom):
    """Somebody at a table who shall not come to yours."""

    table: str = Field(pattern=r"^[A-Za-z0-9]{1,16}$")


class Block(Told):
    """Somebody you have blocked, by the name he had then."""

    id: str
    name: str
    at: float


class SeatInfo(Told):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["human", "bot", "invited", "open", "closed"]
    name: str
    level: str | None = None
    """The level of the bot that plays here now: a bot's own, or the stand-in of a person."""
    hotseat: bool = False
    yours: bool = False
    reserved: bool = False
    """Kept for you: a rematch waits."""
    conceded: bool = False
    muted: bool = False
    """You do not hear the person."""
    silenced: bool = False
    """The owner of the table lets the person say nothing."""
    standin: bool = False
    """A bot plays for the person, whose seat comes back with the next connection (or by `reclaim`)."""
    timed_out: bool = False
    """The person's time was up: a bot plays this turn, and this turn only."""
    online: bool = False
    away_since: float | None = None
    """Since when (seconds of the epoch) the person has no open connection."""


class Motion(Told):
    """Something the people at the table vote about; it carries as soon as `need` of them are for it."""

    motion: Literal["pause", "resume", "abort", "replace"]
    seat: int | None = None
    level: str | None = None
    by: int
    votes: dict[int, bool]
    need: int


class DealInfo(Told):
    """How the cards were dealt: the hash before the game, the secret after it."""

    commitment: str | None = None
    scheme: str | None = None
    """How secret and nonces make the key of the shuffle: `hmac-sha256`, or `sha256` for games of older versions."""
    commitments: list[str | None] = Field(default_factory=list)
    """By seat, the SHA-256 of its nonce: what nobody can change any more when the nonces are opened."""
    opening: bool = False
    """The start was asked for: everybody opens his nonce now (`POST …/nonce`), then it is dealt."""
    nonces: list[str]
    secret: str | None = None
    seed: str | None = None


class ResultInfo(Told):
    """How a game ended. `how` is `played` where the rules ended it; `reason` is then `reason.<reason>` of the game."""

    how: Literal["played", "conceded", "aborted", "closed"]
    reason: str
    scores: list[int]
    ranks: list[int]
    teams: list[int]
    breakdown: list[dict[str, int]]
    conceded: list[int]
    replaced: list[int]
    """Seats of people for whom a bot played at least one turn."""


class TableLesson(Told):
    """The lesson that a table begins with (`GET /games/{game}/lessons`); behind so many decisions all is free."""

    name: str
    decisions: int


class TableInfo(Told):
    """A table as a visitor sees it."""

    id: str
    seq: int
    code: str | None = None
    """The short code to join by; only before the start, while a seat waits, and for those who sit here."""
    game: str
    material: str
    """The fingerprint of the components, as records name it."""
    edition: str | None
    """The name of the shipped edition (`edition.<name>`); None for the default and for files that people bring."""
    rules: int
    options: dict[str, Value]
    clock: ClockSetup
    visibility: Visibility
    hints: bool
    substitute: str
    status: Status
    owner: bool
    """Whether you are the owner."""
    seats: list[SeatInfo]
    ready: bool
    """Whether the owner can start."""
    paused: bool
    decisions: int
    turn: int
    to_move: int | None
    progress: int
    """0 … 1000."""
    motions: list[Motion]
    deal: DealInfo
    result: ResultInfo | None
    rematch: str | None
    """The table of the rematch, once somebody asked for one."""
    origin: str | None
    """The table (or `record`, or `lesson`) this one was continued or replayed from."""
    lesson: TableLesson | None = None
    created_at: float
    changed_at: float


class Invitation(Told):
    """What a link is for: the table, and who invites (None: somebody who does not play)."""

    kind: Literal["invitation", "device", "owner"]
    host: str | None
    table: TableInfo


class TableList(Told):
    """Tables, the last changed first; `next` pages on."""

    tables: list[TableInfo]
    next: str | None = None


class Me(Told):
    """Who this device is."""

    name: str | None
    language: Language | None
    due: int
    """Running tables that wait for you."""


class MeChange(Said):
    """Remember a name and a language for this device."""

    name: Name | None = None
    language: Language | None = None


class Replace(Said):
    """Let a bot play for a seat; without a level the table's substitute."""

    level: Level | None = None


class NewRematch(Pledge):
    """The same people and options again; without `rotate` on the same seats."""

    rotate: bool = True


class Branch(Said):
    """Play on from a position of a finished game or of an uploaded record."""

    decision: Count
    seats: list[SeatSetup] = Field(min_length=1, max_length=16)
    nonce: Nonce | None = None


class NewLesson(Said):
    """A lesson to begin, under a name of yours."""

    game: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    lesson: str = Field(pattern=r"^[a-z0-9-]{1,64}$")
    name: Name | None = None


class UploadRecord(Said):
    """A record to replay; the answer is a finished (or stopped) table."""

    text: Annotated[str, StringConstraints(max_length=2_000_000)]
    material: Annotated[str, StringConstraints(max_length=1_000_000)] | None = None


class AskHint(Said):
    """Ask for the best decision of a seat of yours that is to move."""

    seat: Seat
    think: float = Field(default=2.0, ge=0.1, le=10.0)


class AskAnalysis(Said):
    """Analyse a finished game."""

    think: float = Field(default=0.5, ge=0.05, le=5.0)
