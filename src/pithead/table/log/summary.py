"""The summary row of a table, derived from its log: for lists, and for the sweep."""

from typing import Any, NamedTuple

from pydantic_core import to_json

from pithead.table.protocol import TableInfo
from pithead.table.render.tables import code, moved, table_info

from .state import TableState

LEASE = 20.0
"""Seconds after which a lease on a bot's turn expires; a worker that still thinks renews it."""


class Head(NamedTuple):
    """A table as lists show it, as of entries of its log."""

    about_seq: int
    settled_seq: int
    table: TableInfo
    text: str


def summary_of(state: TableState, worker: str) -> dict[str, Any]:
    """The row of a table that goes with its log."""
    due: float | None = None
    lease, until = None, 0.0
    waits_for = None
    seat = state.to_move
    if state.opening is not None:
        # The worker that has the table in memory deals when the time for opening nonces is up.
        due = state.opening
    elif state.mover_bot is not None:
        due, lease, until = state.at, worker, state.at + LEASE
    elif seat is not None and not state.paused:
        waits_for = state.seats[seat].device
        if state.timed:
            allowed = 1000 * state.clock.turn + state.banks[seat] - state.turn_used
            due = state.at + max(0, allowed) / 1000
    return {
        "head": head_of(state),
        "code": state.code,
        "game": state.game.id,
        # Lists show tables that are played.
        "status": "lesson" if state.running and state.learning else state.status,
        "visibility": state.visibility,
        "free": sum(seat.free for seat in state.seats) if state.status == "lobby" else 0,
        "owner": state.owner,
        "seq": state.seq,
        "created_at": state.created_at,
        "changed_at": state.public_at,
        "due_at": due,
        "waits_for": waits_for,
        "turn": state.turn,
        "lease": lease,
        "lease_until": until,
    }


def head_of(state: TableState) -> str:
    """The table as lists show it, with the devices that decide what is whose."""
    last = state.head
    if last is not None and (last.about_seq, last.settled_seq) == (state.about_seq, state.settled_seq):
        return last.text
    if last is not None and last.about_seq == state.about_seq:
        table = last.table.model_copy(update=moved(state, None))
    else:
        table = table_info(state, None).model_copy(update={"code": code(state)})
    head = {"owner": state.owner, "devices": [seat.device for seat in state.seats], "table": table}
    state.head = Head(state.about_seq, state.settled_seq, table, to_json(head).decode())
    return state.head.text


def sitting_of(state: TableState) -> dict[int, str]:
    """Which devices sit where, or have a seat kept for them."""
    return {i: seat.device for i, seat in enumerate(state.seats) if seat.device}
