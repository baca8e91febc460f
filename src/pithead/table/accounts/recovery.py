"""Recovery codes, for people without a passkey at hand. Shown once, stored as a hash, usable once."""

import hashlib

from sqlalchemy import Connection, select

from pithead.table.errors import BadCode
from pithead.table.store import Store, schema
from pithead.table.world import World

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
GROUPS, LENGTH = 4, 5
_table = schema.recovery


def fresh_code(world: World) -> str:
    """A code of a hundred random bits: enough entropy for a hash without salt."""
    return "-".join(world.fresh_id(LENGTH, LETTERS) for _ in range(GROUPS))


def _hash(code: str) -> str:
    # Normalise what people type: lower case, blanks, missing dashes. The alphabet has no look-alikes.
    written = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(f"pithead recovery {written}".encode()).hexdigest()


async def made_at(store: Store, device: str) -> float | None:
    """When a person's code was made; None without one."""
    async with store.reading() as connection:
        created_at = (await connection.execute(select(_table.c.created_at).where(_table.c.device == device))).scalar()
    return None if created_at is None else float(created_at)


async def make(store: Store, world: World, device: str, now: float) -> str:
    """A new code, which replaces the one before."""
    code = fresh_code(world)

    def put(connection: Connection) -> None:
        connection.execute(_table.delete().where(_table.c.device == device))
        connection.execute(_table.insert().values(device=device, hash=_hash(code), created_at=now))

    await store.write(put)
    return code


async def remove(store: Store, device: str) -> None:
    """Delete the code."""
    await store.write(lambda connection: connection.execute(_table.delete().where(_table.c.device == device)).rowcount)


async def use(store: Store, code: str) -> str:
    """Consume a code; returns the device id of its person."""

    def put(connection: Connection) -> str | None:
        device = connection.execute(select(_table.c.device).where(_table.c.hash == _hash(code))).scalar()
        spent = connection.execute(_table.delete().where(_table.c.hash == _hash(code))).rowcount
        return str(device) if device is not None and spent else None

    found: str | None = await store.write(put)
    if found is None:
        raise BadCode()
    return found
