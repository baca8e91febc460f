"""The wire contract: every message that crosses between server and clients, over HTTP and WebSocket.

`docs/protocol.md` explains it with examples; `GET /api/protocol` serves the JSON schema of this module.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

PROTOCOL = 1
MAX_FRAME = 16_384
"""Bytes of the largest message a client may send over a socket."""

Value = bool | int | str
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24, pattern=r"^[^,:;\x00-\x1f\x7f]+$")
]
Nonce = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Seat = Annotated[int, Field(ge=0, le=15)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Level = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,16}$")]
Language = Literal["en", "fr", "de"]


class _Said(BaseModel):
    """What a client sends: unknown fields are refused, so that a typing mistake never goes unnoticed."""

    model_config = ConfigDict(extra="forbid")


class _Told(BaseModel):
    """What the server sends: clients must ignore fields they do not know."""


# -- games ------------------------------------------------------------------------------------------------------------


class OptionInfo(_Told):
    """A table option: one of `values`; words are `option.<name>` and `option.<name>.<value>`."""

    name: str
    values: list[Value]
    default: Value


class VariantInfo(_Told):
    """A named way to play: `variant.<name>`."""

    name: str
    players: list[int]
    options: dict[str, Value]


class GameInfo(_Told):
    """The facts of a title; `title` and `tagline` are in the language asked for."""

    id: str
    title: str
    tagline: str
    rules: int
    players: list[int]
    minutes: int
    weight: float
    authors: list[str]
    year: int
    options: list[OptionInfo]
    variants: list[VariantInfo]
    reconstructed: list[str]
    """Paths of component values that nobody has read off the real components."""
    sources: dict[str, str]
    provenance: dict[str, str]


class MaterialInfo(_Told):
    """The components of a game as data, for clients that draw from data."""

    fingerprint: str
    data: dict[str, Any]


class LevelInfo(_Told):
    """A strength of bots: the words are `bots.level.<level>`."""

    level: str
    name: str


# -- tables -----------------------------------------------------------------------------------------------------------

ClockKind = Literal["none", "live", "correspondence"]
TimeoutPolicy = Literal["bot", "move", "concede"]
Visibility = Literal["private", "public"]
Status = Literal["lobby", "running", "finished", "aborted", "closed"]


class ClockSetup(_Said):
    """How much time a seat has: `turn` seconds for every turn and a `bank` of seconds for the whole game.

    `timeout` says what happens when both are used up: a bot takes over until the player comes back (`bot`), a bot
    plays this one turn (`move`), or the seat has conceded (`concede`).
    """

    kind: ClockKind = "none"
    turn: int = Field(default=60, ge=5, le=30 * 86_400)
    bank: int = Field(default=300, ge=0, le=30 * 86_400)
    timeout: TimeoutPolicy = "bot"


class SeatSetup(_Said):
    """Who sits where: `you`, another person on your device, somebody invited, anybody, a bot, or nobody."""

    kind: Literal["you", "hotseat", "invite", "open", "bot", "closed"]
    name: Name | None = None
    level: Level | None = None


class NewTable(_Said):
    """A table to create; seats that are not listed are `open`."""

    game: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    seats: list[SeatSetup] = Field(min_length=1, max_length=16)
    options: dict[str, Value] = Field(default_factory=dict, max_length=64)
    clock: ClockSetup = ClockSetup()
    visibility: Visibility = "private"
    hints: bool = True
    substitute: Level = "hewer"
    """The bot that plays for leavers, for conceded seats and on time-out."""
    nonce: Nonce | None = None
    """Your 16 random bytes (hex) that go into the deal."""
    material: Annotated[str, StringConstraints(max_length=1_000_000)] | None = None
    """The text of an edition file; only where the server allows editions."""
    start: bool = False
    """Start at once; every seat must be taken."""


class TableChange(_Said):
    """What the owner may change before the start; fields left out stay as they are."""

    options: dict[str, Value] | None = Field(default=None, max_length=64)
    clock: ClockSetup | None = None
    visibility: Visibility | None = None
    hints: bool | None = None
    substitute: Level | None = None


class SitDown(_Said):
    """Take a seat: your name and your 16 random bytes for the deal."""

    name: Name
    nonce: Nonce | None = None


class JoinByCode(SitDown):
    """Take the first free seat of the table with this code."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z0-9]{4,12}$")]


