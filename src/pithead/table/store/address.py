"""Addresses of databases."""

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from pithead.table.errors import BadDatabase


def async_url(url: str) -> str:
    """The address with the driver that we use: plain `sqlite:///…` and `postgresql://…` are welcome."""
    try:
        parsed = make_url(url)
    except SQLAlchemyError:
        raise BadDatabase(database=url.partition("@")[0][:60], why="address") from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return parsed.set(drivername="sqlite+aiosqlite").render_as_string(hide_password=False)
    if backend in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)
    raise BadDatabase(database=backend, why="address")


def shown(url: str) -> str:
    """The address without a password."""
    return make_url(url).render_as_string(hide_password=True)
