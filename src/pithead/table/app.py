"""The application: all parts put together."""

import asyncio
import secrets
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from pithead.engine.errors import PitheadError

from . import logs, sessions, wording
from .browser import STATIC
from .clocks import Timekeeper
from .context import Server, address_of, bearer
from .errors import Internal, Malformed, NoMethod, NotFound, SessionEnded, status_of
from .garbage import collect_rarely
from .guard import Guard
from .identity import COOKIE, Identity, check_host, check_origin
from .jobs import Jobs
from .limits import Limits
from .protocol import Problem
from .replay_cache import ReplayCache
from .rooms import Rooms
from .routes import around, games, jobs, people, records, tables
from .routes import sessions as session_routes
from .settings import Settings
from .sockets import Connection, refusal_code
from .store import Store
from .workers.calls import Workers


def make(settings: Settings, keeper: Timekeeper | None = None) -> FastAPI:
    """A server with these settings."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.url)
        await store.open()
        try:
            secret = await store.setting("secret", secrets.token_hex(32))
            workers = Workers(settings.bot_processes)
            rooms = Rooms(settings, store, keeper or Timekeeper(), workers)
            app.state.server = Server(
                settings, store, rooms, Identity(secret), Limits(settings), Jobs(rooms), ReplayCache(workers)
            )
            await rooms.open()
            try:
                with _hearing_the_end(rooms):
                    yield
            finally:
                await rooms.close()
        finally:
            await store.close()

    app = FastAPI(
        title="Pithead",
        version=version("pithead"),
        summary="The open table for mining board games.",
        description="Errors are `{code, text, params}`. The socket of a table is described by `/api/protocol`.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses={code: {"model": Problem} for code in (400, 401, 403, 404, 409, 413, 422, 429, 503)},
    )
    # First, since everybody comes back at once after a restart.
    app.add_api_websocket_route("/api/tables/{table}/socket", _socket)
    for routes in (games, tables, people, session_routes, records, jobs, around):
        app.include_router(routes.router, prefix="/api")
    app.add_middleware(Guard)
    app.add_exception_handler(PitheadError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)
    app.add_api_route("/{path:path}", _client, methods=["GET", "HEAD"], include_in_schema=False)
    return app


@contextmanager
def _hearing_the_end(rooms: Rooms) -> Iterator[None]:
    """Let clients know as soon as the process is asked to stop, before their connections are closed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {int(number): signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def handle(received: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(rooms.say_goodbye)
        # Whoever listened before does the stopping; where nobody did, the signal takes its usual course.
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
    """What uvicorn calls in every worker."""
    settings = Settings.from_environment()
    logs.set_up(settings.log_level)
    collect_rarely()
    return make(settings)


def _answer(request: Request, problem: PitheadError) -> JSONResponse:
    language = wording.language_of(request.query_params.get("lang"), request.headers.get("accept-language"))
    answer = JSONResponse(wording.problem(problem, language), status_of(problem))
    if isinstance(problem, SessionEnded):
        # The browser is told once; its next request is that of somebody new.
        answer.delete_cookie(COOKIE)
    return answer


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, PitheadError)
    return _answer(request, problem)


async def _malformed(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    return _answer(request, Malformed(**wording.misfit(problem.errors()[0])))


async def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if isinstance(problem.__cause__, PitheadError):
        # Refused while the body was being read.
        return _answer(request, problem.__cause__)
    if problem.status_code == 405:
        answer = _answer(request, NoMethod(method=request.method))
        if problem.headers:
            answer.headers.update(problem.headers)
        return answer
    if problem.status_code == 404:
        return _answer(request, NotFound())
    return _answer(request, Malformed(where="body", why="bad_value", detail=str(problem.detail)))


async def _failed(request: Request, problem: Exception) -> Response:
    return _answer(request, Internal())


async def _socket(socket: WebSocket, table: str) -> None:
    """The socket of a table."""
    server: Server = socket.app.state.server
    try:
        check_host(socket.headers.get("host"), server.settings.host, server.settings.origins)
        check_origin(socket.headers.get("origin"), socket.headers.get("host"), server.settings.origins)
        session = server.identity.session(bearer(socket.headers) or socket.cookies.get(COOKIE))
        server.limits.visit(session and session.device, address_of(socket))
        if session:
            await sessions.check(server.store, session, server.rooms.keeper.now())
        # Somebody without a cookie may watch.
        session = session or server.identity.fresh()
        with server.limits.connected(address_of(socket)):
            room = await server.rooms.get(table)
            await Connection(socket, room, session, server.limits).run()
    except PitheadError as problem:
        await socket.close(refusal_code(status_of(problem)), problem.code)


@cache
def _static_files() -> dict[str, Path]:
    return {file.relative_to(STATIC).as_posix(): file for file in STATIC.rglob("*") if file.is_file()}


async def _client(request: Request, path: str) -> Response:
    """The browser client; addresses that are no files are its pages."""
    if path == "api" or path.startswith("api/"):
        raise NotFound()
    # Looked up by name: no path of a visitor reaches the file system.
    if file := _static_files().get(path):
        hashed = "/assets/" in f"/{path}"
        return FileResponse(file, headers={"cache-control": f"public, max-age={31_536_000 if hashed else 300}"})
    index = STATIC / "index.html"
    if not index.is_file():
        raise NotFound()
    return FileResponse(index, headers={"cache-control": "no-cache"})


def schema() -> dict[str, Any]:
    """The OpenAPI description."""
    return make(Settings()).openapi()
