"""A person and a bot play a game over a real socket, through a restart of the server."""

from __future__ import annotations

import asyncio
import random

import pytest

from .client import Person
from .conftest import StartServer

pytestmark = pytest.mark.slow


def test_a_game_against_a_bot_survives_a_restart_in_the_middle(start_server: StartServer) -> None:
    server = start_server()

    async def game() -> None:
        choose = random.Random(1)
        async with Person(server.address) as emma:
            table = await emma.table("example", "you", "random", start=True)
            assert table["status"] == "running"
            async with emma.socket(table["id"]) as seat:
                await seat.play_on(choose, decisions=6)
                while not (seat.mine and seat.position["draft"]["actions"]):
                    await seat.until(lambda me: me.mine)
                    option = next(
                        found for found in seat.position["options"] if found["kind"] == "rest" or not found["id"]
                    )
                    await seat.settle(await seat.act("play", decision=option["id"]))
                before = seat.position
            assert server.stop() == 0
            server.start()
            async with emma.socket(table["id"]) as seat:
                await seat.until(lambda me: me.position)
                assert seat.position["draft"]["actions"]
                for told in ("view", "draft", "options", "at", "decisions"):
                    assert seat.position[told] == before[told]
                await seat.settle(await seat.act("undo"))
                assert not seat.position["draft"]["actions"]
                await seat.play_on(choose)
                assert seat.position["result"]["how"] == "played"
                info = await emma.call("GET", f"/tables/{table['id']}")
                assert info["status"] == "finished"
                assert info["deal"]["secret"]

    asyncio.run(game())
