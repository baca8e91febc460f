"""The page of the host: behind a link that can be made anew; it names nobody and no secret."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from pithead.table.backup import check
from pithead.table.host import status
from pithead.table.host.link import read
from pithead.table.settings import Settings

from .client import Person
from .conftest import Server, StartServer
from .scenes import friends, people, refused
from .test_cups import rooms_on


def token_of(server: Server) -> str:
    return asyncio.run(read(server.database)).partition("#")[2]


def test_only_whoever_has_the_link_of_today_is_the_host(start_server: StartServer) -> None:
    server = start_server()
    printed = subprocess.run(
        [sys.executable, "-m", "pithead", "host-link", "--url", server.address, "--database", server.database],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert printed.startswith(f"{server.address}/host#")
    token = printed.partition("#")[2]

    async def scene(host: Person, guest: Person) -> None:
        await refused("not_host", guest.call("GET", "/host"))
        # Not the last letter: some of its bits are padding, so that another one may stand for the same bytes.
        guest.http.headers["x-pithead-host"] = token[:-2] + ("a" if token[-2] != "a" else "b") + token[-1]
        for method, path in (("GET", "/host"), ("POST", "/host/backups"), ("DELETE", "/host/banner")):
            await refused("not_host", guest.call(method, path))
        host.http.headers["x-pithead-host"] = token
        assert (await host.call("GET", "/host"))["problem"] is None
        fresh = (await host.call("POST", "/host/link"))["path"]
        await refused("not_host", host.call("GET", "/host"))
        host.http.headers["x-pithead-host"] = fresh.partition("#")[2]
        await host.call("GET", "/host")

    people(server, 2, scene)
    assert token_of(server) != token


def test_the_page_says_how_the_server_is_and_names_nobody(server: Server) -> None:
    token = token_of(server)

    async def scene(host: Person, emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        host.http.headers["x-pithead-host"] = token
        async with emma.socket(table["id"], 0), hugo.socket(table["id"], 1):
            answer = await host.http.get("/api/host")
        found = answer.json()
        assert found["people"]["at_tables"] >= 2 and found["people"]["connections"] >= 2
        assert found["tables"]["by_status"]["running"] >= 1 and found["tables"]["in_memory"] >= 1
        assert found["disk"]["free"] > 0 and found["disk"]["database"] > 0
        assert found["versions"]["database"].startswith("SQLite") and found["proof"]["damaged"] == 0
        assert {"sweep", "heartbeat", "notices", "ratings"} <= {one["name"] for one in found["loops"]}
        assert {"name": "PITHEAD_CREATE_RATE", "value": "0.05"} in found["limits"]
        for secret in (server.database, "Emma", "Friend", "smtp", table["id"]):
            assert secret not in answer.text, secret

    people(server, 3, scene)


def test_versions_and_sizes_are_read_from_either_database(database: str) -> None:
    async def scene() -> None:
        async with rooms_on(database) as rooms:
            versions, disk = await status.versions(rooms), await status.disk(rooms)
            kind = "SQLite" if rooms.store.is_sqlite else "PostgreSQL"
            assert versions["database"].startswith(kind) and disk["database"] > 0 < disk["free"]
            assert (await status.tables(rooms))["by_status"] == {}
            assert await status.outbox(rooms) == {"waiting": 0, "failed": 0, "reports": 0}
            assert (await status.people(rooms))["signed_in_today"] == 0

    asyncio.run(scene())


def test_the_file_that_is_measured_is_the_one_that_is_open(tmp_path: Path) -> None:
    """Not the one that the settings name: a server may have been given its store by somebody else."""
    opened = tmp_path / "opened.sqlite3"

    async def scene() -> None:
        async with rooms_on(f"sqlite:///{opened}") as rooms:
            rooms.settings = Settings(database=f"sqlite:///{tmp_path / 'elsewhere' / 'named.sqlite3'}")
            size = sum(part.stat().st_size for part in (opened, Path(f"{opened}-wal")))
            assert (await status.disk(rooms))["database"] == size > 0

    asyncio.run(scene())


def test_a_backup_is_made_with_one_click_and_can_be_fetched(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server(backups=tmp_path / "kept")
    token = token_of(server)

    async def scene(host: Person, emma: Person) -> None:
        await emma.table("example", "you", "open")
        host.http.headers["x-pithead-host"] = token
        (made,) = (await host.call("POST", "/host/backups"))["backups"]
        answer = await host.http.get(f"/api/host/backups/{made['name']}")
        assert len(answer.content) == made["size"] > 0
        (tmp_path / "fetched.backup").write_bytes(answer.content)
        await refused("no_such_backup", host.call("GET", "/host/backups/pithead-20000101-000000.backup"))
        await refused("not_host", emma.call("GET", f"/host/backups/{made['name']}"))

    people(server, 2, scene)
    assert check(tmp_path / "fetched.backup")


def test_a_banner_is_for_everybody_until_it_is_taken_away(server: Server) -> None:
    token = token_of(server)

    async def scene(host: Person, guest: Person) -> None:
        assert (await guest.call("GET", "/banner"))["banner"] is None
        texts = {"en": "Back at eight", "de": "Um acht zurück"}
        await refused("not_host", guest.call("PUT", "/host/banner", {"texts": texts}))
        host.http.headers["x-pithead-host"] = token
        shown = await host.call("PUT", "/host/banner", {"texts": texts, "seconds": 3600})
        assert (await guest.call("GET", "/banner")) == shown and shown["banner"]["texts"] == texts
        again = await host.call("PUT", "/host/banner", {"texts": texts})
        assert again["banner"]["id"] != shown["banner"]["id"] and again["banner"]["until"] is None
        await refused("malformed", host.call("PUT", "/host/banner", {"texts": {}}))
        await host.call("DELETE", "/host/banner")
        assert (await guest.call("GET", "/banner"))["banner"] is None

    people(server, 2, scene)
