"""Challenges for passkeys: random, short-lived, and usable once, at any worker."""

from typing import Literal

from sqlalchemy import Connection

from pithead.table.errors import BadPasskey
from pithead.table.store import Store, schema
from pithead.table.world import World

PATIENCE = 300.0
"""Seconds in which a challenge can be answered."""

Purpose = Literal["register", "sign-in"]
_table = schema.challenge


async def issue(store: Store, world: World, purpose: Purpose, device: str, now: float) -> bytes:
    """Insert a new challenge, and delete those that have expired."""
    challenge = world.entropy.randbytes(32)
    row = {"id": challenge.hex(), "purpose": purpose, "device": device, "expires_at": now + PATIENCE}

    def put(connection: Connection) -> None:
        connection.execute(_table.delete().where(_table.c.expires_at <= now))
        connection.execute(_table.insert().values(row))

    await store.write(put)
    return challenge


async def spend(store: Store, challenge: bytes, purpose: Purpose, device: str, now: float) -> None:
    """Consume a challenge; one that was used before, or issued for another device or purpose, is refused."""

    def put(connection: Connection) -> int:
        same = (_table.c.id == challenge.hex()) & (_table.c.purpose == purpose) & (_table.c.device == device)
        return connection.execute(_table.delete().where(same, _table.c.expires_at > now)).rowcount

    if not await store.write(put):
        raise BadPasskey(why="passkey_challenge")
