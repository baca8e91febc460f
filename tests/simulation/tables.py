"""The tables of a world: how people come together at them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tests.table.client import Refused

from .commits import Broken
from .people import Player

if TYPE_CHECKING:
    from .world import SimulatedWorld

FEWEST = {"kohle-kolonie": 3}
"""How many a game takes at least, where that is more than two."""
CUP_ENDS = 90.0
"""Seconds in which a cup ends after its last table."""


class Tables:
    """Makes the tables of a world, as its seed draws them."""

    def __init__(self, world: SimulatedWorld) -> None:
        self._world = world
        self._shape = world.shape
        self._chance = world.chance
        self._cup = ""

    async def first(self, players: list[Player]) -> tuple[str, list[Player]]:
        """The table that is played at, and who sits there, in the order of the seats."""
        if self._shape.cup:
            return await self._of_a_cup(players)
        first, second = players
        table = str((await self._world.on(first, first.call("POST", "/tables", self._setup(first))))["id"])
        await self._insist(second, f"/tables/{table}/seats/1/take", second.sit_down("Hugo"))
        await self._insist(first, f"/tables/{table}/start", None)
        return table, players

    def _setup(self, first: Player) -> dict[str, Any]:
        seats = [{"kind": "you", "name": "Emma"}, {"kind": "open"}]
        fewest = FEWEST.get(self._shape.game, 2)
        while len(seats) < fewest or (len(seats) == 2 and self._chance.random() < 0.4):
            seats.append({"kind": "bot", "level": self._chance.choice(["random", "hewer"])})
        body: dict[str, Any] = {"game": self._shape.game, "seats": seats, "nonce": first.person.fresh(16)}
        clock = self._live()
        if self._shape.weeks:
            clock = {"kind": "correspondence", "turn": 86_400, "bank": 86_400, "timeout": "move"}
        if self._shape.weeks or self._chance.random() < 0.6:
            body |= {"clock": clock, "rated": True, "hints": False}
        return body

    def _live(self) -> dict[str, Any]:
        return {"kind": "live", "turn": self._chance.choice([10, 30, 60]), "bank": 120, "timeout": "move"}

    async def _insist(self, player: Player, path: str, ask: Any) -> None:
        try:
            await self._world.on(player, player.call("POST", path, ask))
        except Refused as refusal:
            # Asked again after a cut, it may have been done the first time.
            self._world.note(f"{player.machine}: {path.rsplit('/', 1)[1]} refused: {refusal.code}")

    async def unattended(self, person: Player) -> str:
        """A table to which nobody ever comes back: its clock has to bring it to its end."""
        clock = {"kind": "live", "turn": 5, "bank": 0, "timeout": "move"}
        seats = [{"kind": "you", "name": "Emma"}, {"kind": "bot", "level": "random"}]
        body = {"game": "example", "seats": seats, "nonce": person.person.fresh(16), "clock": clock, "start": True}
        return str((await self._world.on(person, person.call("POST", "/tables", body)))["id"])

    async def rematch(self, players: list[Player], table: str) -> str:
        """Whoever asks for a rematch finds the same table."""
        found = set()
        for player in players:
            ask = {"rotate": False, "nonce": player.person.fresh(16)}
            found.add(str((await self._world.on(player, player.call("POST", f"/tables/{table}/rematch", ask)))["id"]))
        if len(found) > 1:
            raise Broken(f"two rematches of table {table}: {sorted(found)}")
        self._world.note("a rematch")
        return found.pop()

    # -- cups -----------------------------------------------------------------------------------------------------

    async def _of_a_cup(self, players: list[Player]) -> tuple[str, list[Player]]:
        first = players[0]
        body = {"name": "Cup", "game": self._shape.game, "size": 2, "rounds": 1, "clock": self._live(), "rated": True}
        self._cup = str((await self._world.on(first, first.call("POST", "/cups", body)))["id"])
        for player, name in zip(players, ("Emma", "Hugo"), strict=True):
            await self._world.on(player, player.call("POST", f"/cups/{self._cup}/join", {"name": name}))
        await self._world.on(first, first.call("POST", f"/cups/{self._cup}/start"))
        while not (tables := (await self._look(first))["tables"]) or tables[0]["table"] is None:
            await asyncio.sleep(1.0)
        self._world.note("a table of a cup")
        mine = [seat["you"] for seat in tables[0]["seats"]].index(True)
        return str(tables[0]["table"]), players if mine == 0 else players[::-1]

    async def _look(self, person: Player) -> Any:
        return await self._world.on(person, person.call("GET", f"/cups/{self._cup}"))

    async def look_at_cup(self, person: Player) -> None:
        """A cup ends with its last table, and every game counts once in it."""
        if not self._cup:
            return
        async with asyncio.timeout(CUP_ENDS):
            while (cup := await self._look(person))["status"] != "finished":
                await asyncio.sleep(2.0)
        if len(cup["tables"]) != 1 or [line["games"] for line in cup["standings"]] != [1, 1]:
            raise Broken(f"the cup counts {[line['games'] for line in cup['standings']]} games of 1")
