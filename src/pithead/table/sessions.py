"""Sessions of a device: every cookie and every token is one; they can be listed and revoked.

A session without a row is valid: rows are written with the first lasting change, not for every visitor. Rows of revoked
sessions are kept as tombstones; of a person who has deleted everything without the device.
"""

from typing import Any

from sqlalchemy import Connection, bindparam, select

from .errors import SessionEnded
from .identity import Session
from .store import Store, schema

SEEN_EVERY = 3600.0
"""Minimum seconds between two updates of the time at which a session was last used."""

DELETED = ""
"""The device of a session whose person has deleted everything."""

_table = schema.session
_seen = select(_table.c.ended_at, _table.c.seen_at, _table.c.device).where(_table.c.id == bindparam("of"))


async def check(store: Store, session: Session, now: float) -> None:
    """Refuse a revoked session, and update the time of last use, throttled."""
    row = await store.read(lambda connection: connection.execute(_seen, {"of": session.id}).first())
    if row is None:
        return
    if row.ended_at is not None:
        raise SessionEnded(why="data_deleted" if row.device == DELETED else "signed_out")
    if row.seen_at < now - SEEN_EVERY:
        await store.write(lambda connection: _update(connection, session.id, seen_at=now))


async def note(store: Store, session: Session, agent: str, now: float) -> None:
    """Insert the row of a session."""
    await store.write(lambda connection: _put(connection, session, agent, now))


async def listed(store: Store, session: Session) -> list[dict[str, Any]]:
    """The valid sessions of a device, most recently used first."""
    query = select(_table).where(_table.c.device == session.device, _table.c.ended_at.is_(None))
    async with store.reading() as connection:
        rows = (await connection.execute(query.order_by(_table.c.seen_at.desc(), _table.c.id))).mappings()
        return [dict(row) | {"current": row["id"] == session.id} for row in rows]


async def end(store: Store, device: str, id: str, now: float) -> bool:
    """Revoke one session of a device; returns whether there was one."""

    def put(connection: Connection) -> bool:
        mine = (_table.c.device == device) & (_table.c.id == id) & _table.c.ended_at.is_(None)
        return bool(connection.execute(_table.update().where(mine).values(ended_at=now)).rowcount)

    ended: bool = await store.write(put)
    return ended


async def renew(store: Store, old: Session, fresh: Session, agent: str, now: float) -> list[str]:
    """Revoke all sessions of a device but a new one, which invalidates copied cookies; returns the revoked ones."""

    def put(connection: Connection) -> list[str]:
        # Cookies of the first version carry only a device id, which is also their session id.
        for id in {old.id, old.device}:
            _put(connection, Session(old.device, id), "", now)
        ended = _table.c.ended_at.is_(None) & (_table.c.device == old.device)
        ids = list(connection.execute(select(_table.c.id).where(ended)).scalars())
        connection.execute(_table.update().where(ended).values(ended_at=now))
        _put(connection, fresh, agent, now)
        return ids

    found: list[str] = await store.write(put)
    return found


def _put(connection: Connection, session: Session, agent: str, now: float) -> None:
    if not _update(connection, session.id, seen_at=now):
        values = {"agent": agent[:200], "created_at": now, "seen_at": now}
        connection.execute(_table.insert().values(id=session.id, device=session.device, **values))


def _update(connection: Connection, id: str, **values: Any) -> int:
    return connection.execute(_table.update().where(_table.c.id == id).values(values)).rowcount
