"""The first minutes: the game of a table is compiled while people are still coming, and everybody hears how long."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pithead.bots.search.workspace import KERNEL
from pithead.engine import registry
from pithead.engine.game import Game
from pithead.kit.cache import CompileFailed
from pithead.table.warming import Warming
from pithead.table.world import World

from .client import GIVE_UP, Person, Socket
from .test_clocks import Watch, server_here


class Compiler:
    """Stands for the child process: half of the work is done at once, the rest when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, end: Callable[[], None] = lambda: None) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.released = threading.Event()
        self.done = False
        compiler = self

        def warm(game: Game, progress: Any, *sources: Path, background: bool = False) -> bool:
            compiler.asked.append((game.id, sources, background))
            progress(1, 2, "half of it")
            compiler.released.wait(GIVE_UP)
            compiler.done = True
            end()
            return True

        monkeypatch.setattr(Game, "warm", warm)
        monkeypatch.setattr(Game, "is_warm", lambda game, source: compiler.done)


async def told(socket: Socket, warming: Callable[[Any], bool]) -> None:
    await socket.until(lambda me: me.presence and warming(me.presence["warming"]))


def failing() -> None:
    raise CompileFailed("no room left")


@pytest.mark.parametrize("end", [lambda: None, failing], ids=["compiled", "failed"])
def test_a_table_that_waits_for_people_has_its_game_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: Callable[[], None]
) -> None:
    compiler = Compiler(monkeypatch, end)

    async def scene() -> None:
        async with server_here(tmp_path, Watch()) as (address, _), Person(address) as emma:
            table = await emma.table("example", "you", "open")
            async with emma.socket(table["id"], 0) as socket:
                await told(socket, lambda left: left is not None and 1 <= left <= 30)
                await emma.table("example", "you", "hewer", start=True)
                assert compiler.asked == [("example", (KERNEL,), False)], "once, at ordinary priority"
                compiler.released.set()
                await told(socket, lambda left: left is None)

    asyncio.run(scene())


def test_a_game_that_is_compiled_is_ready_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch)
    compiler.done = True

    async def scene() -> None:
        async with server_here(tmp_path, Watch()) as (address, _), Person(address) as emma:
            table = await emma.table("example", "you", "open")
            async with emma.socket(table["id"], 0) as socket:
                await told(socket, lambda left: left is None)
                assert compiler.asked == []

    asyncio.run(scene())


@pytest.mark.parametrize("each", [0.02, 0.05, 0.1], ids=["8 s", "20 s", "40 s"])
def test_the_seconds_that_are_left_are_true_from_the_first_function_on(
    each: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the compiler itself takes to load: that is no measure of what follows."""
    now = 0.0
    functions = 400
    told: list[tuple[float, int | None]] = []

    def warm(game: Game, progress: Any, *sources: Path) -> bool:
        nonlocal now
        now += 10
        for done in range(1, functions + 1):
            progress(done, functions, "a rule")
            told.append(((functions - done) * each, warming.left(game)))
            now += each
        return True

    monkeypatch.setattr(Game, "warm", warm)
    monkeypatch.setattr(Game, "is_warm", lambda game, source: False)
    world = World(monotonic=lambda: now, start_thread=lambda name, work: work())
    warming = Warming(lambda game: None, world)

    async def scene() -> None:
        warming.want(registry.load("example"))

    asyncio.run(scene())
    assert len(told) == functions
    for number, (true, left) in enumerate(told):
        assert left is not None
        assert true / 2.6 - 1 <= left <= true * 2.6 + 1
        if number > functions / 2:
            assert left == pytest.approx(true, rel=0.3, abs=1.5)
