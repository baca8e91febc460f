"""Retention: what is closed or deleted, and when."""

import logging
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, select

from pithead.engine.errors import PitheadError

from .log import commands
from .store import schema

if TYPE_CHECKING:
    from .rooms import Rooms

log = logging.getLogger("pithead.table.retention")

DAY = 86_400.0
JOB_DAYS = 30.0
DEVICE_DAYS = 400.0


async def tidy(rooms: "Rooms") -> None:
    """Close running tables that nobody plays, and delete what has been kept long enough."""
    now, settings = rooms.keeper.now(), rooms.settings
    board = schema.board
    idle = select(board.c.id).where(
        board.c.status == "running", board.c.changed_at < now - DAY * settings.keep_idle_days
    )
    async with rooms.store.reading() as connection:
        dead = [row.id for row in await connection.execute(idle)]
    for table in dead:
        try:
            room = await rooms.get(table)
            await room.act(commands.close_idle)
        except PitheadError as problem:
            log.warning("idle table not closed", extra={"table": table, "why": problem.code})

    def remove(connection: Connection) -> int:
        lobby = board.c.status.in_(("lobby", "lesson")) & (board.c.changed_at < now - DAY * settings.keep_lobby_days)
        ended = board.c.status.in_(("finished", "aborted", "closed"))
        old = ended & (board.c.changed_at < now - DAY * settings.keep_finished_days)
        gone = connection.execute(delete(board).where(lobby | old)).rowcount
        result = schema.result
        # Rated results are kept: ratings are computed from them.
        unrated = result.c.verdict.not_in(("counted", "waiting"))
        kept = select(board.c.id).where(board.c.id == result.c.board).exists()
        past = result.c.ended_at < now - DAY * settings.keep_finished_days
        connection.execute(delete(result).where(unrated, past, ~kept))
        cup = schema.cup
        over = cup.c.status.in_(("finished", "cancelled"))
        done = over & (cup.c.changed_at < now - DAY * settings.keep_finished_days)
        unplayed = (cup.c.status == "open") & (cup.c.changed_at < now - DAY * settings.keep_idle_days)
        connection.execute(delete(cup).where(done | unplayed))
        connection.execute(delete(schema.job).where(schema.job.c.changed_at < now - DAY * JOB_DAYS))
        device = schema.device
        # Not devices with a passkey or recovery code.
        stays = [device.c.id.in_(select(way.c.device)) for way in (schema.passkey, schema.recovery)]
        unseen = device.c.seen_at < now - DAY * DEVICE_DAYS
        connection.execute(delete(device).where(unseen, ~stays[0], ~stays[1]))
        session = schema.session
        unused = session.c.ended_at.is_(None) & (session.c.seen_at < now - DAY * DEVICE_DAYS)
        connection.execute(delete(session).where(unused))
        connection.execute(delete(schema.outage).where(schema.outage.c.ended < now - DAY * DEVICE_DAYS))
        return gone

    gone = await rooms.store.write(remove)
    if gone:
        log.info("old tables deleted", extra={"tables": gone})
        await rooms.upkeep.forget_deleted()
