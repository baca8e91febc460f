"""What a server does by itself goes on, whatever fails: the database, one table, one turn of a loop."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import TimeoutError as OutOfConnections
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from websockets.exceptions import InvalidStatus

from pithead.table import metrics
from pithead.table import rooms as rooms_module
from pithead.table import upkeep as upkeep_module
from pithead.table.clocks import Timekeeper
from pithead.table.errors import DamagedTable, Unavailable, Unhealthy
from pithead.table.log import commands
from pithead.table.log.events import Chatted
from pithead.table.log.rows import Entry
from pithead.table.loops import Loops
from pithead.table.notify import LEFT_AFTER, PostgresNotifier
from pithead.table.protocol import NewTable, SeatSetup
from pithead.table.render.renderer import Renderer
from pithead.table.rooms import Rooms
from pithead.table.settings import Settings
from pithead.table.store import Append, Conflict, Store, schema
from pithead.table.store import engine as store_module
from pithead.table.workers.calls import Workers

from .client import GIVE_UP, Person
from .conftest import StartServer
from .left_tables import leave_tables

pytestmark = pytest.mark.slow

BOTS = [SeatSetup(kind="bot", level="random"), SeatSetup(kind="bot", level="random")]
DEALT = 2
"""Entries of a table that has just been started."""


async def until(true: Callable[[], Any], patience: float = GIVE_UP) -> None:
    """Wait for something that the server does by itself."""
    async with asyncio.timeout(patience):
        while not true():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def serving(database: str, quiet: bool = False, wrong_by: float = 0.0) -> AsyncIterator[Rooms]:
    """All parts of a server but its port; a quiet one begins nothing by itself. Its machine's clock may be wrong."""
    store = Store(database)
    await store.open()
    keeper = Timekeeper()
    keeper._offset += wrong_by
    rooms = Rooms(Settings(sweep=0.05), store, keeper, Workers(1))
    rooms.stopping = quiet
    if not quiet:
        await rooms.open()
    try:
        yield rooms
    finally:
        await rooms.close()
        await store.close()


@asynccontextmanager
async def reading(database: str) -> AsyncIterator[Store]:
    """A database that nobody serves."""
    store = Store(database)
    await store.open()
    yield store
    await store.close()


async def waiting_for_a_bot(database: str, count: int) -> list[str]:
    """Tables at which a bot is to move, left by a server that is gone."""
    async with serving(database, quiet=True) as rooms:
        asked = NewTable(game="example", seats=BOTS, start=True)
        return [(await rooms.new_table(asked, "emma", None)).state.id for _ in range(count)]


@pytest.mark.parametrize("tables", [1, 2])
def test_a_server_that_was_busy_when_it_ended_renders_in_a_process_at_once(
    tmp_path: Path, tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "MANY", 2)
    started: list[Renderer] = []
    monkeypatch.setattr(Renderer, "start_soon", lambda self: started.append(self))

    async def scene() -> None:
        database = f"sqlite:///{tmp_path}/tables.sqlite3"
        await waiting_for_a_bot(database, tables)
        async with serving(database):
            assert len(started) == (tables >= 2)

    asyncio.run(scene())


def moved(rooms: Rooms, table: str) -> bool:
    """Whether a bot has moved."""
    room = rooms.loaded(table)
    return room is not None and room.state.seq > DEALT


def change(file: Path, *statements: str) -> None:
    with sqlite3.connect(file) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


# -- loops ------------------------------------------------------------------------------------------------------------


def test_a_loop_survives_whatever_its_work_raises() -> None:
    async def scene() -> None:
        tasks = []
        loops = Loops(lambda work: tasks.append(asyncio.ensure_future(work)))
        troubles: list[Any] = [ValueError("x"), Unavailable(), KeyError(1), AssertionError(), TimeoutError(), None]
        mended = asyncio.Event()
        turns = 0

        async def work() -> None:
            nonlocal turns
            turns += 1
            if mended.is_set():
                return
            trouble = troubles[turns % len(troubles)]
            if trouble is not None:
                raise trouble
            # A turn that never ends is given up.
            await asyncio.Event().wait()

        loops.start("test", work, every=0, limit=0.01, late_after=0.05)
        await until(lambda: turns > 3 * len(troubles) and loops.late == ["test"])
        mended.set()
        await until(lambda: loops.late == [])
        tasks[0].cancel()

    asyncio.run(scene())


