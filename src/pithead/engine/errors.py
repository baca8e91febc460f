"""Everything that can go wrong for a user: a small family with stable codes."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .messages import Messages


class PitheadError(Exception):
    """A refusal with a code, a message id `error.<code>` and its parameters; never a traceback for a user."""

    code: str = "error"

    def __init__(self, **params: Any) -> None:
        super().__init__(params)
        self.params = params

    def text(self, language: str = "en") -> str:
        """The one sentence a user reads."""
        from .messages import common

        params = self._told(language)
        reason = self.reason(language)
        if reason is not None:
            params["why"] = reason
        return common(language).text(f"error.{self.code}", params).strip()

    def reason(self, language: str = "en") -> str | None:
        """The words for the parameter `why`, where it is one of our reasons and not what a system said."""
        from .messages import common

        why = f"why.{self.params.get('why')}"
        return common(language).text(why, self._told(language)) if common(language).has(why) else None

    def _told(self, language: str) -> dict[str, Any]:
        """The parameters, with refusals inside refusals in words."""
        return {
            name: value.reason(language) or value.text(language) if isinstance(value, PitheadError) else value
            for name, value in self.params.items()
        }

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> tuple[Callable[[], "PitheadError"], tuple[()]]:
        # Refusals cross from one process to another.
        return partial(type(self), **self.params), ()


def _words_of(game: str, language: str) -> "Messages":
    from .registry import load

    return load(game).messages(language)


class UnknownGame(PitheadError):
    """No game has that name."""

    code = "unknown_game"


class BadPlayers(PitheadError):
    """The game is not for that many players."""

    code = "bad_players"


class BadSeat(PitheadError):
    """The game has no seat of that number."""

    code = "bad_seat"


class UnknownOption(PitheadError):
    """The game has no such option."""

    code = "unknown_option"


class BadOption(PitheadError):
    """The option does not take that value."""

    code = "bad_option"


class BadSetup(PitheadError):
    """These options and this number of players do not go together."""

    code = "bad_setup"

    def reason(self, language: str = "en") -> str:
        """What the game says is wrong."""
        return _words_of(self.params["game"], language).text(f"problem.{self.params['why']}", self.params)


class NotYourTurn(PitheadError):
    """Another player is to move."""

    code = "not_your_turn"


class GameOver(PitheadError):
    """The game has ended."""

    code = "game_over"


class Illegal(PitheadError):
    """The rules do not allow that decision now."""

    code = "illegal"

    def reason(self, language: str = "en") -> str | None:
        """Why the target is closed, where the game says so; else what is being decided instead."""
        refusal, phase = self.params.get("refusal"), self.params.get("phase")
        if refusal is None and phase is None:
            return None
        words = _words_of(self.params["game"], language)
        if refusal is None:
            return words.text("why.other_step", {"step": words.text(f"phase.{phase}")})
        return words.text(f"refusal.{refusal.code}", refusal.params)


class Stale(PitheadError):
    """The decision was meant for an earlier position."""

    code = "stale"


class NothingToUndo(PitheadError):
    """Nothing of this turn can be taken back."""

    code = "nothing_to_undo"


class Unparseable(PitheadError):
    """A text that is no decision or no record."""

    code = "unparseable"


class BadRecord(PitheadError):
    """A record that does not replay."""

    code = "bad_record"


class UnknownEdition(PitheadError):
    """The game is not shipped with an edition of that name."""

    code = "unknown_edition"


class UnknownLesson(PitheadError):
    """The game has no lesson of that name."""

    code = "unknown_lesson"


class LessonStep(PitheadError):
    """The rules would allow that decision, but the step of the lesson is about another one."""

    code = "lesson_step"


class BadMaterial(PitheadError):
    """An edition file with a mistake."""

    code = "bad_material"


class BrokenGame(PitheadError):
    """The folder of a title whose facts cannot be read."""

    code = "broken_game"


class CannotCompile(PitheadError):
    """The compiled backend is not available."""

    code = "cannot_compile"


class UnknownLanguage(PitheadError):
    """There are no texts in that language."""

    code = "unknown_language"


class Unreadable(PitheadError):
    """A file that cannot be read or written."""

    code = "unreadable"


class MissingExtra(PitheadError, ImportError):
    """A library that only some installations have."""

    code = "missing_extra"
