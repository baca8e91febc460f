"""Diagnostics of an installation: what works, what does not, and how to fix it."""

import asyncio
import json
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import aiosmtplib
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from .backup import snapshots
from .browser import built
from .notices.deliver import Mail
from .settings import Settings
from .store import HEAD, async_url, reason_of, version_of

ROOM = 1 << 30
"""Free disk space in bytes below which a warning is due: without space no table can write."""
SKEW = 2.0
PATIENCE = 10.0
POSTGRES = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}


class Finding(NamedTuple):
    """The result of one check: the sentence `doctor.<check>.<state>` with `params`."""

    check: str
    state: str
    params: dict[str, Any]

    @property
    def bad(self) -> bool:
        """Whether something has to be done."""
        return self.state not in ("ok", "off", "new")


async def examine(settings: Settings, url: str = "") -> list[Finding]:
    """Run all checks; all are read-only and send no messages."""
    address = url or settings.public_url
    checks: list[Callable[[], Awaitable[Finding]]] = [
        lambda: _client(),
        lambda: _disk(settings),
        lambda: _database(settings),
        lambda: _site(address),
        lambda: _socket(address),
        lambda: _proxy(address, settings),
        lambda: _mail(settings),
        lambda: _push(address, settings),
    ]
    return [await check() for check in checks]


async def _client() -> Finding:
    return Finding("client", "ok" if built() else "missing", {})


async def _disk(settings: Settings) -> Finding:
    address = make_url(async_url(settings.url))
    if address.get_backend_name() != "sqlite":
        return Finding("disk", "off", {})
    folder = Path(address.database or ".").resolve().parent
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    return Finding("disk", "ok" if free >= ROOM else "full", {"free": f"{free / ROOM:.1f}", "folder": str(folder)})


async def _database(settings: Settings) -> Finding:
    """Reads only: the server may be running on it."""
    url = async_url(settings.url)
    address = make_url(url)
    sqlite = address.get_backend_name() == "sqlite"
    if sqlite and not Path(address.database or "").is_file():
        return Finding("database", "new", {})
    engine = snapshots(url)
    try:
        async with engine.connect() as connection:
            version = await connection.run_sync(version_of)
            if version is not None and version > HEAD:
                return Finding("database", "newer", {"version": version, "head": HEAD})
            if sqlite:
                return Finding("database", "ok", {"kind": "SQLite", "version": version or HEAD})
            values = {name: (await connection.execute(text(f"SHOW {name}"))).scalar() for name in POSTGRES}
            wrong = ", ".join(f"{name}={value}" for name, value in values.items() if value != POSTGRES[name])
            if wrong:
                return Finding("database", "not_durable", {"settings": wrong})
            now = (await connection.execute(text("SELECT extract(epoch FROM clock_timestamp())"))).scalar() or 0
            if abs(float(now) - time.time()) > SKEW:
                return Finding("database", "clock", {"seconds": f"{abs(float(now) - time.time()):.0f}"})
            return Finding("database", "ok", {"kind": "PostgreSQL", "version": version or HEAD})
    except (SQLAlchemyError, OSError) as problem:
        return Finding("database", "unreachable", {"why": reason_of(problem)})
    finally:
        await engine.dispose()


async def _site(url: str) -> Finding:
    if not url:
        return Finding("site", "off", {})
    try:
        _, health = await asyncio.to_thread(_get, f"{url.rstrip('/')}/api/health")
        return Finding("site", "ok" if health.get("status") == "ok" else "ill", {"url": url, **health})
    except (OSError, ValueError) as problem:
        return Finding("site", "unreachable", {"url": url, "why": str(getattr(problem, "reason", problem))})


def _get(url: str) -> tuple[dict[str, str], dict[str, Any]]:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}, json.load(answer)


async def _socket(url: str) -> Finding:
    """Open a WebSocket to an unknown table: the refusal must be this server's, not that of a proxy without support."""
    if not url:
        return Finding("socket", "off", {})
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus, WebSocketException

    address = f"{url.rstrip('/').replace('http', 'ws', 1)}/api/tables/nowhere/socket"
    try:
        async with connect(address, open_timeout=PATIENCE):
            return Finding("socket", "ok", {})
    except InvalidStatus as problem:
        status = problem.response.status_code
        passed = b'"no_such_table"' in problem.response.body
        return Finding("socket", "ok" if passed else "blocked", {"status": status})
    except (WebSocketException, OSError, TimeoutError) as problem:
        return Finding("socket", "blocked", {"status": type(problem).__name__})


async def _proxy(url: str, settings: Settings) -> Finding:
    """A `Server` header reveals a proxy: this server sends none."""
    if not url:
        return Finding("proxy", "off", {})
    try:
        headers, _ = await asyncio.to_thread(_get, f"{url.rstrip('/')}/api/health")
    except (OSError, ValueError):
        return Finding("proxy", "off", {})
    name = headers.get("server") or headers.get("via")
    if not name:
        return Finding("proxy", "off", {})
    return Finding("proxy", "ok" if settings.proxies else "unnamed", {"name": name})


async def _mail(settings: Settings) -> Finding:
    if not settings.smtp:
        return Finding("mail", "off", {})
    try:
        await Mail(settings.smtp, settings.mail_from).greet()
    except (aiosmtplib.SMTPException, OSError, TimeoutError) as problem:
        return Finding("mail", "unreachable", {"why": str(problem) or type(problem).__name__})
    if "@localhost" in settings.mail_from:
        return Finding("mail", "sender", {"sender": settings.mail_from})
    return Finding("mail", "ok", {})


async def _push(url: str, settings: Settings) -> Finding:
    if urlsplit(url).scheme != "https":
        return Finding("push", "no_tls", {}) if url else Finding("push", "off", {})
    return Finding("push", "contact" if "@localhost" in settings.contact else "ok", {"contact": settings.contact})
