"""FastAPI dependencies: the server's parts, and the requesting device."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response
from starlette.requests import HTTPConnection

from pithead.table import sessions
from pithead.table.host.backups import Backups
from pithead.table.host.banner import Banner
from pithead.table.identity import COOKIE, COOKIE_DAYS, Identity, Session
from pithead.table.jobs import Jobs
from pithead.table.language import language_asked
from pithead.table.limits import Limits
from pithead.table.notices.service import Notices
from pithead.table.replay_cache import ReplayCache
from pithead.table.room import Room
from pithead.table.rooms import Rooms
from pithead.table.settings import Settings
from pithead.table.store import Store


@dataclass(frozen=True)
class Server:
    """The application state: everything with the lifetime of the process."""

    settings: Settings
    store: Store
    rooms: Rooms
    identity: Identity
    limits: Limits
    jobs: Jobs
    replays: ReplayCache
    notices: Notices
    backups: Backups
    banner: Banner


async def server_of(request: Request) -> Server:
    """The application state of a request."""
    server: Server = request.app.state.server
    return server


Here = Annotated[Server, Depends(server_of)]


def is_this_machine(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a request comes from this machine itself, and not through an unconfigured proxy on it."""
    if "x-forwarded-for" in connection.headers and not settings.proxies:
        return False
    try:
        return connection.client is not None and ip_address(connection.client.host).is_loopback
    except ValueError:
        return False


def bearer(headers: Any) -> str | None:
    """The token of a program that keeps no cookies."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


async def _spoken(request: Request) -> str:
    return language_asked(request)


Spoken = Annotated[str, Depends(_spoken)]


def agent_of(request: Request) -> str:
    """The User-Agent of the client."""
    return request.headers.get("user-agent", "")


async def session_of(request: Request, response: Response, server: Here) -> Session:
    """The session of the request; a new device is given a cookie."""
    token = bearer(request.headers)
    known = server.identity.session(token or request.cookies.get(COOKIE))
    if known is not None:
        await sessions.check(server.store, known, server.rooms.keeper.now())
        return known
    session = server.identity.fresh()
    if token is None:
        set_cookie(request, response, server, session)
    return session


Current = Annotated[Session, Depends(session_of)]


async def device_of(session: Current) -> str:
    """The device of the request."""
    return session.device


def set_cookie(request: Request, response: Response, server: Server, session: Session) -> None:
    """Set the cookie of the device."""
    response.set_cookie(
        COOKIE,
        server.identity.token(session),
        max_age=COOKIE_DAYS * 86_400,
        httponly=True,
        samesite="lax",
        secure=server.settings.secure_cookies or request.url.scheme == "https",
    )


Device = Annotated[str, Depends(device_of)]


Seat = Annotated[int, Path(ge=0, le=15)]


async def table_of(table: str, server: Here) -> Room:
    """The table of the path."""
    room = await server.rooms.get(table)
    # Read your writes: another worker may just have written for the same person.
    await room.catch_up()
    return room


Table = Annotated[Room, Depends(table_of)]