class Redeem(_Said):
    """Use a link: an invitation needs a name, the other kinds do not."""

    token: str = Field(max_length=512)
    name: Name | None = None
    nonce: Nonce | None = None


class Link(_Told):
    """A signed link; `path` opens it in the browser client, `token` redeems it."""

    kind: Literal["invitation", "device", "owner"]
    token: str
    path: str


class SeatInfo(_Told):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["human", "bot", "invited", "open", "closed"]
    name: str
    level: str | None = None
    """The level of the bot that plays here now: a bot's own, or the stand-in of a person."""
    hotseat: bool = False
    yours: bool = False
    conceded: bool = False
    standin: bool = False
    """A bot plays for the person, who may take the seat back (`reclaim`)."""
    online: bool = False
    away_since: float | None = None
    """Since when (seconds of the epoch) the person has no open connection."""


class Motion(_Told):
    """Something the people at the table vote about; it carries as soon as `need` of them are for it."""

    motion: Literal["pause", "resume", "abort", "replace"]
    seat: int | None = None
    level: str | None = None
    by: int
    votes: dict[int, bool]
    need: int


class DealInfo(_Told):
    """How the cards were dealt: the hash before the game, the secret after it."""

    commitment: str | None = None
    nonces: list[str] = []
    secret: str | None = None
    seed: str | None = None


class ResultInfo(_Told):
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


class TableInfo(_Told):
    """A table as a visitor sees it."""

    id: str
    seq: int
    code: str | None = None
    """The short code to join by; only before the start, for those who sit here and for public tables."""
    game: str
    material: str
    """`builtin`, or the hash of the edition."""
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
    """The table (or `record`) this one was continued or replayed from."""
    created_at: float
    changed_at: float


class TableList(_Told):
    """Tables, the last changed first; `next` pages on."""

    tables: list[TableInfo]
    next: str | None = None


class Me(_Told):
    """Who this device is."""

    name: str | None
    language: Language | None
    due: int
    """Running tables that wait for you."""


class MeChange(_Said):
    """Remember a name and a language for this device."""

    name: Name | None = None
    language: Language | None = None


class Replace(_Said):
    """Let a bot play for a seat; without a level the table's substitute."""

    level: Level | None = None


class NewRematch(_Said):
    """The same people and options again; without `rotate` on the same seats."""

    rotate: bool = True
    nonce: Nonce | None = None


class Branch(_Said):
    """Play on from a position of a finished game or of an uploaded record."""

    decision: Count
    seats: list[SeatSetup] = Field(min_length=1, max_length=16)
    nonce: Nonce | None = None


class UploadRecord(_Said):
    """A record to replay; the answer is a finished (or stopped) table."""

    text: Annotated[str, StringConstraints(max_length=2_000_000)]
    material: Annotated[str, StringConstraints(max_length=1_000_000)] | None = None


class AskHint(_Said):
    """Ask for the best decision of a seat of yours that is to move."""

    seat: Seat
    think: float = Field(default=2.0, ge=0.1, le=10.0)


class AskAnalysis(_Said):
    """Analyse a finished game."""

    think: float = Field(default=0.5, ge=0.05, le=5.0)


class Job(_Told):
    """Work in the background: `progress` 0 … 1, `result` when done."""

    id: str
    kind: Literal["hint", "analysis"]
    table: str
    state: Literal["waiting", "working", "done", "failed", "cancelled"]
    progress: float
    result: dict[str, Any] | None = None
    error: "Problem | None" = None


class Problem(_Told):
    """What went wrong: a stable `code`, its `params`, and one sentence in the language asked for."""

    code: str
    text: str
    params: dict[str, Any] = {}


class Health(_Told):
    """Whether the server can serve."""

    status: Literal["ok", "stopping"]
    version: str
    protocol: int
    database: Literal["sqlite", "postgresql"]
    schema_version: str
    durable: dict[str, str]
    """Settings read back from the database that make an acknowledged move durable."""
    uptime: float


# -- positions --------------------------------------------------------------------------------------------------------


