"""P24 at a table: what is published before and during a game says nothing about the cards."""

from __future__ import annotations

import pithead
from pithead.engine.game import expand_seed
from tests.engine.test_fair import FORGED, extended

from .client import Person
from .conftest import Server
from .scenes import people


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
        for seat, person in enumerate((emma, hugo, jules)):
            async with person.socket(table["id"], seat) as socket:
                await socket.send({"type": "concede", "seat": seat})
        text = (await emma.http.get(f"/api{path}/record")).text
        dealt = pithead.read_record(text).verify().deal
        assert dealt.commitment == deal["commitment"]
        assert dealt.key != guess

    people(server, 3, scene)
