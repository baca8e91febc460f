"""Moderation: remove, silence and report people at a table, block them from all of one's own."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from pithead.table import people, protocol
from pithead.table.http.deps import Device, Here, Table, table_of
from pithead.table.limits import address_of
from pithead.table.log import commands

router = APIRouter(tags=["people"])


@router.post("/tables/{table}/remove", response_model=protocol.TableInfo)
async def remove(ask: protocol.Whom, room: Table, device: Device) -> protocol.TableInfo:
    """Remove somebody from your table: from a seat before the start, a spectator at any time."""
    await room.act(lambda state: commands.remove(state, device, ask))
    return room.info(device)


@router.post("/tables/{table}/silence", response_model=protocol.TableInfo)
async def silence(ask: protocol.Silence, room: Table, device: Device) -> protocol.TableInfo:
    """Silence somebody in the chat of your table, or lift that."""
    await room.act(lambda state: commands.silence(state, device, ask, ask.on))
    return room.info(device)


@router.post("/tables/{table}/report", status_code=204)
async def report(ask: protocol.Report, room: Table, device: Device, server: Here, request: Request) -> None:
    """Report somebody at this table to the operator."""
    server.limits.take("join", address_of(request))
    async with room.steady() as state:
        about, name = commands.person(state, ask, device)
        quote = commands.said(state, ask, device)
    now = server.rooms.keeper.now()
    await people.put_report(
        server.store,
        people.Reported(server.rooms.world.fresh_id(), now, state.id, device, about, name, ask.reason, ask.text, quote),
    )


@router.get("/me/blocks", response_model=list[protocol.Block])
async def blocks(device: Device, server: Here) -> list[dict[str, Any]]:
    """The list of people that you have blocked."""
    return await people.blocks_of(server.store, device)


@router.post("/me/blocks", response_model=list[protocol.Block])
async def block(ask: protocol.BlockWhom, device: Device, server: Here, request: Request) -> list[dict[str, Any]]:
    """Block somebody at a table from joining yours."""
    server.limits.take("join", address_of(request))
    room = await table_of(ask.table, server)
    async with room.steady() as state:
        blocked, name = commands.person(state, ask, device)
    row = {
        "device": device,
        "blocked": blocked,
        "id": server.rooms.world.fresh_id(),
        "name": name,
        "at": server.rooms.keeper.now(),
    }
    await people.put_block(server.store, row)
    await server.rooms.notifier.blocked(device, blocked)
    return await people.blocks_of(server.store, device)


@router.delete("/me/blocks/{block}", response_model=list[protocol.Block])
async def unblock(
    block: Annotated[str, Path(pattern=r"^[A-Za-z0-9]{1,16}$")], device: Device, server: Here
) -> list[dict[str, Any]]:
    """Unblock somebody."""
    await people.unblock(server.store, device, block)
    return await people.blocks_of(server.store, device)
