"""Backups: all tables of a database in one portable file, taken while people play.

A file is gzipped JSON lines: a header, one line per row, and a checksum. It can be restored into an empty database of
either kind; an older schema is brought up to date on the way.
"""

import base64
import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from .errors import BadBackup, BadDatabase
from .store import HEAD, Store, async_url, reason_of, shown, upgrade, version_of

FORMAT = "pithead-backup/1"
TABLES = ("setting", "device", "board", "entry", "sitting", "plan", "edition", "job", "outage")
"""In an order that satisfies the references between them."""
BATCH = 500

Progress = Callable[[int], None]


async def back_up(url: str, file: Path, progress: Progress = lambda rows: None) -> int:
    """Write a consistent copy of a database to a file; returns the number of rows."""
    address = async_url(url)
    name = make_url(address).database
    if address.startswith("sqlite") and not Path(name or "").is_file():
        raise BadDatabase(database=shown(address), why="missing")
    engine = create_async_engine(address, isolation_level="SERIALIZABLE")
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_dump, file, progress)
    except (SQLAlchemyError, OSError) as problem:
        raise BadBackup(file=str(file), why=reason_of(problem)) from None
    finally:
        await engine.dispose()


def _dump(connection: Connection, file: Path, progress: Progress) -> int:
    count = 0
    digest = hashlib.sha256()
    with tempfile.NamedTemporaryFile(dir=file.resolve().parent, prefix=f".{file.name}.", delete=False) as raw:
        part = Path(raw.name)
        try:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as packed:

                def put(told: dict[str, Any]) -> None:
                    line = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
                    digest.update(line)
                    packed.write(line)

                made = datetime.now(UTC).isoformat(timespec="seconds")
                put({"format": FORMAT, "schema": version_of(connection), "made": made})
                # The tables as the database knows them, which may be older than this program.
                metadata = MetaData()
                metadata.reflect(connection)
                for name in TABLES:
                    table = metadata.tables[name]
                    for row in connection.execution_options(yield_per=BATCH).execute(select(table)):
                        put({"t": name, "r": [_packed(value) for value in row]})
                        count += 1
                        if count % BATCH == 0:
                            progress(count)
                packed.write(json.dumps({"rows": count, "sha256": digest.hexdigest()}).encode() + b"\n")
            raw.flush()
            os.fsync(raw.fileno())
            part.replace(file)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    progress(count)
    return count


def _packed(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _unpacked(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


async def restore(url: str, file: Path, progress: Progress = lambda rows: None) -> int:
    """Fill an empty database from a backup; returns the number of rows. A damaged file changes nothing."""
    version = check(file)
    store = Store(url)
    await store.open(to=version)
    try:

        def fill(connection: Connection) -> int:
            count = _fill(connection, file, progress)
            upgrade(connection, HEAD)
            return count

        return int(await store.run(fill))
    except SQLAlchemyError as problem:
        raise BadBackup(file=str(file), why=reason_of(problem)) from None
    finally:
        await store.close()


def check(file: Path) -> str:
    """Read a whole backup and hold it against its checksum; returns its schema."""
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
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadBackup(file=str(file), why="no_backup")
    return found


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file, "rb") as packed:
            yield from packed
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadBackup(file=str(file), why="no_backup") from None
    except OSError as problem:
        raise BadBackup(file=str(file), why=problem.strerror or str(problem)) from None


def _fill(connection: Connection, file: Path, progress: Progress) -> int:
    # The tables as the backup knew them, which may be older than this program.
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
        found = json.loads(line)
        if "t" not in found:
            continue
        if found["t"] != name or len(waiting) >= BATCH:
            flush()
            name = found["t"]
            progress(count)
        columns = _columns(metadata.tables[name])
        waiting.append(dict(zip(columns, (_unpacked(value) for value in found["r"]), strict=True)))
        count += 1
    flush()
    return count


def _columns(table: Table) -> list[str]:
    return [column.name for column in table.columns]
