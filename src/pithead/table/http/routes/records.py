"""Records: download, upload, replay, play on."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from pithead.table import editions, perspective, protocol, replays
from pithead.table.errors import NotRunning
from pithead.table.http import media
from pithead.table.http.deps import Device, Here, Table
from pithead.table.limits import address_of
from pithead.table.log import commands
from pithead.table.log.commands import checks
from pithead.table.people import name_of, refuse_to_show
from pithead.table.workers.tasks import edition_of

router = APIRouter(tags=["records"])


@router.get("/tables/{table}/record", **media.text(media.PLAIN))
async def download(room: Table) -> Response:
    """The record of a game that has ended."""
    async with room.steady() as state:
        text = replays.record_text(state)
    name = f"{state.game.id}-{state.id}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.post("/records", status_code=201, response_model=protocol.TableInfo)
async def upload(ask: protocol.UploadRecord, device: Device, server: Here, request: Request) -> protocol.TableInfo:
    """Replay a record: it becomes a table in the archive."""
    server.limits.take("create", address_of(request))
    title = await server.rooms.workers.title_of_record(ask.text)
    kept = None
    if ask.material:
        kept = await editions.keep(server.store, server.settings, server.rooms.workers, title, ask.material)
    brought = await server.rooms.game(title, kept)
    record = await server.rooms.workers.read_record(ask.text, edition_of(brought))
    game = await server.rooms.game(title, record["edition"])
    room = await server.rooms.create(game, commands.archive(record, device), with_code=False)
    return room.info(device)


@router.post("/tables/{table}/branch", status_code=201, response_model=protocol.TableInfo)
async def branch(
    ask: protocol.Branch, room: Table, device: Device, server: Here, request: Request
) -> protocol.TableInfo:
    """Play on from a position of a game that has ended."""
    server.limits.take("create", address_of(request))
    known = await name_of(server.store, device)
    seats = commands.seats_from(
        ask.seats, device, protocol.Pledge(nonce=ask.nonce), server.rooms.world.fresh_uid, known
    )
    async with room.steady() as state:
        created = commands.branch(state, ask.decision, seats, device)
    other = await server.rooms.create(room.state.game, created, with_code=False)
    return other.info(device)


@router.get("/tables/{table}/positions", **media.text(media.NDJSON))
async def positions(
    room: Table,
    device: Device,
    server: Here,
    request: Request,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    first: Annotated[int, Query(alias="from", ge=0, le=1_000_000)] = 0,
    last: Annotated[int, Query(alias="to", ge=0, le=1_000_000)] = 1_000_000,
) -> Response:
    """Positions as a seat saw them, one JSON object (`ReplayPosition`) per line."""
    server.limits.take("replay", address_of(request))
    async with room.steady() as state:
        if state.match is None:
            raise NotRunning()
        ended = state.how is not None
        if ended or seat is None:
            checks.unsealed(state)
        if not ended:
            await refuse_to_show(server.store, state, device)
        if seat is not None:
            checks.seat_exists(state, seat)
            if not ended:
                checks.own_seat(state, seat, device)
        # Of a running game only what everybody may have seen.
        data = replays.match_data(state, perspective.public_decisions(state))
    replay = await server.replays.of(state.id, data, seat, ended)
    if first == 0 and last >= replay.decisions[-1] and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(replay.packed, media_type=media.NDJSON, headers={"content-encoding": "gzip"})
    return Response(await asyncio.to_thread(replay.between, first, last), media_type=media.NDJSON)
