"""P16 and the rest about time: nobody pays for the server's slowness, and time that is up has consequences."""

from __future__ import annotations

import asyncio
import random
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn

from pithead.table.clocks import Clock, Downtime, Timekeeper
from pithead.table.http import app
from pithead.table.http.deps import Server
from pithead.table.log.rows import Entry
from pithead.table.serve import address_of, listen
from pithead.table.settings import Settings
from pithead.table.store import Store

from .client import GIVE_UP, Person, Socket
from .scenes import friends, refused

pytestmark = pytest.mark.slow


class Watch:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.keeper = Timekeeper(lambda: self.seconds)

    def stall(self, seconds: float) -> None:
        """The whole process stands still: nothing is read, nothing is sent, the loop does not turn."""
        self.seconds += seconds

    def wait(self, seconds: float) -> None:
        """Time passes while the server serves."""
        self.seconds += seconds
        self.keeper._ticked += seconds


@asynccontextmanager
async def server_here(tmp_path: Path, watch: Watch, **settings: Any) -> AsyncIterator[tuple[str, Server]]:
    """A server in this very event loop, on a clock that the test sets."""
    chosen = Settings(database=f"sqlite:///{tmp_path / 'x.sqlite3'}", message_burst=10_000, bot_processes=1, **settings)
    application = app.make(chosen, keeper=watch.keeper)
    bound = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(application, log_config=None))
    serving = asyncio.create_task(server._serve([bound]))
    while not server.started:
        assert not serving.done(), "the server ended before it started"
        await asyncio.sleep(0.01)
    try:
        yield address_of(bound), application.state.server
    finally:
        server.should_exit = True
        await serving


@asynccontextmanager
async def playing(
    tmp_path: Path, settings: dict[str, Any] | None = None, **asked: Any
) -> AsyncIterator[tuple[Watch, Server, Person, Person, dict[str, Any]]]:
    """Emma and Hugo at a table that has begun, on a server whose clock the test sets."""
    watch = Watch()
    async with (
        server_here(tmp_path, watch, **(settings or {})) as (address, server),
        Person(address) as emma,
        Person(address) as hugo,
    ):
        yield watch, server, emma, hugo, await friends(emma, hugo, **asked)


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


LIVE = {"kind": "live", "turn": 5, "bank": 3, "timeout": "move"}


def hold(gate: threading.Event, _connection: object) -> None:
    """A transaction that does not end before the gate opens."""
    gate.wait(GIVE_UP)


def billed(entries: list[Entry]) -> int:
    return sum(getattr(entry.event, "ms", 0) for entry in entries)


def test_a_stopped_server_listens_to_no_signals(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)

    async def scene() -> None:
        async with server_here(tmp_path, Watch()):
            assert signal.getsignal(signal.SIGTERM) is not before

    asyncio.run(scene())
    assert signal.getsignal(signal.SIGTERM) is before


def test_an_answer_that_is_read_before_the_next_tick_is_not_charged_for_a_stall() -> None:
    """Found by seed 8 of the simulated worlds."""
    watch = Watch()
    asyncio.run(watch.keeper.tick())
    clock = Clock(watch.keeper)
    question: Any = SimpleNamespace(
        changed=1, offered_at=watch.keeper.now(), clock=SimpleNamespace(kind="live"), turn_excused=0
    )
    clock.look(question, waits=False, present=True, grace=0.0)
    watch.wait(0.5)
    watch.stall(5)
    assert clock.elapsed(watch.keeper.now()) == pytest.approx(0.5)