class NoteData(_Told):
    """A sentence by message id."""

    message: str
    params: dict[str, int | str] = {}


class OptionData(_Told):
    """A legal decision: `action.<kind>` with `params`; `targets` are the board objects to light."""

    id: int
    text: str
    kind: str
    params: dict[str, int | str] = {}
    targets: list[str] = []
    cost: dict[str, int] = {}
    preview: dict[str, int] = {}
    notes: list[NoteData] = []


class RefusalData(_Told):
    """Why a visible target is closed: `refusal.<code>` with `params`, ruling `rule.<rule>`."""

    target: str
    code: str
    params: dict[str, int | str] = {}
    rule: str = ""
    action: int = -1


class PlanData(_Told):
    """The shortest sequence of decisions that reaches a target: `plan.<kind>`."""

    target: str
    kind: str
    params: dict[str, int | str] = {}
    actions: list[int] = []


class EventData(_Told):
    """What happened because of decision number `decision`: the sentence `event.<name>`; `player` is a seat number."""

    decision: int
    name: str
    params: dict[str, Any] = {}


class Draft(_Told):
    """The unconfirmed part of the turn of the seat to move; only that seat gets one."""

    actions: list[int]
    undo: bool
    why: Literal["", "new_turn", "revealed"] = ""
    """Why nothing can be undone: the turn is new, or something hidden has been seen."""


class SeatClock(_Told):
    """What a seat has left, in milliseconds: of this turn, and of its bank."""

    turn: int
    bank: int


class ClockState(_Told):
    """The clocks at `now` (server time, seconds of the epoch)."""

    kind: ClockKind
    now: float
    running: int | None
    """The seat whose time runs; none while paused, over, or while a bot plays."""
    deadline: float | None
    """When both turn and bank of the running seat are used up."""
    seats: list[SeatClock]


class Position(_Told):
    """A position as a seat (None: a spectator) may see it."""

    seat: int | None
    at: int
    """The sequence number of the log entry that made this position: what `expect` must name."""
    decisions: int
    settled: int
    turn: int
    to_move: int | None
    phase: str
    progress: int
    view: dict[str, Any]
    options: list[OptionData]
    refusals: list[RefusalData]
    plans: list[PlanData]
    draft: Draft | None
    events_from: int
    """Forget all events of this decision number and later, then append `events`."""
    events: list[EventData]
    clock: ClockState | None
    result: ResultInfo | None


class ReplayPosition(_Told):
    """One position of a replay; `action` is the decision that led to it (none for the set-up)."""

    decision: int
    turn: int
    player: int | None
    action: int | None
    text: str | None
    settles: bool
    """Whether this decision ended a turn or revealed something."""
    to_move: int | None
    phase: str
    progress: int
    view: dict[str, Any]
    events: list[EventData]
    scores: list[int] | None
    """Points as of now; only for finished games."""


# -- socket, client to server -----------------------------------------------------------------------------------------


class _Message(_Said):
    key: Key
    """Chosen by the client, unique per seat and table: the answer names it, and a repeated one has no second effect."""


class _Acting(_Message):
    seat: Seat
    expect: Count
    """`at` of the position that the player looked at; anything else is answered by `stale`."""


class Subscribe(_Message):
    """The first message: look from `seat` (None: spectator), as of the last `seq` that arrived (0: nothing yet)."""

    type: Literal["subscribe"]
    seat: Seat | None = None
    since: Count = 0
    language: Language = "en"


class Play(_Acting):
    """Play a decision of the draft."""

    type: Literal["play"]
    decision: Count


class PlaySequence(_Acting):
    """Play several decisions, all or nothing: a plan of the game, or what was planned ahead."""

    type: Literal["sequence"]
    decisions: Annotated[list[Count], Field(min_length=1, max_length=64)]


class Undo(_Acting):
    """Take back the last decision of the draft."""

    type: Literal["undo"]


class Restart(_Acting):
    """Take back the whole draft."""

    type: Literal["restart"]


class Confirm(_Acting):
    """End the turn: the decision 0."""

    type: Literal["confirm"]


