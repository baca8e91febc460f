"""Seats: join by a code, sit down, stand up, replace; nonces of the deal."""

from typing import Any

from fastapi import APIRouter, Request

from pithead.table import protocol
from pithead.table.errors import SeatTaken, TableFull
from pithead.table.http.deps import Device, Here, Seat, Table, check_own, check_owner, check_seat
from pithead.table.limits import address_of
from pithead.table.log import commands
from pithead.table.log.state import TableState
from pithead.table.people import name_of, refuse_blocked

router = APIRouter(tags=["tables"])


@router.post("/join", response_model=protocol.TableInfo)
async def join(ask: protocol.JoinByCode, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """Take the first seat that waits at the table with this code."""
    server.limits.take("join", address_of(request))
    room = await server.rooms.by_code(ask.code)
    await refuse_blocked(server.store, room.state.owner, device)

    def build(state: TableState) -> list[commands.New]:
        if state.seats_of(device):
            return []
        waiting = [seat for seat, sitter in enumerate(state.seats) if sitter.waits]
        if not waiting:
            raise TableFull()
        seat = next((seat for seat in waiting if state.sitter(seat).free), waiting[0])
        return commands.sit_down(state, seat, device, ask.name, ask)

    await room.act(build)
    return room.info(device)


@router.put("/tables/{table}/seats/{seat}", response_model=protocol.TableInfo)
async def set_seat(seat: Seat, ask: protocol.SeatSetup, room: Table, device: Device, server: Here) -> dict[str, Any]:
    """Say who sits there, before the start."""
    known = await name_of(server.store, device)

    def build(state: TableState) -> list[commands.New]:
        check_owner(state, device)
        commands.lobby(state)
        sitter = state.sitter(check_seat(state, seat))
        others = [other.name for i, other in enumerate(state.seats) if i != seat]
        mine = state.seats_of(device)
        first = state.sitter(mine[0]) if mine else None
        pledge = protocol.Pledge(nonce=first.nonce, commitment=first.commitment) if first else protocol.Pledge()
        data = commands.seat_data(ask, others, device, pledge, sitter.uid, known)
        return [commands.New("seat", seat, data)]

    await room.act(build)
    return room.info(device)


@router.post("/tables/{table}/seats/{seat}/take", response_model=protocol.TableInfo)
async def take(seat: Seat, ask: protocol.SitDown, room: Table, device: Device, server: Here) -> dict[str, Any]:
    """Sit down on an open seat."""
    await refuse_blocked(server.store, room.state.owner, device)

    def build(state: TableState) -> list[commands.New]:
        commands.lobby(state)
        if not state.sitter(check_seat(state, seat)).free:
            raise SeatTaken()
        return commands.sit_down(state, seat, device, ask.name, ask)

    await room.act(build)
    return room.info(device)


@router.post("/tables/{table}/seats/{seat}/leave", response_model=protocol.TableInfo)
async def leave(seat: Seat, room: Table, device: Device) -> dict[str, Any]:
    """Stand up before the start."""

    def build(state: TableState) -> list[commands.New]:
        check_own(state, seat, device)
        return commands.stand_up(state, seat)

    await room.act(build)
    return room.info(device)


@router.post("/tables/{table}/seats/{seat}/replace", response_model=protocol.TableInfo)
async def replace(seat: Seat, ask: protocol.Replace, room: Table, device: Device, server: Here) -> dict[str, Any]:
    """Let a bot play for somebody who has left."""

    def build(state: TableState) -> list[commands.New]:
        check_owner(state, device)
        check_seat(state, seat)
        return commands.replace(state, seat, ask.level, room.is_away(seat, server.settings.away_grace))

    await room.act(build)
    return room.info(device)


@router.post("/tables/{table}/nonce", response_model=protocol.TableInfo)
async def open_nonce(ask: protocol.OpenNonce, room: Table, device: Device) -> dict[str, Any]:
    """Open the nonce that your seats have committed to; with the last one it is dealt."""
    await room.act(lambda state: commands.open_nonce(state, device, ask.nonce))
    return room.info(device)
