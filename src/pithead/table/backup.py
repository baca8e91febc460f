"""Online backups: all tables of a database in one portable file.

The format is gzipped JSON lines: a header, one line per row, and a checksum. It can be restored into an empty database
of either kind; an older schema is migrated on the way.
"""

import base64
import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from sqlalchemy import Column, Connection, MetaData, Row, Table, event, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .errors import BadBackup, BadDatabase, DamagedTable
from .loading import unreadable
from .store import HEAD, Store, async_url, reason_of, shown, upgrade, version_of

FORMAT = "pithead-backup/1"
TABLES = (
    *("setting", "device", "session", "board", "entry", "sitting", "plan", "edition", "job", "outage"),
    *("block", "report", "channel", "quiet_table", "notice", "passkey", "recovery"),
    *("result", "result_seat", "rating", "cup", "cup_player", "cup_game", "cup_seat"),
)
"""In an order that satisfies the references between them."""
BATCH = 500

Progress = Callable[[int], None]


class Copied(NamedTuple):
    """The result of a backup; if it was verified by replay, the number of tables and those that do not load."""

    rows: int
    tables: int | None
    damaged: list[DamagedTable]


async def back_up(url: str, file: Path, progress: Progress = lambda rows: None, replay: bool = False) -> Copied:
    """Write a consistent snapshot of a database to a file, renamed into place when complete.

    With `replay` it is verified before: restored into a scratch database, where every table is replayed.
    """
    address = async_url(url)
    name = make_url(address).database
    if address.startswith("sqlite") and not Path(name or "").is_file():
        raise BadDatabase(database=shown(address), why="missing")
    engine = snapshots(address)
    try:
        with _under_its_name_when_whole(file) as (raw, part):
            async with engine.connect() as connection:
                rows = await connection.run_sync(_dump, raw, file, progress)
            os.fsync(raw.fileno())
            tables, damaged = await examine(part) if replay else (None, [])
        return Copied(rows, tables, damaged)
    except (SQLAlchemyError, OSError) as problem:
        raise BadBackup(file=str(file), why=reason_of(problem)) from None
    finally:
        await engine.dispose()


