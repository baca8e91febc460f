"""This device: its name and language, its token."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from sqlalchemy import Connection, func, select

from pithead.table import protocol, sessions
from pithead.table.http.deps import Device, Here, agent_of, bearer
from pithead.table.http.routes.games import words_tag
from pithead.table.limits import address_of
from pithead.table.results.people import rename
from pithead.table.store import schema

router = APIRouter(tags=["people"])


@router.get("/me", response_model=protocol.Me)
async def me(device: Device, server: Here) -> dict[str, Any]:
    """This device: its name and language, and how many tables wait for it."""
    query = select(schema.device.c.name, schema.device.c.language).where(schema.device.c.id == device)
    due = select(func.count()).where(schema.board.c.waits_for == device, schema.board.c.status == "running")
    async with server.store.reading() as connection:
        row = (await connection.execute(query)).first()
        waiting = (await connection.execute(due)).scalar()
    return {
        "name": row.name if row else None,
        "language": row.language if row else None,
        "due": waiting,
        # The first one reads the texts of all games.
        "words": await asyncio.to_thread(words_tag),
    }


@router.post("/me", response_model=protocol.Token)
async def sign_in(request: Request, server: Here) -> dict[str, Any]:
    """Create a bearer token; every call creates a session, and a new device if there was none."""
    server.limits.take("create", address_of(request))
    known, now = server.identity.session(bearer(request.headers)), server.rooms.keeper.now()
    if known:
        await sessions.check(server.store, known, now)
    session = server.identity.renewed(known) if known else server.identity.fresh()
    await sessions.note(server.store, session, agent_of(request), now)
    return {"token": server.identity.token(session)}


@router.patch("/me", response_model=protocol.Me)
async def change_me(ask: protocol.MeChange, device: Device, server: Here) -> dict[str, Any]:
    """Set the name and the language of this device."""
    values = ask.model_dump(exclude_none=True) | {"seen_at": server.rooms.keeper.now()}

    def put(connection: Connection) -> None:
        table = schema.device
        done = connection.execute(table.update().where(table.c.id == device).values(values))
        if not done.rowcount:
            connection.execute(table.insert().values(id=device, **values))
        if ask.name is not None:
            rename(connection, device, ask.name)

    await server.store.write(put)
    return await me(device, server)
