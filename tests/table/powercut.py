"""Plays on a database whose every write and sync is written down: `powercut FOLDER JOURNAL`.

SQLite's own file layer is wrapped: its file methods are replaced by ones that note the operation and pass it on.
"""

from __future__ import annotations

import asyncio
import ctypes as c
import json
import random
import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

OK = 0
MAIN_DB, WAL = 0x100, 0x80000
_operations: list[dict[str, Any]] = []
_lock = threading.Lock()


class Methods(c.Structure):
    """sqlite3_io_methods, version 3."""


class File(c.Structure):
    """sqlite3_file."""

    _fields_ = (("methods", c.POINTER(Methods)),)


CLOSE = c.CFUNCTYPE(c.c_int, c.c_void_p)
READ = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
WRITE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
TRUNCATE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
SYNC = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)
OPEN = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.POINTER(File), c.c_int, c.POINTER(c.c_int))

Methods._fields_ = (
    ("version", c.c_int),
    ("close", CLOSE),
    ("read", READ),
    ("write", WRITE),
    ("truncate", TRUNCATE),
    ("sync", SYNC),
    *[(f"rest{i}", c.c_void_p) for i in range(13)],
)


class Vfs(c.Structure):
    """sqlite3_vfs."""


Vfs._fields_ = (
    ("version", c.c_int),
    ("file_size", c.c_int),
    ("max_path", c.c_int),
    ("next", c.c_void_p),
    ("name", c.c_char_p),
    ("data", c.c_void_p),
    ("open", OPEN),
    *[(f"rest{i}", c.c_void_p) for i in range(14)],
)

_kept: list[Any] = []


Note = Callable[[str, str, int, bytes], None]
"""Told of every operation: what, the path of the file, where or how long, the bytes."""


def keep(operation: dict[str, Any]) -> None:
    with _lock:
        _operations.append(operation)


def journal(what: str, path: str, at: int, data: bytes) -> None:
    """Write an operation down."""
    more: dict[str, dict[str, Any]] = {"write": {"at": at, "data": data.hex()}, "truncate": {"size": at}}
    keep({"op": what, "file": Path(path).name, **more.get(what, {})})


class Layer:
    """SQLite's file methods with notes; a file is known by its address as long as it is open."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._paths: dict[int, str] = {}
        self._methods: dict[int, Methods] = {}

    def wrap(self, file: Any, path: str) -> None:
        """Replace the methods of an open file."""
        self._paths[c.addressof(file.contents)] = path
        real = file.contents.methods.contents
        known = self._methods.get(c.addressof(real))
        if known is None:
            known = self._methods[c.addressof(real)] = self._noting(real)
        file.contents.methods = c.pointer(known)

    def _noting(self, real: Methods) -> Methods:
        mine = Methods()
        c.memmove(c.byref(mine), c.byref(real), c.sizeof(Methods))
        # The callbacks would otherwise call themselves: keep the originals.
        real_write, real_truncate, real_sync = real.write, real.truncate, real.sync
        paths, note = self._paths, self._note

        def write(target: int, data: int, length: int, at: int) -> int:
            note("write", paths[target], at, c.string_at(data, length))
            return int(real_write(target, data, length, at))

        def truncate(target: int, size: int) -> int:
            note("truncate", paths[target], size, b"")
            return int(real_truncate(target, size))

        def sync(target: int, flags: int) -> int:
            code = int(real_sync(target, flags))
            note("sync", paths[target], 0, b"")
            return code

        mine.write, mine.truncate, mine.sync = WRITE(write), TRUNCATE(truncate), SYNC(sync)
        _kept.append((mine, real_write, real_truncate, real_sync))
        return mine


def install(note: Note) -> bool:
    """Make a noting file layer the default; false where SQLite cannot be reached."""
    if not Path("/proc/self/maps").exists():
        return False
    sqlite3.connect(":memory:").close()
    libraries = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "sqlite3" in line}
    for library in sorted(libraries):
        loaded = c.CDLL(library)
        if hasattr(loaded, "sqlite3_vfs_find"):
            break
    else:
        return False
    loaded.sqlite3_vfs_find.restype = c.POINTER(Vfs)
    loaded.sqlite3_vfs_find.argtypes = [c.c_char_p]
    loaded.sqlite3_vfs_register.argtypes = [c.POINTER(Vfs), c.c_int]
    real = loaded.sqlite3_vfs_find(None).contents
    mine = Vfs()
    c.memmove(c.byref(mine), c.byref(real), c.sizeof(Vfs))
    real_open = real.open
    layer = Layer(note)

    # The path stays a plain address: SQLite keeps it as long as the file is open.
    def opened(vfs: Any, path: Any, file: Any, flags: int, out: Any) -> int:
        code = int(real_open(vfs, path, file, flags, out))
        if code == OK and path and flags & (MAIN_DB | WAL):
            layer.wrap(file, c.string_at(path).decode())
        return code

    mine.open = OPEN(opened)
    mine.name = b"noting"
    _kept.append((mine, real_open))
    return int(loaded.sqlite3_vfs_register(c.byref(mine), 1)) == OK


async def play(folder: Path) -> None:
    from pithead.engine import registry
    from pithead.table.clocks import Timekeeper
    from pithead.table.log import commands
    from pithead.table.log.events import Event
    from pithead.table.log.state import TableState
    from pithead.table.protocol import NewTable, SeatSetup
    from pithead.table.rooms import Rooms
    from pithead.table.settings import Settings
    from pithead.table.store import Store
    from pithead.table.workers.calls import Workers

    registry.load("example")
    store = Store(f"sqlite:///{folder / 'tables.sqlite3'}")
    await store.open()
    rooms = Rooms(Settings(), store, Timekeeper(), Workers(1))
    await rooms.open()
    seats = [SeatSetup(kind="you", name="A"), SeatSetup(kind="hotseat", name="B")]

    async def one(number: int) -> None:
        choose = random.Random(number)
        room = await rooms.new_table(NewTable(game="example", seats=seats, start=True), "device", None)

        def build(state: TableState) -> list[Event]:
            assert state.match and state.to_move is not None
            return commands.play(state, state.to_move, [choose.choice(state.match.legal)], None)

        def acknowledged(seq: int, again: bool) -> None:
            keep({"op": "ack", "table": room.state.id, "seq": seq})

        for _ in range(25):
            if room.state.to_move is None:
                break
            await room.act(build, None, acknowledged)

    await asyncio.gather(*(one(number) for number in range(4)))
    await rooms.close()
    await store.close()


if __name__ == "__main__":
    if not install(journal):
        print("SQLite's file layer cannot be reached here")
        sys.exit(77)
    asyncio.run(play(Path(sys.argv[1])))
    Path(sys.argv[2]).write_text("\n".join(json.dumps(operation) for operation in _operations))
