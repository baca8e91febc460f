"""Refusals about a game that is played."""

from .base import TableError


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


class NoCoach(TableError):
    """The table plays without a coach."""

    code, status = "no_coach", 403


class CoachAlone(TableError):
    """A coach at a table for more than one person."""

    code = "coach_alone"


class NoSuchJob(TableError):
    """No such background work."""

    code, status = "no_such_job", 404