def test_the_writer_survives_a_write_that_fails_in_any_way(tmp_path: Path) -> None:
    def bad(_connection: Connection) -> None:
        raise ValueError("a mistake of ours")

    def good(connection: Connection) -> Any:
        return connection.execute(select(1)).scalar()

    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await store.open()
        with pytest.raises(Unavailable):
            await store.write(bad)
        # In a batch each write has its own savepoint.
        results = await asyncio.gather(*(store.write(work) for work in (good, bad, good)), return_exceptions=True)
        assert [results[0], results[2]] == [1, 1]
        assert isinstance(results[1], Unavailable)
        await store.close()

    asyncio.run(scene())


def said(table: str, seq: int, new: bool = False) -> Append:
    """One entry of the log of a table."""
    summary = dict.fromkeys(("code", "due_at", "waits_for", "lease")) | {
        "game": "example", "status": "lobby", "visibility": "private", "free": 0, "owner": "x", "seq": seq,
        "created_at": 0.0, "changed_at": 0.0, "turn": 0, "head": "{}", "lease_until": 0.0,
    }  # fmt: skip
    return Append(table, [Entry(seq, Chatted(text="Hi"), None, 0.0)], summary, new=new)


def test_of_several_tables_in_one_commit_only_the_one_in_conflict_is_refused(database: str) -> None:
    async def scene() -> None:
        store = Store(database)
        await store.open()
        await asyncio.gather(*(store.append(said(table, 1, new=True)) for table in "abc"))
        # Somebody else was first at b.
        moves = (said("a", 2), said("b", 1), said("c", 2))
        results = await asyncio.gather(*map(store.append, moves), return_exceptions=True)
        assert [results[0], results[2]] == [None, None] and isinstance(results[1], Conflict)
        assert [len(await store.entries(table)) for table in "abc"] == [2, 1, 2]
        await store.close()

    asyncio.run(scene())


def test_a_commit_that_fails_leaves_nothing_open(tmp_path: Path) -> None:
    def orphan(connection: Connection) -> None:
        # Found out by the commit itself, after which SQLite's transaction is still open.
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.exec_driver_sql("INSERT INTO sitting (board, seat, device) VALUES ('none', 0, 'x')")

    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await store.open()
        with pytest.raises(Conflict):
            await store.write(orphan)
        assert await store.write(lambda connection: connection.execute(select(1)).scalar()) == 1
        await store.close()

    asyncio.run(scene())


