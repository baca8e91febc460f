"""Processes that bots and drawings run in: one that is stopped, killed or busy harms nobody."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pithead.bots.greedy import Greedy
from pithead.bots.search.workspace import Backing
from pithead.engine import registry
from pithead.engine.imagined import imagine
from pithead.table import metrics
from pithead.table.render import renderer as rendering
from pithead.table.render.renderer import Renderer
from pithead.table.render.views import render
from pithead.table.workers import calls, tasks
from pithead.table.workers.calls import Workers
from pithead.table.workers.pool import WorkerPool
from pithead.table.world import World

from .client import GIVE_UP

pytestmark = pytest.mark.slow


async def until(true: Callable[[], Any], patience: float = GIVE_UP) -> None:
    async with asyncio.timeout(patience):
        while not true():
            await asyncio.sleep(0.01)


def test_a_stopped_drawing_process_is_noticed_killed_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("example")
    rules = game.rules()
    state = rules.new(2, game.numbers(game.resolve(None)), [1] * 8)

    async def scene() -> None:
        pool = WorkerPool()
        renderer = Renderer(pool)
        asked: tuple[Any, ...] = ("table", "example", None, [rules.encode(state)], [(0, None, False)], {None})
        monkeypatch.setattr(rendering, "LIMIT", GIVE_UP)
        await renderer.start()
        assert [view.json for view in await renderer.there(*asked)] == [render(game, state, None, False).json]
        stopped = renderer.worker
        assert stopped
        monkeypatch.setattr(rendering, "LIMIT", 0.3)
        os.kill(stopped.pid, signal.SIGSTOP)
        waiting = [asyncio.ensure_future(renderer.there(*asked)) for _ in range(3)]
        answers = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), GIVE_UP)
        assert [type(answer) for answer in answers] == [ConnectionError] * 3
        await until(lambda: stopped.returncode == -signal.SIGKILL)
        monkeypatch.setattr(rendering, "LIMIT", GIVE_UP)
        await until(lambda: renderer.worker)
        assert renderer.worker and renderer.worker.pid != stopped.pid
        assert [view.json for view in await renderer.there(*asked)] == [render(game, state, None, False).json]
        await renderer.prove()
        fresh = renderer.worker
        await pool.close()
        assert fresh.returncode is not None

    asyncio.run(scene())


def position_with_a_better_decision() -> tuple[Any, int, bytes]:
    """A position of Lamp Room in which the greedy decision is not the first legal one."""
    game = registry.load("example")
    rules = game.rules()
    state = rules.new(2, game.numbers(game.resolve(None)), [1] * 8)
    choose = random.Random(1)
    while True:
        seat, data = rules.to_move(state), rules.encode(state)
        if greedily(game, seat, data) != rules.legal(state)[0]:
            return game, seat, data
        rules.apply(state, choose.choice(rules.legal(state)))


def greedily(game: Any, seat: int, data: bytes) -> int:
    rules = game.rules()
    return Greedy("hewer", game, 7, on=Backing(game)).choose(imagine(rules, rules.decode(data), seat))


def die(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def nap(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_a_bot_whose_process_is_killed_once_thinks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat, data = position_with_a_better_decision()
    monkeypatch.setattr(calls, "LIMIT", GIVE_UP)

    async def scene() -> None:
        workers = Workers(1)
        failures = metrics.bot_failures._value.get()
        await workers.turn(game, "table", seat, "random", data)
        worker = workers.pool.worker("bots 0")
        assert worker
        thinking = asyncio.ensure_future(workers.turn(game, "table", seat, "foreman", data))
        await until(lambda: workers.pool.busy("bots 0"))
        os.kill(worker.pid, signal.SIGKILL)
        decisions = await thinking
        assert decisions[0] in game.rules().legal(game.rules().decode(data))
        assert metrics.bot_failures._value.get() == failures, "it did not need the greedy decision"
        await workers.close()

    asyncio.run(scene())


def test_a_bot_whose_process_dies_twice_decides_greedily(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat, data = position_with_a_better_decision()
    monkeypatch.setattr(tasks, "turn", die)

    async def scene() -> None:
        workers = Workers(1, World(entropy=cast(Any, SimpleNamespace(getrandbits=lambda bits: 7))))
        assert await workers.turn(game, "table", seat, "baron", data) == [greedily(game, seat, data)]
        await workers.close()

    asyncio.run(scene())


def test_patience_counts_from_the_start_of_the_work() -> None:
    async def scene() -> None:
        workers = Workers(1)
        await workers.pool.run("naps", 60, nap, 0.0)
        assert await asyncio.gather(*(workers.pool.run("naps", 3.5, nap, 1.0) for _ in range(4))) == [1.0] * 4
        with pytest.raises(TimeoutError):
            await workers.pool.run("naps", 0.1, nap, 60.0)
        # The next one gets a fresh process and does not wait behind that.
        assert await workers.pool.run("naps", 30, nap, 0.0) == 0.0
        await workers.close()

    asyncio.run(scene())


def test_a_pool_that_is_closed_leaves_no_process_behind() -> None:
    """Neither one that carries out a call nor one that is just starting."""

    async def scene() -> None:
        pool = WorkerPool()
        await pool.run("naps", 60, nap, 0.0)
        worker = pool.worker("naps")
        assert worker
        calls = [
            asyncio.ensure_future(pool.run("naps", 60, nap, 60.0)),
            asyncio.ensure_future(pool.start("fresh")),
        ]
        await until(lambda: pool.busy("naps") and len(asyncio.all_tasks()) > 3)
        await pool.close()
        ended = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(end, ConnectionError | asyncio.CancelledError) for end in ended)
        assert worker.returncode is not None
        assert pool.worker("fresh") is None
        with pytest.raises(ConnectionError):
            await pool.start("later")

    asyncio.run(scene())