def test_a_log_that_was_read_again_is_billed_for_the_question_in_it(tmp_path: Path) -> None:
    """Found by seed 14 of the simulated worlds: a commit whose answer was lost, and then a vote for a pause."""

    async def scene() -> None:
        async with playing(tmp_path, clock=LIVE, substitute="random") as (watch, server, _emma, _hugo, table):
            room = server.rooms.loaded(table["id"])
            assert room
            # As if what is asked now had been written behind its back.
            room.clock._question = (-1, 0.0)
            room.clock._since = room.state.offered_at - 100
            room.invalidate()
            async with room.steady() as state:
                assert room.clock.elapsed(watch.keeper.now()) == pytest.approx(watch.keeper.now() - state.offered_at)

    asyncio.run(scene())


def test_stalls_of_five_seconds_are_never_charged(tmp_path: Path) -> None:
    """P16: billed ≤ offer sent → move received, with the process or the database standing still in between."""

    async def scene() -> None:
        async with playing(tmp_path, clock=LIVE, substitute="random") as (watch, server, emma, hugo, table):
            acting, waiting = await both(emma, hugo, table["id"])
            room = server.rooms.loaded(table["id"])
            assert room
            for number in range(6):
                await handed(server, table["id"])
                watch.wait(0.25)
                before = lost(server)
                watch.stall(5)
                await until(lambda before=before: lost(server) > before)  # type: ignore[misc]
                watch.wait(0.5)
                gate = threading.Event()
                # From now on nothing that arrives can be committed.
                stuck = asyncio.ensure_future(server.store.write(partial(hold, gate)))
                asked = asyncio.ensure_future(acting.act("sequence", decisions=[rest(acting), 0]))
                await until(lambda: room.unsure)
                watch.wait(5)
                gate.set()
                await asked
                await stuck
                await waiting.until(lambda me: me.mine)
                assert billed(await server.store.entries(table["id"], room.state.seq - 2)) == 750, number
                acting, waiting = waiting, acting
            assert not any(line["line"] == "timeout" for line in acting.lines), "nobody ran out of time"
            assert room.state.banks == [3000, 3000]
            await acting.close()
            await waiting.close()

    asyncio.run(scene())


def lost(server: Server) -> float:
    """Seconds that the server has noticed to be nobody's."""
    return server.rooms.keeper.downtime.within(0, server.rooms.keeper.now())


def later(server: Server, watch: Watch, table: str, seconds: float) -> None:
    """Let time pass, and the clock of a table notice."""
    watch.wait(seconds)
    room = server.rooms.loaded(table)
    assert room
    room.clock_timer._schedule()


async def handed(server: Server, table: str) -> None:
    """Wait until the server knows that the question is with the player: his clock runs."""
    room = server.rooms.loaded(table)
    assert room
    await until(lambda: room.clock._handed is not None)


async def until(true: Callable[[], bool]) -> None:
    """Let the server work until something holds."""
    async with asyncio.timeout(GIVE_UP):
        while not true():
            await asyncio.sleep(0.005)


def test_when_time_is_up_a_bot_plays_this_turn_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        watch = Watch()
        async with (
            server_here(tmp_path, watch) as (address, server),
            Person(address) as emma,
            Person(address) as hugo,
        ):
            thought = asyncio.Event()
            turn = server.rooms.workers.turn

            async def think(*asked: Any) -> list[int]:
                await thought.wait()
                return await turn(*asked)

            monkeypatch.setattr(server.rooms.workers, "turn", think)
            table = await friends(emma, hugo, clock=LIVE | {"bank": 0}, substitute="random")
            acting, waiting = await both(emma, hugo, table["id"])
            seat = acting.seat or 0
            await handed(server, table["id"])
            later(server, watch, table["id"], 60)
            await acting.until(lambda me: me.info["seats"][seat]["timed_out"])
            # Whoever ran out of time gets no second turn for asking.
            await refused("nothing_to_reclaim", acting.send({"type": "reclaim", "seat": seat}))
            await refused("bot_plays", acting.act("play", decision=rest(acting)))
            thought.set()
            await waiting.until(lambda me: me.mine)
            await waiting.act("sequence", decisions=[rest(waiting), 0])
            await acting.until(lambda me: me.mine)
            assert not acting.info["seats"][seat]["timed_out"]
            assert acting.position["clock"]["seats"][seat]["turn"] > 4000
            await acting.act("sequence", decisions=[rest(acting), 0])
            await acting.close()
            await waiting.close()

    asyncio.run(scene())


