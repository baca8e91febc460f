"""The WebSocket endpoint: checks before a connection is accepted."""

from starlette.websockets import WebSocket

from pithead.engine.errors import PitheadError
from pithead.table import sessions
from pithead.table.errors import NotFound
from pithead.table.http.deps import Server, bearer
from pithead.table.http.failures import refusal
from pithead.table.http.origin import check_host, check_origin
from pithead.table.identity import COOKIE
from pithead.table.limits import address_of
from pithead.table.realtime.connection import Connection


async def connect(socket: WebSocket) -> None:
    """The WebSocket of a table; no other address has one."""
    server: Server = socket.app.state.server
    try:
        check_host(socket.headers.get("host"), server.settings.host, server.settings.origins)
        check_origin(socket.headers.get("origin"), socket.headers.get("host"), server.settings.origins)
        session = server.identity.session(bearer(socket.headers) or socket.cookies.get(COOKIE))
        server.limits.visit(session and session.device, address_of(socket))
        if session:
            await sessions.check(server.store, session, server.rooms.keeper.now())
        if "table" not in socket.path_params:
            raise NotFound()
        # Somebody without a cookie may watch.
        session = session or server.identity.fresh()
        with server.limits.connected(address_of(socket)):
            room = await server.rooms.get(socket.path_params["table"])
            await Connection(socket, room, session, server.limits).run()
    except PitheadError as problem:
        await socket.send_denial_response(refusal(socket, problem))
