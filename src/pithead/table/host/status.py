"""Status of the server for the host page; no personal data."""

import os
import platform
import shutil
import sqlite3
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prometheus_client import REGISTRY
from sqlalchemy import func, select, text
from sqlalchemy.engine import make_url

from pithead.engine.errors import PitheadError
from pithead.table import protocol
from pithead.table.problems import problem_of
from pithead.table.settings import Settings, data_folder
from pithead.table.store import HEAD, schema

if TYPE_CHECKING:
    from pithead.table.rooms import Rooms


async def status(rooms: "Rooms", language: str) -> dict[str, Any]:
    """The whole status, from the point of view of the answering worker."""
    problem, proof = None, None
    try:
        proof = (await rooms.upkeep.prove())._asdict()
    except PitheadError as refusal:
        problem = problem_of(refusal, language)
    return {
        "worker": rooms.worker,
        "workers": rooms.settings.workers,
        "uptime": rooms.keeper.now() - rooms.keeper.boot,
        "problem": problem,
        "proof": proof,
        "loops": [{"name": one.name, "age": one.age, "late": one.late} for one in rooms.loops.known.values()],
        "versions": await versions(rooms),
        "tables": await tables(rooms),
        "people": await people(rooms),
        "load": _load(),
        "disk": await disk(rooms),
        "outbox": await outbox(rooms),
        "limits": limits(rooms.settings),
    }


async def versions(rooms: "Rooms") -> dict[str, Any]:
    """Versions of the software."""
    database = f"SQLite {sqlite3.sqlite_version}"
    if not rooms.store.is_sqlite:
        async with rooms.store.reading() as connection:
            number = (await connection.execute(text("SHOW server_version"))).scalar()
        database = f"PostgreSQL {number}"
    return {
        "pithead": version("pithead"),
        "protocol": protocol.PROTOCOL,
        "schema_version": HEAD,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "database": database,
    }


async def tables(rooms: "Rooms") -> dict[str, Any]:
    """Tables by status."""
    board = schema.board
    query = select(board.c.status, func.count()).group_by(board.c.status)
    async with rooms.store.reading() as connection:
        by_status: dict[str, int] = {row[0]: row[1] for row in await connection.execute(query)}
    thinking = sum(room.bot_turns.thinking for room in rooms.all())
    return {"by_status": by_status, "in_memory": len(rooms.all()), "bots_thinking": thinking}


async def people(rooms: "Rooms") -> dict[str, Any]:
    """Numbers of connected people."""
    everybody = rooms.all()
    devices = {device for room in everybody for device in room.presence.devices()}
    watching = sum(room.presence.spectators() for room in everybody)
    day = rooms.keeper.now() - 86_400
    session = schema.session
    query = select(func.count(session.c.device.distinct())).where(session.c.seen_at > day)
    async with rooms.store.reading() as connection:
        seen = (await connection.execute(query)).scalar() or 0
    connections = sum(len(room.listeners) for room in everybody)
    return {"at_tables": len(devices), "watching": watching, "connections": connections, "signed_in_today": seen}


def _load() -> dict[str, Any]:
    answers = REGISTRY.get_sample_value("pithead_ack_seconds_count") or 0
    seconds = REGISTRY.get_sample_value("pithead_ack_seconds_sum") or 0.0
    return {
        "cores": os.cpu_count() or 1,
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "memory": _memory(),
        "answers": int(answers),
        "answer_seconds": seconds / answers if answers else None,
        "stalled_seconds": REGISTRY.get_sample_value("pithead_stall_seconds_total") or 0.0,
        "failed_commits": int(REGISTRY.get_sample_value("pithead_commit_failures_total") or 0),
    }


def _memory() -> int | None:
    """Resident memory in bytes, where the system reports it."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


async def disk(rooms: "Rooms") -> dict[str, Any]:
    """Free disk space, and the size of the database."""
    folder, size = data_folder(), 0
    if rooms.store.is_sqlite:
        file = Path(make_url(rooms.store.url).database or "")
        folder = file.parent
        size = sum(part.stat().st_size for part in (file, Path(f"{file}-wal")) if part.exists())
    else:
        async with rooms.store.reading() as connection:
            size = (await connection.execute(text("SELECT pg_database_size(current_database())"))).scalar() or 0
    while not folder.exists():
        folder = folder.parent
    usage = shutil.disk_usage(folder)
    return {"free": usage.free, "total": usage.total, "database": size}


async def outbox(rooms: "Rooms") -> dict[str, Any]:
    """Pending messages, and moderation reports."""
    notice = schema.notice
    query = select(notice.c.state, func.count()).group_by(notice.c.state)
    async with rooms.store.reading() as connection:
        by_state: dict[str, int] = {row[0]: row[1] for row in await connection.execute(query)}
        reports = (await connection.execute(select(func.count()).select_from(schema.report))).scalar() or 0
    return {"waiting": by_state.get("waiting", 0), "failed": by_state.get("failed", 0), "reports": reports}


def limits(settings: Settings) -> list[dict[str, str]]:
    """Numeric and boolean settings only: none of these can be a secret."""
    values = settings.model_dump()
    shown = {name: value for name, value in values.items() if isinstance(value, bool | int | float)}
    return [{"name": f"PITHEAD_{name.upper()}", "value": str(value)} for name, value in sorted(shown.items())]
