"""The cup service: plans rounds, opens their tables, and advances when all are done."""

import json
import logging
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row

from pithead.engine import registry
from pithead.engine.errors import PitheadError
from pithead.engine.messages import common
from pithead.table.errors import BadCup, CupTooSmall, NotCupOwner
from pithead.table.log import commands
from pithead.table.log.base import ClockRules, SeatData
from pithead.table.log.commands import checks
from pithead.table.log.commands.seats import free_name
from pithead.table.protocol import NewCup

from . import pairing, records
from .standings import standings

if TYPE_CHECKING:
    from pithead.table.rooms import Rooms

log = logging.getLogger("pithead.table.cups")

EVERY = 2.0


class Cups:
    """All cups of a server."""

    def __init__(self, rooms: "Rooms") -> None:
        self._rooms = rooms

    def open(self) -> None:
        """Start the loop."""
        self._rooms.loops.start("cups", self.sweep, EVERY, first=EVERY)

    async def new(self, ask: NewCup, device: str) -> str:
        """Open a cup; returns its id."""
        game = registry.load(ask.game)
        options = game.resolve(ask.options)
        game.check_setup(ask.size, options)
        checks.level(ask.substitute)
        if ask.clock.kind == "none":
            raise BadCup(why="cup_clock")
        now, id = self._rooms.keeper.now(), self._rooms.world.fresh_id()
        row = ask.model_dump() | {"game": game.id, "options": options, "id": id, "owner": device}
        row |= {"duplicate": int(ask.duplicate), "rated": int(ask.rated), "status": "open", "round": 0}
        await records.open_cup(self._rooms.store, row | {"created_at": now, "changed_at": now})
        return id

    async def start(self, cup: Row[Any], device: str) -> None:
        """The owner starts the cup."""
        if cup.owner != device:
            raise NotCupOwner()
        people = [one for one in await records.players(self._rooms.store, cup.id) if not one.left]
        if len(people) < 2:
            raise CupTooSmall()
        if await records.set_status(self._rooms.store, cup.id, "open", "running", self._rooms.keeper.now()):
            await self.look_after(await records.get(self._rooms.store, cup.id))

    async def cancel(self, cup: Row[Any], device: str) -> None:
        """The owner calls a cup off that has not started, or ends one after the tables that are played now."""
        if cup.owner != device:
            raise NotCupOwner()
        after = "cancelled" if cup.status == "open" else "finished"
        await records.set_status(self._rooms.store, cup.id, cup.status, after, self._rooms.keeper.now())

    async def leave(self, cup: Row[Any], device: str) -> None:
        """Leave a cup; a bot plays on at a running table."""
        await records.leave(self._rooms.store, cup.id, device, self._rooms.keeper.now())
        for table in await records.tables(self._rooms.store, cup.id):
            if device in table.group and table.status == "running":
                seat = table.group.index(device)
                room = await self._rooms.get(table.board)
                if room.state.seats[seat].person:
                    await room.act(lambda state, seat=seat: commands.concede(state, seat))  # type: ignore[misc]

    async def sweep(self) -> None:
        """Advance a cup if it is due; an error at one cup is logged and does not stop the others."""
        for cup in await records.running(self._rooms.store):
            try:
                await self.look_after(cup)
            except PitheadError as problem:
                log.warning("cup skipped", extra={"cup": cup.id, "why": problem.code})

    async def look_after(self, cup: Row[Any]) -> None:
        """Reconcile a cup: open planned tables, and plan the next round when all tables of this one are done."""
        tables = await records.tables(self._rooms.store, cup.id)
        now = [table for table in tables if table.round == cup.round]
        for table in now:
            if table.status in (None, "lobby"):
                await self._open(cup, table)
        if all(table.status in records.OVER for table in now):
            for table in now:
                await self._unseal(table)
            if await self._advance(cup, tables):
                await self.look_after(await records.get(self._rooms.store, cup.id))

    async def _unseal(self, table: records.Table) -> None:
        if table.secret and table.status != "damaged":
            await (await self._rooms.get(table.board)).act(commands.unseal)

    async def _advance(self, cup: Row[Any], tables: list[records.Table]) -> bool:
        store, world = self._rooms.store, self._rooms.world
        everybody = await records.players(store, cup.id)
        here = [one.device for one in everybody if not one.left]
        plan = None
        if cup.round < rounds_of(cup, len(everybody)) and len(here) >= 2:
            groups = await self._groups(cup, [one.device for one in everybody], here, tables)
            secret = world.fresh_key() if cup.duplicate else ""
            plan = [(world.fresh_id(), secret, group) for group in groups]
        return await records.advance(store, cup.id, cup.round, self._rooms.keeper.now(), plan) and plan is not None

    async def _groups(
        self, cup: Row[Any], everybody: list[str], here: list[str], tables: list[records.Table]
    ) -> list[pairing.Group]:
        before = [table.group for table in tables]
        if cup.format == "round_robin" and cup.size == 2:
            # Places in the circle are fixed; a bot replaces somebody who has left, unless both players have.
            pairs = pairing.circle(everybody, cup.round + 1)
            seated = [[player if player in here else None for player in pair] for pair in pairs]
            return [pair for pair in seated if any(pair)]
        order = here
        if cup.format == "swiss" and cup.round:
            table = standings(here, await records.played(self._rooms.store, cup.id), bool(cup.duplicate))
            order = [one.player for one in table]
        elif not cup.round:
            order = self._rooms.world.entropy.sample(here, len(here))
        return pairing.grouped(order, cup.size, pairing.meetings(before), pairing.seat_sums(before))

    async def _open(self, cup: Row[Any], table: records.Table) -> None:
        """Open a planned table, with everybody on a seat, and deal."""
        rooms = self._rooms
        if table.status is None:
            names = {one.device: one.name for one in await records.players(rooms.store, cup.id)}
            seats: list[SeatData] = []
            for device in table.group:
                taken = [seat.name for seat in seats]
                uid, name = rooms.world.fresh_uid(), names.get(device or "")
                if device is None or name is None:
                    bot = free_name(common("en").text(f"bots.level.{cup.substitute}"), taken)
                    seats.append(SeatData(kind="bot", uid=uid, name=bot, level=cup.substitute))
                else:
                    seats.append(SeatData(kind="human", uid=uid, name=free_name(name, taken), device=device))
            game = registry.load(cup.game)
            secret = bytes.fromhex(table.secret) if table.secret else rooms.world.entropy.randbytes(32)
            rules: dict[str, Any] = {"options": json.loads(cup.options), "clock": ClockRules(**json.loads(cup.clock))}
            rules |= {"substitute": cup.substitute, "sealed": bool(cup.duplicate), "rated": bool(cup.rated)}
            # No spectators at a sealed table, even in a public cup.
            rules["visibility"] = "private" if cup.duplicate else cup.visibility
            created = commands.cup_table(game, cup.id, cup.owner, seats, secret, **rules)
            await rooms.create(game, created, with_code=False, id=table.board)
        room = await rooms.get(table.board)
        await room.act(commands.start_when_ready)


def rounds_of(cup: Row[Any], players: int) -> int:
    """The number of rounds; in a round robin in pairs at most as many as there are opponents."""
    if cup.format == "round_robin" and cup.size == 2:
        return min(int(cup.rounds), pairing.rounds_of_circle(players))
    return int(cup.rounds)
