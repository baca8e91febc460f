"""Refusals about passkeys and recovery codes."""

from .base import TableError


class BadPasskey(TableError):
    """A credential that cannot be verified."""

    code, status = "bad_passkey", 403


class NoSuchPasskey(TableError):
    """You have no such passkey."""

    code, status = "no_such_passkey", 404


class TooManyPasskeys(TableError):
    """More passkeys than anybody has devices."""

    code, status = "too_many_passkeys", 409


class BadCode(TableError):
    """No recovery code that is still good."""

    code, status = "bad_code", 403