def test_a_table_may_choose_that_time_that_is_up_ends_the_game(tmp_path: Path) -> None:
    async def scene() -> None:
        async with playing(tmp_path, clock=LIVE | {"timeout": "concede"}) as (watch, server, emma, hugo, table):
            acting, waiting = await both(emma, hugo, table["id"])
            await handed(server, table["id"])
            later(server, watch, table["id"], 60)
            await waiting.until(lambda me: me.over)
            result = waiting.position["result"]
            assert (result["how"], result["conceded"]) == ("conceded", [acting.seat])
            assert result["ranks"][waiting.seat or 0] == 1
            await acting.close()
            await waiting.close()

    asyncio.run(scene())


def test_a_game_that_everybody_left_goes_on_at_the_pace_of_its_clock(tmp_path: Path) -> None:
    """One turn for each time that is up: whoever comes back finds a game, not its result."""

    async def scene() -> None:
        async with playing(tmp_path, {"away_grace": 0.0}, clock=LIVE | {"bank": 0}, substitute="random") as (
            watch,
            server,
            emma,
            hugo,
            table,
        ):
            room = server.rooms.loaded(table["id"])
            assert room and room.state.match
            match = room.state.match
            for turns in range(1, 5):
                later(server, watch, table["id"], 60)
                wanted = [True] * turns
                await until(lambda wanted=wanted: [turn.ended for turn in match.turns] == wanted)  # type: ignore[misc]
                await until(lambda: room.state.mover_bot is None)
                assert [turn.ended for turn in match.turns] == wanted
            assert room.state.running
            # Who comes back has the next turn.
            acting, waiting = await both(emma, hugo, table["id"])
            await acting.act("sequence", decisions=[rest(acting), 0])
            await acting.close()
            await waiting.close()

    asyncio.run(scene())


def test_a_paused_clock_stands_and_the_bank_pays_after_the_turn(tmp_path: Path) -> None:
    async def scene() -> None:
        async with playing(tmp_path, clock=LIVE | {"turn": 10, "bank": 60}) as (watch, server, emma, hugo, table):
            acting, waiting = await both(emma, hugo, table["id"])
            for socket in (acting, waiting):
                await socket.send({"type": "vote", "seat": socket.seat, "motion": "pause"})
            await acting.until(lambda me: me.info["paused"])
            watch.wait(3600)
            for socket in (acting, waiting):
                await socket.send({"type": "vote", "seat": socket.seat, "motion": "resume"})
            await acting.until(lambda me: not me.info["paused"])
            await handed(server, table["id"])
            watch.wait(30)
            await acting.act("sequence", decisions=[rest(acting), 0])
            await waiting.until(lambda me: me.mine)
            clocks = waiting.position["clock"]["seats"]
            # 30 s: ten of the turn, twenty of the bank.
            assert clocks[acting.seat or 0]["bank"] == 40_000
            assert clocks[waiting.seat or 0]["bank"] == 60_000
            await acting.close()
            await waiting.close()

    asyncio.run(scene())


async def left_after_a_restart(
    tmp_path: Path, before: Watch, down: float, tokens: tuple[str, str], table: str
) -> float:
    """Milliseconds that the seat to move has left in its turn, at a server that starts after some seconds."""
    again = Watch()
    again.seconds = before.seconds + down
    again.keeper.boot = again.keeper.now()
    async with (
        server_here(tmp_path, again) as (address, _),
        Person(address, tokens[0]) as emma,
        Person(address, tokens[1]) as hugo,
    ):
        acting, waiting = await both(emma, hugo, table)
        left: float = acting.position["clock"]["seats"][acting.seat or 0]["turn"]
        await acting.close()
        await waiting.close()
        return left


