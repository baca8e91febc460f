"""Several workers on one PostgreSQL, and a process that draws: what one knows, the others learn."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from pithead.engine import registry
from pithead.table.render import renderer as rendering
from pithead.table.render.renderer import BATCH, Renderer
from pithead.table.render.succession import View
from pithead.table.render.views import Rendered, render
from pithead.table.workers.pool import WorkerPool

from .client import GIVE_UP, Person, Refused
from .conftest import StartServer
from .scenes import friends

pytestmark = pytest.mark.slow


def children(pid: int) -> list[int]:
    """The worker processes of a server."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            command = (stat.parent / "cmdline").read_text()
        except OSError:
            continue
        if int(fields[1]) == pid and "spawn_main" in command:
            found.append(int(stat.parent.name))
    return found


def test_people_on_different_workers_share_a_table(start_server: StartServer, postgres: Any) -> None:
    server = start_server(postgres(), workers=2, away_grace=0.2)

    async def scene() -> None:
        async with Person(server.address) as emma, Person(server.address) as hugo:
            table = await friends(emma, hugo, substitute="random")
            # Enough connections that both workers have some.
            sockets = [(emma if i % 2 == 0 else hugo).socket(table["id"], i % 2) for i in range(10)]
            for socket in sockets:
                await socket.connect()
            await sockets[0].send({"type": "chat", "seat": 0, "text": "Hello, all of you"})
            for socket in sockets:
                await socket.until(lambda me: me.lines and me.lines[-1]["params"].get("text") == "Hello, all of you")
                await socket.until(lambda me: me.presence and me.presence["online"] == [0, 1])
            choose = random.Random(1)
            for _ in range(10):
                for socket in sockets:
                    await socket.until(lambda me: me.position)
                acting = sockets[0] if sockets[0].position["to_move"] == 0 else sockets[1]
                await acting.play_on(choose, 1)
                settled = acting.position["settled"]
                for socket in sockets:
                    await socket.until(lambda me: me.position["settled"] >= settled)  # noqa: B023
            tabs = [socket for socket in sockets if socket.seat == acting.seat]
            for socket in tabs:
                await socket.until(lambda me: me.at == acting.at)
                assert socket.position["view"] == acting.position["view"]
            for socket in sockets[1::2]:
                await socket.close()
            await sockets[0].until(lambda me: me.presence["online"] == [0])
            for socket in sockets[0::2]:
                await socket.close()

    asyncio.run(scene())


def test_who_is_blocked_or_signed_out_loses_connections_through_other_workers_too(
    start_server: StartServer, postgres: Any
) -> None:
    database = postgres()
    # Two servers on one database are two workers of which everybody knows who is connected to which.
    here, there = start_server(database), start_server(database)

    async def scene() -> None:
        async with Person(here.address) as emma, Person(there.address) as pest, Person(there.address) as hugo:
            table = await friends(emma, hugo, visibility="public")
            abroad = emma.socket(table["id"], 0, address=there.address)
            async with abroad, pest.socket(table["id"], None) as bench, hugo.socket(table["id"], 1) as seat:
                await bench.send({"type": "chat", "seat": None, "text": "hand 7, 9, 12"})
                await abroad.until(lambda me: any(line["line"] == "chat" for line in me.lines))
                line = next(line["seq"] for line in abroad.lines if line["line"] == "chat")
                await emma.call("POST", "/me/blocks", {"table": table["id"], "line": line})
                await bench.until(lambda me: me.bye)
                assert bench.bye["reason"] == "revoked"
                await seat.send({"type": "chat", "seat": 1, "text": "Everybody else goes on."})
                await abroad.send({"type": "ping"})
                renewed = await emma.call("DELETE", "/me/sessions")
                await abroad.until(lambda me: me.bye)
                assert abroad.bye["reason"] == "revoked"
                await seat.send({"type": "ping"})
            async with Person(here.address, renewed["token"]) as again, again.socket(table["id"], 0) as at_home:
                # Whoever deletes everything is forgotten in the memory of all of them.
                assert (await hugo.http.delete("/api/me")).status_code == 204
                await at_home.until(lambda me: me.info["seats"][1]["name"] == "N.N.")

    asyncio.run(scene())


