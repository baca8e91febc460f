"""Versions of the schema: which one a database has, and the migrations to the next."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0008"


def version_of(connection: Connection) -> str | None:
    """The schema of a database; None for an empty one."""
    # Asked without Alembic, whose import costs a third of a start.
    if "alembic_version" not in inspect(connection).get_table_names():
        return None
    version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if version is None else str(version)


def upgrade(connection: Connection, to: str) -> None:
    """Run the migrations up to a schema."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
