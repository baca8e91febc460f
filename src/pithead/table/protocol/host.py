"""The page of the host, and the banner."""

from typing import Annotated

from pydantic import Field, StringConstraints

from .server import Problem
from .words import Inbound, Language, Outbound

BannerText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300, pattern=r"^[^\x00]*$")
]


class BannerInfo(Outbound):
    """What the host has to say to all, in one language or in several; until some time, or until it is taken away."""

    texts: dict[Language, str]
    until: float | None
    id: str
    """Another one for every banner: whoever has closed one sees the next."""


class BannerShown(Outbound):
    """The banner that stands now, if any."""

    banner: BannerInfo | None


class NewBanner(Inbound):
    """A banner to show, for so many seconds if given."""

    texts: dict[Language, BannerText] = Field(min_length=1)
    seconds: Annotated[int, Field(ge=60, le=30 * 86_400)] | None = None


class HostProof(Outbound):
    """Seconds that a write and a drawing have just taken, and since overdue bots and clocks were looked for."""

    write: float
    drawing: float
    sweep: float
    damaged: int
    """Number of tables that cannot be loaded and are quarantined."""


class HostLoop(Outbound):
    """A background loop, with the seconds since it last succeeded."""

    name: str
    age: float
    late: bool


class HostVersions(Outbound):
    """What runs here."""

    pithead: str
    protocol: int
    schema_version: str
    python: str
    system: str
    database: str


class HostTables(Outbound):
    """Tables by status, and how many of them this worker has in memory."""

    by_status: dict[str, int]
    in_memory: int
    bots_thinking: int


class HostPeople(Outbound):
    """People at their seats, people who watch, connections of this worker; who was signed in within a day."""

    at_tables: int
    watching: int
    connections: int
    signed_in_today: int


class HostLoad(Outbound):
    """How busy the machine and this worker are; answers are those to messages of sockets since the start."""

    cores: int
    load: float | None
    memory: int | None
    answers: int
    answer_seconds: float | None
    stalled_seconds: float
    failed_commits: int


class HostDisk(Outbound):
    """Bytes."""

    free: int
    total: int
    database: int


class HostOutbox(Outbound):
    """Messages to people that wait or were given up, and reports that people have sent."""

    waiting: int
    failed: int
    reports: int


class HostLimit(Outbound):
    """A setting that is a number, or yes or no."""

    name: str
    value: str


class BackupInfo(Outbound):
    """A backup that can be fetched."""

    name: str
    size: int
    made_at: float


class HostStatus(Outbound):
    """How the server is, as of the worker that answers; `problem` where it is not healthy."""

    worker: str
    workers: int
    uptime: float
    problem: Problem | None
    proof: HostProof | None
    loops: list[HostLoop]
    versions: HostVersions
    tables: HostTables
    people: HostPeople
    load: HostLoad
    disk: HostDisk
    outbox: HostOutbox
    limits: list[HostLimit]
    backups: list[BackupInfo]
    banner: BannerInfo | None


class BackupList(Outbound):
    """Backups, the newest first."""

    backups: list[BackupInfo]


class HostLink(Outbound):
    """The host link; earlier ones are worthless."""

    path: str
