"""Refusals about tables, their seats and the people at them."""

from .base import TableError


class NoSuchTable(TableError):
    """No table with that address or code."""

    code, status = "no_such_table", 404


class DamagedTable(TableError):
    """The log of the table cannot be replayed: it is set aside until somebody has mended it."""

    code, status = "damaged_table", 409


class NoSuchEdition(TableError):
    """The database does not keep that edition."""

    code, status = "no_such_edition", 404


class NoSuchSeat(TableError):
    """The table has no such seat."""

    code, status = "no_such_seat", 404


class NotOwner(TableError):
    """Only the owner of the table may do that."""

    code, status = "not_owner", 403


class NotYourSeat(TableError):
    """Somebody else sits there."""

    code, status = "not_your_seat", 403


class NotSeated(TableError):
    """Only people at the table may do that."""

    code, status = "not_seated", 403


class BadLink(TableError):
    """A link that was revoked, used up or tampered with."""

    code, status = "bad_link", 403


class SeatTaken(TableError):
    """The seat is not free."""

    code = "seat_taken"


class TableFull(TableError):
    """No free seat."""

    code = "table_full"


class NeedsName(TableError):
    """A person needs a name at the table."""

    code, status = "needs_name", 400


class NoLevel(TableError):
    """A bot's seat needs a level."""

    code, status = "no_level", 400


class NotReady(TableError):
    """Not all seats are taken."""

    code = "not_ready"


class NotInLobby(TableError):
    """Only before the start."""

    code = "not_in_lobby"


class NotWelcome(TableError):
    """The owner of the table has removed or blocked the person."""

    code, status = "not_welcome", 403


class Silenced(TableError):
    """The owner of the table lets the person say nothing."""

    code, status = "silenced", 403


class NobodyThere(TableError):
    """No person is at that seat or has said that line, or it is oneself."""

    code, status = "nobody_there", 404


class Opening(TableError):
    """The cards are about to be dealt: nothing can change any more."""

    code = "opening"


class BadNonce(TableError):
    """Nobody waits for that nonce, or it is not the one that was committed to."""

    code = "bad_nonce"


class NoEditions(TableError):
    """The server takes no edition files."""

    code, status = "no_editions", 403
