"""P16 and the rest about time: nobody pays for the server's slowness, and time that is up has consequences."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from pithead.table import app
from pithead.table.clocks import Clock, Downtime, Timekeeper
from pithead.table.ledger import Ledger
from pithead.table.serve import address_of, listen
from pithead.table.settings import Settings
from pithead.table.store import Store

from .client import Person, Socket
from .scenes import friends

pytestmark = pytest.mark.slow


@asynccontextmanager
async def server_here(tmp_path: Path, **settings: Any) -> AsyncIterator[tuple[str, Any]]:
    """A server in this very event loop, so that a test can hold it up."""
    chosen = Settings(database=f"sqlite:///{tmp_path / 'x.sqlite3'}", message_burst=10_000, bot_processes=1, **settings)
    application = app.make(chosen)
    bound = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(application, log_config=None))
    serving = asyncio.create_task(server._serve([bound]))
    while not server.started:
        await asyncio.sleep(0.01)
    yield address_of(bound), application.state
    server.should_exit = True
    await serving


async def both(emma: Person, hugo: Person, table: str) -> tuple[Socket, Socket]:
    """The seat to move, and the other."""
    sockets = [emma.socket(table, 0), hugo.socket(table, 1)]
    for socket in sockets:
        await socket.connect()
        await socket.until(lambda me: me.position)
    sockets.sort(key=lambda socket: not socket.mine)
    return sockets[0], sockets[1]


def rest(socket: Socket) -> int:
    return next(int(option["id"]) for option in socket.position["options"] if option["kind"] == "rest")


def jump(keeper: Timekeeper, seconds: float) -> None:
    """Let time pass without the server standing still."""
    keeper._offset += seconds
    keeper._ticked += seconds


LIVE = {"kind": "live", "turn": 5, "bank": 3, "timeout": "bot"}


def test_stalls_of_five_seconds_are_never_charged(tmp_path: Path) -> None:
    """P16: billed ≤ offer sent → move received, with the server standing still in between."""

    async def scene() -> None:
        async with (
            server_here(tmp_path) as (address, state),
            Person(address) as emma,
            Person(address) as hugo,
        ):
            table = await friends(emma, hugo, clock=LIVE, substitute="random")
            acting, waiting = await both(emma, hugo, table["id"])
            offered = time.monotonic()
            live = state.server.hall.here(table["id"])
            billed: list[tuple[int, float]] = []
            holding: list[asyncio.Future[None]] = []
            for number in range(4):
                if number % 2 == 0:
                    # The whole process stands still: nothing is read, nothing is sent.
                    time.sleep(5)
                else:
                    # The database stands still: what arrives cannot be committed.
                    stuck = state.server.store.write(lambda connection: time.sleep(5))
                    holding.append(asyncio.ensure_future(stuck))
                await asyncio.sleep(0.2)
                sent = time.monotonic()
                answer = await acting.act("sequence", decisions=[rest(acting), 0])
                await waiting.until(lambda me: me.mine)
                entries = await state.server.store.entries(table["id"], answer["seq"] - 2)
                ms = sum(entry.data.get("ms", 0) for entry in entries)
                stalled = 5.0 if number % 2 == 0 else 0.0
                billed.append((ms, sent - offered - stalled))
                offered = time.monotonic()
                acting, waiting = waiting, acting
            assert not any(line["line"] == "timeout" for line in acting.lines), "nobody ran out of time"
            # The client's watch starts and stops a moment later than the server's.
            assert all(ms <= 1000 * spent + 100 for ms, spent in billed), billed
            assert any(ms > 0 for ms, _ in billed), "a clock that never runs proves nothing"
            assert live.ledger.banks == [3000, 3000]
            await acting.close()
            await waiting.close()

    asyncio.run(scene())


@pytest.mark.parametrize("policy", ["bot", "move", "concede"])
def test_time_that_is_up_has_the_consequence_that_the_table_chose(tmp_path: Path, policy: str) -> None:
    async def scene() -> None:
        async with (
            server_here(tmp_path) as (address, state),
            Person(address) as emma,
            Person(address) as hugo,
        ):
            clock = {"kind": "live", "turn": 5, "bank": 0, "timeout": policy}
            table = await friends(emma, hugo, clock=clock, substitute="random")
            acting, waiting = await both(emma, hugo, table["id"])
            # An hour later: only this table's clock looks at it.
            jump(state.server.hall.keeper, 3600)
            state.server.hall.here(table["id"])._schedule()
            await waiting.until(lambda me: me.mine)
            assert [line["line"] for line in waiting.lines if line["line"] == "timeout"]
            seat = waiting.info["seats"][acting.seat or 0]
            assert (seat["standin"], seat["conceded"]) == {
                "bot": (True, False),
                "move": (False, False),
                "concede": (True, True),
            }[policy]
            await waiting.act("sequence", decisions=[rest(waiting), 0])
            if policy == "bot":
                await acting.send({"type": "reclaim", "seat": acting.seat})
            if policy != "concede":
                await acting.until(lambda me: me.mine)
                assert acting.position["clock"]["seats"][acting.seat or 0]["turn"] > 4000
            else:
                await waiting.until(lambda me: me.mine)
            await acting.close()
            await waiting.close()

    asyncio.run(scene())


def test_a_paused_clock_stands_and_the_bank_pays_after_the_turn(tmp_path: Path) -> None:
    async def scene() -> None:
        async with (
            server_here(tmp_path) as (address, state),
            Person(address) as emma,
            Person(address) as hugo,
        ):
            table = await friends(emma, hugo, clock=LIVE | {"turn": 10, "bank": 60})
            acting, waiting = await both(emma, hugo, table["id"])
            keeper = state.server.hall.keeper
            for socket in (acting, waiting):
                await socket.send({"type": "vote", "seat": socket.seat, "motion": "pause"})
            await acting.until(lambda me: me.info["paused"])
            jump(keeper, 3600)
            for socket in (acting, waiting):
                await socket.send({"type": "vote", "seat": socket.seat, "motion": "resume"})
            await acting.until(lambda me: not me.info["paused"])
            jump(keeper, 30)
            await acting.act("sequence", decisions=[rest(acting), 0])
            await waiting.until(lambda me: me.mine)
            clocks = waiting.position["clock"]["seats"]
            # 30 s: ten of the turn, twenty of the bank.
            assert 39_000 <= clocks[acting.seat or 0]["bank"] <= 40_000
            assert clocks[waiting.seat or 0]["bank"] == 60_000
            await acting.close()
            await waiting.close()

    asyncio.run(scene())


def test_time_in_which_nobody_served_is_nobodys(tmp_path: Path) -> None:
    async def scene() -> None:
        clock = {"kind": "correspondence", "turn": 86_400, "bank": 0, "timeout": "bot"}
        async with (
            server_here(tmp_path) as (address, state),
            Person(address) as emma,
            Person(address) as hugo,
        ):
            table = await friends(emma, hugo, clock=clock)
            tokens = emma.token, hugo.token
            # The players think for ten hours, then the server is down for three days.
            keeper = state.server.hall.keeper
            started = state.server.hall.here(table["id"]).ledger.offered_at
            jump(keeper, 36_000)
        store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await store.open()
        alive = float(await store.setting("alive", "0"))
        await store.close()
        assert alive - started >= 36_000

        later = Timekeeper()
        later._offset += 36_000 + 3 * 86_400
        later.boot = later.now()
        chosen = Settings(database=f"sqlite:///{tmp_path / 'x.sqlite3'}", message_burst=10_000)
        application = app.make(chosen, later)
        bound = listen("127.0.0.1", 0)
        server = uvicorn.Server(uvicorn.Config(application, log_config=None))
        serving = asyncio.create_task(server._serve([bound]))
        while not server.started:
            await asyncio.sleep(0.01)
        async with Person(address_of(bound), tokens[0]) as emma, Person(address_of(bound), tokens[1]) as hugo:
            acting, waiting = await both(emma, hugo, table["id"])
            left = acting.position["clock"]["seats"][acting.seat or 0]["turn"] / 1000
            assert left == pytest.approx(86_400 - 36_000, abs=60), "ten hours are charged, three days are not"
            await acting.close()
            await waiting.close()
        server.should_exit = True
        await serving

    asyncio.run(scene())


def test_overlaps_with_downtime_are_found() -> None:
    down = Downtime()
    for began, ended in ((10.0, 12.0), (20.0, 21.0), (30.0, 40.0)):
        down.add(began, ended)
    chance = random.Random(1)
    spans = [(10.0, 12.0), (20.0, 21.0), (30.0, 40.0)]
    for _ in range(200):
        start = chance.uniform(0, 45)
        end = start + chance.uniform(0, 20)
        slow = sum(max(0.0, min(end, b) - max(start, a)) for a, b in spans)
        assert down.within(start, end) == pytest.approx(slow)


def test_somebody_who_drops_out_of_a_live_game_is_excused_for_a_while(tmp_path: Path) -> None:
    async def scene() -> None:
        async with (
            server_here(tmp_path, away_grace=100.0) as (address, state),
            Person(address) as emma,
            Person(address) as hugo,
        ):
            table = await friends(emma, hugo, clock=LIVE | {"turn": 60, "bank": 0})
            acting, waiting = await both(emma, hugo, table["id"])
            live = state.server.hall.here(table["id"])
            clock: Clock = live.clock
            ledger: Ledger = live.ledger
            keeper = state.server.hall.keeper
            await acting.close()
            await waiting.until(lambda me: acting.seat not in me.presence["online"])
            jump(keeper, 90)
            assert clock.left(ledger, keeper.now()) == pytest.approx(60, abs=1.5)
            jump(keeper, 40)
            assert clock.left(ledger, keeper.now()) == pytest.approx(30, abs=1.5)
            await waiting.close()

    asyncio.run(scene())
