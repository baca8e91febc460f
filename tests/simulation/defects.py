"""Defects that can be planted into the server, to see that the simulated world finds them (docs/simulation.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from pithead.table import perspective, room
from pithead.table.store import writer

Plant = Callable[[], Any]


def acknowledge_before_commit() -> Any:
    """Whoever writes is answered before the commit."""
    commit = writer.Writer._commit

    async def early(self: writer.Writer, batch: list[writer._Write]) -> None:
        for write in batch:
            if isinstance(write.work, writer.Append):
                write.resolve()
        await commit(self, batch)

    return patch.object(writer.Writer, "_commit", early)


def resend_applied_twice() -> Any:
    """Idempotency keys are forgotten."""
    act = room.Room.act

    async def keyless(self: room.Room, build: Any, key: str | None = None, answer: Any = None) -> int:
        fresh = None if key is None else f"{self.rooms.world.fresh_id()}:{key}"
        return await act(self, build, fresh, answer)

    return patch.object(room.Room, "act", keyless)


def draft_shown_to_others() -> Any:
    """Every seat sees the draft of the seat to move."""
    return patch.object(perspective.Perspective, "drafts", property(lambda self: self.seat is not None))


DEFECTS: dict[str, Plant] = {
    plant.__name__: plant for plant in (acknowledge_before_commit, resend_applied_twice, draft_shown_to_others)
}
