"""Refusals about the server itself: its settings, its database, its state."""

from .base import TableError


class BadSetting(TableError):
    """A setting of the server that cannot be read."""

    code, status = "bad_setting", 400


class BadDatabase(TableError):
    """A database that cannot be used."""

    code, status = "bad_database", 503


class DatabaseInUse(TableError):
    """Another server works on the same file."""

    code, status = "database_in_use", 503


class OneWorker(TableError):
    """Several workers need a database server."""

    code, status = "one_worker", 400


class PortTaken(TableError):
    """The address cannot be listened on."""

    code, status = "port_taken", 400


class NotDurable(TableError):
    """The database would lose acknowledged moves in a power cut."""

    code, status = "not_durable", 503


class Unavailable(TableError):
    """The database does not answer now."""

    code, status = "unavailable", 503


class Unhealthy(TableError):
    """The server runs but does not do all of its work."""

    code, status = "unhealthy", 503


class Internal(TableError):
    """Something that should not happen; the log has the details."""

    code, status = "internal", 500


class BadBackup(TableError):
    """A backup file that cannot be read or written."""

    code, status = "bad_backup", 400


class FiguresClosed(TableError):
    """Metrics are readable by the operator alone."""

    code, status = "figures_closed", 403


class NotHost(TableError):
    """Only the host may see and do this."""

    code, status = "not_host", 403


class NoSuchBackup(TableError):
    """There is no such backup."""

    code, status = "no_such_backup", 404
