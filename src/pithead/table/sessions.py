"""The sessions of a device: every cookie and every token is one, can be listed, and can be ended for good.

A session without a row is good: rows are written when somebody does something lasting, not for every passing visitor.
Rows of ended sessions stay, so that what they ended stays ended.
"""

from typing import Any

from sqlalchemy import Connection, select

from .errors import SessionEnded
from .identity import Session
from .store import Store, schema

SEEN_EVERY = 3600.0
"""Seconds after which it is noted again that a session is in use."""

_table = schema.session


async def check(store: Store, session: Session, now: float) -> None:
    """Refuse a session that was ended, and note now and then that one is in use."""
    query = select(_table.c.ended_at, _table.c.seen_at).where(_table.c.id == session.id)
    async with store.reading() as connection:
        row = (await connection.execute(query)).first()
    if row is None:
        return
    if row.ended_at is not None:
        raise SessionEnded()
    if row.seen_at < now - SEEN_EVERY:
        await store.write(lambda connection: _update(connection, session.id, seen_at=now))


async def note(store: Store, session: Session, agent: str, now: float) -> None:
    """Keep a session for the list of its device."""
    await store.write(lambda connection: _put(connection, session, agent, now))


async def listed(store: Store, session: Session) -> list[dict[str, Any]]:
    """The sessions of a device that are not ended, the last used first."""
    query = select(_table).where(_table.c.device == session.device, _table.c.ended_at.is_(None))
    async with store.reading() as connection:
        rows = (await connection.execute(query.order_by(_table.c.seen_at.desc(), _table.c.id))).mappings()
        return [dict(row) | {"current": row["id"] == session.id} for row in rows]


async def end(store: Store, device: str, id: str, now: float) -> bool:
    """End one session of a device; whether there was one to end."""

    def put(connection: Connection) -> bool:
        mine = (_table.c.device == device) & (_table.c.id == id) & _table.c.ended_at.is_(None)
        return bool(connection.execute(_table.update().where(mine).values(ended_at=now)).rowcount)

    found: bool = await store.write(put)
    return found


async def renew(store: Store, old: Session, fresh: Session, agent: str, now: float) -> list[str]:
    """End all sessions of a device but a fresh one, so that a copied cookie is worthless; returns the ended."""

    def put(connection: Connection) -> list[str]:
        # The first cookies name only their device, and count as the session of that name.
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
