"""The application factory: wires all parts together."""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from functools import cache
from importlib.metadata import version
from types import FrameType
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute, WebSocketRoute

from pithead.table import logs
from pithead.table.clocks import Timekeeper
from pithead.table.garbage import collect_rarely
from pithead.table.host.backups import Backups
from pithead.table.host.banner import Banner
from pithead.table.identity import Identity
from pithead.table.jobs import Jobs
from pithead.table.limits import Limits
from pithead.table.notices.service import Notices
from pithead.table.protocol import Problem
from pithead.table.replay_cache import ReplayCache
from pithead.table.rooms import Rooms
from pithead.table.settings import Settings
from pithead.table.store import Store
from pithead.table.workers.calls import Workers
from pithead.table.world import World

from . import client_files, failures
from .deps import Server
from .middleware import Protection
from .routes import (
    accounts,
    channels,
    cups,
    games,
    health,
    host,
    jobs,
    lessons,
    links,
    me,
    people,
    records,
    results,
    seats,
    sessions,
    socket,
    tables,
)


def make(settings: Settings, world: World | None = None, keeper: Timekeeper | None = None) -> FastAPI:
    """A server with these settings, in a world."""
    world = world or World()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.url, world)
        await store.open()
        try:
            secret = await store.setting("secret", world.fresh_key())
            workers = Workers(settings.bot_processes, world)
            time = keeper or Timekeeper(world.monotonic, world.wall)
            rooms = Rooms(settings, store, time, workers, world)
            identity = Identity(secret, world)
            notices = Notices(settings, store, rooms, identity, secret)
            app.state.server = Server(
                settings,
                store,
                rooms,
                identity,
                Limits(settings, world.monotonic),
                Jobs(rooms),
                ReplayCache(workers),
                notices,
                Backups(settings),
                Banner(store),
            )
            await rooms.open()
            notices.open()
            try:
                with _goodbye_on_signals(rooms) if world.handles_signals else nullcontext():
                    yield
            finally:
                await rooms.close()
                await notices.close()
        finally:
            await store.close()

    app = FastAPI(
        title="Pithead",
        version=version("pithead"),
        summary="The open table for mining board games.",
        description="Errors are `{code, text, params}`. The socket of a table is described by `/api/protocol`.",
        lifespan=lifespan,
        # FastAPI's own route would make the description in the event loop.
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        routes=_routes(),
    )
    app.add_middleware(Protection)
    failures.add_handlers(app)
    return app


_PROBLEM = {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}}}
# FastAPI compiles each model of each route before the first answer: one status names the model, the others refer to it.
_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem},
    **dict.fromkeys((401, 403, 404, 409, 413, 422, 429, 503), _PROBLEM),
}


@cache
def _routes() -> list[BaseRoute]:
    """The router; built once per process, since FastAPI compiles the models of a route when it is added."""
    everything = APIRouter(responses=_PROBLEMS)
    for part in (
        games,
        lessons,
        tables,
        seats,
        links,
        people,
        me,
        accounts,
        sessions,
        channels,
        records,
        results,
        cups,
        jobs,
        health,
        host,
    ):
        everything.include_router(part.router, prefix="/api")
    # Where a mail program ends messages with one click (RFC 8058); a person sees the client's page there.
    everything.add_api_route("/stop/{token}", channels.stop_at_once, methods=["POST"], include_in_schema=False)
    everything.add_api_route("/{path:page}", client_files.serve, include_in_schema=False)
    # First in the list of routes: after a restart all sockets reconnect at once. And a route of Starlette: in one of
    # FastAPI each of thousands of connections would keep what resolves dependencies.
    sockets = WebSocketRoute("/api/tables/{table}/socket", socket.connect)
    return [sockets, *everything.routes, WebSocketRoute("/{path:path}", socket.connect)]


@contextmanager
def _goodbye_on_signals(rooms: Rooms) -> Iterator[None]:
    """On SIGTERM and SIGINT, send `bye` frames before the connections are closed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {int(number): signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def handle(received: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(rooms.say_goodbye)
        # Call the previous handler; without one, restore the default action and raise the signal again.
        signal.signal(received, before[received])
        signal.raise_signal(received)

    for number in before:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


def from_environment() -> FastAPI:
    """The application factory for uvicorn's workers."""
    settings = Settings.from_environment()
    logs.set_up(settings.log_level)
    collect_rarely()
    return make(settings)


def schema() -> dict[str, Any]:
    """The OpenAPI description."""
    return make(Settings()).openapi()
