"""Refusals about ratings and histories."""

from .base import TableError


class NotRatable(TableError):
    """The result of such a table cannot count."""

    code, status = "not_ratable", 409


class RatedRuns(TableError):
    """A rated game that is under way is not closed: that would undo a loss."""

    code, status = "rated_runs", 409


class NoSuchPerson(TableError):
    """Nobody with this address has finished a game here."""

    code, status = "no_such_person", 404


class NoLeaderboard(TableError):
    """The host keeps no leaderboard."""

    code, status = "no_leaderboard", 404
