"""Tables: create, look, change, close; seats and links; start and rematch."""

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import ColumnElement, and_, exists, or_, select

from pithead.table import protocol
from pithead.table.context import Device, Here, Table, address_of, check_own, check_owner, check_seat, name_of
from pithead.table.errors import BadLink, NotDead, NotInLobby, SeatTaken, TableFull
from pithead.table.identity import holds
from pithead.table.log import commands
from pithead.table.log.state import TableState
from pithead.table.people import refuse_blocked
from pithead.table.room import Room
from pithead.table.store import schema

router = APIRouter(tags=["tables"])

PAGE = 30
Seat = Annotated[int, Path(ge=0, le=15)]
Which = Literal["mine", "open", "watch", "archive"]


@router.post("/tables", status_code=201, response_model=protocol.TableInfo)
async def create(ask: protocol.NewTable, device: Device, server: Here, request: Request) -> dict[str, Any]:
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
) -> dict[str, Any]:
    """Tables of a kind, the last changed first."""
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
    return {"tables": tables, "next": str(rows[PAGE - 1].changed_at) if len(rows) > PAGE else None}


def _shown(row: Any, device: str, room: Room | None) -> dict[str, Any]:
    """A table from its summary, as a device sees it."""
    if room is not None:
        return room.info(device)
    found = json.loads(row.head)
    table: dict[str, Any] = found["table"] | {"owner": found["owner"] == device}
    if row.status == "damaged":
        table["status"] = row.status
    for seat, holder in zip(table["seats"], found["devices"], strict=True):
        seat["yours"] = seat["kind"] == "human" and holder == device
        seat["reserved"] = seat["kind"] != "human" and holder == device
    if not table["owner"] and not any(seat["yours"] for seat in table["seats"]):
        table["code"] = None
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
async def look(room: Table, device: Device) -> dict[str, Any]:
    """A table as this device sees it."""
    async with room.steady():
        return room.info(device)


@router.patch("/tables/{table}", response_model=protocol.TableInfo)
async def change(ask: protocol.TableChange, room: Table, device: Device) -> dict[str, Any]:
    """Change a table before the start."""

    def build(state: TableState) -> list[commands.New]:
        check_owner(state, device)
        commands.lobby(state)
        data = ask.model_dump(exclude_none=True)
        if "options" in data:
            data["options"] = state.game.resolve(state.options | data["options"])
        if "substitute" in data:
            commands.check_level(data["substitute"])
        return [commands.New("changed", None, data)] if data else []

    await room.act(build)
    return room.info(device)


@router.post("/tables/{table}/close", response_model=protocol.TableInfo)
async def close(room: Table, device: Device, server: Here) -> dict[str, Any]:
    """Close a table: before the start, or when everybody else has been away for long."""

    def build(state: TableState) -> list[commands.New]:
        check_owner(state, device)
        if state.status != "lobby":
            commands.at_play(state)
        others = [seat for seat in state.people if state.sitter(seat).device != device]
        if state.running and not all(room.is_away(seat, server.settings.dead_after) for seat in others):
            raise NotDead()
        return [commands.New("closed", None, {})]

    await room.act(build)
    return room.info(device)


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


@router.post("/tables/{table}/start", response_model=protocol.TableInfo)
async def start(room: Table, device: Device) -> dict[str, Any]:
    """Deal."""

    def build(state: TableState) -> list[commands.New]:
        check_owner(state, device)
        return commands.start(state)

    await room.act(build)
    if not set(room.state.unopened) & set(room.state.seats_of(device)):
        await room.dealt()
    return room.info(device)


@router.post("/tables/{table}/nonce", response_model=protocol.TableInfo)
async def open_nonce(ask: protocol.OpenNonce, room: Table, device: Device) -> dict[str, Any]:
    """Open the nonce that your seats have committed to; with the last one it is dealt."""
    await room.act(lambda state: commands.open_nonce(state, device, ask.nonce))
    return room.info(device)


# -- links ------------------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/seats/{seat}/invitation", response_model=protocol.Link)
async def invitation(seat: Seat, room: Table, device: Device, server: Here) -> dict[str, Any]:
    """A link that takes a free or reserved seat."""
    async with room.steady() as state:
        check_owner(state, device)
        commands.lobby(state)
        if state.sitter(check_seat(state, seat)).kind not in ("invite", "open"):
            raise SeatTaken()
        return _link(server.identity.link("invitation", state, seat), "invitation")


@router.post("/tables/{table}/seats/{seat}/device", response_model=protocol.Link)
async def device_link(seat: Seat, room: Table, device: Device, server: Here) -> dict[str, Any]:
    """A link that moves your seat to another device."""
    async with room.steady() as state:
        check_own(state, seat, device)
        return _link(server.identity.link("device", state, seat), "device")


@router.post("/tables/{table}/owner", response_model=protocol.Link)
async def owner_link(room: Table, device: Device, server: Here) -> dict[str, Any]:
    """A link that hands the table over."""
    async with room.steady() as state:
        check_owner(state, device)
        return _link(server.identity.link("owner", state, None), "owner")


def _link(token: str, kind: str) -> dict[str, Any]:
    return {"kind": kind, "token": token, "path": f"/join/{token}"}


@router.delete("/tables/{table}/seats/{seat}/links", response_model=protocol.TableInfo)
async def revoke(seat: Seat, room: Table, device: Device) -> dict[str, Any]:
    """Make all links to a seat worthless: by whoever holds it, or by the owner before the start."""

    def build(state: TableState) -> list[commands.New]:
        check_seat(state, seat)
        if seat not in state.seats_of(device):
            check_owner(state, device)
            commands.lobby(state)
        return [commands.New("links", seat, {})]

    await room.act(build)
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
        hosts = [state.sitter(seat).name for seat in state.seats_of(state.owner)]
        return {"kind": right.kind, "host": hosts[0] if hosts else None, "table": room.info(device)}


@router.post("/links", response_model=protocol.TableInfo)
async def redeem(ask: protocol.Redeem, device: Device, server: Here, request: Request) -> dict[str, Any]:
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


@router.post("/tables/{table}/rematch", response_model=protocol.TableInfo)
async def rematch(
    ask: protocol.NewRematch, room: Table, device: Device, server: Here, request: Request
) -> dict[str, Any]:
    """The same people and options once more; it starts when everybody has said yes."""
    other = await server.rooms.rematch(room, device, ask, lambda: server.limits.take("create", address_of(request)))
    return other.info(device)
