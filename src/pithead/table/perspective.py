"""Who sees what of a table: the one place that decides it.

A turn is a draft until it settles: it was confirmed, or something hidden was revealed. The seat to move sees its draft
step by step, with what it may do next; everybody else sees the position before the draft and is not told that anything
happens. A draft that never settles is seen by nobody else, not even after the end.

The log counts its entries; the numbers in frames count only those that the device of the connection may know of. So no
number in a frame (`seq`, `at`) says how often somebody else tried something out, took it back, or muted whom.
"""

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple

from pithead.engine.events import Event
from pithead.engine.match import Match

from .log.events import Muted, Played, Undone

if TYPE_CHECKING:
    from .clocks import Clock
    from .log.rows import Entry
    from .log.state import TableState


class Perspective(NamedTuple):
    """What a viewer at a seat (None: a spectator) may know, with the numbers by which its device knows entries."""

    state: "TableState"
    seat: int | None
    device: str | None = None

    # -- the position ---------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The game, which has begun."""
        assert self.state.match
        return self.state.match

    @property
    def drafts(self) -> bool:
        """Whether the turn is this seat's: it sees the draft and the options, and may take back and confirm."""
        return self.seat is not None and self.seat == self.state.to_move

    @property
    def position(self) -> Any:
        """The state of the game that is looked at."""
        return self.match.state if self.drafts else public_position(self.state)

    @property
    def encoded(self) -> bytes:
        """The same as bytes."""
        return self.match.encoded if self.drafts else self.match.settled_encoded

    @property
    def actions(self) -> list[int]:
        """The decisions that are seen."""
        return list(self.match.actions) if self.drafts else public_decisions(self.state)

    @property
    def decisions(self) -> int:
        """How many decisions are seen."""
        return len(self.match.actions) if self.drafts else self.match.settled

    @property
    def draft(self) -> list[int] | None:
        """The decisions that are not settled; None for everybody but the seat to move."""
        return self.match.actions[self.match.settled :] if self.drafts else None

    def events(self, since: int) -> list[Event]:
        """What happened from a decision on; from the first on, what happened in the set-up too."""
        shown = self.decisions
        opening = [] if since else self.match.opening(self.seat)
        return opening + [event for event in self.match.events(self.seat, since) if event.seq < shown]

    def common(self, since: int) -> bool:
        """Whether what happened from a decision on, and the question, look as they do to a spectator."""
        return not self.drafts and self.match.public_since(since)

    def clock(self, clock: "Clock") -> dict[str, Any] | None:
        """The clocks of all seats, which are everybody's to see: steps of a draft start none anew."""
        return clock.snapshot(self.state)

    # -- numbers --------------------------------------------------------------------------------------------------

    @property
    def entry(self) -> int:
        """The entry of the log that made the position; for comparing, not for telling."""
        return self.state.changed if self.drafts else self.state.settled_seq

    @property
    def at(self) -> int:
        """The number of the position."""
        return number(self.state, self.device, self.entry)

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return number(self.state, self.device, self.state.seq)


def of_seat(state: "TableState", seat: int) -> Perspective:
    """The perspective of the holder of a seat."""
    return Perspective(state, seat, state.seats[seat].device)


# -- numbers of entries -----------------------------------------------------------------------------------------------


def note(state: "TableState", entry: "Entry") -> None:
    """Remember for whom an entry of the log is, once its event is folded in."""
    event = entry.event
    if isinstance(event, Muted) or (isinstance(event, Played | Undone) and state.settled_seq != entry.seq):
        state.private.append(entry.seq)
        device = state.seats[event.seat].device
        if device is not None:
            state.private_of.setdefault(device, []).append(entry.seq)
    else:
        state.public_seq, state.public_at = entry.seq, entry.at


def number(state: "TableState", device: str | None, seq: int) -> int:
    """The number of an entry for a device: how many it may know of up to there (None: a spectator)."""
    own = state.private_of.get(device, ()) if device is not None else ()
    return seq - bisect_right(state.private, seq) + bisect_right(own, seq)


def entry_of(state: "TableState", device: str | None, known: int) -> int:
    """The last entry that a device knows of when that is the highest number it was sent."""
    return bisect_right(range(state.seq + 1), known, key=lambda seq: number(state, device, seq)) - 1


# -- what everybody may know ------------------------------------------------------------------------------------------


def public_version(state: "TableState") -> tuple[int, ...]:
    """A version key: differs whenever there is something to send to all connections."""
    return (state.about_seq, state.settled_seq, state.clock_seq, len(state.lines))


def public_position(state: "TableState") -> Any:
    """The state of the game that everybody may look at."""
    assert state.match
    return state.match.settled_state


def public_decisions(state: "TableState") -> list[int]:
    """The decisions that everybody may know."""
    assert state.match
    return state.match.actions[: state.match.settled]


def replays_step(seat: int | None, player: int | None, settles: bool, ended: bool) -> bool:
    """Whether the replay of a seat stops after a decision: of a running game, not at the steps of others' turns."""
    return settles or ended or (player is not None and player == seat)


def replays_decision(seat: int | None, player: int | None, ended: bool) -> bool:
    """Whether the replay of a seat names a decision: of a running game only its own."""
    return ended or (player is not None and player == seat)
