"""What a server says about itself while it starts."""

from __future__ import annotations

import queue
import socket
from collections.abc import Iterator

import pytest

from pithead.table import serve

from .client import GIVE_UP

OK = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


@pytest.fixture
def port() -> Iterator[socket.socket]:
    bound = serve.listen("127.0.0.1", 0)
    bound.settimeout(GIVE_UP)
    yield bound
    bound.close()


def test_a_server_is_open_when_a_worker_answers_and_not_before(port: socket.socket) -> None:
    """Its port takes connections from the first moment on, also while all workers still start, or start again."""
    said: queue.Queue[str] = queue.Queue()
    serve.announce(serve.address_of(port), said.put)
    died, _ = port.accept()
    died.close()
    worker, _ = port.accept()
    with worker:
        worker.settimeout(GIVE_UP)
        assert worker.recv(1000).startswith(b"HEAD / HTTP/1.1\r\n")
        assert said.empty()
        worker.sendall(OK)
        assert said.get(timeout=GIVE_UP) == serve.address_of(port)
