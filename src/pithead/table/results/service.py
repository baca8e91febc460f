"""Counts results as games end, and those that a crash has left over."""

from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import select

from pithead.table.store import schema

from . import history, ratings

if TYPE_CHECKING:
    from pithead.table.rooms import Rooms

EVERY = 30.0
"""Seconds after which a result is counted at the latest, also if the worker that wrote it was killed."""


class Results:
    """The results of a process."""

    def __init__(self, rooms: "Rooms") -> None:
        self._rooms = rooms
        self._open = False
        self._behind = True

    def open(self) -> None:
        """Start the loop."""
        self._open = True
        self._rooms.loops.start("ratings", self.sweep, EVERY, limit=None, first=EVERY)

    def wake(self) -> None:
        """A game has just ended."""
        if self._open and not self._rooms.stopping:
            self._rooms.spawn(self.count())

    async def sweep(self) -> None:
        """Read results of games that ended before results were kept, once; count what waits."""
        if self._behind:
            await history.catch_up(self._rooms.store)
            self._behind = False
        await self.count()

    async def count(self) -> None:
        """Take everything that waits into the ratings."""
        store = self._rooms.store
        async with store.reading() as connection:
            waiting = select(schema.result.c.board).where(schema.result.c.verdict == "waiting").limit(1)
            if (await connection.execute(waiting)).first() is None:
                return
        while await store.write(partial(ratings.count_next, store)):
            pass
