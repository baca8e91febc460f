"""Signed links: to a seat, to another device, to the ownership of a table."""

from typing import Any

from fastapi import APIRouter, Request

from pithead.table import protocol
from pithead.table.errors import BadLink, NotInLobby, SeatTaken
from pithead.table.http.deps import Device, Here, Seat, Table
from pithead.table.identity import holds
from pithead.table.limits import address_of
from pithead.table.log import commands
from pithead.table.log.commands import checks
from pithead.table.people import name_of, refuse_blocked

router = APIRouter(tags=["tables"])


@router.post("/tables/{table}/seats/{seat}/invitation", response_model=protocol.Link)
async def invitation(seat: Seat, room: Table, device: Device, server: Here) -> dict[str, Any]:
    """A link that takes a free or reserved seat."""
    async with room.steady() as state:
        checks.owner(state, device)
        checks.lobby(state)
        if state.seats[checks.seat_exists(state, seat)].kind not in ("invite", "open"):
            raise SeatTaken()
        return _link(server.identity.link("invitation", state, seat), "invitation")


@router.post("/tables/{table}/seats/{seat}/device", response_model=protocol.Link)
async def device_link(seat: Seat, room: Table, device: Device, server: Here) -> dict[str, Any]:
    """A link that moves your seat to another device."""
    async with room.steady() as state:
        checks.own_seat(state, checks.seat_exists(state, seat), device)
        return _link(server.identity.link("device", state, seat), "device")


@router.post("/tables/{table}/owner", response_model=protocol.Link)
async def owner_link(room: Table, device: Device, server: Here) -> dict[str, Any]:
    """A link that hands the table over."""
    async with room.steady() as state:
        checks.owner(state, device)
        return _link(server.identity.link("owner", state, None), "owner")


def _link(token: str, kind: str) -> dict[str, Any]:
    return {"kind": kind, "token": token, "path": f"/join/{token}"}


@router.delete("/tables/{table}/seats/{seat}/links", response_model=protocol.TableInfo)
async def revoke(seat: Seat, room: Table, device: Device) -> protocol.TableInfo:
    """Revoke all links to a seat: by whoever holds it, or by the owner before the start."""
    await room.act(lambda state: commands.revoke_links(state, device, seat))
    return room.info(device)


@router.post("/links/look", response_model=protocol.Invitation)
async def look_at_link(ask: protocol.LookAtLink, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """What a link is for: which table, and who invites."""
    server.limits.take("join", address_of(request))
    right = server.identity.read_link(ask.token)
    room = await server.rooms.get(right.table)
    async with room.steady() as state:
        if not holds(right, state):
            raise BadLink()
        hosts = [state.seats[seat].name for seat in state.seats_of(state.owner)]
        return {"kind": right.kind, "host": hosts[0] if hosts else None, "table": room.info(device)}


@router.post("/links", response_model=protocol.TableInfo)
async def redeem(ask: protocol.Redeem, device: Device, server: Here, request: Request) -> protocol.TableInfo:
    """Use a link."""
    server.limits.take("join", address_of(request))
    right = server.identity.read_link(ask.token)
    room = await server.rooms.get(right.table)
    if right.kind != "owner":
        await refuse_blocked(server.store, room.state.owner, device)
    known = ask.name or await name_of(server.store, device)

    try:
        await room.act(lambda state: commands.redeem(state, right, device, known, ask))
    except (SeatTaken, NotInLobby) as late:
        # Whoever comes too late may still watch.
        raise type(late)(table=right.table) from None
    return room.info(device)
