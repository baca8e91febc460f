"""Versions of the schema: which one a database has, how a new one gets it, and the migrations to the next."""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, inspect, text

from .schema import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0008"

# Alembic's own table, as it makes it.
_version = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def version_of(connection: Connection) -> str | None:
    """The schema of a database; None for an empty one."""
    # Asked without Alembic, whose import costs a third of a start.
    if "alembic_version" not in inspect(connection).get_table_names():
        return None
    version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if version is None else str(version)


def create(connection: Connection) -> None:
    """Give an empty database the current schema, the same as all migrations lead to.

    Without Alembic: its import takes longer than everything here, and its 10 MB would stay in the server.
    """
    metadata.create_all(connection, checkfirst=False)
    _version.create(connection)
    connection.execute(_version.insert().values(version_num=HEAD))


def upgrade(connection: Connection, to: str) -> None:
    """Run the migrations up to a schema."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
