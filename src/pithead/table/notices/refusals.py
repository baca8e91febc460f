"""Why a message was not delivered."""


class Gone(Exception):
    """The address will never take a message again."""


class Later(Exception):
    """The message was not taken; `after` says when to try again, if the other side said so."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after
