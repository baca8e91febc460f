"""Real servers in processes of their own, on real databases."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .forks import Fork
from .postgres import Cluster

# Generous limits: many tests come from one address.
FAST = {
    "PITHEAD_CREATE_BURST": "100000",
    "PITHEAD_JOIN_BURST": "100000",
    "PITHEAD_REQUEST_BURST": "1000000",
    "PITHEAD_ADDRESS_BURST": "1000000",
    "PITHEAD_MESSAGE_BURST": "1000000",
    "PITHEAD_MESSAGE_ADDRESS_BURST": "1000000",
    "PITHEAD_CHAT_BURST": "1000",
    "PITHEAD_CHAT_WATCH_BURST": "1000",
    "PITHEAD_CHAT_ADDRESS_BURST": "1000",
    "PITHEAD_REPLAY_BURST": "1000",
    "PITHEAD_UPLOAD_BURST": "1000",
    "PITHEAD_CONNECTIONS": "1000",
    "PITHEAD_BOT_PROCESSES": "1",
    "PITHEAD_SWEEP": "0.2",
    "PITHEAD_PORT": "0",
}


# What starts other programs takes seconds.
HEAVY = {"server", "start_server", "postgres"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a server process or PostgreSQL is left out of `make quick`."""
    for item in items:
        if isinstance(item, pytest.Function):
            on_postgres = "database" in item.fixturenames and "postgresql" in item.name
            if on_postgres or HEAVY & set(item.fixturenames):
                item.add_marker(pytest.mark.slow)


class Server:
    """A server process that can be stopped, killed and started again on the same port."""

    def __init__(self, database: str, folder: Path, **settings: Any) -> None:
        self.database = database
        self.folder = folder
        self.settings = {f"PITHEAD_{name.upper()}": str(value) for name, value in settings.items()}
        self.process: Fork | None = None
        self.address = ""
        self.log = folder / "server.log"

    def start(self) -> Server:
        settings = {**FAST, **self.settings, "PITHEAD_DATABASE": self.database, "PITHEAD_DATA": str(self.folder)}
        if self.address:
            settings["PITHEAD_PORT"] = self.address.rpartition(":")[2]
        self.process = Fork(settings, self.log)
        self.address = self.process.address
        return self

    def kill(self) -> None:
        """End all processes at once, without a chance to tidy up."""
        assert self.process
        self.process.kill()

    def stop(self) -> int:
        """Ask it to stop, and wait until it has."""
        assert self.process
        return self.process.stop()

    def close(self) -> None:
        if self.process and self.process.running:
            # A killed process cannot say which of its lines were run.
            self.stop() if "COVERAGE_PROCESS_CONFIG" in os.environ else self.kill()


StartServer = Callable[..., Server]


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    """Starts servers that end with the test; without a database address on a new SQLite file."""
    servers: list[Server] = []

    def start(database: str | None = None, **settings: Any) -> Server:
        server = Server(database or f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, **settings)
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite for all tests that only need some server."""
    folder = tmp_path_factory.mktemp("table")
    shared = Server(f"sqlite:///{folder / 'tables.sqlite3'}", folder, away_grace=0.2, dead_after=0.2, editions=True)
    yield shared.start()
    shared.close()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """A real PostgreSQL; gives the address of a new, empty database each time it is called."""
    # The processes of one run share the folder above their own.
    own = tmp_path_factory.getbasetemp()
    cluster = Cluster(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)
    yield cluster.fresh
    cluster.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    return str(request.getfixturevalue("postgres")())
