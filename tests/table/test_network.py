"""P11, P12, P13: total order, exactly once, and resuming in place."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from pithead.table.store import Append, Conflict

from .client import GIVE_UP, Person, Refused, Socket
from .conftest import Server, StartServer
from .contract import Frame
from .proxy import FaultyProxy
from .scenes import friends, people
from .test_clocks import both, playing, rest
from .test_durability import check, logs_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("workers", [1, 2])
def test_fifty_clients_at_once_make_one_order_without_gaps(
    start_server: StartServer, request: pytest.FixtureRequest, workers: int
) -> None:
    """P11: on SQLite with one worker, on PostgreSQL with two that race each other."""
    database = request.getfixturevalue("postgres")() if workers > 1 else None
    server = start_server(database, workers=workers)

    async def crowd() -> tuple[str, list[int], int]:
        async with Person(server.address) as emma:
            seats = [{"kind": "you", "name": "A"}, {"kind": "hotseat", "name": "B"}]
            table = await emma.table("example", *seats, start=True)
            sockets = [emma.socket(table["id"], number % 2) for number in range(50)]
            await asyncio.gather(*(socket.connect() for socket in sockets))
            acked: list[int] = []
            rounds = 0
            for number in range(6):
                await asyncio.gather(*(socket.until(lambda me: me.position) for socket in sockets))
                newest = max(socket.position["settled"] for socket in sockets)
                if any(socket.over for socket in sockets):
                    break
                await asyncio.gather(
                    *(socket.until(lambda me: me.position["settled"] >= newest) for socket in sockets)  # noqa: B023
                )
                movers = [socket for socket in sockets if socket.mine]
                expect = max(socket.at for socket in movers)
                await asyncio.gather(*(socket.until(lambda me: me.at == expect) for socket in movers))  # noqa: B023
                choose = random.Random(number)
                moves = [
                    socket.act("play", decision=choose.choice(socket.position["options"])["id"]) for socket in movers
                ]
                talk = [socket.send({"type": "chat", "seat": socket.seat, "text": "!"}) for socket in sockets[:10]]
                answers = await asyncio.gather(*moves, *talk, return_exceptions=True)
                accepted = [a for a in answers[: len(moves)] if isinstance(a, dict)]
                refusals = [a for a in answers[: len(moves)] if isinstance(a, Refused)]
                assert len(accepted) == 1, "of many clicks on the same position exactly one counts"
                assert {problem.code for problem in refusals} <= {"stale", "not_your_turn"}
                assert len(refusals) == len(moves) - 1
                acked += [answer["seq"] for answer in answers if isinstance(answer, dict)]
                goal = accepted[0]["seq"]
                await asyncio.gather(
                    *(socket.until(lambda me: me.at >= goal or not me.mine) for socket in movers)  # noqa: B023
                )
                rounds += 1
            seen = [[(e["decision"], e["name"]) for e in socket.events if e["name"] != "saw"] for socket in sockets]
            settled = min(socket.position["settled"] for socket in sockets)
            told = [[event for event in events if event[0] < settled] for events in seen]
            assert all(events == told[0] for events in told)
            await asyncio.gather(*(socket.close() for socket in sockets))
            return table["id"], acked, rounds

    table, acked, rounds = asyncio.run(crowd())
    rows = asyncio.run(logs_of(server.database))[table]
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len(acked) == len(set(acked))
    assert set(acked) <= {row.seq for row in rows}
    assert rounds >= 5


def test_a_command_outlasts_a_row_of_writes_of_another_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each conflict is a write of somebody else that went through: no reason to fail."""

    async def scene() -> None:
        async with playing(tmp_path) as (_watch, server, emma, hugo, table):
            acting, _ = await both(emma, hugo, table["id"])
            store, conflicts = server.rooms.store, iter(range(20))
            append = store.append

            async def beaten(write: Append) -> None:
                if next(conflicts, None) is not None:
                    raise Conflict
                await append(write)

            monkeypatch.setattr(store, "append", beaten)
            await acting.act("play", decision=rest(acting))
            assert next(conflicts, None) is None

    asyncio.run(scene())


ALL_FAULTS = {"cut", "half-close", "drop", "reorder", "delay", "duplicate"}
LEAST_PATIENCE = 0.25
GROWS = 1.5


class Stubborn(Socket):
    """A client behind a bad network: short patience, and a fresh start whenever a frame is missing."""

    gaps = 0
    patience = LEAST_PATIENCE

    async def connect(self) -> None:
        try:
            await super().connect()
        except TimeoutError:
            self.wait_longer()
            raise

    async def send(self, message: Frame, patience: float | None = None) -> Frame:
        try:
            answer = await super().send(message, self.patience)
        except TimeoutError:
            self.wait_longer()
            raise
        self.patience = max(LEAST_PATIENCE, self.patience / GROWS)
        return answer

    def wait_longer(self) -> None:
        """Nobody knows whether a message was lost or the machine is slow: the next one is waited for longer."""
        self.patience *= GROWS

    def take(self, frame: Frame) -> None:
        if frame["n"] > self.n + 1:
            self.gaps += 1
            assert self._socket
            # What is missing will be told again after a new subscription.
            self._socket.transport.abort()
            return
        super().take(frame)


