"""People and each other: remove, silence, report at a table; block from all of one's own."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from pithead.table import people, protocol
from pithead.table.http.deps import Device, Here, Table, table_of
from pithead.table.limits import address_of
from pithead.table.log import commands

router = APIRouter(tags=["people"])


@router.post("/tables/{table}/remove", response_model=protocol.TableInfo)
async def remove(ask: protocol.Whom, room: Table, device: Device) -> protocol.TableInfo:
    """Send somebody away from your table: from a seat before the start, from the bench at any time."""
    await room.act(lambda state: commands.remove(state, device, ask))
    return room.info(device)


@router.post("/tables/{table}/silence", response_model=protocol.TableInfo)
async def silence(ask: protocol.Silence, room: Table, device: Device) -> protocol.TableInfo:
    """Let somebody say nothing more at your table, or again."""
    await room.act(lambda state: commands.silence(state, device, ask, ask.on))
    return room.info(device)


@router.post("/tables/{table}/report", status_code=204)
async def report(ask: protocol.Report, room: Table, device: Device, server: Here, request: Request) -> None:
    """Tell the operator about somebody at this table."""
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
    """Whom you have blocked."""
    return await people.blocks_of(server.store, device)


@router.post("/me/blocks", response_model=list[protocol.Block])
async def block(ask: protocol.BlockWhom, device: Device, server: Here, request: Request) -> list[dict[str, Any]]:
    """Somebody at a table shall not come to yours."""
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
    """Let somebody come to your tables again."""
    await people.unblock(server.store, device, block)
    return await people.blocks_of(server.store, device)
