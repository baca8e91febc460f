"""Chat and moderation commands: chat, mute, silence, remove."""

from pithead.table import errors
from pithead.table.log.events import Chatted, Event, Muted, Removed, Silenced
from pithead.table.log.state import TableState
from pithead.table.perspective import number
from pithead.table.protocol import Whom

from . import checks
from .seats import stand_up


def person(state: TableState, whom: Whom, asking: str) -> tuple[str, str]:
    """Device and name of somebody else at the table."""
    device, name = None, ""
    if whom.seat is not None and whom.seat < len(state.seats) and state.seats[whom.seat].kind == "human":
        device, name = state.seats[whom.seat].device, state.seats[whom.seat].name
    elif whom.line is not None:
        for line in state.lines:
            if number(state, asking, line.seq) == whom.line and isinstance(line.event, Chatted):
                device, name = line.device, line.name
    if device is None or device == asking:
        raise errors.NobodyThere()
    return device, name


def said(state: TableState, whom: Whom, asking: str) -> str:
    """The text of the chat line that a report refers to."""
    lines = (line.event for line in state.lines if number(state, asking, line.seq) == whom.line)
    return next((event.text for event in lines if isinstance(event, Chatted)), "")


def remove(state: TableState, device: str, whom: Whom) -> list[Event]:
    """The owner removes somebody: from a seat before the start, or a spectator at any time."""
    checks.owner(state, device)
    gone, _ = person(state, whom, device)
    held = state.seats_of(gone)
    if held:
        checks.lobby(state)
    return [*(event for seat in held for event in stand_up(state, seat)), Removed(device=gone)]


def silence(state: TableState, device: str, whom: Whom, on: bool) -> list[Event]:
    """The owner silences somebody, or lifts that."""
    checks.owner(state, device)
    whose, _ = person(state, whom, device)
    return [Silenced(device=whose, on=on)] if (whose in state.silenced) != on else []


def chat(state: TableState, device: str, seat: int | None, text: str, name: str | None = None) -> list[Event]:
    """Post a chat line, from a seat or as a spectator of that name."""
    if seat is not None:
        checks.own_seat(state, seat, device)
    if device in state.silenced or device in state.removed:
        raise errors.Silenced()
    return [Chatted(text=text, name=name, by=device) if seat is None else Chatted(seat=seat, text=text)]


def mute(state: TableState, seat: int, whom: int | None, on: bool) -> list[Event]:
    """Mute a seat (None: the spectators) for oneself, or unmute."""
    if whom is not None:
        checks.seat_exists(state, whom)
    return [Muted(seat=seat, whom=whom, on=on)]