@pytest.mark.parametrize("down", [6.0, 3 * 86_400.0], ids=["6 seconds", "3 days"])
def test_time_in_which_nobody_served_is_nobodys(tmp_path: Path, down: float) -> None:
    async def scene() -> None:
        clock = {"kind": "correspondence", "turn": 86_400, "bank": 0, "timeout": "move"}
        async with playing(tmp_path, clock=clock) as (watch, server, emma, hugo, table):
            tokens = emma.token, hugo.token
            # The players think for ten hours, then the server is down.
            room = server.rooms.loaded(table["id"])
            assert room
            started = room.state.offered_at
            watch.wait(36_000)
        store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await store.open()
        alive = float(await store.setting("alive", "0"))
        await store.close()
        assert alive - started >= 36_000

        left = await left_after_a_restart(tmp_path, watch, down, tokens, table["id"])
        assert left == pytest.approx(1000 * (86_400 - 36_000), abs=2), "ten hours are charged, and nothing else"

    asyncio.run(scene())


def test_a_stall_is_nobodys_time_after_a_restart_either(tmp_path: Path) -> None:
    async def scene() -> None:
        clock = {"kind": "correspondence", "turn": 86_400, "bank": 0, "timeout": "move"}
        async with playing(tmp_path, clock=clock) as (watch, _, emma, hugo, table):
            tokens = emma.token, hugo.token
            watch.wait(3600)
            watch.stall(7200)
        left = await left_after_a_restart(tmp_path, watch, 60, tokens, table["id"])
        assert left == pytest.approx(1000 * (86_400 - 3600), abs=2), "one hour is charged, and nothing else"

    asyncio.run(scene())


def test_downtime_that_was_noted_twice_counts_once() -> None:
    down = Downtime()
    for began, ended in ((10.0, 14.0), (11.0, 12.0), (13.0, 16.0), (20.0, 21.0)):
        down.add(began, ended)
    assert down.within(0.0, 30.0) == 7.0
    assert down.within(15.0, 20.5) == 1.5


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
        async with playing(tmp_path, {"away_grace": 100.0}, clock=LIVE | {"turn": 60, "bank": 0}) as (
            watch,
            server,
            emma,
            hugo,
            table,
        ):
            acting, waiting = await both(emma, hugo, table["id"])
            room = server.rooms.loaded(table["id"])
            assert room
            await handed(server, table["id"])

            def left() -> float | None:
                return room.clock.left(room.state, watch.keeper.now())

            assert left() == pytest.approx(60)
            await acting.close()
            await waiting.until(lambda me: me.presence and acting.seat not in me.presence["online"])
            watch.wait(90)
            assert left() == pytest.approx(60)
            watch.wait(40)
            assert left() == pytest.approx(30)
            await waiting.close()

    asyncio.run(scene())


def test_whoever_only_watches_the_own_table_is_not_at_it(tmp_path: Path) -> None:
    """The seat's time runs, its person is away, and reading the own cards over HTTP changes nothing about that."""

    async def scene() -> None:
        async with playing(
            tmp_path, {"away_grace": 0.0}, clock=LIVE | {"turn": 60, "bank": 0}, substitute="random"
        ) as (watch, server, emma, hugo, table):
            room = server.rooms.loaded(table["id"])
            assert room
            mover = room.state.to_move or 0
            lurker, other = (emma, hugo) if mover == 0 else (hugo, emma)
            async with lurker.socket(table["id"], None) as bench, other.socket(table["id"], 1 - mover) as waiting:
                await waiting.until(lambda me: me.presence and me.presence["online"] == [1 - mover])
                watch.wait(20)
                await lurker.http.get(f"/api/tables/{table['id']}/positions?seat={mover}")
                assert room.clock.left(room.state, watch.keeper.now()) == pytest.approx(40)
                await bench.send({"type": "look", "seat": mover})
                await bench.until(lambda me: me.presence and mover in me.presence["online"])
                await bench.send({"type": "look", "seat": None})
                await bench.until(lambda me: me.presence and mover not in me.presence["online"])
                later(server, watch, table["id"], 50)
                await waiting.until(lambda me: any(line["line"] == "timeout" for line in me.lines))
                await waiting.until(lambda me: me.mine)

    asyncio.run(scene())


