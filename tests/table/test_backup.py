"""P20: a backup is a restore, also when it is taken under load, and into the other kind of database."""

from __future__ import annotations

import asyncio
import gzip
import random
import shutil
from pathlib import Path

import pytest

from pithead.table.backup import back_up, check, restore
from pithead.table.errors import BadBackup
from pithead.table.ledger import Ledger
from pithead.table.store import Store

from .client import Person
from .conftest import StartServer
from .test_upgrade import DATABASES, digest, ledgers

pytestmark = pytest.mark.slow


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
                        await asyncio.sleep(0)

            playing = [asyncio.create_task(play(number)) for number in range(6)]
            for _ in range(60):
                await moves.acquire()
            rows = await back_up(database, file)
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
        restored, original = await ledgers(other), await ledgers(database)
        assert restored
        for table, copy in restored.items():
            # The original has gone on since: hold the copy against the same length of its log.
            entries = original[table].entries[: copy.ledger.seq]
            again = Ledger(table, entries, copy.ledger.game)
            assert digest(again) == digest(copy.ledger)
            assert [entry.data for entry in entries] == [entry.data for entry in copy.entries]
        # And once more round: a backup of the restored database holds the same.
        second = tmp_path / "second.backup"
        assert await back_up(other, second) == rows
        with pytest.raises(BadBackup, match="already holds tables"):
            await restore(other, file)

    asyncio.run(compare())


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
            found = {name: digest(kept.ledger) for name, kept in (await ledgers(new)).items()}
            assert found == {name: digest(kept.ledger) for name, kept in (await ledgers(f"sqlite:///{old}")).items()}
            assert len(found) > 10

    asyncio.run(scene())


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
