"""Moderation: block lists of devices, and reports to the operator."""

from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from .backup import snapshots
from .errors import BadDatabase, NotWelcome, Silenced
from .log.commands import checks
from .log.state import TableState
from .store import Store, async_url, reason_of, schema, shown


class Reported(NamedTuple):
    """A report to the operator."""

    id: str
    at: float
    table: str
    reporter: str
    about: str
    name: str
    reason: str
    text: str
    said: str


async def name_of(store: Store, device: str) -> str | None:
    """The name that a device goes by."""
    query = select(schema.device.c.name).where(schema.device.c.id == device)
    async with store.reading() as connection:
        name = (await connection.execute(query)).scalar()
    return None if name is None else str(name)


async def is_blocked(store: Store, owner: str, device: str) -> bool:
    """Whether the owner of a table has blocked somebody."""
    block = schema.block
    query = select(block.c.id).where(block.c.device == owner, block.c.blocked == device)
    return await store.read(lambda connection: connection.execute(query).scalar()) is not None


async def refuse_blocked(store: Store, owner: str, device: str) -> None:
    """Refuse a device that the owner of a table has blocked."""
    if await is_blocked(store, owner, device):
        raise NotWelcome()


async def refuse_to_show(store: Store, state: TableState, device: str) -> None:
    """Refuse to show the game at a table; whatever lets somebody watch asks this.

    It is not shown to people whom the owner has removed; nor to watchers whom the owner has blocked, or while it is
    sealed (`Sealed`). Whoever has a seat sees it in spite of a block.
    """
    checks.welcome(state, device)
    if not state.seats_of(device):
        checks.unsealed(state)
        await refuse_blocked(store, state.owner, device)


async def refuse_blocked_talk(store: Store, state: TableState, device: str) -> None:
    """Refuse chat from a device that the owner has blocked, seated or not."""
    if await is_blocked(store, state.owner, device):
        raise Silenced()


async def put_block(store: Store, row: dict[str, Any]) -> None:
    """Insert a block; idempotent."""
    block = schema.block

    def put(connection: Connection) -> None:
        same = (block.c.device == row["device"]) & (block.c.blocked == row["blocked"])
        connection.execute(block.delete().where(same))
        connection.execute(block.insert().values(row))

    await store.write(put)


async def blocks_of(store: Store, device: str) -> list[dict[str, Any]]:
    """The blocks of a device, newest first."""
    block = schema.block
    query = select(block.c.id, block.c.name, block.c.at).where(block.c.device == device).order_by(block.c.at.desc())
    async with store.reading() as connection:
        return [dict(row) for row in (await connection.execute(query)).mappings()]


async def unblock(store: Store, device: str, id: str) -> None:
    """Delete a block."""
    block = schema.block

    def remove(connection: Connection) -> None:
        connection.execute(block.delete().where(block.c.device == device, block.c.id == id))

    await store.write(remove)


async def put_report(store: Store, report: Reported) -> None:
    """Insert a report."""
    row = report._asdict()
    row["board"] = row.pop("table")

    def put(connection: Connection) -> None:
        connection.execute(schema.report.insert().values(row))

    await store.write(put)


async def reports(url: str) -> list[Reported]:
    """All reports, newest first; safe while the server runs."""
    address = async_url(url)
    if address.startswith("sqlite") and not Path(make_url(address).database or "").is_file():
        raise BadDatabase(database=shown(address), why="missing")
    engine = snapshots(address)
    table = schema.report
    names = ("id", "at", "board", "reporter", "about", "name", "reason", "text", "said")
    query = select(*(table.c[name] for name in names)).order_by(table.c.at.desc())
    try:
        async with engine.connect() as connection:
            return [Reported(*row) for row in await connection.execute(query)]
    except (SQLAlchemyError, OSError) as problem:
        raise BadDatabase(database=shown(address), why=reason_of(problem)) from None
    finally:
        await engine.dispose()
