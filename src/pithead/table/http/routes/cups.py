"""Cups: open, list, look, join, leave, start, end."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from sqlalchemy import Row

from pithead.table import protocol
from pithead.table.cups import page, records
from pithead.table.http.deps import Device, Here
from pithead.table.limits import address_of

router = APIRouter(tags=["cups"])


async def cup_of(cup: Annotated[str, Path(pattern=r"^[A-Za-z0-9]{1,16}$")], server: Here) -> Row[Any]:
    """The cup of the path."""
    return await records.get(server.store, cup)


Cup = Annotated[Any, Depends(cup_of)]


@router.get("/cups", response_model=protocol.CupList)
async def lists(device: Device, server: Here) -> dict[str, Any]:
    """Your cups and public ones, unfinished ones first."""
    return {"cups": [page.summary(cup, device) for cup in await records.listed(server.store, device)]}


@router.post("/cups", response_model=protocol.Cup, status_code=201)
async def new(ask: protocol.NewCup, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """Create a cup; its owner joins it like everybody else."""
    server.limits.take("create", address_of(request))
    return await look(await records.get(server.store, await server.rooms.cups.new(ask, device)), device, server)


@router.get("/cups/{cup}", response_model=protocol.Cup)
async def look(cup: Cup, device: Device, server: Here) -> dict[str, Any]:
    """A cup with its people, tables and results."""
    return await page.page(server.store, cup, device)


async def _again(cup: Any, device: str, server: Here) -> dict[str, Any]:
    return await look(await records.get(server.store, cup.id), device, server)


@router.post("/cups/{cup}/join", response_model=protocol.Cup)
async def join(ask: protocol.CupName, cup: Cup, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """Join a cup before it starts."""
    server.limits.take("join", address_of(request))
    await records.join(server.store, cup.id, device, ask.name, server.rooms.keeper.now())
    return await _again(cup, device, server)


@router.post("/cups/{cup}/leave", response_model=protocol.Cup)
async def leave(cup: Cup, device: Device, server: Here) -> dict[str, Any]:
    """Leave a cup; games in progress are conceded, and a bot plays on."""
    await server.rooms.cups.leave(cup, device)
    return await _again(cup, device, server)


@router.post("/cups/{cup}/start", response_model=protocol.Cup)
async def start(cup: Cup, device: Device, server: Here) -> dict[str, Any]:
    """Start the first round (owner only)."""
    await server.rooms.cups.start(cup, device)
    return await _again(cup, device, server)


@router.post("/cups/{cup}/end", response_model=protocol.Cup)
async def end(cup: Cup, device: Device, server: Here) -> dict[str, Any]:
    """Cancel the cup, or end it after the tables in progress (owner only)."""
    await server.rooms.cups.cancel(cup, device)
    return await _again(cup, device, server)
