"""All data about a person: export and deletion."""

from typing import Any

from sqlalchemy import Connection, select

from pithead.engine.errors import PitheadError
from pithead.table import people, replays, sessions
from pithead.table.cups import records as cups
from pithead.table.cups.page import summary
from pithead.table.errors import NotFinished, Sealed
from pithead.table.identity import Session
from pithead.table.log.events import Chatted
from pithead.table.notices.channels import Channels
from pithead.table.results import people as players
from pithead.table.results import profiles
from pithead.table.results.history import person_of
from pithead.table.results.people import NAMELESS
from pithead.table.rooms import Rooms
from pithead.table.store import Store, schema

from . import passkeys, recovery, tables


async def export(rooms: Rooms, channels: Channels, session: Session) -> dict[str, Any]:
    """The export: addresses decrypted, no keys or codes, nothing about other people."""
    store, device = rooms.store, session.device
    known, quiet, report = schema.device, schema.quiet_table, schema.report
    async with store.reading() as connection:
        me = (await connection.execute(select(known).where(known.c.id == device))).mappings().first()
        silent = (await connection.execute(select(quiet.c.board).where(quiet.c.device == device))).scalars().all()
        columns = (report.c.at, report.c.board, report.c.reason, report.c.text)
        reported = (await connection.execute(select(*columns).where(report.c.reporter == device))).mappings().all()
    return {
        "name": me and me["name"],
        "language": me and me["language"],
        "sessions": await sessions.listed(store, session),
        "passkeys": await passkeys.of(store, device),
        "recovery_code_made_at": await recovery.made_at(store, device),
        "channels": [
            {"kind": one.kind, "format": one.format, "language": one.language, "to": _address(one.to)}
            for one in await channels.of(device)
        ],
        "quiet_tables": sorted(silent),
        "blocks": await people.blocks_of(store, device),
        "reports": [dict(row) for row in reported],
        "cups": [summary(cup, device) for cup in await cups.of(store, device)],
        "ratings": await profiles.ratings_of(store, person_of(device)),
        "games": [game async for game in profiles.all_games(store, person_of(device))],
        "tables": [await _table(rooms, table, device) for table in await tables.tables_of(store, device)],
    }


def _address(to: dict[str, Any]) -> str:
    return str(to.get("address") or to.get("url") or to.get("endpoint") or "")


async def _table(rooms: Rooms, table: str, device: str) -> dict[str, Any]:
    """Export a table: what this person may see of it, and their chat lines."""
    try:
        room = await rooms.get(table)
        async with room.steady() as state:
            lines = [
                {"at": line.at, "text": line.event.text}
                for line in state.lines
                if isinstance(line.event, Chatted) and line.device == device
            ]
            try:
                record = replays.record_text(state)
            except (NotFinished, Sealed):
                record = None
            return {"id": table, "table": room.info(device), "said": lines, "record": record}
    except PitheadError:
        # Skip a table whose log cannot be replayed.
        return {"id": table, "table": None, "said": [], "record": None}


async def delete(rooms: Rooms, device: str) -> list[str]:
    """Leave all tables and delete a person's data; returns the revoked sessions."""
    for cup in await cups.of(rooms.store, device):
        await rooms.cups.leave(cup, device)
        if cup.owner == device and cup.status == "open":
            # Without its owner it could never be started.
            await rooms.cups.cancel(cup, device)
    await tables.leave_all(rooms, device)
    now = rooms.keeper.now()

    def put(connection: Connection) -> list[str]:
        session, channel = schema.session, schema.channel
        mine = select(channel.c.id).where(channel.c.device == device)
        connection.execute(schema.notice.delete().where(schema.notice.c.channel.in_(mine)))
        for table in (channel, schema.quiet_table, schema.passkey, schema.recovery, schema.challenge, schema.job):
            connection.execute(table.delete().where(table.c.device == device))
        block = schema.block
        connection.execute(block.delete().where((block.c.device == device) | (block.c.blocked == device)))
        connection.execute(schema.device.delete().where(schema.device.c.id == device))
        players.forget(connection, device, rooms.world.fresh_id())
        cups.hand_over(connection, device, rooms.world.fresh_token(), NAMELESS)
        going = (session.c.device == device) & session.c.ended_at.is_(None)
        ended = list(connection.execute(select(session.c.id).where(going)).scalars())
        connection.execute(session.update().where(going).values(ended_at=now))
        connection.execute(session.update().where(session.c.device == device).values(agent="", device=sessions.DELETED))
        return ended

    found: list[str] = await rooms.store.write(put)
    return found


async def is_guest(store: Store, device: str) -> bool:
    """Whether a device is a guest: it has neither passkey nor recovery code."""
    return not await passkeys.of(store, device) and await recovery.made_at(store, device) is None
