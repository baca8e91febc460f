"""Why a message was not delivered."""


class Gone(Exception):
    """Permanent failure: the endpoint is gone."""


class Later(Exception):
    """Transient failure; `after` is the endpoint's Retry-After, if any."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after
