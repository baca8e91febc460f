"""New databases without all migrations: the first of a process shows what they lead to, the others get that.

They take ten times as long as opening a database. `test_upgrade.py` and `test_backup.py` go through them from every
version, and servers that are real processes go through all.
"""

from __future__ import annotations

from sqlalchemy import Connection, create_engine

from pithead.table.store import HEAD, store, versions

_statements: list[str] = []


def upgrade(connection: Connection, to: str) -> None:
    """What the store calls to bring the schema up to date."""
    new = connection.dialect.name == "sqlite" and to == HEAD and versions.version_of(connection) is None
    if new and _statements:
        for statement in _statements:
            connection.exec_driver_sql(statement)
        return
    versions.upgrade(connection, to)
    if new:
        _statements[:] = statements_of(connection)


def statements_of(connection: Connection) -> list[str]:
    """What makes another database like this one."""
    made = connection.connection.driver_connection
    assert made
    return [line for line in made.iterdump() if not line.startswith(("BEGIN", "COMMIT"))]


def use() -> None:
    """Let the stores of this process do so."""
    store.upgrade = upgrade  # type: ignore[attr-defined]


def learn() -> None:
    """Find out here what forks of this process will do."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        upgrade(connection, HEAD)
    engine.dispose()
