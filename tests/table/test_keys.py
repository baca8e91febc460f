"""After a backup was lost: a new key makes everything worthless that the old one signed, and people come back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pithead.table.errors import DatabaseInUse
from pithead.table.keys import change_key

from .client import Person, Refused
from .conftest import StartServer

pytestmark = pytest.mark.slow


def test_a_new_key_ends_old_cookies_and_links_and_new_links_give_seats_back(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server()

    async def before() -> tuple[str, str, str]:
        async with Person(server.address) as emma:
            table = (await emma.table("example", "you", "random", start=True))["id"]
            link = (await emma.call("POST", f"/tables/{table}/seats/0/device"))["token"]
            return table, emma.token, link

    table, token, old_link = asyncio.run(before())
    with pytest.raises(DatabaseInUse):
        asyncio.run(change_key(server.database))
    server.stop()
    links = asyncio.run(change_key(server.database))
    assert [(link.table, link.seat, link.name) for link in links] == [(table, None, ""), (table, 0, "Emma")]
    server.start()

    async def after() -> None:
        async with Person(server.address, token) as thief:
            assert (await thief.call("GET", "/tables"))["tables"] == [], "the old token names nobody"
            with pytest.raises(Refused) as told:
                await thief.call("POST", "/links", {"token": old_link})
            assert told.value.code == "bad_link"
        async with Person(server.address) as emma:
            for link in links:
                await emma.call("POST", "/links", {"token": link.path.removeprefix("/join/")})
            (mine,) = (await emma.call("GET", "/tables"))["tables"]
            assert mine["owner"]
            assert mine["seats"][0]["yours"]

    asyncio.run(after())
