"""Refusals of requests, messages and connections, whatever they ask for."""

from .base import TableError


class Malformed(TableError):
    """A request that does not have the form of the contract."""

    code, status = "malformed", 422


class BadMessage(TableError):
    """A socket message that does not have the form of the contract."""

    code, status = "bad_message", 422


class TooLarge(TableError):
    """More than the server reads."""

    code, status = "too_large", 413


class RateLimited(TableError):
    """Too much at once."""

    code, status = "rate_limited", 429


class TooManyConnections(TableError):
    """An address has too many connections open."""

    code, status = "too_many_connections", 429


class QueueFull(TableError):
    """So much is waiting that nothing more is taken on."""

    code, status = "queue_full", 503


class ForbiddenOrigin(TableError):
    """The request comes from another site."""

    code, status = "forbidden_origin", 403


class NotFound(TableError):
    """No such page of the interface."""

    code, status = "not_found", 404


class NoMethod(TableError):
    """The address does not take that kind of request."""

    code, status = "no_method", 405


class SessionEnded(TableError):
    """A cookie or token that its owner has ended."""

    code, status = "session_ended", 401


class NotSubscribed(TableError):
    """The first message on a socket is `subscribe`."""

    code = "not_subscribed"


class TooManySpectators(TableError):
    """The spectators' bench is full."""

    code = "too_many_spectators"


class TooManyTabs(TableError):
    """One device has too many connections to a table."""

    code = "too_many_tabs"
