"""P20: a backup is a restore, also when it is taken under load, and into the other kind of database."""

from __future__ import annotations

import asyncio
import gzip
import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import func, select

from pithead.table.backup import back_up, check, examine, examine_database, restore
from pithead.table.errors import BadBackup
from pithead.table.log.fold import fold
from pithead.table.store import HEAD, Store, schema

from .client import Person
from .conftest import StartServer
from .test_upgrade import DATABASES, digest, states

pytestmark = pytest.mark.slow

BACKUPS, TABLES = 2, 8


def test_a_backup_under_load_replays_to_the_same_states(
    start_server: StartServer, database: str, tmp_path: Path, postgres: object
) -> None:
    server = start_server(database)
    file = tmp_path / "tables.backup"

    async def scene() -> None:
        async with Person(server.address) as emma:
            stop = asyncio.Event()
            moves = asyncio.Semaphore(0)

            async def play(number: int) -> None:
                seats = [{"kind": "you", "name": "A"}, {"kind": "hotseat", "name": "B"}]
                table = await emma.table("example", *seats, start=True)
                choose = random.Random(number)
                async with emma.socket(table["id"], 0) as a, emma.socket(table["id"], 1) as b:
                    await a.until(lambda me: me.position)
                    await b.until(lambda me: me.position)
                    while not stop.is_set() and not a.over:
                        for socket in (a, b):
                            if socket.mine:
                                option = choose.choice(socket.position["options"])["id"]
                                await socket.settle(await socket.act("play", decision=option))
                                moves.release()
                        await asyncio.sleep(0.005)

            playing = [asyncio.create_task(play(number)) for number in range(6)]
            for _ in range(60):
                await moves.acquire()
            rows = (await back_up(database, file)).rows
            stop.set()
            await asyncio.gather(*playing)
            assert rows > 50

    asyncio.run(scene())
    server.stop()

    async def compare() -> None:
        other = f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
        if database.startswith("sqlite"):
            other = str(postgres())  # type: ignore[operator]
        rows = await restore(other, file)
        restored, original = await states(other), await states(database)
        assert restored
        for table, copy in restored.items():
            # The original has gone on since: hold the copy against the same length of its log.
            entries = original[table].entries[: copy.state.seq]
            again = fold(table, entries, copy.state.game)
            assert digest(again) == digest(copy.state)
            assert [entry.event for entry in entries] == [entry.event for entry in copy.entries]
        # And once more round: a backup of the restored database holds the same.
        second = tmp_path / "second.backup"
        assert (await back_up(other, second)).rows == rows
        with pytest.raises(BadBackup, match="already holds tables"):
            await restore(other, file)

    asyncio.run(compare())


def test_every_backup_taken_while_tables_are_created_can_be_restored(
    start_server: StartServer, database: str, tmp_path: Path
) -> None:
    """One snapshot: a table that is created during the copy is in it as a whole, or not at all."""
    server = start_server(database)

    async def scene() -> None:
        async with Person(server.address) as emma:
            stop = asyncio.Event()
            created = asyncio.Semaphore(0)

            async def create() -> None:
                while not stop.is_set():
                    await emma.table("example", "you", "hotseat", start=True)
                    created.release()

            creating = [asyncio.create_task(create()) for _ in range(4)]
            for number in range(BACKUPS):
                for _ in range(TABLES):
                    await created.acquire()
                await asyncio.to_thread(asyncio.run, back_up(database, tmp_path / f"{number}.backup"))
            stop.set()
            await asyncio.gather(*creating)

    asyncio.run(scene())
    server.stop()

    async def restore_all() -> None:
        for number in range(BACKUPS):
            copy = f"sqlite:///{tmp_path / f'{number}.sqlite3'}"
            await restore(copy, tmp_path / f"{number}.backup")
            store = Store(copy)
            await store.open()
            async with store.reading() as connection:
                board, entry = schema.board, schema.entry
                lengths = select(func.count()).where(entry.c.board == board.c.id).scalar_subquery()
                rows = (await connection.execute(select(board.c.seq, lengths))).all()
            await store.close()
            assert len(rows) >= TABLES * (number + 1)
            assert all(seq == length for seq, length in rows), "a summary of another moment than its log"

    asyncio.run(restore_all())


