"""Positions as a seat may see them."""

from typing import Any, Literal

from pydantic import ConfigDict

from .tables import ClockKind, ResultInfo
from .words import Outbound


class FromEngine(Outbound):
    """A model that is made from an object of the engine with the same fields."""

    model_config = ConfigDict(from_attributes=True)


class NoteData(FromEngine):
    """A sentence by message id."""

    message: str
    params: dict[str, int | str]


class OptionData(FromEngine):
    """A legal decision: `action.<kind>` with `params`; `targets` are the board objects to light."""

    id: int
    text: str
    kind: str
    params: dict[str, int | str]
    targets: list[str]
    cost: dict[str, int]
    preview: dict[str, int]
    notes: list[NoteData]


class RefusalData(FromEngine):
    """Why a visible target is closed: `refusal.<code>` with `params`, ruling `rule.<rule>`."""

    target: str
    code: str
    params: dict[str, int | str]
    rule: str = ""
    action: int = -1


class PlanData(FromEngine):
    """The shortest sequence of decisions that reaches a target: `plan.<kind>`."""

    target: str
    kind: str
    params: dict[str, int | str]
    actions: list[int]


class EventData(Outbound):
    """What happened because of decision number `decision`: the sentence `event.<name>`; `player` is a seat number."""

    decision: int
    name: str
    params: dict[str, Any]


class TurnData(Outbound):
    """Turn number `turn` of a game: whose it is, its first decision, and when everybody saw it last (none: a draft)."""

    turn: int
    player: int
    first: int
    time: float | None


class Draft(Outbound):
    """The unconfirmed part of the turn of the seat to move; only that seat gets one."""

    actions: list[int]
    undo: bool
    why: Literal["", "new_turn", "revealed"] = ""
    """Why nothing can be undone: the turn is new, or something hidden has been seen."""


class SeatClock(Outbound):
    """What a seat has left, in milliseconds: of this turn, and of its bank."""

    turn: int
    bank: int


class ClockState(Outbound):
    """The clocks at `now` (server time, seconds of the epoch)."""

    kind: ClockKind
    now: float
    running: int | None
    """The seat whose time runs; none while paused, over, or while a bot plays."""
    deadline: float | None
    """When both turn and bank of the running seat are used up."""
    seats: list[SeatClock]


class TablePosition(Outbound):
    """The part of a position that the table decides."""

    seat: int | None
    at: int
    """The sequence number of the log entry that made this position: what `expect` must name."""
    decisions: int
    settled: int
    turn: int
    to_move: int | None
    draft: Draft | None
    events_from: int
    """Forget all events of this decision number and later, then append `events`."""
    events: list[EventData]
    turns: list[TurnData]
    """Those that reach to `events_from` or beyond: forget the turns from the first of them on, then append these."""
    clock: ClockState | None
    result: ResultInfo | None


class GamePosition(Outbound):
    """The part of a position that the game decides: rendered once for a seat, and spliced into its frames."""

    phase: str
    progress: int
    options: list[OptionData]
    refusals: list[RefusalData]
    plans: list[PlanData]
    view: dict[str, Any]


class Position(GamePosition, TablePosition):
    """A position as a seat (None: a spectator) may see it."""


class Change(Outbound):
    """A part of a `GamePosition` that is not as before, where `path` leads: field names, and places in lists."""

    path: list[str | int]
    value: Any


class ChangedPosition(TablePosition):
    """A position by what changed: the part of the table whole, of the part of the game only these values."""

    changes: list[Change]


class ReplayPosition(Outbound):
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
