"""Work in the background that fails says why to whoever asks, in their language."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pithead.engine.messages import LANGUAGES
from pithead.table.clocks import Timekeeper
from pithead.table.errors import Internal, Unavailable
from pithead.table.jobs import STALE, Jobs
from pithead.table.problems import problem_of
from pithead.table.protocol import NewTable, SeatSetup
from pithead.table.rooms import Rooms
from pithead.table.settings import Settings
from pithead.table.store import Store, schema
from pithead.table.workers.calls import Workers


async def unavailable(*_: Any) -> None:
    raise Unavailable()


def test_why_a_hint_failed_is_told_in_the_language_of_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workers, "hint", unavailable)
    seats = [SeatSetup(kind="you", name="Emma"), SeatSetup(kind="hotseat", name="Hugo")]

    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await store.open()
        rooms = Rooms(Settings(), store, Timekeeper(), Workers(1))
        jobs = Jobs(rooms)

        async def rewrite(**values: Any) -> None:
            await store.write(lambda connection: connection.execute(schema.job.update().values(values)).rowcount)

        async def told(id: str) -> dict[str, Any]:
            """What everybody reads: in the answer, and in the last line of the stream."""
            errors = {}
            for language in LANGUAGES:
                info = await jobs.look(id, "emma", language)
                assert info["state"] == "failed"
                streamed = [line async for line in jobs.stream(id, "emma", language)]
                assert json.loads(streamed[-1])["error"] == info["error"]
                errors[language] = info["error"]
            return errors

        try:
            state = (await rooms.new_table(NewTable(game="example", seats=seats, start=True), "emma", None)).state
            seat = state.to_move
            assert seat is not None
            id = str((await jobs.hint(state, seat, "emma", "1.2.3.4", 0.1, "en"))["id"])
            await asyncio.gather(*jobs._running.values())
            assert await told(id) == {one: problem_of(Unavailable(), one).model_dump() for one in LANGUAGES}
            # A worker that is gone has left nothing.
            await rewrite(state="working", result=None, changed_at=rooms.keeper.now() - 2 * STALE)
            assert await told(id) == {one: problem_of(Internal(), one).model_dump() for one in LANGUAGES}
            # As rows were written before.
            english = problem_of(Unavailable(), "en")
            await rewrite(state="failed", result=english.model_dump_json())
            assert await told(id) == dict.fromkeys(LANGUAGES, english.model_dump())
        finally:
            await rooms.close()
            await store.close()

    asyncio.run(scene())
