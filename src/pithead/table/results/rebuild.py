"""Recompute all ratings, for a host: after a restored backup, or after games of a guest were moved to an account."""

from functools import partial
from typing import NamedTuple

from pithead.table.store import Store

from . import history, ratings


class Rebuilt(NamedTuple):
    """How many games count, and how many results were read from logs because they were missing."""

    games: int
    read: int


async def rebuild(url: str) -> Rebuilt:
    """Make all ratings anew in one transaction; servers on a PostgreSQL may go on meanwhile."""
    store = Store(url)
    await store.open()
    try:
        read = await history.catch_up(store)
        return Rebuilt(await store.write(partial(ratings.rebuild, store)), read)
    finally:
        await store.close()
