"""Refusals about the ways to be notified."""

from .base import TableError


class BadEndpoint(TableError):
    """An address to which no notice may be sent."""

    code, status = "bad_endpoint", 400


class NoSuchChannel(TableError):
    """You have no such channel."""

    code, status = "no_such_channel", 404


class TooManyChannels(TableError):
    """Too many channels."""

    code, status = "too_many_channels", 409


class NoMail(TableError):
    """The host has set up no mail server."""

    code, status = "no_mail", 409


class NotDelivered(TableError):
    """A message was not taken."""

    code, status = "not_delivered", 409
