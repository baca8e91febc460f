"""What a table can refuse: codes, and the HTTP status that goes with each."""

from typing import ClassVar

from pithead.engine import errors as engine
from pithead.engine.errors import PitheadError


class TableError(PitheadError):
    """A refusal of the table."""

    status: ClassVar[int] = 409


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
    """The database would forget acknowledged moves in a power cut."""

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


class FiguresClosed(TableError):
    """The figures are for whoever runs the server."""

    code, status = "figures_closed", 403


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


class NoSuchJob(TableError):
    """No such background work."""

    code, status = "no_such_job", 404


class NotOwner(TableError):
    """Only the owner of the table may do that."""

    code, status = "not_owner", 403


class NotYourSeat(TableError):
    """Somebody else sits there."""

    code, status = "not_your_seat", 403


class NotSeated(TableError):
    """Only people at the table may do that."""

    code, status = "not_seated", 403


class SessionEnded(TableError):
    """A cookie or token that its owner has ended."""

    code, status = "session_ended", 401


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


class NotRunning(TableError):
    """Only while the game runs."""

    code = "not_running"


class NotFinished(TableError):
    """Only after the end."""

    code = "not_finished"


class Paused(TableError):
    """The table pauses."""

    code = "paused"


class TooLate(TableError):
    """Only before the first settled turn."""

    code = "too_late"


class NoMotion(TableError):
    """That cannot be put to the vote now."""

    code = "no_motion"


class NotAway(TableError):
    """The person is here, or has only just gone."""

    code = "not_away"


class NotDead(TableError):
    """People are still playing."""

    code = "not_dead"


class BotPlays(TableError):
    """A bot plays for that seat; its person must take it back first."""

    code = "bot_plays"


class NothingToReclaim(TableError):
    """No bot plays for that seat."""

    code = "nothing_to_reclaim"


class NoHints(TableError):
    """The table plays without hints."""

    code, status = "no_hints", 403


class NoEditions(TableError):
    """The server takes no edition files."""

    code, status = "no_editions", 403


class NotSubscribed(TableError):
    """The first message on a socket is `subscribe`."""

    code = "not_subscribed"


class TooManySpectators(TableError):
    """The spectators' bench is full."""

    code = "too_many_spectators"


class TooManyTabs(TableError):
    """One device has too many connections to a table."""

    code = "too_many_tabs"


class BadBackup(TableError):
    """A backup file that cannot be read or written."""

    code, status = "bad_backup", 400


class BadEndpoint(TableError):
    """An address at which nobody may be told anything."""

    code, status = "bad_endpoint", 400


class NoSuchChannel(TableError):
    """You have no such way to be told."""

    code, status = "no_such_channel", 404


class TooManyChannels(TableError):
    """More ways to be told than anybody needs."""

    code, status = "too_many_channels", 409


class NoMail(TableError):
    """The host has set up no mail server."""

    code, status = "no_mail", 409


class NotDelivered(TableError):
    """A message was not taken."""

    code, status = "not_delivered", 409


_ENGINE_STATUS = {
    engine.UnknownGame: 404,
    engine.UnknownLesson: 404,
    engine.UnknownLanguage: 404,
    engine.NotYourTurn: 409,
    engine.GameOver: 409,
    engine.Illegal: 409,
    engine.LessonStep: 409,
    engine.Stale: 409,
    engine.NothingToUndo: 409,
}


def status_of(problem: PitheadError) -> int:
    """The HTTP status of a refusal."""
    if isinstance(problem, TableError):
        return problem.status
    return _ENGINE_STATUS.get(type(problem), 400)
