"""What all refusals of the table have in common."""

from typing import ClassVar

from pithead.engine.errors import PitheadError


class TableError(PitheadError):
    """A refusal of the table, with the HTTP status that goes with it."""

    status: ClassVar[int] = 409
