"""Background work that people ask for: hints and analyses, with progress and quotas.

A job is a row of the database, so every worker can tell how far it is; the worker that took the order does the work.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Select, func, select

from pithead.engine.errors import PitheadError
from pithead.engine.messages import LANGUAGES

from . import metrics
from .errors import Internal, NoHints, NoSuchJob, QueueFull, RateLimited
from .log.state import TableState
from .perspective import of_seat
from .problems import problem_of
from .replays import match_data, record_text
from .rooms import Rooms
from .store import schema
from .workers.tasks import edition_of

log = logging.getLogger("pithead.table.jobs")

FINAL = {"done", "failed", "cancelled"}
STALE = 90.0
"""Seconds without a heartbeat after which a job counts as failed: its worker is gone."""
TELL = 0.5
"""Seconds between two progress updates."""


class Jobs:
    """Queues jobs, runs them, reports their progress."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._turn = asyncio.Semaphore(1)
        self._running: dict[str, asyncio.Task[Any]] = {}
        self._waiting: Counter[str] = Counter()
        """Unfinished jobs, by kind and by address."""

    # -- orders ---------------------------------------------------------------------------------------------------

    async def hint(
        self, state: TableState, seat: int, device: str, address: str, think: float, language: str
    ) -> dict[str, Any]:
        """Order a hint for the seat to move."""
        if not state.hints:
            raise NoHints()
        look = of_seat(state, seat)
        data = match_data(state, look.actions)
        ask = {"seat": seat, "at": look.at}
        work = (self._do_hint, data, seat, think / 2, language)
        return await self.look(await self._order("hint", state, device, address, ask, *work), device, language)

    async def analysis(
        self, state: TableState, device: str, address: str, think: float, language: str
    ) -> dict[str, Any]:
        """Order the analysis of a finished game; one that was made before is given at once."""
        text = record_text(state)
        table = schema.job
        known = (
            select(table.c.id)
            .where(table.c.board == state.id, table.c.kind == "analysis", table.c.ask == json.dumps({"think": think}))
            .where(table.c.state.in_(("waiting", "working", "done")))
            .order_by(table.c.created_at.desc())
        )
        async with self._rooms.store.reading() as connection:
            row = (await connection.execute(known)).scalars().first()
        if row is not None:
            job = await self.look(row, device, language)
            if job["state"] != "failed":
                return job
        ask, work = {"think": think}, (self._do_analysis, text, edition_of(state.game), think)
        return await self.look(await self._order("analysis", state, device, address, ask, *work), device, language)

    async def _order(
        self, kind: str, state: TableState, device: str, address: str, ask: dict[str, Any], work: Any, *arguments: Any
    ) -> str:
        settings = self._rooms.settings
        if self._waiting[kind] >= settings.jobs_waiting:
            raise QueueFull(waiting=self._waiting[kind])
        if self._waiting[address] >= settings.jobs_per_address:
            raise RateLimited()
        places = (kind, address)
        self._waiting.update(places)
        try:
            job = await self._put(kind, state, device, ask)
        except BaseException:
            self._leave(places)
            raise
        task = self._running[job] = self._rooms.spawn(self._work(job, kind, work, arguments))
        # In a callback and not in the task: a task cancelled before its first step runs no `finally`.
        task.add_done_callback(lambda _: self._leave(places))
        return job

    def _leave(self, places: tuple[str, ...]) -> None:
        self._waiting.subtract(places)
        self._waiting += Counter()

    async def _put(self, kind: str, state: TableState, device: str, ask: dict[str, Any]) -> str:
        now = self._rooms.keeper.now()
        row = {
            "id": self._rooms.world.fresh_id(),
            "board": state.id,
            "device": device,
            "kind": kind,
            "ask": json.dumps(ask),
            "state": "waiting",
            "progress": 0.0,
            "worker": self._rooms.worker,
            "created_at": now,
            "changed_at": now,
        }

        def put(connection: Connection) -> bool:
            # Counted where it is written: of orders that come at once each sees those before it.
            allowed = self._within_quota(connection, device, now)
            if allowed:
                connection.execute(schema.job.insert().values(row))
            return allowed

        if not await self._rooms.store.write(put):
            raise RateLimited()
        return str(row["id"])

    def _within_quota(self, connection: Connection, device: str, now: float) -> bool:
        table, settings = schema.job, self._rooms.settings
        mine = select(func.count()).where(table.c.device == device)
        hour = mine.where(table.c.created_at > now - 3600)
        active = mine.where(table.c.state.in_(("waiting", "working")), table.c.changed_at > now - STALE)
        made = connection.execute(hour).scalar() or 0
        going = connection.execute(active).scalar() or 0
        return made < settings.jobs_per_hour and going < settings.jobs_at_once

    # -- work -----------------------------------------------------------------------------------------------------

    async def _work(self, job: str, kind: str, work: Any, arguments: tuple[Any, ...]) -> None:
        outcome = "failed"
        try:
            result = await work(job, *arguments)
            await self._note(job, state="done", progress=1.0, result=json.dumps(result))
            outcome = "done"
        except asyncio.CancelledError:
            outcome = "cancelled"
            if not self._rooms.stopping:
                await self._note(job, state="cancelled")
            raise
        except PitheadError as problem:
            await self._note(job, state="failed", result=_kept(problem))
        except Exception:
            log.exception("job failed", extra={"job": job})
            await self._note(job, state="failed", result=_kept(Internal()))
        finally:
            self._running.pop(job, None)
            metrics.jobs.labels(kind, outcome).inc()

    async def _do_hint(self, job: str, data: dict[str, Any], seat: int, think: float, language: str) -> dict[str, Any]:
        await self._note(job, state="working")
        return await self._rooms.workers.hint(data, seat, think, language)

    async def _do_analysis(self, job: str, text: str, edition: str | None, think: float) -> Any:
        async with self._my_turn(job):
            await self._note(job, state="working")
            shares: asyncio.Queue[float | None] = asyncio.Queue()
            work = asyncio.ensure_future(self._rooms.workers.analyse(text, edition, think, shares.put_nowait))
            work.add_done_callback(lambda _: shares.put_nowait(None))
            try:
                while (share := await shares.get()) is not None:
                    await self._note(job, progress=share)
                return await work
            finally:
                work.cancel()

    @asynccontextmanager
    async def _my_turn(self, job: str) -> AsyncIterator[None]:
        """One analysis at a time; queued jobs send heartbeats as well."""
        while True:
            try:
                await asyncio.wait_for(self._turn.acquire(), STALE / 3)
                break
            except TimeoutError:
                await self._note(job)
        try:
            yield
        finally:
            self._turn.release()

    async def _note(self, job: str, **values: Any) -> None:
        table = schema.job

        def put(connection: Connection) -> int:
            done = connection.execute(
                table.update()
                .where(table.c.id == job, table.c.state.not_in(FINAL))
                .values(changed_at=self._rooms.keeper.now(), **values)
            )
            return done.rowcount

        changed = await self._rooms.store.write(put)
        if not changed and "state" not in values and (task := self._running.get(job)):
            # Somebody cancelled it through another worker.
            task.cancel()

    # -- reporting ------------------------------------------------------------------------------------------------

    async def look(self, job: str, device: str, language: str) -> dict[str, Any]:
        """How far a job is. Anybody may read the analysis of a finished game; a hint only its requester."""
        if not (job.isascii() and job.isalnum()):
            raise NoSuchJob()
        async with self._rooms.store.reading() as connection:
            row = (await connection.execute(select(schema.job).where(schema.job.c.id == job))).first()
            if row is None or (row.kind == "hint" and row.device != device):
                raise NoSuchJob()
            ahead = (await connection.execute(_before(row.worker, row.created_at))).scalar()
        state, result = row.state, json.loads(row.result) if row.result else None
        if state not in FINAL and self._rooms.keeper.now() - row.changed_at > STALE and job not in self._running:
            state = "failed"
        return {
            "id": row.id,
            "kind": row.kind,
            "table": row.board,
            "state": state,
            "progress": row.progress,
            "ahead": ahead if state == "waiting" and row.kind == "analysis" else 0,
            "result": result if state == "done" else None,
            "error": _problem(result, language) if state == "failed" else None,
        }

    async def stream(self, job: str, device: str, language: str) -> AsyncIterator[bytes]:
        """The job as JSON lines, until it is over."""
        last = None
        while True:
            info = await self.look(job, device, language)
            if info != last:
                yield json.dumps(info).encode() + b"\n"
            last = info
            if info["state"] in FINAL:
                return
            task = self._running.get(job)
            with suppress(TimeoutError, PitheadError, asyncio.CancelledError):
                await (asyncio.wait_for(asyncio.shield(task), TELL) if task else asyncio.sleep(TELL))

    async def cancel(self, job: str, device: str, language: str) -> dict[str, Any]:
        """Stop a job of this device."""
        await self.look(job, device, language)
        async with self._rooms.store.reading() as connection:
            owner = (await connection.execute(select(schema.job.c.device).where(schema.job.c.id == job))).scalar()
        if owner != device:
            raise NoSuchJob()
        await self._note(job, state="cancelled")
        if task := self._running.get(job):
            task.cancel()
        return await self.look(job, device, language)


def _before(worker: str, created_at: float) -> Select[Any]:
    """How many analyses a worker does before one that was ordered at a time."""
    table = schema.job
    return (
        select(func.count())
        .where(table.c.kind == "analysis", table.c.worker == worker, table.c.created_at < created_at)
        .where(table.c.state.in_(("waiting", "working")))
    )


def _kept(problem: PitheadError) -> str:
    """Why a job failed, as its row keeps it: whoever reads it may speak any language."""
    return json.dumps({language: problem_of(problem, language).model_dump() for language in LANGUAGES})


def _problem(kept: dict[str, Any] | None, language: str) -> Any:
    """The same in the language of whoever asks; nothing is kept where the worker is gone."""
    if kept is None:
        return problem_of(Internal(), language).model_dump()
    # The first rows kept one sentence, in English.
    return kept if "code" in kept else kept[language]