def test_whoever_only_watches_the_own_table_can_be_replaced(tmp_path: Path) -> None:
    async def scene() -> None:
        async with (
            playing(tmp_path, {"away_grace": 30.0}, substitute="random") as (watch, _, emma, hugo, table),
            hugo.socket(table["id"], None),
            emma.socket(table["id"], 0),
        ):
            watch.wait(31)
            replaced = await emma.call("POST", f"/tables/{table['id']}/seats/1/replace", {"level": "random"})
            assert replaced["seats"][1]["standin"]

    asyncio.run(scene())


def test_the_owner_gets_no_fresh_turn_by_being_replaced(tmp_path: Path) -> None:
    """Nobody decides about himself that a bot stands in."""

    async def scene() -> None:
        async with (
            playing(tmp_path, {"away_grace": 30.0}, substitute="random") as (watch, _, emma, hugo, table),
            hugo.socket(table["id"], 1),
        ):
            watch.wait(31)
            await refused("not_away", emma.call("POST", f"/tables/{table['id']}/seats/0/replace", {}))

    asyncio.run(scene())


@pytest.mark.parametrize("by", ["owner", "vote"])
def test_nobody_gets_a_fresh_turn_by_leaving_and_coming_back(tmp_path: Path, by: str) -> None:
    """The time until a bot stands in is billed, and whoever comes back has what is left of his turn."""

    async def scene() -> None:
        watch = Watch()
        slow = {"kind": "live", "turn": 100, "bank": 0, "timeout": "move"}
        async with (
            server_here(tmp_path, watch, away_grace=30.0) as (address, server),
            Person(address) as emma,
            Person(address) as hugo,
        ):
            # Nobody lets the bot think: the seat is given back before it has moved.
            server.rooms.workers.turn = lambda *_: asyncio.get_running_loop().create_future()  # type: ignore[method-assign, assignment]
            table = await friends(emma, hugo, clock=slow, substitute="random")
            acting, waiting = await both(emma, hugo, table["id"])
            if by == "owner" and acting.seat == 0:
                await acting.settle(await acting.act("sequence", decisions=[rest(acting), 0]))
                await waiting.until(lambda me: me.mine)
                acting, waiting = waiting, acting
            room = server.rooms.loaded(table["id"])
            assert room and acting.seat is not None
            seat = acting.seat
            await handed(server, table["id"])
            watch.wait(40)
            await acting.close()
            await until(lambda: seat in room.presence.away())
            watch.wait(50)
            if by == "owner":
                await emma.call("POST", f"/tables/{table['id']}/seats/{seat}/replace", {"level": "random"})
            else:
                vote = {"type": "vote", "seat": waiting.seat, "motion": "replace", "whom": seat, "yes": True}
                await waiting.send(vote)
            assert room.state.seats[seat].standin
            # 90 seconds, of which 30 are excused.
            assert room.state.turn_used == 60_000
            watch.wait(500)
            person = emma if seat == 0 else hugo
            async with person.socket(table["id"], seat) as back:
                await back.until(lambda me: me.position and not me.info["seats"][seat]["standin"])
                await until(lambda: room.state.seats[seat].standin is None)
                assert room.state.turn_used == 60_000, "the time of the stand-in is nobody's, and no turn begins anew"
                left = room.clock.left(room.state, server.rooms.keeper.now())
                assert left is not None and 39 < left <= 40
            await waiting.close()

    asyncio.run(scene())


