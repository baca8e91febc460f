"""Everything that can go wrong for a user: a small family with stable codes."""

from typing import Any, ClassVar


class PitheadError(Exception):
    """A refusal with a code, a message id `error.<code>` and its parameters; never a traceback for a user."""

    code: ClassVar[str] = "error"

    def __init__(self, **params: Any) -> None:
        super().__init__(params)
        self.params = params

    def text(self, language: str = "en") -> str:
        """The one sentence a user reads."""
        from .messages import common

        messages = common(language)
        params = dict(self.params)
        reason = f"why.{params.get('why')}"
        if messages.has(reason):
            params["why"] = messages.text(reason, params)
        return messages.text(f"error.{self.code}", params).strip()

    def __str__(self) -> str:
        return self.text()


class UnknownGame(PitheadError):
    """No game has that name."""

    code = "unknown_game"


class BadPlayers(PitheadError):
    """The game is not for that many players."""

    code = "bad_players"


class UnknownOption(PitheadError):
    """The game has no such option."""

    code = "unknown_option"


class BadOption(PitheadError):
    """The option does not take that value."""

    code = "bad_option"


class BadSetup(PitheadError):
    """These options and this number of players do not go together."""

    code = "bad_setup"


class NotYourTurn(PitheadError):
    """Another player is to move."""

    code = "not_your_turn"


class GameOver(PitheadError):
    """The game has ended."""

    code = "game_over"


class Illegal(PitheadError):
    """The rules do not allow that decision now."""

    code = "illegal"


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


class BadMaterial(PitheadError):
    """An edition file with a mistake."""

    code = "bad_material"


class CannotCompile(PitheadError):
    """The compiled backend is not available."""

    code = "cannot_compile"


class UnknownLanguage(PitheadError):
    """There are no texts in that language."""

    code = "unknown_language"


class Unreadable(PitheadError):
    """A file that cannot be read or written."""

    code = "unreadable"
