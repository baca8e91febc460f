"""P24 at a table: what is published before and during a game says nothing about the cards."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest

import pithead
from pithead.engine.fair import commit
from pithead.engine.game import expand_seed
from tests.engine.test_fair import FORGED, extended

from .client import Person
from .conftest import Server, StartServer
from .contract import Frame
from .scenes import people, refused, sit


def test_two_seats_that_send_padding_cannot_compute_the_deal(server: Server) -> None:
    """The length extension of the published hash, tried with all that a table tells."""

    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "open", "open", nonce=FORGED[0].hex())
        path = f"/tables/{table['id']}"
        await hugo.call("POST", f"{path}/seats/1/take", {"name": "Hugo", "nonce": FORGED[1].hex()})
        await jules.call("POST", f"{path}/seats/2/take", {"name": "Jules", "nonce": "5c" * 16})
        started = await emma.call("POST", f"{path}/start")
        deal = started["deal"]
        assert deal["nonces"][:2] == [nonce.hex() for nonce in FORGED]
        guess = expand_seed(extended(deal["commitment"], bytes.fromhex(deal["nonces"][2])))
        for seat, person in enumerate((emma, hugo)):
            async with person.socket(table["id"], seat) as socket:
                await socket.send({"type": "concede", "seat": seat})
        text = (await emma.http.get(f"/api{path}/record")).text
        dealt = pithead.read_record(text).verify().deal
        assert dealt.commitment == deal["commitment"]
        assert dealt.key != guess

    people(server, 3, scene)


def kept() -> tuple[str, dict[str, Any]]:
    """A nonce that is kept back, and the commitment to it."""
    nonce = secrets.token_bytes(16)
    return nonce.hex(), {"commitment": commit(nonce)}


async def committed(emma: Person, hugo: Person) -> tuple[Frame, str, str]:
    """A table whose people have committed to nonces that nobody else knows."""
    first, pledge = kept()
    table = await emma.table("example", "you", "closed", "open", nonce=None, **pledge)
    second, pledge = kept()
    table = await hugo.call("POST", f"/tables/{table['id']}/seats/2/take", {"name": "Hugo", **pledge})
    return table, first, second


def test_nonces_are_opened_only_when_everybody_has_committed(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table, first, second = await committed(emma, hugo)
        path = f"/tables/{table['id']}"
        assert table["deal"]["commitments"][1] is None
        assert table["deal"]["commitments"][0] == commit(bytes.fromhex(first))
        await refused("bad_nonce", emma.call("POST", f"{path}/nonce", {"nonce": first}))
        async with hugo.socket(table["id"], 2) as socket:
            opening = await emma.call("POST", f"{path}/start")
            assert (opening["status"], opening["deal"]["opening"], opening["deal"]["nonces"]) == ("lobby", True, [])
            await socket.until(lambda me: me.info["deal"]["opening"])
            # From now on everything is as it is.
            await refused("opening", jules.call("POST", f"{path}/seats/2/take", sit("Jules")))
            await refused("opening", hugo.call("POST", f"{path}/seats/2/leave"))
            await refused("opening", emma.call("PUT", f"{path}/seats/1", {"kind": "bot", "level": "random"}))
            assert (await emma.call("POST", f"{path}/start"))["seq"] == opening["seq"], "once is enough"
            await refused("bad_nonce", hugo.call("POST", f"{path}/nonce", {"nonce": first}))
            await refused("bad_nonce", jules.call("POST", f"{path}/nonce", {"nonce": second}))
            half = await emma.call("POST", f"{path}/nonce", {"nonce": first})
            assert (half["status"], half["deal"]["nonces"]) == ("lobby", []), "nobody sees one before all are there"
            again = await emma.call("POST", f"{path}/nonce", {"nonce": first})
            assert again["seq"] == half["seq"]
            dealt = await hugo.call("POST", f"{path}/nonce", {"nonce": second})
            assert (dealt["status"], dealt["deal"]["opening"]) == ("running", False)
            assert dealt["deal"]["nonces"] == [first, second]
            assert dealt["deal"]["commitments"] == [commit(bytes.fromhex(nonce)) for nonce in (first, second)]
            assert dealt["deal"]["commitment"] == table["deal"]["commitment"]
            await socket.until(lambda me: me.position and me.position["seat"] == 1)

    people(server, 3, scene)


def test_clients_that_know_nothing_of_commitments_go_on_working(server: Server) -> None:
    """The owner sends a nonce as ever, and is answered when the other has opened his."""

    async def scene(emma: Person, hugo: Person) -> None:
        table = await emma.table("example", "you", "open")
        nonce, pledge = kept()
        await hugo.call("POST", f"/tables/{table['id']}/seats/1/take", {"name": "Hugo", **pledge})
        async with hugo.socket(table["id"], 1) as socket:
            starting = asyncio.create_task(emma.call("POST", f"/tables/{table['id']}/start"))
            await socket.until(lambda me: me.info["deal"]["opening"])
            await hugo.call("POST", f"/tables/{table['id']}/nonce", {"nonce": nonce})
            started = await starting
        assert started["status"] == "running"
        assert len(started["deal"]["nonces"]) == 2

    people(server, 2, scene)


def test_a_seat_that_moves_commits_to_the_nonce_that_it_sends(server: Server) -> None:
    """Nobody shows the commitment to one nonce and has another one dealt with."""

    async def scene(emma: Person, hugo: Person, phone: Person) -> None:
        table = await emma.table("example", "you", "open")
        path = f"/tables/{table['id']}"
        await hugo.call("POST", f"{path}/seats/1/take", sit("Hugo"))
        link = await hugo.call("POST", f"{path}/seats/1/device")
        nonce = secrets.token_hex(16)
        moved = await phone.call("POST", "/links", {"token": link["token"], "nonce": nonce, **kept()[1]})
        assert moved["deal"]["commitments"][1] == commit(bytes.fromhex(nonce))
        link = await phone.call("POST", f"{path}/seats/1/device")
        nonce = secrets.token_hex(16)
        moved = await hugo.call("POST", "/links", {"token": link["token"], "nonce": nonce})
        assert moved["deal"]["commitments"][1] == commit(bytes.fromhex(nonce)), "also without saying so"
        started = await emma.call("POST", f"{path}/start")
        assert started["deal"]["nonces"][1] == nonce

    people(server, 3, scene)


@pytest.mark.slow
def test_whoever_opens_nothing_stops_nobody(start_server: StartServer) -> None:
    """It is dealt without the missing nonce, also when the server was killed in between; everybody sees it."""
    server = start_server(opening=1)
    tokens: dict[str, str] = {}
    found: dict[str, Any] = {}

    async def before(emma: Person, hugo: Person) -> None:
        table, first, _ = await committed(emma, hugo)
        await emma.call("POST", f"/tables/{table['id']}/start")
        await emma.call("POST", f"/tables/{table['id']}/nonce", {"nonce": first})
        tokens["hugo"] = hugo.token
        found.update(table=table, first=first)

    people(server, 2, before)
    server.kill()
    server.start()

    async def after() -> None:
        async with (
            Person(server.address, tokens["hugo"]) as hugo,
            hugo.socket(found["table"]["id"], None) as socket,
        ):
            await socket.until(lambda me: me.info["status"] == "running")
            assert socket.info["deal"]["nonces"] == [found["first"]]
            assert None not in socket.info["deal"]["commitments"], "two have committed, one has opened"

    asyncio.run(after())