class PlanAhead(_Message):
    """Keep a private plan for the next turn of a seat of yours, and try it out; None drops it."""

    type: Literal["plan"]
    seat: Seat
    decisions: Annotated[list[Count], Field(max_length=64)] | None


class Chat(_Message):
    """Say something; from `seat`, or as a spectator with `seat` None."""

    type: Literal["chat"]
    seat: Seat | None = None
    text: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]+$"),
    ]


class Mute(_Message):
    """Hear no more (or again) from a seat (None: from all spectators); only for you."""

    type: Literal["mute"]
    seat: Seat
    whom: Seat | None
    on: bool


class Concede(_Message):
    """Give up; a bot plays on while people are left."""

    type: Literal["concede"]
    seat: Seat


class Vote(_Message):
    """Propose a motion or vote on it; `whom` and `level` only for `replace`."""

    type: Literal["vote"]
    seat: Seat
    motion: Literal["pause", "resume", "abort", "replace"]
    whom: Seat | None = None
    level: Level | None = None
    yes: bool = True


class Reclaim(_Message):
    """Take a seat back from the bot that plays for you."""

    type: Literal["reclaim"]
    seat: Seat


class Look(_Message):
    """Look from another seat of yours (hot-seat), or as a spectator."""

    type: Literal["look"]
    seat: Seat | None


class Ping(_Message):
    """Ask for a sign of life."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Subscribe
    | Play
    | PlaySequence
    | Undo
    | Restart
    | Confirm
    | PlanAhead
    | Chat
    | Mute
    | Concede
    | Vote
    | Reclaim
    | Look
    | Ping,
    Field(discriminator="type"),
]
client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# -- socket, server to client -----------------------------------------------------------------------------------------


class _Frame(_Told):
    n: int
    """1, 2, 3 …: the frames of this connection. A gap or a repetition means: subscribe again."""


class WelcomeFrame(_Frame):
    """The answer to `subscribe`, before anything else."""

    type: Literal["welcome"] = "welcome"
    key: str
    protocol: int
    seq: int
    seat: int | None
    table: TableInfo


class TableFrame(_Frame):
    """Something about the table itself changed: seats, status, motions, pause, result."""

    type: Literal["table"] = "table"
    seq: int
    table: TableInfo


class PositionFrame(_Frame):
    """What this connection may see of the game, complete; `events` are what is new."""

    type: Literal["position"] = "position"
    seq: int
    position: Position


class LineFrame(_Frame):
    """A line of the table's log that is no event of the game: `chat`, or the notice `table.notice.<line>`."""

    type: Literal["line"] = "line"
    seq: int
    line: str
    seat: int | None
    name: str
    params: dict[str, Any]
    time: float


class PresenceFrame(_Frame):
    """Who is connected."""

    type: Literal["presence"] = "presence"
    online: list[int]
    away: dict[int, float]
    """Since when (seconds of the epoch) a person is away."""
    spectators: int


class PlanFrame(_Frame):
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


class AckFrame(_Frame):
    """The message was carried out and is durable; `seq` is its place in the log (the last one for several)."""

    type: Literal["ack"] = "ack"
    key: str
    seq: int
    again: bool = False
    """The key was seen before: nothing happened a second time."""


class ErrorFrame(_Frame):
    """The message was refused; nothing changed. `key` is None where the message could not be read."""

    type: Literal["error"] = "error"
    key: str | None
    code: str
    text: str
    params: dict[str, Any]


class ByeFrame(_Frame):
    """The server closes the connection; come back after `retry` seconds, or not at all (None)."""

    type: Literal["bye"] = "bye"
    reason: Literal["stopping", "revoked", "slow", "gone"]
    retry: float | None


ServerFrame = Annotated[
    WelcomeFrame
    | TableFrame
    | PositionFrame
    | LineFrame
    | PresenceFrame
    | PlanFrame
    | AckFrame
    | ErrorFrame
    | ByeFrame,
    Field(discriminator="type"),
]
server_frame: TypeAdapter[ServerFrame] = TypeAdapter(ServerFrame)


def schema() -> dict[str, Any]:
    """The JSON schema of both directions of the socket."""
    return {
        "protocol": PROTOCOL,
        "client": client_message.json_schema(),
        "server": server_frame.json_schema(mode="serialization"),
    }
