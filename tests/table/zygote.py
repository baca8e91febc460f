"""Starts servers quickly for tests that kill them: everything is imported once, every server is a fork.

Lines on standard input: `start` forks a server on the port and answers its process id; the end of input ends it.
"""

from __future__ import annotations

import os
import socket
import sys

import uvicorn

from pithead.engine import registry
from pithead.table import logs
from pithead.table.http import app
from pithead.table.serve import address_of, listen
from pithead.table.settings import Settings


def serve(settings: Settings, bound: socket.socket) -> None:
    logs.set_up("WARNING")
    config = uvicorn.Config(app.make(settings), log_config=None, access_log=False, ws_max_size=65_536)
    uvicorn.Server(config).run(sockets=[bound])


def main() -> None:
    settings = Settings.from_environment()
    registry.load("example").rules()
    # Every server inherits the same socket: who connects between two lives is served by the next.
    bound = listen(settings.host, settings.port)
    print(address_of(bound), flush=True)
    child = 0
    for line in sys.stdin:
        if line.strip() != "start":
            break
        if child:
            os.waitpid(child, 0)
        child = os.fork()
        if child == 0:
            serve(settings, bound)
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
