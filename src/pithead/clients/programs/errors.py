"""Why a program has no seat on a server, or is refused there."""

from typing import Any

from pithead.engine.errors import PitheadError


class BadAddress(PitheadError):
    """The URL is not an invitation."""

    code = "bad_table_address"


class Unreachable(PitheadError):
    """The server is unreachable."""

    code = "server_unreachable"


class Refused(PitheadError):
    """A refusal of the server, with its code and localized messages."""

    code = "refused_by_server"

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.code = params["answer"]

    def text(self, language: str = "en") -> str:
        """The server's message; already in the requested language."""
        return str(self.params["text"])


class Later(Refused):
    """The server is asked for too much at once: the same again, after so many seconds."""

    @property
    def after(self) -> float:
        """Seconds to wait, as far as the server says."""
        return float(self.params["after"])
