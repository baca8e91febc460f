"""Hints and analyses."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from pithead.engine.errors import NotYourTurn
from pithead.table import acts, protocol
from pithead.table.context import Device, Here, Table, address_of, check_own
from pithead.table.errors import NotFinished
from pithead.table.wording import language_of

router = APIRouter(tags=["jobs"])


@router.post("/tables/{table}/hint", status_code=202, response_model=protocol.Job)
async def hint(ask: protocol.AskHint, live: Table, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """Ask for the best decision of a seat of yours that is to move."""
    async with live.steady() as ledger:
        check_own(ledger, ask.seat, device)
        acts.at_play(ledger)
        assert ledger.match
        if ledger.to_move != ask.seat:
            raise NotYourTurn(player=ledger.match.names[ledger.to_move or 0])
        language = language_of(request.query_params.get("lang"), request.headers.get("accept-language"))
        return await server.jobs.hint(ledger, ask.seat, device, address_of(request), ask.think, language)


@router.post("/tables/{table}/analysis", status_code=202, response_model=protocol.Job)
async def analysis(
    ask: protocol.AskAnalysis, live: Table, device: Device, server: Here, request: Request
) -> dict[str, Any]:
    """Analyse a game that has ended."""
    async with live.steady() as ledger:
        if ledger.how is None or ledger.match is None:
            raise NotFinished()
        return await server.jobs.analysis(ledger, device, address_of(request), ask.think)


@router.get("/jobs/{job}", response_model=protocol.Job)
async def look(job: str, device: Device, server: Here) -> dict[str, Any]:
    """How far a job is."""
    return await server.jobs.look(job, device)


@router.get(
    "/jobs/{job}/stream",
    response_model=None,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
)
async def stream(job: str, device: Device, server: Here) -> Response:
    """A job as JSON lines, one per step, until it is over."""
    await server.jobs.look(job, device)
    return StreamingResponse(server.jobs.stream(job, device), media_type="application/x-ndjson")


@router.delete("/jobs/{job}", response_model=protocol.Job)
async def cancel(job: str, device: Device, server: Here) -> dict[str, Any]:
    """Stop a job."""
    return await server.jobs.cancel(job, device)
