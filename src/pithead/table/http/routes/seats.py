"""Seats: join by a code, sit down, stand up, replace; nonces of the deal."""

from fastapi import APIRouter, Request

from pithead.table import protocol
from pithead.table.http.deps import Device, Here, Seat, Table
from pithead.table.limits import address_of
from pithead.table.log import commands
from pithead.table.log.commands import checks
from pithead.table.log.events import Event
from pithead.table.log.state import TableState
from pithead.table.people import name_of, refuse_blocked

router = APIRouter(tags=["tables"])


@router.post("/join", response_model=protocol.TableInfo)
async def join(ask: protocol.JoinByCode, device: Device, server: Here, request: Request) -> protocol.TableInfo:
    """Take the first seat that waits at the table with this code."""
    server.limits.take("join", address_of(request))
    room = await server.rooms.by_code(ask.code)
    await refuse_blocked(server.store, room.state.owner, device)
    await room.act(lambda state: commands.join(state, device, ask.name, ask))
    return room.info(device)


@router.put("/tables/{table}/seats/{seat}", response_model=protocol.TableInfo)
async def set_seat(
    seat: Seat, ask: protocol.SeatSetup, room: Table, device: Device, server: Here
) -> protocol.TableInfo:
    """Change the occupant of a seat before the start."""
    known = await name_of(server.store, device)
    await room.act(lambda state: commands.set_seat(state, device, seat, ask, known))
    return room.info(device)


@router.post("/tables/{table}/seats/{seat}/take", response_model=protocol.TableInfo)
async def take(seat: Seat, ask: protocol.SitDown, room: Table, device: Device, server: Here) -> protocol.TableInfo:
    """Sit down on an open seat."""
    await refuse_blocked(server.store, room.state.owner, device)
    await room.act(lambda state: commands.take_seat(state, seat, device, ask.name, ask))
    return room.info(device)


@router.post("/tables/{table}/seats/{seat}/leave", response_model=protocol.TableInfo)
async def leave(seat: Seat, room: Table, device: Device) -> protocol.TableInfo:
    """Stand up before the start."""
    await room.act(lambda state: commands.leave(state, device, seat))
    return room.info(device)


@router.post("/tables/{table}/seats/{seat}/replace", response_model=protocol.TableInfo)
async def replace(seat: Seat, ask: protocol.Replace, room: Table, device: Device, server: Here) -> protocol.TableInfo:
    """Let a bot play for somebody who has left."""

    def build(state: TableState) -> list[Event]:
        away = seat in room.presence.away_for(server.settings.away_grace)
        bill = room.clock.bill(state, server.rooms.keeper.now())
        return commands.replace(state, device, seat, ask.level, away, bill)

    await room.act(build)
    return room.info(device)


@router.get("/tables/{table}/seats/{seat}/observation", response_model=protocol.Observation)
async def observe(seat: Seat, room: Table, device: Device) -> protocol.Observation:
    """The observation of your seat as numbers, while it is to move."""
    async with room.steady() as state:
        look = checks.own_turn(state, seat, device)
        return protocol.Observation(observation=look.match.rules.features(look.position, seat))


@router.post("/tables/{table}/nonce", response_model=protocol.TableInfo)
async def open_nonce(ask: protocol.OpenNonce, room: Table, device: Device) -> protocol.TableInfo:
    """Open the nonce that your seats have committed to; the last one starts the deal."""
    await room.act(lambda state: commands.open_nonce(state, device, ask.nonce))
    return room.info(device)
