"""Before the start: who sits where, and what is played."""

from collections.abc import Iterable

from pithead.engine.messages import common
from pithead.table.errors import BadLink, NeedsName, SeatTaken, TableFull
from pithead.table.identity import Right, holds, seat_of
from pithead.table.log.base import ClockRules, SeatData
from pithead.table.log.events import Changed, DeviceChanged, Event, LinksRevoked, OwnerChanged, SeatChanged
from pithead.table.log.state import TableState
from pithead.table.protocol import Pledge, SeatSetup, TableChange

from . import checks


def free_name(wanted: str, others: Iterable[str]) -> str:
    """A unique name at the table, numbered if taken: records identify players by name."""
    taken = {name.casefold() for name in others}
    if wanted.casefold() not in taken:
        return wanted
    number = 2
    while f"{wanted} {number}".casefold() in taken:
        number += 1
    return f"{wanted} {number}"


def seat_from(
    setup: SeatSetup, others: Iterable[str], device: str, pledge: Pledge, uid: str, known_name: str | None = None
) -> SeatData:
    """A seat, from what its maker wrote."""
    if setup.kind == "bot":
        level = checks.level(setup.level)
        name = setup.name or common("en").text(f"bots.level.{level}")
        return SeatData(kind="bot", uid=uid, name=free_name(name, others), level=level)
    if setup.kind not in ("you", "hotseat"):
        return SeatData(kind=setup.kind, uid=uid)
    wanted = setup.name or (known_name if setup.kind == "you" else None)
    if not wanted:
        raise NeedsName()
    return SeatData(
        kind="human",
        uid=uid,
        name=free_name(wanted, others),
        device=device,
        nonce=pledge.nonce,
        commitment=pledge.commitment,
        hotseat=setup.kind == "hotseat",
    )


def change(state: TableState, device: str, ask: TableChange) -> list[Event]:
    """The owner changes the table."""
    checks.owner(state, device)
    checks.lobby(state)
    fields = ask.model_dump(exclude_none=True)
    if ask.options is not None:
        fields["options"] = state.game.resolve(state.options | ask.options)
    if ask.clock is not None:
        fields["clock"] = ClockRules(**ask.clock.model_dump())
    if ask.rated or (ask.rated is None and state.rated):
        kind = state.clock.kind if ask.clock is None else ask.clock.kind
        checks.ratable(state.game, kind, [seat.device for seat in state.seats])
        fields |= {"hints": False, "coach": 0}
    elif ask.coach is not None:
        checks.coach(ask.coach, [seat.kind for seat in state.seats])
    if ask.substitute is not None:
        checks.level(ask.substitute)
    return [Changed(**fields)] if fields else []


def set_seat(state: TableState, device: str, seat: int, setup: SeatSetup, known_name: str | None) -> list[Event]:
    """The owner says who sits on a seat."""
    checks.owner(state, device)
    checks.lobby(state)
    uid = state.seats[checks.seat_exists(state, seat)].uid
    others = [other.name for i, other in enumerate(state.seats) if i != seat]
    mine = [state.seats[i] for i in state.seats_of(device)]
    pledge = Pledge(nonce=mine[0].nonce, commitment=mine[0].commitment) if mine else Pledge()
    return [_seat_changed(seat, seat_from(setup, others, device, pledge, uid, known_name))]


def take_seat(state: TableState, seat: int, device: str, name: str, pledge: Pledge) -> list[Event]:
    """Sit down on an open seat."""
    checks.lobby(state)
    if not state.seats[checks.seat_exists(state, seat)].free:
        raise SeatTaken()
    return sit_down(state, seat, device, name, pledge)


def join(state: TableState, device: str, name: str, pledge: Pledge) -> list[Event]:
    """Sit down on the first seat that waits, open ones before those of invited friends."""
    if state.seats_of(device):
        return []
    waiting = [i for i, seat in enumerate(state.seats) if seat.waits]
    if not waiting:
        raise TableFull()
    free = [i for i in waiting if state.seats[i].free]
    return sit_down(state, (free or waiting)[0], device, name, pledge)


