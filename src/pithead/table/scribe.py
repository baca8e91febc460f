"""Draws positions for clients: views, options, refusals and plans as JSON.

A quiet server draws in the event loop. Under load a process of its own draws, so that decisions are acknowledged
without waiting for views and planners.
"""

import asyncio
import logging
import pickle
import struct
import sys
import time
from collections import deque
from contextlib import suppress
from typing import Any, BinaryIO

from pydantic_core import from_json, to_json

from pithead.engine import registry
from pithead.engine.game import Game
from pithead.engine.match import offers_in
from pithead.engine.views import same_position

log = logging.getLogger("pithead.table.scribe")

BUSY = 0.2
"""Share of the event loop's time spent on drawing from which on a process takes over."""
WINDOW = 2.0
PATIENCE = 5.0
"""Seconds for one drawing after which the process that draws is ended: it may have been stopped."""
STARTING = 60.0
"""Seconds in which it must be ready."""
_LENGTH = struct.Struct("<I")

Wish = tuple[int, int | None, bool]
"""Which of the states, who looks at it, and whether options are wanted."""


def draw(game: Game, state: Any, seat: int | None, options: bool) -> bytes:
    """The part of a position that the game decides: an object of phase, progress, view and options."""
    # Not `facts`, which also tests every invariant.
    rules = game.files.rules
    told: dict[str, Any] = {
        "phase": game.files.notation.PHASES[rules.phase(state)],
        "progress": rules.progress(state),
        "view": game.files.view.view(state, seat),
        "options": (),
        "refusals": (),
        "plans": (),
    }
    if options:
        offers = offers_in(game, state, game.rules().legal(state))
        told |= {"options": offers.options, "refusals": offers.refusals, "plans": offers.plans}
    return to_json(told)


def draw_all(game: Game, states: list[Any], wishes: list[Wish]) -> list[bytes]:
    """Several drawings; what looks the same from all seats is made once."""
    drawn = [b""] * len(wishes)
    for number, state in enumerate(states):
        with same_position():
            for place, (which, seat, options) in enumerate(wishes):
                if which == number:
                    drawn[place] = draw(game, state, seat, options)
    return drawn


class Scribe:
    """Decides where to draw, and talks to the process that draws."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._starting: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: deque[asyncio.Future[list[bytes]]] = deque()
        self._watching: asyncio.TimerHandle | None = None
        self._closed = False
        self._spent = 0.0
        self._since = time.monotonic()

    @property
    def away(self) -> bool:
        """Whether a process draws."""
        return self._process is not None

    def here(self, game: Game, state: Any, seat: int | None, options: bool) -> bytes:
        """Draw at once, and notice if that becomes too much."""
        started = time.perf_counter()
        drawn = draw(game, state, seat, options)
        self._spent += time.perf_counter() - started
        if time.monotonic() - self._since > WINDOW:
            if self._spent > BUSY * WINDOW and self._starting is None:
                self._starting = asyncio.ensure_future(self._start())
            self._spent, self._since = 0.0, time.monotonic()
        return drawn

    async def there(self, game: str, edition: str | None, states: list[bytes], wishes: list[Wish]) -> list[bytes]:
        """Let the process draw; raises ConnectionError where it has died."""
        process = self._process
        if process is None or process.stdin is None:
            raise ConnectionError
        future: asyncio.Future[list[bytes]] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        if len(self._waiting) == 1:
            self._watch(process)
        data = pickle.dumps((game, edition, states, wishes), pickle.HIGHEST_PROTOCOL)
        process.stdin.write(_LENGTH.pack(len(data)) + data)
        return await future

    def _watch(self, process: asyncio.subprocess.Process) -> None:
        """The next answer is due within `PATIENCE`."""
        if self._watching:
            self._watching.cancel()
            self._watching = None
        if self._waiting:
            self._watching = asyncio.get_running_loop().call_later(PATIENCE, self._give_up, process)

    @staticmethod
    def _give_up(process: asyncio.subprocess.Process) -> None:
        log.error("the drawing process does not answer", extra={"pid": process.pid})
        _kill(process)

    async def _start(self) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "pithead.table.scribe",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 24,
        )
        assert process.stdout
        ready = b""
        try:
            async with asyncio.timeout(STARTING):
                ready = await process.stdout.read(1)
        except TimeoutError:
            log.error("the drawing process does not start", extra={"pid": process.pid})
        finally:
            self._starting = None
            if not ready:
                _kill(process)
        if ready:
            self._process = process
            self._reading = asyncio.ensure_future(self._read(process))
            log.info("drawing moved to a process of its own", extra={"pid": process.pid})

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hand out drawings until the process is gone; one that has drawn anything is replaced."""
        assert process.stdout
        answered = False
        try:
            while True:
                length = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))[0]
                drawn = pickle.loads(await process.stdout.readexactly(length))
                future = self._waiting.popleft()
                self._watch(process)
                answered = True
                if not future.done():
                    future.set_result(drawn)
        except asyncio.CancelledError:
            raise
        except Exception as problem:
            log.error("the drawing process died", extra={"why": repr(problem)})
        finally:
            self._process = None
            while self._waiting:
                future = self._waiting.popleft()
                if not future.done():
                    future.set_exception(ConnectionError())
            self._watch(process)
            _kill(process)
        if answered and not self._closed and self._starting is None:
            self._starting = asyncio.ensure_future(self._start())

    async def prove(self) -> None:
        """Draw something where drawings are made now; raises where that does not work."""
        game = registry.load("example")
        rules = game.rules()
        state = rules.new(game.players[0], game.numbers(game.resolve(None)), [1] * 8)
        if self.away:
            drawn = (await self.there(game.id, None, [rules.encode(state)], [(0, None, False)]))[0]
        else:
            drawn = draw(game, state, None, False)
        from_json(drawn)

    def close(self) -> None:
        """End the process."""
        self._closed = True
        for task in (self._starting, self._reading):
            if task:
                task.cancel()
        if self._process:
            _kill(self._process)


def _kill(process: asyncio.subprocess.Process) -> None:
    """End a process, which may be stopped or gone already."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()


def main(source: BinaryIO, target: BinaryIO) -> None:
    """The process: draw what is asked for until the server closes the pipe."""
    from .brains import begin
    from .garbage import collect_rarely

    begin(nice=0)
    collect_rarely()
    target.write(b"!")
    target.flush()
    while len(head := source.read(_LENGTH.size)) == _LENGTH.size:
        name, edition, encoded, wishes = pickle.loads(source.read(_LENGTH.unpack(head)[0]))
        game = registry.load(name, edition)
        states = [game.rules().decode(data) for data in encoded]
        drawn = draw_all(game, states, wishes)
        data = pickle.dumps(drawn, pickle.HIGHEST_PROTOCOL)
        target.write(_LENGTH.pack(len(data)) + data)
        target.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