def test_a_database_that_stands_still_stops_no_loop(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool gives nobody a connection for longer than its patience; afterwards overdue bots move as ever."""
    monkeypatch.setattr(store_module, "POOL_PATIENCE", 0.1)

    async def scene() -> None:
        (table,) = await waiting_for_a_bot(database, 1)
        async with serving(database) as rooms:

            async def taken() -> AsyncConnection:
                """Loops of the server may just have one of them."""
                while True:
                    with suppress(OutOfConnections):
                        return await rooms.store.reader.connect()

            pool = [await taken() for _ in range(4 if rooms.store.is_sqlite else 8)]
            sweep, failures = rooms.loops.known["sweep"], metrics.loop_failures.labels("sweep")._value
            failed = failures.get()
            with pytest.raises(Unavailable):
                await rooms.upkeep.sweep()
            await until(lambda: failures.get() > failed)
            before = sweep.succeeded
            for connection in pool:
                await connection.close()
            await until(lambda: sweep.succeeded > before)
            # Its lease ends when its worker has been gone for so long.
            await rooms.store.write(lambda c: c.execute(schema.board.update().values(lease_until=0.0)))
            await until(lambda: moved(rooms, table))

    asyncio.run(scene())


# -- damaged tables ---------------------------------------------------------------------------------------------------


def test_damaged_tables_are_set_aside_and_the_others_go_on(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"
    database = f"sqlite:///{file}"

    async def scene() -> None:
        illegal, title, edition, row, healthy = await waiting_for_a_bot(database, 5)
        change(
            file,
            "UPDATE board SET lease_until = 0",
            "INSERT INTO entry SELECT board, 3, 'play', 0, '{\"d\": 9999}', NULL, at FROM entry "
            f"WHERE board = '{illegal}' AND seq = 2",
            f"UPDATE entry SET data = json_set(data, '$.game', 'gone') WHERE board = '{title}' AND seq = 1",
            f"UPDATE entry SET data = json_set(data, '$.edition', 'f00d') WHERE board = '{edition}' AND seq = 1",
            f"UPDATE entry SET data = substr(data, 2) WHERE board = '{row}' AND seq = 2",
            # The healthy one is the last in line.
            f"UPDATE board SET due_at = due_at + 0.001 WHERE id = '{healthy}'",
        )
        async with serving(database) as rooms:
            await until(lambda: moved(rooms, healthy))
            for table, why in (
                (illegal, "unreadable_log"),
                (title, "no_title"),
                (edition, "no_edition"),
                (row, "unreadable_log"),
            ):
                with pytest.raises(DamagedTable) as told:
                    await rooms.get(table)
                assert told.value.params["why"] == why
            assert await rooms.upkeep.damaged() == 4
            assert rooms.loops.late == []
        change(
            file,
            f"DELETE FROM entry WHERE board = '{illegal}' AND seq = 3",
            f"UPDATE entry SET data = json_set(data, '$.game', 'example') WHERE board = '{title}' AND seq = 1",
            f"UPDATE entry SET data = json_remove(data, '$.edition') WHERE board = '{edition}' AND seq = 1",
            f"UPDATE entry SET data = '{{' || data WHERE board = '{row}' AND seq = 2",
        )
        async with serving(database) as rooms:
            # Whoever mended them starts the server again, and the games go on.
            await until(lambda: all(moved(rooms, table) for table in (illegal, title, edition, row)))
            assert await rooms.upkeep.damaged() == 0

    asyncio.run(scene())


def test_a_log_that_is_damaged_while_people_play_is_noticed_there_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"

    async def scene() -> None:
        async with serving(f"sqlite:///{file}", quiet=True) as rooms:
            asked = NewTable(game="example", seats=BOTS, start=True)
            room = await rooms.new_table(asked, "emma", None)
            onlooker = Onlooker()
            room.join(onlooker)
            change(file, f"UPDATE entry SET data = substr(data, 2) WHERE board = '{room.state.id}' AND seq = 2")
            # As after a write of which nothing is known.
            room.invalidate()
            with pytest.raises(DamagedTable):
                async with room.steady():
                    pass
            assert rooms.loaded(room.state.id) is None
            assert onlooker.dropped == "damaged"
            assert await rooms.upkeep.damaged() == 1

    asyncio.run(scene())


def test_a_log_that_is_rewritten_while_a_move_is_being_written_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by a name that stayed at a table after its person had deleted everything."""
    file = tmp_path / "x.sqlite3"

    async def scene() -> None:
        async with serving(f"sqlite:///{file}") as rooms:
            seats = [SeatSetup(kind="you"), SeatSetup(kind="open")]
            room = await rooms.new_table(NewTable(game="example", seats=seats), "emma", "Emma")
            append, halfway, go_on = rooms.store.append, asyncio.Event(), asyncio.Event()

            async def slow(work: Append) -> None:
                halfway.set()
                await go_on.wait()
                await append(work)

            monkeypatch.setattr(rooms.store, "append", slow)
            move = asyncio.ensure_future(room.act(lambda state: commands.chat(state, "emma", 0, "Hello")))
            await halfway.wait()
            change(file, f"UPDATE entry SET data = replace(data, 'Emma', 'N.N.') WHERE board = '{room.state.id}'")
            rewritten = asyncio.ensure_future(rooms.notifier.rewritten(room))
            # The news of it comes before the move is durable.
            await asyncio.sleep(0)
            go_on.set()
            await asyncio.gather(move, rewritten)
            assert room.state.seats[0].name == "N.N."

    asyncio.run(scene())


def test_a_log_that_could_not_be_read_is_read_again_although_nothing_happens_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with serving(f"sqlite:///{tmp_path / 'x.sqlite3'}") as rooms:
            room = await rooms.new_table(NewTable(game="example", seats=BOTS), "emma", None)
            read, failures = rooms.store.table, iter([Unavailable()])

            async def table(board: str) -> Any:
                for problem in failures:
                    raise problem
                return await read(board)

            monkeypatch.setattr(rooms.store, "table", table)
            room.invalidate()
            with pytest.raises(Unavailable):
                async with room.steady():
                    pass
            await until(lambda: not room.unsure)

    asyncio.run(scene())


def test_people_are_told_in_words_that_their_table_is_damaged(start_server: StartServer, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    (broken, healthy), token = asyncio.run(leave_tables(f"sqlite:///{file}", 2))

    async def look(emma: Person) -> None:
        async with emma:
            with pytest.raises(InvalidStatus) as closed:
                await emma.socket(broken, 0).connect()
            assert closed.value.response.status_code == 409
            in_words = json.loads(closed.value.response.body)
            assert in_words["text"] == (
                "This table cannot be opened: its record of moves cannot be replayed. "
                "Its host has been told; nothing of it has been deleted."
            )
            assert await emma.call("GET", f"/tables/{broken}", expect=409) == in_words
            listed = (await emma.call("GET", "/tables"))["tables"]
            assert {table["id"]: table["status"] for table in listed} == {broken: "damaged", healthy: "running"}
            assert (await emma.call("GET", "/health"))["damaged"] == 1
            async with emma.socket(healthy, 0) as seat:
                await seat.play_on(random.Random(1))
                assert seat.over

    change(file, f"UPDATE entry SET data = substr(data, 2) WHERE board = '{broken}' AND seq = 2")
    asyncio.run(look(Person(start_server().address, token)))


# -- bots -------------------------------------------------------------------------------------------------------------


class Onlooker:
    """A connection that only listens."""

    device = "emma"
    session = "emma"
    base_view = None
    revoked = False
    stuck = False

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.dropped = ""

    def wake(self) -> None: ...
    def drop(self, reason: str) -> None:
        self.dropped = reason

    def check(self, now: float) -> None: ...


def test_whoever_connects_wakes_a_waiting_bot(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite3'}"

    async def scene() -> None:
        (table,) = await waiting_for_a_bot(database, 1)
        # The sweeper does not come by in this test.
        change(tmp_path / "x.sqlite3", "UPDATE board SET lease_until = 0, due_at = NULL")
        async with serving(database) as rooms:
            room = await rooms.get(table)
            assert room.state.seq == DEALT
            room.join(Onlooker())
            await until(lambda: moved(rooms, table))

    asyncio.run(scene())


# -- clocks -----------------------------------------------------------------------------------------------------------


def test_a_clock_that_went_back_at_a_restart_stops_no_bot(database: str) -> None:
    """The machine that served before was an hour ahead: its entries and leases lie in the future."""

    async def scene() -> None:
        async with serving(database, quiet=True, wrong_by=3600.0) as rooms:
            asked = NewTable(game="example", seats=BOTS, start=True)
            table = (await rooms.new_table(asked, "emma", None)).state.id
            last = rooms.keeper.now()
            # Long enough ago that no lease holds any more.
            await rooms.store.write(lambda c: c.execute(schema.board.update().values(lease=None)))
        async with serving(database) as rooms:
            assert rooms.keeper.now() >= last, "time goes on from where it was"
            await until(lambda: moved(rooms, table))

    asyncio.run(scene())


def test_on_an_embedded_database_no_lease_outlives_its_process(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite3'}"

    async def scene() -> None:
        (table,) = await waiting_for_a_bot(database, 1)
        change(tmp_path / "x.sqlite3", "UPDATE board SET lease = 'gone', lease_until = lease_until + 3600")
        async with serving(database) as rooms:
            await until(lambda: moved(rooms, table))

    asyncio.run(scene())


def test_servers_whose_clocks_differ_see_each_others_people(postgres: Any) -> None:
    """Ninety seconds of skew: whoever is connected through one is away for none."""
    database = postgres()

    async def scene() -> None:
        async with serving(database) as behind, serving(database, wrong_by=90.0) as ahead:
            assert abs(ahead.keeper.now() - behind.keeper.now()) < 1.0
            seats = [SeatSetup(kind="you", name="Emma"), SeatSetup(kind="bot", level="random")]
            room = await behind.new_table(NewTable(game="example", seats=seats, start=True), "emma", None)
            table = room.state.id
            room.join(Onlooker(0))
            await behind.notifier._publish([room])  # type: ignore[attr-defined]
            other = await ahead.get(table)
            await ahead.notifier._read_presence(other)  # type: ignore[attr-defined]
            assert other.presence.online() == {0}
            assert 0 not in other.presence.away_for(0.0)

    asyncio.run(scene())


def test_after_a_stall_of_the_database_nobody_counts_as_gone(postgres: Any) -> None:
    """What the other worker last said holds until it can be asked again; only one that is gone is not believed."""
    database = postgres()

    async def scene() -> None:
        async with serving(database, quiet=True) as here, serving(database, quiet=True) as there:
            seats = [SeatSetup(kind="you", name="Emma"), SeatSetup(kind="hotseat", name="Hugo")]
            room = await there.new_table(NewTable(game="example", seats=seats, start=True), "emma", None)
            room.join(Onlooker(0))
            await there.notifier._publish([room])  # type: ignore[attr-defined]
            other = await here.get(room.state.id)
            other.join(Onlooker())
            here.notifier._read_at = here.keeper.now()  # type: ignore[attr-defined]
            await here.notifier.refresh()
            assert 0 in other.presence.online()
            for rooms in (here, there):
                rooms.keeper._offset += 36.0
            assert 0 in other.presence.online(), "nobody could renew anything"
            await here.notifier.refresh()
            assert 0 in other.presence.online(), "the other worker may be about to renew its word"
            for _ in range(4):
                here.keeper._offset += 10.0
                await here.notifier.refresh()
            assert 0 not in other.presence.online(), "it has had time enough"

    asyncio.run(scene())


def test_a_short_outage_of_all_workers_is_nobodys_time_and_that_of_one_is_not(postgres: Any) -> None:
    """Six seconds are less than two heartbeats: whether others serve tells an outage from a heartbeat to come."""
    database = postgres()

    async def last_heartbeat(seconds: float) -> float:
        async with reading(database) as store:
            last = float(await store.clock() or 0.0) - seconds
            await store.setting("alive", str(last))
            alive = schema.setting.update().where(schema.setting.c.name == "alive").values(value=str(last))
            await store.write(lambda connection: connection.execute(alive).rowcount)
        return last

    async def not_charged(since: float) -> tuple[float, float]:
        """What two workers that start at the same time leave out of the time from then on."""

        async def start() -> float:
            async with serving(database) as rooms:
                return next((end - began for began, end in rooms.keeper.downtime._spans if began == since), 0.0)

        one, other = await asyncio.gather(start(), start())
        return one, other

    async def scene() -> None:
        since = await last_heartbeat(6.0)
        assert all(6.0 <= seconds < 30.0 for seconds in await not_charged(since)), "nobody served"
        async with serving(database):
            since = await last_heartbeat(6.0)
            assert await not_charged(since) == (0.0, 0.0), "somebody did"

    asyncio.run(scene())


# -- health -----------------------------------------------------------------------------------------------------------


def test_health_proves_a_write_a_drawing_and_a_recent_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep_module, "PROOF_FOR", 0.0)

    async def why(rooms: Rooms) -> str:
        with pytest.raises(Unhealthy) as told:
            await rooms.upkeep.prove()
        return str(told.value.params["why"])

    async def scene() -> None:
        async with serving(f"sqlite:///{tmp_path / 'x.sqlite3'}") as rooms:
            proof = await rooms.upkeep.prove()
            assert proof.write > 0 and proof.drawing > 0 and proof.sweep < 30 and proof.damaged == 0
            gate = threading.Event()
            stuck = asyncio.ensure_future(rooms.store.write(lambda _: gate.wait(GIVE_UP)))
            with monkeypatch.context() as patch:
                patch.setattr(upkeep_module, "PROOF_PATIENCE", 0.3)
                assert await why(rooms) == "no_write"
            gate.set()
            await stuck

            async def stopped() -> None:
                raise ConnectionError

            with monkeypatch.context() as patch:
                patch.setattr(rooms.renderer, "prove", stopped)
                assert await why(rooms) == "no_drawing"
            with monkeypatch.context() as patch:
                patch.setattr(rooms.loops.known["sweep"], "late_after", -1.0)
                assert await why(rooms) == "no_sweep"
            await rooms.upkeep.prove()

    asyncio.run(scene())


def test_the_leases_of_all_tables_are_renewed_by_one_write(postgres: Any) -> None:
    """The writer that renews them also commits everybody's moves; what got lost is published again."""
    database = postgres()

    async def scene() -> None:
        async with serving(database, quiet=True) as rooms:
            seats = [SeatSetup(kind="you", name="Emma"), SeatSetup(kind="hotseat", name="Hugo")]
            tables = NewTable(game="example", seats=seats, start=True)
            here = [await rooms.new_table(tables, "emma", None) for _ in range(6)]
            for room in here:
                room.join(Onlooker(0))
            notifier = cast(PostgresNotifier, rooms.notifier)
            await notifier._publish(here)
            published = await leases(rooms)
            assert published.keys() == {room.state.id for room in here}
            rooms.keeper._offset += 10.0
            statements = watch_statements(rooms)
            await notifier.refresh()
            assert statements == ["UPDATE"]
            assert all(until > published[board] for board, until in (await leases(rooms)).items())
            await rooms.store.write(lambda connection: connection.execute(schema.presence.delete()))
            await notifier.refresh()
            assert notifier._publishing
            await notifier._publishing
            assert (await leases(rooms)).keys() == published.keys()

    asyncio.run(scene())


def test_a_move_and_the_notice_about_it_are_one_transaction(postgres: Any) -> None:
    database = postgres()

    async def scene() -> None:
        async with serving(database, quiet=True) as rooms, serving(database, quiet=True) as other:
            seats = [SeatSetup(kind="you", name="Emma"), SeatSetup(kind="hotseat", name="Hugo")]
            room = await rooms.new_table(NewTable(game="example", seats=seats, start=True), "emma", None)
            there = await other.get(room.state.id)
            for one in (rooms, other):
                await one.notifier.open()
            statements = watch_statements(rooms)
            await room.act(lambda state: commands.chat(state, "emma", 0, "Glück auf"))
            assert statements == ["INSERT", "UPDATE", "SELECT"]
            await until(lambda: there.state.seq == room.state.seq)

    asyncio.run(scene())


def test_a_table_that_is_played_through_another_worker_is_followed_only_while_somebody_uses_it_here(
    postgres: Any,
) -> None:
    database = postgres()

    async def scene() -> None:
        async with serving(database, quiet=True) as here, serving(database, quiet=True) as there:
            seats = [SeatSetup(kind="you", name="Emma"), SeatSetup(kind="hotseat", name="Hugo")]
            new = NewTable(game="example", seats=seats, start=True)
            left, watched, fresh = [await here.new_table(new, "emma", None) for _ in range(3)]
            watched.join(Onlooker())
            await here.notifier.open()
            await there.notifier.open()
            here.keeper._offset += LEFT_AFTER + 1
            assert await here.get(fresh.state.id) is fresh
            for room in (left, watched, fresh):
                other = await there.get(room.state.id)
                await other.act(lambda state: commands.chat(state, "emma", 0, "Glück auf"))
                seq = other.state.seq
                if room is left:
                    await until(lambda: here.loaded(left.state.id) is None)
                else:
                    await until(lambda: room.state.seq == seq)  # noqa: B023
                    assert here.loaded(room.state.id) is room
            assert (await here.get(left.state.id)).state.seq == seq, "it is loaded again when it is wanted"

    asyncio.run(scene())


async def leases(rooms: Rooms) -> dict[str, float]:
    """The end of every lease, by table."""
    async with rooms.store.reading() as connection:
        rows = await connection.execute(select(schema.presence.c.board, schema.presence.c.until))
        return {row.board: row.until for row in rows}


def watch_statements(rooms: Rooms) -> list[str]:
    """The first words of the statements that the writer carries out from now on."""
    words: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        words.append(statement.split(None, 1)[0])

    event.listen(cast(AsyncEngine, rooms.store._writer).sync_engine, "before_cursor_execute", note)
    return words
