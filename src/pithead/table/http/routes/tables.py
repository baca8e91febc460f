"""Tables: create, list, look, change, start, close, play again."""

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from sqlalchemy import ColumnElement, and_, exists, or_, select

from pithead.table import protocol
from pithead.table.http.deps import Device, Here, Table
from pithead.table.limits import address_of
from pithead.table.log import commands
from pithead.table.people import name_of
from pithead.table.room import Room
from pithead.table.store import schema

router = APIRouter(tags=["tables"])

PAGE = 30
Which = Literal["mine", "open", "watch", "archive"]


@router.post("/tables", status_code=201, response_model=protocol.TableInfo)
async def create(ask: protocol.NewTable, device: Device, server: Here, request: Request) -> protocol.TableInfo:
    """Create a table, and start it at once if asked to."""
    server.limits.take("create", address_of(request))
    room = await server.rooms.new_table(ask, device, await name_of(server.store, device))
    return room.info(device)


@router.get("/tables", response_model=protocol.TableList)
async def lists(
    device: Device,
    server: Here,
    which: Which = "mine",
    game: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = None,
    after: Annotated[float | None, Query(ge=0, allow_inf_nan=False)] = None,
) -> protocol.TableList:
    """Tables of a kind, last changed first."""
    board = schema.board
    query = select(board.c.id, board.c.status, board.c.seq, board.c.head, board.c.changed_at).where(
        _which(which, device)
    )
    if game is not None:
        query = query.where(board.c.game == game)
    if after is not None:
        query = query.where(board.c.changed_at < after)
    query = query.order_by(board.c.changed_at.desc()).limit(PAGE + 1)
    async with server.store.reading() as connection:
        rows = (await connection.execute(query)).all()
    tables = [_shown(row, device, server.rooms.loaded(row.id)) for row in rows[:PAGE]]
    return protocol.TableList(tables=tables, next=str(rows[PAGE - 1].changed_at) if len(rows) > PAGE else None)


def _shown(row: Any, device: str, room: Room | None) -> protocol.TableInfo:
    """A table from its summary, as a device sees it."""
    if room is not None:
        return room.info(device)
    head = json.loads(row.head)
    table = protocol.TableInfo.model_validate(head["table"])
    table.owner = head["owner"] == device
    if row.status == "damaged":
        table.status = row.status
    for seat, holder in zip(table.seats, head["devices"], strict=True):
        seat.yours = seat.kind == "human" and holder == device
        seat.reserved = seat.kind != "human" and holder == device
    if not table.owner and not any(seat.yours for seat in table.seats):
        table.code = None
    return table


def _which(which: Which, device: str) -> ColumnElement[bool]:
    board, sitting = schema.board, schema.sitting
    seated = exists().where(sitting.c.board == board.c.id, sitting.c.device == device)
    mine = or_(seated, board.c.owner == device)
    public = board.c.visibility == "public"
    if which == "mine":
        return and_(mine, board.c.status.in_(("lobby", "running", "damaged")))
    if which == "open":
        return and_(public, board.c.status == "lobby", board.c.free > 0)
    if which == "watch":
        return and_(public, board.c.status == "running")
    return and_(or_(mine, public), board.c.status.in_(("finished", "aborted", "closed")))


@router.get("/tables/{table}", response_model=protocol.TableInfo)
async def look(room: Table, device: Device) -> protocol.TableInfo:
    """A table as this device sees it."""
    async with room.steady():
        return room.info(device)


@router.patch("/tables/{table}", response_model=protocol.TableInfo)
async def change(ask: protocol.TableChange, room: Table, device: Device) -> protocol.TableInfo:
    """Change the settings of a table before it starts."""
    await room.act(lambda state: commands.change(state, device, ask))
    return room.info(device)


@router.post("/tables/{table}/close", response_model=protocol.TableInfo)
async def close(room: Table, device: Device, server: Here) -> protocol.TableInfo:
    """Close a table: before it starts, or once everybody else has been away for long."""
    await room.act(lambda state: commands.close(state, device, room.presence.away_for(server.settings.dead_after)))
    return room.info(device)


@router.post("/tables/{table}/start", response_model=protocol.TableInfo)
async def start(room: Table, device: Device) -> protocol.TableInfo:
    """Start the game: deal."""
    await room.act(lambda state: commands.start_by(state, device))
    if not set(room.state.unopened) & set(room.state.seats_of(device)):
        await room.deal_timer.dealt()
    return room.info(device)


@router.post("/tables/{table}/rematch", response_model=protocol.TableInfo)
async def rematch(
    ask: protocol.NewRematch, room: Table, device: Device, server: Here, request: Request
) -> protocol.TableInfo:
    """Open a rematch with the same people and options; it starts when everybody has accepted."""
    other = await server.rooms.rematch(room, device, ask, lambda: server.limits.take("create", address_of(request)))
    return other.info(device)
