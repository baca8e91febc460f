"""The servers of a world: somebody starts them, lets them fail, and starts them again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from .embedded import Embedded
from .faults import RESTARTS, Fault
from .loop import WorldLoop
from .machine import Database, Machine
from .oracles import Oracles
from .shape import Shape

SLOW = (0.05, 0.6)
LATENCY = (0.001, 0.040)
LOSSY = (0.001, 1.2)
"""A lost packet of a stream is sent again, later."""
TRIES = 60
"""How often a server that gives up at its start is started again, with a second between."""


class Servers:
    """One to three workers, and whoever looks after them."""

    def __init__(
        self, loop: WorldLoop, shape: Shape, database: Database, oracles: Oracles, settings: dict[str, Any]
    ) -> None:
        self.loop = loop
        self.shape = shape
        self.database = database
        self.oracles = oracles
        self.note: Callable[[str], None] = lambda text: None
        self.victim = ""
        """The table whose log becomes unreadable."""
        self._settings = settings
        self.quiet_since = 0.0
        """When the last fault was over."""
        self.cut_off_until = 0.0
        """When every worker can reach the database again."""
        self.starts = 0
        self._skews = list(shape.skews)
        self._machines: dict[int, Machine] = {}
        self._nobody_since: float | None = None
        self._recovering: set[asyncio.Task[None]] = set()

    # -- starts and ends ------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Start all workers."""
        self.loop.net.set_defaults(latency=LATENCY)
        for worker in range(self.shape.workers):
            await self._boot(worker)

    async def _boot(self, worker: int) -> None:
        """Start a worker, on a machine that has never failed before; one that gives up is started again."""
        for _ in range(TRIES):
            self.starts += 1
            self.note(f"server: start {self.starts}, as worker {worker}")
            self.oracles.started()
            machine = Machine(
                self.loop, self.starts, self.database, self._skews[worker], self._settings, self.shape.pace
            )
            if await machine.ready():
                break
            self.note("server: gave up")
            await asyncio.sleep(1.0)
        else:
            raise AssertionError(f"the server did not start in {TRIES} tries: {machine.task.exception()!r}")
        self._machines[worker] = machine
        if self._nobody_since is not None:
            self._was_down(self._nobody_since)
            self._nobody_since = None
        if self.shape.apart:
            await machine.render_apart()
        self.note("server: serves")

    def _was_down(self, began: float) -> None:
        self.oracles.down.append((began, self.loop.now()))

    async def _crash(self, worker: int, fault: Fault) -> None:
        """Kill a worker, and start it again after a while."""
        machine = self._machines.pop(worker, None)
        if machine is None:
            self.note("fault: over, it was down already")
            return
        if not self._machines and self._nobody_since is None:
            self._nobody_since = self.loop.now()
        writing = machine.kill(silent=fault.kind == "power cut")
        if fault.kind == "power cut" and isinstance(self.database, Embedded):
            self.oracles.look_away()
            forgotten = self.database.lose_power(machine.name, writing)
            self.note(f"fault: {forgotten} writes were not on the disk yet")
        else:
            self.database.end(machine.name)
        self.oracles.look_at_logs()
        await asyncio.sleep(fault.lasts)
        if fault.kind == "damaged table" and self.victim:
            if not isinstance(self.database, Embedded):
                await self.database.nobody_writes()
            self.oracles.damage(self.victim)
        if fault.kind == "clock jump":
            self._skews[worker] += fault.size
            self.oracles.jumped = True
        await self._boot(worker)

    async def finished(self) -> None:
        """Wait until everything serves again."""
        await asyncio.gather(*self._recovering)

    def end(self) -> None:
        """The world is over."""
        for machine in self._machines.values():
            machine.kill(silent=True)
            self.database.end(machine.name)

    # -- faults ---------------------------------------------------------------------------------------------------

    async def go_wrong(self, faults: list[Fault]) -> None:
        """Let the faults happen; where there are several workers, one may fail while another is down."""
        started = self.loop.now()
        for fault in faults:
            await asyncio.sleep(max(0.0, started + fault.at - self.loop.now()))
            self.note(f"fault: {fault.text()}")
            if fault.kind in RESTARTS:
                again = asyncio.ensure_future(self._crash(fault.whom, fault))
                self._recovering.add(again)
                if self.shape.workers == 1:
                    await again
                continue
            await self._disturb(fault)
            self.note("fault: over")
        await self.finished()
        self.quiet_since = self.loop.now()

    async def _disturb(self, fault: Fault) -> None:
        database, net = self.database, self.loop.net
        machine = self._machines.get(fault.whom)
        if fault.kind == "partition" and self._machines:
            net.partition({other.name for other in self._machines.values()}, {f"player{fault.whom}"})
            await asyncio.sleep(fault.lasts)
            net.heal()
        elif fault.kind == "half-open connections":
            self.loop.cut_silently(f"player{fault.whom}")
        elif fault.kind == "lossy network":
            net.set_defaults(latency=LOSSY)
            await asyncio.sleep(fault.lasts)
            net.set_defaults(latency=LATENCY)
        elif fault.kind == "slow disk":
            quick, self.loop.disk_latency = self.loop.disk_latency, SLOW
            await asyncio.sleep(fault.lasts)
            self.loop.disk_latency = quick
        elif fault.kind == "stopped processes" and machine:
            machine.stop_processes()
        elif fault.kind == "stall" and machine:
            await self._stall(machine, fault.lasts)
        elif isinstance(database, Embedded):
            if fault.kind == "failing reads" and machine:
                database.unreadable.add(machine.name)
                await asyncio.sleep(fault.lasts)
                database.unreadable.clear()
        elif fault.kind == "database restart":
            self.oracles.look_away()
            database.restart()
            self.oracles.look_at_logs()
        elif fault.kind == "database out of reach" and machine:
            database.unreachable.add(machine.name)
            self.cut_off_until = self.loop.now() + fault.lasts
            await asyncio.sleep(fault.lasts)
            database.unreachable.discard(machine.name)
        elif fault.kind in ("lost notices", "lost answers"):
            database.lost_notices = 0.9 if fault.kind == "lost notices" else 0.0
            database.lost_answers = 0.3 if fault.kind == "lost answers" else 0.0
            await asyncio.sleep(fault.lasts)
            database.lost_notices = database.lost_answers = 0.0

    async def _stall(self, machine: Machine, seconds: float) -> None:
        began = self.loop.now()
        self.oracles.be_patient(seconds)
        self.loop.pause(machine.name, seconds)
        await asyncio.sleep(seconds)
        if len(self._machines) == 1 and seconds > self.shape.pace.stall:
            self._was_down(began)
