"""Hints, the coach, and analyses."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from pithead.table import protocol
from pithead.table.errors import NoCoach, NotFinished
from pithead.table.http import media
from pithead.table.http.deps import Device, Here, Spoken, Table
from pithead.table.limits import address_of
from pithead.table.log.commands import checks
from pithead.table.workers.tasks import DraftedTurn

router = APIRouter(tags=["jobs"])


@router.post("/tables/{table}/hint", status_code=202, response_model=protocol.Job)
async def hint(
    ask: protocol.AskHint, room: Table, device: Device, server: Here, request: Request, language: Spoken
) -> dict[str, Any]:
    """Start a hint: the best decision of a seat of yours that is to move."""
    async with room.steady() as state:
        checks.own_turn(state, ask.seat, device)
        return await server.jobs.hint(state, ask.seat, device, address_of(request), ask.think, language)


@router.post("/tables/{table}/coach", response_model=protocol.Coached)
async def coach(ask: protocol.AskCoach, room: Table, device: Device, server: Here, language: Spoken) -> dict[str, Any]:
    """The coach's objection to a decision that cannot be undone, before it is played."""
    async with room.steady() as state:
        look, percent = checks.own_turn(state, ask.seat, device), state.coach
        if not percent:
            raise NoCoach()
        if ask.decision not in look.match.legal:
            return {"objection": None}
        turn, names = DraftedTurn.of(look, ask.decision), look.match.names
    # The table is not held still meanwhile: it goes on if the answer is late.
    objection = await server.rooms.workers.object_to(state.game, state.id, turn, percent, names, language)
    return {"objection": objection}


@router.post("/tables/{table}/analysis", status_code=202, response_model=protocol.Job)
async def analysis(
    ask: protocol.AskAnalysis, room: Table, device: Device, server: Here, request: Request, language: Spoken
) -> dict[str, Any]:
    """Start the analysis of a finished game."""
    async with room.steady() as state:
        if state.how is None or state.match is None:
            raise NotFinished()
        checks.unsealed(state)
        return await server.jobs.analysis(state, device, address_of(request), ask.think, language)


@router.get("/jobs/{job}", response_model=protocol.Job)
async def look(job: str, device: Device, server: Here, language: Spoken) -> dict[str, Any]:
    """The state and progress of a job."""
    return await server.jobs.look(job, device, language)


@router.get("/jobs/{job}/stream", **media.text(media.NDJSON))
async def stream(job: str, device: Device, server: Here, language: Spoken) -> Response:
    """Stream a job as JSON lines, one per step of progress, until it has ended."""
    await server.jobs.look(job, device, language)
    return StreamingResponse(server.jobs.stream(job, device, language), media_type=media.NDJSON)


@router.delete("/jobs/{job}", response_model=protocol.Job)
async def cancel(job: str, device: Device, server: Here, language: Spoken) -> dict[str, Any]:
    """Cancel a job."""
    return await server.jobs.cancel(job, device, language)
