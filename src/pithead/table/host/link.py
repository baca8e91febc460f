"""The host link, a capability for the host page: signed with the server's key, and revocable by generation."""

from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from pithead.table.backup import snapshots
from pithead.table.errors import BadDatabase, NotHost
from pithead.table.identity import Identity
from pithead.table.store import Store, async_url, reason_of, schema, shown

EPOCH = "host_epoch"
_setting = schema.setting


def path_of(token: str) -> str:
    """The path of the link. The fragment is not sent to servers, so the token is in no access log."""
    return f"/host#{token}"


async def check(store: Store, identity: Identity, token: str | None) -> None:
    """Refuse a request without the current host token."""
    epoch = identity.host_epoch(token)
    if epoch is None or epoch != int(await store.known_setting(EPOCH) or 0):
        raise NotHost()


async def renew(store: Store, identity: Identity) -> str:
    """Invalidate all earlier host links; returns the path of the new one."""

    def put(connection: Connection) -> int:
        epoch = int(connection.execute(select(_setting.c.value).where(_setting.c.name == EPOCH)).scalar() or 0) + 1
        connection.execute(_setting.delete().where(_setting.c.name == EPOCH))
        connection.execute(_setting.insert().values(name=EPOCH, value=str(epoch)))
        return epoch

    return path_of(identity.host_token(await store.write(put)))


async def read(url: str) -> str:
    """The path of the host link, from the database of a server that may be running."""
    address = async_url(url)
    if address.startswith("sqlite") and not Path(make_url(address).database or "").is_file():
        raise BadDatabase(database=shown(address), why="missing")
    engine = snapshots(address)
    try:
        async with engine.connect() as connection:
            rows = await connection.execute(select(_setting).where(_setting.c.name.in_(("secret", EPOCH))))
            known = {row.name: row.value for row in rows}
    except (SQLAlchemyError, OSError) as problem:
        raise BadDatabase(database=shown(address), why=reason_of(problem)) from None
    finally:
        await engine.dispose()
    if "secret" not in known:
        raise BadDatabase(database=shown(address), why="missing")
    return path_of(Identity(known["secret"]).host_token(int(known.get(EPOCH, 0))))