def sit_down(
    state: TableState, seat: int, device: str, name: str, pledge: Pledge, hotseat: bool = False
) -> list[Event]:
    """Take a free or reserved seat."""
    checks.lobby(state)
    checks.welcome(state, device)
    place = state.seats[seat]
    if place.kind not in ("open", "invite") or (place.device and place.device != device):
        raise SeatTaken()
    others = [other.name for i, other in enumerate(state.seats) if i != seat]
    data = SeatData(
        kind="human",
        uid=place.uid,
        name=free_name(name, others),
        device=device,
        nonce=pledge.nonce,
        commitment=pledge.commitment,
        hotseat=hotseat,
    )
    return [_seat_changed(seat, data)]


def take_reserved(state: TableState, device: str, pledge: Pledge) -> list[Event]:
    """Take all seats that a rematch reserves for a device; no events if it has already started."""
    if state.status != "lobby":
        return []
    kept = [(i, seat) for i, seat in enumerate(state.seats) if seat.kind == "invite" and seat.device == device]
    return [event for i, seat in kept for event in sit_down(state, i, device, seat.name, pledge, seat.hotseat)]


def stand_up(state: TableState, seat: int) -> list[Event]:
    """Leave a seat."""
    checks.lobby(state)
    place = state.seats[seat]
    return [SeatChanged(seat=seat, kind="open", uid=place.uid, left=place.name)]


def leave(state: TableState, device: str, seat: int) -> list[Event]:
    """Leave one's own seat."""
    checks.own_seat(state, checks.seat_exists(state, seat), device)
    return stand_up(state, seat)


def revoke_links(state: TableState, device: str, seat: int) -> list[Event]:
    """Invalidate all links to a seat: by whoever holds it, or by the owner before the start."""
    checks.seat_exists(state, seat)
    if seat not in state.seats_of(device):
        checks.owner(state, device)
        checks.lobby(state)
    return [LinksRevoked(seat=seat)]


def revoke_links_of(state: TableState, device: str) -> list[Event]:
    """Invalidate the links of all seats that a device holds or has reserved."""
    return [LinksRevoked(seat=seat) for seat, place in enumerate(state.seats) if place.device == device]


def redeem(state: TableState, right: Right, device: str, name: str | None, pledge: Pledge) -> list[Event]:
    """Use a link; using one's own changes nothing."""
    seat = seat_of(right, state)
    if seat is None:
        if state.owner == device:
            return []
        if not holds(right, state):
            raise BadLink()
        return [OwnerChanged(device=device)]
    place = state.seats[seat]
    if seat in state.seats_of(device):
        return []
    if right.kind == "device":
        if place.kind != "human" or not holds(right, state):
            raise BadLink()
        checks.welcome(state, device)
        if state.status == "lobby" and state.opening is None and (pledge.nonce or pledge.commitment):
            # The nonce stays on the old device: only it can reveal it.
            return [DeviceChanged(seat=seat, device=device, nonce=pledge.nonce, commitment=pledge.commitment)]
        return [DeviceChanged(seat=seat, device=device)]
    # An invitation is used up when somebody takes the seat: later visitors are told so, and may spectate.
    checks.lobby(state)
    if place.holder:
        raise SeatTaken()
    if not holds(right, state):
        raise BadLink()
    if name is None:
        raise NeedsName()
    return sit_down(state, seat, device, name, pledge)


def hand_over(state: TableState, guest: str, person: str) -> list[Event]:
    """After a sign-in: transfer the guest's seats and ownership to the person."""
    checks.welcome(state, person)
    seats = [i for i, place in enumerate(state.seats) if place.device == guest]
    events: list[Event] = [DeviceChanged(seat=seat, device=person) for seat in seats]
    return [*events, OwnerChanged(device=person)] if state.owner == guest else events


def _seat_changed(seat: int, data: SeatData) -> SeatChanged:
    return SeatChanged(seat=seat, **data.model_dump(exclude_unset=True))
