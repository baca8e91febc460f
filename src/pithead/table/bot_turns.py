"""Turns of bots: one worker at a time runs the search for a table's bot, under a lease."""

import asyncio
import logging
from typing import TYPE_CHECKING

from pithead.engine.errors import PitheadError

from .log import commands
from .log.summary import LEASE
from .perspective import of_seat

if TYPE_CHECKING:
    from .room import Build, Room

log = logging.getLogger("pithead.table.bot_turns")


class BotTurns:
    """Lets the bots of one table play."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None

    @property
    def thinking(self) -> bool:
        """Whether a bot thinks in this process."""
        return self._task is not None

    def play(self) -> None:
        """Start the search if a bot is to move."""
        room = self._room
        if self._task is None and room.state.mover_bot is not None and not room.rooms.stopping:
            self._task = room.rooms.spawn(self._play())

    def wake(self) -> None:
        """A bot may be to move without a running search: the worker that held the lease may be gone, or failed."""
        if self._task is None and self._room.state.mover_bot is not None:
            self._room.rooms.spawn(self._take_over())

    async def _take_over(self) -> None:
        if await self._room.rooms.upkeep.claim(self._room.state.id):
            self.play()

    async def _play(self) -> None:
        room = self._room
        try:
            while (level := room.state.mover_bot) is not None and not room.rooms.stopping:
                state, match, seat = room.state, room.state.match, room.state.to_move
                assert match and seat is not None
                asked = state.changed
                renewing = room.rooms.spawn(self._renew_lease())
                try:
                    position = of_seat(state, seat).encoded
                    decisions = await room.rooms.workers.turn(state.game, state.id, seat, level, position)
                finally:
                    renewing.cancel()
                try:
                    await room.act(_decided(seat, decisions, asked), f"bot:{asked}")
                except PitheadError as problem:
                    # The seat was reclaimed, or another worker wrote first: check again.
                    log.info("bot turn dropped", extra={"table": state.id, "why": problem.code})
                    await asyncio.sleep(0.05)
        except asyncio.CancelledError:
            raise
        except Exception:
            # The sweep retries when the lease has expired.
            log.exception("bot failed", extra={"table": room.state.id})
        finally:
            self._task = None

    async def _renew_lease(self) -> None:
        table = self._room.state.id
        while True:
            await asyncio.sleep(LEASE / 3)
            try:
                await self._room.rooms.upkeep.claim(table)
            except PitheadError as problem:
                log.info("lease not renewed", extra={"table": table, "why": problem.code})


def _decided(seat: int, decisions: list[int], asked: int) -> "Build":
    return lambda state: commands.play_for(state, seat, decisions, asked)
