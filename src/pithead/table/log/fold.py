"""The fold: what each event of the log changes about a table."""

import asyncio
from collections.abc import Iterable
from typing import assert_never

from pithead.engine.game import Game
from pithead.table import perspective

from . import events as on
from . import fold_game as game
from .rows import Entry
from .seats import SPECTATORS, Line, Seat, for_one
from .state import TableState

SLICE = 0.005
"""Seconds for which a long log may be folded in one go."""


def fold(table: str, entries: Iterable[Entry], game: Game) -> TableState:
    """A table from its log."""
    state = TableState(table, game)
    for entry in entries:
        apply(state, entry)
    return state


async def fold_slowly(table: str, entries: Iterable[Entry], game: Game) -> TableState:
    """A table from its log, without keeping the event loop waiting for a long game."""
    state = TableState(table, game)
    # The loop's own clock, which a simulated world sets.
    clock = asyncio.get_running_loop().time
    started = clock()
    for entry in entries:
        apply(state, entry)
        if clock() - started > SLICE:
            await asyncio.sleep(0)
            started = clock()
    return state


def apply(state: TableState, entry: Entry) -> None:
    """Take the next entry of the log into account."""
    assert entry.seq == state.seq + 1, f"table {state.id}: entry {entry.seq} after {state.seq}"
    event = entry.event
    _change(state, entry, event)
    state.to_move = state.match.to_move if state.match and state.running else None
    state.seq = entry.seq
    state.at = entry.at
    if entry.key is not None:
        state.keys[entry.key] = entry.seq
    perspective.note(state, entry)
    if event.line:
        state.lines.append(_line(state, entry))
    if event.CHANGES_TABLE:
        state.about_seq = entry.seq
    if event.CHANGES_CLOCK:
        state.clock_seq = entry.seq


def _change(state: TableState, entry: Entry, event: on.Event) -> None:
    match event:
        case on.Played():
            game.played(state, event, entry)
        case on.Undone():
            game.undone(state, event, entry)
        case on.Chatted():
            pass
        case on.Created():
            _created(state, event, entry)
        case on.Changed():
            _changed(state, event)
        case on.SeatChanged():
            _seat_changed(state, event)
        case on.LinksRevoked():
            state.seats[event.seat].epoch += 1
        case on.DeviceChanged():
            _device_changed(state, event)
        case on.OwnerChanged():
            state.owner = event.device
            state.owner_epoch += 1
            state.removed.discard(event.device)
            state.silenced.discard(event.device)
        case on.Opening():
            state.opening = entry.at
        case on.NonceOpened():
            state.seats[event.seat].nonce = event.nonce
        case on.Started():
            game.started(state, event, entry)
        case on.Muted():
            _muted(state, event)
        case on.Silenced():
            (state.silenced.add if event.on else state.silenced.discard)(event.device)
        case on.Removed():
            state.removed.add(event.device)
        case on.Voted():
            game.voted(state, event)
        case on.Conceded():
            game.conceded(state, event, entry)
        case on.Replaced():
            game.replaced(state, event, entry)
        case on.Reclaimed():
            game.reclaimed(state, event, entry)
        case on.TimedOut():
            game.timed_out(state, event, entry)
        case on.Paused():
            state.paused = True
            game.charge(state, event)
            state.ballots.clear()
        case on.Resumed():
            state.paused = False
            state.ballots.clear()
            game.ask(state, entry)
        case on.Aborted():
            game.stop(state, entry, "aborted", "aborted")
        case on.Closed():
            game.stop(state, entry, "closed", "closed")
        case on.Unsealed():
            state.sealed = False
        case on.RematchOpened():
            state.rematch = event.table
        case _:
            assert_never(event)


def _line(state: TableState, entry: Entry) -> Line:
    event = entry.event
    seat = None if event.seat is None else state.seats[event.seat]
    name, device = (seat.name, seat.device) if seat else ("", None)
    if isinstance(event, on.SeatChanged):
        name = event.left or event.name
    elif isinstance(event, on.Chatted) and seat is None:
        name, device = event.name or "", event.by
    return Line(entry.seq, entry.at, event, seat.uid if seat else None, name, device)


# -- before the start -------------------------------------------------------------------------------------------------


def _created(state: TableState, event: on.Created, entry: Entry) -> None:
    state.created_at = entry.at
    state.owner = event.owner
    state.code = event.code
    state.origin = event.origin
    state.lesson = event.lesson
    state.rules_version = event.rules
    state.deal = event.deal.deal
    state.options, state.clock = event.options, event.clock
    state.visibility, state.hints, state.substitute = event.visibility, event.hints, event.substitute
    state.cup, state.sealed = event.cup, event.sealed
    state.coach, state.rated, state.fresh = event.coach, event.rated, event.actions is None
    state.seats = [Seat.of(data) for data in event.seats]
    if event.actions is not None:
        game.begin(state, entry, state.deal, event.names or tuple(seat.name for seat in state.seats))
        assert state.match
        for action in event.actions:
            state.match.play(action)
        game.settled(state, entry)
        state.status = event.status
        if state.match.over:
            state.status, state.how = "finished", "played"
        elif state.status != "running":
            state.how = event.how


def _changed(state: TableState, event: on.Changed) -> None:
    state.options = state.options if event.options is None else event.options
    state.clock = event.clock or state.clock
    state.visibility = event.visibility or state.visibility
    state.hints = state.hints if event.hints is None else event.hints
    state.coach = state.coach if event.coach is None else event.coach
    state.rated = state.rated if event.rated is None else event.rated
    state.substitute = event.substitute or state.substitute


def _seat_changed(state: TableState, event: on.SeatChanged) -> None:
    old, new = state.seats[event.seat], Seat.of(event)
    new.epoch = max(new.epoch, old.epoch + (new.holder != old.holder))
    state.seats[event.seat] = new
    if not for_one(seat.kind for seat in state.seats):
        # The coach is switched off when a second person may sit down.
        state.coach = 0


def _device_changed(state: TableState, event: on.DeviceChanged) -> None:
    seat = state.seats[event.seat]
    old, new = seat.device, event.device
    state.shared |= state.running and any(place.device == new for place in state.seats)
    seat.device = new
    seat.epoch += 1
    seat.hotseat = False
    if event.nonce or event.commitment:
        seat.pledge(event.nonce, event.commitment)
    # The same person on another device: mutes go along, in both directions.
    for muted in state.mutes.values():
        if old in muted:
            muted.add(new)
    state.mutes.setdefault(new, set()).update(state.mutes.get(old or "", ()))
    if old in state.silenced:
        state.silenced.add(new)


def _muted(state: TableState, event: on.Muted) -> None:
    device = SPECTATORS if event.whom is None else state.seats[event.whom].device
    if device is not None:
        muted = state.mutes.setdefault(state.seats[event.seat].device or "", set())
        (muted.add if event.on else muted.discard)(device)