def snapshots(address: str) -> AsyncEngine:
    """An engine with snapshot isolation for its transactions."""
    if not address.startswith("sqlite"):
        return create_async_engine(address, isolation_level="REPEATABLE READ")
    engine = create_async_engine(address, connect_args={"timeout": 30})

    def by_hand(connection: Any, _record: Any) -> None:
        # Python's driver opens no transaction for a SELECT: every statement would see its own snapshot.
        connection.isolation_level = None

    event.listen(engine.sync_engine, "connect", by_hand)
    event.listen(engine.sync_engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


@contextmanager
def _under_its_name_when_whole(file: Path) -> Iterator[tuple[IO[bytes], Path]]:
    with tempfile.NamedTemporaryFile(dir=file.resolve().parent, prefix=f".{file.name}.", delete=False) as raw:
        part = Path(raw.name)
        try:
            yield raw, part
            part.replace(file)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def _dump(connection: Connection, raw: IO[bytes], file: Path, progress: Progress) -> int:
    count = 0
    digest = hashlib.sha256()
    with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as packed:

        def put(payload: dict[str, Any]) -> None:
            line = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            packed.write(line)

        made = datetime.now(UTC).isoformat(timespec="seconds")
        put({"format": FORMAT, "schema": version_of(connection), "made": made})
        # Reflected, since the database's schema may be older than this program's.
        metadata = MetaData()
        metadata.reflect(connection)
        references = _References(metadata)
        for name in TABLES:
            if name not in metadata.tables:
                continue
            table = metadata.tables[name]
            for row in connection.execution_options(yield_per=BATCH).execute(select(table)):
                if not references.hold(table, row):
                    raise BadBackup(file=str(file), why="dangling", table=name)
                put({"t": name, "r": [_packed(value) for value in row]})
                count += 1
                if count % BATCH == 0:
                    progress(count)
        packed.write(json.dumps({"rows": count, "sha256": digest.hexdigest()}).encode() + b"\n")
    raw.flush()
    progress(count)
    return count


class _References:
    """Checks referential integrity in copy order: otherwise the backup could not be restored."""

    def __init__(self, metadata: MetaData) -> None:
        self._known: dict[Column[Any], set[Any]] = {
            key.column: set() for table in metadata.tables.values() for key in table.foreign_keys
        }

    def hold(self, table: Table, row: Row[Any]) -> bool:
        """Whether the row can be restored after the earlier ones."""
        for column in table.columns:
            if column in self._known:
                self._known[column].add(row._mapping[column])
        return all(
            value is None or value in self._known[key.column]
            for key, value in ((key, row._mapping[key.parent]) for key in table.foreign_keys)
        )


def _packed(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _unpacked(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


async def restore(url: str, file: Path, progress: Progress = lambda rows: None) -> int:
    """Restore a backup into an empty database, all or nothing; returns the number of rows."""
    version = check(file)
    store = Store(url)
    await store.open(to=version)
    try:

        def fill(connection: Connection) -> int:
            count = _fill(connection, file, progress)
            upgrade(connection, HEAD)
            return count

        return int(await store.transact(fill))
    except SQLAlchemyError as problem:
        raise BadBackup(file=str(file), why=reason_of(problem)) from None
    finally:
        await store.close()


async def examine(file: Path) -> tuple[int, list[DamagedTable]]:
    """Restore a backup into a scratch database and replay every table there, as this version would load it.

    Returns how many tables there are, and those that do not load.
    """
    with tempfile.TemporaryDirectory(prefix="pithead-check-") as folder:
        scratch = f"sqlite:///{Path(folder) / 'scratch.sqlite3'}"
        await restore(scratch, file)
        store = Store(scratch)
        await store.open()
        try:
            return await unreadable(store)
        finally:
            await store.close()


async def examine_database(url: str) -> tuple[int, list[DamagedTable]]:
    """As `examine` for a database, read-only: a snapshot of it is migrated and replayed."""
    with tempfile.TemporaryDirectory(prefix="pithead-check-") as folder:
        file = Path(folder) / "snapshot.backup"
        await back_up(url, file)
        return await examine(file)


def check(file: Path) -> str:
    """Read a whole backup and verify its checksum; returns its schema version."""
    digest = hashlib.sha256()
    header: dict[str, Any] = {}
    last = b""
    for line in _lines(file):
        if last:
            digest.update(last)
        if not header:
            header = _json(file, line)
            if header.get("format") != FORMAT:
                raise BadBackup(file=str(file), why="no_backup")
        last = line
    if _json(file, last or b"{}").get("sha256") != digest.hexdigest():
        raise BadBackup(file=str(file), why="damaged")
    if str(header["schema"]) > HEAD:
        raise BadBackup(file=str(file), why="newer")
    return str(header["schema"])


def _json(file: Path, line: bytes) -> dict[str, Any]:
    try:
        trailer = json.loads(line)
    except ValueError:
        trailer = None
    if not isinstance(trailer, dict):
        raise BadBackup(file=str(file), why="no_backup")
    return trailer


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file, "rb") as packed:
            yield from packed
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadBackup(file=str(file), why="no_backup") from None
    except OSError as problem:
        raise BadBackup(file=str(file), why=problem.strerror or str(problem)) from None


def _fill(connection: Connection, file: Path, progress: Progress) -> int:
    # Reflected: the schema is the backup's, which may be older than this program's.
    metadata = MetaData()
    metadata.reflect(connection)
    if connection.execute(select(func.count()).select_from(metadata.tables["board"])).scalar():
        raise BadBackup(file=str(file), why="not_empty")
    connection.execute(metadata.tables["setting"].delete())
    count = 0
    waiting: list[dict[str, Any]] = []
    name = ""

    def flush() -> None:
        if waiting:
            connection.execute(metadata.tables[name].insert(), waiting)
            waiting.clear()

    for line in _lines(file):
        row = json.loads(line)
        if "t" not in row:
            continue
        if row["t"] != name or len(waiting) >= BATCH:
            flush()
            name = row["t"]
            progress(count)
        columns = _columns(metadata.tables[name])
        waiting.append(dict(zip(columns, (_unpacked(value) for value in row["r"]), strict=True)))
        count += 1
    flush()
    return count


def _columns(table: Table) -> list[str]:
    return [column.name for column in table.columns]