def test_the_time_of_somebody_who_does_not_read_runs(tmp_path: Path) -> None:
    """A connection that takes nothing does not keep its question from being handed over."""

    async def scene() -> None:
        async with playing(tmp_path, clock=LIVE | {"turn": 60, "bank": 0}) as (watch, server, emma, hugo, table):
            acting, waiting = await both(emma, hugo, table["id"])
            room = server.rooms.loaded(table["id"])
            assert room
            deaf = next(one for one in room.listeners if one.seat == waiting.seat)
            # The socket of the seat to come takes nothing from now on.
            gate = asyncio.Event()

            async def full(_: str) -> None:
                await gate.wait()

            deaf.socket.send_text = full  # type: ignore[attr-defined]
            await acting.send({"type": "chat", "seat": acting.seat, "text": "?"})
            await acting.act("sequence", decisions=[rest(acting), 0])
            assert room.state.to_move == waiting.seat
            watch.wait(60)
            room.clock_timer._on_timeout()
            await acting.until(lambda me: any(line["line"] == "timeout" for line in me.lines))
            gate.set()
            await acting.close()
            await waiting.close()

    asyncio.run(scene())


def test_the_time_of_somebody_who_asks_as_fast_as_he_reads_runs(tmp_path: Path) -> None:
    """Answers go out before positions: whoever always has one to come is never handed the question."""

    async def scene() -> None:
        async with playing(tmp_path, clock=LIVE | {"turn": 60, "bank": 0}) as (watch, server, emma, hugo, table):
            acting, waiting = await both(emma, hugo, table["id"])
            room = server.rooms.loaded(table["id"])
            assert room
            slow: Any = next(one for one in room.listeners if one.seat == waiting.seat)
            taken: asyncio.Queue[None] = asyncio.Queue()

            async def one_by_one(_: str) -> None:
                await taken.get()

            slow.socket.send_text = one_by_one
            await acting.send({"type": "chat", "seat": acting.seat, "text": "?"})
            await acting.act("sequence", decisions=[rest(acting), 0])
            for _ in range(45):
                await waiting.raw('{"type": "ping", "key": "p"}')
                await until(lambda: bool(slow.outbox.answers))
                watch.wait(1.5)
                taken.put_nowait(None)
                await until(lambda: not slow.outbox.answers)
            room.clock_timer._on_timeout()
            await acting.until(lambda me: any(line["line"] == "timeout" for line in me.lines))
            await acting.close()
            await waiting.cut()

    asyncio.run(scene())


def test_somebody_who_drops_out_is_excused_once_per_turn(tmp_path: Path) -> None:
    """Not once per step of the draft: a turn of five seconds was held for minutes."""

    async def scene() -> None:
        async with playing(tmp_path, {"away_grace": 100.0}, clock=LIVE | {"turn": 60, "bank": 0}) as (
            watch,
            server,
            emma,
            hugo,
            table,
        ):
            acting, waiting = await both(emma, hugo, table["id"])
            room = server.rooms.loaded(table["id"])
            assert room

            async def drop_out(seconds: float) -> None:
                await handed(server, table["id"])
                await acting.close()
                await waiting.until(lambda me: acting.seat not in me.presence["online"])
                watch.wait(seconds)
                await acting.connect()
                await waiting.until(lambda me: acting.seat in me.presence["online"])

            await drop_out(90)
            await acting.settle(await acting.act("play", decision=rest(acting)))
            await drop_out(30)
            await acting.settle(await acting.act("undo"))
            await drop_out(30)
            # Of 150 seconds away a hundred are excused.
            assert room.clock.left(room.state, watch.keeper.now()) == pytest.approx(10, abs=0.01)
            await acting.settle(await acting.act("sequence", decisions=[rest(acting), 0]))
            await waiting.until(lambda me: me.mine)
            assert room.state.turn_excused == 0, "the next turn has its own"
            await acting.close()
            await waiting.close()

    asyncio.run(scene())
