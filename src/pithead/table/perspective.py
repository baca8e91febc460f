"""Who sees what of a running game: the one place that decides it."""

from typing import TYPE_CHECKING

from .log.events import Muted, Played, Undone

if TYPE_CHECKING:
    from .log.rows import Entry
    from .log.state import TableState


def note(state: "TableState", entry: "Entry") -> None:
    """Remember for whom an entry of the log is, once its event is folded in."""
    if isinstance(entry.event, Muted) or (isinstance(entry.event, Played | Undone) and state.settled_seq != entry.seq):
        return
    state.public_seq, state.public_at = entry.seq, entry.at


def seen_seq(state: "TableState", seat: int | None) -> int:
    """The entry that made the position which a seat sees."""
    return state.changed if seat is not None and seat == state.to_move else state.settled_seq
