"""Defects that can be planted into the server, to see that the simulated world finds them (docs/simulation.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from typing import Any
from unittest.mock import patch

from pithead.table import clocks, limits, loops, perspective, room, upkeep
from pithead.table.realtime import outbox
from pithead.table.render import renderer, views
from pithead.table.results import ratings
from pithead.table.store import engine, queries, schema, writer

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


def events_of_drafts_shown() -> Any:
    """Every seat is told at once what happens in the draft of another."""

    def all_events(self: perspective.Perspective, since: int) -> Any:
        return self.match.events(self.seat, since)

    return patch.object(perspective.Perspective, "events", all_events)


def numbers_tell_of_drafts() -> Any:
    """Entries are counted for everybody, those of drafts as well."""
    return patch.object(perspective, "number", lambda state, device, seq: seq)


def view_of_another_seat() -> Any:
    """Whoever looks at the same position is shown the same view."""
    render = views.render_all

    def same(game: Any, states: list[Any], requests: list[views.Request]) -> list[views.Rendered]:
        return render(game, states, [(which, requests[0][1], options) for which, _, options in requests])

    return patch.object(views, "render_all", same)


def position_lost_without_catch_up() -> Any:
    """Every twentieth position of a connection is lost on its way, and counts as known."""
    due = outbox.Outbox.due

    def forgetful(self: outbox.Outbox, look: perspective.Perspective) -> Any:
        frames, position = due(self, look)
        lost = position and self._n % 20 == 0
        return ([frame for frame in frames if frame.type not in ("position", "changes")] if lost else frames), position

    return patch.object(outbox.Outbox, "due", forgetful)


def downtime_charged() -> Any:
    """Clocks run on while the server is down."""

    async def nothing(self: upkeep.Upkeep) -> None:
        return None

    return patch.object(upkeep.Upkeep, "_note_outage", nothing)


def clock_goes_back() -> Any:
    """After a start the machine's clock is believed, also where the last entry is from later."""

    async def believing(self: upkeep.Upkeep) -> None:
        shared = await self.rooms.store.clock()
        if shared is not None:
            self.rooms.keeper.go_on_from(shared)

    return patch.object(upkeep.Upkeep, "_set_clock", believing)


def grace_per_step() -> Any:
    """Whoever drops out is excused at every step of a turn anew."""
    look = clocks.Clock.look

    def generous(self: clocks.Clock, state: Any, waits: bool, present: bool, grace: float) -> None:
        look(self, state, waits, present, grace)
        self._grace = grace if state.clock.kind == "live" else 0.0

    return patch.object(clocks.Clock, "look", generous)


def loop_dies_of_an_error() -> Any:
    """A background loop ends with the first error of its work, such as a database that does not answer."""

    async def mortal(self: loops.Loops, loop: loops.Loop, work: Any, every: float, limit: Any, first: float) -> None:
        await asyncio.sleep(first)
        while True:
            await work()
            loop.succeeded = self._monotonic()
            await asyncio.sleep(every)

    return patch.object(loops.Loops, "_run", mortal)


def damaged_table_stops_others() -> Any:
    """The sweep ends at the first table that cannot be read, every time."""

    async def strict(self: upkeep.Upkeep, table: str, work: Any) -> None:
        await work(table)

    async def nothing(self: upkeep.Upkeep, problem: Any) -> None:
        return None

    planted = ExitStack()
    planted.enter_context(patch.object(upkeep.Upkeep, "_each", strict))
    planted.enter_context(patch.object(upkeep.Upkeep, "set_aside", nothing))
    return planted


def stopped_process_waited_for() -> Any:
    """Nobody gives up a process that renders no more."""
    return patch.object(renderer, "LIMIT", None)


def due_tables_forgotten() -> Any:
    """After a start nobody looks at tables to which nobody comes back."""

    async def nothing(self: upkeep.Upkeep) -> None:
        return None

    return patch.object(upkeep.Upkeep, "sweep", nothing)


def every_machine_believes_its_clock() -> Any:
    """Workers of one database do not ask for its clock: their own differ by up to 90 seconds."""

    async def none(self: queries.Queries) -> None:
        return None

    return patch.object(queries.Queries, "clock", none)


def commits_not_synced() -> Any:
    """A commit is acknowledged before the disk has it."""
    prove = engine.Database._prove_durable

    def careless(self: engine.Database, connection: Any, record: Any) -> None:
        prove(self, connection, record)
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=0" if self.is_sqlite else "SET synchronous_commit = off")
        connection.commit()
        cursor.close()

    return patch.object(engine.Database, "_prove_durable", careless)


def notice_lost_without_catch_up() -> Any:
    """Nobody looks for logs that grew without a notice."""

    async def nothing(self: upkeep.Upkeep) -> None:
        return None

    return patch.object(upkeep.Upkeep, "catch_up_all", nothing)


def lease_never_ends() -> Any:
    """The lease of a worker that is gone does not run out: nobody takes over what it had to do."""

    def mine(self: upkeep.Upkeep, now: float) -> Any:
        board = schema.board
        return (board.c.lease == self.rooms.worker) | board.c.lease.is_(None)

    return patch.object(upkeep.Upkeep, "_mine_to_take", mine)


def clock_not_stopped() -> Any:
    """The clock of a seat runs on while its process stands still."""

    async def nothing(self: clocks.Timekeeper) -> None:
        return None

    return patch.object(clocks.Timekeeper, "tick", nothing)


def limits_not_counted() -> Any:
    """Whoever talks is never stopped."""
    return patch.object(limits.Limits, "chat", lambda self, address, table, seat: None)


def rates_not_limited() -> Any:
    """Nobody is ever told to wait."""
    return patch.object(limits.Bucket, "take", lambda self: True)


def sockets_not_counted() -> Any:
    """Whoever opens sockets may have as many as they like."""
    return patch.object(limits.Limits, "connected", lambda self, address: nullcontext())


def results_counted_twice() -> Any:
    """A result is taken into the ratings once more."""
    count = ratings._count

    def twice(connection: Any, result: Any, number: int) -> bool:
        count(connection, result, number)
        return count(connection, result, number)

    return patch.object(ratings, "_count", twice)


DEFECTS: dict[str, Plant] = {
    plant.__name__: plant
    for plant in (
        acknowledge_before_commit,
        resend_applied_twice,
        draft_shown_to_others,
        events_of_drafts_shown,
        numbers_tell_of_drafts,
        view_of_another_seat,
        position_lost_without_catch_up,
        downtime_charged,
        clock_goes_back,
        grace_per_step,
        loop_dies_of_an_error,
        damaged_table_stops_others,
        stopped_process_waited_for,
        due_tables_forgotten,
        every_machine_believes_its_clock,
        commits_not_synced,
        notice_lost_without_catch_up,
        lease_never_ends,
        clock_not_stopped,
        limits_not_counted,
        rates_not_limited,
        sockets_not_counted,
        results_counted_twice,
    )
}