def test_the_death_of_a_worker_stops_neither_people_nor_bots(start_server: StartServer, postgres: Any) -> None:
    server = start_server(postgres(), workers=2)

    async def scene() -> None:
        async with Person(server.address) as emma:
            tables = [await emma.table("example", "you", "random", start=True) for _ in range(6)]
            finished = 0
            playing_by_now: set[int] = set()
            begun = asyncio.Event()

            async def play(number: int) -> None:
                nonlocal finished
                socket = emma.socket(tables[number]["id"], 0)
                choose = random.Random(number)
                while True:
                    try:
                        if not socket.open:
                            await socket.reconnect()
                        # The worker dies when every game has begun and none is near its end.
                        await socket.play_on(choose, 2)
                        playing_by_now.add(number)
                        if len(playing_by_now) == len(tables):
                            begun.set()
                        await begun.wait()
                        await socket.play_on(choose)
                        break
                    except (ConnectionError, TimeoutError):
                        continue
                    except Refused as problem:
                        # After a reconnect she may click on an old position before the new one arrives.
                        if problem.code not in ("stale", "not_your_turn", "game_over"):
                            raise
                assert socket.position["result"]["how"] == "played"
                finished += 1
                await socket.close()

            playing = [asyncio.create_task(play(number)) for number in range(6)]
            await asyncio.wait_for(begun.wait(), GIVE_UP)
            assert server.process
            workers = children(server.process.pid)
            assert len(workers) >= 2
            os.kill(workers[0], signal.SIGKILL)
            await asyncio.wait_for(asyncio.gather(*playing), GIVE_UP)
            assert finished == 6

    asyncio.run(scene())


def test_tables_are_rendered_together_and_fail_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("example")
    rules = game.rules()
    data = rules.encode(rules.new(2, game.numbers(game.resolve(None)), [1] * 8))

    async def scene() -> None:
        pool = WorkerPool()
        renderer = Renderer(pool)
        monkeypatch.setattr(rendering, "LIMIT", GIVE_UP)
        await renderer.start()
        assert renderer.worker
        batches: list[int] = []
        call = renderer.worker.call

        async def counted(limit: float, function: Any, orders: list[Any]) -> Any:
            batches.append(len(orders))
            return await call(limit, function, orders)

        monkeypatch.setattr(renderer.worker, "call", counted)
        tables = [data] * 5 + [b"torn"] + [data] * 30
        asked = [renderer.there(str(n), "example", None, [one], [(0, 0, False)], {0}) for n, one in enumerate(tables)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(answer, Exception) for answer in answers] == [one == b"torn" for one in tables]
        assert sum(batches) == len(tables) and max(batches) == BATCH
        await pool.close()

    asyncio.run(scene())


def test_what_is_ordered_the_moment_calls_end_is_rendered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both calls that may be under way end at once, and whoever waited for the first orders again at once."""
    game = registry.load("example")
    data = game.rules().encode(game.rules().new(2, game.numbers(game.resolve(None)), [1] * 8))

    async def scene() -> None:
        pool = WorkerPool()
        renderer = Renderer(pool)
        await renderer.start()
        assert renderer.worker
        one, two, end = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def call(limit: float, function: Any, orders: list[Any]) -> Any:
            (two if one.is_set() else one).set()
            await end.wait()
            return function(orders)

        monkeypatch.setattr(renderer.worker, "call", call)

        async def order(table: str, times: int) -> None:
            for _ in range(times):
                await renderer.there(table, "example", None, [data], [(0, 0, False)], {0})

        async with asyncio.timeout(GIVE_UP):
            first = asyncio.ensure_future(order("A", 2))
            await one.wait()
            second = asyncio.ensure_future(order("B", 1))
            await two.wait()
            end.set()
            await asyncio.gather(first, second)
        await pool.close()

    asyncio.run(scene())


def test_the_drawing_process_draws_what_would_be_drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        pool = WorkerPool()
        renderer = Renderer(pool)
        monkeypatch.setattr(rendering, "LIMIT", GIVE_UP)
        await renderer.start()
        assert renderer.worker
        choose = random.Random(5)
        for name in registry.names():
            game = registry.load(name)
            rules = game.rules()
            players = game.players[-1]
            state = rules.new(players, game.numbers(game.resolve(None)), [1] * 8)
            last: list[View] = []
            drawn: list[Rendered] = []
            for _ in range(15):
                seats: list[int | None] = [None, *range(players)]
                mover = rules.to_move(state)
                data = rules.encode(state)
                requests = [(0, seat, seat == mover) for seat in seats]
                views = await renderer.there(name, name, None, [data], requests, set(seats))
                shown = [render(game, rules.decode(data), seat, seat == mover) for seat in seats]
                assert [view.json for view in views] == [one.json for one in shown]
                for view, known, before, now in zip(views, last, drawn, shown, strict=True) if last else ():
                    changes = ",".join(now.changes(before))
                    assert view.since(known.number) == (changes if len(changes) < now.size else None)
                last, drawn = views, shown
                rules.apply(state, choose.choice(rules.legal(state)))
        # If it dies, whoever waits learns of it at once.
        worker = renderer.worker
        worker.stop()
        with pytest.raises(ConnectionError):
            await renderer.there("", "example", None, [], [], set())
        await worker.ended()
        assert renderer.worker is None
        await pool.close()

    asyncio.run(scene())