async def play_through(socket: Stubborn, choose: random.Random) -> None:
    """Play to the end over a bad network, every message insisted on."""
    async with asyncio.timeout(GIVE_UP):
        while not socket.over:
            try:
                if not socket.open:
                    await socket.reconnect()
                await asyncio.wait_for(socket.until(lambda me: me.mine or me.over), socket.patience)
                if socket.over:
                    return
                if not socket.mine:
                    continue  # a newer position has come before this task went on
                message: dict[str, Any] = {"type": "play", "seat": socket.seat, "expect": socket.at}
                message["decision"] = choose.choice(socket.position["options"])["id"]
                answer = await socket.insist(message)
                await asyncio.wait_for(socket.settle(answer), socket.patience)
            except (ConnectionError, TimeoutError) as problem:
                if isinstance(problem, TimeoutError):
                    socket.wait_longer()
                if socket.open:
                    await socket.cut()
            except Refused as problem:
                # A click on a position that has passed, because the frames about it were lost.
                if problem.code not in ("stale", "not_your_turn", "game_over"):
                    raise
                await socket.cut()


def test_resending_through_a_bad_network_has_its_effect_exactly_once(server: Server) -> None:
    """P12."""

    async def scene(emma: Person, hugo: Person) -> None:
        acked: dict[str, dict[str, int]] = {}
        faults: dict[str, int] = {}
        again = gaps = 0
        for seed in range(12):
            table = await friends(emma, hugo)
            async with FaultyProxy(server.address, seed) as proxy:
                sockets = [
                    Stubborn(proxy.address, table["id"], seat, person.token) for seat, person in enumerate((emma, hugo))
                ]
                await asyncio.gather(*(play_through(s, random.Random(seed + s.seat)) for s in sockets))  # type: ignore[operator]
                for socket in sockets:
                    await socket.cut() if socket.open else None
                    acked.setdefault(table["id"], {}).update(socket.acks)
                    again += socket.again
                    gaps += socket.gaps
                for fault, count in proxy.faults.items():
                    faults[fault] = faults.get(fault, 0) + count
            info = await emma.call("GET", f"/tables/{table['id']}")
            assert info["result"]["how"] == "played"
            record = (await emma.http.get(f"/api/tables/{table['id']}/record")).text
            assert record.splitlines()[-1].startswith("result:")
            if seed >= 2 and set(faults) == ALL_FAULTS:
                break
        logs = await logs_of(server.database)
        assert check(acked, logs) > 60
        assert again > 0, "no answer was ever lost: the network was too good"
        assert gaps > 0
        assert set(faults) == ALL_FAULTS

    people(server, 2, scene)


def test_a_connection_cut_at_any_frame_resumes_in_place(server: Server) -> None:
    """P13: one seat has a steady connection and one that is cut after 1, 2, 3 … frames; both end up equal."""

    async def scene(emma: Person, hugo: Person, luc: Person) -> None:
        table = await friends(emma, hugo)
        async with (
            emma.socket(table["id"], 0) as steady,
            hugo.socket(table["id"], 1) as other,
            luc.socket(table["id"], None) as watching,
        ):
            broken = [Cut(emma.socket(table["id"], 0)), Cut(luc.socket(table["id"], None))]
            choose = random.Random(9)
            step = 0
            while not steady.over:
                step += 1
                await asyncio.gather(*(s.until(lambda me: me.position) for s in (steady, other)))
                acting = steady if steady.mine else other
                await acting.until(lambda me: me.mine or me.over)
                if acting.over:
                    break
                if acting.position["draft"]["undo"] and choose.random() < 0.3:
                    answer = await acting.act("undo")
                else:
                    options = [option["id"] for option in acting.position["options"]]
                    answer = await acting.act("play", decision=choose.choice(options))
                if step % 5 == 0:
                    await acting.send({"type": "chat", "seat": acting.seat, "text": f"move {step}"})
                await acting.settle(answer)
                # An acknowledgement may come before a position that is still being rendered.
                settled = acting.position["settled"]
                for one in (steady, other, watching):
                    await one.until(lambda me: me.position and me.position["settled"] >= settled)  # noqa: B023
                for cut, twin in zip(broken, (steady, watching), strict=True):
                    await cut.resume(frames=step % 6)
                    await same(cut, twin)
            assert step > 30
            assert steady.position["result"]

    people(server, 3, scene)


async def same(cut: Cut, twin: Socket) -> None:
    """Both connections know the same, once what is on its way has arrived."""
    async with asyncio.timeout(GIVE_UP):
        while True:
            await twin.send({"type": "ping"})
            await cut.resume(frames=None)
            found, wanted = known(cut.socket), known(twin)
            if found == wanted:
                return


def known(socket: Socket) -> list[Any]:
    """What a client shows."""
    position = socket.position or {}
    told = [position.get(name) for name in ("view", "options", "at", "draft", "result")]
    return [*told, socket.events, [{**line, "n": 0} for line in socket.lines]]


class Cut:
    """A connection that is cut after so many frames."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket

    async def resume(self, frames: int | None) -> None:
        """Connect again, take so many frames (None: everything that is due) and cut."""
        if frames == 0:
            return
        socket, full = self.socket, asyncio.Event()
        limit = None if frames is None else len(socket.frames) + frames
        take = type(socket).take

        def limited(frame: Frame) -> None:
            if limit is None or len(socket.frames) < limit:
                take(socket, frame)
            if limit is not None and len(socket.frames) >= limit:
                full.set()

        socket.take = limited  # type: ignore[method-assign]
        await socket.connect()
        waiting = {asyncio.create_task(socket.send({"type": "ping"})), asyncio.create_task(full.wait())}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await socket.cut()
