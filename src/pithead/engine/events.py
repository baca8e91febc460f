"""What happened, as data: rules emit numbers, this gives them names and decides who may see them."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from .parameters import Reader

Raw = tuple[int, int, int, int, int, int]


class EventKind:
    """Names the numbers of one kind of event: `EventKind(Event.BOUGHT, player=SEAT, tile=tile_id)`.

    `only` names the field that holds the one player who may see it.
    """

    def __init__(self, number: IntEnum, /, only: str | None = None, **fields: Reader) -> None:
        self.number = number
        self.name = number.name.lower()
        self.only = only
        self.fields = fields

    def read(self, raw: Raw, seq: int) -> "Event":
        """The event as data."""
        params = {name: reader(value) for (name, reader), value in zip(self.fields.items(), raw[1:], strict=False)}
        return Event(seq, self.name, params, params[self.only] if self.only else None)


def described(*kinds: EventKind) -> dict[int, EventKind]:
    """The kinds of events of a game by number."""
    return {kind.number: kind for kind in kinds}


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
