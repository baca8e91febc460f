"""The server's configuration, from the command line or `PITHEAD_…` environment variables."""

import os
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any, Self

import platformdirs
from pydantic import ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from .errors import BadSetting

_PREFIX = "PITHEAD_"


def data_folder() -> Path:
    """The folder of the database."""
    return Path(os.environ.get("PITHEAD_DATA") or platformdirs.user_data_path("pithead"))


def default_database() -> str:
    """The embedded database in the user's data folder."""
    return f"sqlite:///{data_folder() / 'tables.sqlite3'}"


class Settings(BaseSettings):
    """One server. Times are seconds, rates are per second (`burst` at once)."""

    # An empty variable counts as unset: compose files pass unset variables on as empty.
    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_ignore_empty=True, frozen=True)

    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    log_level: str = "INFO"
    origins: str = ""
    """Further addresses a browser may come from, separated by blanks (behind a proxy that changes the host name)."""
    secure_cookies: bool = False
    metrics: bool = False
    """Whether the figures may be read from elsewhere than this machine."""
    editions: bool = False
    """Whether visitors may bring edition files: every edition is loaded beside the built-in one."""
    bot_processes: int = 0
    """0: one per core, at most four."""
    spectators: int = 50
    """At most this many per table."""
    tabs: int = 60
    """Connections that one device may have open at one table."""
    connections: int = 256
    """Connections, and likewise sockets, that one address may have open in one worker."""
    greeting: float = 10.0
    """How long a connection may be open before it asks for something, and a socket before it subscribes."""
    ping: float = 20.0
    """How often sockets are pinged, and how long an answer may take."""
    proxies: str = ""
    """Addresses and networks of proxies, separated by blanks; forwarded addresses are believed from these alone."""
    message_rate: float = 20.0
    message_burst: int = 60
    message_address_rate: float = 200.0
    """Messages of all connections from one address."""
    message_address_burst: int = 1000
    request_rate: float = 20.0
    request_burst: int = 100
    address_rate: float = 200.0
    """Requests and new sockets of all devices behind one address: a new device is easily made."""
    address_burst: int = 1000
    create_rate: float = 0.05
    create_burst: int = 30
    join_rate: float = 0.2
    join_burst: int = 20
    chat_rate: float = 0.5
    """Lines of a seat; all spectators of a table share one limit."""
    chat_burst: int = 6
    chat_watch_rate: float = 0.5
    """Lines of all spectators of a table together: an identity costs nothing."""
    chat_watch_burst: int = 10
    chat_address_rate: float = 2.0
    chat_address_burst: int = 30
    replay_rate: float = 1.0
    """Whole games read position by position, per address."""
    replay_burst: int = 30
    upload_rate: float = 0.2
    """Bodies of more than 64 KiB, per address."""
    upload_burst: int = 10
    jobs_per_hour: int = 120
    jobs_at_once: int = 2
    jobs_per_address: int = 8
    """Hints and analyses that one address may have waiting or running, whatever its devices."""
    jobs_waiting: int = 8
    """Hints, and likewise analyses, that may wait or run in one worker; more are refused."""
    opening: float = 10.0
    """Seconds that people have to open their nonces; then it is dealt without those that are missing."""
    away_grace: float = 120.0
    """How long somebody may be disconnected before a bot can be voted in."""
    dead_after: float = 600.0
    """How long the others must be away before the owner may close a running table."""
    keep_lobby_days: float = 7.0
    keep_idle_days: float = 180.0
    """Running tables without a move for so long are closed."""
    keep_finished_days: float = 730.0
    public_url: str = ""
    """The address under which people reach this server, for links in messages; else the one they came by."""
    contact: str = "mailto:host@localhost"
    """Whom push services may write to about this server."""
    smtp: str = ""
    """The mail server: `smtp://user:password@host:587` or `smtps://…`; without it there is no notification by mail."""
    mail_from: str = "Pithead <pithead@localhost>"
    private_endpoints: bool = False
    """Whether web hooks and push endpoints may lie in private networks, and need no TLS."""
    notify_after: float = 20.0
    """How long it has to be somebody's turn, with nobody looking, before a message goes out."""
    notify_every: float = 5.0
    """How often it is looked whose turn it is."""
    backups: str = ""
    """Where backups of the host page go; else a folder `backups` in the data folder."""
    leaderboard: bool = True
    """Whether everybody can read who is how strong; ratings themselves, and the page of a person, stay."""
    sweep: float = 1.0
    """How often overdue bots, clocks and lost notices are looked for."""

    @model_validator(mode="after")
    def _check_proxies(self) -> Self:
        _networks(self.proxies)
        return self

    @property
    def url(self) -> str:
        """The database address, with the embedded one as default."""
        return self.database or default_database()

    @property
    def backup_folder(self) -> Path:
        """Where backups of the host page go."""
        return Path(self.backups) if self.backups else data_folder() / "backups"

    def is_proxy(self, address: str) -> bool:
        """Whether an address is one of the named proxies."""
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in _networks(self.proxies))

    @classmethod
    def from_environment(cls, **given: Any) -> "Settings":
        """Settings from `PITHEAD_NAME=value`, overridden by the arguments; an invalid value is refused by name."""
        try:
            return cls(**{name: value for name, value in given.items() if value is not None})
        except ValidationError as problem:
            first = problem.errors()[0]
            raise BadSetting(name=_PREFIX + str(first["loc"][0]).upper(), value=str(first["input"])) from None

    def to_environment(self) -> dict[str, str]:
        """The environment variables that pass these settings to a child process."""
        return {_PREFIX + name.upper(): str(value) for name, value in self.model_dump().items()}


@cache
def _networks(proxies: str) -> tuple[IPv4Network | IPv6Network, ...]:
    try:
        return tuple(ip_network(name) for name in proxies.split())
    except ValueError:
        raise BadSetting(name=_PREFIX + "PROXIES", value=proxies) from None
