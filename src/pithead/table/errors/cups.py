"""Refusals about cups."""

from .base import TableError


class NoSuchCup(TableError):
    """There is no such cup."""

    code, status = "no_such_cup", 404


class CupFull(TableError):
    """As many play in the cup as can."""

    code, status = "cup_full", 409


class CupBegun(TableError):
    """Only possible before the cup starts."""

    code, status = "cup_begun", 409


class CupTooSmall(TableError):
    """Too few people to start."""

    code, status = "cup_too_small", 409


class NotCupOwner(TableError):
    """Only whoever opened the cup may do this."""

    code, status = "not_cup_owner", 403


class BadCup(TableError):
    """A cup that cannot be played like that."""

    code, status = "bad_cup", 400


class Sealed(TableError):
    """The same deal is still played at other tables."""

    code, status = "sealed", 409
