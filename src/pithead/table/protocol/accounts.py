"""An identity that stays: passkeys, a recovery code, all own data."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from .cups import CupSummary
from .results import PlayedGame, Rated
from .server import SessionInfo
from .tables import Block, TableInfo
from .words import Inbound, Language, Name, Outbound

Credential = Annotated[dict[str, Any], Field(max_length=12)]
"""The answer of `navigator.credentials`, as its `toJSON` writes it."""


class NewPasskey(Inbound):
    """A passkey that was just made, and what to call it."""

    credential: Credential
    name: Name


class PasskeyName(Inbound):
    """What to call a passkey."""

    name: Name


class SignIn(Inbound):
    """The answer of a passkey; with `bring`, the tables of this guest come along."""

    credential: Credential
    bring: bool = False


class SignInByCode(Inbound):
    """A recovery code, as it was written down."""

    code: Annotated[str, StringConstraints(max_length=60)]
    bring: bool = False


class PasskeyOptions(Outbound):
    """What `navigator.credentials` is asked, in the form of `parseCreationOptionsFromJSON` and its like."""

    options: dict[str, Any]


class PasskeyInfo(Outbound):
    """A passkey by its name."""

    id: str
    name: str
    created_at: float
    used_at: float | None


class Account(Outbound):
    """What leads back to this person; a guest has none of it."""

    name: str | None
    guest: bool
    passkeys: list[PasskeyInfo]
    recovery_code_made_at: float | None


class RecoveryCode(Outbound):
    """Shown once."""

    code: str


class SignedIn(Outbound):
    """Who is signed in now; `token` for a program that showed one."""

    token: str | None
    account: Account
    brought: int
    """How many tables have come along."""


class ExportedChannel(Outbound):
    """Your channels of notification, with their addresses."""

    kind: str
    format: str
    language: str
    to: str


class ExportedLine(Outbound):
    """What you said."""

    at: float
    text: str


class ExportedReport(Outbound):
    """What you told the operator about somebody."""

    at: float
    board: str
    reason: str
    text: str


class ExportedTable(Outbound):
    """A table of yours; `record` when its game has ended."""

    id: str
    table: TableInfo | None
    said: list[ExportedLine]
    record: str | None


class Export(Outbound):
    """All that is kept about you."""

    name: str | None
    language: Language | None
    sessions: list[SessionInfo]
    passkeys: list[PasskeyInfo]
    recovery_code_made_at: float | None
    channels: list[ExportedChannel]
    quiet_tables: list[str]
    blocks: list[Block]
    reports: list[ExportedReport]
    cups: list[CupSummary]
    ratings: list[Rated]
    games: list[PlayedGame]
    tables: list[ExportedTable]
