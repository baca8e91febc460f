"""Sessions of a device: list and revoke."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from pithead.table import protocol, sessions
from pithead.table.http.deps import Current, Here, agent_of, bearer, set_cookie

router = APIRouter(tags=["people"])


@router.get("/me/sessions", response_model=list[protocol.SessionInfo])
async def listed(session: Current, server: Here, request: Request) -> list[dict[str, Any]]:
    """The valid sessions (cookies and tokens) of this device."""
    await sessions.note(server.store, session, agent_of(request), server.rooms.keeper.now())
    return await sessions.listed(server.store, session)


@router.delete("/me/sessions/{id}", response_model=list[protocol.SessionInfo])
async def end(
    id: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")], session: Current, server: Here
) -> list[dict[str, Any]]:
    """Revoke a session: its cookie or token is refused, its connections are closed."""
    if await sessions.end(server.store, session.device, id, server.rooms.keeper.now()):
        await server.rooms.notifier.ended([id])
    return await sessions.listed(server.store, session)


@router.delete("/me/sessions", response_model=protocol.Renewed)
async def end_all_others(session: Current, server: Here, request: Request, response: Response) -> dict[str, Any]:
    """Revoke all sessions of this device, copies of this one too; the response has a new cookie or token."""
    fresh = server.identity.renewed(session)
    now = server.rooms.keeper.now()
    ended = await sessions.renew(server.store, session, fresh, agent_of(request), now)
    await server.rooms.notifier.ended(ended)
    shown = bearer(request.headers)
    if not shown:
        set_cookie(request, response, server, fresh)
    token = server.identity.token(fresh) if shown else None
    return {"token": token, "sessions": await sessions.listed(server.store, fresh)}
