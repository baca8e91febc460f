"""Tables, their seats and their results, as the server shows them."""

from typing import Literal

from pydantic import Field

from .words import Inbound, Language, Outbound, Value

ClockKind = Literal["none", "live", "correspondence"]
TimeoutPolicy = Literal["move", "concede"]
Visibility = Literal["private", "public"]
Status = Literal["lobby", "running", "finished", "aborted", "closed", "damaged"]


class ClockSetup(Inbound):
    """How much time a seat has: `turn` seconds for every turn and a `bank` of seconds for the whole game.

    `timeout` says what happens when both are used up: a bot plays this one turn (`move`), or the seat has conceded
    (`concede`).
    """

    kind: ClockKind = "none"
    turn: int = Field(default=60, ge=5, le=30 * 86_400)
    bank: int = Field(default=300, ge=0, le=30 * 86_400)
    timeout: TimeoutPolicy = "move"


class Link(Outbound):
    """A signed link; `path` opens it in the browser client, `token` redeems it."""

    kind: Literal["invitation", "device", "owner"]
    token: str
    path: str


class Block(Outbound):
    """Somebody you have blocked, by the name he had then."""

    id: str
    name: str
    at: float


class SeatInfo(Outbound):
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


class Motion(Outbound):
    """Something the people at the table vote about; it carries as soon as `need` of them are for it."""

    motion: Literal["pause", "resume", "abort", "replace"]
    seat: int | None = None
    level: str | None = None
    by: int
    votes: dict[int, bool]
    need: int


class DealInfo(Outbound):
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


class ResultInfo(Outbound):
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


class TableLesson(Outbound):
    """The lesson that a table begins with (`GET /games/{game}/lessons`); behind so many decisions all is free."""

    name: str
    decisions: int


class TableInfo(Outbound):
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
    coach: int
    """From how many per cent of a win the coach speaks against a turn; 0: there is none."""
    rated: bool = False
    """Whether the result counts for ratings."""
    cup: str | None = None
    """The cup whose table it is."""
    sealed: bool = False
    """Others still play with the same deal: no spectators, and no replay, until they are done."""
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
    deadline: float | None
    """When the time of the person to move is up; the clock of a position says it to the second."""
    created_at: float
    changed_at: float


class Invitation(Outbound):
    """What a link is for: the table, and who invites (None: somebody who does not play)."""

    kind: Literal["invitation", "device", "owner"]
    host: str | None
    table: TableInfo


class TableList(Outbound):
    """Tables, the last changed first; `next` pages on."""

    tables: list[TableInfo]
    next: str | None = None


class Me(Outbound):
    """Who this device is."""

    name: str | None
    language: Language | None
    due: int
    """Running tables that wait for you."""
    words: str
    """What the texts of the games are at present: with it in their address they may be kept for ever."""
