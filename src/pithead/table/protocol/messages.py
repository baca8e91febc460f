"""Messages from client to server over the WebSocket of a table."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter
from pydantic.json_schema import SkipJsonSchema

from .words import Count, Inbound, Key, Language, Level, Seat


class Message(Inbound):
    """The base of all messages."""

    key: Key
    """Idempotency key, unique per seat and table: the response names it, and a repeated one has no second effect."""


class Acting(Message):
    """The base of commands that belong to a turn."""

    seat: Seat
    expect: Count
    """Precondition: `at` of the position that the player looked at; any other is refused as `stale`."""


class Subscribe(Message):
    """The first message: look from `seat` (None: spectator), as of the last `seq` that arrived (0: nothing yet)."""

    type: Literal["subscribe"]
    seat: Seat | None = None
    since: Count = 0
    numbering: Count = 1
    """How `since` was counted (2: as now). Without it the server may resend everything."""
    language: Language | SkipJsonSchema[None] = None
    """Of the sentences of refusals; without it that of the request."""
    changes: bool = False
    """Positions after the first may come as `changes` to the one before, where that is smaller."""


class Play(Acting):
    """Play a decision of the draft."""

    type: Literal["play"]
    decision: Count


class PlaySequence(Acting):
    """Play several decisions, all or nothing: a plan of the game, or what was planned ahead."""

    type: Literal["sequence"]
    decisions: Annotated[list[Count], Field(min_length=1, max_length=64)]


class Undo(Acting):
    """Take back the last decision of the draft."""

    type: Literal["undo"]


class Restart(Acting):
    """Take back the whole draft."""

    type: Literal["restart"]


class Confirm(Acting):
    """End the turn: the decision 0."""

    type: Literal["confirm"]


class PlanAhead(Message):
    """Keep a private plan for the next turn of a seat of yours, and try it out; None drops it."""

    type: Literal["plan"]
    seat: Seat
    decisions: Annotated[list[Count], Field(max_length=64)] | None


class Chat(Message):
    """Say something; from `seat`, or as a spectator with `seat` None."""

    type: Literal["chat"]
    seat: Seat | None = None
    text: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]+$"),
    ]


class Mute(Message):
    """Hear no more (or again) from a seat (None: from all spectators); only for you."""

    type: Literal["mute"]
    seat: Seat
    whom: Seat | None
    on: bool


class Concede(Message):
    """Give up; a bot plays on while people are left."""

    type: Literal["concede"]
    seat: Seat


class Vote(Message):
    """Propose a motion or vote on it; `whom` and `level` only for `replace`."""

    type: Literal["vote"]
    seat: Seat
    motion: Literal["pause", "resume", "abort", "replace"]
    whom: Seat | None = None
    level: Level | None = None
    yes: bool = True


class Reclaim(Message):
    """Take a seat back from the bot that plays for you."""

    type: Literal["reclaim"]
    seat: Seat


class Look(Message):
    """Look from another seat of yours (hot-seat), or as a spectator."""

    type: Literal["look"]
    seat: Seat | None


class Ping(Message):
    """Keep-alive; answered by an `ack`."""

    type: Literal["ping"]


Command = Play | PlaySequence | Undo | Restart | Confirm | Chat | Mute | Concede | Vote | Reclaim
"""What changes the table; the others are about the connection or the plan."""
ClientMessage = Annotated[Subscribe | Command | PlanAhead | Look | Ping, Field(discriminator="type")]
client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
