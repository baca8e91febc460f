"""Notification channels of a person: web push, webhook, mail."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, func, select

from pithead.table.errors import NoSuchChannel, TooManyChannels
from pithead.table.store import Store, schema

from .sealing import Seal

MAX_CHANNELS = 10
_table = schema.channel


@dataclass(frozen=True)
class Channel:
    """A notification channel; `to` is the decrypted address."""

    id: str
    device: str
    kind: str
    format: str
    hint: str
    language: str
    quiet_from: int | None
    """Minutes after midnight."""
    quiet_to: int | None
    zone: str
    confirmed: bool
    failing_since: float | None
    to: dict[str, Any]

    def quiet_until(self, now: float) -> float | None:
        """When the next notice may be sent; None if at once."""
        if self.quiet_from is None or self.quiet_to is None or self.quiet_from == self.quiet_to:
            return None
        here = datetime.fromtimestamp(now, ZoneInfo(self.zone))
        minute = here.hour * 60 + here.minute
        span = (self.quiet_to - self.quiet_from) % 1440
        into = (minute - self.quiet_from) % 1440
        if into >= span:
            return None
        start = here.replace(second=0, microsecond=0)
        return (start + timedelta(minutes=span - into)).timestamp()


class Channels:
    """The channels of all people, in the database."""

    def __init__(self, store: Store, seal: Seal) -> None:
        self._store = store
        self._seal = seal

    async def add(self, row: dict[str, Any], to: dict[str, Any]) -> None:
        """Insert a channel, or replace the row with the same address of the same person."""
        row = row | {"sealed": self._seal.close(to)}

        def put(connection: Connection) -> bool:
            mine = _table.c.device == row["device"]
            others = mine & (_table.c.mark != row["mark"])
            if (connection.execute(select(func.count()).where(others)).scalar() or 0) >= MAX_CHANNELS:
                return False
            connection.execute(_table.delete().where(mine, _table.c.mark == row["mark"]))
            connection.execute(_table.insert().values(row))
            return True

        if not await self._store.write(put):
            raise TooManyChannels(most=MAX_CHANNELS)

    async def of(self, device: str) -> list[Channel]:
        """A person's channels, the oldest first."""
        return await self._found(_table.c.device == device)

    async def by_id(self, ids: list[str]) -> dict[str, Channel]:
        """Channels by id, as far as they are still there."""
        return {channel.id: channel for channel in await self._found(_table.c.id.in_(ids))}

    async def one(self, device: str, id: str) -> Channel:
        """A channel of a person."""
        for channel in await self.of(device):
            if channel.id == id:
                return channel
        raise NoSuchChannel()

    async def change(self, device: str, id: str, **values: Any) -> None:
        """Set quiet hours or language."""

        def put(connection: Connection) -> int:
            mine = (_table.c.device == device) & (_table.c.id == id)
            return connection.execute(_table.update().where(mine).values(values)).rowcount

        if not await self._store.write(put):
            raise NoSuchChannel()

    async def confirm(self, id: str, now: float) -> bool:
        """The person has opened the link that was sent to this address."""

        def put(connection: Connection) -> int:
            return connection.execute(_table.update().where(_table.c.id == id).values(confirmed_at=now)).rowcount

        return bool(await self._store.write(put))

    async def remove(self, id: str, device: str | None = None) -> bool:
        """Delete a channel with its pending messages; returns whether it existed."""

        def put(connection: Connection) -> int:
            which = _table.c.id == id
            if device is not None:
                which &= _table.c.device == device
            gone = connection.execute(_table.delete().where(which)).rowcount
            if gone:
                connection.execute(schema.notice.delete().where(schema.notice.c.channel == id))
            return gone

        return bool(await self._store.write(put))

    async def _found(self, which: Any) -> list[Channel]:
        async with self._store.reading() as connection:
            rows = (await connection.execute(select(_table).where(which).order_by(_table.c.created_at))).all()
        channels = []
        for row in rows:
            to = self._seal.open(row.sealed)
            if to is not None:
                channels.append(_channel(row, to))
        return channels


def _channel(row: Any, to: dict[str, Any]) -> Channel:
    return Channel(
        row.id,
        row.device,
        row.kind,
        row.format,
        row.hint,
        row.language,
        row.quiet_from,
        row.quiet_to,
        row.zone,
        row.confirmed_at is not None,
        row.failing_since,
        to,
    )


def reseal(connection: Connection, old: Seal, new: Seal) -> None:
    """After a change of the server's key: encrypt all addresses anew."""
    for row in connection.execute(select(_table.c.id, _table.c.sealed)).all():
        to = old.open(row.sealed)
        if to is None:
            connection.execute(_table.delete().where(_table.c.id == row.id))
        else:
            connection.execute(_table.update().where(_table.c.id == row.id).values(sealed=new.close(to)))
