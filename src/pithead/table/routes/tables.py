"""Tables: create, look, change, close; seats and links; start and rematch."""

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import ColumnElement, and_, exists, or_, select

from pithead.table import acts, protocol, schema
from pithead.table.context import Device, Here, Table, address_of, check_own, check_owner, check_seat, name_of
from pithead.table.errors import BadLink, NotDead, NotInLobby, SeatTaken, TableFull
from pithead.table.identity import holds
from pithead.table.ledger import Ledger
from pithead.table.live import Live
from pithead.table.people import refuse_blocked

router = APIRouter(tags=["tables"])

PAGE = 30
Seat = Annotated[int, Path(ge=0, le=15)]
Which = Literal["mine", "open", "watch", "archive"]


@router.post("/tables", status_code=201, response_model=protocol.TableInfo)
async def create(ask: protocol.NewTable, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """Create a table, and start it at once if asked to."""
    server.limits.take("create", address_of(request))
    live = await server.hall.new_table(ask, device, await name_of(server.store, device))
    return live.info(device)


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
    tables = [_shown(row, device, server.hall.here(row.id)) for row in rows[:PAGE]]
    return {"tables": tables, "next": str(rows[PAGE - 1].changed_at) if len(rows) > PAGE else None}


def _shown(row: Any, device: str, live: Live | None) -> dict[str, Any]:
    """A table from its summary, as a device sees it."""
    if live is not None:
        return live.info(device)
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
async def look(live: Table, device: Device) -> dict[str, Any]:
    """A table as this device sees it."""
    async with live.steady():
        return live.info(device)


@router.patch("/tables/{table}", response_model=protocol.TableInfo)
async def change(ask: protocol.TableChange, live: Table, device: Device) -> dict[str, Any]:
    """Change a table before the start."""

    def build(ledger: Ledger) -> list[acts.New]:
        check_owner(ledger, device)
        acts.lobby(ledger)
        data = ask.model_dump(exclude_none=True)
        if "options" in data:
            data["options"] = ledger.game.resolve(ledger.options | data["options"])
        if "substitute" in data:
            acts.check_level(data["substitute"])
        return [acts.New("changed", None, data)] if data else []

    await live.act(build)
    return live.info(device)


@router.post("/tables/{table}/close", response_model=protocol.TableInfo)
async def close(live: Table, device: Device, server: Here) -> dict[str, Any]:
    """Close a table: before the start, or when everybody else has been away for long."""

    def build(ledger: Ledger) -> list[acts.New]:
        check_owner(ledger, device)
        if ledger.status != "lobby":
            acts.at_play(ledger)
        others = [seat for seat in ledger.people if ledger.sitter(seat).device != device]
        if ledger.running and not all(live.is_away(seat, server.settings.dead_after) for seat in others):
            raise NotDead()
        return [acts.New("closed", None, {})]

    await live.act(build)
    return live.info(device)


@router.post("/join", response_model=protocol.TableInfo)
async def join(ask: protocol.JoinByCode, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """Take the first seat that waits at the table with this code."""
    server.limits.take("join", address_of(request))
    live = await server.hall.by_code(ask.code)
    await refuse_blocked(server.store, live.ledger.owner, device)

    def build(ledger: Ledger) -> list[acts.New]:
        if ledger.seats_of(device):
            return []
        waiting = [seat for seat, sitter in enumerate(ledger.seats) if sitter.waits]
        if not waiting:
            raise TableFull()
        seat = next((seat for seat in waiting if ledger.sitter(seat).free), waiting[0])
        return acts.sit_down(ledger, seat, device, ask.name, ask)

    await live.act(build)
    return live.info(device)


@router.put("/tables/{table}/seats/{seat}", response_model=protocol.TableInfo)
async def set_seat(seat: Seat, ask: protocol.SeatSetup, live: Table, device: Device, server: Here) -> dict[str, Any]:
    """Say who sits there, before the start."""
    known = await name_of(server.store, device)

    def build(ledger: Ledger) -> list[acts.New]:
        check_owner(ledger, device)
        acts.lobby(ledger)
        sitter = ledger.sitter(check_seat(ledger, seat))
        others = [other.name for i, other in enumerate(ledger.seats) if i != seat]
        mine = ledger.seats_of(device)
        first = ledger.sitter(mine[0]) if mine else None
        pledge = protocol.Pledge(nonce=first.nonce, commitment=first.commitment) if first else protocol.Pledge()
        data = acts.seat_data(ask, others, device, pledge, sitter.uid, known)
        return [acts.New("seat", seat, data)]

    await live.act(build)
    return live.info(device)


@router.post("/tables/{table}/seats/{seat}/take", response_model=protocol.TableInfo)
async def take(seat: Seat, ask: protocol.SitDown, live: Table, device: Device, server: Here) -> dict[str, Any]:
    """Sit down on an open seat."""
    await refuse_blocked(server.store, live.ledger.owner, device)

    def build(ledger: Ledger) -> list[acts.New]:
        acts.lobby(ledger)
        if not ledger.sitter(check_seat(ledger, seat)).free:
            raise SeatTaken()
        return acts.sit_down(ledger, seat, device, ask.name, ask)

    await live.act(build)
    return live.info(device)


@router.post("/tables/{table}/seats/{seat}/leave", response_model=protocol.TableInfo)
async def leave(seat: Seat, live: Table, device: Device) -> dict[str, Any]:
    """Stand up before the start."""

    def build(ledger: Ledger) -> list[acts.New]:
        check_own(ledger, seat, device)
        return acts.stand_up(ledger, seat)

    await live.act(build)
    return live.info(device)


@router.post("/tables/{table}/seats/{seat}/replace", response_model=protocol.TableInfo)
async def replace(seat: Seat, ask: protocol.Replace, live: Table, device: Device, server: Here) -> dict[str, Any]:
    """Let a bot play for somebody who has left."""

    def build(ledger: Ledger) -> list[acts.New]:
        check_owner(ledger, device)
        check_seat(ledger, seat)
        return acts.replace(ledger, seat, ask.level, live.is_away(seat, server.settings.away_grace))

    await live.act(build)
    return live.info(device)


@router.post("/tables/{table}/start", response_model=protocol.TableInfo)
async def start(live: Table, device: Device) -> dict[str, Any]:
    """Deal."""

    def build(ledger: Ledger) -> list[acts.New]:
        check_owner(ledger, device)
        return acts.start(ledger)

    await live.act(build)
    if not set(live.ledger.unopened) & set(live.ledger.seats_of(device)):
        await live.dealt()
    return live.info(device)


@router.post("/tables/{table}/nonce", response_model=protocol.TableInfo)
async def open_nonce(ask: protocol.OpenNonce, live: Table, device: Device) -> dict[str, Any]:
    """Open the nonce that your seats have committed to; with the last one it is dealt."""
    await live.act(lambda ledger: acts.open_nonce(ledger, device, ask.nonce))
    return live.info(device)


# -- links ------------------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/seats/{seat}/invitation", response_model=protocol.Link)
async def invitation(seat: Seat, live: Table, device: Device, server: Here) -> dict[str, Any]:
    """A link that takes a free or reserved seat."""
    async with live.steady() as ledger:
        check_owner(ledger, device)
        acts.lobby(ledger)
        if ledger.sitter(check_seat(ledger, seat)).kind not in ("invite", "open"):
            raise SeatTaken()
        return _link(server.identity.link("invitation", ledger, seat), "invitation")


@router.post("/tables/{table}/seats/{seat}/device", response_model=protocol.Link)
async def device_link(seat: Seat, live: Table, device: Device, server: Here) -> dict[str, Any]:
    """A link that moves your seat to another device."""
    async with live.steady() as ledger:
        check_own(ledger, seat, device)
        return _link(server.identity.link("device", ledger, seat), "device")


@router.post("/tables/{table}/owner", response_model=protocol.Link)
async def owner_link(live: Table, device: Device, server: Here) -> dict[str, Any]:
    """A link that hands the table over."""
    async with live.steady() as ledger:
        check_owner(ledger, device)
        return _link(server.identity.link("owner", ledger, None), "owner")


def _link(token: str, kind: str) -> dict[str, Any]:
    return {"kind": kind, "token": token, "path": f"/join/{token}"}


@router.delete("/tables/{table}/seats/{seat}/links", response_model=protocol.TableInfo)
async def revoke(seat: Seat, live: Table, device: Device) -> dict[str, Any]:
    """Make all links to a seat worthless: by whoever holds it, or by the owner before the start."""

    def build(ledger: Ledger) -> list[acts.New]:
        check_seat(ledger, seat)
        if seat not in ledger.seats_of(device):
            check_owner(ledger, device)
            acts.lobby(ledger)
        return [acts.New("links", seat, {})]

    await live.act(build)
    return live.info(device)


@router.post("/links/look", response_model=protocol.Invitation)
async def look_at_link(ask: protocol.LookAtLink, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """What a link is for: which table, and who invites."""
    server.limits.take("join", address_of(request))
    right = server.identity.read_link(ask.token)
    live = await server.hall.live(right.table)
    async with live.steady() as ledger:
        if not holds(right, ledger):
            raise BadLink()
        hosts = [ledger.sitter(seat).name for seat in ledger.seats_of(ledger.owner)]
        return {"kind": right.kind, "host": hosts[0] if hosts else None, "table": live.info(device)}


@router.post("/links", response_model=protocol.TableInfo)
async def redeem(ask: protocol.Redeem, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """Use a link."""
    server.limits.take("join", address_of(request))
    right = server.identity.read_link(ask.token)
    live = await server.hall.live(right.table)
    if right.kind != "owner":
        await refuse_blocked(server.store, live.ledger.owner, device)
    known = ask.name or await name_of(server.store, device)

    try:
        await live.act(lambda ledger: acts.redeem(ledger, right, device, known, ask))
    except (SeatTaken, NotInLobby) as late:
        # Whoever comes too late may still watch.
        raise type(late)(table=right.table) from None
    return live.info(device)


@router.post("/tables/{table}/rematch", response_model=protocol.TableInfo)
async def rematch(
    ask: protocol.NewRematch, live: Table, device: Device, server: Here, request: Request
) -> dict[str, Any]:
    """The same people and options once more; it starts when everybody has said yes."""
    other = await server.hall.rematch(live, device, ask, lambda: server.limits.take("create", address_of(request)))
    return other.info(device)
