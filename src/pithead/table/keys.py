"""Rotation of the key that signs cookies and links, for when it may have leaked."""

import secrets
from typing import NamedTuple

from sqlalchemy import Connection, select

from . import loading
from .errors import DamagedTable, DatabaseInUse
from .identity import Identity
from .log.state import TableState
from .notices.channels import reseal
from .notices.sealing import Seal
from .notices.vapid import VAPID
from .store import Store, schema, shown

ALIVE_FOR = 30.0
"""Seconds after its last heartbeat in which a server may still be running."""


class NewLink(NamedTuple):
    """A new link that replaces a capability of the old key; without a seat: to the table's ownership."""

    table: str
    seat: int | None
    name: str
    path: str


async def change_key(url: str) -> list[NewLink]:
    """Replace the key in a database that is not being served.

    All cookies, tokens and links become invalid. Returns the links by which people come back to their seats.
    """
    store = Store(url)
    await store.open()
    try:
        await _refuse_while_served(store)
        key = secrets.token_hex(32)

        def put(connection: Connection) -> None:
            old = connection.execute(select(schema.setting.c.value).where(schema.setting.c.name == "secret")).scalar()
            if old is not None:
                reseal(connection, Seal(old), Seal(key))
            # Browsers subscribed with the old public key: they subscribe anew at their next visit.
            connection.execute(schema.channel.delete().where(schema.channel.c.kind == "push"))
            connection.execute(schema.setting.delete().where(schema.setting.c.name.in_(("secret", VAPID))))
            connection.execute(schema.setting.insert().values(name="secret", value=key))

        await store.write(put)
        return await _links(store, Identity(key))
    finally:
        await store.close()


async def _refuse_while_served(store: Store) -> None:
    """An embedded database is locked by its server; workers on a database server write heartbeats."""
    now = await store.clock()
    if now is not None and now - float(await store.setting("alive", "0")) < ALIVE_FOR:
        raise DatabaseInUse(database=shown(store.url))


async def _links(store: Store, identity: Identity) -> list[NewLink]:
    query = select(schema.board.c.id).where(schema.board.c.status.in_(("lobby", "running"))).order_by(schema.board.c.id)
    async with store.reading() as connection:
        tables = (await connection.execute(query)).scalars().all()
    links: list[NewLink] = []
    for table in tables:
        try:
            links += _links_of((await loading.load(store, table)).state, identity)
        except DamagedTable:
            # `pithead check` lists them.
            continue
    return links


def _links_of(state: TableState, identity: Identity) -> list[NewLink]:
    held = [(seat, sitter.name) for seat, sitter in enumerate(state.seats) if sitter.kind == "human" and sitter.device]
    links = [NewLink(state.id, None, "", f"/join/{identity.link('owner', state, None)}")]
    return links + [
        NewLink(state.id, seat, name, f"/join/{identity.link('device', state, seat)}") for seat, name in held
    ]
