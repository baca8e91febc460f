"""Cups."""

from typing import Annotated, Literal

from pydantic import Field

from .tables import ClockSetup, Visibility
from .words import Inbound, Level, Name, Outbound, Value

CupFormat = Literal["round_robin", "swiss"]
CupStatus = Literal["open", "running", "finished", "cancelled"]


class NewCup(Inbound):
    """A cup to open. `size` play at a table; a round robin in pairs ends when everybody has met everybody."""

    name: Name
    game: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    options: dict[str, Value] = Field(default_factory=dict, max_length=64)
    size: Annotated[int, Field(ge=2, le=8)]
    rounds: Annotated[int, Field(ge=1, le=63)] = 3
    format: CupFormat = "swiss"
    clock: ClockSetup
    """Not `none`: rounds have to end."""
    duplicate: bool = False
    """All tables of a round have the same deal; until the last one is done nobody may watch or replay them."""
    rated: bool = False
    substitute: Level = "hewer"
    """The bot that fills tables up and plays for those who leave."""
    visibility: Visibility = "public"


class CupName(Inbound):
    """The name under which you take part."""

    name: Name


class CupSummary(Outbound):
    """A cup in a list; `round` is 0 until it starts."""

    id: str
    name: str
    game: str
    options: dict[str, Value]
    clock: ClockSetup
    size: int
    format: CupFormat
    duplicate: bool
    rated: bool
    substitute: str
    visibility: Visibility
    status: CupStatus
    round: int
    rounds: int
    owner: bool
    """Whether you have opened it."""
    created_at: float


class CupList(Outbound):
    """Your cups and public ones."""

    cups: list[CupSummary]


class CupStanding(Outbound):
    """A line of the table of results: points, then the tie-breaks in their order."""

    place: int
    name: str
    person: str | None
    """None for whoever has deleted everything."""
    you: bool
    left: bool
    points: float
    duplicate: float
    opponents: float
    wins: int
    share: float
    games: int


class CupSeat(Outbound):
    """A seat at a table of a cup; without a name it is a bot's."""

    name: str | None
    you: bool
    rank: int | None
    score: int | None


class CupTable(Outbound):
    """A table of a round; `table` where you may look."""

    round: int
    number: int
    table: str | None
    done: bool
    seats: list[CupSeat]


class Cup(CupSummary):
    """A cup with its people, its tables and its results."""

    joined: bool
    standings: list[CupStanding]
    tables: list[CupTable]
