"""P17: somebody who vanishes does not stop a table."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import pithead

from .client import Person
from .conftest import Server
from .scenes import eventually, friends, people

pytestmark = pytest.mark.slow

SHORT = (pithead.load("example").folder / "material.toml").read_text("utf-8").replace("rounds = 8", "rounds = 4")


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that calls somebody away at once."""
    folder: Path = tmp_path_factory.mktemp("impatient")
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    server = Server(database, folder, away_grace=0.05, dead_after=0.05, editions=True, interpreted=1)
    yield server.start()
    server.close()


def play_without(server: Server, games: int) -> None:
    """In every game one seat vanishes at a random moment; the others vote a bot in, and the game ends."""

    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        gate = asyncio.Semaphore(8)

        async def game(number: int) -> None:
            async with gate:
                chance = random.Random(number)
                persons = (emma, hugo, jules)
                table = await friends(*persons, substitute="random", material=SHORT)
                sockets = [person.socket(table["id"], seat) for seat, person in enumerate(persons)]
                for socket in sockets:
                    await socket.connect()
                gone = chance.randrange(3)
                stays = [socket for socket in sockets if socket.seat != gone]
                playing = [asyncio.create_task(s.play_on(random.Random(number + (s.seat or 0)))) for s in stays]
                await sockets[gone].play_on(chance, decisions=chance.randrange(8))
                await (sockets[gone].cut() if chance.random() < 0.5 else sockets[gone].close())
                vote = {"type": "vote", "motion": "replace", "whom": gone}

                async def put_to_vote() -> None:
                    for socket in stays:
                        if not socket.over:
                            await socket.send({**vote, "seat": socket.seat})

                try:
                    await eventually("not_away", put_to_vote)
                except Exception as problem:
                    # The game may end on its own while they vote.
                    if getattr(problem, "code", "") != "game_over":
                        raise
                await asyncio.gather(*playing)
                result = stays[0].position["result"]
                assert result["how"] == "played"
                for socket in stays:
                    await socket.close()

        await asyncio.gather(*(game(number) for number in range(games)))

    people(server, 3, scene)


def test_games_finish_although_somebody_vanishes(impatient: Server) -> None:
    play_without(impatient, 12)


@pytest.mark.soak
def test_two_hundred_games_finish_although_somebody_vanishes(impatient: Server) -> None:
    play_without(impatient, 200)
