"""Rows of the log: how an event is written, and how a row of any version becomes an event.

A row has the kind and the seat in columns of their own and everything else as JSON. A kind whose meaning has changed
has a version, which its rows name as `v`; rows without one are of version 1. Upcasters turn the fields of an older
version into those of the next.
"""

from collections.abc import Callable
from typing import NamedTuple, get_args

from pydantic_core import from_json, to_json

from .base import Fields
from .events import Event


class Entry(NamedTuple):
    """An event at its place in the log of a table; `key` is the idempotency key of the message that asked for it."""

    seq: int
    event: Event
    key: str | None
    at: float


def stamped(events: list[Event], after: int, key: str | None, at: float) -> list[Entry]:
    """The events of one command as entries; the last one has its key."""
    last = len(events) - 1
    return [Entry(after + 1 + i, event, key if i == last else None, at) for i, event in enumerate(events)]


_KINDS: dict[str, type[Event]] = {model.KIND: model for model in get_args(Event)}


def parse(kind: str, seat: int | None, data: str) -> Event:
    """The event of a row, whichever version wrote it."""
    model = _KINDS[kind]
    fields: Fields = from_json(data)
    version = fields.pop("v", 1)
    if version > model.VERSION:
        raise ValueError(f"{kind} of version {version}, written by a newer server")
    for old in range(version, model.VERSION):
        fields = _UPCASTERS[kind, old](fields)
    if seat is not None:
        fields["seat"] = seat
    return model.model_validate(fields)


def dump(event: Event) -> str:
    """The JSON of an event's row; fields that were not given are left out."""
    fields = event.model_dump(exclude={"seat"}, exclude_unset=True, by_alias=True)
    if event.VERSION > 1:
        fields["v"] = event.VERSION
    return to_json(fields).decode()


def _clock_of_old(fields: Fields) -> Fields:
    """Upcaster: a timeout used to replace the player permanently; now a bot plays that one turn."""
    clock = fields.get("clock")
    return fields | {"clock": clock | {"timeout": "move"}} if clock and clock.get("timeout") == "bot" else fields


def _created_of_old(fields: Fields) -> Fields:
    """Upcaster: deals did not name their key derivation."""
    return _clock_of_old(fields | {"deal": {"scheme": "sha256"} | fields["deal"]})


def _scheme_of_old(fields: Fields) -> Fields:
    return {"scheme": "sha256"} | fields


def _fresh_turn_of_old(fields: Fields) -> Fields:
    """Upcaster: in version 1 a hand-over always restarted the turn's time, without a field for it."""
    return fields | {"fresh_turn": True}


_UPCASTERS: dict[tuple[str, int], Callable[[Fields], Fields]] = {
    ("created", 1): _created_of_old,
    ("changed", 1): _clock_of_old,
    ("started", 1): _scheme_of_old,
    ("replaced", 1): _fresh_turn_of_old,
    ("reclaimed", 1): _fresh_turn_of_old,
    ("timeout", 1): _fresh_turn_of_old,
}
