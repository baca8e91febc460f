"""Runs the server: one process, or several workers on one port."""

import asyncio
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

import uvicorn
from uvicorn.supervisors import Multiprocess

from . import logs
from .errors import OneWorker, PortTaken
from .settings import Settings
from .store import Store

FACTORY = "pithead.table.http.app:from_environment"
RETRY = 0.1
"""Seconds between two questions to a server that does not answer yet."""


def listen(host: str, port: int) -> socket.socket:
    """The socket of the server; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(2048)
    except OSError as problem:
        bound.close()
        raise PortTaken(host=host, port=port, why=problem.strerror or str(problem)) from None
    bound.set_inheritable(True)
    return bound


def address_of(bound: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = bound.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def announce(address: str, ready: Callable[[str], None]) -> None:
    """Call `ready` in a thread as soon as a worker answers: connections are taken before anybody serves them."""

    def ask() -> None:
        while True:
            connection = HTTPConnection(urlsplit(address).netloc)
            try:
                connection.request("HEAD", "/")
                connection.getresponse()
                break
            except (OSError, HTTPException):
                # The worker died during start-up; the supervisor starts another one.
                time.sleep(RETRY)
            finally:
                connection.close()
        ready(address)

    threading.Thread(target=ask, name="announce", daemon=True).start()


def run(settings: Settings, ready: Callable[[str], None] | None = None) -> None:
    """Serve until interrupted. `ready` gets the address as soon as somebody answers there."""
    logs.set_up(settings.log_level)
    if settings.workers > 1 and settings.url.startswith("sqlite"):
        raise OneWorker()
    # Check the database once in the parent, so that an error is not reported by every worker.
    asyncio.run(_try_database(settings.url))
    bound = listen(settings.host, settings.port)
    os.environ.update(settings.to_environment())
    if settings.workers > 1:
        # Must be set before prometheus_client is imported in a worker.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="pithead-metrics-")
    config = uvicorn.Config(
        FACTORY,
        factory=True,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        http="pithead.table.http.transport:Http",
        ws="pithead.table.http.transport:Socket",
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies.split(),
        ws_max_size=65_536,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=10,
        # A worker that has ended is found at once. One that does not answer may just import on a busy machine:
        # after uvicorn's five seconds it would be killed, with everybody who is connected through it.
        timeout_worker_healthcheck=30,
        server_header=False,
    )
    if ready:
        announce(address_of(bound), ready)
    # SIGINT and SIGTERM are no failures.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if settings.workers > 1:
        Multiprocess(config, sockets=[bound]).run()
    else:
        uvicorn.Server(config).run(sockets=[bound])


async def _try_database(url: str) -> None:
    store = Store(url)
    await store.open()
    await store.close()