def test_a_backup_of_an_older_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    async def scene() -> None:
        for version in sorted(path.stem for path in DATABASES.glob("*.db")):
            old = tmp_path / f"{version}.sqlite3"
            shutil.copy(DATABASES / f"{version}.db", old)
            backup = tmp_path / f"{version}.backup"
            await back_up(f"sqlite:///{old}", backup)
            assert check(backup) == version
            new = f"sqlite:///{tmp_path / version}-restored.sqlite3"
            await restore(new, backup)
            found = {name: digest(kept.state) for name, kept in (await states(new)).items()}
            assert found == {name: digest(kept.state) for name, kept in (await states(f"sqlite:///{old}")).items()}
            assert len(found) > 10

    asyncio.run(scene())


def broken(database: str, *statements: str) -> None:
    """Damage a database as a disk or a careless hand may do, behind the back of its rules."""
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_a_copy_whose_references_do_not_hold_gets_no_name(tmp_path: Path) -> None:
    source = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    shutil.copy(DATABASES / f"{HEAD}.db", tmp_path / "a.sqlite3")
    broken(source, "INSERT INTO sitting VALUES ('nowhere', 0, 'x')")
    file = tmp_path / "x.backup"
    file.write_bytes(b"the last good one")
    with pytest.raises(BadBackup, match="“sitting” belongs to a table that does not exist"):
        asyncio.run(back_up(source, file))
    assert file.read_bytes() == b"the last good one"
    assert {path.name for path in tmp_path.iterdir()} == {"a.sqlite3", "x.backup"}


def test_a_checked_backup_was_restored_and_replayed(tmp_path: Path) -> None:
    source = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    shutil.copy(DATABASES / f"{HEAD}.db", tmp_path / "a.sqlite3")
    file = tmp_path / "x.backup"
    made = asyncio.run(back_up(source, file, replay=True))
    assert made.tables is not None and made.tables > 10
    assert made.damaged == []
    assert asyncio.run(examine(file)) == (made.tables, [])


def test_tables_that_would_not_load_are_listed_with_the_reason(tmp_path: Path) -> None:
    """Before an upgrade: a move that is no longer legal, a title and an edition that are gone, a damaged row."""
    file = tmp_path / "a.sqlite3"
    source = f"sqlite:///{file}"
    shutil.copy(DATABASES / f"{HEAD}.db", file)
    with sqlite3.connect(file) as connection:
        illegal, title, edition, row, gap = (
            name for (name,) in connection.execute("SELECT DISTINCT board FROM entry WHERE kind = 'play' LIMIT 5")
        )
    connection.close()
    broken(
        source,
        f"UPDATE entry SET data = '{{\"d\": 9999}}' WHERE board = '{illegal}' AND kind = 'play'",
        f"UPDATE entry SET data = json_set(data, '$.game', 'gone') WHERE board = '{title}' AND seq = 1",
        f"UPDATE entry SET data = json_set(data, '$.edition', 'f00d') WHERE board = '{edition}' AND seq = 1",
        f"UPDATE entry SET data = '{{\"d\"' WHERE board = '{row}' AND seq = 2",
        f"DELETE FROM entry WHERE board = '{gap}' AND seq = 2",
    )
    before = file.read_bytes()
    tables, damaged = asyncio.run(examine_database(source))
    assert tables > 10
    assert {problem.params["table"]: problem.params["why"] for problem in damaged} == {
        illegal: "unreadable_log",
        title: "no_title",
        edition: "no_edition",
        row: "unreadable_log",
        gap: "unreadable_log",
    }
    assert file.read_bytes() == before, "a check changes nothing"


def test_a_damaged_backup_changes_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        source = f"sqlite:///{tmp_path / 'a.sqlite3'}"
        store = Store(source)
        await store.open()
        await store.setting("secret", "s")
        await store.close()
        file = tmp_path / "x.backup"
        await back_up(source, file)
        text = gzip.decompress(file.read_bytes())
        target = f"sqlite:///{tmp_path / 'b.sqlite3'}"
        for broken in (text[:-20], text.replace(b'"s"', b'"t"'), b"", b"hello\n", b'{"format": "other"}\n'):
            file.write_bytes(gzip.compress(broken))
            with pytest.raises(BadBackup):
                await restore(target, file)
        file.write_bytes(b"no gzip")
        with pytest.raises(BadBackup):
            await restore(target, file)
        assert not (tmp_path / "b.sqlite3").exists()

    asyncio.run(scene())
