"""Channels and rules of notifications: how people learn that it is their turn."""

from typing import Annotated, Literal
from zoneinfo import available_timezones

from pydantic import AfterValidator, Field, StringConstraints

from .words import Inbound, Outbound

Kind = Literal["push", "webhook", "email"]
Format = Literal["json", "discord", "slack", "ntfy"]


def _known_zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError("not a time zone")
    return name


Zone = Annotated[str, StringConstraints(max_length=40), AfterValidator(_known_zone)]
Minute = Annotated[int, Field(ge=0, lt=1440)]
Address = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\s@<>,;\"]+@[^\s@<>,;\"]+$")
]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_=-]{16,120}$")]


class PushKeys(Inbound):
    """What a browser gives to be written to in secret."""

    p256dh: Key
    auth: Key


class QuietHours(Inbound):
    """From when to when (minutes after midnight in `zone`) nothing is told; the same twice: never quiet."""

    start: Minute
    end: Minute
    zone: Zone


class NewChannel(Inbound):
    """A new channel: the fields of one kind."""

    kind: Kind
    endpoint: Annotated[str, Field(max_length=1000)] | None = None
    """Of a browser's push service, with `keys`."""
    keys: PushKeys | None = None
    url: Annotated[str, Field(max_length=1000)] | None = None
    """Of a web hook; for ntfy the address of the topic."""
    format: Format = "json"
    address: Address | None = None
    language: Literal["en", "fr", "de"] = "en"
    quiet: QuietHours | None = None


class ChannelChange(Inbound):
    """Other quiet hours, or another language; what is left out stays."""

    language: Literal["en", "fr", "de"] | None = None
    quiet: QuietHours | None = None


class ChannelToken(Inbound):
    """A token from a message: confirms an address, or ends its messages."""

    token: Annotated[str, Field(max_length=300)]


class QuietTable(Inbound):
    """Whether notifications are sent about a table."""

    quiet: bool


class ChannelInfo(Outbound):
    """A channel; `hint` identifies it without the full address."""

    id: str
    kind: Kind
    format: Format
    hint: str
    language: str
    quiet: QuietHours | None
    confirmed: bool
    failing: bool


class ChannelList(Outbound):
    """All ways, what the host offers, and the tables that are kept quiet."""

    push_key: str
    """With this key a browser subscribes."""
    mail: bool
    """Whether the host has set up mail."""
    channels: list[ChannelInfo]
    quiet_tables: list[str]
