"""The value objects of events (seats, clocks, deals), and the base classes of all kinds of events."""

from typing import Any, ClassVar, Literal, TypeAlias, TypedDict

from pydantic import BaseModel, ConfigDict

from pithead.engine.fair import Deal, Scheme

SeatKind: TypeAlias = Literal["human", "bot", "invite", "open", "closed"]
Motion: TypeAlias = Literal["pause", "resume", "abort", "replace"]
Fields: TypeAlias = dict[str, Any]


class Bill(TypedDict, total=False):
    """The clock's record of the time that an event ends, in milliseconds; empty where none applies."""

    ms: int
    """To be charged."""
    excused: int
    """Not charged, because its person had dropped out."""


class Part(BaseModel):
    """A frozen model that ignores unknown fields, for forward compatibility."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


class SeatData(Part):
    """Who holds a seat."""

    kind: SeatKind
    uid: str = ""
    name: str = ""
    device: str | None = None
    level: str | None = None
    nonce: str | None = None
    commitment: str | None = None
    hotseat: bool = False
    epoch: int = 0
    conceded: bool = False


class ClockRules(Part):
    """How much time a seat has, in seconds, and what follows when it is used up."""

    kind: Literal["none", "live", "correspondence"] = "none"
    turn: int = 60
    bank: int = 0
    timeout: Literal["move", "concede"] = "move"


class DealData(Part):
    """The source of a game's randomness: a seed, or a secret with nonces (hex)."""

    seed: int | str | None = None
    secret: str | None = None
    nonces: tuple[str, ...] = ()
    hidden: bool = True
    scheme: Scheme = "hmac-sha256"

    @classmethod
    def of(cls, deal: Deal) -> "DealData":
        """A deal for the log."""
        if deal.secret is None:
            return cls(seed=f"hex:{deal.seed.hex()}" if isinstance(deal.seed, bytes) else deal.seed)
        nonces = tuple(nonce.hex() for nonce in deal.nonces)
        return cls(secret=deal.secret.hex(), nonces=nonces, hidden=deal.hidden, scheme=deal.scheme)

    @property
    def deal(self) -> Deal:
        """The deal itself."""
        if self.secret is None:
            seed = self.seed
            return Deal(seed=bytes.fromhex(seed[4:]) if isinstance(seed, str) and seed.startswith("hex:") else seed)
        nonces = tuple(bytes.fromhex(nonce) for nonce in self.nonces)
        return Deal(secret=bytes.fromhex(self.secret), nonces=nonces, hidden=self.hidden, scheme=self.scheme)


class LessonData(Part):
    """The lesson that a table begins with: a copy of its script, so that edits of the file do not affect it."""

    name: str
    line: tuple[tuple[int, int], ...]
    """Seats and their decisions, from the deal on."""


class BaseEvent(Part):
    """What all kinds have in common."""

    KIND: ClassVar[str]
    VERSION: ClassVar[int] = 1
    LINE: ClassVar[str] = ""
    CHANGES_TABLE: ClassVar[bool] = True
    """Whether it changes the `table` frame."""
    CHANGES_CLOCK: ClassVar[bool] = False
    """Whether it starts or stops a clock other than by a decision."""

    seat: int | None = None

    @property
    def line(self) -> str:
        """The name of the line that it writes beside the game; empty if it writes none."""
        return self.LINE

    @property
    def line_params(self) -> Fields:
        """What the line says."""
        return {}


class SeatEvent(BaseEvent):
    """An event of one seat."""

    seat: int


class BilledEvent(BaseEvent):
    """An event that ends a question: with the time that its answer took."""

    ms: int = 0
    excused: int = 0
