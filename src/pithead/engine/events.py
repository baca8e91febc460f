"""What happened, as data: rules emit numbers, this gives them names and decides who may see them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Raw = tuple[int, int, int, int, int, int]
Reader = Callable[[int], Any]


class EventKind:
    """Names the numbers of one kind of event: `EventKind("bought", player=int, tile=tile_name)`.

    `only` names the field that holds the one player who may see it.
    """

    def __init__(self, name: str, only: str | None = None, **fields: Reader) -> None:
        self.name = name
        self.only = only
        self.fields = fields

    def read(self, raw: Raw, seq: int) -> "Event":
        """The event as data."""
        params = {name: reader(value) for (name, reader), value in zip(self.fields.items(), raw[1:], strict=False)}
        return Event(seq, self.name, params, params[self.only] if self.only else None)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened because of decision number `seq`: the sentence `event.<name>`."""

    seq: int
    name: str
    params: dict[str, Any]
    only: int | None = None

    def visible_to(self, seat: int | None) -> bool:
        """Whether a seat (None: a spectator) may see it."""
        return self.only is None or self.only == seat
