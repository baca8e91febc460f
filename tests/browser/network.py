"""A network between browser and server: it can fall silent, swallowing what it should carry, or be cut."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit


class Network:
    """Carries bytes between clients and one server, until it is told to swallow them, or cut."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        self.target = (parts.hostname or "", parts.port or 80)
        self.silent = False
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, work: Callable[..., None], *arguments: socket.socket) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        thread.start()
        self._threads.append(thread)

    def cut(self) -> None:
        """End all connections, and take no more."""
        _shut(self._listener)
        self._threads[0].join()
        for one in self._open:
            _shut(one)
        for thread in self._threads[1:]:
            thread.join()
        for one in (self._listener, *self._open):
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self.target)
                self._open += (client, server)
                for one, other in ((client, server), (server, client)):
                    self._start(self._carry, one, other)

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        # A connection that was silent once stays so, as one does whose way through a router is forgotten.
        silent = False
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                silent = silent or self.silent
                if not silent:
                    target.sendall(data)
            if not silent:
                target.close()


def _shut(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def network(server: str) -> Iterator[Network]:
    """A network in front of a server."""
    found = Network(server)
    try:
        yield found
    finally:
        found.cut()
