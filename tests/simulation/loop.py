"""The event loop of a simulated world: machines that die without a word, and disks that take their time."""

from __future__ import annotations

import asyncio
import hashlib
import heapq
import random
from array import array
from collections.abc import Callable
from contextvars import Context
from functools import partial
from typing import Any

from simloop import SimLoop, SimulationDeadlockError

EPOCH = 1_800_000_000.0
"""When worlds begin."""
SERVER = "server"
"""The name by which clients know the server, whichever machine answers to it."""
NOWHERE = "nowhere"
"""A machine on which nothing listens."""


class Digest:
    """What ran when, and as the how many-th that was ever planned: worlds that differ anywhere differ in this.

    simloop would keep every single event, with its name.
    """

    def __init__(self) -> None:
        self.moments = array("d")

    def record(self, *_: Any) -> None:
        """What simloop's network has to tell shows in what runs."""

    def __len__(self) -> int:
        return len(self.moments) // 2

    def hash(self) -> str:
        return hashlib.sha256(self.moments.tobytes()).hexdigest()


class WorldLoop(SimLoop):
    """A seeded loop. Every start of the server is a machine of its own, so that nothing of a dead one ever runs."""

    _now: float

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._recorder: Any = Digest()
        self._moments = self._recorder.moments
        self._draw = random.Random(f"{seed}:order").random
        self._disk_delay = random.Random(f"{seed}:disk")
        self.disk_latency = (0.0005, 0.004)
        self.answers: list[str] = []
        """The machines that answer to the server's name."""
        self._routes = random.Random(f"{seed}:routes")
        self._paused: dict[str, float] = {}
        """Machines that stand still, and until when."""
        self._writing: dict[asyncio.TimerHandle, Callable[[], Any]] = {}
        self.net.host(NOWHERE)
        self.problems: list[dict[str, Any]] = []
        self.set_exception_handler(lambda _, context: self.problems.append(context))

    @property
    def events(self) -> int:
        """How many things the loop has done."""
        return len(self._recorder)

    def now(self) -> float:
        """Virtual seconds since the beginning, the same for everybody."""
        return float(self._true_time())

    # -- threads --------------------------------------------------------------------------------------------------

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """The work is done at one moment, its answer arrives at a later one: a crash may come between the two."""
        done: asyncio.Future[Any] = self.create_future()
        begins = self.call_later(self._disk_delay.uniform(*self.disk_latency), self._work, func, args, done)
        if getattr(executor, "_thread_name_prefix", None) == "writer":
            self._writing = {handle: work for handle, work in self._writing.items() if handle.when() >= self._now}
            self._writing[begins] = partial(func, *args)
        return done

    def _work(self, func: Callable[..., Any], args: tuple[Any, ...], done: asyncio.Future[Any]) -> None:
        if done.cancelled():
            return
        try:
            result, problem = func(*args), None
        except Exception as caught:
            result, problem = None, caught
        self.call_later(self._disk_delay.uniform(*self.disk_latency), self._answer, done, result, problem)

    def _answer(self, done: asyncio.Future[Any], result: Any, problem: Exception | None) -> None:
        if done.cancelled():
            return
        if problem is not None:
            done.set_exception(problem)
        else:
            done.set_result(result)

    # -- names ----------------------------------------------------------------------------------------------------

    def _found(self, host: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name != SERVER:
            return host
        return self._routes.choice(self.answers) if self.answers else NOWHERE

    async def getaddrinfo(self, host: Any, port: Any, **kwargs: Any) -> Any:
        """Where a name is to be found."""
        return await super().getaddrinfo(self._found(host), port, **kwargs)

    async def create_connection(self, protocol_factory: Any, host: Any = None, port: Any = None, **kwargs: Any) -> Any:
        """Connect to whoever answers to a name."""
        return await super().create_connection(protocol_factory, self._found(host), port, **kwargs)

    def drop(self) -> None:
        """The world is over: nothing of it runs any more, not even to say goodbye."""
        for tasks in self.net._tasks.values():
            for task in tasks:
                task._log_destroy_pending = False
        self._ready.clear()
        self._timers.clear()
        self.close()

    # -- faults ---------------------------------------------------------------------------------------------------

    def kill(self, machine: str, silent: bool) -> list[Callable[[], Any]]:
        """Nothing of a machine ever runs again; its connections are reset by whatever is left of it, or fall silent.

        Returns what it was about to write.
        """
        net = self.net
        streams = [stream for key, stream in net._streams.items() if key[1] == machine]
        if not silent:
            for stream in streams:
                stream.abort()
        for _, _, handle, _ in self._ready:
            if _owner(handle) == machine:
                handle.cancel()
        writing = []
        for _, _, _, timer, _ in self._timers:
            if _owner(timer) == machine and not timer.cancelled():
                timer.cancel()
                if timer in self._writing:
                    writing.append(self._writing[timer])
        for place in [place for place in net._listeners if place[0] == machine]:
            del net._listeners[place]
        if silent:
            net._alive[machine] = False
        return writing

    def cut_silently(self, machine: str) -> None:
        """The connections of a machine are gone for it, and the other side hears nothing of that (half-open)."""
        for key, stream in list(self.net._streams.items()):
            if key[1] == machine:
                stream._finish(ConnectionResetError())

    def pause(self, machine: str, seconds: float) -> None:
        """A machine stands still, as under a stopped process or a busy host: nothing of it runs for a while."""
        self._paused[machine] = self._now + seconds

    def _hold_back(self) -> None:
        self._paused = {machine: until for machine, until in self._paused.items() if until > self._now}
        for entry in list(self._ready):
            until = self._paused.get(_owner(entry[2]))
            if until is not None:
                self._ready.remove(entry)
                heapq.heappush(self._timers, (until, *entry))

    # -- the loop itself, as simloop has it, less what only its own explorer needs: half of the time of a world -------

    def time(self) -> float:
        """Seconds since the beginning; whose clock is wrong is wrong about the wall's."""
        return self._now

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append((self._next_seq, "", handle, callback))
        self._next_seq += 1
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, self._next_seq, "", timer, callback))
        self._next_seq += 1
        return timer

    def _step(self) -> None:
        if self._paused:
            self._hold_back()
        ready = self._ready
        while not ready:
            self._advance_clock()
            if self._paused:
                self._hold_back()
        # Any of what is ready may be next: the whole order of a world hangs on this.
        seq, _, handle, _ = ready.pop(int(self._draw() * len(ready)) if len(ready) > 1 else 0)
        if not handle.cancelled():
            self._moments.append(self._now)
            self._moments.append(seq)
            handle._run()

    def _advance_clock(self) -> None:
        timers, ready = self._timers, self._ready
        while timers and timers[0][3].cancelled():
            heapq.heappop(timers)
        if not timers:
            raise SimulationDeadlockError("nothing is left to run")
        self._now = now = max(self._now, timers[0][0])
        while timers and timers[0][0] <= now:
            _, *entry = heapq.heappop(timers)
            if not entry[2].cancelled():
                ready.append(tuple(entry))


def _owner(handle: asyncio.Handle) -> str:
    from simloop._loop import _host_of

    return str(_host_of(handle))
